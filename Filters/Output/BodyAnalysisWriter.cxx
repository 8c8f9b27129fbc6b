#include "BodyAnalysisWriter.h"

#include "CopyValues.h"
#include "HexMeshConverter.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Static/StaticAnalysis.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkThreshold.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVariant.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace trabecula::filters
{
namespace
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

void addArray(vtkDataSetAttributes* attributes, const std::string& name, int components,
  const std::vector<double>& values)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name.c_str());
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  copyValues(values, array->GetPointer(0));
  attributes->AddArray(array);
}

/// Values of a row of the table.
struct Row
{
  explicit Row(const AnalysedStructure& structure)
    : Name(structure.name), Compliance(structure.analysis.compliance),
      Volume(solidVolume(structure)), Mass(structure.massDensity * this->Volume)
  {
    for (const ElasticLoadCase& load : structure.analysis.loadCases)
    {
      this->Compliances.push_back(load.compliance);
    }
    const auto peak = largestStress(structure.analysis, structure.solid, LeastSolidForStress);
    if (peak)
    {
      this->Stress = peak->vonMisesStress;
      this->SafetyFactor = safetyFactorOf(structure.yieldStress, peak->vonMisesStress);
      this->LoadCase = structure.analysis.loadCases[peak->loadCase].name;
      this->Place = elementCentroid(structure.mesh, peak->element);
    }
  }

  /// The ratio of the first row to the second.
  Row(const Row& body, const Row& field)
    : Name("Ratio"), Compliance(body.Compliance / field.Compliance),
      Volume(body.Volume / field.Volume), Mass(body.Mass / field.Mass),
      Stress(body.Stress / field.Stress), SafetyFactor(body.SafetyFactor / field.SafetyFactor)
  {
    for (std::size_t i = 0; i < body.Compliances.size(); ++i)
    {
      this->Compliances.push_back(body.Compliances[i] / field.Compliances[i]);
    }
  }

  std::string Name;
  double Compliance;
  std::vector<double> Compliances; ///< for each load case
  double Volume;
  double Mass;
  double Stress = NotANumber;
  double SafetyFactor = NotANumber;
  std::string LoadCase;
  std::array<double, 3> Place = { NotANumber, NotANumber, NotANumber };
};

template <class Array, class Value>
void addColumn(
  vtkTable* table, const std::string& name, const std::array<Row, 3>& rows, const Value& valueOf)
{
  vtkNew<Array> column;
  column->SetName(name.c_str());
  for (const Row& row : rows)
  {
    column->InsertNextValue(valueOf(row));
  }
  table->AddColumn(column);
}
}

double solidVolume(const AnalysedStructure& structure)
{
  return std::inner_product(
    structure.solid.begin(), structure.solid.end(), structure.analysis.volumes.begin(), 0.0);
}

void writeBody(const AnalysedStructure& body, vtkUnstructuredGrid* output)
{
  const auto grid = makeGrid(body.mesh);
  vtkPointData* points = grid->GetPointData();
  vtkCellData* cells = grid->GetCellData();
  const std::vector<ElasticLoadCase>& cases = body.analysis.loadCases;
  const auto addLoadCase = [&](const ElasticLoadCase& load, const std::string& suffix)
  {
    addArray(points, "Displacement" + suffix, 3, load.displacement);
    addArray(cells, "VonMisesStress" + suffix, 1, load.vonMisesStress);
    addArray(cells, "Stress" + suffix, 6, load.stress);
    if (body.yieldStress > 0.0)
    {
      std::vector<double> factors;
      for (const double stress : load.vonMisesStress)
      {
        factors.push_back(safetyFactorOf(body.yieldStress, stress));
      }
      addArray(cells, "SafetyFactor" + suffix, 1, factors);
    }
  };
  addLoadCase(cases.front(), "");
  for (std::size_t i = 0; cases.size() > 1 && i < cases.size(); ++i)
  {
    addLoadCase(cases[i], "_" + cases[i].name);
  }
  addArray(cells, "StrainEnergyDensity", 1, body.analysis.strainEnergyDensity);
  addArray(cells, "SolidFraction", 1, body.solid);
  points->SetActiveVectors("Displacement");
  cells->SetActiveScalars("VonMisesStress");
  vtkNew<vtkThreshold> inside;
  inside->SetInputData(grid);
  inside->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "SolidFraction");
  inside->SetThresholdFunction(vtkThreshold::THRESHOLD_UPPER);
  inside->SetUpperThreshold(std::numeric_limits<double>::min());
  inside->Update();
  output->ShallowCopy(inside->GetOutput());
  output->GetPointData()->SetActiveVectors("Displacement");
  output->GetCellData()->SetActiveScalars("VonMisesStress");
}

