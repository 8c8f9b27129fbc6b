// What vtkTrabeculaAlgorithm does with several ranks.

#include "RankMessages.h"
#include "ResultMarks.h"
#include "vtkTrabeculaAlgorithmInternals.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::RequestOwnPiece(vtkInformation* info)
{
  using SDDP = vtkStreamingDemandDrivenPipeline;
  const bool isAlone = this->IsAlone();
  info->Set(SDDP::UPDATE_PIECE_NUMBER(), isAlone ? 0 : this->Controller->GetLocalProcessId());
  info->Set(
    SDDP::UPDATE_NUMBER_OF_PIECES(), isAlone ? 1 : this->Controller->GetNumberOfProcesses());
  info->Set(SDDP::UPDATE_NUMBER_OF_GHOST_LEVELS(), 0);
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::MustAgree(const std::string& array)
{
  // What conditions write and filters read by these names; other arrays only where they are chosen.
  constexpr std::array<const char*, 11> beginnings = { "Force", "Supports",
    "PrescribedDisplacement", "Springs", "Weight", "Temperature", "PrescribedTemperature",
    "HeatFlow", "FilmCoefficient", "AmbientTemperature", "DesignRegion" };
  if (std::any_of(beginnings.begin(), beginnings.end(),
        [&](const char* beginning) { return array.rfind(beginning, 0) == 0; }))
  {
    return true;
  }
  vtkInformationVector* chosen =
    this->GetInformation()->Get(vtkAlgorithm::INPUT_ARRAYS_TO_PROCESS());
  for (int i = 0; chosen && i < chosen->GetNumberOfInformationObjects(); ++i)
  {
    if (this->GetInputArrayName(i) == array)
    {
      return true;
    }
  }
  return false;
}

//------------------------------------------------------------------------------
vtkInformationVector** vtkTrabeculaAlgorithm::GatherInputs(vtkInformationVector** inputVector)
{
  trabecula::filters::GatheringTexts texts;
  texts.mustAgree = [this](const std::string& array) { return this->MustAgree(array); };
  texts.lackOfMemory = [this] { return this->DescribeLackOfMemory(); };
  texts.nameOfInput = [this](int port, int connection)
  { return this->GetNameOfInput(port, connection); };
  texts.areForAllRanks = this->ComputesOnAllRanks();
  trabecula::filters::RankInputs& inputs = this->Internals->FromRanks;
  inputs.gather(*this->Controller, inputVector, this->GetNumberOfInputPorts(), texts);
  return this->IsFirstRank() || texts.areForAllRanks ? inputs.vectors() : nullptr;
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsOneOfSeveralRanks()
{
  return !this->IsAlone() && this->ComputesOnAllRanks();
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::DecideOnFirstRank(bool decision)
{
  if (!this->IsOneOfSeveralRanks())
  {
    return decision;
  }
  const int ofFirst = this->IsFirstRank() && decision ? 1 : 0;
  return trabecula::filters::largestOf(*this->Controller, { ofFirst }).front() != 0;
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::RunOnAllRanks(const std::function<void()>& work)
{
  if (!this->IsOneOfSeveralRanks())
  {
    work();
    return;
  }
  trabecula::filters::runTogether(
    *this->Controller, work, [this] { return this->DescribeLackOfMemory(); });
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::SetReasonForOneRank(const std::string& reason)
{
  this->Internals->ReasonForOneRank = reason;
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::RequestDataOfRanks(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  const int ports = this->GetNumberOfInputPorts();
  const bool isFirst = this->IsFirstRank();
  const std::string awaited = trabecula::filters::firstText(
    *this->Controller, trabecula::filters::awaitedInput(inputVector, ports));
  if (!awaited.empty())
  {
    this->AwaitInput(awaited, outputVector);
    return;
  }
  vtkInformationVector** gathered = this->GatherInputs(inputVector);
  internals.InputIsInProgress =
    gathered && trabecula::filters::hasMark(gathered, ports, trabecula::filters::InProgress);
  if (gathered)
  {
    this->TakeUnits(gathered);
  }

  const vtkMTimeType before = this->GetMTime();
  if (this->ComputesOnAllRanks())
  {
    // All ranks compute, or none: rank 0 decides, as a stop has changed its time alone.
    if (this->DecideOnFirstRank(!this->IsUpToDate(gathered)))
    {
      if (!isFirst) // which knows itself what has changed
      {
        this->Invalidate();
      }
    }
    else
    {
      this->MarkUpToDate(gathered);
    }
  }
  if (gathered)
  {
    this->Try([&] { this->Execute(request, gathered, outputVector); });
    this->MarkUnits(outputVector);
  }
  if (isFirst)
  {
    this->NoteRanks();
    this->MarkFailure(outputVector);
  }
  std::vector<bool> wereEmpty;
  const auto distribute = [&]
  {
    wereEmpty = internals.ToRanks.distribute(*this->Controller, outputVector,
      internals.FromRanks.firstInput(), [this] { return this->DescribeLackOfMemory(); });
  };
  if (isFirst)
  {
    if (!this->Try(distribute))
    {
      this->MarkFailure(outputVector);
    }
  }
  else
  {
    try
    {
      distribute();
    }
    catch (const trabecula::Error&)
    {
      // Rank 0 reports it.
      wereEmpty.assign(static_cast<std::size_t>(this->GetNumberOfOutputPorts()), true);
    }
  }
  this->ShareStatus();
  for (std::size_t port = 0; !isFirst && port < wereEmpty.size(); ++port)
  {
    if (wereEmpty[port] && !internals.ErrorMessage.empty())
    {
      trabecula::filters::setMark(vtkDataObject::GetData(outputVector, static_cast<int>(port)),
        trabecula::filters::Failed, internals.Failure);
    }
  }
  // A stop changes the time of the filter. If that of one rank were another, its executive would
  // execute alone.
  const int isModified = isFirst && this->GetMTime() != before ? 1 : 0;
  if (trabecula::filters::largestOf(*this->Controller, { isModified }).front() != 0 && !isFirst)
  {
    this->Modified();
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::ShareStatus()
{
  vtkInternals& internals = *this->Internals;
  const bool isFirst = this->IsFirstRank();
  for (std::string* text : { &internals.Status, &internals.ErrorMessage, &internals.Failure })
  {
    *text = trabecula::filters::firstText(*this->Controller, isFirst ? *text : std::string());
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::NoteRanks()
{
  vtkInternals& internals = *this->Internals;
  const int holders = internals.FromRanks.holders();
  const bool areAll = this->ComputesOnAllRanks();
  const std::string& reason = internals.ReasonForOneRank;
  const std::string ranks = std::to_string(this->Controller->GetNumberOfProcesses());
  const std::string note = !reason.empty() ? "Computed on rank 0 of " + ranks + ". " + reason
    : areAll                               ? ranks + " ranks computed together."
             : "Cells of " + std::to_string(holders) + " ranks were brought together on rank 0.";
  const bool isStopped = internals.Status.rfind("Stopped", 0) == 0;
  if ((areAll || !reason.empty() || holders > 1) && !isStopped && internals.ErrorMessage.empty() &&
    internals.Status.find(note) == std::string::npos)
  {
    internals.Status += (internals.Status.empty() ? "" : " ") + note;
  }
}
