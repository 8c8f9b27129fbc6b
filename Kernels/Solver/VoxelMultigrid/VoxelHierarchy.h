#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELHIERARCHY_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELHIERARCHY_H

#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace trabecula
{
/// A coarse mesh of a voxel grid. Elements have the cells of a lattice; more than one element may
/// have the same cell, and more than one node the same position.
template <class Space>
struct VoxelMesh
{
  std::int64_t nodes = 0;
  std::int64_t elements = 0;
  DeviceVector<std::int32_t, Space> cells; ///< lattice position of each element's cell, 3 each
  /// Nodes of each element, 8 each; the bits of a corner are its offsets along x, y, z.
  DeviceVector<std::int32_t, Space> connectivity;
  DeviceVector<std::int64_t, Space> starts;   ///< of the corners at each node, and the end
  DeviceVector<std::uint32_t, Space> corners; ///< 8 * element + corner, ascending at each node
};

/// Interpolation of a mesh from the next coarser one.
template <class Space>
struct VoxelTransfer
{
  /// For each fine node: 27 * coarse element + its position in the cell, 0 to 2 along x, y, z, x
  /// fastest. Its displacement is interpolated in that element.
  DeviceVector<std::uint32_t, Space> anchors;
  DeviceVector<std::int32_t, Space> hanging; ///< fine nodes in the order of their coarse elements
  DeviceVector<std::int32_t, Space> hangingStarts; ///< one per coarse element, and the end
  /// Fine elements of each coarse one. For the voxels: 64 * brick + cell of the brick, x fastest,
  /// one per coarse element. On coarser levels: 8 * element + octant.
  DeviceVector<std::uint32_t, Space> children;
  DeviceVector<std::int32_t, Space> childStarts; ///< one per coarse element, and the end; or empty
};

/// Changes the numbers of the nodes of a coarse mesh, before anything but its cells, connectivity
/// and children depends on them: of a part.
/// @param roots for each entry of connectivity, in memory of the space: its own index if it is the
/// first one of its node, else a smaller one
template <class Space>
using NodeNumbering = std::function<void(
  VoxelMesh<Space>& mesh, const VoxelTransfer<Space>& transfer, const std::int32_t* roots)>;

/// Fills starts and corners of a mesh.
template <class Space>
void findCorners(const Context<Space>& context, VoxelMesh<Space>& mesh);

/**
 * Coarsens by two in every direction and preserves disconnections: fine elements of one cell that
 * share no node become several coarse elements, and coarse elements of neighbouring cells share a
 * node only if fine nodes interpolated from it are shared (Dick, Georgii, Westermann, "A hexahedral
 * multigrid approach for simulating cuts in deformable objects", IEEE TVCG 17, 2011). Unconnected
 * neighbouring struts remain unconnected on every level.
 *
 * Executed in the space. The numbering depends on the mesh and the space alone; on the host,
 * elements of alike voxels are near each other.
 *
 * @throws Error if the coarse mesh has more elements than can be numbered
 */
template <class Space>
VoxelMesh<Space> coarsenVoxels(const Context<Space>& context, const VoxelBrick* bricks,
  const DeviceVector<std::int32_t, Space>& places, std::int64_t nodes,
  VoxelTransfer<Space>& transfer, const NodeNumbering<Space>& numbering = nullptr);

/// The same from a coarse mesh to the next.
template <class Space>
VoxelMesh<Space> coarsenMesh(const Context<Space>& context, const VoxelMesh<Space>& fine,
  VoxelTransfer<Space>& transfer, const NodeNumbering<Space>& numbering = nullptr);
}

#endif
