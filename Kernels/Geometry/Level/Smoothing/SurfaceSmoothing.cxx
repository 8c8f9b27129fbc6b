#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"

#include "Geometry/Level/EdgeCollapse.h"
#include "Geometry/Level/Smoothing/AreaVectors.h"
#include "Geometry/Level/Smoothing/DrawBack.h"
#include "Geometry/Level/Smoothing/SurfaceConstraints.h"
#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
/// The neighbours with which each point is smoothed.
struct Neighbours
{
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> ends;
  std::vector<std::int32_t> points;
};

/// All neighbours of points inside of a smooth part of the surface; for points on edges between
/// smooth parts, the neighbours along such edges.
Neighbours findNeighbours(
  const TriangleMesh& mesh, const PointTriangles& around, const SurfaceConstraints& constraints)
{
  Neighbours neighbours;
  neighbours.starts = around.starts;
  neighbours.ends = around.starts;
  neighbours.points.resize(around.triangles.size());
  const auto count = static_cast<std::int64_t>(mesh.numberOfPoints());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < count; ++p)
  {
    const auto corner = [&](std::int64_t i, int step)
    {
      const std::int32_t* c = &mesh.triangles[3 * std::int64_t(around.triangles[i])];
      const int k = c[0] == p ? 0 : c[1] == p ? 1 : 2;
      return c[(k + step) % 3];
    };
    const std::int64_t begin = around.starts[p];
    const std::int64_t end = around.starts[p + 1];
    std::int64_t& last = neighbours.ends[p];
    // Around a point of a closed oriented surface, each neighbour is the next corner of one
    // triangle and the previous corner of another.
    for (std::int64_t i = begin; i < end; ++i)
    {
      for (std::int64_t j = begin; j < end; ++j)
      {
        if (corner(j, 2) == corner(i, 1) &&
          !constraints.isSmooth(around.triangles[i], around.triangles[j]))
        {
          neighbours.points[last++] = corner(i, 1);
        }
      }
    }
    for (std::int64_t i = begin; last == begin && i < end; ++i)
    {
      neighbours.points[i] = corner(i, 1);
    }
    last = last == begin ? end : last;
  }
  return neighbours;
}

/// Moves points to x + factor * (mean of neighbours - x), as far as allowed.
void step(const Neighbours& neighbours, const SurfaceConstraints& constraints, double factor,
  const std::vector<double>& from, std::vector<double>& to)
{
  const auto count = static_cast<std::int64_t>(from.size() / 3);
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < count; ++p)
  {
    const Position x = pointOf(from, p);
    const auto share = factor / static_cast<double>(neighbours.ends[p] - neighbours.starts[p]);
    Position sum{};
    for (std::int64_t i = neighbours.starts[p]; i < neighbours.ends[p]; ++i)
    {
      const Position way = minus(pointOf(from, neighbours.points[i]), x);
      for (std::size_t c = 0; c < 3; ++c)
      {
        sum[c] += share * way[c];
      }
    }
    const Position moved = constraints.allowed(p, sum);
    for (std::int64_t c = 0; c < 3; ++c)
    {
      to[3 * p + c] = x[c] + moved[c];
    }
  }
}

/// Moves points along their normals, as far as allowed, until the surface encloses a volume.
void offsetToVolume(LevelSurface& surface, const PointTriangles& around,
  const SurfaceConstraints& constraints, double volume, const PartShape* part)
{
  TriangleMesh& mesh = surface.mesh;
  const auto points = static_cast<std::int64_t>(mesh.numberOfPoints());
  constexpr int most = 8;
  for (int i = 0; i < most; ++i)
  {
    const double missing = volume - enclosedVolume(mesh);
    if (std::abs(missing) <= 1e-9 * std::abs(volume))
    {
      break;
    }
    // The derivative of the volume is a sixth of the area vectors of all triangles; points move
    // along those of free triangles.
    const auto all = sumAreas(mesh, around, [](std::int64_t) { return true; });
    auto ways = sumAreas(mesh, around, [&](std::int64_t t) { return !constraints.isHeld(t); });
    double rate = 0.0;
    for (std::int64_t p = 0; p < points; ++p)
    {
      const double whole = lengthOf(ways[p]);
      const Position way = constraints.allowed(p, ways[p]);
      const double length = lengthOf(way);
      ways[p] = Position{};
      if (length > 0.1 * whole && length > 0.0)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          ways[p][c] = way[c] / length;
        }
        rate += dotProduct(all[p], ways[p]) / 6.0;
      }
    }
    if (rate <= 0.0)
    {
      break;
    }
    const double distance = missing / rate;
    const std::vector<double> before = mesh.points;
