#include "vtkTrabeculaAlgorithm.h"

#include "InputStamp.h"
#include "InputStructure.h"
#include "RequestGuard.h"
#include "ResultMarks.h"

#include "Core/Error.h"

#include "vtkCommunicator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkExecutive.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationStringVectorKey.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <algorithm>
#include <vector>

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;
using trabecula::filters::InputStamp;

/// Inputs, and a time of the filter.
struct Snapshot
{
  std::vector<InputStamp> inputs;
  vtkMTimeType time = 0;

  bool operator==(const Snapshot& other) const
  {
    return this->time == other.time && this->inputs == other.inputs;
  }
};

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

class vtkTrabeculaAlgorithm::vtkInternals
{
public:
  std::string Status = "Nothing computed yet.";
  std::string ErrorMessage; ///< until there is another status
  /// Of the last complete execution; null where there is none.
  std::vector<vtkSmartPointer<vtkDataObject>> Results;
  /// They are of an earlier execution than the last one, which an error or a stop ended.
  bool IsOutOfDate = false;
  /// An input is a design of a live run that goes on.
  bool InputIsInProgress = false;
  /// Stamp of the last execution, complete or not. Times of filters are never 0.
  Snapshot Settled;
  /// The last refused input, so that it is reported once for all ports and blocks.
  Snapshot Refused;
  /// Inputs that were found valid, not to be examined again.
  std::vector<InputStamp> Valid;
  /// Class of the input if it is composite, else empty.
  std::string CompositeInput;
};

