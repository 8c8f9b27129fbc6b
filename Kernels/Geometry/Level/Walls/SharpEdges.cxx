#include "Geometry/Level/Walls/SharpEdges.h"

#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
using Corners = std::array<std::int32_t, 3>;

std::uint64_t edgeKey(std::int32_t a, std::int32_t b)
{
  const auto [low, high] = std::minmax(a, b);
  return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
}

Position meanOf(const TriangleMesh& mesh, const std::int32_t* points, std::size_t count)
{
  Position mean{};
  for (std::size_t i = 0; i < count; ++i)
  {
    const Position x = mesh.point(points[i]);
    for (std::size_t c = 0; c < 3; ++c)
    {
      mean[c] += x[c] / static_cast<double>(count);
    }
  }
  return mean;
}

/// Divides the triangles of a surface; points are added, triangles replaced.
class EdgeDivision
{
public:
  EdgeDivision(LevelSurface& surface, const PartShape& part, double reach)
    : Surface(surface), Part(part), Reach(reach)
  {
  }

  void run()
  {
    this->findMiddles();
    const std::vector<std::int32_t> old = std::move(this->Surface.mesh.triangles);
    this->Surface.mesh.triangles.clear();
    std::vector<std::uint8_t> origins = std::move(this->Surface.origins);
    std::vector<std::int64_t> sides = std::move(this->Surface.sides);
    std::vector<std::int32_t> pieces = std::move(this->Surface.pieces);
    this->Surface.origins.clear();
    this->Surface.sides.clear();
    this->Surface.pieces.clear();
    for (std::size_t t = 0; 3 * t < old.size(); ++t)
    {
      this->divide({ old[3 * t], old[3 * t + 1], old[3 * t + 2] });
      const std::size_t count = this->Surface.mesh.numberOfTriangles();
      this->Surface.origins.resize(count, origins[t]);
      this->Surface.sides.resize(count, sides[t]);
      this->Surface.pieces.resize(count, pieces[t]);
    }
    this->findPatchesOfTriangles();
  }

private:
  bool isInPatch(std::int32_t point) const
  {
    return this->Surface.walls[static_cast<std::size_t>(point)] >= 0;
  }

  std::int32_t addPoint(const Position& x, std::int32_t place, std::int32_t neighbour)
  {
    LevelSurface& surface = this->Surface;
    const auto number = static_cast<std::int32_t>(surface.mesh.numberOfPoints());
    surface.mesh.points.insert(surface.mesh.points.end(), x.begin(), x.end());
    surface.walls.push_back(place);
    surface.isMoved.push_back(1);
    surface.anchors.push_back(surface.anchors[static_cast<std::size_t>(neighbour)]);
    return number;
  }

