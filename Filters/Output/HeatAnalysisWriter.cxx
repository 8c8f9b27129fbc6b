#include "HeatAnalysisWriter.h"

#include "CopyValues.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <string>
#include <vector>

namespace trabecula::filters
{
namespace
{
void addField(vtkDataSetAttributes* attributes, const char* name, int components,
  const std::vector<double>& values)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  copyValues(values, array->GetPointer(0));
  attributes->AddArray(array);
}

/// Columns of the summary.
class Rows
{
public:
  void add(const std::string& name, double value, const char* unit)
  {
    this->Names->InsertNextValue(name);
    this->Values->InsertNextValue(value);
    this->Units->InsertNextValue(unit);
  }
  void addPeak(const std::string& name, const Peak& peak, const char* unit)
  {
    this->add(name, peak.value, unit);
    for (std::size_t c = 0; c < 3; ++c)
    {
      this->add(name + "At" + "XYZ"[c], peak.place[c], "length");
    }
  }
  void write(vtkTable* output)
  {
    this->Names->SetName("Quantity");
    this->Values->SetName("Result");
    this->Units->SetName("Unit");
    output->AddColumn(this->Names);
    output->AddColumn(this->Values);
    output->AddColumn(this->Units);
  }

private:
  vtkNew<vtkStringArray> Names;
  vtkNew<vtkDoubleArray> Values;
  vtkNew<vtkStringArray> Units;
};
}

void writeHeatAnalysis(const HeatAnalysis& analysis, vtkDataSet* solid, vtkDataSet* output)
{
  output->ShallowCopy(solid);
  vtkPointData* points = output->GetPointData();
  addField(points, "Temperature", 1, analysis.temperature);
  addField(points, "HeatReaction", 1, analysis.reaction);
  addField(points, "HeatFlux", 3, analysis.nodalHeatFlux);
  addField(output->GetCellData(), "HeatFlux", 3, analysis.heatFlux);
  points->SetActiveVectors("HeatFlux");
  points->SetActiveScalars("Temperature");
  output->GetCellData()->SetActiveScalars(nullptr); // views prefer the active scalars of points
}

void writeHeatSummary(const HeatAnalysis& analysis, const HeatProblem& problem, vtkTable* output)
{
  const HeatSummary& summary = analysis.summary;
  Rows rows;
  rows.addPeak("HighestTemperature", summary.highestTemperature, "temperature");
  rows.addPeak("LowestTemperature", summary.lowestTemperature, "temperature");
  rows.addPeak("LargestHeatFlux", summary.heatFlux, "power / area");
  rows.add("HeatOfSources", summary.sources, "power");
  rows.add("HeatFlow", summary.heatFlow, "power");
  rows.add("HeatThroughFilms", summary.films, "power");
  rows.add("HeatOfFixedTemperatures", summary.fixed, "power");
  rows.add("Imbalance", summary.imbalance, "-");
  rows.add("ThermalCompliance", summary.thermalCompliance, "power temperature");
  rows.add("Volume", analysis.volume, "volume");
  rows.add("Elements", static_cast<double>(problem.mesh.numberOfElements()), "-");
  rows.add("Nodes", static_cast<double>(problem.mesh.numberOfNodes()), "-");
  rows.add("SolverIterations", analysis.solverIterations, "-");
  rows.add("Residual", analysis.residual, "-");
  rows.add("SolveSeconds", analysis.solveSeconds, "s");
  rows.add("FieldsSeconds", analysis.fieldsSeconds, "s");
  rows.write(output);
}
}
