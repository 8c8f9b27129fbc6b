#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELCOARSENINGREFERENCE_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELCOARSENINGREFERENCE_H

#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula::reference
{
/// Elements on the cells of a lattice; more than one may have the same cell, and more than one node
/// the same position.
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
}

#endif
