#include "Geometry/Level/EdgeCollapse.h"

#include "Geometry/Level/Smoothing/SurfaceConstraints.h"
#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
/// The points around a point in the order of its triangles: the next and the previous corner of
/// each.
struct Ring
{
  std::vector<std::int32_t> triangles;
  std::vector<std::int32_t> next;
  std::vector<std::int32_t> before;

  void find(const TriangleMesh& mesh, const PointTriangles& around, std::int32_t p)
  {
    this->triangles.assign(
      around.triangles.begin() + around.starts[p], around.triangles.begin() + around.starts[p + 1]);
    this->next.clear();
    this->before.clear();
    for (const std::int32_t t : this->triangles)
    {
      const std::int32_t* c = &mesh.triangles[3 * std::int64_t(t)];
      const int k = c[0] == p ? 0 : c[1] == p ? 1 : 2;
      this->next.push_back(c[(k + 1) % 3]);
      this->before.push_back(c[(k + 2) % 3]);
    }
  }

  bool has(std::int32_t point) const
  {
    return std::find(this->next.begin(), this->next.end(), point) != this->next.end();
  }
};

/// Mean length of the edges at each point.
std::vector<double> meanEdges(const TriangleMesh& mesh, const PointTriangles& around)
{
  std::vector<double> means(mesh.numberOfPoints(), 0.0);
  const auto points = static_cast<std::int64_t>(mesh.numberOfPoints());
#pragma omp parallel
  {
    Ring ring;
#pragma omp for schedule(static)
    for (std::int64_t p = 0; p < points; ++p)
    {
      const auto point = static_cast<std::int32_t>(p);
      ring.find(mesh, around, point);
      for (const std::int32_t q : ring.next)
      {
        means[p] +=
          lengthOf(minus(mesh.point(q), mesh.point(point))) / static_cast<double>(ring.next.size());
      }
    }
  }
  return means;
}

/// A round of collapses: removes a set of points no two of which are neighbours.
class Round
{
public:
  Round(const LevelField& field, const LevelSurface& surface, SurfaceOrigin lastFree)
    : Mesh(surface.mesh), Around(findPointTriangles(surface.mesh)),
      Constraints(field, surface, this->Around, lastFree)
  {
  }

  /// Returns for each point the point into which it is collapsed, or the point itself.
  std::vector<std::int32_t> choose(const std::vector<double>& limits) const
  {
    const auto points = static_cast<std::int64_t>(this->Mesh.numberOfPoints());
    std::vector<std::int32_t> targets(this->Mesh.numberOfPoints());
    std::vector<double> lengths(this->Mesh.numberOfPoints(), 0.0);
#pragma omp parallel
    {
      Ring ring;
      Ring other;
#pragma omp for schedule(dynamic, 1024)
      for (std::int64_t p = 0; p < points; ++p)
      {
        const auto point = static_cast<std::int32_t>(p);
        targets[p] = point;
        lengths[p] = limits[p];
        ring.find(this->Mesh, this->Around, point);
        for (const std::int32_t q : ring.next)
        {
          const double length = lengthOf(minus(this->Mesh.point(q), this->Mesh.point(point)));
          if (length < lengths[p] && length < limits[q] && this->mayGo(point, q, ring, other))
          {
            targets[p] = q;
            lengths[p] = length;
          }
        }
      }
    }
    this->keepApart(lengths, targets);
    return targets;
  }

private:
  bool mayGo(std::int32_t p, std::int32_t q, const Ring& ring, Ring& other) const
  {
    if (this->Constraints.kind(p) == SurfaceConstraints::Fixed)
    {
      return false;
    }
    // A point on edges between smooth parts of the surface moves only along one of them, and a
    // point in a plane remains in it.
    const Position way = minus(this->Mesh.point(q), this->Mesh.point(p));
    int creases = 0;
    bool isAlong = false;
    for (std::size_t i = 0; i < ring.triangles.size(); ++i)
    {
      const auto j = static_cast<std::size_t>(
        std::find(ring.before.begin(), ring.before.end(), ring.next[i]) - ring.before.begin());
      if (j == ring.before.size())
      {
        return false; // an open edge, which coordinates of very different magnitude can cause
      }
      if (!this->Constraints.isSmooth(ring.triangles[i], ring.triangles[j]))
      {
        ++creases;
        isAlong = isAlong || ring.next[i] == q;
      }
      if (this->Constraints.isHeld(ring.triangles[i]) &&
        !this->Constraints.isOfWall(ring.triangles[i]) &&
        std::abs(dotProduct(way, this->Constraints.normal(ring.triangles[i]))) >
          SurfaceConstraints::PlaneTolerance * lengthOf(way))
      {
        return false;
      }
    }
    const bool isJunction = creases > 2 && this->Constraints.isWall(p);
    if (isJunction || (creases != 0 && !isAlong))
    {
      return false;
    }
    other.find(this->Mesh, this->Around, q);
    const auto common = std::count_if(
      ring.next.begin(), ring.next.end(), [&](std::int32_t r) { return other.has(r); });
    return common == 2 && ring.next.size() > 3 && this->staysUpright(p, q, ring);
  }

  static constexpr double LeastCosine = 0.5;
  static constexpr double LeastSine = 0.02;

  /// The cosine of the angle between the normal of a triangle and another normal, and the sine of
  /// the triangle's first angle.
  struct Shape
  {
    double cosine;
    double sine;
  };

