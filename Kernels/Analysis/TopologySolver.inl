#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/Text.h"
#include "Optimization/TopologyModel.h"
#include "Analysis/TopologySolver.h"
#include "Operator/Hex8/MakeHex8Operator.h"

namespace trabecula
{
namespace detail
{
/// d holds the diagonal, then its inverse; 0 where an unknown is prescribed or has no stiffness.
template <class Space>
void invertDiagonal(std::int64_t n, const std::uint8_t* supports, double* d)
{
  forEach<Space>(
    n,
    TRABECULA_LAMBDA(std::int64_t i) { d[i] = supports[i] || !(d[i] > 0.0) ? 0.0 : 1.0 / d[i]; });
}

/// raised = moduli, but at least as large as least.
template <class Space>
void raiseModuli(std::int64_t n, const double* moduli, double least, double* raised)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { raised[e] = moduli[e] < least ? least : moduli[e]; });
}

/// Products by the voxels themselves, unless a strategy is asked for.
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeStiffness(
  const TopologyProblem& problem, const VoxelGrid* grid)
{
  if (grid && problem.solver.strategy == Strategy::Auto)
  {
    return std::make_unique<VoxelStiffness<Space>>(*grid, problem.material.poissonsRatio);
  }
  return makeHex8Operator<Space>(problem.mesh, problem.material.poissonsRatio,
    problem.solver.strategy, problem.solver.reproducible);
}
}

template <class Space>
TopologySolver<Space>::TopologySolver(const TopologyProblem& problem, const VoxelGrid* grid)
  : Stiffness(detail::makeStiffness<Space>(problem, grid)), Sprung(problem.springs)
{
  this->Sprung.setStiffness(this->Stiffness.get());
  const std::int64_t unknowns = this->Stiffness->size();
  if (grid)
  {
    // Elements fill most cells of such meshes, so that coarse levels are as good as finer ones and
    // less smoothing is the faster choice.
    VoxelMultigridSettings settings;
    settings.finest = settings.first = { 3, 8.0 };
    settings.twiceFrom = 2;
    this->Voxels = std::make_unique<VoxelOperator<Space>>(*grid, problem.material.poissonsRatio);
    this->RaisedModuli = DeviceVector<double, Space>(problem.mesh.numberOfElements());
    this->Multigrid = std::make_unique<VoxelMultigrid<Space>>(
      *grid, *this->Voxels, problem.material.poissonsRatio, problem.supports, settings);
    this->MultigridCg = std::make_unique<PreconditionedConjugateGradient<Space>>(unknowns);
    return;
  }
  this->Supports = DeviceVector<std::uint8_t, Space>(problem.supports);
  this->InverseDiagonal = DeviceVector<double, Space>(problem.supports.size());
  this->Cg = std::make_unique<ConjugateGradient<Space>>(unknowns);
  const std::size_t aggregates = coarseAggregates(problem, Space::Id);
  if (aggregates > 1)
  {
    this->Coarse = std::make_unique<RigidBodyCoarseSpace<Space>>(
      problem.mesh, problem.supports, problem.material.poissonsRatio, aggregates, problem.springs);
  }
}

template <class Space>
void TopologySolver<Space>::update(const double* moduli, double largest)
{
  this->Stiffness->setModuli(moduli);
  this->Moduli = moduli;
  this->LargestModulus = largest;
  if (this->Multigrid)
  {
    this->updateMultigrid();
    return;
  }
  this->Stiffness->diagonal(this->InverseDiagonal.data());
  this->Sprung.addDiagonal(this->InverseDiagonal.data());
  detail::invertDiagonal<Space>(
    this->Stiffness->size(), this->Supports.data(), this->InverseDiagonal.data());
  this->UseCoarse = this->Coarse &&
    this->Coarse->update(moduli, largest, this->Cg->scratch(), this->Cg->scratchBytes());
}

template <class Space>
void TopologySolver<Space>::updateMultigrid()
{
  detail::raiseModuli<Space>(this->Stiffness->numberOfElements(), this->Moduli,
    this->LeastModulus * this->LargestModulus, this->RaisedModuli.data());
  this->Voxels->setModuli(this->RaisedModuli.data());
  this->Multigrid->update();
}

template <class Space>
SolverReport TopologySolver<Space>::solveByMultigrid(
  const double* f, double* u, double tolerance, int maximumIterations, Observer& observer)
{
  while (true)
  {
    try
    {
      return this->MultigridCg->solve(this->Sprung, *this->Multigrid,
        this->Multigrid->inverseDiagonal(), f, u, tolerance, maximumIterations, observer);
    }
    catch (const Error&)
    {
      if (this->LeastModulus >= LargestLeastModulus)
      {
        throw;
      }
      this->LeastModulus *= 10.0;
      observer.note("Rounding broke multigrid down; from now on it takes void for " +
        shortText(this->LeastModulus) + " times as stiff as solid at least.");
      this->updateMultigrid();
    }
  }
}

template <class Space>
SolverReport TopologySolver<Space>::solve(
  const double* f, double* u, double tolerance, int maximumIterations, Observer& observer)
{
  return this->Multigrid
    ? this->solveByMultigrid(f, u, tolerance, maximumIterations, observer)
    : this->Cg->solve(this->Sprung, this->InverseDiagonal.data(), f, u, tolerance,
        maximumIterations, observer, this->UseCoarse ? this->Coarse.get() : nullptr);
}

template <class Space>
double* TopologySolver<Space>::rightHandSide()
{
  return this->Multigrid ? this->MultigridCg->rightHandSide() : this->Cg->rightHandSide();
}

template <class Space>
double* TopologySolver<Space>::scratch()
{
  return this->Multigrid ? this->MultigridCg->scratch() : static_cast<double*>(this->Cg->scratch());
}

template <class Space>
std::size_t TopologySolver<Space>::scratchBytes() const
{
  return this->Multigrid ? this->MultigridCg->scratchBytes() : this->Cg->scratchBytes();
}
}
