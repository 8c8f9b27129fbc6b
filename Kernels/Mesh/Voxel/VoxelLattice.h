#ifndef TRABECULA_MESH_VOXEL_VOXELLATTICE_H
#define TRABECULA_MESH_VOXEL_VOXELLATTICE_H

#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Where the nodes and elements of a mesh lie on a lattice of bricks along the axes.
struct VoxelLattice
{
  /// Nodes may be off the lattice by this many times the spacing of numbers at the largest
  /// coordinate: that of doubles, or of floats where all coordinates are floats.
  static constexpr double RoundingUnitsOfDoubles = 16.0;
  static constexpr double RoundingUnitsOfFloats = 2.0;
  /// And by no more than this part of a brick's shortest edge.
  static constexpr double LargestOffset = 1e-3;
  /// Voxels of the box around the mesh, for each element. A grid looks at all of them.
  static constexpr std::int64_t MostVoxelsPerElement = 64;

  std::array<int, 3> cells = {};      ///< of the smallest box around all elements
  std::array<double, 3> spacing = {}; ///< edges of a brick
  std::array<double, 3> origin = {};  ///< lowest corner of the box
  std::vector<std::int32_t> nodes;    ///< 3 per node; -1 for nodes that belong to no element
  std::vector<std::int32_t> elements; ///< 3 per element, of the lowest corner

  /// Bricks of VoxelGrid that hold any node.
  std::size_t bricks() const;
};

/**
 * The lattice of a mesh whose elements are congruent bricks along the axes and share nodes as
 * voxels do: one node at a position, one element in a cell. Elements may start at any corner.
 *
 * Nothing for any other mesh, among them those with cracks and with doubled nodes or elements, and
 * for bodies that fill too little of the box around them.
 */
std::optional<VoxelLattice> findVoxelLattice(const Mesh& mesh);

/// The voxel grid of a mesh, and the numbers that nodes and elements of the mesh have there.
struct VoxelNumbering
{
  explicit VoxelNumbering(const VoxelLattice& lattice);

  VoxelGrid grid;                     ///< of moduli of one
  std::vector<std::int32_t> nodes;    ///< one per node; -1 for nodes that belong to no element
  std::vector<std::int32_t> elements; ///< one per element
};
}

#endif
