#include "Analysis/Parts/FitOnDevices.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Operator/MakeOperator.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
namespace
{
/// What the first device of this process lacks that is too small for its parts, as a sentence;
/// empty if all fit.
std::string lackHere(const Mesh& mesh, const Parts& parts,
  const std::function<std::size_t(std::size_t part)>& estimate)
{
  const std::vector<Device>& devices = parts.devices();
  std::vector<std::size_t> ofParts;
  for (std::size_t own = 0; own < devices.size(); ++own)
  {
    ofParts.push_back(estimate(static_cast<std::size_t>(parts.first()) + own));
  }
  for (const Device& device : devices)
  {
    std::size_t needed = 0;
    std::int64_t users = 0;
    for (std::size_t own = 0; own < devices.size(); ++own)
    {
      if (devices[own].index == device.index)
      {
        needed += ofParts[own];
        ++users;
      }
    }
    if (needed > device.availableMemory)
    {
      return "The mesh of " +
        countText(static_cast<std::int64_t>(mesh.numberOfElements()), "element") + " needs " +
        mebibytesText(needed) + " on " + device.name + " for " + countText(users, "part") +
        " of it, but " + mebibytesText(device.availableMemory) + " are available.";
    }
  }
  return {};
}

/// The same of all processes.
std::string lackOfMemory(
  const Mesh& mesh, Parts& parts, const std::function<std::size_t(std::size_t part)>& estimate)
{
  try
  {
    parts.together(
      [&]
      {
        const std::string lack = lackHere(mesh, parts, estimate);
        if (!lack.empty())
        {
          throw Error(lack);
        }
      });
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}

void requireOneKind(const std::vector<Device>& devices)
{
  for (const Device& device : devices)
  {
    if (device.space != devices.front().space)
    {
      throw Error("A problem cannot be divided among GPUs and the host. Choose devices of one "
                  "kind.");
    }
  }
}

/// @param drop takes multigrid out of the choice, with the reason for the user; null if the choice
/// has none or must keep it
void divideAndFit(const Mesh& mesh, Parts& parts, const DeviceDivision& division,
  const std::function<void(const std::string& reason)>& drop)
{
  division.divide();
  std::string lack = lackOfMemory(mesh, parts, division.estimate);
  if (!lack.empty() && drop)
  {
    drop(
      "The preconditioner is the diagonal, as there is too little memory for multigrid. " + lack);
    division.divide();
    lack = lackOfMemory(mesh, parts, division.estimate);
  }
  if (!lack.empty())
  {
    throw Error(lack + " Use a coarser mesh, or more devices, or ones with more memory.");
  }
}
}

void fitOnDevices(const StructuralProblem& problem, MultigridChoice& choice, Parts& parts,
  const DeviceDivision& division)
{
  requireOneKind(parts.devices());
  for (const Device& device : parts.devices())
  {
    checkOperatorSettings(problem.mesh, problem.solver, device.space);
  }
  checkStrategyOfRatios(problem.solver.strategy, !problem.poissonsRatios.empty());
  requireDivisible(problem);
  const auto drop = [&choice](const std::string& reason)
  {
    choice.lattice.reset();
    choice.onMesh.reset();
    choice.reason = reason;
  };
  const bool mayDrop =
    (choice.lattice || choice.onMesh) && problem.solver.preconditioner == Preconditioner::Auto;
  divideAndFit(problem.mesh, parts, division,
    mayDrop ? std::function<void(const std::string&)>(drop) : nullptr);
}

void fitOnDevices(const ConductionSystem& system, ConductionMultigrid& choice, Parts& parts,
  const DeviceDivision& division)
{
  requireOneKind(parts.devices());
  const auto drop = [&choice](const std::string& reason)
  {
    choice.lattice.reset();
    choice.aggregation.reset();
    choice.reason = reason;
  };
  const bool mayDrop =
    (choice.lattice || choice.aggregation) && system.solver.preconditioner == Preconditioner::Auto;
  divideAndFit(system.mesh, parts, division,
    mayDrop ? std::function<void(const std::string&)>(drop) : nullptr);
}
}
