#include "RegionCylinder.h"

#include "Core/Error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace trabecula::filters
{
namespace
{
TriangleMesh cornersOf(const FaceSurface& surface)
{
  TriangleMesh triangles;
  triangles.points = surface.points;
  for (std::size_t f = 0; f < surface.numberOfFaces(); ++f)
  {
    const std::int32_t* nodes = surface.face(f);
    const int corners = surface.nodesOf(f) > 4 ? surface.nodesOf(f) / 2 : surface.nodesOf(f);
    for (int corner = 2; corner < corners; ++corner)
    {
      triangles.triangles.insert(
        triangles.triangles.end(), { nodes[0], nodes[corner - 1], nodes[corner] });
    }
  }
  return triangles;
}

/// Whether all normals are along coordinate axes.
bool areStairs(const TriangleMesh& mesh)
{
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t* corners = &mesh.triangles[3 * t];
    const Position a = mesh.point(corners[0]);
    const Position n =
      crossProduct(minus(mesh.point(corners[1]), a), minus(mesh.point(corners[2]), a));
    const double largest = std::max({ std::abs(n[0]), std::abs(n[1]), std::abs(n[2]) });
    if (std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]) > (1.0 + 1e-6) * largest)
    {
      return false;
    }
  }
  return true;
}
}

FittedCylinder cylinderOf(const RegionPart& part, const RegionEntities& region)
{
  const TriangleMesh triangles = cornersOf(part.surface);
  const bool stairs = areStairs(triangles);
  if (stairs && region.settings.kind == RegionSettings::Cylinder)
  {
    FittedCylinder cylinder;
    cylinder.centre = region.settings.cylinderCenter;
    cylinder.axis = region.settings.cylinderAxis;
    cylinder.radius = region.settings.cylinderRadius;
    return cylinder;
  }
  try
  {
    return fitCylinder(triangles);
  }
  catch (const Error& error)
  {
    throw Error(error.what() +
      std::string(stairs
          ? " On voxels, take the Region Cylinder with the axis of the hole, or load "
            "the surface before Voxelize Surface."
          : ""));
  }
}
}