  Shape shapeOf(
    const Position& x, std::int32_t next, std::int32_t before, const Position& outward) const
  {
    const Position a = minus(this->Mesh.point(next), x);
    const Position b = minus(this->Mesh.point(before), x);
    const Position area = crossProduct(a, b);
    const double size = lengthOf(area);
    return { size > 0.0 ? dotProduct(area, outward) / (size * lengthOf(outward)) : 0.0,
      size > 0.0 ? size / (lengthOf(a) * lengthOf(b)) : 0.0 };
  }

  /// Returns whether the triangles that are moved with p keep their orientation.
  bool staysUpright(std::int32_t p, std::int32_t q, const Ring& ring) const
  {
    Position mean{};
    const Position x = this->Mesh.point(p);
    const Position y = this->Mesh.point(q);
    for (std::size_t i = 0; i < ring.triangles.size(); ++i)
    {
      const Position area = crossProduct(
        minus(this->Mesh.point(ring.next[i]), x), minus(this->Mesh.point(ring.before[i]), x));
      for (std::size_t c = 0; c < 3; ++c)
      {
        mean[c] += this->Constraints.isHeld(ring.triangles[i]) ? 0.0 : area[c];
      }
    }
    for (std::size_t i = 0; i < ring.triangles.size(); ++i)
    {
      if (ring.next[i] == q || ring.before[i] == q)
      {
        continue;
      }
      const bool isHeld = this->Constraints.isHeld(ring.triangles[i]);
      const Position& outward = isHeld ? this->Constraints.normal(ring.triangles[i]) : mean;
      const Shape now = this->shapeOf(x, ring.next[i], ring.before[i], outward);
      const Shape then = this->shapeOf(y, ring.next[i], ring.before[i], outward);
      // Triangles that are already degenerate are accepted, as they are often the reason for the
      // collapse. Triangles without area have no normal.
      constexpr double none = 1e-5;
      if (now.sine < none && then.sine < none)
      {
        continue;
      }
      if (then.cosine <= 0.0 || then.cosine < std::min(LeastCosine, 0.9 * now.cosine) ||
        then.sine < std::min(LeastSine, 0.9 * now.sine))
      {
        return false;
      }
    }
    return true;
  }

  /// Keeps collapses of short edges first, and cancels those near a kept one in this round.
  void keepApart(const std::vector<double>& lengths, std::vector<std::int32_t>& targets) const
  {
    std::vector<std::int32_t> order;
    for (std::size_t p = 0; p < targets.size(); ++p)
    {
      if (targets[p] != static_cast<std::int32_t>(p))
      {
        order.push_back(static_cast<std::int32_t>(p));
      }
    }
    std::stable_sort(order.begin(), order.end(),
      [&](std::int32_t a, std::int32_t b) { return lengths[a] < lengths[b]; });
    std::vector<std::uint8_t> isTaken(targets.size(), 0);
    Ring rings[2];
    for (const std::int32_t p : order)
    {
      const std::int32_t ends[2] = { p, targets[p] };
      bool isFree = true;
      for (int i = 0; i < 2; ++i)
      {
        rings[i].find(this->Mesh, this->Around, ends[i]);
        isFree = isFree && !isTaken[ends[i]] &&
          std::none_of(rings[i].next.begin(), rings[i].next.end(),
            [&](std::int32_t r) { return isTaken[r] != 0; });
      }
      if (!isFree)
      {
        targets[p] = p;
        continue;
      }
      for (int i = 0; i < 2; ++i)
      {
        isTaken[ends[i]] = 1;
        for (const std::int32_t r : rings[i].next)
        {
          isTaken[r] = 1;
        }
      }
    }
  }

  const TriangleMesh& Mesh;
  PointTriangles Around;
  SurfaceConstraints Constraints;
};

/// Moves points to their targets, removes collapsed triangles and unused points.
void apply(
  LevelSurface& surface, const std::vector<std::int32_t>& targets, std::vector<double>& limits)
{
  std::vector<std::int32_t>& corners = surface.mesh.triangles;
  std::vector<std::uint8_t> triangles(surface.mesh.numberOfTriangles());
  for (std::size_t t = 0; t < triangles.size(); ++t)
  {
    std::int32_t* c = &corners[3 * t];
    for (std::size_t i = 0; i < 3; ++i)
    {
      c[i] = targets[c[i]];
    }
    triangles[t] = c[0] != c[1] && c[1] != c[2] && c[2] != c[0] ? 1 : 0;
  }
  std::vector<std::uint8_t> points(targets.size());
  std::size_t kept = 0;
  for (std::size_t p = 0; p < targets.size(); ++p)
  {
    points[p] = targets[p] == static_cast<std::int32_t>(p) ? 1 : 0;
    if (points[p])
    {
      limits[kept++] = limits[p];
    }
  }
  limits.resize(kept);
  keepParts(surface, triangles, points);
}
}

std::int64_t collapseShortEdges(
  const LevelField& field, LevelSurface& surface, SurfaceOrigin lastFree, double share)
{
  std::vector<double> limits = meanEdges(surface.mesh, findPointTriangles(surface.mesh));
  for (double& limit : limits)
  {
    limit *= share;
  }
  std::int64_t all = 0;
  constexpr int mostRounds = 12;
  for (int i = 0; i < mostRounds; ++i)
  {
    const Round round(field, surface, lastFree);
    const std::vector<std::int32_t> targets = round.choose(limits);
    const std::size_t before = surface.mesh.numberOfPoints();
    apply(surface, targets, limits);
    const auto gone = static_cast<std::int64_t>(before - surface.mesh.numberOfPoints());
    all += gone;
    if (gone == 0)
    {
      break;
    }
  }
  return all;
}
}
