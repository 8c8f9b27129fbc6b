#include "Analysis/ElasticAnalysis.h"

#include "Analysis/ElasticModelMemory.h"
#include "Analysis/ElasticRun.h"
#include "Analysis/Parts/ElasticOnParts.h"
#include "Analysis/Parts/FitOnDevices.h"
#include "Analysis/StructuralValidation.h"
#include "Analysis/StructureOnGrid.h"
#include "Core/Communication/Devices.h"
#include "Core/Communication/ThreadParts.h"
#include "Core/Error.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/ExecutionContext.h"
#include "Core/Requirements.h"
#include "Core/UnionFind.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace
{
void checkShares(const StructuralProblem& problem, const std::vector<double>& shares)
{
  requireSize(
    "The moduli's share", shares.size(), problem.mesh.numberOfElements(), "one for each element");
  for (std::size_t e = 0; e < shares.size(); ++e)
  {
    if (!(shares[e] > 0.0) || shares[e] > 1.0)
    {
      fail("Element ", e, " has ", shares[e],
        " of the material's Young's modulus; it must be above 0 and at most 1.");
    }
  }
}

/// Transforms results from the numbering of the grid to that of the problem's mesh.
void takeFromGrid(const StructureOnGrid& onGrid, ElasticAnalysis& analysis)
{
  analysis.strainEnergyDensity = onGrid.elementField(analysis.strainEnergyDensity);
  analysis.volumes = onGrid.elementField(analysis.volumes);
  for (ElasticLoadCase& load : analysis.loadCases)
  {
    load.displacement = onGrid.displacement(load.displacement);
    load.stress = onGrid.elementField(load.stress, 6);
    load.vonMisesStress = onGrid.elementField(load.vonMisesStress);
  }
}

/// @param bricks of the problem's grid, see elasticModelMemory()
std::size_t estimateAnalysisMemory(
  const StructuralProblem& problem, const MultigridChoice& choice, std::size_t bricks)
{
  const std::size_t elements = problem.mesh.numberOfElements();
  const std::size_t unknowns = problem.mesh.points.size();
  // The estimate includes the displacement and trial of each load case; moduli, energies and
  // volumes; gradients and stresses.
  return elasticModelMemory(problem, choice, bricks) +
    unknowns * problem.loadCases.size() * 2 * sizeof(double) +
    elements * (3 + 9 + 7) * sizeof(double) + (std::size_t(1) << 20);
}

bool runOn(const ExecutionContext& execution, const StructuralProblem& problem,
  const VoxelGrid* grid, const MultigridChoice& choice, const std::vector<double>& shares,
  Observer& observer, ElasticAnalysis& analysis)
{
  return execution.with(
    [&](const auto& context)
    {
      return runElasticAnalysis(
        layoutsOf(context, problem.mesh), problem, grid, choice, shares, observer, analysis);
    });
}

/// Analyses a structure on one device with a choice for it. @return false if stopped
bool runOnDevice(const StructuralProblem& problem, const MultigridChoice& choice,
  const std::vector<double>& shares, const Device& device, Observer& observer,
  ElasticAnalysis& analysis)
{
  const ExecutionContext execution(device);
  if (!choice.lattice)
  {
    return runOn(execution, problem, nullptr, choice, shares, observer, analysis);
  }
  const StructureOnGrid onGrid(problem, *choice.lattice);
  const bool isDone = runOn(execution, onGrid.renumbered(problem), &onGrid.grid(), choice,
    onGrid.elementsOnGrid(shares), observer, analysis);
  if (isDone)
  {
    takeFromGrid(onGrid, analysis);
  }
  return isDone;
}

/// A structure that is divided among several devices.
class DividedStructure
{
public:
  explicit DividedStructure(const StructuralProblem& problem) : Problem(problem) {}

  /// Divides the structure, and changes the choice if necessary.
  void fit(Parts& parts, MultigridChoice& choice)
  {
    fitOnDevices(this->Problem, choice, parts,
      { [&] { this->divide(choice, parts); },
        [&](std::size_t number)
        {
          const StructureOfPart& part = this->Divided[number];
          return estimateAnalysisMemory(
            part.structure, choiceOfPart(choice, part.structure.mesh), part.bricks());
        } });
  }

  bool run(Parts& parts, const MultigridChoice& choice, const std::vector<double>& shares,
    Observer& observer, ElasticAnalysis& analysis) const
  {
    const bool isDone = runElasticOnParts(this->Divided, choice,
      this->OnGrid ? this->OnGrid->elementsOnGrid(shares) : shares, parts, observer, analysis);
    if (isDone && this->OnGrid && parts.first() == 0)
    {
      takeFromGrid(*this->OnGrid, analysis);
    }
    return isDone;
  }

private:
  void divide(const MultigridChoice& choice, const Parts& parts)
  {
    this->OnGrid.reset();
    if (choice.lattice)
    {
      this->OnGrid.emplace(this->Problem, *choice.lattice);
      this->Divided =
        divideStructure(this->OnGrid->renumbered(this->Problem), &*choice.lattice, parts.size());
    }
    else
    {
      this->Divided = divideStructure(this->Problem, nullptr, parts.size());
    }
    keepPlansOfOthers(
      parts, this->Divided, [](StructureOfPart& part) -> PartOfBody& { return part; });
  }

  const StructuralProblem& Problem;
  std::optional<StructureOnGrid> OnGrid;
  std::vector<StructureOfPart> Divided;
};

/// @return nothing if stopped @throws SetupStopped if stopped before it is solved
std::optional<ElasticAnalysis> analyseOn(Parts& parts, const StructuralProblem& problem,
  const std::vector<double>& shares, Observer& observer)
{
  observer.progress(0.0, "Checking the problem");
  checkMesh(problem.mesh);
  checkShares(problem, shares);
  validate(problem);
  const Device& device = parts.devices().front();
  SolverRequirements demands;
  demands.smallestModulusRatio = *std::min_element(shares.begin(), shares.end());
  MultigridChoice choice = chooseMultigrid(problem, demands, device.space);
  DividedStructure divided(problem);
  if (parts.size() > 1)
  {
    divided.fit(parts, choice);
  }
  else
  {
    fitOnDevice(problem, choice, device, 0,
      [&](const MultigridChoice& with)
      { return estimateAnalysisMemory(problem, with, with.bricks()); });
  }
  parts.together([&] { checkForStop(observer); });
  if (!choice.reason.empty())
  {
    observer.note(choice.reason);
  }
  ElasticAnalysis analysis;
  const bool isDone = parts.size() > 1
    ? divided.run(parts, choice, shares, observer, analysis)
    : runOnDevice(problem, choice, shares, device, observer, analysis);
  return isDone ? std::make_optional(std::move(analysis)) : std::nullopt;
}
}

