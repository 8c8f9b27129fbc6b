#include "PrintableSurface.h"

#include "ResultMarks.h"
#include "SurfaceMeshConverter.h"
#include "UnitSystem.h"

#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Geometry/Voxelization/MergedSurface.h"
#include "Geometry/Voxelization/SurfaceFaults.h"

#include "vtkPolyData.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula::filters
{
namespace
{
/// Removes triangles with two equal corners and points that no triangle uses.
MergedSurface withoutUnused(const TriangleMesh& surface)
{
  MergedSurface result;
  result.points.assign(surface.numberOfPoints(), -1);
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    const std::int32_t* corners = &surface.triangles[3 * t];
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
    {
      continue;
    }
    result.triangles.push_back(static_cast<std::int32_t>(t));
    for (int c = 0; c < 3; ++c)
    {
      std::int32_t& number = result.points[static_cast<std::size_t>(corners[c])];
      if (number < 0)
      {
        number = static_cast<std::int32_t>(result.mesh.numberOfPoints());
        const auto x = surface.point(corners[c]);
        result.mesh.points.insert(result.mesh.points.end(), x.begin(), x.end());
      }
      result.mesh.triangles.push_back(number);
    }
  }
  return result;
}

std::string lengthUnitOf(vtkPolyData* surface)
{
  std::string stated = markOf(surface, LengthUnitField);
  if (!stated.empty())
  {
    millimetresOf(stated);
    return stated;
  }
  const std::string units = markOf(surface, UnitsField);
  const UnitSystem system = units.empty() ? UnitSystem::Consistent : systemNamed(units);
  const std::string length = unitOf(system, "length");
  return system == UnitSystem::Consistent ? "" : length == "in" ? "inch" : length;
}
}

double millimetresOf(const std::string& unit)
{
  for (const auto& [name, length] : { std::pair<const char*, double>("mm", 1.0), { "cm", 10.0 },
         { "m", 1000.0 }, { "inch", 25.4 } })
  {
    if (unit == name)
    {
      return length;
    }
  }
  throw Error(
    "The field array LengthUnit of the surface is \"" + unit + "\". It must be mm, cm, m or inch.");
}

PrintableSurface readPrintableSurface(vtkPolyData* surface, Observer& observer)
{
  const SurfaceTriangles triangles = makeTriangles(surface);
  requireFinite("The coordinate of the surface", triangles.mesh.points, 3, "point");
  MergedSurface used = withoutUnused(triangles.mesh);
  if (!findTopology(used.mesh).isClosedManifold())
  {
    used = mergeEqualPoints(triangles.mesh);
    const MergedSurface merged = withoutUnused(used.mesh);
    used.mesh = merged.mesh;
  }
  if (used.mesh.numberOfTriangles() > 0 && enclosedVolume(used.mesh) < 0.0 &&
    findTopology(used.mesh).boundaryEdges == 0)
  {
    throw Error("The surface is inside out: its triangles are clockwise seen from outside. Turn "
                "them, with the filter Reverse Sense or Flip Normals of Generate Surface Normals.");
  }
  requireClosedSurface(used, triangles.cells, observer);
  if (const std::int64_t edges = findTopology(used.mesh).nonManifoldEdges)
  {
    throw Error("At " + countText(edges, "edge") +
      " of the surface more than two triangles meet, where parts of it touch: such a file would "
      "be wrong. Separate or join these parts.");
  }
  return { std::move(used.mesh), lengthUnitOf(surface) };
}
}
