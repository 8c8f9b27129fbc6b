#include "HeatInputConverter.h"

#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkAlgorithm.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace trabecula::filters
{
namespace
{
/// The names in the order of the input arrays.
constexpr std::array<std::string HeatArrays::*, HeatInputArrays> Names = { &HeatArrays::supports,
  &HeatArrays::prescribedTemperature, &HeatArrays::heatFlow, &HeatArrays::filmCoefficient,
  &HeatArrays::ambientTemperature, &HeatArrays::conductivity, &HeatArrays::heatSource };
constexpr std::size_t FirstOfCells = 5;

/// Refuses an input that does not determine a temperature anywhere.
void requireSomeCondition(vtkPointData* points, const HeatProblem& problem)
{
  const bool hasFilm = std::any_of(problem.filmCoefficient.begin(), problem.filmCoefficient.end(),
    [](double value) { return value > 0.0; });
  const bool isFixed = std::any_of(
    problem.fixed.begin(), problem.fixed.end(), [](std::uint8_t value) { return value != 0; });
  if (!hasFilm && !isFixed)
  {
    throw Error(
      "The input has neither a fixed temperature nor a film: nothing determines its "
      "temperature. Apply Trabecula > Thermal Condition to it first, with the kind Fixed "
      "Temperature or Film, or choose arrays that have them. Point arrays in the input: " +
      listOfArrays(points) + ".");
  }
}
}

void setDefaultHeatArrays(vtkAlgorithm& filter, int first)
{
  const HeatArrays names;
  for (std::size_t i = 0; i < Names.size(); ++i)
  {
    filter.SetInputArrayToProcess(first + static_cast<int>(i), 0, 0,
      i < FirstOfCells ? vtkDataObject::FIELD_ASSOCIATION_POINTS
                       : vtkDataObject::FIELD_ASSOCIATION_CELLS,
      (names.*Names[i]).c_str());
  }
}

HeatArrays heatArrays(const std::function<std::string(int)>& nameOf)
{
  HeatArrays arrays;
  for (std::size_t i = 0; i < Names.size(); ++i)
  {
    arrays.*Names[i] = nameOf(static_cast<int>(i));
  }
  return arrays;
}

std::vector<std::uint8_t> readTemperatureSupports(
  vtkDataSetAttributes* points, const std::string& name)
{
  const std::vector<double> values = valuesOf(requireArray(points, name, "fixed temperatures", 1));
  std::vector<std::uint8_t> supports(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (values[i] != 0.0 && values[i] != 1.0)
    {
      throw Error("Point array " + inQuotes(name) + " has the value " + shortText(values[i]) +
        " at node " + std::to_string(i) +
        "; it is 0 where the temperature is free and 1 where it is fixed.");
    }
    supports[i] = values[i] != 0.0 ? 1 : 0;
  }
  return supports;
}

void readHeat(vtkDataSet* data, const HeatArrays& arrays, HeatProblem& problem)
{
  const HeatArrays names; // default names
  vtkPointData* points = data->GetPointData();
  vtkCellData* cells = data->GetCellData();
  const bool isFixed = !arrays.supports.empty() &&
    !(arrays.supports == names.supports && !points->HasArray(arrays.supports.c_str()));
  problem.fixed = isFixed
    ? readTemperatureSupports(points, arrays.supports)
    : std::vector<std::uint8_t>(static_cast<std::size_t>(data->GetNumberOfPoints()), 0);
  problem.prescribedTemperature = valuesOfOptional(
    points, arrays.prescribedTemperature, names.prescribedTemperature, "prescribed temperatures");
  problem.heatFlow = valuesOfOptional(points, arrays.heatFlow, names.heatFlow, "nodal heat flows");
  problem.filmCoefficient =
    valuesOfOptional(points, arrays.filmCoefficient, names.filmCoefficient, "film coefficients");
  problem.ambientTemperature = valuesOfOptional(
    points, arrays.ambientTemperature, names.ambientTemperature, "ambient temperatures");
  problem.conductivities =
    valuesOfOptional(cells, arrays.conductivity, names.conductivity, "conductivities");
  problem.heatSource = valuesOfOptional(cells, arrays.heatSource, names.heatSource, "heat sources");
  problem.solidFractions =
    valuesOfOptional(cells, arrays.solidFraction, names.solidFraction, "solid fractions");
  requireSomeCondition(points, problem);
}

DesignHeat readHeatOfDesign(vtkDataSet* data, const HeatArrays& arrays)
{
  HeatProblem problem;
  readHeat(data, arrays, problem);
  if (!problem.conductivities.empty())
  {
    throw Error("Cell array " + inQuotes(arrays.conductivity) +
      " gives cells conductivities of their own, but the design decides them. Take it out, for "
      "example with the filter Pass Arrays, and set Conductivity.");
  }
  DesignHeat heat;
  heat.fixed = std::move(problem.fixed);
  heat.prescribedTemperature = std::move(problem.prescribedTemperature);
  heat.heatFlow = std::move(problem.heatFlow);
  heat.filmCoefficient = std::move(problem.filmCoefficient);
  heat.ambientTemperature = std::move(problem.ambientTemperature);
  heat.heatSource = std::move(problem.heatSource);
  return heat;
}
}