std::optional<ElasticAnalysis> analyseElastic(const StructuralProblem& problem,
  const std::vector<double>& shares, const Device& device, Observer& observer,
  std::size_t memoryLimit)
{
  return analyseElastic(problem, shares, std::vector<Device>{ device }, observer, memoryLimit);
}

std::optional<ElasticAnalysis> analyseElastic(const StructuralProblem& problem,
  const std::vector<double>& shares, const std::vector<Device>& devices, Observer& observer,
  std::size_t memoryLimit)
{
  ThreadParts parts(limitedTo(devices, memoryLimit));
  return analyseElastic(problem, shares, parts, observer);
}

std::optional<ElasticAnalysis> analyseElastic(const StructuralProblem& problem,
  const std::vector<double>& shares, Parts& parts, Observer& observer)
{
  const std::shared_ptr<const void> yielding = makeThreadsYield();
  std::optional<ElasticAnalysis> analysis;
  try
  {
    parts.together([&] { analysis = analyseOn(parts, problem, shares, observer); });
  }
  catch (const SetupStopped&)
  {
    return std::nullopt;
  }
  return analysis;
}

std::optional<StressPeak> largestStress(
  const ElasticAnalysis& analysis, const std::vector<double>& solid, double atLeast)
{
  std::optional<StressPeak> peak;
  for (std::size_t i = 0; i < analysis.loadCases.size(); ++i)
  {
    const std::vector<double>& stresses = analysis.loadCases[i].vonMisesStress;
    for (std::size_t e = 0; e < stresses.size(); ++e)
    {
      if (solid[e] >= atLeast && (!peak || stresses[e] > peak->vonMisesStress))
      {
        peak = StressPeak{ stresses[e], i, e };
      }
    }
  }
  return peak;
}

void requireBodyBearsLoads(
  const StructuralProblem& problem, const std::vector<double>& solid, double leastSolid)
{
  const std::size_t nodes = problem.mesh.numberOfNodes();
  std::vector<std::int32_t> parents(nodes);
  std::iota(parents.begin(), parents.end(), 0);
  std::vector<std::uint8_t> touched(nodes, 0);
  for (std::size_t e = 0; e < solid.size(); ++e)
  {
    const std::int32_t* corners = problem.mesh.element(e);
    for (std::size_t a = 0; solid[e] >= leastSolid && a < problem.mesh.nodesOf(e); ++a)
    {
      touched[static_cast<std::size_t>(corners[a])] = 1;
      unionfind::join(parents.data(), corners[0], corners[a]);
    }
  }
  const auto rootOf = [&](std::size_t node)
  {
    return static_cast<std::size_t>(
      unionfind::root(parents.data(), static_cast<std::int32_t>(node)));
  };
  std::vector<std::uint8_t> held(nodes, 0);
  for (std::size_t i = 0; i < problem.supports.size(); ++i)
  {
    if (problem.supports[i] || (!problem.springs.empty() && problem.springs[i] > 0.0))
    {
      held[rootOf(i / 3)] = 1;
    }
  }
  for (const LoadCase& load : problem.loadCases)
  {
    for (std::size_t i = 0; i < load.forces.size(); ++i)
    {
      const std::size_t node = i / 3;
      const bool loaded = load.forces[i] != 0.0 && !problem.supports[i];
      if (loaded && !touched[node])
      {
        fail("The body has no material at node ", node, ", which load case '", load.name,
          "' acts on, at (", problem.mesh.points[3 * node], ", ", problem.mesh.points[3 * node + 1],
          ", ", problem.mesh.points[3 * node + 2],
          "). Keep the cells around loads solid by a design region, or take a surface that "
          "encloses more.");
      }
      if (loaded && !held[rootOf(node)])
      {
        fail("The part of the body that load case '", load.name, "' acts on at node ", node,
          " does not hang together with any support. Take a surface that encloses more, or one "
          "without loose pieces.");
      }
    }
  }
}
}
