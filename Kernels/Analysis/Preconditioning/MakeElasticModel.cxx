#include "Analysis/Preconditioning/MakeElasticModel.h"

#include "Analysis/ElasticModelMemory.h"
#include "Analysis/Rigid/RigidMotions.h"
#include "Operator/MakeOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"
#include "Solver/Aggregation/AggregationMemory.h"
#include "Solver/Aggregation/AggregationMultigrid.h"
#include "Solver/AuxiliaryLattice/LatticeMultigrid.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/RigidFaces/RigidPreconditioner.h"
#include "Solver/VoxelMultigrid/VoxelMultigridPreconditioner.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
/// The problem, or a copy of the parts that preconditioners need when they are built later. In the
/// copy rigid faces are supported.
inline std::shared_ptr<const StructuralProblem> problemForLater(
  const StructuralProblem& problem, bool stays)
{
  if (stays && !problem.rigid.arePresent())
  {
    return std::shared_ptr<const StructuralProblem>(
      std::shared_ptr<const StructuralProblem>(), &problem);
  }
  auto copy = std::make_shared<StructuralProblem>();
  copy->mesh = problem.mesh;
  copy->material = problem.material;
  copy->poissonsRatios = problem.poissonsRatios;
  copy->supports = supportsAndRigidFaces(problem);
  copy->springs = problem.springs;
  copy->solver = problem.solver;
  return copy;
}

/// The diagonal, with a coarse space of rigid-body modes unless the problem excludes it or is
/// divided among several parts.
template <class Space>
Rung<Space> rigidBodyModes(
  ElasticModel<Space>& model, const std::shared_ptr<const StructuralProblem>& problem)
{
  const auto make = [&model, problem]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
  {
    const Context<Space>& context = model.context();
    context.workspace().reserve(ConjugateGradient<Space>::workspaceBytes(problem->supports.size()));
    std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse;
    const std::size_t aggregates =
      context.isDistributed() ? 0 : coarseAggregates(*problem, Space::Id);
    if (aggregates > 1)
    {
      coarse = std::make_unique<RigidBodyCoarseSpace<Space>>(context, problem->mesh,
        problem->supports, PoissonsRatios(problem->material.poissonsRatio, problem->poissonsRatios),
        aggregates, problem->springs);
    }
    return std::make_unique<DiagonalPreconditioner<Space>>(
      model.stiffness(), model.system(), problem->supports, std::move(coarse));
  };
  return { "rigid-body modes", make };
}

template <class Space>
Rung<Space> smoothedAggregation(ElasticModel<Space>& model,
  const std::shared_ptr<const StructuralProblem>& problem, const AggregationSettings& settings)
{
  const auto make = [&model, problem, settings]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
  {
    return std::make_unique<AggregationMultigrid<Space>>(model.context(), problem->mesh,
      PoissonsRatios(problem->material.poissonsRatio, problem->poissonsRatios), problem->supports,
      problem->springs, model.stiffness(), model.system(), settings);
  };
  return { "multigrid by smoothed aggregation", make,
    [problem, settings] { return aggregationMemory(problem->mesh, settings, Space::Id); } };
}

template <class Space>
Rung<Space> latticeMultigrid(ElasticModel<Space>& model,
  const std::shared_ptr<const StructuralProblem>& problem, const MeshMultigridSettings& settings)
{
  const auto make = [&model, problem, settings]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
  {
    return std::make_unique<LatticeMultigrid<Space>>(model.context(), problem->mesh,
      *settings.lattice, problem->material.poissonsRatio, problem->supports, model.stiffness(),
      model.system(), settings.onLattice);
  };
  return { "multigrid on a lattice", make };
}

/// Restricts a model to motions in which faces are rigid, and extends its preconditioners, which
/// support these faces, by the motions.
template <class Space>
void makeFacesRigid(
  ElasticModel<Space>& model, const StructuralProblem& problem, std::vector<Rung<Space>>& rungs)
{
  if (!problem.rigid.arePresent())
  {
    return;
  }
  model.setRigidUnknowns(rigidBasisOf(problem.rigid, problem.mesh.points));
  RigidSystem<Space>* system = model.rigidSystem();
  for (Rung<Space>& rung : rungs)
  {
    rung.make = [make = rung.make, system]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
    { return std::make_unique<RigidPreconditioner<Space>>(make(), *system); };
  }
}
}

