#include "Geometry/Level/Smoothing/SurfaceConstraints.h"

#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
Position unit(const Position& v)
{
  const double length = lengthOf(v);
  return length > 0.0 ? Position{ v[0] / length, v[1] / length, v[2] / length } : Position{};
}

bool isParallel(const Position& a, const Position& b)
{
  const Position sine = crossProduct(a, b);
  return dotProduct(sine, sine) <=
    SurfaceConstraints::PlaneTolerance * SurfaceConstraints::PlaneTolerance &&
    dotProduct(a, b) != 0.0;
}

Position normalOf(const std::array<Position, 3>& triangle)
{
  return unit(crossProduct(minus(triangle[1], triangle[0]), minus(triangle[2], triangle[0])));
}

/// Unit normal of a side; zero if it is not plane.
Position planeOf(const LevelField& field, std::int64_t side)
{
  const FaceLoop<std::int32_t> nodes = nodesOfSide(field.mesh, side);
  const Position centre = field.position(field.vertexOfFace(field.faces.faceOfSide[side]));
  // The triangles of the side meet in its centre.
  const auto normal = [&](std::size_t i) {
    return normalOf({ field.position(nodes[i]), field.position(nodes.next(i)), centre });
  };
  const Position first = normal(0);
  for (std::size_t i = 1; i < nodes.size(); ++i)
  {
    const Position other = normal(i);
    if (!isParallel(first, other) || dotProduct(first, other) < 0.0)
    {
      return {};
    }
  }
  return first;
}
}

SurfaceConstraints::SurfaceConstraints(const LevelField& field, const LevelSurface& surface,
  const PointTriangles& around, SurfaceOrigin lastFree)
  : Field(field), Surface(surface), Around(around), LastFree(lastFree)
{
  const auto triangles = static_cast<std::int64_t>(surface.mesh.numberOfTriangles());
  const auto points = static_cast<std::int64_t>(surface.mesh.numberOfPoints());
  this->Normals.resize(surface.mesh.numberOfTriangles());
  this->Kinds.assign(surface.mesh.numberOfPoints(), Free);
  this->Directions.assign(surface.mesh.numberOfPoints(), Position{});
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (std::int64_t t = 0; t < triangles; ++t)
    {
      // The normal of a plane face is used, as triangles can be arbitrarily small.
      const std::int64_t side =
        surface.patches[t] == WallPlace::None ? surface.sides[t] : ElementFaces::None;
      const Position plane = side != ElementFaces::None ? planeOf(field, side) : Position{};
      const std::int32_t* c = &surface.mesh.triangles[3 * t];
      this->Normals[t] = dotProduct(plane, plane) > 0.0
        ? plane
        : normalOf(
            { surface.mesh.point(c[0]), surface.mesh.point(c[1]), surface.mesh.point(c[2]) });
    }
#pragma omp for schedule(static)
    for (std::int64_t p = 0; p < points; ++p)
    {
      if (surface.walls[p] != WallPlace::None)
      {
        this->constrainWall(p);
        continue;
      }
      std::uint8_t& kind = this->Kinds[p];
      Position& direction = this->Directions[p];
      Position first{};
      for (std::int64_t i = around.starts[p]; i < around.starts[p + 1] && kind != Fixed; ++i)
      {
        const std::int32_t t = around.triangles[i];
        if (!this->isHeld(t))
        {
          continue;
        }
        const Position& normal = this->Normals[t];
        const Position plane = planeOf(field, surface.sides[t]);
        const bool isWarped = dotProduct(plane, plane) == 0.0;
        const bool isThird =
          kind == OnLine && std::abs(dotProduct(direction, normal)) > PlaneTolerance;
        if (isWarped || isThird)
        {
          kind = Fixed;
        }
        else if (kind == Free)
        {
          kind = InPlane;
          direction = first = normal;
        }
        else if (kind == InPlane && !isParallel(first, normal))
        {
          kind = OnLine;
          direction = unit(crossProduct(first, normal));
        }
      }
    }
  }
}

