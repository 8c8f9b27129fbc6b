#include "Solver/AuxiliaryLattice/LatticeMemory.h"

#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <cstdint>

namespace trabecula
{
std::size_t latticeMemory(const Mesh& mesh, const LatticeFrame& frame, std::size_t bodies)
{
  const std::size_t nodes = mesh.numberOfNodes();
  const std::size_t elements = mesh.numberOfElements();
  const auto cells = static_cast<std::size_t>(frame.size());
  const auto voxels = static_cast<std::size_t>(frame.voxels);
  const auto shares = static_cast<std::size_t>(frame.shares);
  const auto gridNodes = static_cast<std::size_t>(frame.nodes);
  // Whether a structure is thin is that of the whole: a part is counted with cells around it, too.
  const auto allVoxels =
    static_cast<std::size_t>(frame.isOfPart() ? frame.voxelsOfWhole : frame.voxels);
  const auto allNodes =
    static_cast<std::size_t>(frame.isOfPart() ? frame.nodesOfWhole : frame.nodes);
  const std::size_t bytesPerNode = voxelMultigridBytesPerNode(allNodes, allVoxels);
  std::size_t bricks = 1;
  for (const int along : frame.bricks())
  {
    bricks *= static_cast<std::size_t>(along);
  }
  bricks = std::min(bricks, 8 * voxels);
  // A node requires corners, weights and places; marks of free and constrained unknowns; five
  // vectors, the diagonal, and two vectors in double precision for smoothing; and scratch memory.
  const std::size_t ofNodes =
    nodes * (8 * (4 + 4 + 4) + 3 * (4 + 1) + 3 * (5 + 1) * 4 + 3 * 2 * 8 + 3 * 4 * 4);
  const std::size_t ofVoxels = voxels * (16 + 8) + gridNodes * (8 + 3 * 8) + shares * 8 +
    VoxelOperator<HostSpace>::memory(bricks, voxels) + bytesPerNode * gridNodes +
    coarsestVoxelMemory(allNodes, allVoxels, bodies);
  // The construction requires the mesh and the larger of two sets of arrays: sorted pairs with the
  // cells, which are also on the host (possibly the same memory), or sorted places.
  const std::size_t whileBuilding = mesh.connectivity.size() * 4 + nodes * 24 +
    std::max(elements * 17 + shares * 24 + cells * 32, nodes * 8 * 16);
  // Parts exchange corrections and residuals of single precision, and moduli of double precision:
  // at most two vectors of what they have, sums of residuals, and the lists of what is added.
  const std::size_t ofExchange =
    frame.isOfPart() ? gridNodes * (3 * 3 * 4 + 12) + voxels * (2 * 8 + 12) : 0;
  // A part has coarse levels that are small enough as a whole, also if it has no elements; on the
  // host only smaller ones.
  const std::size_t ofReplicas = frame.isOfPart()
    ? bytesPerNode * std::min<std::size_t>(allNodes, VoxelMultigridSettings::ReplicatedNodesOnCuda)
    : 0;
  return ofNodes + ofVoxels + ofExchange + ofReplicas + whileBuilding;
}
}
