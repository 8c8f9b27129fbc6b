#include "VoxelRegions.h"

#include "DesignRegionArray.h"
#include "RegionShapes.h"

#include "Geometry/Voxelization/SurfaceMarks.h"
#include "Geometry/Voxelization/VoxelsWithin.h"

#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkImageData.h"
#include "vtkImplicitFunction.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>

namespace trabecula::filters
{
namespace
{
/// Returns the triangles of a patch with all points of the surface.
TriangleMesh trianglesOfPatch(
  const SurfaceRegion& region, const MergedSurface& merged, const std::vector<std::int64_t>& cellOf)
{
  TriangleMesh patch;
  patch.points = merged.mesh.points;
  for (std::size_t t = 0; t < cellOf.size(); ++t)
  {
    if (region.patch[static_cast<std::size_t>(cellOf[t])])
    {
      const auto first = merged.mesh.triangles.begin() + static_cast<std::ptrdiff_t>(3 * t);
      patch.triangles.insert(patch.triangles.end(), first, first + 3);
    }
  }
  return patch;
}

/// Marks the voxels inside of a shape.
VoxelMarks marksInside(const RegionSettings& settings, const KeptVoxels& voxels)
{
  const SurfaceGrid& grid = voxels.grid();
  const Position high =
    grid.inSpace({ double(grid.cells[0]), double(grid.cells[1]), double(grid.cells[2]) });
  const double bounds[6] = { grid.origin[0], high[0], grid.origin[1], high[1], grid.origin[2],
    high[2] };
  const RegionShape shape = makeShape(settings, bounds);
  const auto isInside = [&](Position x)
  {
    const double value = shape.function->FunctionValue(x.data());
    return value >= shape.low && value <= shape.high;
  };
  VoxelMarks marks;
  marks.voxels.assign(grid.numberOfVoxels(), 0);
  marks.nodes = nodesOfKept(voxels);
  for (int k = 0; k <= grid.cells[2]; ++k)
  {
    for (int j = 0; j <= grid.cells[1]; ++j)
    {
      for (int i = 0; i <= grid.cells[0]; ++i)
      {
        std::uint8_t& node = marks.nodes[grid.node(i, j, k)];
        node = node && isInside(grid.inSpace({ double(i), double(j), double(k) })) ? 1 : 0;
        if (i < grid.cells[0] && j < grid.cells[1] && k < grid.cells[2] &&
          voxels.isKept({ i, j, k }))
        {
          marks.voxels[grid.voxel(i, j, k)] =
            isInside(grid.inSpace({ i + 0.5, j + 0.5, k + 0.5 })) ? 1 : 0;
        }
      }
    }
  }
  return marks;
}

/// Marks the voxels that the triangles of a patch intersect and, if the patch has no distance, the
/// nodes nearest to it.
void markPassed(const SurfaceRegion& region, const std::vector<std::int64_t>& cellOf,
  const std::vector<std::int32_t>& triangleOf, const SurfaceNodes& nodes, VoxelMarks& marks)
{
  const auto isOfPatch = [&](std::int32_t triangle)
  {
    return triangle >= 0 &&
      region.patch[static_cast<std::size_t>(cellOf[static_cast<std::size_t>(triangle)])] != 0;
  };
  for (std::size_t v = 0; v < triangleOf.size(); ++v)
  {
    marks.voxels[v] = marks.voxels[v] || isOfPatch(triangleOf[v]) ? 1 : 0;
  }
  for (std::size_t n = 0; region.settings.distance == 0.0 && n < nodes.nodes.size(); ++n)
  {
    std::uint8_t& node = marks.nodes[nodes.nodes[n]];
    node = node || isOfPatch(nodes.triangles[n]) ? 1 : 0;
  }
}

void writeRegions(const std::vector<DesignRegion>& values, vtkDataSetAttributes* attributes)
{
  vtkNew<vtkUnsignedCharArray> array;
  array->SetName("DesignRegion");
  array->SetNumberOfValues(static_cast<vtkIdType>(values.size()));
  std::transform(values.begin(), values.end(), array->GetPointer(0),
    [](DesignRegion value) { return static_cast<unsigned char>(value); });
  attributes->AddArray(array);
}
}

std::vector<std::int64_t> writeSurfaceRegions(const SurfaceRegions& regions,
  const MergedSurface& merged, const std::vector<std::int64_t>& cellOf,
  const std::vector<std::int32_t>& triangleOf, const KeptVoxels& voxels, vtkImageData* output)
{
  std::vector<DesignRegion> cells(triangleOf.size(), DesignRegion::Design);
  for (std::size_t v = 0; v < cells.size(); ++v)
  {
    if (triangleOf[v] >= 0)
    {
      const std::int64_t cell = cellOf[static_cast<std::size_t>(triangleOf[v])];
      cells[v] = regions.before[static_cast<std::size_t>(cell)];
    }
  }
  std::vector<DesignRegion> points = regionsOfPoints(output, cells);
  const SurfaceNodes nodes = findSurfaceNodes(merged.mesh, voxels);
  std::vector<std::int64_t> counts;
  for (const SurfaceRegion& region : regions.regions)
  {
    VoxelMarks marks;
    if (region.isShape())
    {
      marks = marksInside(region.settings, voxels);
    }
    else
    {
      const bool isSolid = region.settings.distance > 0.0;
      marks = voxelsWithin(isSolid ? trianglesOfPatch(region, merged, cellOf) : TriangleMesh{},
        region.settings.distance, voxels);
      markPassed(region, cellOf, triangleOf, nodes, marks);
    }
    for (std::size_t v = 0; v < cells.size(); ++v)
    {
      cells[v] = marks.voxels[v] ? region.value : cells[v];
    }
    for (std::size_t n = 0; n < points.size(); ++n)
    {
      points[n] = marks.nodes[n] ? region.value : points[n];
    }
    counts.push_back(std::count(marks.voxels.begin(), marks.voxels.end(), 1));
  }
  writeRegions(cells, output->GetCellData());
  writeRegions(points, output->GetPointData());
  return counts;
}
}
