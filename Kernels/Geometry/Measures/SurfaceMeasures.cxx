#include "Geometry/Measures/SurfaceMeasures.h"

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
/// Relative to the size of the surface: what is lower is on the plate, and nearer is the wall
/// itself.
constexpr double Contact = 1e-6;
/// Rays are followed in pieces of as many edges, so that boxes around oblique pieces remain small.
constexpr double EdgesOfPiece = 4.0;
/// Triangles between two questions whether to stop.
constexpr std::int64_t Chunk = 1 << 14;

Position along(const Position& from, const Position& direction, double distance)
{
  return { from[0] + distance * direction[0], from[1] + distance * direction[1],
    from[2] + distance * direction[2] };
}

/// A triangle with its outer normal.
struct Facet
{
  Facet(const TriangleMesh& surface, std::size_t triangle)
    : Corners{ surface.point(surface.triangles[3 * triangle]),
        surface.point(surface.triangles[3 * triangle + 1]),
        surface.point(surface.triangles[3 * triangle + 2]) },
      Normal(crossProduct(
        minus(this->Corners[1], this->Corners[0]), minus(this->Corners[2], this->Corners[0])))
  {
    const double length = lengthOf(this->Normal);
    this->Area = 0.5 * length;
    for (double& component : this->Normal)
    {
      component = length > 0.0 ? component / length : 0.0;
    }
  }

  Position middle() const
  {
    Position sum = { 0.0, 0.0, 0.0 };
    for (const Position& corner : this->Corners)
    {
      sum = along(sum, corner, 1.0 / 3.0);
    }
    return sum;
  }

  /// The distance at which a ray leaves the surface through the triangle; infinity if it does not
  /// (Moller and Trumbore 1997).
  double exit(const Position& from, const Position& direction) const
  {
    constexpr double none = std::numeric_limits<double>::infinity();
    const Position first = minus(this->Corners[1], this->Corners[0]);
    const Position second = minus(this->Corners[2], this->Corners[0]);
    const Position p = crossProduct(direction, second);
    const double determinant = dotProduct(first, p);
    if (!(dotProduct(direction, this->Normal) > 0.0) || determinant == 0.0)
    {
      return none;
    }
    const Position t = minus(from, this->Corners[0]);
    const double u = dotProduct(t, p) / determinant;
    const Position q = crossProduct(t, first);
    const double v = dotProduct(direction, q) / determinant;
    return u >= 0.0 && v >= 0.0 && u + v <= 1.0 ? dotProduct(second, q) / determinant : none;
  }

  std::array<Position, 3> Corners;
  Position Normal; ///< unit vector; zero for a triangle without area
  double Area;
};

/// The diagonal of the bounding box.
double sizeOf(const TriangleMesh& surface)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Position low = { infinity, infinity, infinity };
  Position high = { -infinity, -infinity, -infinity };
  for (std::size_t i = 0; i < surface.points.size(); ++i)
  {
    low[i % 3] = std::min(low[i % 3], surface.points[i]);
    high[i % 3] = std::max(high[i % 3], surface.points[i]);
  }
  const Position diagonal = minus(high, low);
  return surface.points.empty() ? 0.0 : lengthOf(diagonal);
}

/// The distance from a triangle to the opposite wall.
double thicknessAt(
  const TriangleMesh& surface, const TriangleTree& tree, const Facet& facet, double size)
{
  constexpr double none = std::numeric_limits<double>::infinity();
  const Position inwards = { -facet.Normal[0], -facet.Normal[1], -facet.Normal[2] };
  const Position start = facet.middle();
  const double piece = std::max(EdgesOfPiece * std::sqrt(facet.Area), 1e-3 * size);
  for (double begin = 0.0; begin < size; begin += piece)
  {
    Position low = along(start, inwards, begin);
    Position high = along(start, inwards, begin + piece);
    for (std::size_t c = 0; c < 3; ++c)
    {
      if (low[c] > high[c])
      {
        std::swap(low[c], high[c]);
      }
    }
    double nearest = none;
    tree.visitBox(low, high,
      [&](std::int32_t other)
      {
        const double distance =
          Facet(surface, static_cast<std::size_t>(other)).exit(start, inwards);
        nearest = distance > Contact * size ? std::min(nearest, distance) : nearest;
      });
    if (nearest <= begin + piece)
    {
      return nearest;
    }
  }
  return none;
}
}

double overhangingShare(const TriangleMesh& surface, const Position& up, double angle)
{
  const double least = cosineOfDegrees(angle);
  double plate = std::numeric_limits<double>::infinity();
  for (std::size_t p = 0; p < surface.numberOfPoints(); ++p)
  {
    plate = std::min(plate, dotProduct(surface.point(static_cast<std::int32_t>(p)), up));
  }
  plate += Contact * sizeOf(surface);
  double total = 0.0;
  double overhanging = 0.0;
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    const Facet facet(surface, t);
    total += facet.Area;
    const bool isOnPlate = std::all_of(facet.Corners.begin(), facet.Corners.end(),
      [&](const Position& corner) { return dotProduct(corner, up) <= plate; });
    overhanging += !isOnPlate && -dotProduct(facet.Normal, up) > least + Contact ? facet.Area : 0.0;
  }
  return total > 0.0 ? overhanging / total : 0.0;
}

std::optional<double> wallThickness(const TriangleMesh& surface, double share, Observer& observer)
{
  const TriangleTree tree(surface);
  const double size = sizeOf(surface);
  const auto triangles = static_cast<std::int64_t>(surface.numberOfTriangles());
  std::vector<double> thickness(static_cast<std::size_t>(triangles));
  std::vector<double> areas(static_cast<std::size_t>(triangles));
  for (std::int64_t begin = 0; begin < triangles; begin += Chunk)
  {
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    const std::int64_t end = std::min(begin + Chunk, triangles);
#pragma omp parallel for schedule(dynamic, 64)
    for (std::int64_t t = begin; t < end; ++t)
    {
      const auto number = static_cast<std::size_t>(t);
      const Facet facet(surface, number);
      areas[number] = facet.Area;
      thickness[number] = thicknessAt(surface, tree, facet, size);
    }
  }
  std::vector<std::size_t> order(thickness.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
    [&thickness](std::size_t a, std::size_t b) { return thickness[a] < thickness[b]; });
  const double wanted = share * std::accumulate(areas.begin(), areas.end(), 0.0);
  double area = 0.0;
  for (const std::size_t t : order)
  {
    area += areas[t];
    if (area >= wanted && areas[t] > 0.0)
    {
      return thickness[t];
    }
  }
  return 0.0;
}
}
