#include "Analysis/Preconditioning/MakeConductionModel.h"

#include "Core/Error.h"
#include "Operator/Conduction/ConductionMatrix.h"
#include "Operator/Conduction/ConductionOperator.h"
#include "Solver/Aggregation/AggregationMultigrid.h"
#include "Solver/Aggregation/BlockRowSource.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/VoxelMultigrid/VoxelMultigridPreconditioner.h"

#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
/// The system, or a copy of the parts that preconditioners need when they are built later.
inline std::shared_ptr<const ConductionSystem> systemForLater(
  const ConductionSystem& system, bool stays)
{
  return stays
    ? std::shared_ptr<const ConductionSystem>(std::shared_ptr<const ConductionSystem>(), &system)
    : std::make_shared<const ConductionSystem>(system);
}

template <class Space>
Rung<Space> aggregationOf(AnalysisModel<Space>& model,
  const std::shared_ptr<const ConductionSystem>& system, const AggregationSettings& settings)
{
  const auto make = [&model, system, settings]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
  {
    const MeshRows<Space> rows =
      [&](const Mesh& mesh, const CornerMesh* corners) -> std::unique_ptr<BlockRowSource<Space>>
    {
      return std::make_unique<ConductionRows<Space>>(
        model.context(), mesh, corners ? cornerMatrix(*corners, system->film) : system->film);
    };
    return std::make_unique<AggregationMultigrid<Space>>(model.unknowns(), system->mesh, rows,
      system->fixed, FinestProducts<Space>{ &model.stiffness(), &model.system() }, settings);
  };
  // The first rung is built at once, so that its memory need not be estimated.
  return { "multigrid by smoothed aggregation", make };
}

template <class Space>
Rung<Space> voxelMultigridOf(const OperatorLayouts<Space>& layouts,
  const std::shared_ptr<const ConductionSystem>& system, const VoxelGrid& grid)
{
  // The first rung is built at once and never again, so that a reference is sufficient.
  const auto make = [layouts, system, &grid]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
  {
    return std::make_unique<VoxelMultigridPreconditioner<Space, 1>>(
      layouts, grid, VoxelLaw<1>(), system->fixed, false, system->film);
  };
  return { "multigrid on voxels", make };
}

template <class Space>
Rung<Space> diagonalOf(
  AnalysisModel<Space>& model, const std::shared_ptr<const ConductionSystem>& system)
{
  const auto make = [&model, system]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
  {
    model.context().workspace().reserve(
      ConjugateGradient<Space>::workspaceBytes(system->fixed.size()));
    return std::make_unique<DiagonalPreconditioner<Space>>(
      model.stiffness(), model.system(), system->fixed);
  };
  return { "the diagonal", make };
}
}

template <class Space>
std::unique_ptr<AnalysisModel<Space>> makeConductionModel(const OperatorLayouts<Space>& layouts,
  const ConductionSystem& system, const ConductionMultigrid& choice, const VoxelGrid* grid,
  bool stays)
{
  if (choice.lattice && !grid)
  {
    throw Error("Multigrid on voxels needs the voxel grid of a conduction system.");
  }
  auto model = std::make_unique<AnalysisModel<Space>>(grid
      ? makeConductionOperator<Space>(layouts, *grid)
      : makeConductionOperator<Space>(layouts, system.mesh),
    std::vector<double>(), system.film);
  std::vector<Rung<Space>> rungs;
  const bool isOnVoxels = choice.lattice && grid;
  // A single rung is built at once.
  const auto later = detail::systemForLater(system, stays || !(choice.aggregation || isOnVoxels));
  if (isOnVoxels)
  {
    rungs.push_back(detail::voxelMultigridOf(layouts, later, *grid));
  }
  else if (choice.aggregation)
  {
    rungs.push_back(detail::aggregationOf(*model, later, *choice.aggregation));
  }
  rungs.push_back(detail::diagonalOf(*model, later));
  model->setPreconditioners(
    std::make_unique<PreconditionerLadder<Space>>(layouts.context(), std::move(rungs)));
  return model;
}

template std::unique_ptr<AnalysisModel<CompiledSpace>> makeConductionModel(
  const OperatorLayouts<CompiledSpace>& layouts, const ConductionSystem& system,
  const ConductionMultigrid& choice, const VoxelGrid* grid, bool stays);
}
