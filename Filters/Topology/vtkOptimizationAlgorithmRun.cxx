// The run of vtkOptimizationAlgorithm: set-up from inputs and properties, computation, and status.

#include "FilterObserver.h"
#include "ResultMarks.h"
#include "SolidMeshConverter.h"
#include "vtkOptimizationAlgorithmInternals.h"

#include "Core/Communication/Parts.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkInformationVector.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>

namespace
{
using trabecula::filters::FilterObserver;
using trabecula::filters::ShownIterate;

/// Largest fraction of the allowed volume that cells at loads and supports may occupy in order to
/// remain solid by default.
constexpr double MostSolidByDefault = 0.5;
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::PrepareRun(vtkInformationVector** inputVector)
{
  vtkInternals& internals = *this->Internals;
  if (this->IsUpToDate(inputVector))
  {
    return !internals.Failed;
  }
  this->MarkUpToDate(inputVector);
  internals.Failed = false;
  internals.StoppedTime = 0;
  internals.Note.clear();
  return this->TryWithNote(
    [&]
    {
      trabecula::filters::RunSetup setup;
      this->RunOnAllRanks(
        [&]
        {
          this->RequireValidInputs(inputVector);
          this->TakeInputs(inputVector);
          internals.takeTime(inputVector[0]);
          this->ReadSolidLayers(vtkDataSet::GetData(inputVector[0]));
          setup = this->MakeRunSetup(vtkDataSet::GetData(inputVector[0]));
          setup.task->validate();
        });
      if (!internals.takesPart(*this, *setup.task))
      {
        return;
      }
      trabecula::RunProblem problem = this->MakeRun(std::move(setup.task));
      const trabecula::Run& present = internals.Session.run();
      internals.joinRanks(*this, problem, present.device(), present.deviceMemory());
      FilterObserver observer(this);
      if (internals.Session.setProblem(std::move(problem), observer))
      {
        internals.Input = setup.input;
        internals.Messages = observer.messages();
        for (const std::string& message : internals.Messages)
        {
          this->ReportWarning(message);
        }
      }
      else if (internals.Input)
      {
        internals.Input->geometry = setup.input->geometry;
        internals.Input->solid = setup.input->solid;
      }
    });
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::vtkInternals::takesPart(
  vtkOptimizationAlgorithm& filter, const trabecula::OptimizationTask& task)
{
  const std::string reason = filter.IsAlone() ? std::string() : task.reasonAgainstParts();
  filter.SetReasonForOneRank(reason);
  const bool isNowByOneRank = filter.IsOneOfSeveralRanks() && !reason.empty();
  if (this->IsByOneRank != isNowByOneRank)
  {
    FilterObserver observer(&filter);
    this->Session.close(observer);
    this->IsByOneRank = isNowByOneRank;
    if (this->LiveRun)
    {
      this->LiveRun->background().stop();
      this->startLiveRun(filter);
    }
  }
  return !isNowByOneRank || filter.IsFirstRank();
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::vtkInternals::joinRanks(vtkOptimizationAlgorithm& filter,
  trabecula::RunProblem& problem, const trabecula::Device& present, std::size_t held) const
{
  if (filter.IsOneOfSeveralRanks() && !this->IsByOneRank)
  {
    filter.UseThreads(); // the name of the device contains the number of threads
    const bool isOnGpu = present.space == trabecula::ExecutionSpace::Cuda;
    problem.parts = filter.MakePartsMaker(isOnGpu ? held : 0)();
  }
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::TryWithNote(const std::function<void()>& work)
{
  return this->Try(
    [&]
    {
      try
      {
        work();
      }
      catch (const trabecula::Error& error)
      {
        throw trabecula::Error(trabecula::filters::withNote(error.what(), this->Internals->Note));
      }
    });
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::TakeInputs(vtkInformationVector**)
{
}

//------------------------------------------------------------------------------
trabecula::filters::RunSetup vtkOptimizationAlgorithm::MakeRunSetup(vtkDataSet* input)
{
  vtkInternals& internals = *this->Internals;
  if (this->MaximumIterations < 0)
  {
    throw trabecula::Error("Maximum Iterations is " + std::to_string(this->MaximumIterations) +
      ", but must be at least 0, which gives the uniform design.");
  }
  if (this->MaximumIterations > MOST_ITERATIONS)
  {
    throw trabecula::Error("Maximum Iterations is " + std::to_string(this->MaximumIterations) +
      "; it can be " + std::to_string(int(MOST_ITERATIONS)) +
      " at most, as each is a time step of the output.");
  }
  internals.Note.clear();
  internals.Geometry = this->MakeGeometry(input);
  internals.Note = internals.Geometry.note();
  trabecula::filters::RunSetup setup = this->MakeProblem(internals.Geometry);
  trabecula::KeptSolid kept;
  if (internals.SolidLayersAreDefault)
  {
    kept = setup.task->keepNeighbourhoodSolid(MostSolidByDefault * this->GetVolumeToDesign());
  }
  else
  {
    kept.made = setup.task->keepConditionsSolid(internals.SolidLayers, 1.0);
  }
  internals.SolidNote.clear();
  if (kept.isTooMuch)
  {
    std::string conditions = setup.conditions;
    conditions[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(conditions[0])));
    internals.SolidNote = conditions + " are not kept solid: that would take " +
      trabecula::shortText(std::round(100.0 * kept.share)) +
      " % of the body, too much of the volume of the design. Set Solid Layers to keep them solid "
      "in any case.";
  }
  else if (kept.made > 0)
  {
    internals.SolidNote = "Kept solid at " + setup.conditions + ": " +
      trabecula::countText(static_cast<std::int64_t>(kept.made), this->GetDesignEntity()) + ".";
  }
  if (!setup.note.empty())
  {
    internals.SolidNote += (internals.SolidNote.empty() ? "" : " ") + setup.note;
  }
  return setup;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::ReadSolidLayers(vtkDataSet* input)
{
  constexpr const char* name = "SolidLayers";
  int layers = this->SolidLayers;
  this->Internals->SolidLayersAreDefault = false;
  if (layers == AUTOMATIC_LAYERS)
  {
    vtkDataArray* stated = input ? input->GetFieldData()->GetArray(name) : nullptr;
    const bool isStated = stated && stated->GetNumberOfValues() > 0;
    const double value = isStated ? stated->GetComponent(0, 0) : 1.0;
    if (!(value >= 0.0 && value <= MOST_ITERATIONS && value == std::floor(value)))
    {
      throw trabecula::Error("The field data \"SolidLayers\" of the input is " +
        trabecula::shortText(value) +
        "; it is the number of layers of cells at loads and supports that remain solid, 0 or "
        "more.");
    }
    layers = static_cast<int>(value);
    this->Internals->SolidLayersAreDefault = !isStated;
  }
  this->Internals->SolidLayers = layers;
}

//------------------------------------------------------------------------------
const char* vtkOptimizationAlgorithm::GetDesignEntity()
{
  return "cell";
}

//------------------------------------------------------------------------------
double vtkOptimizationAlgorithm::GetVolumeToDesign()
{
  return 1.0;
}

//------------------------------------------------------------------------------
trabecula::RunProblem vtkOptimizationAlgorithm::MakeRun(
  std::unique_ptr<trabecula::OptimizationTask> task)
{
  trabecula::RunProblem problem;
  problem.task = std::move(task);
  problem.device = this->RequestedDevice();
  // Each of several ranks has one device, also where one computes alone.
  problem.devices = this->IsOneOfSeveralRanks() ? 1 : this->Devices;
  problem.memoryLimit = this->MemoryLimitInBytes();
  problem.threads = this->Threads;
  problem.fromPresentDesign = this->WhenSomethingChanges == GO_ON && this->IsLive();
  problem.checkpoints = { this->CheckpointFile, this->CheckpointInterval, this->ResumeFrom };
  return problem;
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::MayCompute(int port, int step)
{
  // After a stop, other consumers still request data; only a change or a request for another
  // iteration continues the run.
  const bool stopped = this->Internals->StoppedTime == this->GetMTime();
  return !stopped || (port == ITERATIONS && step != this->Internals->LastStep);
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::ComputeTo(int step)
{
  vtkInternals& internals = *this->Internals;
  internals.IsComputing = true;
  this->SetStatus("Running.");
  this->Try(
    [&]
    {
      internals.Session.setCacheBudget(static_cast<std::size_t>(this->CacheSize) << 20);
      internals.Session.setChangeTolerance(this->GetConvergenceTolerance());
      FilterObserver observer(this);
      const bool finished = internals.Session.computeTo(step, this->MaximumIterations, observer);
      this->DescribeRun(finished, observer.messages());
    });
  internals.IsComputing = false;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::DescribeRun(bool finished, const std::vector<std::string>& messages)
{
  vtkInternals& internals = *this->Internals;
  const auto& session = internals.Session;
  // A resumed run can have later iterations than are requested.
  const int done = std::min(this->GetIterationsDone(), this->MaximumIterations);
  const std::string place =
    "at iteration " + std::to_string(done) + " of " + std::to_string(this->MaximumIterations);
  const int last = session.clamp(this->MaximumIterations);
  std::string status;
  if (!finished)
  {
    internals.StoppedTime = this->GetMTime();
    status = "Stopped " + (session.isEmpty() ? "before the first iteration was complete" : place) +
      ". A further Apply, or Continue in a script, goes on from there.";
  }
  else if (last < this->MaximumIterations)
  {
    status = "Converged at iteration " + std::to_string(last) + ".";
  }
  else
  {
    status = "A" + place.substr(1) + ".";
  }
  const std::string origin = session.run().origin();
  status += (origin.empty() ? "" : " ") + origin;
  status =
    internals.withVerdict(status, done >= last ? this->GetVerdictOn(this->ShowLast()) : nullptr);
  internals.Messages.insert(internals.Messages.end(), messages.begin(), messages.end());
  if (!messages.empty() && this->IsFirstRank()) // all have the same messages
  {
    // A message for each iteration would hide all others.
    vtkWarningMacro(<< messages.front()
                    << (messages.size() > 1 ? " Later iterations had " +
                             std::to_string(messages.size() - 1) + " more such messages."
                                            : ""));
  }
  if (!internals.Messages.empty())
  {
    status += " " + internals.Messages.back();
  }
  this->SetStatus(status);
}

//------------------------------------------------------------------------------
ShownIterate vtkOptimizationAlgorithm::Show(int step)
{
  vtkInternals& internals = *this->Internals;
  ShownIterate shown;
  if (!this->IsFirstRank())
  {
    return shown; // the first rank has the results
  }
  shown.iterate = internals.Session.iterate(step);
  if (shown.iterate)
  {
    const trabecula::Run& run = internals.Session.run();
    internals.Input->device = run.device().name;
    shown.columns = &run.columns();
    shown.rows = &run.rows();
    shown.input = internals.Input.get();
  }
  return shown;
}
