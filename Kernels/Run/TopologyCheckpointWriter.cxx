#include "Run/TopologyCheckpointWriter.h"

#include "Core/Error.h"
#include "Run/TopologyCheckpoint.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace trabecula
{
namespace
{
/// Iteration of the file, -1 if it is not of the problem or cannot be read.
int iterationOf(const std::string& path, const ProblemIdentity& problem)
{
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
  {
    return -1;
  }
  try
  {
    const TopologyCheckpoint checkpoint = readCheckpoint(path);
    return differenceInWords(checkpoint.problem, problem).empty() ? checkpoint.iteration() : -1;
  }
  catch (const Error&)
  {
    return -1; // nobody can resume it, so nothing is lost with it
  }
}
}

TopologyCheckpointWriter::TopologyCheckpointWriter(
  std::string path, int interval, ProblemIdentity problem, std::vector<double> firstDensity)
  : Path(std::move(path)), Interval(interval), Problem(std::move(problem)),
    FirstDensity(std::move(firstDensity))
{
  checkCheckpointTarget(this->Path);
  this->Written = iterationOf(this->Path, this->Problem);
  this->Tried = std::max(0, this->Written);
}

bool TopologyCheckpointWriter::keep(
  const TopologyOptimizer& optimizer, const std::vector<IterationRecord>& history)
{
  return optimizer.iteration() - this->Tried >= this->Interval && this->keepNow(optimizer, history);
}

bool TopologyCheckpointWriter::keepNow(
  const TopologyOptimizer& optimizer, const std::vector<IterationRecord>& history)
{
  if (optimizer.iteration() <= this->Written)
  {
    return false;
  }
  this->Tried = optimizer.iteration();
  writeCheckpoint(
    this->Path, makeCheckpoint(optimizer, this->Problem, history, this->FirstDensity));
  this->Written = optimizer.iteration();
  return true;
}
}
