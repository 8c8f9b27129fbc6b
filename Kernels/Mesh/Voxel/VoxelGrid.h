#ifndef TRABECULA_MESH_VOXEL_VOXELGRID_H
#define TRABECULA_MESH_VOXEL_VOXELGRID_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace trabecula
{
class VoxelBits;
struct VoxelSelection;

/// A dense image of Young's moduli.
struct VoxelImage
{
  std::array<int, 3> cells = {};               ///< voxels along x, y, z
  std::array<double, 3> spacing = { 1, 1, 1 }; ///< edges of a voxel
  std::array<double, 3> origin = {};           ///< corner of the first voxel
  std::vector<double> moduli;                  ///< one per voxel, x fastest; 0 is void
};

/// Which voxels of an image become elements. Parts are connected through faces.
enum class VoxelParts
{
  Largest, ///< those of the largest part; of the first one if several are equal
  All
};

/// The nodes and elements of a block of 8x8x8 lattice positions; an element is at the position of
/// its lowest corner. Plain data for kernels.
struct VoxelBrick
{
  static constexpr int Edge = 8;
  static constexpr int Rows = Edge * Edge;

  std::int32_t neighbours[27];  ///< bricks around it, x fastest, itself in the middle; -1 for none
  std::int32_t firstNode;       ///< number of its first node
  std::int32_t firstElement;    ///< number of its first element
  std::uint16_t nodeRows[Rows]; ///< number of nodes before each row along x; rows y fastest
  std::uint16_t elementRows[Rows];
  std::uint8_t nodes[Rows];    ///< bit i of a row is set if position i has a node
  std::uint8_t elements[Rows]; ///< bit i of a row is set if position i has an element
};

/// Which elements the grid of a part has besides those of the bricks that the part owns.
enum class GhostVoxels
{
  Touching,    ///< those that touch a node of its bricks
  WholeBricks, ///< all of the bricks of which an element may touch one: for coarse levels
  Surrounding  ///< all of the bricks around its bricks: for sums over neighbours
};

/// Whether this part owns the brick at a place, counted in bricks, and so its nodes and elements.
using BrickOwnership = std::function<bool(const std::array<std::int32_t, 3>& place)>;

/**
 * The solid part of a voxel image in a sparse format: bricks of 8x8x8 positions that contain solid
 * voxels, with one bit per node and element; numbers follow from population counts. A void brick
 * takes one word.
 *
 * Nodes and elements are numbered brick by brick, within a brick x fastest.
 *
 * Where several parts solve one problem, the grid of a part has the elements that touch a node of
 * the bricks that it owns, or all elements of their bricks, and their nodes. Nodes and elements in
 * bricks of other parts are ghosts. Owned bricks come first, so that owned nodes and elements have
 * the first numbers. Such a grid may be empty.
 */
class VoxelGrid
{
public:
  /**
   * @throws Error for an image that is empty, all void, of a wrong size or spacing, with moduli
   * that are negative or not finite, or with more nodes than 32-bit numbers.
   */
  explicit VoxelGrid(const VoxelImage& image, VoxelParts parts = VoxelParts::Largest);
  /// The grid of a part. @param image of all parts
  VoxelGrid(const VoxelImage& image, VoxelParts parts, const BrickOwnership& owns,
    GhostVoxels ghosts = GhostVoxels::Touching);
  /// The same for voxels of the image that are selected before (see VoxelSelection.h).
  VoxelGrid(const VoxelImage& image, const VoxelSelection& selection);
  VoxelGrid(const VoxelImage& image, const VoxelSelection& selection, const BrickOwnership& owns,
    GhostVoxels ghosts = GhostVoxels::Touching);

  std::int64_t numberOfNodes() const { return this->NumberOfNodes; }
  std::int64_t numberOfElements() const { return static_cast<std::int64_t>(this->Moduli.size()); }
  /// Numbers of nodes and elements of bricks that the part owns, which have the first numbers.
  std::int64_t numberOfOwnedNodes() const { return this->NumberOfOwnedNodes; }
  std::int64_t numberOfOwnedElements() const { return this->NumberOfOwnedElements; }
  /// Number of bricks that the part owns, which come first.
  std::int64_t numberOfOwnedBricks() const { return this->NumberOfOwnedBricks; }
  const std::array<int, 3>& cells() const { return this->Cells; }
  const std::array<double, 3>& spacing() const { return this->Spacing; }
  const std::array<double, 3>& origin() const { return this->Origin; }
  const std::vector<VoxelBrick>& bricks() const { return this->Bricks; }
  /// Position of each brick, in bricks.
  const std::vector<std::array<std::int32_t, 3>>& places() const { return this->Places; }
  /// Numbers of places of bricks along the axes, those of void bricks included.
  const std::array<int, 3>& extent() const { return this->Extent; }
  /// Whether the part owns the brick at each place, x fastest; empty for the grid of all parts.
  const std::vector<std::uint8_t>& ownedPlaces() const { return this->Owned; }
  GhostVoxels ghostVoxels() const { return this->Ghosts; }
  /// Young's modulus of each element.
  const std::vector<double>& moduli() const { return this->Moduli; }

  /// Solid voxels of the image that belong to no element of any part, and the parts they form.
  std::int64_t droppedVoxels() const { return this->DroppedVoxels; }
  std::int64_t droppedParts() const { return this->DroppedParts; }

  /// Number of the node at a position of the lattice, or of the element whose lowest corner is
  /// there; -1 if there is none.
  std::int32_t node(int i, int j, int k) const;
  std::int32_t element(int i, int j, int k) const;

  /// Lattice positions, 3 per node and 3 per element.
  std::vector<std::int32_t> nodePositions() const;
  std::vector<std::int32_t> elementPositions() const;
  /// Index of each node among those of the whole lattice, and of each element among all voxels, x
  /// fastest.
  std::vector<std::int64_t> nodeIndices() const;
  std::vector<std::int64_t> elementIndices() const;

  /// The same nodes and elements as an unstructured mesh.
  Mesh mesh() const;

  /// Upper bound of the bytes of a grid.
  static std::size_t memory(std::size_t bricks, std::size_t elements);

private:
  const VoxelBrick* brickAt(int i, int j, int k) const;
  /// @param owns null if the part owns all bricks
  void build(const VoxelImage& image, const VoxelSelection& selection, const BrickOwnership* owns);
  void placeBricks(const VoxelBits& solid);
  std::array<std::int32_t, 3> placeAt(std::int64_t index) const;

  std::array<int, 3> Cells;
  std::array<double, 3> Spacing;
  std::array<double, 3> Origin;
  std::array<int, 3> Extent = {}; ///< in bricks
  GhostVoxels Ghosts = GhostVoxels::Touching;
  std::vector<std::uint8_t> Owned;
  std::int64_t NumberOfNodes = 0;
  std::int64_t NumberOfOwnedNodes = 0;
  std::int64_t NumberOfOwnedElements = 0;
  std::int64_t NumberOfOwnedBricks = 0;
  std::int64_t DroppedVoxels = 0;
  std::int64_t DroppedParts = 0;
  std::vector<std::int32_t> Index; ///< number of the brick at each place, -1 for none
  std::vector<VoxelBrick> Bricks;
  std::vector<std::array<std::int32_t, 3>> Places;
  std::vector<double> Moduli;
};

/// Labels parts of solid voxels that are connected through faces, 0 for void and 1, 2, ... in the
/// order of their first voxels. @return their sizes, starting with label 1
std::vector<std::int64_t> labelParts(const std::array<int, 3>& cells,
  const std::vector<std::uint8_t>& solid, std::vector<std::int32_t>& labels);
}

#endif
