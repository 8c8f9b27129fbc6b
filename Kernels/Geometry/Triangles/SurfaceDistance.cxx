#include "Geometry/Triangles/SurfaceDistance.h"

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
/// Number of points between two polls of the observer.
constexpr std::int64_t PointsAtATime = 50000;

/// Returns the distance of each point of a surface to another surface; empty after a stop.
std::optional<std::vector<double>> distancesTo(const TriangleMesh& other,
  const TriangleMesh& surface, double begin, double end, Observer& observer)
{
  const TriangleTree tree(other);
  const auto points = static_cast<std::int64_t>(surface.numberOfPoints());
  std::vector<double> distances(static_cast<std::size_t>(points));
  for (std::int64_t first = 0; first < points; first += PointsAtATime)
  {
    observer.progress(
      begin + (end - begin) * static_cast<double>(first) / static_cast<double>(points), "");
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    const std::int64_t last = std::min(first + PointsAtATime, points);
#pragma omp parallel
    {
      std::int32_t nearest = 0; // consecutive points are close to each other
#pragma omp for schedule(static)
      for (std::int64_t i = first; i < last; ++i)
      {
        distances[static_cast<std::size_t>(i)] =
          std::sqrt(tree.squaredDistance(surface.point(static_cast<std::int32_t>(i)), nearest));
      }
    }
  }
  return distances;
}

double triangleArea(const TriangleMesh& surface, std::size_t triangle)
{
  const std::int32_t* corners = &surface.triangles[3 * triangle];
  const Position a = surface.point(corners[0]);
  return 0.5 *
    lengthOf(
      crossProduct(minus(surface.point(corners[1]), a), minus(surface.point(corners[2]), a)));
}
}

std::optional<SurfaceDistances> measureDistances(
  const TriangleMesh& a, const TriangleMesh& b, Observer& observer)
{
  SurfaceDistances result;
  if (a.triangles.empty() || b.triangles.empty())
  {
    result.hausdorff = result.mean = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  const TriangleMesh* surfaces[2] = { &a, &b };
  double area = 0.0;
  double integral = 0.0;
  for (int s = 0; s < 2; ++s)
  {
    const TriangleMesh& surface = *surfaces[s];
    const std::optional<std::vector<double>> distances =
      distancesTo(*surfaces[1 - s], surface, 0.5 * s, 0.5 * s + 0.5, observer);
    if (!distances)
    {
      return std::nullopt;
    }
    result.hausdorff =
      std::max(result.hausdorff, *std::max_element(distances->begin(), distances->end()));
    for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
    {
      double mean = 0.0;
      for (std::size_t c = 0; c < 3; ++c)
      {
        mean += (*distances)[static_cast<std::size_t>(surface.triangles[3 * t + c])] / 3.0;
      }
      const double part = triangleArea(surface, t);
      area += part;
      integral += part * mean;
    }
  }
  result.mean = area > 0.0 ? integral / area : 0.0;
  return result;
}
}
