#include "Geometry/Voxelization/SurfaceMarks.h"

#include "Geometry/Voxelization/KeptPieces.h"
#include "Geometry/Voxelization/NearestPoint.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace trabecula
{
namespace
{
using pieces::cornersInVoxels;
using pieces::markedTriangles;
using pieces::middleOf;
using pieces::twiceArea;
using pieces::visitCorners;
using pieces::visitKept;
using pieces::Voxel;
using pieces::voxelAt;

std::size_t nearestNode(const Voxel& voxel, const Position& x, const SurfaceGrid& grid)
{
  std::array<int, 3> node{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    node[d] = voxel[d] + (x[d] - voxel[d] > 0.5 ? 1 : 0);
  }
  return grid.node(node[0], node[1], node[2]);
}
}

std::vector<std::int32_t> trianglesOfVoxels(const TriangleMesh& surface, const KeptVoxels& voxels)
{
  const SurfaceGrid& grid = voxels.grid();
  std::vector<std::int32_t> triangles(grid.numberOfVoxels(), -1);
  std::vector<double> areas(grid.numberOfVoxels());
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    visitKept(surface, t, voxels,
      [&](const Voxel& voxel, const Piece& piece)
      {
        const std::size_t v = grid.voxel(voxel[0], voxel[1], voxel[2]);
        const double area = twiceArea(piece, grid.spacing);
        if (area > areas[v])
        {
          areas[v] = area;
          triangles[v] = static_cast<std::int32_t>(t);
        }
      });
  }
  return triangles;
}

std::vector<std::uint8_t> markNodes(const TriangleMesh& surface, const KeptVoxels& voxels,
  const std::vector<std::uint8_t>& marks, int components)
{
  constexpr double reach = 0.5 + 1e-9;
  const SurfaceGrid& grid = voxels.grid();
  const auto width = std::size_t(components);
  std::vector<std::uint8_t> nodal(width * grid.numberOfNodes());
  for (std::size_t c = 0; c < width; ++c)
  {
    const auto isMarked = [&](std::size_t p) { return marks[width * p + c] != 0; };
    const std::vector<std::uint8_t> marked = markedTriangles(surface, isMarked);
    std::vector<std::uint8_t> isDone(surface.numberOfPoints());
    for (std::size_t t = 0; t < marked.size(); ++t)
    {
      if (!marked[t])
      {
        continue;
      }
      for (std::size_t corner = 0; corner < 3; ++corner)
      {
        isDone[std::size_t(surface.triangles[3 * t + corner])] = 1;
      }
      const auto corners = cornersInVoxels(surface, t, grid);
      visitKept(surface, t, voxels,
        [&](const Voxel& voxel, const Piece& piece)
        {
          nodal[width * nearestNode(voxel, middleOf(piece), grid) + c] = 1;
          visitCorners(voxel, grid,
            [&](std::size_t node, const Position& x)
            {
              if (nearestInTriangle(x, corners).squaredDistance <= reach * reach)
              {
                nodal[width * node + c] = 1;
              }
            });
        });
    }
    for (std::size_t p = 0; p < isDone.size(); ++p)
    {
      if (isMarked(p) && !isDone[p])
      {
        const Position x = grid.inVoxels(surface.point(static_cast<std::int32_t>(p)));
        nodal[width * nearestNode(voxels.nearest(voxelAt(x, grid), x), x, grid) + c] = 1;
      }
    }
  }
  return nodal;
}

SurfaceNodes findSurfaceNodes(const TriangleMesh& surface, const KeptVoxels& voxels)
{
  const SurfaceGrid& grid = voxels.grid();
  SurfaceNodes result;
  std::vector<std::int32_t> placeOf(grid.numberOfNodes(), -1);
  std::vector<double> distances;
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    const auto corners = cornersInVoxels(surface, t, grid);
    visitKept(surface, t, voxels,
      [&](const Voxel& voxel, const Piece&)
      {
        visitCorners(voxel, grid,
          [&](std::size_t node, const Position& x)
          {
            std::int32_t& place = placeOf[node];
            if (place < 0)
            {
              place = static_cast<std::int32_t>(result.nodes.size());
              result.nodes.push_back(node);
              result.triangles.push_back(-1);
              result.coordinates.push_back({});
              distances.push_back(std::numeric_limits<double>::infinity());
            }
            const NearestPoint nearest = nearestInTriangle(x, corners);
            const auto at = std::size_t(place);
            if (nearest.squaredDistance < distances[at])
            {
              distances[at] = nearest.squaredDistance;
              result.triangles[at] = static_cast<std::int32_t>(t);
              result.coordinates[at] = nearest.coordinates;
            }
          });
      });
  }
  return result;
}
}
