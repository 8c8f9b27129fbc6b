#include "TopologyInputConverter.h"

#include "DesignRegionArray.h"
#include "InputArrays.h"
#include "SolidMeshConverter.h"

#include "Core/Error.h"
#include "Core/Requirements.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"

#include <cmath>
#include <limits>

namespace trabecula::filters
{
namespace
{
/// Converts the values of an array to whole numbers. @param entity "cell" or "point"
std::vector<std::int32_t> wholeNumbers(const std::vector<double>& values, std::size_t components,
  const std::string& array, const std::string& entity, const std::string& what)
{
  std::vector<std::int32_t> numbers(values.size());
  constexpr double largest = std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (!(std::abs(values[i]) <= largest) || values[i] != std::floor(values[i]))
    {
      fail(array, " has the value ", values[i], " in ", entity, " ", i / components, "; a ", what,
        " is a whole number.");
    }
    numbers[i] = static_cast<std::int32_t>(values[i]);
  }
  return numbers;
}

}

std::vector<std::int32_t> readVolumeRegion(vtkDataSet* data, const std::string& name, bool ofPoints)
{
  if (name.empty())
  {
    return {};
  }
  vtkDataSetAttributes* attributes = data->GetCellData();
  if (ofPoints)
  {
    attributes = data->GetPointData();
  }
  return wholeNumbers(valuesOf(requireArray(attributes, name, "volume region", 1)), 1,
    (ofPoints ? "Point array " : "Cell array ") + inQuotes(name), ofPoints ? "point" : "cell",
    "volume region");
}

std::vector<std::int32_t> readPointRegion(vtkDataSet* data, const std::string& name)
{
  vtkPointData* points = data->GetPointData();
  vtkDataArray* array = points->GetArray(name.c_str());
  const int components = array && array->GetNumberOfComponents() == 3 ? 3 : 1;
  const std::vector<std::int32_t> given = wholeNumbers(
    valuesOf(requireArray(points, name, "point region", components)),
    static_cast<std::size_t>(components), "Point array " + inQuotes(name), "point", "point region");
  std::vector<std::int32_t> regions;
  regions.reserve(3 * static_cast<std::size_t>(data->GetNumberOfPoints()));
  for (const std::int32_t region : given)
  {
    regions.insert(regions.end(), components == 1 ? 3 : 1, region);
  }
  return regions;
}

void readDesign(vtkDataSet* data, const TopologyArrays& arrays, DesignProblem& design,
  std::vector<double>& solidFractions)
{
  vtkPointData* points = data->GetPointData();
  design.outputWeights.clear();
  if (!arrays.outputWeights.empty())
  {
    design.outputWeights =
      valuesOf(requireArray(points, arrays.outputWeights, "output weights", 3));
  }
  design.designRegion =
    readDesignRegion(data->GetCellData(), arrays.designRegion, arrays.designRegionIsOptional);
  solidFractions.clear();
  if (!arrays.solidFraction.empty() &&
    !(arrays.solidFractionIsOptional &&
      !data->GetCellData()->HasArray(arrays.solidFraction.c_str())))
  {
    solidFractions =
      valuesOf(requireArray(data->GetCellData(), arrays.solidFraction, "solid fraction", 1));
  }
  design.volumeRegion = readVolumeRegion(data, arrays.volumeRegion, false);
}

void readTopologyInput(vtkDataSet* data, const TopologyArrays& arrays, StructuralProblem& structure,
  DesignProblem& design, std::vector<double>& solidFractions)
{
  readStructure(data, arrays, structure);
  readDesign(data, arrays, design, solidFractions);
  structure.mesh = makeMesh(data);
}
}
