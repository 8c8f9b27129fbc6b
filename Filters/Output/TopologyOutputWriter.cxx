#include "TopologyOutputWriter.h"

#include "ImageBlanking.h"
#include "LoadsOfDesignFields.h"
#include "ResultMarks.h"
#include "SharedValues.h"

#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/TopologyTask.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
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
#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace trabecula::filters
{
namespace
{
constexpr const char* ConstraintTexts = "Constraints";
constexpr int WordsOfConstraint = 6;

/// Adds the fields of an iterate. The first cell field becomes the active scalars; the first point
/// vectors are named Displacement and become active, whatever their load case. For a cloud of nodes
/// see addCloudFields().
void addFields(vtkDataSet* output, const std::shared_ptr<const RunIterate>& iterate)
{
  vtkCellData* cells = output->GetCellData();
  vtkPointData* points = output->GetPointData();
  bool hasScalars = false;
  bool hasVectors = false;
  for (std::size_t i = 0; i < iterate->fields.size(); ++i)
  {
    const FieldDescription& field = iterate->fields[i];
    if (field.support == FieldSupport::Elements)
    {
      cells->AddArray(shareField(iterate, i, field.name));
      if (!std::exchange(hasScalars, true))
      {
        cells->SetActiveScalars(field.name.c_str());
      }
      continue;
    }
    if (field.support == FieldSupport::Cloud)
    {
      continue;
    }
    constexpr const char* displacement = "Displacement";
    if (field.components == 3 && !std::exchange(hasVectors, true))
    {
      points->AddArray(shareField(iterate, i, displacement));
      points->SetActiveVectors(displacement);
    }
    if (field.name != displacement)
    {
      points->AddArray(shareField(iterate, i, field.name));
    }
  }
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

void addConstraints(vtkFieldData* fields, const std::vector<ConstraintRow>& rows)
{
  if (rows.empty())
  {
    fields->RemoveArray(ConstraintTexts);
    return;
  }
  vtkNew<vtkStringArray> texts;
  texts->SetName(ConstraintTexts);
  texts->SetNumberOfComponents(WordsOfConstraint);
  for (const ConstraintRow& row : rows)
  {
    const ResponseOptions& options = row.options;
    for (const std::string* text : { &row.response, &row.sense, &row.bound, &options.region,
           &options.loadCases, &options.parameters })
    {
      texts->InsertNextValue(*text);
    }
  }
  fields->AddArray(texts);
}

/// Adds the direction in which layers of the part are added, if it is printed, and the settings by
/// which its layers are supported.
void addBuildDirection(vtkFieldData* fields, const StageSettings& stages)
{
  const OverhangSettings& overhang = stages.overhang;
  if (overhang.direction != AxisDirection::Off)
  {
    addField<vtkDoubleArray>(fields, "BuildAngle", overhang.angle);
    addField<vtkIntArray>(fields, "AttachedSide", static_cast<int>(overhang.attachedSide));
    addField<vtkDoubleArray>(fields, "LayerGridEdge", stages.formGrid.edge);
    const std::array<double, 3> direction =
      unitVector(overhang.direction, overhang.vector, "Build Direction");
    addField<vtkDoubleArray>(
      fields, "BuildDirection", std::vector<double>(direction.begin(), direction.end()));
  }
}

/// Adds what is known, and removes what an input had, such as a former design.
void addMaterial(vtkFieldData* fields, const RunInput& run, const RunIterate& iterate)
{
  fields->RemoveArray("Material");
  if (!run.solid.name.empty())
  {
    addField<vtkStringArray>(fields, "Material", run.solid.name.c_str());
  }
  const bool isDerived = hasDerivedMass(run, iterate.columns);
  for (const auto& [name, value] : { std::make_pair("MassDensity", run.solid.massDensity),
         std::make_pair("YieldStress", run.solid.yieldStress),
         std::make_pair(MassColumn, isDerived ? massOf(run, iterate.columns, iterate.row) : 0.0) })
  {
    if (value > 0.0)
    {
      addField<vtkDoubleArray>(fields, name, value);
    }
    else if (iterate.columns.find(name) < 0)
    {
      fields->RemoveArray(name);
    }
  }
}

void addCloudFields(vtkFieldData* fields, const std::shared_ptr<const RunIterate>& iterate)
{
  for (std::size_t i = 0; i < iterate->fields.size(); ++i)
  {
    if (iterate->fields[i].support == FieldSupport::Cloud)
    {
      fields->AddArray(shareField(iterate, i, iterate->fields[i].name));
    }
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

/// Keeps the cells above a threshold: others are hidden in image data and removed from a grid.
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

std::vector<ConstraintRow> readConstraints(vtkFieldData* fields)
{
  std::vector<ConstraintRow> rows;
  auto* texts = vtkStringArray::SafeDownCast(fields->GetAbstractArray(ConstraintTexts));
  for (vtkIdType i = 0; texts && i + WordsOfConstraint <= texts->GetNumberOfValues();
       i += WordsOfConstraint)
  {
    rows.push_back({ texts->GetValue(i), texts->GetValue(i + 1), texts->GetValue(i + 2),
      { texts->GetValue(i + 3), texts->GetValue(i + 4), texts->GetValue(i + 5) } });
  }
  return rows;
}

TopologyRunDescription describe(const ElasticConditions& conditions, const DesignProblem& design)
{
  TopologyRunDescription run;
  for (const LoadCase& load : conditions.loadCases)
  {
    run.loadCases.push_back(load.name);
    run.weights.push_back(load.weight);
  }
  run.material = conditions.material;
  run.ofDesign.weight = conditions.ofDesign.weight;
  run.ofDesign.ofPoints = conditions.ofDesign.ofPoints;
  run.ofDesign.thermal.expansion = conditions.ofDesign.thermal.expansion;
  run.ofDesign.thermal.reference = conditions.ofDesign.thermal.reference;
  run.minimumModulusRatio = design.settings.minimumModulusRatio;
  for (const ResponseConstraint& constraint : constraintsOf(design.settings))
  {
    run.constraints.push_back(rowOf(constraint));
  }
  return run;
}

TopologyRunDescription describe(const ElasticConditions& conditions, const DensityDesign& design)
{
  TopologyRunDescription run = describe(conditions, static_cast<const DesignProblem&>(design));
  run.densities = design.densities;
  return run;
}

TopologyRunDescription describe(const HeatDesignProblem& problem)
{
  TopologyRunDescription run;
  run.conductivity = problem.heat.conductivity;
  run.minimumModulusRatio = problem.design.settings.minimumModulusRatio;
  run.densities = problem.design.densities;
  return run;
}

void writeRunDescription(
  vtkFieldData* fields, const TopologyRunDescription& run, const RunIterate& iterate)
{
  addField<vtkIntArray>(fields, "Iteration", iterate.number());
  for (const std::string& name : responseColumns(iterate.columns))
  {
    addField<vtkDoubleArray>(fields, name.c_str(), valueOf(iterate.columns, iterate.row, name));
  }
  if (run.densities)
  {
    addField<vtkDoubleArray>(fields, "FilterRadius", filterRadiusOf(*run.densities));
  }
  addField<vtkStringArray>(fields, "Device", run.device.c_str());
  addMaterial(fields, run, iterate);
  addConstraints(fields, run.constraints);
  if (run.conductivity)
  {
    addField<vtkDoubleArray>(fields, "Conductivity", *run.conductivity);
  }
  else
  {
    addField<vtkDoubleArray>(fields, "YoungsModulus", run.material.youngsModulus);
    addField<vtkDoubleArray>(fields, "PoissonsRatio", run.material.poissonsRatio);
    addField<vtkStringArray>(fields, "LoadCases", run.loadCases);
    addField<vtkDoubleArray>(fields, "LoadCaseWeights", run.weights);
    writeLoadsOfDesign(fields, run.ofDesign, run.temperatureArray, run.pointMassArray);
  }
  if (run.densities)
  {
    const DensitySettings& densities = *run.densities;
    addField<vtkIntArray>(fields, "Interpolation", static_cast<int>(densities.interpolation));
    // Of a run with a continuation it is that of the iteration.
    const int column = iterate.columns.find("Penalization");
    addField<vtkDoubleArray>(fields, "Penalization",
      column < 0 ? densities.penalization : iterate.row.values[static_cast<std::size_t>(column)]);
    addField<vtkDoubleArray>(fields, "MinimumDensity", densities.minimumDensity);
    addBuildDirection(fields, densities.stages);
  }
  addField<vtkDoubleArray>(fields, "MinimumModulusRatio", run.minimumModulusRatio);
}

void writeIterate(vtkDataSet* output, const TopologyRunDescription& run,
  const std::shared_ptr<const RunIterate>& iterate, double densityThreshold)
{
  vtkDataSet* source = run.geometry.asOutput(output);
  if (!source)
  {
    return;
  }
  output->CopyStructure(source);
  output->GetPointData()->PassData(source->GetPointData());
  output->GetCellData()->PassData(source->GetCellData());
  if (run.geometry.isOfVisibleCells() && vtkImageData::SafeDownCast(output))
  {
    vtkNew<vtkUnstructuredGrid> visible; // arrays only
    addFields(visible, iterate);
    run.geometry.spread(visible, output);
  }
  else
  {
    addFields(output, iterate);
  }
  if (densityThreshold > 0.0)
  {
    keepDense(output, vtkDoubleArray::SafeDownCast(output->GetCellData()->GetArray("Density")),
      densityThreshold);
  }
  output->GetFieldData()->PassData(source->GetFieldData());
  addCloudFields(output->GetFieldData(), iterate);
  writeRunDescription(output->GetFieldData(), run, *iterate);
  if (densityThreshold > 0.0)
  {
    addField<vtkDoubleArray>(output->GetFieldData(), "DensityThreshold", densityThreshold);
  }
}

void writeVerdict(vtkFieldData* fields, const DesignVerdict& verdict)
{
  double carried = 1.0;
  for (const LoadVerdict& load : verdict.loads)
  {
    carried = std::min(carried, load.carried);
  }
  addField<vtkStringArray>(fields, VerdictText, verdict.text().c_str());
  addField<vtkDoubleArray>(fields, "BoundExcess", verdict.largestExcess());
  addField<vtkDoubleArray>(fields, "CarriedLoad", carried);
  addField<vtkIntArray>(fields, "LoosePieces", static_cast<int>(verdict.loosePieces));
  addField<vtkDoubleArray>(fields, "Greyness", verdict.greyness);
  addField<vtkIntArray>(fields, "Converged", verdict.isConverged() ? 1 : 0);
  const std::string fault = verdict.faultText();
  fields->RemoveArray(DesignFault);
  if (!fault.empty())
  {
    addField<vtkStringArray>(fields, DesignFault, fault.c_str());
  }
}

bool hasDerivedMass(const RunInput& input, const HistoryColumns& columns)
{
  return input.solid.wholeMass > 0.0 && columns.find("VolumeFraction") >= 0 &&
    columns.find(MassColumn) < 0;
}

double massOf(const RunInput& input, const HistoryColumns& columns, const HistoryRow& row)
{
  return input.solid.wholeMass * valueOf(columns, row, "VolumeFraction");
}

void writeConvergence(vtkTable* output, const RunInput& input, const HistoryColumns& columns,
  const std::vector<HistoryRow>& rows, int lastNumber)
{
  const auto end = std::find_if(
    rows.begin(), rows.end(), [&](const HistoryRow& row) { return row.iteration > lastNumber; });
  vtkNew<vtkIntArray> iteration;
  iteration->SetName("Iteration");
  std::for_each(
    rows.begin(), end, [&](const HistoryRow& row) { iteration->InsertNextValue(row.iteration); });
  output->AddColumn(iteration);
  for (std::size_t i = 0; i < columns.size(); ++i)
  {
    const auto column = vtk::TakeSmartPointer(columns[i].isInteger
        ? static_cast<vtkDataArray*>(vtkIntArray::New())
        : static_cast<vtkDataArray*>(vtkDoubleArray::New()));
    column->SetName(columns[i].name.c_str());
    std::for_each(
      rows.begin(), end, [&](const HistoryRow& row) { column->InsertNextTuple1(row.values[i]); });
    output->AddColumn(column);
  }
  if (hasDerivedMass(input, columns))
  {
    vtkNew<vtkDoubleArray> mass;
    mass->SetName(MassColumn);
    std::for_each(rows.begin(), end,
      [&](const HistoryRow& row) { mass->InsertNextValue(massOf(input, columns, row)); });
    output->AddColumn(mass);
  }
  addField<vtkStringArray>(output->GetFieldData(), "Device", input.device.c_str());
}
}
