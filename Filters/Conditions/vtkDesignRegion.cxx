#include "vtkDesignRegion.h"

#include "ConditionMarkers.h"
#include "DesignRegionArray.h"

#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>

namespace
{
using trabecula::filters::BodySurface;
using trabecula::filters::RegionEntities;

constexpr const char* RegionArray = "DesignRegion";
}

vtkStandardNewMacro(vtkDesignRegion);

//------------------------------------------------------------------------------
bool vtkDesignRegion::IsEmpty(const RegionEntities& region)
{
  return region.cells.empty();
}

//------------------------------------------------------------------------------
bool vtkDesignRegion::IsInside(const BodySurface& surface, const RegionEntities& region)
{
  return std::none_of(surface.cells.begin(), surface.cells.end(),
    [&](vtkIdType cell)
    { return std::binary_search(region.cells.begin(), region.cells.end(), cell); });
}

//------------------------------------------------------------------------------
std::string vtkDesignRegion::AddCondition(
  vtkDataSet* output, const BodySurface&, const RegionEntities& region, vtkPolyData* markers)
{
  vtkCellData* data = output->GetCellData();
  vtkNew<vtkUnsignedCharArray> kinds;
  kinds->SetName(RegionArray);
  kinds->SetNumberOfValues(output->GetNumberOfCells());
  kinds->FillValue(DESIGN);
  const auto before = trabecula::filters::readDesignRegion(output, RegionArray, true);
  for (std::size_t i = 0; i < before.size(); ++i)
  {
    kinds->SetValue(static_cast<vtkIdType>(i), static_cast<unsigned char>(before[i]));
  }
  for (const vtkIdType cell : region.cells)
  {
    kinds->SetValue(cell, static_cast<unsigned char>(this->Kind));
  }
  data->AddArray(kinds);
  trabecula::filters::makeCellMarkers(output, region.cells, this->Kind, markers);
  const char* becomes = this->Kind == SOLID ? "stay solid"
    : this->Kind == VOID_REGION             ? "stay void"
                                            : "are designed";
  const auto count = static_cast<std::int64_t>(region.cells.size());
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
