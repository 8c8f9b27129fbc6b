#ifndef TRABECULA_GEOMETRY_VOXELIZATION_VOXELPIECES_H
#define TRABECULA_GEOMETRY_VOXELIZATION_VOXELPIECES_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Voxelization/SurfaceGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trabecula
{
/// A convex polygon in units of voxels: the part of a triangle in some voxels.
struct Piece
{
  static constexpr int MostCorners = 12; ///< a triangle cut by six planes has at most nine

  std::array<Position, MostCorners> corners;
  int count = 0;

  void add(const Position& x)
  {
    if (this->count < MostCorners)
    {
      this->corners[std::size_t(this->count++)] = x;
    }
  }
};

/// Divides a piece at a plane perpendicular to an axis, with corners on both sides of it.
inline void splitPiece(
  const Piece& piece, std::size_t axis, double plane, Piece& below, Piece& above)
{
  below.count = 0;
  above.count = 0;
  for (int c = 0; c < piece.count; ++c)
  {
    const Position& a = piece.corners[std::size_t(c)];
    const Position& b = piece.corners[std::size_t(c + 1 == piece.count ? 0 : c + 1)];
    if (a[axis] <= plane)
    {
      below.add(a);
    }
    if (a[axis] >= plane)
    {
      above.add(a);
    }
    if ((a[axis] < plane && b[axis] > plane) || (a[axis] > plane && b[axis] < plane))
    {
      const double t = (plane - a[axis]) / (b[axis] - a[axis]);
      Position x = { a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2]) };
      x[axis] = plane;
      below.add(x);
      above.add(x);
    }
  }
}

/// The first and last layer of voxels across an axis that a piece intersects. A piece in the plane
/// between two layers belongs to the upper one, if there is one.
inline std::array<int, 2> layersOf(const Piece& piece, std::size_t axis, int cells)
{
  double low = piece.corners[0][axis];
  double high = low;
  for (int c = 1; c < piece.count; ++c)
  {
    low = std::min(low, piece.corners[std::size_t(c)][axis]);
    high = std::max(high, piece.corners[std::size_t(c)][axis]);
  }
  const int first = std::min(static_cast<int>(low), cells - 1);
  return { first, std::max(first, static_cast<int>(std::ceil(high)) - 1) };
}

/// Calls visit(layer, part) for the parts of a piece in layers across an axis.
template <class Visit>
void visitLayers(Piece piece, std::size_t axis, int cells, const Visit& visit)
{
  const auto [first, last] = layersOf(piece, axis, cells);
  Piece below;
  Piece above;
  for (int layer = first; layer < last; ++layer)
  {
    splitPiece(piece, axis, layer + 1.0, below, above);
    if (below.count > 2)
    {
      visit(layer, below);
    }
    piece = above;
    if (piece.count < 3)
    {
      return;
    }
  }
  visit(last, piece);
}

/// The part of a piece in one layer across an axis.
inline Piece partInLayer(const Piece& piece, std::size_t axis, int layer, int cells)
{
  const auto [first, last] = layersOf(piece, axis, cells);
  Piece below;
  Piece part = piece;
  Piece rest;
  if (layer > first)
  {
    splitPiece(piece, axis, layer, below, part);
  }
  if (layer < last)
  {
    splitPiece(part, axis, layer + 1.0, below, rest);
    part = below;
  }
  return part;
}

inline Piece pieceOf(const TriangleMesh& surface, std::size_t triangle, const SurfaceGrid& grid)
{
  Piece piece;
  for (std::size_t c = 0; c < 3; ++c)
  {
    piece.add(grid.inVoxels(surface.point(surface.triangles[3 * triangle + c])));
  }
  return piece;
}

/// Calls visit(i, j, k, part) for the parts of a triangle in voxels.
template <class Visit>
void visitVoxels(
  const TriangleMesh& surface, std::size_t triangle, const SurfaceGrid& grid, const Visit& visit)
{
  visitLayers(pieceOf(surface, triangle, grid), 2, grid.cells[2],
    [&](int k, const Piece& inLayer)
    {
      visitLayers(inLayer, 1, grid.cells[1],
        [&](int j, const Piece& inRow) {
          visitLayers(
            inRow, 0, grid.cells[0], [&](int i, const Piece& part) { visit(i, j, k, part); });
        });
    });
}
}

#endif
