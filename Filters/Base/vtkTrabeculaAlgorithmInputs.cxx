// Input checks of vtkTrabeculaAlgorithm: whether inputs have changed and are valid.

#include "InputStructure.h"
#include "ResultMarks.h"
#include "vtkTrabeculaAlgorithmInternals.h"

#include "Core/Error.h"

#include "vtkCompositeDataSet.h"
#include "vtkDataSet.h"
#include "vtkExecutive.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationStringVectorKey.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <algorithm>
#include <utility>

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;
using trabecula::filters::InputStamp;

/// Composite data have no stamp; their error is repeated after a change of the filter.
std::vector<InputStamp> stampsOf(vtkInformationVector** inputVector, int numberOfPorts)
{
  std::vector<InputStamp> stamps;
  for (int port = 0; port < numberOfPorts; ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      stamps.emplace_back(vtkDataSet::GetData(inputVector[port], i));
    }
  }
  return stamps;
}
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::GetInputArrayName(int index)
{
  const char* name = this->GetInputArrayInformation(index)->Get(vtkDataObject::FIELD_NAME());
  // Array selectors display, and set, "None" if no array is chosen.
  return name && std::string(name) != "None" ? name : "";
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsAlone()
{
  return !this->Controller || this->Controller->GetNumberOfProcesses() < 2;
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsFirstRank()
{
  return this->IsAlone() || this->Controller->GetLocalProcessId() == 0;
}

//------------------------------------------------------------------------------
int vtkTrabeculaAlgorithm::GetRequestingPort(vtkInformation* request)
{
  return request->Has(vtkExecutive::FROM_OUTPUT_PORT())
    ? request->Get(vtkExecutive::FROM_OUTPUT_PORT())
    : -1;
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsExtraPiece(
  vtkInformation* request, vtkInformationVector* outputVector)
{
  const int port = std::max(vtkTrabeculaAlgorithm::GetRequestingPort(request), 0);
  return this->IsAlone() &&
    outputVector->GetInformationObject(port)->Get(SDDP::UPDATE_PIECE_NUMBER()) > 0;
}

//------------------------------------------------------------------------------
vtkMTimeType vtkTrabeculaAlgorithm::GetParameterMTime()
{
  return this->GetMTime();
}

//------------------------------------------------------------------------------
vtkMTimeType vtkTrabeculaAlgorithm::GetMTimeOfParametersAndArrays()
{
  vtkMTimeType time = this->ParameterTime.GetMTime();
  vtkInformationVector* arrays =
    this->GetInformation()->Get(vtkAlgorithm::INPUT_ARRAYS_TO_PROCESS());
  for (int i = 0; arrays && i < arrays->GetNumberOfInformationObjects(); ++i)
  {
    time = std::max(time, arrays->GetInformationObject(i)->GetMTime());
  }
  return time;
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsUpToDate(vtkInformationVector** inputVector)
{
  const vtkInternals::Snapshot now{ stampsOf(inputVector, this->GetNumberOfInputPorts()),
    this->GetTimeOfLastChange() };
  return this->Internals->Settled == now;
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::MarkUpToDate(vtkInformationVector** inputVector)
{
  this->Internals->Settled = { stampsOf(inputVector, this->GetNumberOfInputPorts()),
    this->GetTimeOfLastChange() };
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::Invalidate()
{
  this->Internals->Settled = {};
}

//------------------------------------------------------------------------------
int vtkTrabeculaAlgorithm::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkUnstructuredGrid");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  return 1;
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::FindComposite(vtkInformationVector** inputVector)
{
  for (int port = 0; port < this->GetNumberOfInputPorts(); ++port)
  {
    // Filters that accept any data object receive composite data as a whole.
    const char* required =
      vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE()->Get(this->GetInputPortInformation(port), 0);
    const bool isWhole = required && std::string(required) == "vtkDataObject";
    for (int i = 0; !isWhole && i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkDataObject* data = vtkDataObject::GetData(inputVector[port], i);
      if (vtkCompositeDataSet::SafeDownCast(data))
      {
        return data->GetClassName();
      }
    }
  }
  return "";
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsExecutedHere(
  vtkInformation* request, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  if (!internals.CompositeInput.empty())
  {
    // The error is reported once, not for each block.
    const vtkInternals::Snapshot refused = { {}, this->GetMTime() };
    if (!(internals.Refused == refused))
    {
      internals.Refused = refused;
      this->Invalidate();
      this->ReportError(this->DescribeComposite(internals.CompositeInput));
    }
    return false;
  }
  internals.Refused = {};
  return !this->IsExtraPiece(request, outputVector);
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::GetNameOfInput(int, int)
{
  return "";
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::RequireValidInputs(vtkInformationVector** inputVector)
{
  if (!this->IsAlone() && !this->Internals->FromRanks.error().empty())
  {
    this->Internals->FailedInput = this->Internals->FromRanks.failedInput();
    throw trabecula::Error(this->Internals->FromRanks.error());
  }
  this->Internals->FailedInput =
    trabecula::filters::failedInput(inputVector, this->GetNumberOfInputPorts());
  if (!this->Internals->FailedInput.empty())
  {
    throw trabecula::Error("There is no input: " + this->Internals->FailedInput);
  }
  if (!this->Internals->UnitConflict.empty())
  {
    throw trabecula::Error(this->Internals->UnitConflict);
  }
  std::vector<InputStamp> stamps = stampsOf(inputVector, this->GetNumberOfInputPorts());
  if (this->Internals->Valid == stamps)
  {
    return;
  }
  for (int port = 0; port < this->GetNumberOfInputPorts(); ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      if (vtkDataSet* data = vtkDataSet::GetData(inputVector[port], i))
      {
        try
        {
          trabecula::filters::requireValidStructure(data);
        }
        catch (const trabecula::Error& error)
        {
          const std::string name = this->GetNameOfInput(port, i);
          throw trabecula::Error((name.empty() ? "" : name + ": ") + error.what());
        }
      }
    }
  }
  this->Internals->Valid = std::move(stamps);
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::NoteTime(vtkInformationVector** inputVector)
{
  // The times of designs are iterations, which the field data of the design already state.
  vtkDataObject* data =
    this->GetNumberOfInputPorts() > 0 ? vtkDataObject::GetData(inputVector[0]) : nullptr;
  const bool isDesign = data && data->GetFieldData()->HasArray("Iteration");
  const std::string note = data && !isDesign
    ? trabecula::filters::describeTime(inputVector[0]->GetInformationObject(0))
    : "";
  if (!note.empty() && this->Internals->ErrorMessage.empty())
  {
    this->Internals->Status += " " + note;
  }
}
