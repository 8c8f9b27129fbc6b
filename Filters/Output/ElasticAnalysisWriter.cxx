#include "ElasticAnalysisWriter.h"

#include "CopyValues.h"
#include "HexMeshConverter.h"

#include "Core/Execution/HostRanges.h"

#include "TensorComponents.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::filters
{
namespace
{
constexpr const char* Axes[3] = { "X", "Y", "Z" };

void addArray(vtkDataSetAttributes* attributes, const std::string& name, int components,
  const std::vector<double>& values)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name.c_str());
  array->SetNumberOfComponents(components);
  for (int c = 0; components == 6 && c < components; ++c)
  {
    array->SetComponentName(c, TensorComponents[c]);
  }
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  copyValues(values, array->GetPointer(0));
  attributes->AddArray(array);
}

void addLoadCase(const StaticLoadCase& load, const std::string& suffix, vtkDataSet* output)
{
  vtkPointData* points = output->GetPointData();
  addArray(points, "Displacement" + suffix, 3, load.displacement);
  addArray(points, "Reaction" + suffix, 3, load.reaction);
  addArray(points, "Stress" + suffix, 6, load.nodalStress);
  addArray(points, "VonMisesStress" + suffix, 1, load.nodalVonMisesStress);
  vtkCellData* cells = output->GetCellData();
  addArray(cells, "Stress" + suffix, 6, load.stress);
  addArray(cells, "VonMisesStress" + suffix, 1, load.vonMisesStress);
  addArray(cells, "PrincipalStress" + suffix, 3, load.principalStress);
  addArray(cells, "StrainEnergyDensity" + suffix, 1, load.strainEnergyDensity);
  addArray(cells, "StressError" + suffix, 1, load.stressError);
  if (!load.safetyFactor.empty())
  {
    addArray(cells, "SafetyFactor" + suffix, 1, load.safetyFactor);
  }
}

/// A row of the summary.
struct Row
{
  std::string name;
  std::string unit;
  std::function<double(const StaticLoadCase&)> value;
};

using Vector = std::array<double, 3>;

void addVector(std::vector<Row>& rows, const std::string& name, const std::string& unit,
  const std::function<const Vector&(const StaticSummary&)>& vectorOf)
{
  for (std::size_t c = 0; c < 3; ++c)
  {
    rows.push_back({ name + Axes[c], unit,
      [vectorOf, c](const StaticLoadCase& load) { return vectorOf(load.summary)[c]; } });
  }
}

std::vector<Row> rowsOf(
  const StaticAnalysis& analysis, const StaticProblem& problem, double massDensity)
{
  std::vector<Row> rows;
  const auto add =
    [&rows](const std::string& name, const std::string& unit, double StaticSummary::*member)
  {
    rows.push_back(
      { name, unit, [member](const StaticLoadCase& load) { return load.summary.*member; } });
  };
  const auto addPeak =
    [&rows](const std::string& name, const std::string& unit, Peak StaticSummary::*member)
  {
    rows.push_back({ name, unit,
      [member](const StaticLoadCase& load) { return (load.summary.*member).value; } });
    addVector(rows, name + "At", "length",
      [member](const StaticSummary& summary) -> const Vector& { return (summary.*member).place; });
  };
  const auto addNumber = [&rows](const std::string& name, const std::string& unit, double number) {
    rows.push_back({ name, unit, [number](const StaticLoadCase&) { return number; } });
  };

  add("Compliance", "force length", &StaticSummary::compliance);
  add("StrainEnergy", "force length", &StaticSummary::strainEnergy);
  addPeak("LargestDisplacement", "length", &StaticSummary::displacement);
  addPeak("LargestVonMisesStress", "force / area", &StaticSummary::vonMisesStress);
  if (problem.yieldStress > 0.0)
  {
    add("SafetyFactor", "-", &StaticSummary::safetyFactor);
  }
  add("RelativeError", "-", &StaticSummary::relativeError);
  addVector(rows, "Load", "force",
    [](const StaticSummary& summary) -> const Vector& { return summary.load; });
  addVector(rows, "Reaction", "force",
    [](const StaticSummary& summary) -> const Vector& { return summary.reaction; });
  add("Imbalance", "-", &StaticSummary::imbalance);
  addNumber("Volume", "volume", analysis.volume);
  if (massDensity > 0.0)
  {
    addNumber("Mass", "mass", massDensity * analysis.volume);
  }
  addNumber("Elements", "-", static_cast<double>(problem.structure.mesh.numberOfElements()));
  addNumber("Nodes", "-", static_cast<double>(problem.structure.mesh.numberOfNodes()));
  addNumber("SolverIterations", "-", analysis.solverIterations);
  addNumber("Residual", "-", analysis.residual);
  addNumber("SolveSeconds", "s", analysis.solveSeconds);
  addNumber("FieldsSeconds", "s", analysis.fieldsSeconds);
  return rows;
}
}

