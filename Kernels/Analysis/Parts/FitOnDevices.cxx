#include "Analysis/Parts/FitOnDevices.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Operator/MakeOperator.h"

#include <cstdint>
#include <string>

namespace trabecula
{
namespace
{
/// What the first device lacks that is too small for its parts, as a sentence; empty if all fit.
std::string lackOfMemory(const StructuralProblem& problem, const std::vector<Device>& devices,
  const std::function<std::size_t(std::size_t part)>& estimate)
{
  std::vector<std::size_t> ofParts;
  for (std::size_t part = 0; part < devices.size(); ++part)
  {
    ofParts.push_back(estimate(part));
  }
  for (const Device& device : devices)
  {
    std::size_t needed = 0;
    std::int64_t parts = 0;
    for (std::size_t part = 0; part < devices.size(); ++part)
    {
      if (devices[part].index == device.index)
      {
        needed += ofParts[part];
        ++parts;
      }
    }
    if (needed > device.availableMemory)
    {
      return "The mesh of " +
        countText(static_cast<std::int64_t>(problem.mesh.numberOfElements()), "element") +
        " needs " + mebibytesText(needed) + " on " + device.name + " for " +
        countText(parts, "part") + " of it, but " + mebibytesText(device.availableMemory) +
        " are available.";
    }
  }
  return {};
}
}

void fitOnDevices(const StructuralProblem& problem, MultigridChoice& choice,
  const std::vector<Device>& devices, const std::function<void()>& divide,
  const std::function<std::size_t(std::size_t part)>& estimate)
{
  for (const Device& device : devices)
  {
    if (device.space != devices.front().space)
    {
      throw Error("A problem cannot be divided among GPUs and the host. Choose devices of one "
                  "kind.");
    }
    checkOperatorSettings(problem.mesh, problem.solver, device.space);
  }
  checkStrategyOfRatios(problem.solver.strategy, !problem.poissonsRatios.empty());
  restrictToParts(choice, problem);
  divide();
  std::string lack = lackOfMemory(problem, devices, estimate);
  const bool mayChange = problem.solver.preconditioner == Preconditioner::Auto;
  if (!lack.empty() && (choice.lattice || choice.onMesh) && mayChange)
  {
    choice.lattice.reset();
    choice.onMesh.reset();
    choice.reason = "The preconditioner is the diagonal, as there is too little memory for "
                    "multigrid. " +
      lack;
    divide();
    lack = lackOfMemory(problem, devices, estimate);
  }
  if (!lack.empty())
  {
    throw Error(lack + " Use a coarser mesh, or more devices, or ones with more memory.");
  }
}
}
