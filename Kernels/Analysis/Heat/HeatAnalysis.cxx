#include "Analysis/Heat/HeatAnalysis.h"

#include "Analysis/Heat/HeatFields.h"
#include "Analysis/Heat/HeatRun.h"
#include "Analysis/Heat/HeatSystem.h"
#include "Analysis/Heat/HeatValidation.h"
#include "Core/Error.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/ExecutionContext.h"
#include "Core/Timer.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
std::optional<HeatAnalysis> analyseHeat(
  const HeatProblem& problem, const Device& device, Observer& observer, std::size_t memoryLimit)
{
  const Timer solving;
  const std::shared_ptr<const void> yielding = makeThreadsYield();
  observer.progress(0.0, "Checking the problem");
  const ConductionSystem system = conductionSystem(problem, validate(problem));
  const std::vector<double> heat = heatOfSystem(problem, system.film);
  ConductionMultigrid choice = chooseConductionMultigrid(
    system, { &heat, &problem.prescribedTemperature }, device.space, true);
  // The additional memory is for conductivities, loads and temperature.
  fitOnDevice(system, choice, device, memoryLimit,
    (problem.mesh.numberOfElements() + 2 * heat.size()) * sizeof(double) + (std::size_t(1) << 20));
  if (observer.stopRequested())
  {
    return std::nullopt;
  }
  if (!choice.reason.empty())
  {
    observer.note(choice.reason);
  }
  const ExecutionContext execution(device.limitedTo(memoryLimit));
  HeatAnalysis analysis;
  try
  {
    const bool done = execution.with([&](const auto& context)
      { return solveHeat(context, problem, system, choice, heat, observer, analysis); });
    if (!done)
    {
      return std::nullopt;
    }
  }
  catch (const SetupStopped&)
  {
    return std::nullopt;
  }
  analysis.solveSeconds = solving.seconds();

  const Timer fields;
  observer.progress(1.0, "Computing heat fluxes");
  setFields(problem, system.film, analysis);
  for (const std::string& warning : warningsOf(problem, system.film))
  {
    observer.message(warning);
  }
  analysis.fieldsSeconds = fields.seconds();
  return analysis;
}
}
