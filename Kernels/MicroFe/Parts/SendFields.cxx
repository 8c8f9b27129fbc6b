#include "MicroFe/Parts/SendFields.h"

#include "Core/Communication/PartLists.h"
#include "Core/Communication/Processes/FirstPart.h"
#include "Core/Error.h"

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

void sendRunsToFirst(const std::vector<NumberRun>& runs, std::int64_t components,
  const std::vector<double>& values, double* whole, const Communicator& parts)
{
  std::vector<std::vector<NumberRun>> ofParts(static_cast<std::size_t>(parts.size()));
  sendToFirst(parts, runs, gatherCounts(parts, runs.size()),
    [&](int part, const std::vector<NumberRun>& theirs)
    { ofParts[static_cast<std::size_t>(part)] = theirs; });
  sendToFirst(parts, values, gatherCounts(parts, values.size()),
    [&](int part, const std::vector<double>& theirs)
    { takeRuns(ofParts[static_cast<std::size_t>(part)], components, theirs.data(), whole); });
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
