#ifndef TRABECULA_MICROFE_VOXELCONDITIONS_H
#define TRABECULA_MICROFE_VOXELCONDITIONS_H

#include "Mesh/Voxel/VoxelGrid.h"
#include "MicroFe/VoxelMicroFeProblem.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// First and last layer of nodes along x, y, z.
using LatticeBox = std::array<std::array<std::int32_t, 2>, 3>;

/// A node of a grid with prescribed displacement components.
struct ConstrainedNode
{
  std::int32_t node;
  std::array<std::int32_t, 3> position; ///< in the lattice
  std::uint8_t constrained;             ///< bit c for component c
  bool loaded; ///< whether its reaction contributes to VoxelMicroFeSummary::reactionForce
};

/// Boundary conditions of a test on the nodes of a grid.
struct VoxelConditions
{
  LatticeBox box = {};
  std::vector<ConstrainedNode> nodes; ///< in the order of their numbers
  /// For each load, 3 per constrained node; 0 for free components.
  std::vector<std::vector<double>> displacements;
  std::vector<std::int64_t> forcedUnknowns; ///< each once
  std::vector<double> forces;               ///< one per forced unknown
  std::int64_t droppedSupports = 0;

  /// 3 per node of the grid, 1 where a displacement is prescribed.
  std::vector<std::uint8_t> supports(const VoxelGrid& grid) const;
};

/// The bounding box of the elements of a grid.
LatticeBox boxOfGrid(const VoxelGrid& grid);
/// The box of a problem whose grid was made from its image.
LatticeBox testBoxOf(const VoxelMicroFeProblem& problem, const VoxelGrid& grid);

/// Edges of the box, length.
std::array<double, 3> boxEdges(const LatticeBox& box, const VoxelGrid& grid);
/// Centre of the box; of its upper end along an axis, if one is given.
std::array<double, 3> boxCentre(
  const LatticeBox& box, const VoxelGrid& grid, int upperEndOfAxis = -1);

/// Whether the test acts on two ends across its axis, and whether its ends slide, so that minimal
/// supports against rigid-body motions are added.
bool hasEnds(MechanicalTest test);
bool needsMinimalSupports(MechanicalTest test);

/**
 * The conditions of a problem, minimal supports included.
 *
 * @throws Error for invalid supports and forces, unconnected ends, and structures with rigid-body
 * motions
 */
VoxelConditions makeConditions(const VoxelMicroFeProblem& problem, const VoxelGrid& grid);
}

#endif