#pragma omp parallel for schedule(static)
    for (std::int64_t p = 0; p < points; ++p)
    {
      Position x = mesh.point(static_cast<std::int32_t>(p));
      for (std::size_t c = 0; c < 3; ++c)
      {
        x[c] += distance * ways[p][c];
      }
      std::copy(x.begin(), x.end(), &mesh.points[3 * p]);
    }
    drawBack(surface, before, around, constraints, part);
  }
}

/// Moves the points at the ends of walls, which moved in tangent planes, back onto the part.
void returnToWalls(
  LevelSurface& surface, const SurfaceConstraints& constraints, const PartShape& part)
{
  const auto points = static_cast<std::int64_t>(surface.mesh.numberOfPoints());
  std::int32_t nearest = 0;
  for (std::int64_t p = 0; p < points; ++p)
  {
    if (constraints.kind(p) == SurfaceConstraints::OnWall)
    {
      const Position x = surface.mesh.point(static_cast<std::int32_t>(p));
      const double reach = 2.0 * part.nearest(x, nearest).distance;
      Position on{};
      if (part.nearestOfPatch(x, surface.walls[p], reach, on))
      {
        std::copy(on.begin(), on.end(), &surface.mesh.points[3 * p]);
      }
    }
  }
}

bool smoothByTaubin(const LevelField& field, LevelSurface& surface, SurfaceOrigin lastFree,
  const SmoothingSettings& settings, const std::function<bool(double)>& proceeds)
{
  TriangleMesh& mesh = surface.mesh;
  const std::vector<double> before = mesh.points;
  const PointTriangles around = findPointTriangles(mesh);
  const SurfaceConstraints constraints(field, surface, around, lastFree);
  const Neighbours neighbours = findNeighbours(mesh, around, constraints);
  // 1 / lambda + 1 / mu = passBand; lambda = 0.5 keeps every eigenvalue up to 2 stable.
  const double lambda = 0.5;
  const double mu = 1.0 / (settings.passBand - 1.0 / lambda);
  std::vector<double> other(mesh.points.size());
  for (int i = 0; i < settings.iterations; ++i)
  {
    if (!proceeds(0.7 * i / settings.iterations))
    {
      return false;
    }
    step(neighbours, constraints, lambda, mesh.points, other);
    step(neighbours, constraints, mu, other, mesh.points);
  }
  if (settings.part)
  {
    returnToWalls(surface, constraints, *settings.part);
  }
  drawBack(surface, before, around, constraints, settings.bounds);
  return proceeds(0.8);
}
}

bool smoothSurface(const LevelField& field, LevelSurface& surface,
  const SmoothingSettings& settings, const std::function<bool(double)>& proceeds)
{
  const SurfaceOrigin lastFree =
    settings.holdBoundary ? SurfaceOrigin::Level : SurfaceOrigin::Domain;
  const double volume = settings.volume > 0.0 ? settings.volume : enclosedVolume(surface.mesh);
  if (!smoothByTaubin(field, surface, lastFree, settings, proceeds))
  {
    return false;
  }
  collapseShortEdges(field, surface, lastFree, settings.shortEdge);
  const PointTriangles around = findPointTriangles(surface.mesh);
  const SurfaceConstraints constraints(field, surface, around, lastFree);
  offsetToVolume(surface, around, constraints, volume, settings.bounds);
  return proceeds(1.0);
}

}
