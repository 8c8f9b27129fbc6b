#ifndef TRABECULA_GEOMETRY_VOXELIZATION_SURFACEMARKS_H
#define TRABECULA_GEOMETRY_VOXELIZATION_SURFACEMARKS_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/KeptVoxels.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
// Transfer of conditions from a surface to the voxels that it intersects. Surfaces have no
// coincident points (mergeEqualPoints()) and are within the grid; parts in voxels that are not kept
// are assigned to the nearest kept voxel.

/// For each voxel, the triangle with the largest area in it; -1 if there is none.
std::vector<std::int32_t> trianglesOfVoxels(const TriangleMesh& surface, const KeptVoxels& voxels);

/**
 * Nodes of voxels that represent marked points of a surface: nodes at most half a voxel away from a
 * triangle all of whose points are marked, and at least the nearest node in each of its voxels. A
 * marked point without such a triangle marks the nearest node.
 *
 * @param marks components per point, nonzero if marked
 * @return components per node, 0 or 1
 */
std::vector<std::uint8_t> markNodes(const TriangleMesh& surface, const KeptVoxels& voxels,
  const std::vector<std::uint8_t>& marks, int components);

/// For interpolation of values at the points of a surface to the nodes of its voxels.
struct SurfaceNodes
{
  std::vector<std::size_t> nodes;                 ///< of voxels that the surface intersects
  std::vector<std::int32_t> triangles;            ///< the nearest triangle in these voxels
  std::vector<std::array<double, 3>> coordinates; ///< barycentric, of the nearest point on it
};

SurfaceNodes findSurfaceNodes(const TriangleMesh& surface, const KeptVoxels& voxels);
}

#endif
