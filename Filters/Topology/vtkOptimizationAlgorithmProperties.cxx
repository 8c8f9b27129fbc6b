// Properties and run information of vtkOptimizationAlgorithm.

#include "TopologyOutputWriter.h"
#include "vtkOptimizationAlgorithmInternals.h"

#include <algorithm>
#include <string>
#include <vector>

namespace
{
const char* nameOf(trabecula::ColumnRole role)
{
  switch (role)
  {
    case trabecula::ColumnRole::Objective:
      return "Objective";
    case trabecula::ColumnRole::Change:
      return "Change";
    case trabecula::ColumnRole::Seconds:
      return "Seconds";
    case trabecula::ColumnRole::Other:
      break;
  }
  return "Other";
}
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::GetLastIteration() const
{
  return this->MaximumIterations < 0 ? this->LastAllowed : this->MaximumIterations;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::SetMaximumIterations(int iterations)
{
  const auto isRefused = [](int number) { return number < 0 || number > MOST_ITERATIONS; };
  if (this->MaximumIterations != iterations)
  {
    if (isRefused(this->MaximumIterations) || isRefused(iterations))
    {
      this->ParameterTime.Modified(); // the problem becomes invalid, or valid again
    }
    this->LastAllowed = this->GetLastIteration();
    this->MaximumIterations = iterations;
    this->Modified();
  }
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::SetSolidLayers(int layers)
{
  // State files of earlier versions contain a number without a meaning.
  this->SetParameter(this->SolidLayers, layers < AUTOMATIC_LAYERS ? int(NO_LAYERS) : layers);
}

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
  return this->GetMTimeOfParametersAndArrays();
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::ModifiedView()
{
  const bool stopped = this->Internals->StoppedTime == this->GetMTime();
  this->Modified();
  if (stopped)
  {
    // A change of the display does not continue a stopped run.
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
double vtkOptimizationAlgorithm::GetLastValue(const std::string& column)
{
  const vtkInternals& internals = *this->Internals;
  return internals.rows().empty() ? 0.0
                                  : valueOf(internals.columns(), internals.rows().back(), column);
}

//------------------------------------------------------------------------------
const trabecula::filters::RunInput* vtkOptimizationAlgorithm::GetRunInput()
{
  const vtkInternals& internals = *this->Internals;
  return internals.LiveRun ? internals.LiveRun->input() : internals.Input.get();
}

//------------------------------------------------------------------------------
const char* vtkOptimizationAlgorithm::GetDeviceUsed()
{
  const vtkInternals& internals = *this->Internals;
  return internals.LiveRun ? internals.LiveRun->report().device.name.c_str()
                           : internals.Session.run().device().name.c_str();
}
int vtkOptimizationAlgorithm::GetIterationsDone()
{
  return static_cast<int>(this->Internals->rows().size()) - 1;
}
int vtkOptimizationAlgorithm::GetNumberOfAnalyses()
{
  const vtkInternals& internals = *this->Internals;
  return internals.Session.run().analyses() +
    (internals.LiveRun ? internals.LiveRun->report().analyses : 0);
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
  internals.Text = internals.LiveRun ? internals.LiveRun->activity()
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
    : std::max(0,
        internals.Session.clamp(this->GetLastIteration()) - std::max(0, this->GetIterationsDone()));
}

//------------------------------------------------------------------------------
double vtkOptimizationAlgorithm::GetDeviceMemory()
{
  const vtkInternals& internals = *this->Internals;
  const std::size_t held = internals.LiveRun ? internals.LiveRun->report().deviceMemory
                                             : internals.Session.run().deviceMemory();
  return static_cast<double>(held) / (1 << 20);
}

//------------------------------------------------------------------------------
vtkDoubleArray* vtkOptimizationAlgorithm::GetHistory()
{
  const auto& rows = this->Internals->rows();
  const auto& columns = this->Internals->columns();
  auto history = vtkSmartPointer<vtkDoubleArray>::New();
  const trabecula::filters::RunInput* input = this->GetRunInput();
  const bool hasMass = input && trabecula::filters::hasDerivedMass(*input, columns);
  const int count = 1 + static_cast<int>(columns.size()) + (hasMass ? 1 : 0);
  history->SetNumberOfComponents(count);
  history->SetComponentName(0, "Iteration");
  for (std::size_t i = 0; i < columns.size(); ++i)
  {
    history->SetComponentName(static_cast<vtkIdType>(i) + 1, columns[i].name.c_str());
  }
  if (hasMass)
  {
    history->SetComponentName(count - 1, trabecula::filters::MassColumn);
  }
  history->SetNumberOfTuples(static_cast<vtkIdType>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
  {
    std::vector<double> tuple = { static_cast<double>(rows[i].iteration) };
    tuple.insert(tuple.end(), rows[i].values.begin(), rows[i].values.end());
    if (hasMass)
    {
      tuple.push_back(trabecula::filters::massOf(*input, columns, rows[i]));
    }
    history->SetTypedTuple(static_cast<vtkIdType>(i), tuple.data());
  }
  this->Internals->History = history;
  return history;
}

//------------------------------------------------------------------------------
vtkStringArray* vtkOptimizationAlgorithm::GetHistoryColumns()
{
  auto names = vtkSmartPointer<vtkStringArray>::New();
  names->SetNumberOfComponents(3);
  const auto add = [&](const std::string& name, const char* role, bool isInteger)
  {
    names->InsertNextValue(name);
    names->InsertNextValue(role);
    names->InsertNextValue(isInteger ? "Integer" : "Real");
  };
  add("Iteration", "Iteration", true);
  for (const trabecula::HistoryColumn& column : this->Internals->columns())
  {
    add(column.name, nameOf(column.role), column.isInteger);
  }
  const trabecula::filters::RunInput* input = this->GetRunInput();
  if (input && trabecula::filters::hasDerivedMass(*input, this->Internals->columns()))
  {
    add(trabecula::filters::MassColumn, nameOf(trabecula::ColumnRole::Other), false);
  }
  this->Internals->HistoryColumns = names;
  return names;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "MaximumIterations: " << this->MaximumIterations << "\n";
  os << indent << "SolidLayers: " << this->SolidLayers << "\n";
  os << indent << "CacheSize: " << this->CacheSize << "\n";
  os << indent << "CheckpointFile: " << this->CheckpointFile << "\n";
  os << indent << "CheckpointInterval: " << this->CheckpointInterval << "\n";
  os << indent << "ResumeFrom: " << this->ResumeFrom << "\n";
  os << indent << "Live: " << this->Live << "\n";
  os << indent << "WhenSomethingChanges: " << this->WhenSomethingChanges << "\n";
}
