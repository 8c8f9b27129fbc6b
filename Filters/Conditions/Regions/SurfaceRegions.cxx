#include "SurfaceRegions.h"

#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

namespace trabecula::filters
{
namespace
{
constexpr int ShapeComponents = 9;
constexpr int FirstOfShape = 5;
constexpr int RegionComponents = FirstOfShape + ShapeComponents;

using RegionTuple = std::array<double, RegionComponents>;

/// Visits the members that define a shape, in the order of the components.
template <class Settings, class Visit>
void visitShape(Settings& settings, const Visit& visit)
{
  int component = FirstOfShape;
  const auto visitVector = [&](auto& vector)
  {
    for (auto& value : vector)
    {
      visit(component++, value);
    }
  };
  if (settings.kind == RegionSettings::Box)
  {
    visitVector(settings.boxPosition);
    visitVector(settings.boxRotation);
    visitVector(settings.boxLength);
  }
  else if (settings.kind == RegionSettings::Sphere)
  {
    visitVector(settings.sphereCenter);
    visit(component, settings.sphereRadius);
  }
  else if (settings.kind == RegionSettings::Cylinder)
  {
    visitVector(settings.cylinderCenter);
    visitVector(settings.cylinderAxis);
    visit(component, settings.cylinderRadius);
  }
}

bool isShape(RegionSettings::Kind kind)
{
  return kind == RegionSettings::Box || kind == RegionSettings::Sphere ||
    kind == RegionSettings::Cylinder;
}

bool isFaced(const RegionSettings& settings)
{
  return settings.facing != Vector3{};
}

RegionTuple tupleOf(const RegionSettings& settings, DesignRegion value)
{
  RegionTuple tuple = {};
  tuple[0] = static_cast<double>(value);
  if (!isOfSolid(settings))
  {
    tuple[1] = RegionSettings::FacePatch;
    return tuple;
  }
  tuple[1] = isShape(settings.kind) ? settings.kind : RegionSettings::FacePatch;
  tuple[3] = isShape(settings.kind) ? settings.part : RegionSettings::Inside;
  const bool isInside = isShape(settings.kind) && settings.part == RegionSettings::Inside;
  tuple[2] = isInside ? 0.0 : settings.distance; // the inside of a shape ignores the distance
  tuple[4] = settings.tolerance;
  visitShape(
    settings, [&](int component, double v) { tuple[static_cast<std::size_t>(component)] = v; });
  return tuple;
}

[[noreturn]] void refuseRegion(vtkIdType region, const std::string& what)
{
  throw Error("The field array " + inQuotes(SurfaceRegionsName) + " has " + what + " in tuple " +
    std::to_string(region) + ". It is written by Design Region: apply that to the surface again.");
}

SurfaceRegion regionOf(vtkDataArray* list, vtkIdType number)
{
  RegionTuple tuple;
  list->GetTuple(number, tuple.data());
  if (std::any_of(tuple.begin(), tuple.end(), [](double x) { return !std::isfinite(x); }))
  {
    refuseRegion(number, "a value that is not finite");
  }
  SurfaceRegion region;
  // The value is compared as a number, because it may not belong to the enumeration.
  const auto kinds = { RegionSettings::Box, RegionSettings::Sphere, RegionSettings::Cylinder,
    RegionSettings::FacePatch };
  const auto* kind = std::find(kinds.begin(), kinds.end(), tuple[1]);
  if (tuple[0] != 0.0 && tuple[0] != 1.0 && tuple[0] != 2.0)
  {
    refuseRegion(number, "the value " + shortText(tuple[0]) + ", which is not 0, 1 or 2,");
  }
  if (kind == kinds.end())
  {
    refuseRegion(number, "the kind " + shortText(tuple[1]) + ", which is not 2, 3, 4 or 6,");
  }
  if (!(tuple[2] >= 0.0))
  {
    refuseRegion(number, "the distance " + shortText(tuple[2]) + ", which is below 0,");
  }
  if (tuple[3] != 0.0 && tuple[3] != 1.0 && tuple[3] != 2.0 && tuple[3] != 3.0)
  {
    refuseRegion(number, "the part " + shortText(tuple[3]) + ", which is not 0, 1, 2 or 3,");
  }
  region.value = static_cast<DesignRegion>(static_cast<int>(tuple[0]));
  region.settings.kind = *kind;
  region.settings.distance = tuple[2];
  region.settings.part = static_cast<RegionSettings::Part>(static_cast<int>(tuple[3]));
  region.settings.tolerance = tuple[4];
  visitShape(region.settings,
    [&](int component, double& v) { v = tuple[static_cast<std::size_t>(component)]; });
  return region;
}

/// Returns the cells of faces for a region with a distance, which is measured from the faces; else
/// all cells of the region.
std::vector<vtkIdType> patchCells(const BodySurface& surface, const RegionEntities& region)
{
  if (!isOfSolid(region.settings) || isShape(region.settings.kind))
  {
    return region.cells;
  }
  std::vector<vtkIdType> cells;
  for (const vtkIdType face : region.faces)
  {
    cells.push_back(surface.cells[static_cast<std::size_t>(face)]);
  }
  return cells;
}
}

bool isOfSolid(const RegionSettings& settings)
{
  return isShape(settings.kind) ? !isFaced(settings)
                                : settings.isOfFaces() && settings.distance > 0.0;
}

void addSurfaceRegion(vtkPolyData* polygons, const BodySurface& surface,
  const RegionEntities& region, DesignRegion value, const std::vector<DesignRegion>& before)
{
  const bool isFirst = !polygons->GetFieldData()->HasArray(SurfaceRegionsName);
  if (isFirst && !isOfSolid(region.settings))
  {
    return;
  }
  const SurfaceRegions earlier = readSurfaceRegions(polygons);
  const auto count = static_cast<int>(earlier.regions.size());
  vtkNew<vtkDoubleArray> list;
  list->SetName(SurfaceRegionsName);
  list->SetNumberOfComponents(RegionComponents);
  list->SetComponentName(0, "Value");
  list->SetComponentName(1, "Kind");
  list->SetComponentName(2, "Distance");
  list->SetComponentName(3, "Part");
  list->SetComponentName(4, "Tolerance");
  for (int c = 0; c < ShapeComponents; ++c)
  {
    list->SetComponentName(FirstOfShape + c, ("Shape" + std::to_string(c)).c_str());
  }
  for (const SurfaceRegion& one : earlier.regions)
  {
    list->InsertNextTuple(tupleOf(one.settings, one.value).data());
  }
  list->InsertNextTuple(tupleOf(region.settings, value).data());

  vtkNew<vtkUnsignedCharArray> patches;
  patches->SetName(SurfacePatchesName);
  patches->SetNumberOfComponents(count + 2);
  patches->SetNumberOfTuples(polygons->GetNumberOfCells());
  patches->Fill(0.0);
  const std::vector<DesignRegion>& base = isFirst ? before : earlier.before;
  for (std::size_t cell = 0; cell < base.size(); ++cell)
  {
    patches->SetTypedComponent(
      static_cast<vtkIdType>(cell), 0, static_cast<unsigned char>(base[cell]));
  }
  for (int r = 0; r < count; ++r)
  {
    const std::vector<std::uint8_t>& patch = earlier.regions[static_cast<std::size_t>(r)].patch;
    for (std::size_t cell = 0; cell < patch.size(); ++cell)
    {
      patches->SetTypedComponent(static_cast<vtkIdType>(cell), r + 1, patch[cell]);
    }
  }
  for (const vtkIdType cell : patchCells(surface, region))
  {
    patches->SetTypedComponent(cell, count + 1, 1);
  }
  polygons->GetFieldData()->AddArray(list);
  polygons->GetCellData()->AddArray(patches);
}

SurfaceRegions readSurfaceRegions(vtkPolyData* polygons)
{
  SurfaceRegions result;
  vtkDataArray* list = polygons->GetFieldData()->GetArray(SurfaceRegionsName);
  vtkDataArray* patches = polygons->GetCellData()->GetArray(SurfacePatchesName);
  if (!list && !patches)
  {
    return result;
  }
  if (!list || !patches)
  {
    throw Error("The surface has the " + std::string(list ? "field array " : "cell array ") +
      inQuotes(list ? SurfaceRegionsName : SurfacePatchesName) + " but not the " +
      (list ? "cell array " : "field array ") +
      inQuotes(list ? SurfacePatchesName : SurfaceRegionsName) +
      ", and both together are its design regions. A filter after Design Region has left it out: "
      "apply that filter before Design Region, or let it pass all arrays.");
  }
  const vtkIdType regions = list->GetNumberOfTuples();
  if (list->GetNumberOfComponents() != RegionComponents ||
    patches->GetNumberOfComponents() != regions + 1)
  {
    throw Error("The field array " + inQuotes(SurfaceRegionsName) + " has " +
      std::to_string(regions) + " tuples of " + std::to_string(list->GetNumberOfComponents()) +
      " components, and the cell array " + inQuotes(SurfacePatchesName) + " has " +
      std::to_string(patches->GetNumberOfComponents()) + " components; the first has " +
      std::to_string(RegionComponents) +
      " components, and the second one more than there are tuples. Apply Design Region to the "
      "surface again.");
  }
  const auto cells = static_cast<std::size_t>(polygons->GetNumberOfCells());
  result.before.resize(cells);
  for (vtkIdType r = 0; r < regions; ++r)
  {
    result.regions.push_back(regionOf(list, r));
    result.regions.back().patch.resize(cells);
  }
  for (std::size_t cell = 0; cell < cells; ++cell)
  {
    const auto tuple = static_cast<vtkIdType>(cell);
    const double value = patches->GetComponent(tuple, 0);
    if (value != 0.0 && value != 1.0 && value != 2.0)
    {
      throw Error("The cell array " + inQuotes(SurfacePatchesName) + " has the value " +
        shortText(value) + " as its first component in cell " + std::to_string(cell) +
        "; it is 0 (design), 1 (solid) or 2 (void). Apply Design Region to the surface again.");
    }
    result.before[cell] = static_cast<DesignRegion>(static_cast<int>(value));
    for (std::size_t r = 0; r < result.regions.size(); ++r)
    {
      result.regions[r].patch[cell] =
        patches->GetComponent(tuple, static_cast<int>(r) + 1) != 0.0 ? 1 : 0;
    }
  }
  return result;
}
}
