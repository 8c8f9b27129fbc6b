#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELGALERKINREFERENCE_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELGALERKINREFERENCE_H

#include "Solver/VoxelMultigrid/VoxelCoarseningReference.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula::reference
{
/// Symmetric 24x24 matrices of elements, upper triangles row by row; unknown 3 * corner +
/// direction.
constexpr int ElementEntries = 300;
using ElementMatrices = std::vector<float>;

/**
 * Galerkin products of the voxels' stiffness with the interpolation to a first coarse mesh.
 *
 * @param supports 3 per fine node, nonzero where a displacement is prescribed: such unknowns are
 * not interpolated
 */
ElementMatrices galerkinOfVoxels(const LatticeMesh& fine, const Coarsening& coarsening,
  const std::vector<double>& moduli, const std::array<double, 3>& spacing, double poissonsRatio,
  const std::vector<std::uint8_t>& supports);

/// The same between coarse meshes.
ElementMatrices galerkinOfElements(
  const LatticeMesh& fine, const Coarsening& coarsening, const ElementMatrices& matrices);

/// A matrix of 3x3 blocks by rows.
struct BlockMatrix
{
  std::vector<std::int64_t> starts;  ///< one per node, and the end
  std::vector<std::int32_t> columns; ///< in ascending order
  std::vector<float> blocks;         ///< 9 per column, row by row
};

BlockMatrix assemble(const LatticeMesh& mesh, const ElementMatrices& matrices);

/// The matrix times x, 3 per node, in double precision.
std::vector<double> multiply(const BlockMatrix& matrix, const std::vector<double>& x);
}

#endif
