#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELCOARSENINGREFERENCE_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELCOARSENINGREFERENCE_H

#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula::reference
{
/// Elements on the cells of a lattice; several may lie in one cell, several nodes at one position.
struct LatticeMesh
{
  std::vector<std::array<std::int32_t, 3>> cells; ///< of each element
  std::vector<std::int32_t> connectivity; ///< 8 per element; bits of a corner: offsets in x, y, z
  std::vector<std::array<std::int32_t, 3>> positions; ///< of each node

  std::size_t numberOfNodes() const { return this->positions.size(); }
  std::size_t numberOfElements() const { return this->cells.size(); }
};

LatticeMesh latticeMesh(const VoxelGrid& grid);

/// A coarser mesh and the interpolation from it.
struct Coarsening
{
  LatticeMesh mesh;
  std::vector<std::int32_t> parents; ///< coarse element of each fine one
  /// Rows of the interpolation: entries of fine node n from starts[n] to starts[n + 1]. The upper
  /// 30 bits of an entry are the coarse node, its weight is 1 / 2^(lower 2 bits).
  std::vector<std::int64_t> starts;
  std::vector<std::uint32_t> entries;
};

/**
 * Coarsens by two in every direction, with trilinear interpolation, and preserves disconnections:
 * fine elements of one cell that share no node become several coarse elements, and coarse elements
 * of neighbouring cells share a node only if fine nodes interpolated from it are shared (Dick,
 * Georgii, Westermann, "A hexahedral multigrid approach for simulating cuts in deformable objects",
 * IEEE TVCG 17, 2011). Unconnected neighbouring struts remain unconnected on every level.
 */
Coarsening coarsen(const LatticeMesh& fine);

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
