#include "Geometry/Level/Walls/WallQuality.h"

#include "Geometry/Triangles/Position.h"

#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
/// Largest distance at which patches are searched from points and centres of triangles, in
/// diagonals.
constexpr double FarthestMiddle = 1.0;
}

WallQuality::WallQuality(const LevelSurface& surface, const PartShape& part, double diagonal)
  : Surface(surface), Part(part), Diagonal(diagonal),
    Normals(surface.mesh.numberOfPoints(), Position{})
{
  const auto points = static_cast<std::int64_t>(this->Normals.size());
#pragma omp parallel
  {
    std::int32_t nearest = 0; // consecutive points are close to each other
#pragma omp for schedule(static)
    for (std::int64_t p = 0; p < points; ++p)
    {
      this->renewNormal(static_cast<std::int32_t>(p), nearest);
    }
  }
  this->renewFreeNormals();
}

void WallQuality::keepPoints(const std::vector<std::uint8_t>& points)
{
  std::size_t kept = 0;
  for (std::size_t p = 0; p < points.size(); ++p)
  {
    if (points[p])
    {
      this->Normals[kept++] = this->Normals[p];
    }
  }
  this->Normals.resize(kept);
  this->renewFreeNormals();
}

void WallQuality::renewFreeNormals()
{
  const TriangleMesh& mesh = this->Surface.mesh;
  this->FreeNormals.assign(mesh.numberOfPoints(), Position{});
  for (std::size_t t = 0; t < this->Surface.patches.size(); ++t)
  {
    const std::int32_t* c = &mesh.triangles[3 * t];
    const Position area = crossProduct(
      minus(mesh.point(c[1]), mesh.point(c[0])), minus(mesh.point(c[2]), mesh.point(c[0])));
    for (std::size_t i = 0; this->Surface.patches[t] == WallPlace::None && i < 3; ++i)
    {
      Position& sum = this->FreeNormals[static_cast<std::size_t>(c[i])];
      for (std::size_t d = 0; d < 3; ++d)
      {
        sum[d] += area[d];
      }
    }
  }
  for (Position& normal : this->FreeNormals)
  {
    const double length = lengthOf(normal);
    for (double& component : normal)
    {
      component = length > 0.0 ? component / length : 0.0;
    }
  }
}

void WallQuality::renewNormal(std::int32_t point, std::int32_t& nearest)
{
  const std::int32_t place = this->Surface.walls[static_cast<std::size_t>(point)];
  if (place < 0)
  {
    return;
  }
  const Position x = this->Surface.mesh.point(point);
  const PartShape::Nearest found = this->Part.nearest(x, nearest);
  std::int32_t triangle = found.triangle;
  Position on{};
  if (this->Part.patchOf(triangle) != place)
  {
    this->Part.nearestOfPatch(x, place, FarthestMiddle * this->Diagonal, on, triangle);
  }
  this->Normals[static_cast<std::size_t>(point)] = this->Part.normalOf(triangle);
}

std::array<double, 3> WallQuality::outwardAt(
  const std::array<std::int32_t, 3>& corners, std::int32_t patch) const
{
  const bool isFree = patch == WallPlace::None;
  const std::vector<Position>& normals = isFree ? this->FreeNormals : this->Normals;
  Position outward{};
  Position middle{};
  for (const std::int32_t corner : corners)
  {
    const Position x = this->Surface.mesh.point(corner);
    for (std::size_t d = 0; d < 3; ++d)
    {
      outward[d] += normals[static_cast<std::size_t>(corner)][d];
      middle[d] += x[d] / 3.0;
    }
  }
  // All corners may be on sharp edges, where the part has no normal.
  Position on{};
  std::int32_t triangle = 0;
  if (!isFree && lengthOf(outward) == 0.0 &&
    this->Part.nearestOfPatch(middle, patch, FarthestMiddle * this->Diagonal, on, triangle))
  {
    outward = this->Part.normalOf(triangle);
  }
  return outward;
}

double WallQuality::of(const std::array<std::int32_t, 3>& corners, std::int32_t patch) const
{
  const TriangleMesh& mesh = this->Surface.mesh;
  const std::array<Position, 3> x = { mesh.point(corners[0]), mesh.point(corners[1]),
    mesh.point(corners[2]) };
  double squares = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
  {
    const Position edge = minus(x[(i + 1) % 3], x[i]);
    squares += dotProduct(edge, edge);
  }
  const double least = OnePoint * this->Diagonal;
  if (squares <= least * least)
  {
    return 0.0;
  }
  const Position outward = this->outwardAt(corners, patch);
  const double length = lengthOf(outward);
  const Position area = crossProduct(minus(x[1], x[0]), minus(x[2], x[0]));
  return length == 0.0 ? 1.0
                       : 2.0 * std::sqrt(3.0) * dotProduct(area, outward) / (length * squares);
}

double WallQuality::of(std::int32_t triangle) const
{
  const std::int32_t* c = &this->Surface.mesh.triangles[3 * static_cast<std::size_t>(triangle)];
  return this->of({ c[0], c[1], c[2] }, this->Surface.patches[static_cast<std::size_t>(triangle)]);
}
}
