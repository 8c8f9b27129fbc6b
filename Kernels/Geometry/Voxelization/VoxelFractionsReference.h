#ifndef TRABECULA_GEOMETRY_VOXELIZATION_VOXELFRACTIONSREFERENCE_H
#define TRABECULA_GEOMETRY_VOXELIZATION_VOXELFRACTIONSREFERENCE_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/SurfaceGrid.h"

#include <vector>

namespace trabecula::reference
{
/// The fraction of each voxel inside a closed surface: the sum over triangles of the signed volume
/// of the tetrahedron from a fixed point to the triangle, within the voxel. Each tetrahedron is cut
/// into tetrahedra by the voxel's six planes.
std::vector<double> voxelFractions(const TriangleMesh& surface, const SurfaceGrid& grid);
}

#endif
