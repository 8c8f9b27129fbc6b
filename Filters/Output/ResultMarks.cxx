#include "ResultMarks.h"

#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectBase.h"
#include "vtkStringArray.h"

namespace trabecula::filters
{
namespace
{
/// Returns the text of a mark of the first input that is empty and has this mark.
std::string markOfEmptyInput(
  vtkInformationVector** inputVector, int numberOfPorts, const char* name)
{
  for (int port = 0; port < numberOfPorts; ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkDataObject* data = vtkDataObject::GetData(inputVector[port], i);
      std::string text = isEmpty(data) ? markOf(data, name) : std::string();
      if (!text.empty())
      {
        return text;
      }
    }
  }
  return "";
}
}

std::string failureOf(const vtkObjectBase& algorithm, const std::string& error)
{
  constexpr std::size_t prefix = 3;
  return std::string(algorithm.GetClassName()).substr(prefix) +
    " has ended with an error: " + error;
}

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

std::string markOf(vtkDataObject* data, const char* name)
{
  auto* mark =
    data ? vtkStringArray::SafeDownCast(data->GetFieldData()->GetAbstractArray(name)) : nullptr;
  return mark && mark->GetNumberOfValues() > 0 ? mark->GetValue(0) : std::string();
}

void passMark(vtkDataObject* data, const char* name, const std::string& text)
{
  if (!text.empty())
  {
    setMark(data, name, text);
  }
}

bool isEmpty(vtkDataObject* data)
{
  return data && data->GetNumberOfElements(vtkDataObject::POINT) == 0 &&
    data->GetNumberOfElements(vtkDataObject::ROW) == 0;
}

std::string awaitedInput(vtkInformationVector** inputVector, int numberOfPorts)
{
  return markOfEmptyInput(inputVector, numberOfPorts, Awaited);
}

std::string failedInput(vtkInformationVector** inputVector, int numberOfPorts)
{
  return markOfEmptyInput(inputVector, numberOfPorts, Failed);
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
