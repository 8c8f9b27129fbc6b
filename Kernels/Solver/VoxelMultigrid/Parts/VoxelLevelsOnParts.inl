#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELLEVELSONPARTS_INL
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELLEVELSONPARTS_INL

// This file contains what VoxelLevels does on several parts, for its source.

#include "Solver/VoxelMultigrid/Parts/VoxelMatching.h"
#include "Solver/VoxelMultigrid/Parts/VoxelReplica.h"
#include "Solver/VoxelMultigrid/VoxelLevels.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace trabecula
{
/// Levels are divided among parts until they have few nodes, or cells that consist of several
/// bricks; then they are replicated. The last level whose cells are bricks is divided if it has
/// more nodes, but known as a whole to all parts, so that each can coarsen it.
template <class Space, int Components>
void VoxelLevels<Space, Components>::coarsenOnParts(
  const VoxelGrid& grid, const std::uint8_t* constrained, std::int64_t replicatedNodes, Meshes& all)
{
  const Context<Space>& context = *this->Computing;
  VoxelMatching<Space> matching(context, grid);
  const NodeNumbering<Space> numbering =
    [&](VoxelMesh<Space>& mesh, const VoxelTransfer<Space>& transfer, const std::int32_t* roots)
  { all.nodes.push_back(matching.ofNextLevel(mesh, transfer, roots)); };
  all.nodes.push_back(matching.ofVoxels(grid));
  all.sizes.push_back(Components * all.nodes.back().ofAllParts);
  bool isSmall = false;
  while (!isSmall && all.mayGoOn())
  {
    this->coarsen(grid, constrained, all, numbering);
    all.sizes.push_back(Components * all.nodes.back().ofAllParts);
    isSmall = all.nodes.back().ofAllParts <= replicatedNodes ||
      all.sizes.size() == VoxelOwners::MostDistributed + 1;
  }
  const bool stagnates = !all.isCoarsened();
  if (stagnates)
  {
    all.dropLast();
    all.nodes.pop_back();
  }
  this->Replicated = all.sizes.size() - 1;
  const std::vector<std::int32_t> own =
    matching.ownElements(static_cast<int>(this->Replicated), all.meshes.back());
  const VoxelPartNodes<Space>& nodes = all.nodes.back();
  this->Replica = std::make_unique<VoxelReplica<Space>>(context, std::move(all.meshes.back()),
    nodes.owned, matching.numbersInAll(nodes), own, Components);
  const bool isLarge = nodes.ofAllParts > replicatedNodes;
  all.meshes.back() = this->Replica->gatherMesh();
  while (!stagnates && all.mayGoOn())
  {
    this->coarsen(grid, constrained, all, nullptr);
    all.sizes.push_back(Components * all.meshes.back().nodes);
  }
  if (!all.isCoarsened())
  {
    all.dropLast();
  }
  if (isLarge && all.sizes.size() > this->Replicated + 1)
  {
    all.meshes[this->Replicated++] = this->Replica->divide();
  }
  else
  {
    all.nodes.pop_back();
  }
}
}

#endif
