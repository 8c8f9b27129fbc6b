#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELMATCHING_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELMATCHING_H

#include "Core/Context.h"
#include "Core/Vectors/Halo.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Solver/VoxelMultigrid/Parts/VoxelOwners.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace detail
{
struct VoxelGhost;
}

/// The number of a node in the part that owns it.
struct VoxelNodeOfOwner
{
  std::int32_t rank;
  std::int32_t number;
};

/// The nodes of a level that a part has: those that it owns have the first numbers.
template <class Space>
struct VoxelPartNodes
{
  std::int64_t owned = 0;
  std::int64_t ghosts = 0;
  std::int64_t ofAllParts = 0;
  /// Exchanges the ghosts that are one step from a node of the part or less; others have matrices
  /// of elements that only coarser levels need.
  std::vector<HaloNeighbour> neighbours;
  std::vector<VoxelNodeOfOwner> owners; ///< of ghosts; of coarse levels only
  /// A number for each owned node of a coarse level, which depends on its position alone.
  DeviceVector<std::uint32_t, Space> seeds;
};

/// A number for each node of a level, which depends on its position alone.
template <class Space>
DeviceVector<std::uint32_t, Space> seedsOfNodes(
  const Context<Space>& context, const VoxelMesh<Space>& mesh);

/**
 * Matches the nodes of coarse meshes between parts. Only what concerns ghosts is computed on the
 * host.
 *
 * Up to level MostDistributed a part knows all elements in the cells around the nodes that it owns,
 * and which of their nodes are the same. Of ghosts it knows only some of the elements around, so
 * that one node may seem to be several. Therefore it asks the owner of each for the number, by an
 * element at the node and its corner. An element is known to all parts by the least of the cells of
 * the first coarse level that it covers, as each of these has one element.
 *
 * All functions are called by all parts at the same time, for one level after another.
 */
template <class Space>
class VoxelMatching
{
public:
  VoxelMatching(const Context<Space>& context, const VoxelGrid& grid);

  /// Nodes of the voxels, in the order of the grid.
  VoxelPartNodes<Space> ofVoxels(const VoxelGrid& grid) const;
  /// Numbers the nodes of the next level: those that the part owns first. Ghosts that are one node
  /// of another part become one. Changes connectivity and the number of nodes.
  /// @param transfer, roots see NodeNumbering
  VoxelPartNodes<Space> ofNextLevel(
    VoxelMesh<Space>& mesh, const VoxelTransfer<Space>& transfer, const std::int32_t* roots);
  /// Number of each node of the part among those of all parts, which count those of lower ranks
  /// first.
  std::vector<std::int32_t> numbersInAll(const VoxelPartNodes<Space>& nodes) const;
  /// The elements of a level that are in bricks of the part.
  std::vector<std::int32_t> ownElements(int level, const VoxelMesh<Space>& mesh) const;

private:
  VoxelOwners owners() const;
  void setKeys(const VoxelMesh<Space>& mesh, const VoxelTransfer<Space>& transfer);
  std::vector<detail::VoxelGhost> findGhosts(const VoxelMesh<Space>& mesh,
    const std::int32_t* roots, DeviceVector<std::int32_t, Space>& counts,
    VoxelPartNodes<Space>& nodes) const;
  std::vector<std::int32_t> askOwners(const std::vector<detail::VoxelGhost>& ghosts,
    const VoxelMesh<Space>& mesh, const DeviceVector<std::int32_t, Space>& counts) const;
  std::vector<std::int32_t> numbersOf(const std::vector<std::int64_t>& corners,
    const VoxelMesh<Space>& mesh, const DeviceVector<std::int32_t, Space>& counts) const;
  void countAll(VoxelPartNodes<Space>& nodes) const;

  const Context<Space>* Computing;
  VoxelDivision Division;
  DeviceVector<std::int32_t, Space> Ranks;      ///< of each place
  DeviceVector<std::uint8_t, Space> NearOthers; ///< places around which another part owns one
  std::array<std::int64_t, 3> Cells;            ///< of the first coarse level
  int Level = 0;
  DeviceVector<std::int64_t, Space> Keys; ///< least first coarse cell of each element of the level
};
}

#endif
