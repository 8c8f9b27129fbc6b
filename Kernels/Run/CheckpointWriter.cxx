#include "Run/CheckpointWriter.h"

#include "Core/Error.h"
#include "Run/Checkpoint.h"
#include "Run/File/TemporaryFiles.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace trabecula
{
namespace
{
/// Returns the iteration of a checkpoint; -1 if the file does not exist, belongs to another problem
/// or cannot be read.
int iterationOf(const std::string& path, const ProblemIdentity& problem)
{
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
  {
    return -1;
  }
  try
  {
    const Checkpoint checkpoint = readCheckpoint(path);
    return differenceInWords(checkpoint.problem, problem).empty() ? checkpoint.iteration() : -1;
  }
  catch (const Error&)
  {
    return -1; // a run cannot be resumed from this file, so that it may be replaced
  }
}
}

CheckpointWriter::CheckpointWriter(std::string path, int interval, ProblemIdentity problem,
  HistoryColumns columns, std::vector<double> start)
  : Path(std::move(path)), Interval(interval), Problem(std::move(problem)),
    Columns(std::move(columns)), Start(std::move(start))
{
  checkCheckpointTarget(this->Path);
  removeAbandonedParts(this->Path);
  this->Written = iterationOf(this->Path, this->Problem);
  this->Tried = std::max(0, this->Written);
}

bool CheckpointWriter::keep(
  const Optimization& optimization, const std::vector<HistoryRow>& history)
{
  return this->isDue(optimization.iteration(), false) && this->keepNow(optimization, history);
}

bool CheckpointWriter::keepNow(
  const Optimization& optimization, const std::vector<HistoryRow>& history)
{
  if (!this->isDue(optimization.iteration(), true))
  {
    return false;
  }
  this->Tried = optimization.iteration();
  writeCheckpoint(
    this->Path, makeCheckpoint(optimization, this->Problem, this->Columns, history, this->Start));
  this->Written = optimization.iteration();
  return true;
}
}
