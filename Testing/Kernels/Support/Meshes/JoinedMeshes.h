#ifndef TRABECULA_TESTING_KERNELS_SUPPORT_MESHES_JOINEDMESHES_H
#define TRABECULA_TESTING_KERNELS_SUPPORT_MESHES_JOINEDMESHES_H

#include "Mesh/Mesh.h"

#include <vector>

namespace trabecula::testing
{
/// Joins several meshes, which may be of different types. Points nearer than the tolerance, a
/// length, are merged.
Mesh joinMeshes(const std::vector<Mesh>& meshes, double tolerance);
}

#endif
