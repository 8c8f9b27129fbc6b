#include "Geometry/Level/Smoothing/JaggedFaces.h"

#include "Geometry/Level/Walls/MeshWalls.h"
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
/// Edges with a larger angle, in degrees, are sharp.
constexpr double SharpEdgeAngle = 30.0;
/// Triangles whose normals have at least this cosine are in one plane.
constexpr double OnePlane = 1.0 - 1e-8;

/// Whether a side is between a solid element and one of the design region.
bool isInnerSolid(const LevelField& field, std::int64_t side)
{
  if (side == ElementFaces::None)
  {
    return false;
  }
  const auto& sides =
    field.faces
      .sides[static_cast<std::size_t>(field.faces.faceOfSide[static_cast<std::size_t>(side)])];
  if (sides[1] == ElementFaces::None)
  {
    return false;
  }
  const auto partOf = [&](std::int64_t s)
  { return field.parts[static_cast<std::size_t>(ElementFaces::elementOf(s))]; };
  return std::min(partOf(sides[0]), partOf(sides[1])) == LevelField::Design &&
    std::max(partOf(sides[0]), partOf(sides[1])) == LevelField::Solid;
}

class JaggedFaces
{
public:
  JaggedFaces(const LevelField& field, LevelSurface& surface)
    : Field(field), Surface(surface), Around(findPointTriangles(surface.mesh))
  {
  }

  void free()
  {
    std::vector<std::uint8_t> isJagged(this->Field.faces.count(), 0);
    for (std::size_t p = 0; p < this->Surface.mesh.numberOfPoints(); ++p)
    {
      if (this->isJaggedAt(static_cast<std::int32_t>(p)))
      {
        for (const std::int32_t t : this->Triangles)
        {
          isJagged[this->faceOf(t)] = 1;
        }
      }
    }
    for (std::size_t t = 0; t < this->Surface.sides.size(); ++t)
    {
      const auto triangle = static_cast<std::int32_t>(t);
      if (this->isInner(triangle) && isJagged[this->faceOf(triangle)])
      {
        this->Surface.origins[t] = static_cast<std::uint8_t>(SurfaceOrigin::Level);
        this->Surface.sides[t] = ElementFaces::None;
      }
    }
  }

private:
  bool isInner(std::int32_t triangle) const
  {
    const auto t = static_cast<std::size_t>(triangle);
    return this->Surface.origins[t] == static_cast<std::uint8_t>(SurfaceOrigin::Solid) &&
      isInnerSolid(this->Field, this->Surface.sides[t]);
  }

  std::size_t faceOf(std::int32_t triangle) const
  {
    const std::int64_t side = this->Surface.sides[static_cast<std::size_t>(triangle)];
    return static_cast<std::size_t>(this->Field.faces.faceOfSide[static_cast<std::size_t>(side)]);
  }

  /// Whether the solid region is jagged at a point. Also finds the triangles of inner faces there.
  bool isJaggedAt(std::int32_t point)
  {
    static const double sharp = cosineOfDegrees(SharpEdgeAngle);
    this->Triangles.clear();
    for (std::int64_t i = this->Around.starts[point]; i < this->Around.starts[point + 1]; ++i)
    {
      const std::int32_t t = this->Around.triangles[static_cast<std::size_t>(i)];
      if (this->isInner(t))
      {
        this->Triangles.push_back(t);
      }
    }
    if (this->Triangles.size() < 3)
    {
      return false;
    }
    std::vector<Position> normals;
    std::vector<Position> planes;
    for (const std::int32_t t : this->Triangles)
    {
      const Position normal =
        normalOfSide(this->Field, this->Surface.sides[static_cast<std::size_t>(t)]);
      normals.push_back(normal);
      if (std::none_of(planes.begin(), planes.end(),
            [&](const Position& plane) { return dotProduct(plane, normal) > OnePlane; }))
      {
        planes.push_back(normal);
      }
    }
    int sharpEdges = 0;
    for (std::size_t i = 0; i < normals.size(); ++i)
    {
      for (std::size_t j = i + 1; j < normals.size(); ++j)
      {
        sharpEdges += dotProduct(normals[i], normals[j]) < sharp &&
            this->haveEdge(this->Triangles[i], this->Triangles[j])
          ? 1
          : 0;
      }
    }
    return sharpEdges > 3 || (sharpEdges == 3 && planes.size() > 3);
  }

  /// Whether two triangles share an edge.
  bool haveEdge(std::int32_t a, std::int32_t b) const
  {
    const std::int32_t* one = &this->Surface.mesh.triangles[3 * static_cast<std::size_t>(a)];
    const std::int32_t* two = &this->Surface.mesh.triangles[3 * static_cast<std::size_t>(b)];
    return std::count_if(one, one + 3,
             [&](std::int32_t p) { return std::find(two, two + 3, p) != two + 3; }) == 2;
  }

  const LevelField& Field;
  LevelSurface& Surface;
  PointTriangles Around;
  std::vector<std::int32_t> Triangles;
};
}

void freeJaggedFaces(const LevelField& field, LevelSurface& surface)
{
  JaggedFaces(field, surface).free();
}
}
