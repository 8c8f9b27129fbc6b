#include "Analysis/Frequency/FrequencyAnalysis.h"

#include "Analysis/ElasticModelMemory.h"
#include "Analysis/Frequency/FrequencyInput.h"
#include "Analysis/Frequency/FrequencyRun.h"
#include "Analysis/Parts/FitOnDevices.h"
#include "Analysis/Parts/RunOnParts.h"
#include "Analysis/Parts/StructureOfPart.h"
#include "Analysis/StructureOnGrid.h"
#include "Core/Communication/Devices.h"
#include "Core/Communication/ThreadParts.h"
#include "Core/Error.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/ExecutionContext.h"
#include "Core/Text.h"
#include "Core/Timer.h"
#include "Operator/Mass/MassOperator.h"
#include "Solver/Eigen/Lobpcg.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
/// Applies a renumbering, or the restriction to a part, to all arrays but those of the structure.
/// @param ofNodes of 3 values of each node @param ofElements of one value of each element
template <class OfNodes, class OfElements>
FrequencyInput mapped(const FrequencyInput& input, StructuralProblem structure,
  const OfNodes& ofNodes, const OfElements& ofElements)
{
  FrequencyInput result;
  result.structure = std::move(structure);
  result.supports = ofNodes(input.supports);
  result.moduli = ofElements(input.moduli);
  result.densities = ofElements(input.densities);
  result.pointMasses = ofNodes(input.pointMasses);
  for (const std::vector<double>& motion : input.motions)
  {
    result.motions.push_back(ofNodes(motion));
  }
  result.largestModulus = input.largestModulus;
  result.centre = input.centre;
  result.length = input.length;
  result.isLumped = input.isLumped;
  result.modes = input.modes;
  result.tolerance = input.tolerance;
  result.maximumIterations = input.maximumIterations;
  return result;
}

/// Scales a shape so that its largest displacement is 1, with a positive component.
void normalize(std::vector<double>& shape)
{
  double largest = 0.0;
  double component = 0.0;
  for (std::size_t i = 0; i < shape.size(); i += 3)
  {
    largest = std::max(largest, std::hypot(shape[i], shape[i + 1], shape[i + 2]));
    for (std::size_t c = 0; c < 3; ++c)
    {
      // Of components that are equal up to rounding, the first one decides.
      if (std::abs(shape[i + c]) > (1.0 + 1e-6) * std::abs(component))
      {
        component = shape[i + c];
      }
    }
  }
  const double scale = std::copysign(largest > 0.0 ? 1.0 / largest : 1.0, component);
  for (double& value : shape)
  {
    value *= scale;
  }
}

/// A problem on the parts that solve it, of which there may be one.
class FrequencyOnDevices
{
public:
  FrequencyOnDevices(const FrequencyInput& input, MultigridChoice choice, Parts& parts)
    : Input(input), Choice(std::move(choice)), Team(parts)
  {
  }

  /// Checks estimates of memory, and changes the choice if necessary.
  void fit()
  {
    if (this->Team.size() == 1)
    {
      fitOnDevice(this->Input.structure, this->Choice, this->Team.devices().front(), 0,
        [this](const MultigridChoice& with)
        { return this->memory(this->Input.structure, with, with.bricks()); });
      return;
    }
    fitOnDevices(this->Input.structure, this->Choice, this->Team,
      { [this] { this->divide(); },
        [this](std::size_t number)
        {
          const StructureOfPart& part = this->Divided[number];
          return this->memory(
            part.structure, choiceOfPart(this->Choice, part.structure.mesh), part.bricks());
        } });
  }

  const MultigridChoice& choice() const { return this->Choice; }

  /// @return false if stopped
  bool solve(Observer& observer, FrequencyAnalysis& analysis)
  {
    if (this->Choice.lattice && !this->OnGrid)
    {
      this->OnGrid.emplace(this->Input.structure, *this->Choice.lattice);
    }
    std::optional<FrequencyInput> ofGrid;
    if (this->OnGrid)
    {
      ofGrid = this->onGrid();
    }
    const FrequencyInput& input = ofGrid ? *ofGrid : this->Input;
    const bool isDone = this->Team.size() > 1 ? this->solveOnParts(input, observer, analysis)
                                              : this->solveOnDevice(input, observer, analysis);
    for (VibrationMode& mode : analysis.modes)
    {
      if (this->OnGrid && !mode.shape.empty())
      {
        mode.shape = this->OnGrid->displacement(mode.shape);
      }
      normalize(mode.shape);
    }
    return isDone;
  }

private:
  std::size_t memory(
    const StructuralProblem& structure, const MultigridChoice& with, std::size_t bricks) const
  {
    const std::size_t elements = structure.mesh.numberOfElements();
    const std::size_t nodes = structure.mesh.numberOfNodes();
    constexpr int guards = 2;
    return elasticModelMemory(structure, with, bricks) +
      (bricks > 0 ? massOperatorMemory(bricks, elements, nodes)
                  : massOperatorMemory(structure.mesh)) +
      Lobpcg<HostSpace>::memory(static_cast<std::int64_t>(3 * nodes), this->Input.modes + guards,
        static_cast<int>(this->Input.motions.size())) +
      (2 * elements + 9 * nodes) * sizeof(double) + (std::size_t(1) << 20);
  }

