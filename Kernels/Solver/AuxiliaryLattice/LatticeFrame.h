#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEFRAME_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEFRAME_H

#include "Core/Space.h"
#include "Mesh/Mesh.h"

#include <cstdint>
#include <optional>

namespace trabecula
{
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

  std::int64_t size() const
  {
    return std::int64_t(this->cells[0]) * this->cells[1] * this->cells[2];
  }
  /// A coordinate of a point, length, in units of cells from the origin.
  TRABECULA_FUNCTION double local(const double* point, int direction) const
  {
    return (point[direction] - this->origin[direction]) / this->spacing[direction];
  }
  TRABECULA_FUNCTION std::int64_t index(int i, int j, int k) const
  {
    return i + std::int64_t(this->cells[0]) * (j + std::int64_t(this->cells[1]) * k);
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
}

#endif
