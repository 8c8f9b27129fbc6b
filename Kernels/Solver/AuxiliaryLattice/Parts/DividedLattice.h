#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_PARTS_DIVIDEDLATTICE_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_PARTS_DIVIDEDLATTICE_H

#include "Core/Communication/Communicator.h"
#include "Mesh/Distribution/VoxelHalo.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Solver/Aggregation/Parts/LevelNodes.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * What a part has of the lattice over a mesh that is divided among parts.
 *
 * The lattice has about half as many unknowns as the mesh, so that a lattice that each part had as
 * a whole would cost each as much as its mesh on a few parts, and more on many. Therefore it is
 * divided, too: a brick belongs to the part whose elements have most shares in its voxels,
 * and the few nodes and voxels that elements of other parts overlap are exchanged.
 */
struct LatticeOfPart
{
  /// The part's bricks, with the ghosts that coarse levels require.
  std::unique_ptr<VoxelGrid> grid;
  VoxelHalo halo; ///< of the grid
  /// The nodes and voxels of the grid that the part owns, with their numbers there; then those of
  /// other parts that elements of this part overlap.
  LevelNodes nodes;
  LevelNodes voxels;
  std::vector<std::int64_t> nodeIndices; ///< index of each of these nodes in the lattice, x fastest
  std::vector<std::int64_t> cells;       ///< the cell of each of these voxels
  /// What parts exchange to update the values of those that they do not own.
  std::vector<HaloNeighbour> exchangedNodes;
  std::vector<HaloNeighbour> exchangedVoxels;
};

/**
 * Divides a lattice; called by all parts at the same time. Each of them needs memory for all cells
 * of the lattice on the host while it does so.
 *
 * @param starts of the shares of this part's elements in each cell, and the end; cells without
 * shares of any part are void
 */
LatticeOfPart divideLattice(
  const Communicator& parts, const LatticeFrame& frame, const std::vector<std::int64_t>& starts);

/// The number of each node of the lattice among the nodes of the part, -1 for others.
std::vector<std::int32_t> numbersInLattice(
  const LatticeFrame& frame, const std::vector<std::int64_t>& nodeIndices);

/// The supports of a part's grid, one per unknown, given what each part knows of them; called by
/// all parts at the same time.
/// @param constrained one per unknown of the nodes of these indices, nonzero where it is
/// constrained
std::vector<std::uint8_t> supportsOfGrid(const Communicator& parts, const LatticeFrame& frame,
  const VoxelGrid& grid, const std::vector<std::int64_t>& nodeIndices,
  const std::vector<std::uint8_t>& constrained);
}

#endif
