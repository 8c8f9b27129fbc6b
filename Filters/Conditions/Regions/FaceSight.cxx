#include "FaceSight.h"

#include "Core/SymmetricEigen.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <array>

namespace trabecula::filters
{
namespace
{
/// Of the area: where normals point to all sides, their mean has no direction.
constexpr double LeastOfMean = 0.3;

Vector3 cornerOf(const BodySurface& surface, std::size_t face, int corner)
{
  const double* x =
    &surface.faces.points[3 * static_cast<std::size_t>(surface.faces.face(face)[corner])];
  return { x[0], x[1], x[2] };
}

/// The area of a face of the surface times its normal.
Vector3 vectorAreaOfFace(const BodySurface& surface, std::size_t face)
{
  const Vector3 first = cornerOf(surface, face, 0);
  Vector3 area = {};
  for (int corner = 2; corner < surface.cornersOf(face); ++corner)
  {
    const Vector3 twice = crossProduct(minus(cornerOf(surface, face, corner - 1), first),
      minus(cornerOf(surface, face, corner), first));
    for (std::size_t k = 0; k < 3; ++k)
    {
      area[k] += 0.5 * twice[k];
    }
  }
  return area;
}
}

FaceSight sightOf(const BodySurface& surface, const BodyFaces& faces, std::size_t index)
{
  FaceSight sight;
  sight.centre = faces.faces[index].centre;
  Vector3 sum = {};
  double area = 0.0;
  std::array<double, 9> spread = {};
  for (std::size_t f = 0; f < faces.faceAt.size(); ++f)
  {
    if (faces.faceAt[f] != static_cast<std::ptrdiff_t>(index))
    {
      continue;
    }
    const Vector3 part = vectorAreaOfFace(surface, f);
    const double size = lengthOf(part);
    area += size;
    for (std::size_t i = 0; i < 3; ++i)
    {
      sum[i] += part[i];
      for (std::size_t j = 0; j < 3 && size > 0.0; ++j)
      {
        spread[3 * i + j] += part[i] * part[j] / size;
      }
    }
    for (int corner = 0; corner < surface.cornersOf(f); ++corner)
    {
      sight.radius =
        std::max(sight.radius, lengthOf(minus(cornerOf(surface, f, corner), sight.centre)));
    }
  }
  const double mean = lengthOf(sum);
  sight.isAxis = mean <= LeastOfMean * area;
  // Normals of a cylinder are across its axis.
  const SymmetricEigen eigen = symmetricEigen(spread.data(), 3);
  for (std::size_t i = 0; i < 3; ++i)
  {
    sight.direction[i] = sight.isAxis ? eigen.vectors[i] : sum[i] / mean;
  }
  return sight;
}
}
