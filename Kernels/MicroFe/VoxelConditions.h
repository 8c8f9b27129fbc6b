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

/// A node of a grid some of whose displacements are prescribed.
struct HeldNode
{
  std::int32_t node;
  std::array<std::int32_t, 3> position; ///< in the lattice
  std::uint8_t held;                    ///< bit c for component c
  bool loaded; ///< its reaction is part of the test's, see VoxelMicroFeSummary::reactionForce
};

/// What a test does to the nodes of a grid.
struct VoxelConditions
{
  LatticeBox box = {};
  std::vector<HeldNode> nodes; ///< in the order of their numbers
  /// Of each load, 3 per held node; 0 on components that are not held.
  std::vector<std::vector<double>> displacements;
  std::vector<std::int64_t> forcedUnknowns; ///< each once
  std::vector<double> forces;               ///< on them
  std::int64_t droppedSupports = 0;

  /// 3 per node of the grid, 1 where a displacement is prescribed.
  std::vector<std::uint8_t> supports(const VoxelGrid& grid) const;
};

/// The layers of nodes between which the elements of a grid lie.
LatticeBox boxOfGrid(const VoxelGrid& grid);
/// The box of a problem whose grid was made from its image.
LatticeBox testBoxOf(const VoxelMicroFeProblem& problem, const VoxelGrid& grid);

/// Edges of the box, length.
std::array<double, 3> boxEdges(const LatticeBox& box, const VoxelGrid& grid);
/// Centre of the box; of its upper end along an axis, if one is given.
std::array<double, 3> boxCentre(
  const LatticeBox& box, const VoxelGrid& grid, int upperEndOfAxis = -1);

/// Whether the test acts on two ends across its axis, and may slide so that least supports are due.
bool hasEnds(MechanicalTest test);
bool needsLeastSupports(MechanicalTest test);

/**
 * The conditions of a problem, least supports included.
 *
 * @throws Error for supports and forces that are wrong, ends that nothing connects, and structures
 *   that are free to move
 */
VoxelConditions makeConditions(const VoxelMicroFeProblem& problem, const VoxelGrid& grid);

/// Adds the supports and forces of FreeForm. @throws Error for those that are wrong
void addLists(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, VoxelConditions& conditions);

/// Adds what makes a test statically determinate, without reactions. @throws Error if the ends of a
/// test are not connected, or the structure is free to move in a way that no support is due for
void checkAndSupport(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, VoxelConditions& conditions);
}

#endif
