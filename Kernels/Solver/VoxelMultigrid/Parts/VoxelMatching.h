#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELMATCHING_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELMATCHING_H

#include "Core/Communication/Communicator.h"
#include "Core/Vectors/Halo.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Solver/VoxelMultigrid/Parts/VoxelOwners.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The nodes of a level that a part has: those that it owns have the first numbers.
struct VoxelPartNodes
{
  std::int64_t owned = 0;
  std::int64_t ghosts = 0;
  std::int64_t ofAllParts = 0;
  /// Exchanges the ghosts that are one step from a node of the part or less; others have matrices
  /// of elements that only coarser levels need.
  std::vector<HaloNeighbour> neighbours;
  /// Number of each among the nodes of all parts, which count those of lower ranks first.
  std::vector<std::int32_t> global;
  /// A number for each owned node, which depends on its position alone.
  std::vector<std::uint32_t> seeds;
};

/// The elements of a level that a part has, on the host.
struct VoxelPartElements
{
  std::vector<std::int32_t> cells;        ///< 3 each
  std::vector<std::int32_t> connectivity; ///< 8 each
  std::int64_t nodes = 0;
  /// Children of element e are from childStarts[e] on: 8 * finer element + octant. Empty on the
  /// first coarse level.
  std::vector<std::uint32_t> children;
  std::vector<std::int32_t> childStarts;
};

/// A number for each node of a level, which depends on its position alone.
/// @param cells, connectivity 3 and 8 for each element
std::vector<std::uint32_t> seedsOfNodes(const std::vector<std::int32_t>& cells,
  const std::vector<std::int32_t>& connectivity, std::int64_t nodes);

/**
 * Matches the nodes of coarse meshes between parts.
 *
 * Up to level MostDistributed a part knows all elements in the cells around the nodes that it owns,
 * and which of their nodes are the same. Of ghosts it knows only some of the elements around, so
 * that one node may seem to be several. Therefore it asks the owner of each for the number, by an
 * element at the node and its corner. An element is known to all parts by the least of the cells of
 * the first coarse level that it covers, as each of these has one element.
 *
 * All functions are called by all parts at the same time, for one level after another.
 */
class VoxelMatching
{
public:
  VoxelMatching(const Communicator& parts, const VoxelGrid& grid);

  /// Nodes of the voxels, in the order of the grid.
  VoxelPartNodes ofVoxels(const VoxelGrid& grid) const;
  /// Numbers the nodes of the next level: those that the part owns first. Ghosts that are one node
  /// of another part become one. Changes connectivity and the number of nodes.
  VoxelPartNodes ofNextLevel(VoxelPartElements& elements);
  /// The elements of a level that are in bricks of the part.
  std::vector<std::int32_t> ownElements(int level, const std::vector<std::int32_t>& cells) const;

private:
  /// A ghost: its number in this part, and its owner and number there.
  struct Ghost
  {
    std::int32_t here;
    int rank;
    std::int32_t there;
  };

  void setKeys(const VoxelPartElements& elements);
  void finish(std::int64_t owned, std::int64_t ghosts, const std::vector<Ghost>& all,
    const std::vector<std::uint8_t>& isExchanged, VoxelPartNodes& nodes) const;

  const Communicator& Parts;
  VoxelOwners Owners;
  std::array<std::int64_t, 3> Cells; ///< of the first coarse level
  int Level = 0;
  std::vector<std::int64_t> Keys; ///< least first coarse cell of each element of the level
};
}

#endif
