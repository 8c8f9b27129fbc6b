#ifndef TRABECULA_GEOMETRY_TRIANGLES_TRIANGLERINGS_H
#define TRABECULA_GEOMETRY_TRIANGLES_TRIANGLERINGS_H

#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
using TriangleCorners = std::array<std::int32_t, 3>;

inline bool hasCorner(const TriangleCorners& corners, std::int32_t point)
{
  return std::find(corners.begin(), corners.end(), point) != corners.end();
}

/// The corner of a triangle that is neither a nor b.
inline std::int32_t thirdCorner(const TriangleCorners& corners, std::int32_t a, std::int32_t b)
{
  return *std::find_if(
    corners.begin(), corners.end(), [&](std::int32_t c) { return c != a && c != b; });
}

/**
 * The triangles and points around the points of a surface. Corners of triangles may change later;
 * the triangles around a point are those of which it was a corner at construction.
 */
class TriangleRings
{
public:
  /// @param mesh must outlive this object
  explicit TriangleRings(const TriangleMesh& mesh) : Mesh(mesh), Around(findPointTriangles(mesh)) {}

  TriangleCorners cornersOf(std::int32_t triangle) const
  {
    const std::int32_t* c = &this->Mesh.triangles[3 * static_cast<std::size_t>(triangle)];
    return { c[0], c[1], c[2] };
  }

  /// Calls visit(triangle) for the triangles around a point.
  template <class Visit>
  void forTriangles(std::int32_t point, const Visit& visit) const
  {
    for (std::int64_t i = this->Around.starts[point]; i < this->Around.starts[point + 1]; ++i)
    {
      visit(this->Around.triangles[static_cast<std::size_t>(i)]);
    }
  }

  /// The points that have an edge with a point, ascending.
  std::vector<std::int32_t> neighboursOf(std::int32_t point) const;

  /// The other triangle at the edge from a to b of a triangle, or -1.
  std::int32_t acrossOf(std::int32_t triangle, std::int32_t a, std::int32_t b) const;

  /// Whether there is a triangle with the three corners.
  bool isTriangle(std::int32_t a, std::int32_t b, std::int32_t c) const;

private:
  const TriangleMesh& Mesh;
  PointTriangles Around;
};
}

#endif
