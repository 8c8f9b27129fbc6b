#ifndef TRABECULA_GEOMETRY_VOXELIZATION_KEPTPIECES_H
#define TRABECULA_GEOMETRY_VOXELIZATION_KEPTPIECES_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/KeptVoxels.h"
#include "Geometry/Voxelization/VoxelPieces.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

// The parts of triangles in voxels that take part in an analysis.
namespace trabecula::pieces
{
using Voxel = std::array<int, 3>;

inline std::array<Position, 3> cornersInVoxels(
  const TriangleMesh& surface, std::size_t triangle, const SurfaceGrid& grid)
{
  std::array<Position, 3> corners;
  for (std::size_t c = 0; c < 3; ++c)
  {
    corners[c] = grid.inVoxels(surface.point(surface.triangles[3 * triangle + c]));
  }
  return corners;
}

/// The mean of the corners of a piece, which may have no area.
inline Position middleOf(const Piece& piece)
{
  Position sum = {};
  for (int c = 0; c < piece.count; ++c)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      sum[d] += piece.corners[std::size_t(c)][d] / piece.count;
    }
  }
  return sum;
}

/// Twice the area, length^2, of a triangle whose corners are in units of voxels.
inline double twiceArea(
  const Position& a, const Position& b, const Position& c, const Position& spacing)
{
  Position u = minus(b, a);
  Position v = minus(c, a);
  for (std::size_t d = 0; d < 3; ++d)
  {
    u[d] *= spacing[d];
    v[d] *= spacing[d];
  }
  return lengthOf(crossProduct(u, v));
}

inline double twiceArea(const Piece& piece, const Position& spacing)
{
  double sum = 0.0;
  for (std::size_t c = 1; c + 1 < std::size_t(piece.count); ++c)
  {
    sum += twiceArea(piece.corners[0], piece.corners[c], piece.corners[c + 1], spacing);
  }
  return sum;
}

/// Calls visit(voxel, piece) for the kept voxels of a triangle's parts.
template <class Visit>
void visitKept(
  const TriangleMesh& surface, std::size_t triangle, const KeptVoxels& voxels, const Visit& visit)
{
  visitVoxels(surface, triangle, voxels.grid(),
    [&](int i, int j, int k, const Piece& piece) {
      visit(voxels.nearest({ i, j, k }, middleOf(piece)), piece);
    });
}

inline Voxel voxelAt(const Position& x, const SurfaceGrid& grid)
{
  Voxel voxel{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    voxel[d] = std::min(static_cast<int>(x[d]), grid.cells[d] - 1);
  }
  return voxel;
}

/// Calls visit(node, position) for the corners of a voxel.
template <class Visit>
void visitCorners(const Voxel& voxel, const SurfaceGrid& grid, const Visit& visit)
{
  for (int corner = 0; corner < 8; ++corner)
  {
    const int i = voxel[0] + (corner & 1);
    const int j = voxel[1] + (corner >> 1 & 1);
    const int k = voxel[2] + (corner >> 2);
    visit(grid.node(i, j, k), Position{ double(i), double(j), double(k) });
  }
}

/// Triangles all of whose points have a mark.
template <class IsMarked>
std::vector<std::uint8_t> markedTriangles(const TriangleMesh& surface, const IsMarked& isMarked)
{
  std::vector<std::uint8_t> marked(surface.numberOfTriangles());
  for (std::size_t t = 0; t < marked.size(); ++t)
  {
    const std::int32_t* corners = &surface.triangles[3 * t];
    marked[t] = isMarked(std::size_t(corners[0])) && isMarked(std::size_t(corners[1])) &&
        isMarked(std::size_t(corners[2]))
      ? 1
      : 0;
  }
  return marked;
}
}

#endif
