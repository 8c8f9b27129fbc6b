#include "Optimization/TopologyOptimizer.h"

#include "Analysis/MultigridChoice.h"
#include "Analysis/TopologySolver.h"
#include "Core/BuildOptions.h"
#include "Core/Error.h"
#include "Core/Space.h"
#include "Core/Text.h"
#include "Core/YieldingThreads.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Response/OutputObjective.h"
#include "Operator/Hex8/Hex8OperatorMemory.h"
#include "Operator/SprungOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Optimization/TopologyModel.h"
#include "Solver/ConjugateGradient.h"

#include <algorithm>
#include <array>

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

/// Bytes of a TopologySolver.
/// @param bricks of the grid, for multigrid; else 0
std::size_t solverMemory(const TopologyProblem& problem, std::size_t bricks)
{
  using Space = HostSpace; // all spaces hold the same arrays, or a GPU more
  const std::size_t nodes = problem.mesh.numberOfNodes();
  const std::size_t elements = problem.mesh.numberOfElements();
  const std::size_t unknowns = 3 * nodes;
  const std::size_t products =
    hex8OperatorMemory(nodes, elements, problem.solver.strategy, problem.solver.reproducible);
  if (bricks > 0)
  {
    return (problem.solver.strategy == Strategy::Auto
               ? VoxelStiffness<Space>::memory(bricks, elements)
               : products) +
      VoxelOperator<Space>::memory(bricks, elements) + elements * sizeof(double) +
      voxelMultigridMemory(nodes) + unknowns * sizeof(double) +
      PreconditionedConjugateGradient<Space>::memory(unknowns);
  }
  // A GPU has the larger coarse space.
  const std::size_t aggregates = coarseAggregates(problem, ExecutionSpace::Cuda);
  return products + ConjugateGradient<Space>::memory(unknowns) +
    (aggregates > 1 ? RigidBodyCoarseSpace<Space>::memory(nodes, aggregates) : 0);
}

std::size_t estimateWith(const TopologyProblem& problem, std::size_t bricks)
{
  using Space = HostSpace;
  const std::size_t elements = problem.mesh.numberOfElements();
  const std::size_t unknowns = problem.mesh.points.size();
  // Displacement and trial displacement of each load case; inverse diagonal; supports.
  std::size_t bytes = solverMemory(problem, bricks) +
    unknowns * (problem.loadCases.size() * 2 + 1) * sizeof(double) + unknowns;
  for (const LoadCase& load : problem.loadCases)
  {
    const auto zeros = std::count(load.forces.begin(), load.forces.end(), 0.0);
    bytes += (load.forces.size() - static_cast<std::size_t>(zeros)) * 2 * sizeof(double);
  }
  // Volumes, moduli, energies, design and next design; mask of the region. The density filter has
  // three fields more, and so have meshes with so few nodes that the solver's memory does not do.
  const std::size_t fields = 5 + (problem.settings.filter == FilterKind::Density ? 3 : 0) +
    (3 * elements > (bricks > 0 ? 1 : 3) * unknowns ? 3 : 0);
  bytes += elements * (fields * sizeof(double) + 1);
  bytes += DesignUpdate<Space>::memory(elements, problem.settings.optimizer);
  bytes += SprungOperator<Space>::memory(static_cast<std::size_t>(
    std::count_if(problem.springs.begin(), problem.springs.end(), [](double s) { return s > 0; })));
  if (problem.settings.objective == Objective::OutputDisplacement)
  {
    bytes += OutputObjective<Space>::memory(unknowns, elements);
  }
  if (problem.settings.filter != FilterKind::None)
  {
    bytes += NeighbourFilter<Space>::memory(
      elements, boxOf(problem.mesh.points), problem.settings.filterRadius);
  }
  return bytes + (std::size_t(1) << 20);
}

