#include "TopologyOutputWriter.h"

#include "ImageBlanking.h"

#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkThreshold.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace trabecula::filters
{
namespace
{
/// Another name for the same values: a cached array may be on several outputs under one name only.
vtkSmartPointer<vtkDoubleArray> named(vtkDoubleArray* values, const std::string& name)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->ShallowCopy(values);
  array->SetName(name.c_str());
  return array;
}

template <typename ArrayType, typename ValueType>
void addField(vtkFieldData* fields, const char* name, const std::vector<ValueType>& values)
{
  vtkNew<ArrayType> array;
  array->SetName(name);
  for (const ValueType& value : values)
  {
    array->InsertNextValue(value);
  }
  fields->AddArray(array);
}

template <typename ArrayType, typename ValueType>
void addField(vtkFieldData* fields, const char* name, const ValueType& value)
{
  vtkNew<ArrayType> array;
  array->SetName(name);
  array->InsertNextValue(value);
  fields->AddArray(array);
}

void describeRun(
  vtkFieldData* fields, const TopologyRunDescription& run, const IterationRecord& record)
{
  addField<vtkIntArray>(fields, "Iteration", record.iteration);
  addField<vtkDoubleArray>(fields, "Compliance", record.compliance);
  if (run.minimizesOutput)
  {
    addField<vtkDoubleArray>(fields, "OutputDisplacement", record.objective);
  }
  addField<vtkDoubleArray>(fields, "VolumeFraction", record.volumeFraction);
  addField<vtkDoubleArray>(fields, "FilterRadius", run.filterRadius);
  addField<vtkStringArray>(fields, "Device", run.device.c_str());
  addField<vtkDoubleArray>(fields, "YoungsModulus", run.material.youngsModulus);
  addField<vtkDoubleArray>(fields, "PoissonsRatio", run.material.poissonsRatio);
  addField<vtkIntArray>(fields, "Interpolation", static_cast<int>(run.settings.interpolation));
  addField<vtkDoubleArray>(fields, "Penalization", run.settings.penalization);
  addField<vtkDoubleArray>(fields, "MinimumDensity", run.settings.minimumDensity);
  addField<vtkDoubleArray>(fields, "MinimumModulusRatio", run.settings.minimumModulusRatio);
  addField<vtkStringArray>(fields, "LoadCases", run.loadCases);
  addField<vtkDoubleArray>(fields, "LoadCaseWeights", run.weights);
}

/// The arrays of the source and of the iterate.
void addArrays(vtkDataSet* output, vtkDataSet* source, const TopologyRunDescription& run,
  const TopologyIterate& iterate)
{
  vtkPointData* points = output->GetPointData();
  vtkCellData* cells = output->GetCellData();
  points->PassData(source->GetPointData());
  cells->PassData(source->GetCellData());
  cells->AddArray(named(iterate.density, "Density"));
  cells->AddArray(named(iterate.strainEnergyDensity, "StrainEnergyDensity"));
  cells->SetActiveScalars("Density");
  points->AddArray(named(iterate.displacements.front(), "Displacement"));
  points->SetActiveVectors("Displacement");
  const std::vector<std::string>& cases = run.loadCases;
  for (std::size_t i = 0; cases.size() > 1 && i < cases.size(); ++i)
  {
    points->AddArray(named(iterate.displacements[i], "Displacement_" + cases[i]));
  }
}

void hideCellsBelow(vtkImageData* image, vtkDoubleArray* density, double threshold)
{
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetNumberOfValues(density->GetNumberOfValues());
  const double* values = density->GetPointer(0);
  std::transform(values, values + density->GetNumberOfValues(), ghosts->GetPointer(0),
    [threshold](double value)
    { return value >= threshold ? 0 : std::uint8_t(vtkDataSetAttributes::HIDDENCELL); });
  blankCells(image, ghosts);
}

/// Hides the other cells of image data, takes them out of a grid.
void keepDense(vtkDataSet* output, vtkDoubleArray* density, double densityThreshold)
{
  if (vtkImageData* image = vtkImageData::SafeDownCast(output))
  {
    hideCellsBelow(image, density, densityThreshold);
    return;
  }
  vtkNew<vtkUnstructuredGrid> whole;
  whole->ShallowCopy(output);
  vtkNew<vtkThreshold> threshold;
  threshold->SetInputData(whole);
  threshold->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Density");
  threshold->SetThresholdFunction(vtkThreshold::THRESHOLD_UPPER);
  threshold->SetUpperThreshold(densityThreshold);
  threshold->Update();
  output->CopyStructure(threshold->GetOutput());
  output->GetPointData()->ShallowCopy(threshold->GetOutput()->GetPointData());
  output->GetCellData()->ShallowCopy(threshold->GetOutput()->GetCellData());
}
}

