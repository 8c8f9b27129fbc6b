// The properties of vtkOptimizationAlgorithm, and what can be seen of a run while it goes on.

#include "vtkOptimizationAlgorithmInternals.h"

#include "vtkInformation.h"
#include "vtkInformationVector.h"

#include <algorithm>

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::SetCheckpointFile(const char* path)
{
  this->SetParameter(this->CheckpointFile, std::string(path ? path : ""));
}
const char* vtkOptimizationAlgorithm::GetCheckpointFile()
{
  return this->CheckpointFile.c_str();
}
void vtkOptimizationAlgorithm::SetCheckpointInterval(int iterations)
{
  this->SetParameter(this->CheckpointInterval, std::max(iterations, 1));
}
void vtkOptimizationAlgorithm::SetResumeFrom(const char* path)
{
  this->SetParameter(this->ResumeFrom, std::string(path ? path : ""));
}
const char* vtkOptimizationAlgorithm::GetResumeFrom()
{
  return this->ResumeFrom.c_str();
}

//------------------------------------------------------------------------------
vtkMTimeType vtkOptimizationAlgorithm::GetParameterMTime()
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
void vtkOptimizationAlgorithm::ModifiedView()
{
  const bool stopped = this->Internals->StoppedTime == this->GetMTime();
  this->Modified();
  if (stopped)
  {
    // Another way to look at a stopped run is no wish to go on with it.
    this->Internals->StoppedTime = this->GetMTime();
  }
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Continue()
{
  this->ParameterTime.Modified();
  this->Modified();
}

//------------------------------------------------------------------------------
const std::vector<trabecula::IterationRecord>& vtkOptimizationAlgorithm::GetRecords()
{
  const vtkInternals& internals = *this->Internals;
  return internals.LiveRun ? internals.LiveRun->report().records : internals.Session.records();
}

//------------------------------------------------------------------------------
trabecula::filters::TopologyRunDescription vtkOptimizationAlgorithm::GetRunDescription()
{
  const vtkInternals& internals = *this->Internals;
  return internals.LiveRun
    ? internals.LiveRun->description()
    : trabecula::filters::describe(internals.Session.problem(), internals.Session.device());
}

//------------------------------------------------------------------------------
const char* vtkOptimizationAlgorithm::GetDeviceUsed()
{
  const vtkInternals& internals = *this->Internals;
  return internals.LiveRun ? internals.LiveRun->report().device.name.c_str()
                           : internals.Session.device().name.c_str();
}
int vtkOptimizationAlgorithm::GetIterationsDone()
{
  return static_cast<int>(this->GetRecords().size()) - 1;
}
int vtkOptimizationAlgorithm::GetNumberOfAnalyses()
{
  const vtkInternals& internals = *this->Internals;
  return internals.Session.analyses() + (internals.LiveRun ? internals.LiveRun->analyses() : 0);
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::GetRunState()
{
  const vtkInternals& internals = *this->Internals;
  if (internals.Failed)
  {
    return FAILED;
  }
  if (internals.LiveRun)
  {
    return static_cast<int>(internals.LiveRun->report().state);
  }
  if (internals.IsComputing)
  {
    return internals.Session.isEmpty() ? SETTING_UP : RUNNING;
  }
  if (internals.StoppedTime != 0)
  {
    return STOPPED;
  }
  return internals.Session.isEmpty() ? IDLE : FINISHED;
}

//------------------------------------------------------------------------------
const char* vtkOptimizationAlgorithm::GetActivity()
{
  vtkInternals& internals = *this->Internals;
  const char* text = this->GetProgressText();
  internals.Text = internals.LiveRun ? internals.LiveRun->background().activity()
    : internals.IsComputing && text  ? text
                                     : "";
  return internals.Text.c_str();
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::GetIterationsLeft()
{
  const vtkInternals& internals = *this->Internals;
  return internals.LiveRun
    ? internals.LiveRun->report().iterationsLeft
    : internals.Session.clamp(this->MaximumIterations) - std::max(0, this->GetIterationsDone());
}

//------------------------------------------------------------------------------
double vtkOptimizationAlgorithm::GetDeviceMemory()
{
  const vtkInternals& internals = *this->Internals;
  const std::size_t held =
    internals.LiveRun ? internals.LiveRun->report().deviceMemory : internals.Session.deviceMemory();
  return static_cast<double>(held) / (1 << 20);
}

//------------------------------------------------------------------------------
vtkDoubleArray* vtkOptimizationAlgorithm::GetHistory()
{
  const auto& records = this->GetRecords();
  auto history = vtkSmartPointer<vtkDoubleArray>::New();
  history->SetNumberOfComponents(8);
  history->SetNumberOfTuples(static_cast<vtkIdType>(records.size()));
  for (std::size_t i = 0; i < records.size(); ++i)
  {
    const trabecula::IterationRecord& record = records[i];
    const double tuple[] = { static_cast<double>(record.iteration), record.compliance,
      record.objective, record.volumeFraction, record.densityChange,
      static_cast<double>(record.solverIterations), record.residual, record.seconds };
    history->SetTypedTuple(static_cast<vtkIdType>(i), tuple);
  }
  this->Internals->History = history;
  return history;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "MaximumIterations: " << this->MaximumIterations << "\n";
  os << indent << "CacheSize: " << this->CacheSize << "\n";
  os << indent << "CheckpointFile: " << this->CheckpointFile << "\n";
  os << indent << "CheckpointInterval: " << this->CheckpointInterval << "\n";
  os << indent << "ResumeFrom: " << this->ResumeFrom << "\n";
  os << indent << "Live: " << this->Live << "\n";
  os << indent << "WhenSomethingChanges: " << this->WhenSomethingChanges << "\n";
}