void writeElasticAnalysis(const StaticAnalysis& analysis, vtkDataSet* solid, vtkDataSet* output)
{
  output->ShallowCopy(solid);
  addLoadCase(analysis.loadCases.front(), "", output);
  for (const StaticLoadCase& load : analysis.loadCases)
  {
    if (analysis.loadCases.size() > 1)
    {
      addLoadCase(load, "_" + load.name, output);
    }
  }
  output->GetPointData()->SetActiveVectors("Displacement");
  output->GetPointData()->SetActiveScalars("VonMisesStress");
  output->GetCellData()->SetActiveScalars(nullptr); // views prefer the active scalars of points
}

void writeElasticSummary(const StaticAnalysis& analysis, const StaticProblem& problem,
  double massDensity, vtkTable* output)
{
  const std::vector<Row> rows = rowsOf(analysis, problem, massDensity);
  vtkNew<vtkStringArray> names;
  vtkNew<vtkStringArray> units;
  names->SetName("Quantity");
  units->SetName("Unit");
  for (const Row& row : rows)
  {
    names->InsertNextValue(row.name);
    units->InsertNextValue(row.unit);
  }
  output->AddColumn(names);
  for (const StaticLoadCase& load : analysis.loadCases)
  {
    vtkNew<vtkDoubleArray> values;
    values->SetName(analysis.loadCases.size() == 1 ? "Result" : load.name.c_str());
    for (const Row& row : rows)
    {
      values->InsertNextValue(row.value(load));
    }
    output->AddColumn(values);
  }
  output->AddColumn(units);
}

vtkSmartPointer<vtkUnstructuredGrid> asGrid(vtkDataSet* data)
{
  vtkSmartPointer<vtkUnstructuredGrid> grid = vtkUnstructuredGrid::SafeDownCast(data);
  if (!grid)
  {
    grid = makeHexahedralGrid(data);
    grid->GetPointData()->SetActiveScalars("VonMisesStress");
  }
  return grid;
}

double deformationScale(vtkDataSet* data, double part)
{
  vtkDataArray* displacement = data->GetPointData()->GetArray("Displacement");
  const double largest = displacement ? displacement->GetMaxNorm() : 0.0;
  return largest > 0.0 ? part * data->GetLength() / largest : 1.0;
}

void deform(vtkUnstructuredGrid* grid, double scale, const char* displacements)
{
  vtkDataArray* displacement = grid->GetPointData()->GetArray(displacements);
  vtkPoints* original = grid->GetPoints();
  vtkNew<vtkPoints> moved;
  moved->SetDataTypeToDouble();
  moved->SetNumberOfPoints(original->GetNumberOfPoints());
  forHostRanges(original->GetNumberOfPoints(),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        double x[3];
        double u[3];
        original->GetPoint(i, x);
        displacement->GetTuple(i, u);
        for (int c = 0; c < 3; ++c)
        {
          x[c] += scale * u[c];
        }
        moved->SetPoint(i, x);
      }
    });
  grid->SetPoints(moved);
}
}
