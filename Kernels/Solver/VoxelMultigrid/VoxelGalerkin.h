#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELGALERKIN_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELGALERKIN_H

#include "Core/Context.h"
#include "Solver/VoxelMultigrid/Coarse/VoxelCoarseElements.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"
#include "Solver/VoxelMultigrid/VoxelMatrixEntries.h"

namespace trabecula
{
/// The explicit matrices of the elements, VoxelMatrixEntriesOf numbers each, in memory for so many.
template <class Space, int Components>
void coarseMatrices(const Context<Space>& context,
  const VoxelCoarseElements<Space, Components>& coarse, float* result);

/// The diagonal of the first coarse stiffness.
template <class Space>
void coarseDiagonal(const Context<Space>& context, const VoxelCoarseElements<Space>& coarse,
  const VoxelMesh<Space>& mesh, float* diagonal);

/// Element matrices of the second coarse mesh from the first, VoxelMatrixEntries each.
template <class Space>
void galerkinOfVoxels(const Context<Space>& context, const VoxelCoarseElements<Space>& coarse,
  const VoxelTransfer<Space>& transfer, float* result);
}

#endif
