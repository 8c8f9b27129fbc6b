#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEFRAME_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEFRAME_H

#include "Core/Space.h"
#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace trabecula
{
struct VoxelImage;

/// A lattice of cells that covers a mesh, which need not be aligned with it.
struct LatticeFrame
{
  double origin[3];  ///< lowest corner of the first cell
  double spacing[3]; ///< edges of a cell
  int cells[3];      ///< along x, y, z
  /// Upper bounds of the numbers of voxels, which are cells that an element overlaps, of pairs of a
  /// voxel and an element that overlap, and of corners of voxels.
  std::int64_t voxels;
  std::int64_t shares;
  std::int64_t nodes;
  /// The numbers of voxels and nodes of the whole, if those above are of a part; else 0. See
  /// latticeOfPart().
  std::int64_t voxelsOfWhole = 0;
  std::int64_t nodesOfWhole = 0;

  bool isOfPart() const { return this->nodesOfWhole > 0; }
  std::int64_t size() const
  {
    return std::int64_t(this->cells[0]) * this->cells[1] * this->cells[2];
  }
  /// Number of corners of cells, of voxels or not.
  std::int64_t numberOfPositions() const { return this->nodeIndex(0, 0, this->cells[2] + 1); }
  /// Number of bricks of a VoxelGrid along x, y, z, which have the corners of cells.
  std::array<int, 3> bricks() const;
  /// A coordinate of a point, length, in units of cells from the origin.
  TRABECULA_FUNCTION double local(const double* point, int direction) const
  {
    return (point[direction] - this->origin[direction]) / this->spacing[direction];
  }
  TRABECULA_FUNCTION std::int64_t index(int i, int j, int k) const
  {
    return i + std::int64_t(this->cells[0]) * (j + std::int64_t(this->cells[1]) * k);
  }
  /// The same of a corner of cells.
  TRABECULA_FUNCTION std::int64_t nodeIndex(int i, int j, int k) const
  {
    return i + std::int64_t(this->cells[0] + 1) * (j + std::int64_t(this->cells[1] + 1) * k);
  }
};

/// Largest number of cells of a lattice that an element may overlap.
constexpr int MostCellsOfElement = 64;

/**
 * The box around a mesh, divided into cells of about the distance of its nodes.
 *
 * @param edges edge of a cell over the mean distance of nodes
 * @return empty if elements differ so much in size that no lattice suits all of them, are flat or
 * long, fill too little of the box, or are too many to be numbered
 */
std::optional<LatticeFrame> latticeAround(const Mesh& mesh, double edges);

/**
 * The same lattice with the numbers of one of the parts of a mesh, for estimates of memory: those
 * of the voxels in bricks that elements of the part overlap, and in the bricks around them, which
 * may be ghosts.
 *
 * @param part mesh of the part @param whole lattice of the whole mesh
 */
LatticeFrame latticeOfPart(const Mesh& part, const LatticeFrame& whole);

/// An image of the cells of a lattice, with moduli of zero.
VoxelImage imageOf(const LatticeFrame& frame);
}

#endif
