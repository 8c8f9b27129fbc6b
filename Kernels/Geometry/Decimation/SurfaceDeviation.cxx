#include "Geometry/Decimation/SurfaceDeviation.h"

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
/// Number of triangles between two polls of the observer.
constexpr std::int64_t TrianglesBetweenPolls = 10000;

/// How often a triangle is divided into four at most, where some are far larger than others.
constexpr int MostDivisions = 8;

struct ExaminedCorner
{
  Position x = {};
  double squared = 0.0;     ///< distance from the other surface
  std::int32_t nearest = 0; ///< triangle there
};
using ExaminedCorners = std::array<ExaminedCorner, 3>;

double squaredLength(const Position& a, const Position& b)
{
  const Position ab = minus(b, a);
  return dotProduct(ab, ab);
}

class Examination
{
public:
  Examination(const TriangleMesh& other, const TriangleTree& tree, double limit, double spacing)
    : Other(other), Tree(tree), Limit(limit), Spacing(spacing)
  {
  }

  ExaminedCorner at(const Position& x, std::int32_t guess) const
  {
    ExaminedCorner corner{ x, 0.0, guess };
    corner.squared = this->Tree.squaredDistance(x, corner.nearest);
    return corner;
  }

  /// Whether no point is found beyond the limit. @param largest squared distance found
  bool isWithin(const ExaminedCorners& corners, double& largest, int divisions = 0) const
  {
    for (const ExaminedCorner& corner : corners)
    {
      largest = std::max(largest, corner.squared);
    }
    constexpr double rounding = 1e-9;
    if (largest > this->Limit * this->Limit * (1.0 + rounding))
    {
      return false;
    }
    const double side = longestSide(corners);
    if (this->isNearOne(corners) || side < this->Spacing || divisions == MostDivisions ||
      std::any_of(corners.begin(), corners.end(),
        [&](const ExaminedCorner& corner)
        { return std::sqrt(corner.squared) + side <= this->Limit; }))
    {
      return true;
    }
    ExaminedCorners middles;
    for (std::size_t c = 0; c < 3; ++c)
    {
      const Position& a = corners[c].x;
      const Position& b = corners[(c + 1) % 3].x;
      middles[c] = this->at(
        { 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]) }, corners[c].nearest);
    }
    return this->isWithin({ corners[0], middles[0], middles[2] }, largest, divisions + 1) &&
      this->isWithin({ middles[0], corners[1], middles[1] }, largest, divisions + 1) &&
      this->isWithin({ middles[2], middles[1], corners[2] }, largest, divisions + 1) &&
      this->isWithin(middles, largest, divisions + 1);
  }

private:
  static double longestSide(const ExaminedCorners& corners)
  {
    return std::sqrt(std::max({ squaredLength(corners[0].x, corners[1].x),
      squaredLength(corners[1].x, corners[2].x), squaredLength(corners[2].x, corners[0].x) }));
  }

  /// Whether all corners are within the limit of one triangle.
  bool isNearOne(const ExaminedCorners& corners) const
  {
    return std::any_of(corners.begin(), corners.end(),
      [&](const ExaminedCorner& of)
      {
        const std::int32_t* c = &this->Other.triangles[3 * static_cast<std::size_t>(of.nearest)];
        const Position a = this->Other.point(c[0]);
        const Position b = this->Other.point(c[1]);
        const Position d = this->Other.point(c[2]);
        return std::all_of(corners.begin(), corners.end(),
          [&](const ExaminedCorner& corner)
          { return squaredToTriangle(corner.x, a, b, d) <= this->Limit * this->Limit; });
      });
  }

  const TriangleMesh& Other;
  const TriangleTree& Tree;
  double Limit;
  double Spacing;
};
}

std::optional<SurfaceDeviation> findDeviation(const TriangleMesh& surface,
  const TriangleMesh& other, double limit, double spacing, Observer& observer)
{
  const TriangleTree tree(other);
  const Examination examination(other, tree, limit, spacing);
  const auto triangles = static_cast<std::int64_t>(surface.numberOfTriangles());
  std::vector<double> squared(surface.numberOfTriangles(), 0.0);
  std::vector<std::uint8_t> isBeyond(surface.numberOfTriangles(), 0);
  for (std::int64_t first = 0; first < triangles; first += TrianglesBetweenPolls)
  {
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    const std::int64_t last = std::min(first + TrianglesBetweenPolls, triangles);
#pragma omp parallel
    {
      std::int32_t nearest = 0; // consecutive triangles are close to each other
#pragma omp for schedule(dynamic, 64)
      for (std::int64_t t = first; t < last; ++t)
      {
        ExaminedCorners corners;
        for (std::size_t c = 0; c < 3; ++c)
        {
          corners[c] = examination.at(
            surface.point(surface.triangles[3 * static_cast<std::size_t>(t) + c]), nearest);
          nearest = corners[c].nearest;
        }
        const auto i = static_cast<std::size_t>(t);
        isBeyond[i] = examination.isWithin(corners, squared[i]) ? 0 : 1;
      }
    }
  }
  SurfaceDeviation deviation;
  for (std::size_t t = 0; t < squared.size(); ++t)
  {
    deviation.largest = std::max(deviation.largest, std::sqrt(squared[t]));
    if (isBeyond[t])
    {
      deviation.beyond.push_back(static_cast<std::int32_t>(t));
    }
  }
  return deviation;
}
}
