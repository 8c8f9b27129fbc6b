#include "TopologyInputConverter.h"

#include "DesignRegionArray.h"
#include "InputArrays.h"
#include "SolidMeshConverter.h"

#include "Core/Error.h"
#include "Core/Text.h"

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
std::vector<std::int32_t> readVolumeRegion(vtkDataSet* data, const std::string& name)
{
  if (name.empty())
  {
    return {};
  }
  const std::vector<double> values =
    valuesOf(requireArray(data->GetCellData(), name, "volume region", 1));
  std::vector<std::int32_t> regions(values.size());
  constexpr double largest = std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (!(std::abs(values[i]) <= largest) || values[i] != std::floor(values[i]))
    {
      throw Error("Cell array " + inQuotes(name) + " has the value " + shortText(values[i]) +
        " in cell " + std::to_string(i) + "; a volume region is a whole number.");
    }
    regions[i] = static_cast<std::int32_t>(values[i]);
  }
  return regions;
}
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
  design.volumeRegion = readVolumeRegion(data, arrays.volumeRegion);
}

void readTopologyInput(vtkDataSet* data, const TopologyArrays& arrays, StructuralProblem& structure,
  DesignProblem& design, std::vector<double>& solidFractions)
{
  readStructure(data, arrays, structure);
  readDesign(data, arrays, design, solidFractions);
  structure.mesh = makeMesh(data);
}
}