/// Refuses what the device cannot take; does without multigrid if only that does not fit, and
/// nobody asked for it.
void fitOnDevice(const TopologyProblem& problem, MultigridChoice& choice, const Device& device,
  std::size_t memoryLimit)
{
  checkStrategy(problem.solver.strategy, problem.solver.reproducible, device.space);
  const std::size_t available =
    memoryLimit > 0 ? std::min(memoryLimit, device.availableMemory) : device.availableMemory;
  std::size_t needed = estimateWith(problem, choice.bricks());
  if (needed > available && choice.lattice && problem.solver.preconditioner == Preconditioner::Auto)
  {
    choice = { std::nullopt,
      "The preconditioner is rigid-body modes, as multigrid needs " + mebibytesText(needed) +
        " on " + device.name + ", but " + mebibytesText(available) + " are available." };
    needed = estimateWith(problem, 0);
  }
  if (needed > available)
  {
    throw Error("The mesh of " +
      countText(static_cast<std::int64_t>(problem.mesh.numberOfElements()), "element") + " needs " +
      mebibytesText(needed) + " on " + device.name + ", but " + mebibytesText(available) +
      " are available. " +
      (strategyInfo(problem.solver.strategy).storesMatrices
          ? "The strategy " + strategyInfo(problem.solver.strategy).name +
            " stores the matrix of each element; choose recompute or auto, which do not."
          : "Use a coarser mesh or a device with more memory."));
  }
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

std::unique_ptr<TopologyOptimizer::Model> makeModelOn(
  ExecutionSpace space, const TopologyProblem& problem, const VoxelGrid* grid, Observer& observer)
{
#ifdef TRABECULA_HAVE_CUDA
  if (space == ExecutionSpace::Cuda)
  {
    return makeTopologyModel<CudaSpace>(problem, grid, observer);
  }
#endif
  static_cast<void>(space);
  return makeTopologyModel<HostSpace>(problem, grid, observer);
}
}

std::size_t estimateDeviceMemory(const TopologyProblem& problem)
{
  return estimateWith(problem, chooseMultigrid(problem).bricks());
}

void checkDevice(const TopologyProblem& problem, const Device& device, std::size_t memoryLimit)
{
  MultigridChoice choice = chooseMultigrid(problem);
  fitOnDevice(problem, choice, device, memoryLimit);
}

TopologyOptimizer::TopologyOptimizer(
  const TopologyProblem& problem, const Device& device, Observer& observer, std::size_t memoryLimit)
  : StateSizes{ problem.mesh.numberOfElements(), problem.mesh.points.size(),
      problem.loadCases.size(), problem.settings.filter == FilterKind::Density,
      problem.settings.objective == Objective::OutputDisplacement,
      problem.settings.optimizer == Optimizer::MovingAsymptotes },
    UsedDevice(device)
{
  this->Yielding = makeThreadsYield(); // before the model, whose set-up has threads already
  observer.progress(0.0, "Checking the problem");
  validate(problem);
  checkForStop(observer);
  MultigridChoice choice = chooseMultigrid(problem);
  fitOnDevice(problem, choice, device, memoryLimit);
  checkForStop(observer);
  if (!choice.reason.empty())
  {
    observer.note(choice.reason);
  }
  if (choice.lattice)
  {
    this->OnGrid = std::make_unique<ProblemOnGrid>(problem, *choice.lattice);
  }
  this->ModelImplementation =
    makeModelOn(device.space, this->OnGrid ? this->OnGrid->problem() : problem,
      this->OnGrid ? &this->OnGrid->grid() : nullptr, observer);
  if (this->OnGrid)
  {
    this->OnGrid->forgetProblem();
  }
}

TopologyOptimizer::~TopologyOptimizer() = default;

StepStatus TopologyOptimizer::step(Observer& observer)
{
  return this->ModelImplementation->step(observer);
}

void TopologyOptimizer::setDensityChangeTolerance(double tolerance)
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
  this->checkState(state);
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
    state, [&](std::vector<double>& field) { field = this->OnGrid->elementFieldOnGrid(field); },
    [&](std::vector<double>& field) { field = this->OnGrid->displacementOnGrid(field); });
  return state;
}

void TopologyOptimizer::checkState(const TopologyState& state) const
{
  const Sizes& sizes = this->StateSizes;
  const MovingAsymptotesState& mma = state.asymptotes;
  const std::size_t n = sizes.elements;
  const std::size_t asymptotes = sizes.hasAsymptotes ? n : 0;
  bool fits = state.record.iteration >= 0 && state.design.size() == n &&
    state.density.size() == (sizes.filtersDensity ? n : 0) && state.energies.size() == n &&
    state.displacements.size() == sizes.loadCases &&
    state.adjoint.size() == (sizes.hasOutput ? sizes.unknowns : 0) &&
    state.adjointEnergies.size() == (sizes.hasOutput ? n : 0) && mma.last.size() == asymptotes &&
    mma.beforeLast.size() == asymptotes && mma.lowerAsymptotes.size() == asymptotes &&
    mma.upperAsymptotes.size() == asymptotes;
  for (const std::vector<double>& displacement : state.displacements)
  {
    fits = fits && displacement.size() == sizes.unknowns;
  }
  if (!fits)
  {
    throw Error("The state of the optimization does not have the fields of this problem: it "
                "belongs to another one. Start from the first iteration instead.");
  }
}

std::vector<double> TopologyOptimizer::elementField(const std::vector<double>& values) const
{
  return this->OnGrid ? this->OnGrid->elementField(values) : values;
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
  return this->UsedDevice;
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
