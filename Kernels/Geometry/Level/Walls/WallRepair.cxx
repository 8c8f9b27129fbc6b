#include "Geometry/Level/Walls/WallRepair.h"

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleRings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
/// Triangles of a lower quality are removed, on a part and next to it.
constexpr double LeastWallQuality = 0.05;
constexpr double LeastFreeQuality = 0.01;
constexpr int RepairRounds = 20;
/// Gain of collapsing two coincident points, which exceeds any difference of qualities.
constexpr double GainOfOnePoint = 3.0;
/// Gain of collapsing a point on a wall between three others.
constexpr double GainOfSpike = 2.5;

/// Assigns triangles to a patch if all their corners are on it.
void takeTrianglesOfWalls(LevelSurface& surface)
{
  for (std::size_t t = 0; t < surface.patches.size(); ++t)
  {
    std::array<std::int32_t, 3> places{};
    for (std::size_t i = 0; i < 3; ++i)
    {
      places[i] = surface.walls[static_cast<std::size_t>(surface.mesh.triangles[3 * t + i])];
    }
    const std::int32_t patch = *std::max_element(places.begin(), places.end());
    if (surface.patches[t] == WallPlace::None && patch >= 0 &&
      std::all_of(places.begin(), places.end(),
        [&](std::int32_t place) { return place == patch || place < WallPlace::None; }))
    {
      surface.patches[t] = patch;
    }
  }
}

/// A round of repairs, which changes triangles that have no points in common.
class WallRepair
{
public:
  WallRepair(LevelSurface& surface, double diagonal, WallQuality& quality)
    : Surface(surface), Diagonal(diagonal), Rings(surface.mesh), Quality(quality),
      IsTaken(surface.mesh.numberOfPoints(), 0),
      IsTriangleKept(surface.mesh.numberOfTriangles(), 1),
      IsPointKept(surface.mesh.numberOfPoints(), 1)
  {
  }

  /// Executes the round. @return whether anything was changed
  bool run()
  {
    std::vector<std::pair<double, std::int32_t>> bad;
    for (std::size_t t = 0; t < this->Surface.patches.size(); ++t)
    {
      const double quality = this->Quality.of(static_cast<std::int32_t>(t));
      if (quality <
        (this->Surface.patches[t] == WallPlace::None ? LeastFreeQuality : LeastWallQuality))
      {
        bad.emplace_back(quality, static_cast<std::int32_t>(t));
      }
    }
    std::sort(bad.begin(), bad.end());
    bool isAnyChanged = false;
    for (const auto& [quality, triangle] : bad)
    {
      isAnyChanged = this->repair(triangle) || isAnyChanged;
    }
    if (isAnyChanged)
    {
      keepParts(this->Surface, this->IsTriangleKept, this->IsPointKept);
      this->Quality.keepPoints(this->IsPointKept);
    }
    return isAnyChanged;
  }

private:
  struct Change
  {
    double gain = 0.0; ///< of the worst quality
    std::int32_t from = -1;
    std::int32_t to = -1;
    std::int32_t across = -1; ///< the other triangle of an edge to flip; -1 for a collapse
  };

  std::int32_t& patchOf(std::int32_t triangle)
  {
    return this->Surface.patches[static_cast<std::size_t>(triangle)];
  }
  /// Whether a triangle is in a face of the mesh, which is not on the part.
  bool isOfMesh(std::int32_t triangle) const
  {
    const auto t = static_cast<std::size_t>(triangle);
    return this->Surface.patches[t] == WallPlace::None &&
      this->Surface.sides[t] != ElementFaces::None;
  }
  std::int32_t placeOf(std::int32_t point) const
  {
    return this->Surface.walls[static_cast<std::size_t>(point)];
  }

  bool isAnyTaken(const std::vector<std::int32_t>& points) const
  {
    return std::any_of(points.begin(), points.end(),
      [&](std::int32_t p) { return this->IsTaken[static_cast<std::size_t>(p)] != 0; });
  }

