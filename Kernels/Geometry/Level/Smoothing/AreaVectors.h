#ifndef TRABECULA_GEOMETRY_LEVEL_SMOOTHING_AREAVECTORS_H
#define TRABECULA_GEOMETRY_LEVEL_SMOOTHING_AREAVECTORS_H

#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The normal of a triangle times twice its area.
inline Position areaVector(const TriangleMesh& mesh, std::int64_t triangle)
{
  const std::int32_t* c = &mesh.triangles[3 * triangle];
  const Position a = mesh.point(c[0]);
  return crossProduct(minus(mesh.point(c[1]), a), minus(mesh.point(c[2]), a));
}

/// For each point, the sum of the area vectors of its triangles t for which counts(t) is true.
template <class Counts>
std::vector<Position> sumAreas(
  const TriangleMesh& mesh, const PointTriangles& around, const Counts& counts)
{
  std::vector<Position> sums(mesh.numberOfPoints(), Position{});
  const auto points = static_cast<std::int64_t>(mesh.numberOfPoints());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < points; ++p)
  {
    for (std::int64_t i = around.starts[p]; i < around.starts[p + 1]; ++i)
    {
      const std::int32_t t = around.triangles[i];
      const Position area = counts(t) ? areaVector(mesh, t) : Position{};
      for (std::size_t c = 0; c < 3; ++c)
      {
        sums[p][c] += area[c];
      }
    }
  }
  return sums;
}
}

#endif
