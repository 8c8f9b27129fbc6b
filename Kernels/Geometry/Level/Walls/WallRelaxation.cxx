#include "Geometry/Level/Walls/WallRelaxation.h"

#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace trabecula
{
namespace
{
/// Triangles of at least this quality, from -1 to 1 for an equilateral one, are not improved.
constexpr double GoodQuality = 0.2;
constexpr int RelaxationRounds = 12;
/// Largest distance at which positions on the part are searched, in diagonals of an element.
constexpr double FarthestPlace = 1.0;

void setWallPoint(TriangleMesh& mesh, std::int32_t point, const Position& x)
{
  std::copy(x.begin(), x.end(), mesh.points.begin() + 3 * std::ptrdiff_t(point));
}

/// Moves points on walls so that the worst quality of their triangles increases.
class WallRelaxation
{
public:
  WallRelaxation(
    LevelSurface& surface, const PartShape& part, double diagonal, WallQuality& quality)
    : Surface(surface), Part(part), Diagonal(diagonal), Around(findPointTriangles(surface.mesh)),
      Quality(quality)
  {
  }

  void run()
  {
    for (int round = 0; round < RelaxationRounds; ++round)
    {
      std::vector<std::uint8_t> isNear(this->Surface.mesh.numberOfPoints(), 0);
      bool isAnyBad = false;
      for (std::size_t t = 0; t < this->Surface.mesh.numberOfTriangles(); ++t)
      {
        if (this->Surface.patches[t] != WallPlace::None &&
          this->Quality.of(static_cast<std::int32_t>(t)) < GoodQuality)
        {
          isAnyBad = true;
          for (std::size_t i = 3 * t; i < 3 * t + 3; ++i)
          {
            isNear[static_cast<std::size_t>(this->Surface.mesh.triangles[i])] = 1;
          }
        }
      }
      if (!isAnyBad)
      {
        return;
      }
      for (std::size_t p = 0; p < isNear.size(); ++p)
      {
        if (isNear[p])
        {
          this->improve(static_cast<std::int32_t>(p));
        }
      }
    }
  }

private:
  std::int32_t placeOf(std::int32_t point) const
  {
    return this->Surface.walls[static_cast<std::size_t>(point)];
  }

  double worstAround(std::int32_t point) const
  {
    double worst = std::numeric_limits<double>::infinity();
    for (std::int64_t i = this->Around.starts[point]; i < this->Around.starts[point + 1]; ++i)
    {
      worst = std::min(worst, this->Quality.of(this->Around.triangles[i]));
    }
    return worst;
  }

  /// The position on the part towards the mean of the point's neighbours.
  bool findPlace(std::int32_t point, double share, Position& place) const
  {
    const TriangleMesh& mesh = this->Surface.mesh;
    const bool isOnEdge = this->placeOf(point) == WallPlace::OnEdge;
    Position sum{};
    double count = 0.0;
    std::int32_t low = std::numeric_limits<std::int32_t>::max(); // of the patches around
    std::int32_t high = -1;
    for (std::int64_t i = this->Around.starts[point]; i < this->Around.starts[point + 1]; ++i)
    {
      const std::int32_t t = this->Around.triangles[i];
      if (this->Surface.patches[static_cast<std::size_t>(t)] == WallPlace::None)
      {
        return false; // the point is at the end of the wall
      }
      low = std::min(low, this->Surface.patches[static_cast<std::size_t>(t)]);
      high = std::max(high, this->Surface.patches[static_cast<std::size_t>(t)]);
      for (std::size_t k = 3 * std::size_t(t); k < 3 * std::size_t(t) + 3; ++k)
      {
        const std::int32_t q = mesh.triangles[k];
        if (q != point && (!isOnEdge || this->placeOf(q) < 0))
        {
          const Position x = mesh.point(q);
          for (std::size_t c = 0; c < 3; ++c)
          {
            sum[c] += x[c];
          }
          count += 1.0;
        }
      }
    }
    if (count == 0.0)
    {
      return false;
    }
    Position goal = mesh.point(point);
    for (std::size_t c = 0; c < 3; ++c)
    {
      goal[c] += share * (sum[c] / count - goal[c]);
    }
    const double reach = FarthestPlace * this->Diagonal;
    return isOnEdge ? this->Part.nearestOfEdges(goal, low, high, reach, place)
                    : this->Part.nearestOfPatch(goal, this->placeOf(point), reach, place);
  }

  void improve(std::int32_t point)
  {
    if (this->placeOf(point) == WallPlace::None || this->placeOf(point) == WallPlace::OnCorner)
    {
      return;
    }
    TriangleMesh& mesh = this->Surface.mesh;
    const Position before = mesh.point(point);
    const double worst = this->worstAround(point);
    for (const double share : { 1.0, 0.5, 0.25 })
    {
      Position place{};
      if (!this->findPlace(point, share, place))
      {
        return;
      }
      setWallPoint(mesh, point, place);
      this->Quality.renewNormal(point);
      if (this->worstAround(point) > worst)
      {
        return;
      }
      setWallPoint(mesh, point, before);
      this->Quality.renewNormal(point);
    }
  }

  LevelSurface& Surface;
  const PartShape& Part;
  double Diagonal;
  PointTriangles Around;
  WallQuality& Quality;
};
}

void relaxWalls(LevelSurface& surface, const PartShape& part, double diagonal, WallQuality& quality)
{
  WallRelaxation(surface, part, diagonal, quality).run();
}
}