  bool repair(std::int32_t triangle)
  {
    const TriangleCorners c = this->Rings.cornersOf(triangle);
    if (this->isAnyTaken({ c.begin(), c.end() }))
    {
      return false;
    }
    Change best;
    for (std::size_t i = 0; i < 3; ++i)
    {
      const std::int32_t from = c[i];
      const std::int32_t to = c[(i + 1) % 3];
      this->tryFlip(triangle, from, to, best);
      this->tryCollapse(from, to, best);
      this->tryCollapse(to, from, best);
    }
    if (best.from < 0)
    {
      return false;
    }
    for (const std::int32_t end : { best.from, best.to })
    {
      this->take(end);
    }
    if (best.across >= 0)
    {
      this->take(thirdCorner(c, best.from, best.to));
      this->take(thirdCorner(this->Rings.cornersOf(best.across), best.from, best.to));
      this->flip(triangle, best);
    }
    else
    {
      this->collapse(best.from, best.to);
    }
    return true;
  }

  void take(std::int32_t point)
  {
    this->IsTaken[static_cast<std::size_t>(point)] = 1;
    for (const std::int32_t p : this->Rings.neighboursOf(point))
    {
      this->IsTaken[static_cast<std::size_t>(p)] = 1;
    }
  }

  /// Returns the triangles after flipping the edge from the first to the second corner of a
  /// triangle.
  std::array<TriangleCorners, 2> flipped(
    std::int32_t triangle, std::int32_t from, std::int32_t to, std::int32_t across) const
  {
    const std::int32_t top = thirdCorner(this->Rings.cornersOf(triangle), from, to);
    const std::int32_t bottom = thirdCorner(this->Rings.cornersOf(across), from, to);
    return { { { from, bottom, top }, { bottom, to, top } } };
  }

  void tryFlip(std::int32_t triangle, std::int32_t from, std::int32_t to, Change& best)
  {
    const std::int32_t across = this->Rings.acrossOf(triangle, from, to);
    if (across < 0)
    {
      return;
    }
    // A triangle without points within its patch is a sliver along sharp edges, and may belong to
    // either side.
    const TriangleCorners c = this->Rings.cornersOf(triangle);
    const bool isAlongEdge = std::all_of(
      c.begin(), c.end(), [&](std::int32_t p) { return this->placeOf(p) < WallPlace::None; });
    const std::int32_t patch = this->patchOf(across);
    const bool isOfOther = patch != this->patchOf(triangle) &&
      (patch == WallPlace::None || this->patchOf(triangle) == WallPlace::None || !isAlongEdge);
    if (isOfOther || this->isOfMesh(triangle) || this->isOfMesh(across))
    {
      return;
    }
    const std::int32_t top = thirdCorner(c, from, to);
    const std::int32_t bottom = thirdCorner(this->Rings.cornersOf(across), from, to);
    const std::vector<std::int32_t> around = this->Rings.neighboursOf(top);
    if (top == bottom || std::binary_search(around.begin(), around.end(), bottom) ||
      this->isAnyTaken({ bottom }))
    {
      return;
    }
    const auto after = this->flipped(triangle, from, to, across);
    const double gain =
      std::min(this->Quality.of(after[0], patch), this->Quality.of(after[1], patch)) -
      std::min(this->Quality.of(triangle), this->Quality.of(across));
    if (gain > best.gain)
    {
      best = { gain, from, to, across };
    }
  }

  void flip(std::int32_t triangle, const Change& change)
  {
    const auto after = this->flipped(triangle, change.from, change.to, change.across);
    this->patchOf(triangle) = this->patchOf(change.across);
    std::copy(after[0].begin(), after[0].end(),
      this->Surface.mesh.triangles.begin() + 3 * std::ptrdiff_t(triangle));
    std::copy(after[1].begin(), after[1].end(),
      this->Surface.mesh.triangles.begin() + 3 * std::ptrdiff_t(change.across));
  }

  bool isOnePoint(std::int32_t a, std::int32_t b) const
  {
    return lengthOf(minus(this->Surface.mesh.point(a), this->Surface.mesh.point(b))) <=
      WallQuality::OnePoint * this->Diagonal;
  }

  /// Whether a point has three neighbours, and the triangle that remains after it is collapsed into
  /// one of them is on their patch.
  bool isSpike(std::int32_t from, std::int32_t to)
  {
    const std::vector<std::int32_t> around = this->Rings.neighboursOf(from);
    std::int32_t patch = WallPlace::None;
    this->Rings.forTriangles(from,
      [&](std::int32_t t)
      { patch = hasCorner(this->Rings.cornersOf(t), to) ? patch : this->patchOf(t); });
    return around.size() == 3 &&
      std::all_of(around.begin(), around.end(),
        [&](std::int32_t p)
        { return this->placeOf(p) == patch || this->placeOf(p) < WallPlace::None; });
  }

