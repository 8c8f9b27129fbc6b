#include "Optimization/Elements/ElementTopology.h"

#include "Analysis/ElasticModelMemory.h"
#include "Analysis/Heat/HeatOfDesign.h"
#include "Analysis/Loads/DesignForces.h"
#include "Analysis/Loads/DesignTemperature.h"
#include "Analysis/Parts/FitOnDevices.h"
#include "Analysis/StructuralWarnings.h"
#include "Analysis/StructureOnGrid.h"
#include "Core/Error.h"
#include "Core/Execution/SetupCounts.h"
#include "Core/Space.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/Elements/DesignMemory.h"
#include "Optimization/Elements/ElementFields.h"
#include "Optimization/Elements/ElementModel.h"
#include "Optimization/Elements/MappedTopology.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Method/ModelOnParts.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace trabecula
{
namespace
{
/// Bytes of a temperature that is solved with the design, with its model in either space.
std::size_t memoryOfTemperature(const TopologyProblem& problem)
{
  const Mesh& mesh = problem.structure.mesh;
  const DesignConduction conduction = conductionOfDesign(problem.structure, problem.solidFractions);
  std::size_t ofModel = 0;
  for (const ExecutionSpace space : { ExecutionSpace::Host, ExecutionSpace::Cuda })
  {
    ofModel = std::max(ofModel,
      conductionModelMemory(conduction.system,
        chooseConductionMultigrid(conduction.system, { &conduction.heat }, space)));
  }
  const auto analyses = static_cast<std::size_t>(problem.design.densities.stages.robust.analyses());
  return ofModel +
    analyses *
    DesignTemperature<HostSpace>::memory(
      mesh.connectivity.size(), mesh.numberOfNodes(), mesh.numberOfElements());
}

/// @param bricks of the problem's grid, see elasticModelMemory()
/// @param ofStages bytes of stages and of the filter
std::size_t estimateWith(const TopologyProblem& problem, const MultigridChoice& choice,
  std::size_t bricks, std::size_t ofStages)
{
  using Space = HostSpace;
  const std::size_t elements = problem.structure.mesh.numberOfElements();
  const std::size_t unknowns = problem.structure.mesh.points.size();
  const auto analyses = static_cast<std::size_t>(problem.design.densities.stages.robust.analyses());
  // Each load case has a displacement and a trial displacement for each design that is analysed,
  // which has moduli.
  std::size_t bytes = elasticModelMemory(problem.structure, choice, bricks) +
    analyses * unknowns * problem.structure.loadCases.size() * 2 * sizeof(double) +
    (analyses - 1) * elements * sizeof(double);
  for (const LoadCase& load : problem.structure.loadCases)
  {
    const auto zeros = std::count(load.forces.begin(), load.forces.end(), 0.0);
    bytes += analyses * (load.forces.size() - static_cast<std::size_t>(zeros)) * 2 * sizeof(double);
  }
  if (problem.structure.ofDesign.isPresent())
  {
    const LoadsOfDesign& given = problem.structure.ofDesign;
    const std::size_t kinds =
      std::size_t(given.hasWeight()) + std::size_t(given.hasThermalStrain());
    bytes += analyses *
      (kinds *
          DesignForces<Space>::memory(problem.structure.mesh.connectivity.size(),
            problem.structure.mesh.numberOfNodes(), elements) +
        unknowns * (1 + problem.structure.loadCases.size()) * sizeof(double) +
        memoryOfResponsesToLoads(problem.design.settings,
          responseProblem(problem.structure, problem.design), { unknowns, elements },
          given.heat.isPresent() ? problem.structure.mesh.numberOfNodes() : 0));
    bytes += given.heat.isPresent() ? memoryOfTemperature(problem) : 0;
  }
  // These are volumes, moduli, energies, the design and the next design, and the mask of the
  // region. Stages have fields of their own and a gradient of the volume. Three more fields are
  // counted for meshes with so few nodes that they exceed the memory of the solver.
  const ChainSettings chain = chainSettings(problem.design.densities);
  const std::size_t fields = 5 + (hasStages(chain) ? 1 : 0) +
    (3 * elements > (choice.lattice || choice.onMesh ? 1 : 3) * unknowns ? 3 : 0);
  bytes += elements * (fields * sizeof(double) + 1);
  bytes += ofStages;
  // There are two copies during the set-up.
  bytes += 2 * problem.solidFractions.size() * sizeof(double);
  const std::size_t terms = analyses *
    std::max<std::size_t>(
      termsOfObjective(problem.design.settings, responseProblem(problem.structure, problem.design)),
      analyses > 1 ? 1 : 0);
  const std::size_t bounds = analyses * problem.design.settings.constraints.size();
  bytes +=
    DesignUpdate<Space>::memory(elements, problem.design.settings.optimizer, bounds + terms + 1);
  bytes += terms * elements * sizeof(double);
  // These are gradients that are not kept by their responses, or measures of regions and their
  // gradients.
  bytes += 2 * bounds * elements * sizeof(double);
  // The energies of load cases are among the fields above once.
  bytes += analyses *
      responseMemory(
        problem.design.settings, { unknowns, elements, problem.structure.loadCases.size() }) +
    (analyses - 1) * elements * sizeof(double);
  return bytes + (std::size_t(1) << 20);
}

/// The elements of a problem that is not divided.
ElementsOfStages elementsOf(const TopologyProblem& problem, const MultigridChoice& choice)
{
  return { problem.structure.mesh, choice.lattice ? StageElements::OfGrid : StageElements::OfMesh,
    choice.bricks() };
}

std::size_t estimateWith(const TopologyProblem& problem, const MultigridChoice& choice)
{
  return estimateWith(problem, choice, choice.bricks(),
    filterAndStageMemory(problem.design.densities, elementsOf(problem, choice)));
}

/// Returns the problem in the numbering of the voxel grid.
TopologyProblem renumbered(const StructureOnGrid& onGrid, const TopologyProblem& original)
{
  return mapTopology(
    original, onGrid.renumbered(original.structure),
    [&onGrid](const auto& values) { return onGrid.nodesOnGrid(values); },
    [&onGrid](const auto& values) { return onGrid.elementsOnGrid(values); });
}
}

std::size_t estimateDeviceMemory(const TopologyProblem& problem)
{
  const auto estimate = [&](ExecutionSpace space)
  {
    return estimateWith(
      problem, chooseMultigrid(problem.structure, requirementsOf(problem.design), space));
  };
  return std::max(estimate(ExecutionSpace::Host), estimate(ExecutionSpace::Cuda));
}

std::unique_ptr<TopologyMethod> prepare(const TopologyProblem& problem)
{
  return std::make_unique<ElementTopology>(problem);
}

void validate(const TopologyProblem& problem)
{
  prepare(problem);
}

ElementTopology::ElementTopology(const TopologyProblem& problem) : Problem(problem)
{
  ++setupCounts().validations;
  checkProblem(problem);
  if (problem.structure.solver.preconditioner == Preconditioner::Multigrid)
  {
    this->choose(ExecutionSpace::Host);
  }
}

void ElementTopology::choose(ExecutionSpace space)
{
  const SolverRequirements demands = requirementsOf(this->Problem.design);
  if (this->Choice && this->Problem.structure.solver.preconditioner == Preconditioner::Multigrid)
  {
    changeSpace(*this->Choice, this->Problem.structure, demands, space);
  }
  else
  {
    this->Choice = chooseMultigrid(this->Problem.structure, demands, space);
  }
  this->ChosenFor = space;
}

void ElementTopology::checkStart()
{
  checkInitialDensity(this->Problem.design.initialDensity,
    this->Problem.structure.mesh.numberOfElements(), "element");
}

std::vector<std::string> ElementTopology::warnings()
{
  std::vector<std::string> warnings = warningsOf(this->Problem.structure);
  const std::string radius =
    warningOfFilterRadius(this->Problem.structure.mesh.points, this->Problem.design.densities);
  if (!radius.empty())
  {
    warnings.push_back(radius);
  }
  const std::vector<std::string> ofResponses =
    responseWarnings(this->Problem.structure, this->Problem.design);
  warnings.insert(warnings.end(), ofResponses.begin(), ofResponses.end());
  return warnings;
}

void ElementTopology::checkDevice(const Device& device)
{
  if (!this->Choice || this->IsReduced || this->ChosenFor != device.space)
  {
    this->choose(device.space);
  }
  const bool hadMultigrid = this->Choice->lattice || this->Choice->onMesh;
  fitOnDevice(this->Problem.structure, *this->Choice, device, 0,
    [&](const MultigridChoice& with) { return estimateWith(this->Problem, with); });
  this->IsReduced = hadMultigrid && !this->Choice->lattice && !this->Choice->onMesh;
}

void ElementTopology::divide(const Parts& parts)
{
  this->Divided.clear();
  this->DividedGrid.reset();
  this->OnGrid.reset();
  if (this->Choice->lattice)
  {
    this->DividedGrid =
      std::make_unique<StructureOnGrid>(this->Problem.structure, *this->Choice->lattice);
    this->OnGrid.emplace(renumbered(*this->DividedGrid, this->Problem));
    this->Divided = divideTopology(*this->OnGrid, &*this->Choice->lattice, parts.size());
  }
  else
  {
    this->Divided = divideTopology(this->Problem, nullptr, parts.size());
  }
  keepPlansOfOthers(
    parts, this->Divided, [](PartOfTopology& of) -> PartOfBody& { return of.part; });
  if (!this->needsWholeDesign())
  {
    this->OnGrid.reset();
  }
}

bool ElementTopology::needsWholeDesign() const
{
  return needsWhole(chainSettings(this->Problem.design.densities));
}

std::string ElementTopology::reasonAgainstParts() const
{
  if (this->Problem.structure.ofDesign.isPresent())
  {
    return "Loads that depend on the design need all of the part on one device.";
  }
  return trabecula::reasonAgainstParts(this->Problem.structure);
}

std::size_t ElementTopology::estimateOfPart(std::size_t number, std::size_t ofWholeStages) const
{
  const PartOfTopology& part = this->Divided[number];
  const TopologyProblem& problem = part.problem;
  const std::size_t ofStages = this->needsWholeDesign()
    ? ofWholeStages
    : filterAndStageMemory(problem.design.densities,
        { problem.structure.mesh, StageElements::OfPart, part.part.bricks(),
          part.filter.elements.ghosts.size() });
  return estimateWith(
    problem, choiceOfPart(*this->Choice, problem.structure.mesh), part.part.bricks(), ofStages);
}

void ElementTopology::checkParts(Parts& parts)
{
  if (this->Problem.structure.ofDesign.isPresent())
  {
    throw Error(this->reasonAgainstParts() + " Set Devices to 1.");
  }
  this->choose(parts.devices().front().space);
  this->IsReduced = true; // a single device has another choice
  std::size_t ofWholeStages = 0;
  fitOnDevices(this->Problem.structure, *this->Choice, parts,
    { [&]
      {
        this->divide(parts);
        // Each part has no more elements, ghosts included, than the whole.
        ofWholeStages = this->needsWholeDesign()
          ? replicatedMemory(this->Problem.design.densities,
              elementsOf(this->Problem, *this->Choice),
              this->Problem.structure.mesh.numberOfElements())
          : 0;
      },
      [&](std::size_t number) { return this->estimateOfPart(number, ofWholeStages); } });
}

std::unique_ptr<TopologyOptimizer::Model> ElementTopology::makeOnParts(
  const std::shared_ptr<Parts>& parts, Observer& observer)
{
  const TopologyProblem& whole = this->OnGrid ? *this->OnGrid : this->Problem;
  const VoxelGrid* grid = this->OnGrid ? &this->DividedGrid->grid() : nullptr;
  auto model = makeModelOnParts(
    parts, this->Divided,
    [&](const auto& context, const PartOfTopology& of, Observer& observerOfPart)
    {
      const WholeTopology divided = { whole, grid };
      return makeElementModel(context, of, divided, *this->Choice, observerOfPart);
    },
    observer);
  this->Divided.clear();
  this->OnGrid.reset();
  return model;
}

TopologyParts ElementTopology::make(const ExecutionContext& execution, Observer& observer)
{
  const MultigridChoice& choice = *this->Choice;
  if (!choice.reason.empty())
  {
    observer.note(choice.reason);
  }
  TopologyParts parts;
  if (execution.parts())
  {
    parts.model = this->makeOnParts(execution.parts(), observer);
    parts.fields =
      std::make_unique<ElementFields>(this->Problem.structure, std::move(this->DividedGrid));
    return parts;
  }
  std::unique_ptr<StructureOnGrid> onGrid;
  if (choice.lattice)
  {
    onGrid = std::make_unique<StructureOnGrid>(this->Problem.structure, *choice.lattice);
  }
  const auto makeModel = [&](const TopologyProblem& problem, const VoxelGrid* grid)
  {
    return execution.with([&](const auto& context)
      { return makeElementModel(context, problem, grid, choice, observer); });
  };
  parts.model = onGrid ? makeModel(renumbered(*onGrid, this->Problem), &onGrid->grid())
                       : makeModel(this->Problem, nullptr);
  parts.fields = std::make_unique<ElementFields>(this->Problem.structure, std::move(onGrid));
  return parts;
}
}