void writeComparison(
  const AnalysedStructure& body, const AnalysedStructure& field, vtkTable* output)
{
  const Row first(body);
  const Row second(field);
  const std::array<Row, 3> rows = { first, second, Row(first, second) };
  addColumn<vtkStringArray>(
    output, "Analysis", rows, [](const Row& row) { return row.Name.c_str(); });
  addColumn<vtkDoubleArray>(
    output, "Compliance", rows, [](const Row& row) { return row.Compliance; });
  const std::vector<ElasticLoadCase>& cases = body.analysis.loadCases;
  for (std::size_t i = 0; cases.size() > 1 && i < cases.size(); ++i)
  {
    addColumn<vtkDoubleArray>(output, "Compliance_" + cases[i].name, rows,
      [i](const Row& row) { return row.Compliances[i]; });
  }
  addColumn<vtkDoubleArray>(output, "Volume", rows, [](const Row& row) { return row.Volume; });
  if (body.massDensity > 0.0)
  {
    addColumn<vtkDoubleArray>(output, "Mass", rows, [](const Row& row) { return row.Mass; });
  }
  addColumn<vtkDoubleArray>(
    output, "LargestVonMisesStress", rows, [](const Row& row) { return row.Stress; });
  if (body.yieldStress > 0.0)
  {
    addColumn<vtkDoubleArray>(
      output, "SafetyFactor", rows, [](const Row& row) { return row.SafetyFactor; });
  }
  addColumn<vtkStringArray>(
    output, "LoadCase", rows, [](const Row& row) { return row.LoadCase.c_str(); });
  for (std::size_t c = 0; c < 3; ++c)
  {
    addColumn<vtkDoubleArray>(
      output, std::string(1, "XYZ"[c]), rows, [c](const Row& row) { return row.Place[c]; });
  }
}

void addCommonAnalysis(const BodyStiffness& common, vtkTable* table)
{
  vtkNew<vtkDoubleArray> error;
  error->SetName("ComplianceError");
  for (vtkIdType row = 0; row < table->GetNumberOfRows(); ++row)
  {
    error->InsertNextValue(NotANumber);
  }
  table->AddColumn(error);
  const vtkIdType row = table->InsertNextBlankRow(NotANumber);
  table->SetValueByName(row, "Analysis", "Body, common analysis");
  table->SetValueByName(row, "LoadCase", "");
  table->SetValueByName(row, "Compliance", common.compliance);
  table->SetValueByName(row, "Volume", common.volume);
  table->SetValueByName(row, "ComplianceError", common.error);
  for (const BodyLoadCase& load : common.loadCases)
  {
    const std::string name = "Compliance_" + load.name;
    if (table->GetColumnByName(name.c_str()))
    {
      table->SetValueByName(row, name.c_str(), load.compliance);
    }
  }
}

std::string textOf(const BodyStiffness& common, bool isAsked)
{
  return isAsked && common.fault.empty()
    ? " By the common analysis the body's is " + shortText(common.compliance) +
      ", estimated error " + shortText(0.01 * std::round(1e4 * common.error)) + " %."
    : std::string();
}
}
