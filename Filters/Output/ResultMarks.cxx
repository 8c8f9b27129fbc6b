#include "ResultMarks.h"

#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkStringArray.h"

namespace trabecula::filters
{
void setMark(vtkDataObject* data, const char* name, const std::string& text)
{
  if (data)
  {
    vtkNew<vtkStringArray> mark;
    mark->SetName(name);
    mark->InsertNextValue(text);
    data->GetFieldData()->AddArray(mark);
  }
}

std::string awaitedInput(vtkInformationVector** inputVector, int numberOfPorts)
{
  for (int port = 0; port < numberOfPorts; ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkDataSet* data = vtkDataSet::GetData(inputVector[port], i);
      auto* mark = data && data->GetNumberOfPoints() == 0
        ? vtkStringArray::SafeDownCast(data->GetFieldData()->GetAbstractArray(Awaited))
        : nullptr;
      if (mark && mark->GetNumberOfValues() > 0)
      {
        return mark->GetValue(0);
      }
    }
  }
  return "";
}

bool hasMark(vtkInformationVector** inputVector, int numberOfPorts, const char* name)
{
  for (int port = 0; port < numberOfPorts; ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkDataObject* data = vtkDataObject::GetData(inputVector[port], i);
      if (data && data->GetFieldData()->HasArray(name))
      {
        return true;
      }
    }
  }
  return false;
}
}
