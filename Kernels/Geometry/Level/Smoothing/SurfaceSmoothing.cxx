#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"

#include "Geometry/Level/EdgeCollapse.h"
#include "Geometry/Level/Smoothing/SurfaceConstraints.h"
#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
/// The neighbours used for the smoothing of each point, first in the storage of all its neighbours.
struct Neighbours
{
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> ends;
  std::vector<std::int32_t> points;
};

/// All neighbours of a point inside of a smooth part of the surface; of one on an edge between
/// parts, those along such edges.
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
    // Around a point of a closed oriented surface, each neighbour is once the next in a triangle
    // and once the one before in another.
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

Position pointOf(const std::vector<double>& points, std::int64_t p)
{
  return { points[3 * p], points[3 * p + 1], points[3 * p + 2] };
}

/// x + factor * (mean of neighbours - x), as far as allowed
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

Position areaVector(const TriangleMesh& mesh, std::int64_t triangle)
{
  const std::int32_t* c = &mesh.triangles[3 * triangle];
  const Position a = mesh.point(c[0]);
  return crossProduct(minus(mesh.point(c[1]), a), minus(mesh.point(c[2]), a));
}

/// At each point, the sum of the area vectors of its triangles that count.
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

/// One per triangle: 1 if its normal is opposed to its fixed plane or to its surroundings.
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

/// Which free points leave a part, or come too near to its surface, as they move.
class PartDepths
{
public:
  /// @param surface whose points have moved, from there
  /// @param part null for none
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

  /// Whether a point that moves no farther than it has been is deep enough in the part then.
  /// @param nearest a guess
  bool isInside(
    std::int64_t point, const Position& from, const Position& to, std::int32_t& nearest) const
  {
    return !this->Part || lengthOf(minus(to, from)) <= (1.0 - LeastDepth) * this->Depths[point] ||
      this->Part->signedDistance(to, nearest) >= LeastDepth * this->Depths[point];
  }

private:
  static constexpr double LeastDepth = 0.25; ///< of the depth before
  static constexpr double Deep = std::numeric_limits<double>::infinity();

  const PartShape* Part;
  std::vector<double> Depths; ///< Deep for points that cannot leave, and those that are not free
};

/// Reduces displacements until all points are on their faces and in the part, and no triangle is
/// newly folded or degenerate.
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
  // Terminates, as each round reduces some displacement, and triangles that are not moved are not
  // folded.
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

/// Moves points along their normals, as far as allowed, until the surface has a volume.
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
    // Volume changes by a sixth of all area vectors; points move along those of free triangles.
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

/// Puts the ends of walls, which moved in tangent planes, back onto the part.
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

std::int64_t countFolds(const TriangleMesh& mesh)
{
  const std::vector<std::uint8_t> folded = findFolds(mesh, findPointTriangles(mesh), nullptr);
  return std::count(folded.begin(), folded.end(), 1);
}
}
