#include "LoadsOfDesignFields.h"

#include "InputArrays.h"

#include "Analysis/Loads/DesignLoads.h"
#include "Core/Error.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace trabecula::filters
{
namespace
{
constexpr const char* WeightField = "WeightPerVolume";
constexpr const char* ExpansionField = "ThermalExpansion";
constexpr const char* ReferenceField = "ReferenceTemperature";
constexpr const char* TemperatureField = "TemperatureArray";
constexpr const char* PointAccelerationField = "PointMassAcceleration";
constexpr const char* PointMassField = "PointMassArray";

void addText(vtkFieldData* fields, const char* name, const std::string& text)
{
  vtkNew<vtkStringArray> array;
  array->SetName(name);
  array->InsertNextValue(text);
  fields->AddArray(array);
}

void addNumbers(vtkFieldData* fields, const char* name, const std::vector<double>& values)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  for (const double value : values)
  {
    array->InsertNextValue(value);
  }
  fields->AddArray(array);
}

/// Returns finite numbers; empty if there is no such array of so many values.
std::vector<double> numbersOf(vtkFieldData* fields, const char* name, vtkIdType count)
{
  vtkDataArray* array = fields->GetArray(name);
  if (!array || array->GetNumberOfValues() != count)
  {
    return {};
  }
  std::vector<double> values = valuesOf(array);
  for (const double value : values)
  {
    if (!std::isfinite(value))
    {
      throw Error(std::string("The field array ") + inQuotes(name) +
        " of the design has a value that is not finite. Write the design again, or switch Material "
        "From Design off.");
    }
  }
  return values;
}
}

void writeLoadsOfDesign(vtkFieldData* fields, const LoadsOfDesign& loads,
  const std::string& temperatureArray, const std::string& pointMassArray)
{
  for (const char* name : { WeightField, ExpansionField, ReferenceField, TemperatureField,
         PointAccelerationField, PointMassField })
  {
    fields->RemoveArray(name);
  }
  if (loads.hasWeight())
  {
    addNumbers(fields, WeightField, { loads.weight.begin(), loads.weight.end() });
  }
  if (loads.thermal.expansion != 0.0 && !temperatureArray.empty())
  {
    addNumbers(fields, ExpansionField, { loads.thermal.expansion });
    addNumbers(fields, ReferenceField, { loads.thermal.reference });
    addText(fields, TemperatureField, temperatureArray);
  }
  if (loads.hasWeightOfPoints())
  {
    addNumbers(fields, PointAccelerationField, { loads.ofPoints.begin(), loads.ofPoints.end() });
    addText(fields, PointMassField, pointMassArray);
  }
}

LoadsOfDesign readLoadsOfDesign(
  vtkFieldData* fields, vtkDataSet* grid, std::vector<double>& pointMasses)
{
  LoadsOfDesign loads;
  const std::vector<double> weight = numbersOf(fields, WeightField, 3);
  for (std::size_t c = 0; c < weight.size(); ++c)
  {
    loads.weight[c] = weight[c];
  }
  const std::vector<double> expansion = numbersOf(fields, ExpansionField, 1);
  const std::vector<double> reference = numbersOf(fields, ReferenceField, 1);
  auto* name = vtkStringArray::SafeDownCast(fields->GetAbstractArray(TemperatureField));
  if (!expansion.empty() && !reference.empty() && name && name->GetNumberOfValues() == 1)
  {
    loads.thermal.expansion = expansion[0];
    loads.thermal.reference = reference[0];
    loads.thermal.temperature =
      valuesOf(requireArray(grid->GetPointData(), name->GetValue(0), "temperatures of points", 1));
  }
  const std::vector<double> ofPoints = numbersOf(fields, PointAccelerationField, 3);
  auto* masses = vtkStringArray::SafeDownCast(fields->GetAbstractArray(PointMassField));
  pointMasses.clear();
  if (!ofPoints.empty() && masses && masses->GetNumberOfValues() == 1)
  {
    for (std::size_t c = 0; c < ofPoints.size(); ++c)
    {
      loads.ofPoints[c] = ofPoints[c];
    }
    pointMasses = onThreeComponents(
      valuesOf(requireArray(grid->GetPointData(), masses->GetValue(0), "masses of points", 1)));
  }
  return loads;
}

void allowCasesOfDesign(vtkDataSet* grid, StructureArrays& arrays)
{
  const StructureArrays given = arrays;
  arrays.forcesAreOptional = true;
  arrays.forces.clear();
  arrays.weights.clear();
  for (std::size_t i = 0; i < given.forces.size(); ++i)
  {
    if (grid->GetPointData()->HasArray(given.forces[i].c_str()))
    {
      arrays.forces.push_back(given.forces[i]);
      if (i < given.weights.size())
      {
        arrays.weights.push_back(given.weights[i]);
      }
    }
  }
}

void setLoadsOfDesign(StructuralProblem& structure, const LoadsOfDesign& loads)
{
  structure.ofDesign = loads;
  if (loads.areSome())
  {
    addCaseOfDesign(structure);
  }
  addWeightOfPoints(structure);
}
}