template <class Space>
std::unique_ptr<ElasticModel<Space>> makeElasticModel(const OperatorLayouts<Space>& layouts,
  const StructuralProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  bool stays)
{
  const Context<Space>& context = layouts.context();
  std::unique_ptr<StiffnessOperator<Space>> stiffness;
  if (grid && problem.solver.strategy == Strategy::Auto)
  {
    stiffness =
      std::make_unique<VoxelStiffness<Space>>(layouts, *grid, problem.material.poissonsRatio);
  }
  else
  {
    stiffness = makeOperator<Space>(layouts, problem.mesh,
      { problem.material.poissonsRatio, problem.poissonsRatios }, problem.solver);
  }
  auto model = std::make_unique<ElasticModel<Space>>(std::move(stiffness), problem.springs);
  std::vector<Rung<Space>> rungs;
  const std::vector<std::uint8_t> supports =
    grid ? supportsAndRigidFaces(problem) : std::vector<std::uint8_t>();
  if (grid)
  {
    // Multigrid for several columns requires products with voxels only, without springs.
    const bool hasSprings = context.any(std::any_of(
      problem.springs.begin(), problem.springs.end(), [](double spring) { return spring != 0.0; }));
    const bool takesColumns = problem.solver.strategy == Strategy::Auto && !hasSprings;
    const double ratio = problem.material.poissonsRatio;
    // The only rung is built at once and never again, so that references are enough.
    rungs.push_back({ "multigrid on voxels",
      [layouts, grid, ratio, &supports,
        takesColumns]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
      {
        return std::make_unique<VoxelMultigridPreconditioner<Space>>(
          layouts, *grid, ratio, supports, takesColumns);
      } });
  }
  else
  {
    // A single rung is built at once.
    const auto later = detail::problemForLater(problem, stays || !choice.onMesh);
    if (choice.onMesh && choice.onMesh->lattice)
    {
      rungs.push_back(detail::latticeMultigrid(*model, later, *choice.onMesh));
    }
    if (choice.onMesh)
    {
      rungs.push_back(detail::smoothedAggregation(*model, later, choice.onMesh->aggregation));
    }
    rungs.push_back(detail::rigidBodyModes(*model, later));
  }
  detail::makeFacesRigid(*model, problem, rungs);
  model->setPreconditioners(
    std::make_unique<PreconditionerLadder<Space>>(context, std::move(rungs)));
  return model;
}

template <class Space>
std::unique_ptr<ElasticModel<Space>> makeImageModel(const OperatorLayouts<Space>& layouts,
  const VoxelGrid& grid, double poissonsRatio, const std::vector<std::uint8_t>& supports,
  VoxelOperator<Space>*& voxels)
{
  const Context<Space>& context = layouts.context();
  auto stiffness = std::make_unique<VoxelStiffness<Space>>(layouts, grid, poissonsRatio);
  VoxelOperator<Space>& K = stiffness->voxels();
  voxels = &K;
  auto model = std::make_unique<ElasticModel<Space>>(std::move(stiffness));
  const auto owned = supports.begin() + layouts.unknowns->ownedSize();
  if (context.any(std::any_of(
        supports.begin(), owned, [](std::uint8_t isSupport) { return isSupport == 0; })))
  {
    // The only rung is built at once and never again, so that references are enough.
    std::vector<Rung<Space>> rungs = { { "multigrid on voxels",
      [&K, &grid, poissonsRatio, &supports]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
      {
        return std::make_unique<VoxelMultigridPreconditioner<Space>>(
          K, grid, poissonsRatio, supports);
      } } };
    auto ladder = std::make_unique<PreconditionerLadder<Space>>(context, std::move(rungs));
    // The operator already has the moduli of the grid.
    ladder->update(Vector<Space>(), 0.0);
    model->setPreconditioners(std::move(ladder));
  }
  return model;
}

template std::unique_ptr<ElasticModel<CompiledSpace>> makeElasticModel(
  const OperatorLayouts<CompiledSpace>& layouts, const StructuralProblem& problem,
  const VoxelGrid* grid, const MultigridChoice& choice, bool stays);
template std::unique_ptr<ElasticModel<CompiledSpace>> makeImageModel(
  const OperatorLayouts<CompiledSpace>& layouts, const VoxelGrid& grid, double poissonsRatio,
  const std::vector<std::uint8_t>& supports, VoxelOperator<CompiledSpace>*& voxels);
}
