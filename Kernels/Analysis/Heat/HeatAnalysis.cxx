#include "Analysis/Heat/HeatAnalysis.h"

#include "Analysis/Heat/HeatFields.h"
#include "Analysis/Heat/HeatOnGrid.h"
#include "Analysis/Heat/HeatOnParts.h"
#include "Analysis/Heat/HeatRun.h"
#include "Analysis/Heat/HeatSystem.h"
#include "Analysis/Heat/HeatValidation.h"
#include "Analysis/Parts/ConductionOfPart.h"
#include "Analysis/Parts/FitOnDevices.h"
#include "Core/Communication/Devices.h"
#include "Core/Communication/ThreadParts.h"
#include "Core/Error.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/ExecutionContext.h"
#include "Core/Timer.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
HeatInput inputOf(const HeatProblem& problem)
{
  HeatInput input;
  input.system = conductionSystem(problem, validate(problem));
  input.heat = heatOfSystem(problem, input.system.film);
  input.start = startingTemperature(problem);
  input.conductivities.resize(problem.mesh.numberOfElements());
  for (std::size_t e = 0; e < input.conductivities.size(); ++e)
  {
    input.conductivities[e] = problem.conductivityOf(e);
  }
  return input;
}

HeatInput renumbered(const HeatOnGrid& onGrid, const HeatInput& input)
{
  return { onGrid.renumbered(input.system), onGrid.elementsOnGrid(input.conductivities),
    onGrid.nodesOnGrid(input.heat), onGrid.nodesOnGrid(input.start) };
}

/// The additional memory is for conductivities, loads and temperature.
std::size_t memoryOfFields(std::size_t elements, std::size_t nodes)
{
  return (elements + 2 * nodes) * sizeof(double) + (std::size_t(1) << 20);
}

/// A problem on the parts that solve it, of which there may be one.
class HeatOnDevices
{
public:
  HeatOnDevices(const HeatInput& input, ConductionMultigrid choice, Parts& parts)
    : Input(input), Choice(std::move(choice)), Team(parts)
  {
  }

  /// Checks estimates of memory, and changes the choice if necessary.
  void fit()
  {
    if (this->Team.size() == 1)
    {
      fitOnDevice(this->Input.system, this->Choice, this->Team.devices().front(), 0,
        memoryOfFields(this->Input.conductivities.size(), this->Input.heat.size()));
      return;
    }
    fitOnDevices(this->Input.system, this->Choice, this->Team,
      { [this] { this->divide(); },
        [this](std::size_t number)
        {
          const ConductionOfPart& part = this->Divided[number];
          const auto elements = static_cast<std::size_t>(part.elements.count());
          return conductionModelMemory(part.system, this->Choice, elements, part.bricks()) +
            memoryOfFields(elements, part.system.fixed.size());
        } });
  }

  const ConductionMultigrid& choice() const { return this->Choice; }

  /// @return false if stopped
  bool solve(Observer& observer, HeatAnalysis& analysis)
  {
    if (this->Choice.lattice && !this->OnGrid)
    {
      this->OnGrid.emplace(*this->Choice.lattice);
    }
    std::optional<HeatInput> ofGrid;
    if (this->OnGrid)
    {
      ofGrid = renumbered(*this->OnGrid, this->Input);
    }
    const bool isDone = this->solveOn(ofGrid ? *ofGrid : this->Input, observer, analysis);
    if (isDone && this->OnGrid && this->Team.first() == 0)
    {
      analysis.temperature = this->OnGrid->nodeField(analysis.temperature, this->Input.start);
    }
    return isDone;
  }

private:
  /// Divides the system with the present choice.
  void divide()
  {
    this->OnGrid.reset();
    if (this->Choice.lattice)
    {
      this->OnGrid.emplace(*this->Choice.lattice);
      this->Divided = divideConduction(
        this->OnGrid->renumbered(this->Input.system), &*this->Choice.lattice, this->Team.size());
    }
    else
    {
      this->Divided = divideConduction(this->Input.system, nullptr, this->Team.size());
    }
    keepPlansOfOthers(
      this->Team, this->Divided, [](ConductionOfPart& part) -> PartOfBody& { return part; });
  }

  bool solveOn(const HeatInput& input, Observer& observer, HeatAnalysis& analysis)
  {
    if (this->Team.size() > 1)
    {
      return solveHeatOnParts(this->Team, this->Divided, input, this->Choice, observer, analysis);
    }
    const VoxelGrid* grid = this->OnGrid ? &this->OnGrid->grid() : nullptr;
    const ExecutionContext execution(this->Team.devices().front());
    return execution.with(
      [&](const auto& context)
      {
        return solveHeat(
          grid ? layoutsOf(context, *grid, 1) : layoutsOf(context, input.system.mesh, 1), input,
          grid, this->Choice, observer, analysis);
      });
  }

  const HeatInput& Input;
  ConductionMultigrid Choice;
  Parts& Team;
  std::optional<HeatOnGrid> OnGrid;      ///< with multigrid on voxels
  std::vector<ConductionOfPart> Divided; ///< among several devices
};

/// Solves for the temperature. @return false if stopped
/// @throws SetupStopped if stopped before it is solved
bool solveOn(Parts& parts, const HeatProblem& problem, HeatInput& input, Observer& observer,
  HeatAnalysis& analysis)
{
  observer.progress(0.0, "Checking the problem");
  input = inputOf(problem);
  HeatOnDevices solver(input,
    chooseConductionMultigrid(input.system, { &input.heat, &problem.prescribedTemperature },
      parts.devices().front().space, true),
    parts);
  solver.fit();
  parts.together([&] { checkForStop(observer); });
  if (!solver.choice().reason.empty())
  {
    observer.note(solver.choice().reason);
  }
  return solver.solve(observer, analysis);
}
}

std::optional<HeatAnalysis> analyseHeat(
  const HeatProblem& problem, const Device& device, Observer& observer, std::size_t memoryLimit)
{
  return analyseHeat(problem, std::vector<Device>{ device }, observer, memoryLimit);
}

std::optional<HeatAnalysis> analyseHeat(const HeatProblem& problem,
  const std::vector<Device>& devices, Observer& observer, std::size_t memoryLimit)
{
  ThreadParts parts(limitedTo(devices, memoryLimit));
  return analyseHeat(problem, parts, observer);
}

std::optional<HeatAnalysis> analyseHeat(
  const HeatProblem& problem, Parts& parts, Observer& observer)
{
  const Timer solving;
  const std::shared_ptr<const void> yielding = makeThreadsYield();
  HeatInput input;
  HeatAnalysis analysis;
  bool isDone = false;
  try
  {
    parts.together([&] { isDone = solveOn(parts, problem, input, observer, analysis); });
  }
  catch (const SetupStopped&)
  {
    return std::nullopt;
  }
  if (!isDone)
  {
    return std::nullopt;
  }
  analysis.solveSeconds = solving.seconds();
  if (parts.first() > 0)
  {
    return analysis;
  }

  const Timer fields;
  observer.progress(1.0, "Computing heat fluxes");
  setFields(problem, input.system.film, analysis);
  for (const std::string& warning : warningsOf(problem, input.system.film))
  {
    observer.message(warning);
  }
  analysis.fieldsSeconds = fields.seconds();
  return analysis;
}
}
