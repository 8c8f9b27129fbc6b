#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELASSEMBLY_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELASSEMBLY_H

#include "Core/Context.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"
#include "Solver/VoxelMultigrid/VoxelMatrixEntries.h"

#include <cstdint>

namespace trabecula
{
/// Element matrices of a coarse mesh from those of the next finer one, VoxelMatrixEntriesOf numbers
/// each.
template <int Components = 3, class Space>
void galerkinOfElements(const Context<Space>& context, const float* fine,
  const VoxelTransfer<Space>& transfer, float* coarse);

/// A matrix of square blocks by rows: 3x3 of displacements, single numbers of a temperature.
template <class Space>
struct BlockMatrix
{
  DeviceVector<std::int64_t, Space> starts;  ///< one per node, and the end
  DeviceVector<std::int32_t, Space> columns; ///< in ascending order
  DeviceVector<float, Space> blocks;         ///< one per column, row by row
};

/// Sparsity pattern of the assembled matrix of a mesh.
template <int Components = 3, class Space>
BlockMatrix<Space> blockPattern(const Context<Space>& context, const VoxelMesh<Space>& mesh);

/// Sums element matrices into the blocks.
template <int Components = 3, class Space>
void assemble(const Context<Space>& context, const VoxelMesh<Space>& mesh, const float* matrices,
  BlockMatrix<Space>& matrix);
}

#endif
