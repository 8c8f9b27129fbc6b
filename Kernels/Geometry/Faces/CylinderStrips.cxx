#include "Geometry/Faces/CylinderStrips.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace trabecula
{
namespace
{
constexpr double LeastTurn = 1e-3;        ///< between strips, radian
constexpr double MostStripTilt = 0.01;    ///< of the first strips against the axis, radian
constexpr double MostTiltOfAdded = 0.3;   ///< of triangles at a trimmed end of the cylinder, radian
constexpr double MostOfDepth = 0.1;       ///< distance of corners over the depth of the chords
constexpr double MostOfStrip = 1.0 / 3.0; ///< area of what goes on along the axis over a strip's
constexpr std::size_t LeastStrips = 3;

/// The cylinder through three strips.
struct StripCylinder
{
  Position axis = {};
  Position centre = {};
  double radius = 0.0;
  double depth = 0.0; ///< of the chords below the cylinder: the least of the three
  double sense = 1.0; ///< 1 if normals point away from the axis, else -1

  Position across(const Position& x) const
  {
    const Position d = minus(x, this->centre);
    const double along = dotProduct(d, this->axis);
    return { d[0] - along * this->axis[0], d[1] - along * this->axis[1],
      d[2] - along * this->axis[2] };
  }
};

class StripFinder
{
public:
  StripFinder(const TriangleMesh& mesh, const FacetGraph& graph, double angle, double rounding)
    : Mesh(mesh), Graph(graph), Smooth(cosineOfDegrees(angle)), Rounding(rounding),
      Number(graph.numberOfFacets(), -1)
  {
  }

  std::vector<std::int32_t> find()
  {
    std::int32_t count = 0;
    for (std::size_t f = 0; f < this->Number.size(); ++f)
    {
      if (this->Number[f] < 0 && this->growFrom(static_cast<std::int32_t>(f), count))
      {
        ++count;
      }
    }
    return this->Number;
  }

private:
  /// Makes a cylinder of a facet, two of its neighbours, and what continues them.
  bool growFrom(std::int32_t middle, std::int32_t number)
  {
    const std::vector<std::int32_t>& around = this->Graph.neighbours[std::size_t(middle)];
    for (std::size_t i = 0; i < around.size(); ++i)
    {
      for (std::size_t j = i + 1; j < around.size(); ++j)
      {
        if (this->Number[std::size_t(around[i])] >= 0 || this->Number[std::size_t(around[j])] >= 0)
        {
          continue;
        }
        const auto cylinder = this->cylinderOf({ around[i], middle, around[j] });
        if (cylinder && this->grow(*cylinder, { around[i], middle, around[j] }, number))
        {
          return true;
        }
      }
    }
    return false;
  }

  std::optional<StripCylinder> cylinderOf(const std::array<std::int32_t, 3>& facets) const
  {
    const Position& a = this->Graph.normals[std::size_t(facets[0])];
    const Position& b = this->Graph.normals[std::size_t(facets[1])];
    const Position& c = this->Graph.normals[std::size_t(facets[2])];
    StripCylinder cylinder;
    cylinder.axis = crossProduct(a, c);
    const double turn = lengthOf(cylinder.axis);
    if (turn < LeastTurn || dotProduct(cylinder.axis, crossProduct(a, b)) <= 0.0 ||
      dotProduct(cylinder.axis, crossProduct(b, c)) <= 0.0)
    {
      return std::nullopt; // the middle one does not turn from one to the other
    }
    for (double& component : cylinder.axis)
    {
      component /= turn;
    }
    if (std::abs(dotProduct(cylinder.axis, b)) > MostStripTilt ||
      !this->fitCircle(facets, cylinder) || !this->areEnded(facets, cylinder))
    {
      return std::nullopt;
    }
    return cylinder;
  }

  /// Sets centre and radius by linear least squares for the squares of distances (Kasa, 1976).
  /// @return whether all corners are at this radius
  bool fitCircle(const std::array<std::int32_t, 3>& facets, StripCylinder& cylinder) const
  {
    const Position& u = this->Graph.normals[std::size_t(facets[1])];
    const Position v = crossProduct(cylinder.axis, u);
    const Position origin = this->Mesh.point(this->Graph.points[std::size_t(facets[1])].front());
    std::array<std::array<double, 4>, 3> rows = {};
    double scale = 0.0;
    this->forPoints(
      facets, [&](const Position& x) { scale = std::max(scale, lengthOf(minus(x, origin))); });
    if (!(scale > 0.0))
    {
      return false;
    }
    this->forPoints(facets,
      [&](const Position& x)
      {
        const Position d = minus(x, origin);
        const double p = dotProduct(d, u) / scale;
        const double q = dotProduct(d, v) / scale;
        const std::array<double, 3> row = { 2.0 * p, 2.0 * q, 1.0 };
        for (std::size_t i = 0; i < 3; ++i)
        {
          for (std::size_t j = 0; j < 3; ++j)
          {
            rows[i][j] += row[i] * row[j];
          }
          rows[i][3] += row[i] * (p * p + q * q);
        }
      });
    if (!solve(rows))
    {
      return false;
    }
    const double p = rows[0][3];
    const double q = rows[1][3];
    for (std::size_t c = 0; c < 3; ++c)
    {
      cylinder.centre[c] = origin[c] + scale * (p * u[c] + q * v[c]);
    }
    cylinder.radius = scale * std::sqrt(std::max(0.0, rows[2][3] + p * p + q * q));
    cylinder.sense = dotProduct(minus(origin, cylinder.centre), u) > 0.0 ? 1.0 : -1.0;
    cylinder.depth = std::numeric_limits<double>::infinity();
    for (const std::int32_t facet : facets)
    {
      cylinder.depth = std::min(cylinder.depth, this->depthOf(facet, cylinder));
    }
    return std::all_of(facets.begin(), facets.end(),
      [&](std::int32_t facet) { return this->isOn(facet, cylinder, MostStripTilt); });
  }

  /// Gauss elimination with pivots. @return whether there is one solution
  static bool solve(std::array<std::array<double, 4>, 3>& rows)
  {
    constexpr double least = 1e-13;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const auto pivot = std::max_element(rows.begin() + static_cast<std::ptrdiff_t>(k), rows.end(),
        [&](const auto& a, const auto& b) { return std::abs(a[k]) < std::abs(b[k]); });
      std::swap(rows[k], *pivot);
      if (!(std::abs(rows[k][k]) > least))
      {
        return false;
      }
      for (std::size_t i = 0; i < 3; ++i)
      {
        const double factor = i == k ? 0.0 : rows[i][k] / rows[k][k];
        for (std::size_t j = k; j < 4; ++j)
        {
          rows[i][j] -= factor * rows[k][j];
        }
      }
    }
    for (std::size_t k = 0; k < 3; ++k)
    {
      rows[k][3] /= rows[k][k];
    }
    return true;
  }

  /// How far the plane of a strip is below the cylinder.
  double depthOf(std::int32_t facet, const StripCylinder& cylinder) const
  {
    const Position x = this->Mesh.point(this->Graph.points[std::size_t(facet)].front());
    return cylinder.radius -
      std::abs(dotProduct(minus(x, cylinder.centre), this->Graph.normals[std::size_t(facet)]));
  }

  /// Whether the surface ends along the axis or goes on with facets that are much smaller.
  bool areEnded(const std::array<std::int32_t, 3>& facets, const StripCylinder& cylinder) const
  {
    return std::all_of(facets.begin(), facets.end(),
      [&](std::int32_t facet)
      {
        const std::vector<std::int32_t>& around = this->Graph.neighbours[std::size_t(facet)];
        return std::all_of(around.begin(), around.end(),
          [&](std::int32_t other)
          {
            const double along = dotProduct(this->Graph.normals[std::size_t(other)], cylinder.axis);
            return std::abs(along) <= MostStripTilt ||
              this->Graph.areas[std::size_t(other)] <=
              MostOfStrip * this->Graph.areas[std::size_t(facet)];
          });
      });
  }

  template <class Facets, class Visit>
  void forPoints(const Facets& facets, const Visit& visit) const
  {
    for (const std::int32_t facet : facets)
    {
      for (const std::int32_t point : this->Graph.points[std::size_t(facet)])
      {
        visit(this->Mesh.point(point));
      }
    }
  }

  /// Whether a facet has its corners on the cylinder and faces as it does.
  bool isOn(std::int32_t facet, const StripCylinder& cylinder, double tilt) const
  {
    const Position& normal = this->Graph.normals[std::size_t(facet)];
    if (!(std::abs(dotProduct(normal, cylinder.axis)) <= tilt) || !(cylinder.radius > 0.0))
    {
      return false;
    }
    const double tolerance = MostOfDepth * cylinder.depth + this->Rounding;
    const std::vector<std::int32_t>& points = this->Graph.points[std::size_t(facet)];
    return std::all_of(points.begin(), points.end(),
      [&](std::int32_t point)
      {
        const Position across = cylinder.across(this->Mesh.point(point));
        return std::abs(lengthOf(across) - cylinder.radius) <= tolerance &&
          cylinder.sense * dotProduct(across, normal) >= this->Smooth * cylinder.radius;
      });
  }

  bool grow(
    const StripCylinder& cylinder, const std::array<std::int32_t, 3>& seeds, std::int32_t number)
  {
    std::vector<std::int32_t> region(seeds.begin(), seeds.end());
    for (const std::int32_t seed : seeds)
    {
      this->Number[std::size_t(seed)] = number;
    }
    for (std::size_t i = 0; i < region.size(); ++i)
    {
      for (const std::int32_t next : this->Graph.neighbours[std::size_t(region[i])])
      {
        if (this->Number[std::size_t(next)] < 0 && this->isOn(next, cylinder, MostTiltOfAdded))
        {
          this->Number[std::size_t(next)] = number;
          region.push_back(next);
        }
      }
    }
    return region.size() >= LeastStrips;
  }

  const TriangleMesh& Mesh;
  const FacetGraph& Graph;
  double Smooth;
  double Rounding;
  std::vector<std::int32_t> Number;
};
}

std::vector<std::int32_t> findCylinderStrips(
  const TriangleMesh& mesh, const FacetGraph& graph, double angle, double rounding)
{
  return StripFinder(mesh, graph, angle, rounding).find();
}
}
