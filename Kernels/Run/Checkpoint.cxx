#include "Run/Checkpoint.h"

#include "Core/Error.h"
#include "Run/CheckpointVersion1.h"
#include "Run/File/CheckpointInput.h"
#include "Run/File/CheckpointOutput.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace trabecula
{
namespace
{
std::string processorModel()
{
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line))
  {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos)
    {
      return line.substr(colon + 2);
    }
  }
  return "unknown processor";
}

ProblemIdentity withoutStart(ProblemIdentity identity)
{
  identity.erase(std::remove_if(identity.begin(), identity.end(),
                   [](const IdentityPart& part) { return part.name == StartPart; }),
    identity.end());
  return identity;
}

/// Sets the columns of a checkpoint that is read. The overload for a constant checkpoint has no
/// effect.
void setColumns(Checkpoint& checkpoint, std::vector<HistoryColumn> columns)
{
  checkpoint.columns = HistoryColumns(std::move(columns));
}
void setColumns(const Checkpoint&, const std::vector<HistoryColumn>&)
{
}

/// Counts, writes or reads the parts in the order of the format.
template <class File, class AnyCheckpoint>
void exchange(File& file, AnyCheckpoint& checkpoint)
{
  file.integer(checkpoint.space);
  file.text(checkpoint.device);
  file.list(checkpoint.problem,
    [&](auto& part)
    {
      file.text(part.name);
      file.text(part.value);
      file.integer(part.fingerprint);
    });
  std::vector<HistoryColumn> columns(checkpoint.columns.begin(), checkpoint.columns.end());
  file.list(columns,
    [&](auto& column)
    {
      file.text(column.name);
      file.integer(column.role);
      file.integer(column.isInteger);
    });
  setColumns(checkpoint, std::move(columns));
  file.list(checkpoint.history,
    [&](auto& row)
    {
      file.integer(row.iteration);
      file.field(row.values);
    });
  file.list(checkpoint.state.scalars,
    [&](auto& scalar)
    {
      file.text(scalar.first);
      file.real(scalar.second);
    });
  file.list(checkpoint.state.fields,
    [&](auto& field)
    {
      file.text(field.first);
      file.field(field.second);
    });
  file.field(checkpoint.start);
}
}

namespace
{
/// The key of a device in a checkpoint of any version: the processor was called the host before.
std::string withPresentName(const std::string& key)
{
  const std::string former = "Host,";
  return key.compare(0, former.size(), former) == 0 ? "Processor," + key.substr(former.size())
                                                    : key;
}
}

std::string reproducibilityKey(const Device& device)
{
  return device.space == ExecutionSpace::Host ? device.name + ", " + processorModel() : device.name;
}

Checkpoint makeCheckpoint(const Optimization& optimization, const ProblemIdentity& problem,
  const HistoryColumns& columns, const std::vector<HistoryRow>& history,
  const std::vector<double>& start)
{
  Checkpoint checkpoint;
  checkpoint.space = optimization.device().space;
  checkpoint.device = reproducibilityKey(optimization.device());
  checkpoint.problem = problem;
  checkpoint.columns = columns;
  checkpoint.start = start;
  checkpoint.state = optimization.saveState();
  checkpoint.history.assign(history.begin(), history.begin() + checkpoint.iteration() + 1);
  return checkpoint;
}

void writeCheckpoint(const std::string& path, const Checkpoint& checkpoint)
{
  SizeOfCheckpoint size;
  exchange(size, checkpoint);
  CheckpointOutput file(path, size.bytes());
  exchange(file, checkpoint);
  file.commit();
}

void checkCheckpointTarget(const std::string& path)
{
  const CheckpointOutput file(path, 0);
}

Checkpoint readCheckpoint(const std::string& path)
{
  CheckpointInput file(path);
  Checkpoint checkpoint;
  if (file.version() == 1)
  {
    checkpoint = readCheckpointVersion1(file);
  }
  else
  {
    exchange(file, checkpoint);
  }
  file.finish();
  if (checkpoint.history.empty())
  {
    throw Error("The checkpoint '" + path + "' has no iteration in it.");
  }
  for (std::size_t i = 0; i < checkpoint.history.size(); ++i)
  {
    if (checkpoint.history[i].iteration != static_cast<int>(i))
    {
      throw Error("The checkpoint '" + path + "' has a history with gaps.");
    }
    if (checkpoint.history[i].values.size() != checkpoint.columns.size())
    {
      throw Error("The checkpoint '" + path + "' has a history that does not fit its columns.");
    }
  }
  checkpoint.state.record = checkpoint.history.back();
  return checkpoint;
}

void requireSameProblem(
  const std::string& path, const Checkpoint& checkpoint, const ProblemIdentity& problem)
{
  const std::string difference =
    differenceInWords(withoutStart(checkpoint.problem), withoutStart(problem));
  if (!difference.empty())
  {
    throw Error("The checkpoint '" + path + "' is of another problem: " + difference +
      ". Set what differs as it was, or clear Resume From to start at the first iteration.");
  }
}

std::string reproducibilityNote(
  const Checkpoint& checkpoint, const Device& device, bool reproducible)
{
  const std::string here = reproducibilityKey(device);
  const std::string there = withPresentName(checkpoint.device);
  if (there != here)
  {
    return "The checkpoint was written on another device (" + there + "; here: " + here +
      "), so that what follows is what would have followed there up to rounding only.";
  }
  if (device.space == ExecutionSpace::Cuda && !reproducible)
  {
    return "Reproducible is off, so that what follows is what would have followed up to rounding "
           "only.";
  }
  return "";
}
}
