#include "Geometry/Level/Walls/MeshWalls.h"

#include "Geometry/Level/Walls/SharpEdges.h"
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
/// Largest distance over which points are moved onto the part, and the distance below which they
/// count as on it, in diagonals of an element.
constexpr double FarthestPart = 1.0;
constexpr double OnItAlready = 1e-6;

bool isOnBoundary(const LevelField& field, std::int64_t side)
{
  return side != ElementFaces::None &&
    field.faces
      .sides[static_cast<std::size_t>(field.faces.faceOfSide[static_cast<std::size_t>(side)])][1] ==
    ElementFaces::None;
}

/// Calls add(a, b, c) with the corners of the triangles of a side, oriented outward.
template <class Add>
void forTrianglesOfSide(const LevelField& field, std::int64_t side, const Add& add)
{
  const FaceLoop<std::int32_t> nodes = nodesOfSide(field.mesh, side);
  const Position centre =
    field.position(field.vertexOfFace(field.faces.faceOfSide[static_cast<std::size_t>(side)]));
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    add(field.position(nodes[i]), field.position(nodes.next(i)), centre);
  }
}

/// The normals at a point that differ by more than the sharp angle.
std::vector<Position> directionsAt(const LevelField& field, const LevelSurface& surface,
  const PointTriangles& around, std::int32_t point)
{
  static const double cosine = cosineOfDegrees(PartShape::SharpAngle);
  std::vector<Position> directions;
  for (std::int64_t i = around.starts[point]; i < around.starts[point + 1]; ++i)
  {
    const std::int64_t side = surface.sides[static_cast<std::size_t>(around.triangles[i])];
    if (isOnBoundary(field, side))
    {
      const Position normal = normalOfSide(field, side);
      if (std::none_of(directions.begin(), directions.end(),
            [&](const Position& d) { return dotProduct(d, normal) > cosine; }))
      {
        directions.push_back(normal);
      }
    }
  }
  return directions;
}

/// Finds a position on the part. @return its WallPlace, or None
std::int32_t findWall(const PartShape& part, const Position& from,
  const std::vector<Position>& directions, double reach, std::int32_t& guess, Position& place)
{
  static const double cosine = cosineOfDegrees(PartShape::SharpAngle);
  if (directions.size() > 2 && part.nearestCorner(from, { -1, -1, -1 }, reach, place))
  {
    return WallPlace::OnCorner;
  }
  if (directions.size() > 1 && part.nearestOfEdges(from, -1, -1, reach, place))
  {
    return WallPlace::OnEdge;
  }
  const PartShape::Nearest found = part.nearest(from, guess);
  std::int32_t triangle = found.triangle;
  place = found.point;
  const bool isFacing = dotProduct(part.normalOf(triangle), directions.front()) > cosine;
  return found.distance <= reach &&
      (isFacing || part.nearestFacing(from, directions.front(), cosine, reach, place, triangle))
    ? part.patchOf(triangle)
    : WallPlace::None;
}
}

std::array<double, 3> normalOfSide(const LevelField& field, std::int64_t side)
{
  Position sum{};
  forTrianglesOfSide(field, side,
    [&](const Position& a, const Position& b, const Position& c)
    {
      const Position area = crossProduct(minus(b, a), minus(c, a));
      for (std::size_t d = 0; d < 3; ++d)
      {
        sum[d] += area[d];
      }
    });
  const double length = lengthOf(sum);
  return length > 0.0 ? Position{ sum[0] / length, sum[1] / length, sum[2] / length } : sum;
}

TriangleMesh boundaryOf(const LevelField& field)
{
  TriangleMesh boundary;
  for (const auto& sides : field.faces.sides)
  {
    if (sides[1] != ElementFaces::None)
    {
      continue;
    }
    forTrianglesOfSide(field, sides[0],
      [&](const Position& a, const Position& b, const Position& c)
      {
        for (const Position& x : { a, b, c })
        {
          boundary.triangles.push_back(static_cast<std::int32_t>(boundary.numberOfPoints()));
          boundary.points.insert(boundary.points.end(), x.begin(), x.end());
        }
      });
  }
  return boundary;
}

void putBoundaryOnPart(
  const LevelField& field, LevelSurface& surface, const PartShape& part, double diagonal)
{
  const PointTriangles around = findPointTriangles(surface.mesh);
  std::int32_t guess = 0;
  for (std::size_t p = 0; p < surface.walls.size(); ++p)
  {
    const auto point = static_cast<std::int32_t>(p);
    const std::vector<Position> directions = directionsAt(field, surface, around, point);
    surface.walls[p] = WallPlace::None;
    if (directions.empty())
    {
      continue;
    }
    const Position x = surface.mesh.point(point);
    Position place{};
    surface.walls[p] = findWall(part, x, directions, FarthestPart * diagonal, guess, place);
    if (surface.walls[p] != WallPlace::None)
    {
      surface.isMoved[p] = lengthOf(minus(place, x)) > OnItAlready * diagonal ? 1 : 0;
      std::copy(place.begin(), place.end(), surface.mesh.points.begin() + 3 * std::ptrdiff_t(p));
    }
  }
  divideAtSharpEdges(surface, part, FarthestPart * diagonal);
}
}
