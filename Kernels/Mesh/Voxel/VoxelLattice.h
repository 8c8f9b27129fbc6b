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
/// Positions of the nodes and elements of a mesh on a lattice of axis-aligned bricks.
struct VoxelLattice
{
  /// Nodes may be off the lattice by this many times the spacing of floating-point numbers at the
  /// largest coordinate: of doubles, or of floats if all coordinates are floats.
  static constexpr double RoundingUnitsOfDoubles = 16.0;
  static constexpr double RoundingUnitsOfFloats = 2.0;
  /// Nodes may also be off by at most this fraction of a brick's shortest edge.
  static constexpr double LargestOffset = 1e-3;
  /// Largest number of voxels of the bounding box per element. A grid processes all of them.
  static constexpr std::int64_t MostVoxelsPerElement = 64;

  std::array<int, 3> cells = {};      ///< of the smallest box around all elements
  std::array<double, 3> spacing = {}; ///< edges of a brick
  std::array<double, 3> origin = {};  ///< lowest corner of the box
  std::vector<std::int32_t> nodes;    ///< 3 per node; -1 for nodes that belong to no element
  std::vector<std::int32_t> elements; ///< 3 per element, of the lowest corner

  /// Number of bricks of a VoxelGrid that contain a node.
  std::size_t bricks() const;
};

/**
 * The lattice of a mesh whose elements are congruent axis-aligned bricks connected like voxels: one
 * node per position, one element per cell. The first node of an element may be any of its corners.
 *
 * Empty for any other mesh, such as those with cracks or duplicate nodes or elements, and for
 * bodies that fill too little of their bounding box.
 */
std::optional<VoxelLattice> findVoxelLattice(const Mesh& mesh);

/// The image whose voxels are the elements, with moduli of one.
VoxelImage imageOf(const VoxelLattice& lattice);

/// The voxel grid of a mesh, and the numbers that nodes and elements of the mesh have there.
struct VoxelNumbering
{
  explicit VoxelNumbering(const VoxelLattice& lattice);

  VoxelGrid grid;                     ///< with moduli of one
  std::vector<std::int32_t> nodes;    ///< one per node; -1 for nodes that belong to no element
  std::vector<std::int32_t> elements; ///< one per element
};
}

#endif
