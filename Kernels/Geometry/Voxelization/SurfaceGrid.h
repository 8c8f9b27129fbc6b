#ifndef TRABECULA_GEOMETRY_VOXELIZATION_SURFACEGRID_H
#define TRABECULA_GEOMETRY_VOXELIZATION_SURFACEGRID_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace trabecula
{
/// A grid of equal bricks along the axes around a surface. Voxels and nodes are counted x fastest.
struct SurfaceGrid
{
  Position origin = {};          ///< smallest corner, length
  Position spacing = {};         ///< edges of a voxel, length
  std::array<int, 3> cells = {}; ///< in x, y and z

  std::size_t numberOfVoxels() const
  {
    return std::size_t(this->cells[0]) * std::size_t(this->cells[1]) * std::size_t(this->cells[2]);
  }
  std::size_t numberOfNodes() const
  {
    return std::size_t(this->cells[0] + 1) * std::size_t(this->cells[1] + 1) *
      std::size_t(this->cells[2] + 1);
  }
  std::size_t voxel(int i, int j, int k) const
  {
    return (std::size_t(k) * std::size_t(this->cells[1]) + std::size_t(j)) *
      std::size_t(this->cells[0]) +
      std::size_t(i);
  }
  std::size_t node(int i, int j, int k) const
  {
    return (std::size_t(k) * std::size_t(this->cells[1] + 1) + std::size_t(j)) *
      std::size_t(this->cells[0] + 1) +
      std::size_t(i);
  }
  double voxelVolume() const { return this->spacing[0] * this->spacing[1] * this->spacing[2]; }

  /// A position in units of voxels from the origin. It is clamped to the grid, from which points of
  /// the surface differ by rounding only.
  Position inVoxels(const Position& x) const
  {
    Position result;
    for (std::size_t d = 0; d < 3; ++d)
    {
      result[d] = std::clamp(
        (x[d] - this->origin[d]) / this->spacing[d], 0.0, static_cast<double>(this->cells[d]));
    }
    return result;
  }
  Position inSpace(const Position& v) const
  {
    return { this->origin[0] + v[0] * this->spacing[0], this->origin[1] + v[1] * this->spacing[1],
      this->origin[2] + v[2] * this->spacing[2] };
  }
};

/**
 * The bounding box of a surface, divided into a number of cells along its longest side. Along other
 * sides the edge of cells is the nearest length that divides the side, so that all six sides of the
 * box are faces of voxels.
 *
 * @throws Error if the surface has no extent in some direction, if a coordinate is not finite, if
 * the longest side is not from 1e-50 to 1e50 or the box has no volume that can be represented, if
 * cells is less than 1, or if there are more voxels or nodes than 32-bit numbers
 */
SurfaceGrid gridByCells(const TriangleMesh& surface, int cells);

/// The smallest grid of cubes of a given edge that contains the bounding box of a surface, which is
/// centred in it.
/// @throws Error as gridByCells(), or if the edge is not above zero
SurfaceGrid gridByEdge(const TriangleMesh& surface, double edge);
}

#endif