  /// Divides the structure with the present choice.
  void divide()
  {
    this->OnGrid.reset();
    if (this->Choice.lattice)
    {
      this->OnGrid.emplace(this->Input.structure, *this->Choice.lattice);
      this->Divided = divideStructure(
        this->OnGrid->renumbered(this->Input.structure), &*this->Choice.lattice, this->Team.size());
    }
    else
    {
      this->Divided = divideStructure(this->Input.structure, nullptr, this->Team.size());
    }
    keepPlansOfOthers(
      this->Team, this->Divided, [](StructureOfPart& part) -> PartOfBody& { return part; });
  }

  FrequencyInput onGrid() const
  {
    return mapped(
      this->Input, this->OnGrid->renumbered(this->Input.structure),
      [this](const auto& values) { return this->OnGrid->nodesOnGrid(values); },
      [this](const auto& values) { return this->OnGrid->elementsOnGrid(values); });
  }

  bool solveOnDevice(
    const FrequencyInput& input, Observer& observer, FrequencyAnalysis& analysis) const
  {
    const VoxelGrid* grid = this->OnGrid ? &this->OnGrid->grid() : nullptr;
    const ExecutionContext execution(this->Team.devices().front());
    return execution.with(
      [&](const auto& context)
      {
        return solveFrequencies(
          layoutsOf(context, input.structure.mesh), input, grid, this->Choice, observer, analysis);
      });
  }

  bool solveOnParts(const FrequencyInput& input, Observer& observer, FrequencyAnalysis& analysis)
  {
    std::vector<FrequencyAnalysis> ofParts(this->Divided.size());
    const bool isDone = runOnParts(this->Team, observer,
      [&](const auto& context, std::size_t rank, Observer& observerOfPart)
      {
        const StructureOfPart& part = this->Divided[rank];
        const FrequencyInput ofPart = mapped(
          input, part.structure, [&](const auto& values) { return part.ofNodes(values, 3); },
          [&](const auto& values) { return part.ofElements(values); });
        FrequencyAnalysis& mine = ofParts[rank];
        if (!solveFrequencies(layoutsOf(context, part), ofPart, part.grid.get(), this->Choice,
              observerOfPart, mine))
        {
          return false;
        }
        for (VibrationMode& mode : mine.modes)
        {
          std::vector<double> whole(rank == 0 ? input.supports.size() : 0);
          collectOnFirst(
            context.communicator(),
            [&](int other) -> const HaloPlan&
            { return this->Divided[static_cast<std::size_t>(other)].nodes; },
            mode.shape, 3, whole);
          mode.shape = std::move(whole);
        }
        return true;
      });
    analysis = std::move(ofParts[static_cast<std::size_t>(this->Team.first())]);
    return isDone;
  }

  const FrequencyInput& Input;
  MultigridChoice Choice;
  Parts& Team;
  std::optional<StructureOnGrid> OnGrid; ///< with multigrid on voxels
  std::vector<StructureOfPart> Divided;  ///< among several devices
};

/// @return false if stopped @throws SetupStopped if stopped before it is solved
bool solveOn(
  Parts& parts, const FrequencyProblem& problem, Observer& observer, FrequencyAnalysis& analysis)
{
  observer.progress(0.0, "Checking the problem");
  const FrequencyInput input = frequencyInput(problem);
  SolverRequirements demands;
  demands.smallestModulusRatio =
    *std::min_element(input.moduli.begin(), input.moduli.end()) / input.largestModulus;
  FrequencyOnDevices solver(
    input, chooseMultigrid(input.structure, demands, parts.devices().front().space), parts);
  solver.fit();
  parts.together([&] { checkForStop(observer); });
  if (!solver.choice().reason.empty())
  {
    observer.note(solver.choice().reason);
  }
  return solver.solve(observer, analysis);
}
}

std::optional<FrequencyAnalysis> analyseFrequencies(const FrequencyProblem& problem,
  const Device& device, Observer& observer, std::size_t memoryLimit)
{
  return analyseFrequencies(problem, std::vector<Device>{ device }, observer, memoryLimit);
}

std::optional<FrequencyAnalysis> analyseFrequencies(const FrequencyProblem& problem,
  const std::vector<Device>& devices, Observer& observer, std::size_t memoryLimit)
{
  ThreadParts parts(limitedTo(devices, memoryLimit));
  return analyseFrequencies(problem, parts, observer);
}

std::optional<FrequencyAnalysis> analyseFrequencies(
  const FrequencyProblem& problem, Parts& parts, Observer& observer)
{
  const Timer solving;
  const std::shared_ptr<const void> yielding = makeThreadsYield();
  FrequencyAnalysis analysis;
  bool isDone = false;
  try
  {
    parts.together([&] { isDone = solveOn(parts, problem, observer, analysis); });
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
  if (!analysis.converged)
  {
    observer.message("The modes have not converged in " +
      countText(analysis.iterations, "iteration") +
      ": those with a residual above the tolerance are inaccurate. Permit more iterations, or ask "
      "for fewer modes.");
  }
  if (parts.first() == 0 && static_cast<int>(analysis.modes.size()) < problem.modes)
  {
    observer.message("The mesh has only " +
      countText(static_cast<std::int64_t>(analysis.modes.size()), "elastic mode") + ".");
  }
  return analysis;
}
}
