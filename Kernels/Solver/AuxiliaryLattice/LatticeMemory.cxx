#include "Solver/AuxiliaryLattice/LatticeMemory.h"

#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <cstdint>

namespace trabecula
{
std::size_t latticeMemory(const Mesh& mesh, const LatticeFrame& frame, std::size_t parts)
{
  const std::size_t nodes = mesh.numberOfNodes();
  const std::size_t elements = mesh.numberOfElements();
  const auto cells = static_cast<std::size_t>(frame.size());
  const auto voxels = static_cast<std::size_t>(frame.voxels);
  const auto shares = static_cast<std::size_t>(frame.shares);
  const auto gridNodes = static_cast<std::size_t>(frame.nodes);
  constexpr int Edge = VoxelBrick::Edge;
  std::size_t bricks = 1;
  for (const int along : frame.cells)
  {
    bricks *= static_cast<std::size_t>(along / Edge + 1);
  }
  bricks = std::min(bricks, 8 * voxels);
  // A node requires corners, weights and places; marks of free and constrained unknowns; five
  // vectors, the diagonal, and two vectors in double precision for smoothing; and scratch memory.
  const std::size_t ofNodes =
    nodes * (8 * (4 + 4 + 4) + 3 * (4 + 1) + 3 * (5 + 1) * 4 + 3 * 2 * 8 + 3 * 4 * 4);
  const std::size_t ofVoxels = voxels * (16 + 8) + gridNodes * (8 + 3 * 8) + shares * 8 +
    VoxelOperator<HostSpace>::memory(bricks, voxels) +
    voxelMultigridMemory(gridNodes, voxels, parts);
  // The construction requires the mesh and the larger of two sets of arrays: sorted pairs with the
  // cells, which are also on the host (possibly the same memory), or sorted places.
  const std::size_t whileBuilding = mesh.connectivity.size() * 4 + nodes * 24 +
    std::max(elements * 17 + shares * 24 + cells * 32, nodes * 8 * 16);
  return ofNodes + ofVoxels + whileBuilding;
}
}
