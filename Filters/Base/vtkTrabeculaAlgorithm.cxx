#include "RequestGuard.h"
#include "ResultMarks.h"
#include "vtkTrabeculaAlgorithmInternals.h"

#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <utility>

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;
}

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
  vtkInternals& internals = *this->Internals;
  internals.Status = "Error: " + message;
  internals.ErrorMessage = message;
  const std::string failedInput = std::exchange(internals.FailedInput, std::string());
  internals.Failure = failedInput;
  if (failedInput.empty()) // otherwise the filter upstream has reported it
  {
    internals.Failure = trabecula::filters::failureOf(*this, message);
    if (this->IsFirstRank() || !this->ComputesOnAllRanks()) // else all have the same error
    {
      vtkErrorMacro(<< message);
    }
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::ReportWarning(const std::string& message)
{
  this->Internals->Status += " " + message;
  // A message for each design of a live run would hide all others.
  if (!this->Internals->InputIsInProgress && this->IsFirstRank()) // all have the same warnings
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
std::string vtkTrabeculaAlgorithm::DescribeLackOfMemory()
{
  return "There is not enough memory for a mesh of this size. Use a coarser mesh or a machine with "
         "more memory.";
}

//------------------------------------------------------------------------------
vtkTypeBool vtkTrabeculaAlgorithm::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkTypeBool result = 1; // also after an error, because the executive would add its own message
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
int vtkTrabeculaAlgorithm::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  // Whatever part is requested of the outputs, as all ranks must come to the same decisions.
  for (int port = 0; port < this->GetNumberOfInputPorts(); ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkInformation* info = inputVector[port]->GetInformationObject(i);
      this->RequestOwnPiece(info);
      // Sources divide the whole extent themselves.
      if (info->Has(SDDP::WHOLE_EXTENT()))
      {
        info->Set(SDDP::UPDATE_EXTENT(), info->Get(SDDP::WHOLE_EXTENT()), 6);
      }
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkTrabeculaAlgorithm::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->AbortExecute = 0; // it was set before this execution
  const int ports = this->GetNumberOfInputPorts();
  if (!this->IsAlone() && this->Internals->CompositeInput.empty())
  {
    this->RequestDataOfRanks(request, inputVector, outputVector);
    this->AbortExecute = 0;
    return 1;
  }
  this->Internals->InputIsInProgress =
    trabecula::filters::hasMark(inputVector, ports, trabecula::filters::InProgress);
  const std::string awaited = trabecula::filters::awaitedInput(inputVector, ports);
  if (!awaited.empty())
  {
    this->AwaitInput(awaited, outputVector);
  }
  else if (this->IsExecutedHere(request, outputVector))
  {
    this->TakeUnits(inputVector);
    this->Try([&] { this->Execute(request, inputVector, outputVector); });
    this->MarkUnits(outputVector);
    this->MarkFailure(outputVector);
  }
  // If the flag remained set, filters downstream would abort as well.
  this->AbortExecute = 0;
  return 1;
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::AwaitInput(
  const std::string& awaited, vtkInformationVector* outputVector)
{
  this->Invalidate();
  this->SetStatus("Waits for the input: " + awaited);
  for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
  {
    trabecula::filters::setMark(
      vtkDataObject::GetData(outputVector, port), trabecula::filters::Awaited, awaited);
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::Execute(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  this->TakeFromBackground(inputVector);
  if (!this->IsUpToDate(inputVector) && !this->DecideOnFirstRank(this->IsLeftOut(inputVector)))
  {
    internals.IsOutOfDate = !internals.Results.empty() && !this->FollowsLiveRun();
    internals.Began = std::chrono::steady_clock::now();
    this->Try(
      [&]
      {
        this->RequireValidInputs(inputVector);
        this->Compute(inputVector);
      });
    internals.Ended = std::chrono::steady_clock::now();
    this->NoteTime(inputVector);
    this->MarkUpToDate(
      inputVector); // must come last, because a stop changes the filter's modification time
  }
  const auto& results = internals.Results;
  for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
  {
    vtkDataObject* output = vtkDataObject::GetData(outputVector, port);
    const auto index = static_cast<std::size_t>(port);
    // The output may have changed to another type of dataset since then.
    if (index < results.size() && results[index] &&
      results[index]->GetDataObjectType() == output->GetDataObjectType())
    {
      output->ShallowCopy(results[index]);
      if (internals.IsOutOfDate)
      {
        trabecula::filters::setMark(output, trabecula::filters::OutOfDate, internals.Status);
      }
      if (internals.InputIsInProgress)
      {
        trabecula::filters::setMark(
          output, trabecula::filters::InProgress, "a result of a live run that goes on");
      }
    }
    else if (this->InBackground)
    {
      trabecula::filters::setMark(
        output, trabecula::filters::Awaited, "a computation that is still running.");
    }
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::MarkFailure(vtkInformationVector* outputVector)
{
  for (int port = 0; !this->Internals->ErrorMessage.empty() &&
       port < outputVector->GetNumberOfInformationObjects();
       ++port)
  {
    vtkDataObject* output = vtkDataObject::GetData(outputVector, port);
    if (trabecula::filters::isEmpty(output))
    {
      trabecula::filters::setMark(output, trabecula::filters::Failed, this->Internals->Failure);
    }
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
  os << indent << "Units: " << this->Units << "\n";
  os << indent << "Status: " << this->GetStatus() << "\n";
}
