#include "Optimization/TopologyOptimizer.h"

#include "Analysis/ElasticModelMemory.h"
#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Analysis/StructureOnGrid.h"
#include "Core/Error.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/Space.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Response/OutputDisplacement.h"
#include "Optimization/Elements/ElementTopology.h"
#include "Optimization/TopologyModel.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trabecula
{
namespace
{
/// Edges of the smallest box around the points.
std::array<double, 3> boxOf(const std::vector<double>& points)
{
  std::array<double, 3> size = {};
  for (std::size_t d = 0; d < 3 && !points.empty(); ++d)
  {
    double low = points[d];
    double high = points[d];
    for (std::size_t i = d; i < points.size(); i += 3)
    {
      low = std::min(low, points[i]);
      high = std::max(high, points[i]);
    }
    size[d] = high - low;
  }
  return size;
}

std::size_t estimateWith(const TopologyProblem& problem, const MultigridChoice& choice)
{
  using Space = HostSpace;
  const std::size_t elements = problem.mesh.numberOfElements();
  const std::size_t unknowns = problem.mesh.points.size();
  // Displacement and trial displacement of each load case.
  std::size_t bytes =
    elasticModelMemory(problem, choice) + unknowns * problem.loadCases.size() * 2 * sizeof(double);
  for (const LoadCase& load : problem.loadCases)
  {
    const auto zeros = std::count(load.forces.begin(), load.forces.end(), 0.0);
    bytes += (load.forces.size() - static_cast<std::size_t>(zeros)) * 2 * sizeof(double);
  }
  // Volumes, moduli, energies, design and next design; mask of the region. The density filter has
  // three fields more, and so have meshes with so few nodes that the solver's memory does not do.
  const std::size_t fields = 5 + (problem.settings.filter == FilterKind::Density ? 3 : 0) +
    (3 * elements > (choice.lattice || choice.onMesh ? 1 : 3) * unknowns ? 3 : 0);
  bytes += elements * (fields * sizeof(double) + 1);
  bytes += 2 * problem.solidFractions.size() * sizeof(double); // twice during the set-up
  bytes += DesignUpdate<Space>::memory(
    elements, problem.settings.optimizer, problem.settings.bounds.size() + 1);
  // Gradients that are not kept by their responses, or measures of regions and theirs.
  bytes += 2 * problem.settings.bounds.size() * elements * sizeof(double);
  if (hasOutput(problem))
  {
    bytes += OutputDisplacement<Space>::memory(unknowns, elements);
  }
  if (problem.settings.filter != FilterKind::None)
  {
    bytes += NeighbourFilter<Space>::memory(
      elements, boxOf(problem.mesh.points), problem.settings.filterRadius, choice.bricks());
  }
  return bytes + (std::size_t(1) << 20);
}

void fitProblem(const TopologyProblem& problem, MultigridChoice& choice, const Device& device,
  std::size_t memoryLimit)
{
  fitOnDevice(problem, choice, device, memoryLimit,
    [&](const MultigridChoice& with) { return estimateWith(problem, with); });
}

/// Visits the fields of a state that are there, those of elements and those of nodes.
template <class OnElements, class OnNodes>
void forEachField(TopologyState& state, OnElements onElements, OnNodes onNodes)
{
  MovingAsymptotesState& mma = state.asymptotes;
  for (std::vector<double>* field :
    { &state.design, &state.density, &state.energies, &state.adjointEnergies, &mma.last,
      &mma.beforeLast, &mma.lowerAsymptotes, &mma.upperAsymptotes })
  {
    if (!field->empty())
    {
      onElements(*field);
    }
  }
  for (std::vector<double>& field : state.displacements)
  {
    onNodes(field);
  }
  if (!state.adjoint.empty())
  {
    onNodes(state.adjoint);
  }
}

/// The problem in the numbering of its mesh's grid.
TopologyProblem renumbered(const StructureOnGrid& onGrid, const TopologyProblem& original)
{
  TopologyProblem problem;
  static_cast<StructuralProblem&>(problem) = onGrid.renumbered(original);
  problem.settings = original.settings;
  problem.outputWeights = onGrid.nodesOnGrid(original.outputWeights);
  problem.designRegion = onGrid.elementsOnGrid(original.designRegion);
  problem.solidFractions = onGrid.elementsOnGrid(original.solidFractions);
  problem.volumeRegion = onGrid.elementsOnGrid(original.volumeRegion);
  problem.initialDensity = onGrid.elementsOnGrid(original.initialDensity);
  return problem;
}

std::unique_ptr<TopologyOptimizer::Model> makeModelIn(const ExecutionContext& execution,
  const TopologyProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  Observer& observer)
{
  return execution.with([&](const auto& context)
    { return makeTopologyModel(context, problem, grid, choice, observer); });
}
}

std::size_t estimateDeviceMemory(const TopologyProblem& problem)
{
  const auto estimate = [&](ExecutionSpace space)
  { return estimateWith(problem, chooseMultigrid(problem, requirementsOf(problem), space)); };
  return std::max(estimate(ExecutionSpace::Host), estimate(ExecutionSpace::Cuda));
}

void checkDevice(const TopologyProblem& problem, const Device& device, std::size_t memoryLimit)
{
  MultigridChoice choice = chooseMultigrid(problem, requirementsOf(problem), device.space);
  fitProblem(problem, choice, device, memoryLimit);
}

TopologyOptimizer::TopologyOptimizer(const TopologyProblem& problem,
  std::shared_ptr<const ExecutionContext> context, Observer& observer, std::size_t memoryLimit)
  : Computing(std::move(context)), StateSizes{ problem.mesh.numberOfElements(),
      problem.mesh.numberOfElements(), problem.mesh.points.size(), problem.loadCases.size(),
      problem.settings.filter == FilterKind::Density, hasOutput(problem),
      problem.settings.optimizer == Optimizer::MovingAsymptotes },
    Columns(topologyColumns(problem))
{
  for (const LoadCase& load : problem.loadCases)
  {
    this->LoadCaseNames.push_back(load.name);
  }
  this->Yielding = makeThreadsYield(); // before the model, whose set-up has threads already
  observer.progress(0.0, "Checking the problem");
  validate(problem);
  checkForStop(observer);
  MultigridChoice choice =
    chooseMultigrid(problem, requirementsOf(problem), this->Computing->device().space);
  fitProblem(problem, choice, this->Computing->device(), memoryLimit);
  checkForStop(observer);
  if (!choice.reason.empty())
  {
    observer.note(choice.reason);
  }
  if (choice.lattice)
  {
    this->OnGrid = std::make_unique<StructureOnGrid>(problem, *choice.lattice);
    this->ModelImplementation = makeModelIn(*this->Computing, renumbered(*this->OnGrid, problem),
      &this->OnGrid->grid(), choice, observer);
  }
  else
  {
    this->ModelImplementation = makeModelIn(*this->Computing, problem, nullptr, choice, observer);
  }
}

TopologyOptimizer::~TopologyOptimizer() = default;

StepStatus TopologyOptimizer::step(Observer& observer)
{
  return this->ModelImplementation->step(observer);
}

void TopologyOptimizer::setChangeTolerance(double tolerance)
{
  this->ModelImplementation->densityChangeTolerance = tolerance;
}

int TopologyOptimizer::iteration() const
{
  return this->ModelImplementation->record.iteration;
}

const IterationRecord& TopologyOptimizer::record() const
{
  return this->ModelImplementation->record;
}

const PhaseTimes& TopologyOptimizer::phaseTimes() const
{
  return this->ModelImplementation->phases;
}

TopologyState TopologyOptimizer::state() const
{
  if (this->iteration() < 0)
  {
    throw Error("There is no state to keep before the first iteration.");
  }
  return this->inOrderOfProblem(this->ModelImplementation->state());
}

void TopologyOptimizer::restore(const TopologyState& state)
{
  checkState(state, this->StateSizes);
  this->ModelImplementation->restore(this->OnGrid ? this->inOrderOfModel(state) : state);
}

TopologyState TopologyOptimizer::inOrderOfProblem(TopologyState state) const
{
  if (this->OnGrid)
  {
    forEachField(
      state, [&](std::vector<double>& field) { field = this->OnGrid->elementField(field); },
      [&](std::vector<double>& field) { field = this->OnGrid->displacement(field); });
  }
  return state;
}

TopologyState TopologyOptimizer::inOrderOfModel(TopologyState state) const
{
  forEachField(
    state, [&](std::vector<double>& field) { field = this->OnGrid->elementsOnGrid(field); },
    [&](std::vector<double>& field) { field = this->OnGrid->nodesOnGrid(field); });
  return state;
}

std::vector<double> TopologyOptimizer::elementField(const std::vector<double>& values) const
{
  return this->OnGrid ? this->OnGrid->elementField(values) : values;
}

HistoryRow TopologyOptimizer::historyRow() const
{
  return rowOf(this->record(), this->Columns);
}

std::vector<FieldDescription> TopologyOptimizer::fields() const
{
  std::vector<FieldDescription> fields = { { "Density", FieldSupport::Elements, 1 },
    { "StrainEnergyDensity", FieldSupport::Elements, 1 } };
  const bool several = this->LoadCaseNames.size() > 1;
  for (const std::string& name : this->LoadCaseNames)
  {
    fields.push_back({ several ? "Displacement_" + name : "Displacement", FieldSupport::Nodes, 3 });
  }
  return fields;
}

std::vector<double> TopologyOptimizer::field(std::size_t index) const
{
  constexpr std::size_t elementFields = 2;
  return index == 0 ? this->density()
    : index == 1    ? this->strainEnergyDensity()
                    : this->displacement(index - elementFields);
}

OptimizationState TopologyOptimizer::saveState() const
{
  return namedState(this->state(), this->Columns);
}

void TopologyOptimizer::restoreState(const OptimizationState& state)
{
  this->restore(topologyState(state, this->Columns, this->LoadCaseNames.size()));
}

std::vector<double> TopologyOptimizer::density() const
{
  return this->elementField(this->ModelImplementation->density());
}

std::vector<double> TopologyOptimizer::displacement(std::size_t loadCase) const
{
  std::vector<double> values = this->ModelImplementation->displacement(loadCase);
  return this->OnGrid ? this->OnGrid->displacement(values) : values;
}

std::vector<double> TopologyOptimizer::strainEnergyDensity() const
{
  return this->elementField(this->ModelImplementation->strainEnergyDensity());
}

std::vector<double> TopologyOptimizer::sensitivity() const
{
  return this->elementField(this->ModelImplementation->sensitivity());
}

const Device& TopologyOptimizer::device() const
{
  return this->Computing->device();
}

std::size_t TopologyOptimizer::deviceMemory() const
{
  return this->ModelImplementation->deviceMemory;
}

std::size_t TopologyOptimizer::peakDeviceMemory() const
{
  return this->ModelImplementation->peakDeviceMemory;
}
}
