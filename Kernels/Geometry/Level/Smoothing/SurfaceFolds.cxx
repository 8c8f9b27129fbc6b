#include "Geometry/Level/Smoothing/SurfaceFolds.h"

#include "Geometry/Level/Smoothing/AreaVectors.h"

#include <algorithm>

namespace trabecula
{
std::vector<std::uint8_t> findFolds(
  const TriangleMesh& mesh, const PointTriangles& around, const SurfaceConstraints* constraints)
{
  const auto isHeld = [&](std::int64_t t) { return constraints && constraints->isHeld(t); };
  const std::vector<Position> sums =
    sumAreas(mesh, around, [&](std::int64_t t) { return !isHeld(t); });
  const auto triangles = static_cast<std::int64_t>(mesh.numberOfTriangles());
  std::vector<std::uint8_t> folded(mesh.numberOfTriangles(), 0);
#pragma omp parallel for schedule(static)
  for (std::int64_t t = 0; t < triangles; ++t)
  {
    const Position area = areaVector(mesh, t);
    Position outward{};
    if (isHeld(t))
    {
      outward = constraints->normal(t);
    }
    else
    {
      for (std::int64_t i = 3 * t; i < 3 * t + 3; ++i)
      {
        const Position& sum = sums[mesh.triangles[i]];
        const double length = lengthOf(sum);
        for (std::size_t c = 0; c < 3 && length > 0.0; ++c)
        {
          outward[c] += sum[c] / length;
        }
      }
    }
    folded[t] = dotProduct(area, outward) <= 0.0 ? 1 : 0;
  }
  return folded;
}

std::int64_t countFolds(const TriangleMesh& mesh)
{
  const std::vector<std::uint8_t> folded = findFolds(mesh, findPointTriangles(mesh), nullptr);
  return std::count(folded.begin(), folded.end(), 1);
}
}
