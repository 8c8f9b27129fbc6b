#ifndef TRABECULA_GEOMETRY_TRIANGLES_POINTTRIANGLES_H
#define TRABECULA_GEOMETRY_TRIANGLES_POINTTRIANGLES_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The triangles around each point of a surface.
struct PointTriangles
{
  std::vector<std::int64_t> starts;    ///< into triangles; one more than there are points
  std::vector<std::int32_t> triangles; ///< ascending at each point
};

inline PointTriangles findPointTriangles(const TriangleMesh& mesh)
{
  PointTriangles around;
  around.starts.assign(mesh.numberOfPoints() + 1, 0);
  for (const std::int32_t point : mesh.triangles)
  {
    ++around.starts[static_cast<std::size_t>(point) + 1];
  }
  for (std::size_t p = 0; p < mesh.numberOfPoints(); ++p)
  {
    around.starts[p + 1] += around.starts[p];
  }
  around.triangles.resize(mesh.triangles.size());
  std::vector<std::int64_t> next(around.starts.begin(), around.starts.end() - 1);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
  {
    const auto point = static_cast<std::size_t>(mesh.triangles[i]);
    around.triangles[static_cast<std::size_t>(next[point]++)] = static_cast<std::int32_t>(i / 3);
  }
  return around;
}
}

#endif
