#include "vtkDesignRegion.h"

#include "DesignRegionArray.h"
#include "RegionMarkers.h"
#include "SurfaceRegions.h"

#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>

namespace
{
using trabecula::DesignRegion;
using trabecula::filters::BodySurface;
using trabecula::filters::RegionEntities;

constexpr const char* RegionArray = "DesignRegion";

/// Adds the array, with a value for some entities.
/// @param before previous values; empty means design everywhere
void setRegions(vtkDataSetAttributes* attributes, vtkIdType count,
  const std::vector<DesignRegion>& before, const std::vector<vtkIdType>& entities, int kind)
{
  vtkNew<vtkUnsignedCharArray> kinds;
  kinds->SetName(RegionArray);
  kinds->SetNumberOfValues(count);
  kinds->FillValue(static_cast<unsigned char>(DesignRegion::Design));
  for (std::size_t i = 0; i < before.size(); ++i)
  {
    kinds->SetValue(static_cast<vtkIdType>(i), static_cast<unsigned char>(before[i]));
  }
  for (const vtkIdType entity : entities)
  {
    kinds->SetValue(entity, static_cast<unsigned char>(kind));
  }
  attributes->AddArray(kinds);
}
}

vtkStandardNewMacro(vtkDesignRegion);

//------------------------------------------------------------------------------
bool vtkDesignRegion::IsEmpty(const RegionEntities& region)
{
  // A shape can be inside a surface, without any polygon in it.
  return this->Superclass::IsEmpty(region) &&
    !(vtkPolyData::SafeDownCast(this->GetInputDataObject(0, 0)) &&
      trabecula::filters::isOfSolid(region.settings));
}

//------------------------------------------------------------------------------
std::string vtkDesignRegion::AddCondition(vtkDataSet* output, const BodySurface& surface,
  const RegionEntities& region, vtkPolyData* markers)
{
  vtkCellData* cells = output->GetCellData();
  vtkPointData* points = output->GetPointData();
  const auto before = trabecula::filters::readDesignRegion(cells, RegionArray, true);
  const auto beforeOfPoints = points->HasArray(RegionArray)
    ? trabecula::filters::readDesignRegion(points, RegionArray, true)
    : trabecula::filters::regionsOfPoints(output, before);
  auto* polygons = vtkPolyData::SafeDownCast(output);
  if (polygons)
  {
    trabecula::filters::addSurfaceRegion(
      polygons, surface, region, static_cast<DesignRegion>(this->Kind), before);
  }
  setRegions(cells, output->GetNumberOfCells(), before, region.cells, this->Kind);
  setRegions(points, output->GetNumberOfPoints(), beforeOfPoints, region.points, this->Kind);
  const bool isOfSolid = polygons && trabecula::filters::isOfSolid(region.settings);
  const bool isPatch = region.settings.isOfFaces();
  if (isOfSolid && isPatch && !region.faces.empty())
  {
    trabecula::filters::makeDistanceMarkers(polygons, surface, region, this->Kind, markers);
  }
  else
  {
    trabecula::filters::makeCellMarkers(output, region.cells, this->Kind, markers);
  }
  const char* becomes = this->Kind == SOLID ? "stay solid"
    : this->Kind == VOID_REGION             ? "stay void"
                                            : "are designed";
  const auto count = static_cast<std::int64_t>(region.cells.size());
  if (isOfSolid)
  {
    return trabecula::countText(count, "cell") + " of the surface and the solid " +
      (isPatch ? "within " + trabecula::shortText(region.settings.distance) + " of the "
               : "in the ") +
      trabecula::filters::nameOf(region.settings) + " " + becomes + ".";
  }
  return trabecula::countText(count, "cell") + " " +
    (count != 1                     ? becomes
        : this->Kind == SOLID       ? "stays solid"
        : this->Kind == VOID_REGION ? "stays void"
                                    : "is designed") +
    ".";
}

//------------------------------------------------------------------------------
void vtkDesignRegion::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Kind: " << this->Kind << "\n";
}
