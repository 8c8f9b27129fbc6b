#include "TableUnits.h"

#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkInformation.h"
#include "vtkInformationStringKey.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

namespace trabecula::filters
{
void stateUnits(vtkTable* table, UnitSystem system)
{
  const auto unit = [system](const std::string& quantity) { return unitOf(system, quantity); };
  auto* column = vtkStringArray::SafeDownCast(table->GetColumnByName("Unit"));
  if (!column)
  {
    labelColumns(table, unit);
    return;
  }
  vtkNew<vtkStringArray> named;
  named->SetName(column->GetName());
  for (vtkIdType i = 0; i < column->GetNumberOfValues(); ++i)
  {
    named->InsertNextValue(unit(column->GetValue(i)));
  }
  vtkNew<vtkDataSetAttributes> rows;
  rows->ShallowCopy(table->GetRowData());
  rows->AddArray(named);
  table->SetRowData(rows);
}

void labelColumns(
  vtkTable* table, const std::function<std::string(const std::string& quantity)>& unit)
{
  vtkNew<vtkDataSetAttributes> rows;
  rows->ShallowCopy(table->GetRowData());
  for (vtkIdType i = 0; i < table->GetNumberOfColumns(); ++i)
  {
    auto* column = vtkDataArray::SafeDownCast(table->GetColumn(i));
    const std::string quantity =
      column && column->GetName() ? quantityOfColumn(column->GetName()) : std::string();
    const std::string label = quantity.empty() ? quantity : unit(quantity);
    if (!label.empty())
    {
      const auto labelled = vtkSmartPointer<vtkDataArray>::Take(column->NewInstance());
      labelled->ShallowCopy(column);
      labelled->SetName(column->GetName());
      labelled->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), label.c_str());
      rows->AddArray(labelled);
    }
  }
  table->SetRowData(rows);
}
}
