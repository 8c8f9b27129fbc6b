#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_MAKECONDUCTIONMODEL_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_MAKECONDUCTIONMODEL_H

#include "Analysis/AnalysisModel.h"
#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"

#include <memory>

namespace trabecula
{
/**
 * Builds the model of heat conduction in a body, with its preconditioners: multigrid on voxels or
 * smoothed aggregation, if one is chosen, then the diagonal. Its unknowns are temperatures, its
 * moduli conductivities.
 *
 * @param layouts of its nodes and elements, which are those of a part if there are several parts
 * @param grid voxel grid of the system, whose numbering must be that of the grid, for products with
 * voxels and multigrid on them; else null. With multigrid on voxels the system needs no mesh.
 * @param stays whether the system and the grid outlive the model; otherwise the model copies the
 * data that preconditioners may need later
 */
template <class Space>
std::unique_ptr<AnalysisModel<Space>> makeConductionModel(const OperatorLayouts<Space>& layouts,
  const ConductionSystem& system, const ConductionMultigrid& choice,
  const VoxelGrid* grid = nullptr, bool stays = false);
/// The same for a whole body, in a context of a single part.
template <class Space>
std::unique_ptr<AnalysisModel<Space>> makeConductionModel(const Context<Space>& context,
  const ConductionSystem& system, const ConductionMultigrid& choice,
  const VoxelGrid* grid = nullptr, bool stays = false)
{
  return makeConductionModel(
    grid ? layoutsOf(context, *grid, 1) : layoutsOf(context, system.mesh, 1), system, choice, grid,
    stays);
}

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<AnalysisModel<CudaSpace>> makeConductionModel(
  const OperatorLayouts<CudaSpace>& layouts, const ConductionSystem& system,
  const ConductionMultigrid& choice, const VoxelGrid* grid, bool stays);
}

#endif
