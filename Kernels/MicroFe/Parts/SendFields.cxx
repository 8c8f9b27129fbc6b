#include "MicroFe/Parts/SendFields.h"

#include "Core/Error.h"
#include "Solver/VoxelMultigrid/Parts/PartLists.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace trabecula
{
void takeRuns(
  const std::vector<NumberRun>& runs, std::int64_t components, const double* values, double* whole)
{
  const auto count = static_cast<std::int64_t>(runs.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t r = 0; r < count; ++r)
  {
    const NumberRun& run = runs[static_cast<std::size_t>(r)];
    std::copy_n(
      values + components * run.first, components * run.count, whole + components * run.inWhole);
  }
}

void sendToFirst(const std::vector<NumberRun>& runs, std::int64_t components,
  std::vector<double>& values, double* whole, const Communicator& parts)
{
  const std::vector<std::size_t> ofRuns = gatherCounts(parts, runs.size());
  const std::vector<std::size_t> ofValues = gatherCounts(parts, values.size());
  if (parts.rank() == 0)
  {
    takeRuns(runs, components, values.data(), whole);
  }
  // The first part receives from one at a time, so that it needs the memory of one.
  for (int from = 1; from < parts.size(); ++from)
  {
    const auto part = static_cast<std::size_t>(from);
    if (parts.rank() == 0)
    {
      std::vector<NumberRun> theirRuns(ofRuns[part]);
      std::vector<double> theirs(ofValues[part]);
      parts.exchange({}, { { from, theirRuns.data(), theirRuns.size() * sizeof(NumberRun) } });
      parts.exchange({}, { { from, theirs.data(), theirs.size() * sizeof(double) } });
      takeRuns(theirRuns, components, theirs.data(), whole);
    }
    else if (parts.rank() == from)
    {
      parts.exchange(
        { { 0, const_cast<NumberRun*>(runs.data()), runs.size() * sizeof(NumberRun) } }, {});
      parts.exchange({ { 0, values.data(), values.size() * sizeof(double) } }, {});
    }
    else
    {
      parts.exchange({}, {});
      parts.exchange({}, {});
    }
  }
}

VoxelFieldArrays wantedOf(const VoxelMicroFeFields& fields)
{
  static double value = 0.0;
  const auto pointer = [](bool isWanted) { return isWanted ? &value : nullptr; };
  VoxelFieldArrays arrays;
  arrays.displacement = &value;
  arrays.reactionForce = pointer(fields.reactionForce);
  arrays.elements.strain = pointer(fields.strain);
  arrays.elements.stress = pointer(fields.stress);
  arrays.elements.strainEnergyDensity = pointer(fields.strainEnergyDensity);
  arrays.elements.vonMisesStress = pointer(fields.vonMisesStress);
  arrays.elements.effectiveStrain = pointer(fields.effectiveStrain);
  return arrays;
}

void copyFields(const VoxelMicroFeSolution& solution, const VoxelFieldArrays& to)
{
  const auto copy = [](const std::vector<double>& from, double* target, const char* name)
  {
    if (target && from.empty())
    {
      throw Error(std::string("The field ") + name +
        " is not known here: only the first of several processes has fields, and those that the "
        "settings request.");
    }
    if (target)
    {
      std::copy(from.begin(), from.end(), target);
    }
  };
  copy(solution.displacement, to.displacement, "displacement");
  copy(solution.reactionForce, to.reactionForce, "reactionForce");
  copy(solution.strain, to.elements.strain, "strain");
  copy(solution.stress, to.elements.stress, "stress");
  copy(solution.strainEnergyDensity, to.elements.strainEnergyDensity, "strainEnergyDensity");
  copy(solution.vonMisesStress, to.elements.vonMisesStress, "vonMisesStress");
  copy(solution.effectiveStrain, to.elements.effectiveStrain, "effectiveStrain");
}
}