vtkCxxSetObjectMacro(vtkTrabeculaAlgorithm, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkTrabeculaAlgorithm::vtkTrabeculaAlgorithm() : Internals(std::make_unique<vtkInternals>())
{
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

//------------------------------------------------------------------------------
vtkTrabeculaAlgorithm::~vtkTrabeculaAlgorithm()
{
  this->SetController(nullptr);
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::Continue()
{
  this->Modified();
}

//------------------------------------------------------------------------------
const char* vtkTrabeculaAlgorithm::GetStatus()
{
  return this->Internals->Status.c_str();
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::SetStatus(const std::string& status)
{
  this->Internals->Status = status;
  this->Internals->ErrorMessage.clear();
}

//------------------------------------------------------------------------------
const char* vtkTrabeculaAlgorithm::GetErrorMessage()
{
  return this->Internals->ErrorMessage.c_str();
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::ReportError(const std::string& message)
{
  this->Internals->Status = "Error: " + message;
  this->Internals->ErrorMessage = message;
  vtkErrorMacro(<< message);
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::ReportWarning(const std::string& message)
{
  this->Internals->Status += " " + message;
  // A message for each of the designs of a live run would hide all others.
  if (!this->Internals->InputIsInProgress)
  {
    vtkWarningMacro(<< message);
  }
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::Try(const std::function<void()>& work)
{
  return trabecula::filters::runGuarded(
    work, [this] { return this->DescribeLackOfMemory(); },
    [this](const std::string& message) { this->ReportError(message); });
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::DescribeComposite(const std::string& type)
{
  return "The input is a " + type +
    ", and each of its blocks would be a part of its own. Make it one grid first with the filter "
    "Merge Blocks.";
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::DescribeSpread(int ranks)
{
  return "The input is spread over " + std::to_string(ranks) +
    " ranks, and this filter runs on one rank only so far. Run on one rank, or bring all cells "
    "onto one rank first with the filter Aggregate Dataset and one target process.";
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::DescribeLackOfMemory()
{
  return "There is not enough memory for a mesh of this size. Use a coarser mesh or a machine with "
         "more memory.";
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::GetInputArrayName(int index)
{
  const char* name = this->GetInputArrayInformation(index)->Get(vtkDataObject::FIELD_NAME());
  // "None" is what array selectors show, and set, for no array.
  return name && std::string(name) != "None" ? name : "";
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsAlone()
{
  return !this->Controller || this->Controller->GetNumberOfProcesses() < 2;
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
  const Snapshot now{ stampsOf(inputVector, this->GetNumberOfInputPorts()),
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
vtkTypeBool vtkTrabeculaAlgorithm::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkTypeBool result = 1; // after an error too: the executive would add a message of its own
  this->Try(
    [&]
    {
      result = request->Has(SDDP::REQUEST_UPDATE_TIME())
        ? this->RequestUpdateTime(request, inputVector, outputVector)
        : this->Answer(request, inputVector, outputVector);
    });
  return result;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkTrabeculaAlgorithm::Answer(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  return this->Superclass::ProcessRequest(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkTrabeculaAlgorithm::RequestUpdateTime(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  this->Internals->CompositeInput = this->FindComposite(inputVector);
  return 1;
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::FindComposite(vtkInformationVector** inputVector)
{
  for (int port = 0; port < this->GetNumberOfInputPorts(); ++port)
  {
    // Filters that take any data object get composite data as a whole.
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
int vtkTrabeculaAlgorithm::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  for (int port = 0; port < this->GetNumberOfInputPorts(); ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkInformation* info = inputVector[port]->GetInformationObject(i);
      info->Set(SDDP::UPDATE_NUMBER_OF_GHOST_LEVELS(), 0);
      if (this->IsAlone()) // with several ranks, their inputs are checked later
      {
        info->Set(SDDP::UPDATE_PIECE_NUMBER(), 0);
        info->Set(SDDP::UPDATE_NUMBER_OF_PIECES(), 1);
        if (info->Has(SDDP::WHOLE_EXTENT()))
        {
          info->Set(SDDP::UPDATE_EXTENT(), info->Get(SDDP::WHOLE_EXTENT()), 6);
        }
      }
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkTrabeculaAlgorithm::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->AbortExecute = 0; // set before this execution
  const int ports = this->GetNumberOfInputPorts();
  this->Internals->InputIsInProgress =
    trabecula::filters::hasMark(inputVector, ports, trabecula::filters::InProgress);
  const std::string awaited = trabecula::filters::awaitedInput(inputVector, ports);
  if (!awaited.empty())
  {
    this->Invalidate();
    this->SetStatus("Waits for the input: " + awaited);
    for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
    {
      trabecula::filters::setMark(
        vtkDataObject::GetData(outputVector, port), trabecula::filters::Awaited, awaited);
    }
  }
  else if (this->IsExecutedHere(request, inputVector, outputVector))
  {
    this->Try([&] { this->Execute(request, inputVector, outputVector); });
  }
  // If it remained set, filters downstream would abort too.
  this->AbortExecute = 0;
  return 1;
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsExecutedHere(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  const auto refuse = [&](const Snapshot& refused, const std::string& message)
  {
    if (!(internals.Refused == refused))
    {
      internals.Refused = refused;
      this->Invalidate();
      this->ReportError(message);
    }
    return false;
  };
  if (!internals.CompositeInput.empty())
  {
    // Once, not for each block.
    return refuse({ {}, this->GetMTime() }, this->DescribeComposite(internals.CompositeInput));
  }
  if (this->IsAlone())
  {
    internals.Refused = {};
    return !this->IsExtraPiece(request, outputVector);
  }

  int mine = 0;
  for (int port = 0; port < this->GetNumberOfInputPorts(); ++port)
  {
    // Of further inputs, points can be what is read.
    const int type = port == 0 ? vtkDataObject::CELL : vtkDataObject::POINT;
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkDataObject* data = vtkDataObject::GetData(inputVector[port], i);
      mine = data && data->GetNumberOfElements(type) > 0 ? 1 : mine;
    }
  }
  int holders = 0;
  this->Controller->AllReduce(&mine, &holders, 1, vtkCommunicator::SUM_OP);
  if (holders > 1)
  {
    return refuse({ stampsOf(inputVector, this->GetNumberOfInputPorts()), this->GetMTime() },
      this->DescribeSpread(holders));
  }
  internals.Refused = {};
  return holders == 1 ? mine == 1 : this->Controller->GetLocalProcessId() == 0;
}

//------------------------------------------------------------------------------
std::string vtkTrabeculaAlgorithm::GetNameOfInput(int, int)
{
  return "";
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::RequireValidInputs(vtkInformationVector** inputVector)
{
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
void vtkTrabeculaAlgorithm::Execute(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  this->TakeFromBackground(inputVector);
  if (!this->IsUpToDate(inputVector))
  {
    internals.IsOutOfDate = !internals.Results.empty();
    this->Try(
      [&]
      {
        this->RequireValidInputs(inputVector);
        this->Compute(inputVector);
      });
    this->NoteTime(inputVector);
    this->MarkUpToDate(inputVector); // afterwards, as a stop changes the filter's time
  }
  const auto& results = internals.Results;
  for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
  {
    vtkDataObject* output = vtkDataObject::GetData(outputVector, port);
    const auto index = static_cast<std::size_t>(port);
    // An output may have become another kind of dataset since.
    if (index < results.size() && results[index] &&
      results[index]->GetDataObjectType() == output->GetDataObjectType())
    {
      output->ShallowCopy(results[index]);
      if (internals.IsOutOfDate)
      {
        trabecula::filters::setMark(output, trabecula::filters::OutOfDate, internals.Status);
      }
    }
    else if (this->GetBackgroundPhase() != NOTHING)
    {
      trabecula::filters::setMark(
        output, trabecula::filters::Awaited, "an analysis that is still running.");
    }
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::NoteTime(vtkInformationVector** inputVector)
{
  // Designs have their iterations as times, and say which one they are.
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

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::SetResult(int port, vtkDataObject* data)
{
  this->Internals->IsOutOfDate = false;
  auto& results = this->Internals->Results;
  results.resize(static_cast<std::size_t>(this->GetNumberOfOutputPorts()));
  results[static_cast<std::size_t>(port)] = data;
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Controller: " << this->Controller << "\n";
  os << indent << "Background: " << this->Background << "\n";
  os << indent << "Status: " << this->GetStatus() << "\n";
}