  void findMiddles()
  {
    const TriangleMesh& mesh = this->Surface.mesh;
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    {
      const std::int32_t a = mesh.triangles[i];
      const std::int32_t b = mesh.triangles[i / 3 * 3 + (i + 1) % 3];
      if (a < b && this->isInPatch(a) && this->isInPatch(b) &&
        this->Surface.walls[std::size_t(a)] != this->Surface.walls[std::size_t(b)])
      {
        keys.push_back(edgeKey(a, b));
      }
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    for (const std::uint64_t key : keys)
    {
      const std::array<std::int32_t, 2> ends = { static_cast<std::int32_t>(key >> 32),
        static_cast<std::int32_t>(key & 0xffffffffU) };
      Position x{};
      if (this->Part.nearestOfEdges(meanOf(mesh, ends.data(), 2),
            this->Surface.walls[std::size_t(ends[0])], this->Surface.walls[std::size_t(ends[1])],
            this->Reach, x))
      {
        this->Keys.push_back(key);
        this->Middles.push_back(this->addPoint(x, WallPlace::OnEdge, ends[0]));
      }
    }
  }

  /// The point that divides an edge, or -1.
  std::int32_t middleOf(std::int32_t a, std::int32_t b) const
  {
    const std::uint64_t key = edgeKey(a, b);
    const auto found = std::lower_bound(this->Keys.begin(), this->Keys.end(), key);
    return found != this->Keys.end() && *found == key
      ? this->Middles[static_cast<std::size_t>(found - this->Keys.begin())]
      : -1;
  }

  void add(std::int32_t a, std::int32_t b, std::int32_t c)
  {
    this->Surface.mesh.triangles.insert(this->Surface.mesh.triangles.end(), { a, b, c });
  }

  double lengthBetween(std::int32_t a, std::int32_t b) const
  {
    return lengthOf(minus(this->Surface.mesh.point(a), this->Surface.mesh.point(b)));
  }

  void divide(Corners c)
  {
    Corners m = { this->middleOf(c[0], c[1]), this->middleOf(c[1], c[2]),
      this->middleOf(c[2], c[0]) };
    const auto count = std::count_if(m.begin(), m.end(), [](std::int32_t p) { return p >= 0; });
    const auto turn = [&]
    {
      std::rotate(c.begin(), c.begin() + 1, c.end());
      std::rotate(m.begin(), m.begin() + 1, m.end());
    };
    if (count == 0)
    {
      this->add(c[0], c[1], c[2]);
    }
    else if (count == 1)
    {
      while (m[0] < 0)
      {
        turn();
      }
      this->add(c[0], m[0], c[2]);
      this->add(m[0], c[1], c[2]);
    }
    else if (count == 2)
    {
      while (m[2] >= 0)
      {
        turn();
      }
      this->add(m[0], c[1], m[1]);
      if (this->lengthBetween(c[0], m[1]) <= this->lengthBetween(m[0], c[2]))
      {
        this->add(c[0], m[0], m[1]);
        this->add(c[0], m[1], c[2]);
      }
      else
      {
        this->add(c[0], m[0], c[2]);
        this->add(m[0], m[1], c[2]);
      }
    }
    else
    {
      this->divideAtCorner(c, m);
    }
  }

  void divideAtCorner(const Corners& c, const Corners& m)
  {
    const std::vector<std::int32_t>& walls = this->Surface.walls;
    Position x{};
    const bool isFound = this->Part.nearestCorner(meanOf(this->Surface.mesh, c.data(), 3),
      { walls[std::size_t(c[0])], walls[std::size_t(c[1])], walls[std::size_t(c[2])] }, this->Reach,
      x);
    const std::int32_t centre = isFound ? this->addPoint(x, WallPlace::OnCorner, c[0]) : -1;
    for (std::size_t i = 0; i < 3; ++i)
    {
      const std::int32_t before = m[(i + 2) % 3];
      if (isFound)
      {
        this->add(c[i], m[i], centre);
        this->add(c[i], centre, before);
      }
      else
      {
        this->add(c[i], m[i], before);
      }
    }
    if (!isFound)
    {
      this->add(m[0], m[1], m[2]);
    }
  }

  void findPatchesOfTriangles()
  {
    LevelSurface& surface = this->Surface;
    surface.patches.assign(surface.mesh.numberOfTriangles(), WallPlace::None);
    std::int32_t nearest = 0;
    for (std::size_t t = 0; t < surface.patches.size(); ++t)
    {
      const std::int32_t* c = &surface.mesh.triangles[3 * t];
      const auto placeOf = [&](std::size_t i) { return surface.walls[std::size_t(c[i])]; };
      if (placeOf(0) == WallPlace::None || placeOf(1) == WallPlace::None ||
        placeOf(2) == WallPlace::None)
      {
        continue;
      }
      const std::int32_t patch = std::max({ placeOf(0), placeOf(1), placeOf(2) });
      surface.patches[t] = patch >= 0
        ? patch
        : this->Part.patchOf(this->Part.nearest(meanOf(surface.mesh, c, 3), nearest).triangle);
    }
  }

  LevelSurface& Surface;
  const PartShape& Part;
  double Reach;
  std::vector<std::uint64_t> Keys; ///< of divided edges, ascending
  std::vector<std::int32_t> Middles;
};
}

void divideAtSharpEdges(LevelSurface& surface, const PartShape& part, double reach)
{
  EdgeDivision(surface, part, reach).run();
}
}
