#include "Geometry/Level/Walls/WallFit.h"

#include "Geometry/Level/Walls/SharpEdges.h"
#include "Geometry/Level/Walls/WallIslands.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace trabecula
{
namespace
{
/// Distances are in diagonals of an element.
constexpr double OnPart = 1e-3;  ///< largest distance of chosen points that are on the part
constexpr double IsMoved = 1e-6; ///< smallest move that is not rounding
constexpr double FarthestWall = 1.0;
constexpr double FarthestEdge = 1.0;

void placePoint(TriangleMesh& mesh, std::int32_t point, const Position& x)
{
  std::copy(x.begin(), x.end(), mesh.points.begin() + 3 * std::ptrdiff_t(point));
}
}

void putOnPart(LevelSurface& surface, const std::vector<std::uint8_t>& chosen,
  const PartShape& part, double diagonal)
{
  std::int32_t guess = 0;
  for (std::size_t p = 0; p < surface.walls.size(); ++p)
  {
    const bool isMade = surface.walls[p] != WallPlace::None;
    surface.walls[p] = WallPlace::None;
    if (!isMade && !chosen[p])
    {
      continue;
    }
    const auto point = static_cast<std::int32_t>(p);
    const PartShape::Nearest found = part.nearest(surface.mesh.point(point), guess);
    if (found.distance <= (isMade ? FarthestWall : OnPart) * diagonal)
    {
      surface.isMoved[p] = found.distance > IsMoved * diagonal ? 1 : 0;
      placePoint(surface.mesh, point, found.point);
      surface.walls[p] = part.patchOf(found.triangle);
    }
  }
  removeWallIslands(surface, part, FarthestWall * diagonal);
  divideAtSharpEdges(surface, part, FarthestEdge * diagonal);
}

SurfaceFit settleOnPart(LevelSurface& surface, const PartShape& part, double diagonal)
{
  SurfaceFit fit;
  const auto points = static_cast<std::int64_t>(surface.walls.size());
  std::vector<std::uint8_t> isOutside(surface.walls.size(), 0);
  std::int64_t onWalls = 0;
#pragma omp parallel
  {
    std::int32_t guess = 0;
#pragma omp for schedule(static) reduction(+ : onWalls)
    for (std::int64_t p = 0; p < points; ++p)
    {
      const auto point = static_cast<std::int32_t>(p);
      const Position x = surface.mesh.point(point);
      const std::int32_t place = surface.walls[p];
      onWalls += place != WallPlace::None ? 1 : 0;
      if (place >= 0)
      {
        // A point within its patch has moved little, and in the tangent plane.
        Position on{};
        if (part.nearestOfPatch(x, place, FarthestWall * diagonal, on))
        {
          placePoint(surface.mesh, point, on);
        }
      }
      else if (place == WallPlace::None && part.isClosed())
      {
        // Points far from the part's surface are inside, as the body has been intersected with it.
        isOutside[p] = part.isWithin(x, FarthestWall * diagonal, guess) &&
            part.signedDistance(x, guess) < -IsMoved * diagonal
          ? 1
          : 0;
      }
    }
  }
  fit.fitted = onWalls;
  std::vector<PointGoal> goals;
  std::int32_t guess = 0;
  for (std::size_t p = 0; p < isOutside.size(); ++p)
  {
    if (isOutside[p])
    {
      goals.push_back(
        { p, part.nearest(surface.mesh.point(static_cast<std::int32_t>(p)), guess).point });
    }
  }
  for (const PointGoal& goal : goals)
  {
    surface.isMoved[goal.point] = 1;
  }
  fit.fitted += static_cast<std::int64_t>(goals.size());
  for (const PointGoal& goal : moveToGoals(surface.mesh, std::move(goals)))
  {
    surface.isMoved[goal.point] = 0;
    ++fit.stopped;
  }
  fit.fitted -= fit.stopped;
  fit.moved = std::count(surface.isMoved.begin(), surface.isMoved.end(), 1);
  return fit;
}
}
