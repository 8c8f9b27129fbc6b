#ifndef TRABECULA_GEOMETRY_VOXELIZATION_SPREADFORCES_H
#define TRABECULA_GEOMETRY_VOXELIZATION_SPREADFORCES_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/KeptVoxels.h"

#include <vector>

namespace trabecula
{
/**
 * Forces at the points of a surface as forces at the nodes of voxels, 3 per node, with the same sum
 * and the same moment.
 *
 * Forces are spread over the triangles all of whose points are loaded, by the traction that is
 * linear on these triangles and whose consistent forces they are. Thus a uniform traction, a
 * pressure of a bearing or one proportional to a distance is found again. It acts on the voxels
 * with their trilinear shape functions, or with their linear continuation from the nearest voxel
 * where the voxel that contains it is not kept. A force without such a triangle acts at its point.
 *
 * @param forces 3 per point
 */
std::vector<double> spreadForces(
  const TriangleMesh& surface, const KeptVoxels& voxels, const std::vector<double>& forces);

/**
 * The same for springs: of values that are not negative, so are the results. Each point's value is
 * spread in proportion to its linear shape function and moves into the nearest kept voxel, so that
 * sums remain.
 */
std::vector<double> spreadSprings(
  const TriangleMesh& surface, const KeptVoxels& voxels, const std::vector<double>& springs);
}

#endif