void SurfaceConstraints::constrainWall(std::int64_t point)
{
  const std::int32_t place = this->Surface.walls[point];
  bool isAtFree = false;
  bool isAtFace = false;
  Position sum{};
  for (std::int64_t i = this->Around.starts[point]; i < this->Around.starts[point + 1]; ++i)
  {
    const std::int32_t t = this->Around.triangles[i];
    const bool isWall = this->isOfWall(t);
    isAtFree = isAtFree || !this->isHeld(t);
    isAtFace = isAtFace || (this->isHeld(t) && !isWall);
    for (std::size_t c = 0; isWall && c < 3; ++c)
    {
      sum[c] += this->Normals[t][c];
    }
  }
  const bool isInPatch = place != WallPlace::OnEdge && place != WallPlace::OnCorner;
  this->Kinds[point] = place == WallPlace::OnCorner || isAtFace || (isAtFree && !isInPatch) ? Fixed
    : isAtFree                                                                              ? OnWall
                                                                                            : Wall;
  this->Directions[point] = unit(sum);
}

bool SurfaceConstraints::isOfWall(std::int64_t triangle) const
{
  return this->Surface.patches[static_cast<std::size_t>(triangle)] != WallPlace::None;
}

bool SurfaceConstraints::isHeld(std::int64_t triangle) const
{
  return this->isOfWall(triangle) ||
    this->Surface.origins[triangle] > static_cast<std::uint8_t>(this->LastFree);
}

std::array<double, 3> SurfaceConstraints::allowed(
  std::int64_t point, const std::array<double, 3>& displacement) const
{
  const Kind kind = this->kind(point);
  if (kind == Free)
  {
    return displacement;
  }
  if (kind == Fixed || kind == Wall)
  {
    return {};
  }
  const Position& d = this->Directions[point];
  const double along = dotProduct(d, displacement);
  Position result{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    result[c] = kind == OnLine ? along * d[c] : displacement[c] - along * d[c];
    // For a direction along a coordinate axis, the other coordinates are preserved bitwise.
    result[c] =
      (kind == OnLine ? std::abs(d[c]) < 1e-12 : std::abs(d[c]) > 1.0 - 1e-12) ? 0.0 : result[c];
  }
  return result;
}

bool SurfaceConstraints::isOnFace(std::int64_t side, const std::array<double, 3>& position) const
{
  constexpr double tolerance = 1e-9;
  const Position normal = planeOf(this->Field, side);
  const FaceLoop<std::int32_t> nodes = nodesOfSide(this->Field.mesh, side);
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    const Position from = this->Field.position(nodes[i]);
    const Position edge = minus(this->Field.position(nodes.next(i)), from);
    const double height = dotProduct(crossProduct(edge, minus(position, from)), normal);
    if (height < -tolerance * dotProduct(edge, edge))
    {
      return false;
    }
  }
  return true;
}

bool SurfaceConstraints::isOnItsFaces(
  std::int64_t point, const std::array<double, 3>& position) const
{
  const Kind kind = this->kind(point);
  if (kind != InPlane && kind != OnLine)
  {
    return true;
  }
  // The point must be on at least one face of each plane.
  const auto first = this->Around.triangles.begin() + this->Around.starts[point];
  const auto last = this->Around.triangles.begin() + this->Around.starts[point + 1];
  return std::all_of(first, last,
    [&](std::int32_t t)
    {
      return !this->isHeld(t) ||
        std::any_of(first, last,
          [&](std::int32_t other)
          {
            return this->isHeld(other) && isParallel(this->Normals[t], this->Normals[other]) &&
              this->isOnFace(this->Surface.sides[other], position);
          });
    });
}

bool SurfaceConstraints::isSmooth(std::int64_t a, std::int64_t b) const
{
  if (!this->isHeld(a) && !this->isHeld(b))
  {
    return true;
  }
  if (this->isOfWall(a) || this->isOfWall(b))
  {
    return this->Surface.patches[a] == this->Surface.patches[b];
  }
  return this->Surface.origins[a] == this->Surface.origins[b] &&
    isParallel(this->Normals[a], this->Normals[b]);
}
}
