#include "Geometry/Level/Walls/WallIslands.h"

#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace
{
void placeOnWall(TriangleMesh& mesh, std::int32_t point, const Position& x)
{
  std::copy(x.begin(), x.end(), mesh.points.begin() + 3 * std::ptrdiff_t(point));
}

/// Finds islands and assigns their points to the patches around them.
class WallIslands
{
public:
  WallIslands(LevelSurface& surface, const PartShape& part, double reach)
    : Surface(surface), Part(part), Reach(reach), Around(findPointTriangles(surface.mesh)),
      IsSeen(surface.walls.size(), 0)
  {
  }

  void remove()
  {
    for (std::size_t p = 0; p < this->IsSeen.size(); ++p)
    {
      const std::int32_t patch = this->Surface.walls[p];
      std::int32_t by = WallPlace::None;
      if (patch >= 0 && !this->IsSeen[p] && this->findIsland(static_cast<std::int32_t>(p), by) &&
        !this->Part.isEnclosed(patch, by))
      {
        this->giveTo(by);
      }
    }
  }

private:
  static constexpr std::size_t MostPoints = 8;

  /// Finds the connected points of one patch around a point. @param by set to the patch that
  /// encloses them @return whether they are few and enclosed by one patch
  bool findIsland(std::int32_t start, std::int32_t& by)
  {
    const std::vector<std::int32_t>& walls = this->Surface.walls;
    const std::int32_t patch = walls[static_cast<std::size_t>(start)];
    bool isIsland = true;
    this->Points.assign(1, start);
    this->IsSeen[static_cast<std::size_t>(start)] = 1;
    for (std::size_t i = 0; i < this->Points.size(); ++i)
    {
      const std::int32_t point = this->Points[i];
      for (std::int64_t j = this->Around.starts[point]; j < this->Around.starts[point + 1]; ++j)
      {
        const std::int32_t* c =
          &this->Surface.mesh.triangles[3 * std::size_t(this->Around.triangles[j])];
        for (std::size_t k = 0; k < 3; ++k)
        {
          const std::int32_t place = walls[static_cast<std::size_t>(c[k])];
          if (place != patch)
          {
            isIsland = isIsland && place >= 0 && (by == WallPlace::None || by == place);
            by = place;
          }
          else if (!this->IsSeen[static_cast<std::size_t>(c[k])])
          {
            this->IsSeen[static_cast<std::size_t>(c[k])] = 1;
            this->Points.push_back(c[k]);
          }
        }
      }
    }
    return isIsland && by != WallPlace::None && this->Points.size() <= MostPoints;
  }

  void giveTo(std::int32_t patch)
  {
    for (const std::int32_t point : this->Points)
    {
      Position x{};
      if (this->Part.nearestOfPatch(this->Surface.mesh.point(point), patch, this->Reach, x))
      {
        placeOnWall(this->Surface.mesh, point, x);
        this->Surface.walls[static_cast<std::size_t>(point)] = patch;
      }
    }
  }

  LevelSurface& Surface;
  const PartShape& Part;
  double Reach;
  PointTriangles Around;
  std::vector<std::uint8_t> IsSeen;
  std::vector<std::int32_t> Points;
};
}

void removeWallIslands(LevelSurface& surface, const PartShape& part, double reach)
{
  WallIslands(surface, part, reach).remove();
}
}