TopologyRunDescription describe(const TopologyProblem& problem, const Device& device)
{
  TopologyRunDescription run;
  for (const LoadCase& load : problem.loadCases)
  {
    run.loadCases.push_back(load.name);
    run.weights.push_back(load.weight);
  }
  run.material = problem.material;
  run.settings = problem.settings;
  run.minimizesOutput = problem.settings.objective == Objective::OutputDisplacement;
  run.filterRadius = problem.settings.filterRadius;
  run.device = device.name;
  return run;
}

void writeIterate(vtkDataSet* output, const ResultGeometry& geometry,
  const TopologyRunDescription& run, const TopologyIterate& iterate, double densityThreshold)
{
  vtkDataSet* source = geometry.asOutput(output);
  if (!source)
  {
    return;
  }
  output->CopyStructure(source);
  addArrays(output, source, run, iterate);
  if (densityThreshold > 0.0)
  {
    keepDense(output, iterate.density, densityThreshold);
  }
  output->GetFieldData()->PassData(source->GetFieldData());
  describeRun(output->GetFieldData(), run, iterate.record);
  if (densityThreshold > 0.0)
  {
    addField<vtkDoubleArray>(output->GetFieldData(), "DensityThreshold", densityThreshold);
  }
}

void writeConvergence(vtkTable* output, const TopologyRunDescription& run,
  const std::vector<IterationRecord>& records, int lastNumber)
{
  vtkNew<vtkIntArray> iteration;
  vtkNew<vtkIntArray> solverIterations;
  iteration->SetName("Iteration");
  solverIterations->SetName("SolverIterations");
  const char* names[] = { "Compliance", "VolumeFraction", "DensityChange", "Residual", "Seconds" };
  vtkNew<vtkDoubleArray> columns[5];
  for (int i = 0; i < 5; ++i)
  {
    columns[i]->SetName(names[i]);
  }
  vtkNew<vtkDoubleArray> outputDisplacement;
  outputDisplacement->SetName("OutputDisplacement");
  for (const IterationRecord& record : records)
  {
    if (record.iteration > lastNumber)
    {
      break;
    }
    iteration->InsertNextValue(record.iteration);
    outputDisplacement->InsertNextValue(record.objective);
    solverIterations->InsertNextValue(record.solverIterations);
    const double values[] = { record.compliance, record.volumeFraction, record.densityChange,
      record.residual, record.seconds };
    for (int i = 0; i < 5; ++i)
    {
      columns[i]->InsertNextValue(values[i]);
    }
  }
  output->AddColumn(iteration);
  if (run.minimizesOutput)
  {
    output->AddColumn(outputDisplacement);
  }
  for (int i = 0; i < 3; ++i)
  {
    output->AddColumn(columns[i]);
  }
  output->AddColumn(solverIterations);
  output->AddColumn(columns[3]);
  output->AddColumn(columns[4]);
  addField<vtkStringArray>(output->GetFieldData(), "Device", run.device.c_str());
}
}
