#include "Geometry/Level/Smoothing/DrawBack.h"

#include "Geometry/Level/Smoothing/SurfaceFolds.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"

#include <algorithm>
#include <limits>

namespace trabecula
{
namespace
{
struct Edges
{
  double shortest;
  double sum;
};

Edges edgesOf(const TriangleMesh& mesh, std::int64_t triangle)
{
  Edges edges = { std::numeric_limits<double>::infinity(), 0.0 };
  for (std::int64_t i = 0; i < 3; ++i)
  {
    const Position edge = minus(mesh.point(mesh.triangles[3 * triangle + i]),
      mesh.point(mesh.triangles[3 * triangle + (i + 1) % 3]));
    const double length = lengthOf(edge);
    edges.shortest = std::min(edges.shortest, length);
    edges.sum += length;
  }
  return edges;
}

/// Whether a triangle has degenerated to a point or an edge, as in small holes and pieces.
bool isCrushed(const Edges& now, const Edges& before)
{
  return now.sum < 0.25 * before.sum ||
    (now.shortest < 0.01 * before.sum && now.shortest < 0.5 * before.shortest);
}

/// Determines which free points leave a part, or come too close to its surface, when they move.
class PartDepths
{
public:
  /// @param surface with points that have moved @param from their previous positions
  /// @param part null if there is none
  PartDepths(const LevelSurface& surface, const SurfaceConstraints& constraints,
    const std::vector<double>& from, const PartShape* part)
    : Part(part && part->isClosed() ? part : nullptr)
  {
    if (!this->Part)
    {
      return;
    }
    const auto count = static_cast<std::int64_t>(from.size() / 3);
    this->Depths.assign(static_cast<std::size_t>(count), Deep);
#pragma omp parallel
    {
      std::int32_t nearest = 0;
#pragma omp for schedule(static)
      for (std::int64_t p = 0; p < count; ++p)
      {
        const Position x = pointOf(from, p);
        const double moved = lengthOf(minus(surface.mesh.point(static_cast<std::int32_t>(p)), x));
        // Most points are far from the surface, where nearest points take long to find.
        if (moved > 0.0 && constraints.kind(p) == SurfaceConstraints::Free &&
          surface.walls[p] == WallPlace::None &&
          this->Part->isWithin(x, moved / (1.0 - LeastDepth), nearest))
        {
          this->Depths[p] = std::max(0.0, this->Part->signedDistance(x, nearest));
        }
      }
    }
  }

  /// Returns whether a point is deep enough in the part at a position `to`, which must not be
  /// farther from its previous position than the one at construction. @param nearest guess of the
  /// nearest triangle
  bool isInside(
    std::int64_t point, const Position& from, const Position& to, std::int32_t& nearest) const
  {
    return !this->Part || lengthOf(minus(to, from)) <= (1.0 - LeastDepth) * this->Depths[point] ||
      this->Part->signedDistance(to, nearest) >= LeastDepth * this->Depths[point];
  }

private:
  static constexpr double LeastDepth = 0.25; ///< as a fraction of the previous depth
  static constexpr double Deep = std::numeric_limits<double>::infinity();

  const PartShape* Part;
  std::vector<double> Depths; ///< Deep for points that are fixed or cannot leave the part
};
}

void drawBack(LevelSurface& surface, const std::vector<double>& before,
  const PointTriangles& around, const SurfaceConstraints& constraints, const PartShape* part)
{
  const PartDepths depths(surface, constraints, before, part);
  TriangleMesh& mesh = surface.mesh;
  const std::vector<double> after = mesh.points;
  std::vector<float> share(mesh.numberOfPoints(), 1.0F);
  TriangleMesh original;
  original.points = before;
  original.triangles = mesh.triangles;
  const std::vector<std::uint8_t> wasFolded = findFolds(original, around, &constraints);
  const auto points = static_cast<std::int64_t>(mesh.numberOfPoints());
  const auto place = [&](std::int64_t p)
  {
    for (std::int64_t i = 3 * p; i < 3 * p + 3; ++i)
    {
      mesh.points[i] =
        share[p] > 0.0F ? before[i] + double(share[p]) * (after[i] - before[i]) : before[i];
    }
  };
#pragma omp parallel
  {
    std::int32_t nearest = 0;
#pragma omp for schedule(static)
    for (std::int64_t p = 0; p < points; ++p)
    {
      const auto isSound = [&]
      {
        const Position x = mesh.point(std::int32_t(p));
        return constraints.isOnItsFaces(p, x) && depths.isInside(p, pointOf(before, p), x, nearest);
      };
      while (share[p] > 0.0F && !isSound())
      {
        share[p] = share[p] > 0.2F ? share[p] - 0.25F : 0.0F;
        place(p);
      }
    }
  }
  // The loop terminates, as each round reduces some displacement, and triangles whose points have
  // not moved are not folded.
  for (;;)
  {
    const std::vector<std::uint8_t> folded = findFolds(mesh, around, &constraints);
    std::vector<std::uint8_t> isBad(mesh.numberOfPoints(), 0);
    for (std::size_t t = 0; t < folded.size(); ++t)
    {
      const auto triangle = static_cast<std::int64_t>(t);
      const bool isBadTriangle = (folded[t] && !wasFolded[t]) ||
        isCrushed(edgesOf(mesh, triangle), edgesOf(original, triangle));
      for (std::size_t i = 3 * t; isBadTriangle && i < 3 * t + 3; ++i)
      {
        isBad[mesh.triangles[i]] = 1;
      }
    }
    bool isAnyMoved = false;
    for (std::int64_t p = 0; p < points; ++p)
    {
      if (isBad[p] && share[p] > 0.0F)
      {
        share[p] = share[p] > 0.2F ? 0.5F * share[p] : 0.0F;
        place(p);
        isAnyMoved = true;
      }
    }
    if (!isAnyMoved)
    {
      return;
    }
  }
}
}
