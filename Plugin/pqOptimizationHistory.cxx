#include "pqOptimizationHistory.h"

#include "vtkDelimitedTextWriter.h"
#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkTable.h"

#include <algorithm>
#include <string>
#include <vector>

namespace
{
constexpr int IterationsOfMean = 10;

// What the property has, an iteration after the other.
constexpr int ValuesOfIteration = 8;
constexpr int OutputInHistory = 2;
constexpr const char* ColumnNames[ValuesOfIteration] = { "Iteration", "Compliance",
  "OutputDisplacement", "VolumeFraction", "DensityChange", "SolverIterations", "Residual",
  "Seconds" };

//-----------------------------------------------------------------------------
bool minimizesOutput(vtkSMSourceProxy* proxy)
{
  return proxy->GetProperty("Objective") && vtkSMPropertyHelper(proxy, "Objective").GetAsInt() == 1;
}

//-----------------------------------------------------------------------------
vtkSmartPointer<vtkDataArray> makeColumn(const std::string& name)
{
  const bool isWhole = name == "Iteration" || name == "SolverIterations";
  auto column = vtkSmartPointer<vtkDataArray>::Take(isWhole
      ? static_cast<vtkDataArray*>(vtkIntArray::New())
      : static_cast<vtkDataArray*>(vtkDoubleArray::New()));
  column->SetName(name.c_str());
  return column;
}
}

//-----------------------------------------------------------------------------
vtkSmartPointer<vtkTable> pqOptimizationHistory::read(vtkSMSourceProxy* proxy)
{
  std::vector<double> values;
  if (vtkSMProperty* property = proxy->GetProperty("History"))
  {
    proxy->UpdatePropertyInformation(property);
    values = vtkSMPropertyHelper(property).GetDoubleArray();
  }
  const auto rows = static_cast<vtkIdType>(values.size() / ValuesOfIteration);
  auto history = vtkSmartPointer<vtkTable>::New();
  for (int i = 0; i < ValuesOfIteration; ++i)
  {
    if (i == OutputInHistory && !minimizesOutput(proxy))
    {
      continue;
    }
    const vtkSmartPointer<vtkDataArray> column = makeColumn(ColumnNames[i]);
    column->SetNumberOfTuples(rows);
    for (vtkIdType row = 0; row < rows; ++row)
    {
      column->SetTuple1(row, values[static_cast<std::size_t>(row * ValuesOfIteration + i)]);
    }
    history->AddColumn(column);
  }
  return history;
}

//-----------------------------------------------------------------------------
const char* pqOptimizationHistory::objective(vtkSMSourceProxy* proxy)
{
  return minimizesOutput(proxy) ? ColumnNames[OutputInHistory] : "Compliance";
}

//-----------------------------------------------------------------------------
double pqOptimizationHistory::last(vtkTable* history, const char* column)
{
  return history->GetValueByName(history->GetNumberOfRows() - 1, column).ToDouble();
}

//-----------------------------------------------------------------------------
double pqOptimizationHistory::secondsOfIteration(vtkTable* history)
{
  const vtkIdType rows = history->GetNumberOfRows();
  const vtkIdType first = std::max<vtkIdType>(0, rows - IterationsOfMean);
  double sum = 0.0;
  for (vtkIdType i = first; i < rows; ++i)
  {
    sum += history->GetValueByName(i, "Seconds").ToDouble();
  }
  return rows > first ? sum / static_cast<double>(rows - first) : 0.0;
}

//-----------------------------------------------------------------------------
bool pqOptimizationHistory::save(vtkTable* history, const QString& fileName)
{
  vtkNew<vtkDelimitedTextWriter> writer;
  writer->SetFileName(fileName.toUtf8().data());
  writer->SetInputData(history);
  writer->SetUseStringDelimiter(false);
  return writer->Write() != 0;
}
