#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_MAKECONDUCTIONMODEL_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_MAKECONDUCTIONMODEL_H

#include "Analysis/AnalysisModel.h"
#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <memory>

namespace trabecula
{
/**
 * Builds the model of a body that conducts heat, with its preconditioners: smoothed aggregation, if
 * it is the choice, then the diagonal. Its unknowns are temperatures, its moduli conductivities.
 *
 * @param grid voxel grid of the system's mesh, whose numbering must be that of the grid, for
 * products with voxels; else null
 * @param stays the system and the grid remain valid as long as the model; else the model copies
 * what preconditioners may need later
 */
template <class Space>
std::unique_ptr<AnalysisModel<Space>> makeConductionModel(const Context<Space>& context,
  const ConductionSystem& system, const ConductionMultigrid& choice,
  const VoxelGrid* grid = nullptr, bool stays = false);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<AnalysisModel<CudaSpace>> makeConductionModel(
  const Context<CudaSpace>& context, const ConductionSystem& system,
  const ConductionMultigrid& choice, const VoxelGrid* grid, bool stays);
}

#endif