  /// Returns whether a point may be collapsed into another one: a point on a sharp edge only along
  /// the edge, a point at the end of a patch only along this end, any other point always.
  bool mayBecome(std::int32_t from, std::int32_t to)
  {
    const bool isOne = this->isOnePoint(from, to);
    const std::int32_t place = this->placeOf(from);
    const std::int32_t other = this->placeOf(to);
    std::array<std::int32_t, 2> beside = { -1, -1 };
    std::size_t count = 0;
    bool isAtEnd = false;
    bool isAtFace = false;
    this->Rings.forTriangles(from,
      [&](std::int32_t t)
      {
        isAtEnd = isAtEnd || (place != WallPlace::None && this->patchOf(t) == WallPlace::None);
        isAtFace = isAtFace || this->isOfMesh(t);
        if (count < 2 && hasCorner(this->Rings.cornersOf(t), to))
        {
          beside[count++] = this->patchOf(t);
        }
      });
    if (isAtFace || count != 2 || (isAtEnd && (place < 0 || beside[0] == beside[1])))
    {
      return false;
    }
    switch (place)
    {
      case WallPlace::OnCorner:
        return isOne && other == WallPlace::OnCorner;
      case WallPlace::OnEdge:
        return this->isSpike(from, to) ||
          (other < WallPlace::None && (isOne || beside[0] != beside[1]));
      default:
        return place == WallPlace::None || other == place || other < WallPlace::None;
    }
  }

  void tryCollapse(std::int32_t from, std::int32_t to, Change& best)
  {
    if (!this->mayBecome(from, to))
    {
      return;
    }
    const std::vector<std::int32_t> around = this->Rings.neighboursOf(from);
    const std::vector<std::int32_t> other = this->Rings.neighboursOf(to);
    std::vector<std::int32_t> common;
    std::set_intersection(
      around.begin(), around.end(), other.begin(), other.end(), std::back_inserter(common));
    // The three triangles around a point are replaced by one, unless it exists already.
    const bool isCovered =
      around.size() == 3 && common.size() == 2 && this->Rings.isTriangle(to, common[0], common[1]);
    if (common.size() != 2 || around.size() < 3 || other.size() < 4 || isCovered ||
      this->isAnyTaken(around) || this->isAnyTaken(other))
    {
      return;
    }
    double before = std::numeric_limits<double>::infinity();
    double after = before;
    this->Rings.forTriangles(from,
      [&](std::int32_t t)
      {
        TriangleCorners c = this->Rings.cornersOf(t);
        before = std::min(before, this->Quality.of(t));
        if (!hasCorner(c, to))
        {
          std::replace(c.begin(), c.end(), from, to);
          after = std::min(after, this->Quality.of(c, this->patchOf(t)));
        }
      });
    const bool isBadSpike = before < LeastWallQuality && this->placeOf(from) != WallPlace::None &&
      this->isSpike(from, to);
    const double gain = this->isOnePoint(from, to) ? GainOfOnePoint
      : isBadSpike                                 ? GainOfSpike
                                                   : after - before;
    if (gain > best.gain)
    {
      best = { gain, from, to, -1 };
    }
  }

  void collapse(std::int32_t from, std::int32_t to)
  {
    this->IsPointKept[static_cast<std::size_t>(from)] = 0;
    this->Rings.forTriangles(from,
      [&](std::int32_t t)
      {
        const auto first = this->Surface.mesh.triangles.begin() + 3 * std::ptrdiff_t(t);
        if (std::find(first, first + 3, to) != first + 3)
        {
          this->IsTriangleKept[static_cast<std::size_t>(t)] = 0;
        }
        std::replace(first, first + 3, from, to);
      });
  }

  LevelSurface& Surface;
  double Diagonal;
  TriangleRings Rings;
  WallQuality& Quality;
  std::vector<std::uint8_t> IsTaken; ///< points whose triangles have been changed
  std::vector<std::uint8_t> IsTriangleKept;
  std::vector<std::uint8_t> IsPointKept;
};
}

void repairWalls(LevelSurface& surface, double diagonal, WallQuality& quality)
{
  takeTrianglesOfWalls(surface);
  quality.renewFreeNormals();
  for (int round = 0; round < RepairRounds; ++round)
  {
    if (!WallRepair(surface, diagonal, quality).run())
    {
      return;
    }
  }
}
}
