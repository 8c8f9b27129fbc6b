#include "FrequencyAnalysisWriter.h"

#include "CopyValues.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkTable.h"

#include <string>

namespace trabecula::filters
{
namespace
{
constexpr const char* ModeShapeName = "ModeShape";

std::string nameOfMode(std::size_t mode)
{
  return ModeShapeName + std::to_string(mode + 1);
}

template <class Array, class Value>
void setFieldValue(vtkDataSet* data, const char* name, Value value)
{
  vtkNew<Array> array;
  array->SetName(name);
  array->InsertNextValue(value);
  data->GetFieldData()->AddArray(array);
}

template <class Value>
void addModeColumn(
  vtkTable* output, const FrequencyAnalysis& analysis, const char* name, const Value& valueOf)
{
  vtkNew<vtkDoubleArray> column;
  column->SetName(name);
  for (const VibrationMode& mode : analysis.modes)
  {
    column->InsertNextValue(valueOf(mode));
  }
  output->AddColumn(column);
}
}

void writeModes(const FrequencyAnalysis& analysis, vtkDataSet* solid, vtkDataSet* output)
{
  output->ShallowCopy(solid);
  for (std::size_t i = 0; i < analysis.modes.size(); ++i)
  {
    const std::vector<double>& shape = analysis.modes[i].shape;
    vtkNew<vtkDoubleArray> array;
    array->SetName(nameOfMode(i).c_str());
    array->SetNumberOfComponents(3);
    array->SetNumberOfTuples(static_cast<vtkIdType>(shape.size()) / 3);
    copyValues(shape, array->GetPointer(0));
    output->GetPointData()->AddArray(array);
  }
}

void showMode(vtkDataSet* data, std::size_t mode, double frequency, double factor)
{
  vtkPointData* points = data->GetPointData();
  vtkNew<vtkDoubleArray> shown;
  if (vtkDataArray* shape = points->GetArray(nameOfMode(mode).c_str()))
  {
    shown->DeepCopy(shape);
  }
  shown->SetName(ModeShapeName);
  for (vtkIdType i = 0; i < shown->GetNumberOfValues(); ++i)
  {
    shown->SetValue(i, factor * shown->GetValue(i));
  }
  for (std::size_t other = 0; points->HasArray(nameOfMode(other).c_str()); ++other)
  {
    points->RemoveArray(nameOfMode(other).c_str());
  }
  if (shown->GetNumberOfTuples() == data->GetNumberOfPoints())
  {
    points->AddArray(shown);
    points->SetActiveVectors(ModeShapeName);
    points->SetActiveScalars(ModeShapeName);
    data->GetCellData()->SetActiveScalars(nullptr); // views prefer the active scalars of points
  }
  setFieldValue<vtkIntArray>(data, "Mode", static_cast<int>(mode) + 1);
  setFieldValue<vtkDoubleArray>(data, "Frequency", frequency);
}

void writeFrequencies(const FrequencyAnalysis& analysis, vtkTable* output)
{
  vtkNew<vtkIntArray> numbers;
  numbers->SetName("Mode");
  for (std::size_t i = 0; i < analysis.modes.size(); ++i)
  {
    numbers->InsertNextValue(static_cast<int>(i) + 1);
  }
  output->AddColumn(numbers);
  addModeColumn(
    output, analysis, "Frequency", [](const VibrationMode& mode) { return mode.frequency; });
  addModeColumn(
    output, analysis, "Residual", [](const VibrationMode& mode) { return mode.residual; });
  for (std::size_t c = 0; c < 3; ++c)
  {
    addModeColumn(output, analysis, (std::string("EffectiveMass") + "XYZ"[c]).c_str(),
      [c](const VibrationMode& mode) { return mode.effectiveMass[c]; });
  }
}
}
