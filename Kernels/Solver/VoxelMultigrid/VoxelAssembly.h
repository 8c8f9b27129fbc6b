#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELASSEMBLY_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELASSEMBLY_H

#include "Core/Context.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"
#include "Solver/VoxelMultigrid/VoxelMatrixEntries.h"

#include <cstdint>

namespace trabecula
{
/// Element matrices of a coarse mesh from those of the next finer one, VoxelMatrixEntries each.
template <class Space>
void galerkinOfElements(const Context<Space>& context, const float* fine,
  const VoxelTransfer<Space>& transfer, float* coarse);

/// A matrix of 3x3 blocks by rows.
template <class Space>
struct BlockMatrix
{
  DeviceVector<std::int64_t, Space> starts;  ///< one per node, and the end
  DeviceVector<std::int32_t, Space> columns; ///< in ascending order
  DeviceVector<float, Space> blocks;         ///< 9 per column, row by row
};

/// Sparsity pattern of the assembled matrix of a mesh.
template <class Space>
BlockMatrix<Space> blockPattern(const Context<Space>& context, const VoxelMesh<Space>& mesh);

/// Sums element matrices into the blocks.
template <class Space>
void assemble(const Context<Space>& context, const VoxelMesh<Space>& mesh, const float* matrices,
  BlockMatrix<Space>& matrix);
}

#endif
