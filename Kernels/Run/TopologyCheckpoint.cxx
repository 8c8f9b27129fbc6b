#include "Run/TopologyCheckpoint.h"

#include "Core/Error.h"
#include "Run/CheckpointFile.h"
#include "Optimization/TopologyOptimizer.h"

#include <algorithm>
#include <fstream>

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
                   [](const IdentityPart& part) { return part.name == FirstDensityPart; }),
    identity.end());
  return identity;
}

/// Writes or reads the parts in their order, whichever the file does.
template <class File, class Checkpoint>
void exchange(File& file, Checkpoint& checkpoint)
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
  file.list(checkpoint.history,
    [&](auto& record)
    {
      file.integer(record.iteration);
      file.integer(record.solverIterations);
      file.real(record.compliance);
      file.real(record.objective);
      file.real(record.volumeFraction);
      file.real(record.densityChange);
      file.real(record.residual);
      file.real(record.seconds);
    });
  auto& state = checkpoint.state;
  auto& mma = state.asymptotes;
  file.real(state.leastModulus);
  file.integer(mma.updates);
  file.integer(mma.prepared);
  file.field(state.design);
  file.field(state.density);
  file.field(state.energies);
  file.field(state.adjoint);
  file.field(state.adjointEnergies);
  file.field(mma.last);
  file.field(mma.beforeLast);
  file.field(mma.lowerAsymptotes);
  file.field(mma.upperAsymptotes);
  file.field(checkpoint.firstDensity);
  file.list(state.displacements, [&](auto& displacement) { file.field(displacement); });
}
}

std::string bitsOf(const Device& device)
{
  return device.space == ExecutionSpace::Host ? device.name + ", " + processorModel() : device.name;
}

TopologyCheckpoint makeCheckpoint(const TopologyOptimizer& optimizer,
  const ProblemIdentity& problem, const std::vector<IterationRecord>& history,
  const std::vector<double>& firstDensity)
{
  TopologyCheckpoint checkpoint;
  checkpoint.space = optimizer.device().space;
  checkpoint.device = bitsOf(optimizer.device());
  checkpoint.problem = problem;
  checkpoint.firstDensity = firstDensity;
  checkpoint.state = optimizer.state();
  checkpoint.history.assign(history.begin(), history.begin() + checkpoint.iteration() + 1);
  return checkpoint;
}

void writeCheckpoint(const std::string& path, const TopologyCheckpoint& checkpoint)
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

TopologyCheckpoint readCheckpoint(const std::string& path)
{
  CheckpointInput file(path);
  TopologyCheckpoint checkpoint;
  exchange(file, checkpoint);
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
  }
  checkpoint.state.record = checkpoint.history.back();
  return checkpoint;
}

void requireSameProblem(
  const std::string& path, const TopologyCheckpoint& checkpoint, const ProblemIdentity& problem)
{
  const std::string difference =
    differenceInWords(withoutStart(checkpoint.problem), withoutStart(problem));
  if (!difference.empty())
  {
    throw Error("The checkpoint '" + path + "' is of another problem: " + difference +
      ". Set what differs as it was, or clear Resume From to start at the first iteration.");
  }
}

std::string whyNotSameBits(
  const TopologyCheckpoint& checkpoint, const Device& device, bool reproducible)
{
  const std::string here = bitsOf(device);
  if (checkpoint.device != here)
  {
    return "The checkpoint was written on another device (" + checkpoint.device +
      "; here: " + here +
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
