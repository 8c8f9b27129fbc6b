#ifndef TRABECULA_TESTING_KERNELS_SUPPORT_MESHES_JOINEDMESHES_H
#define TRABECULA_TESTING_KERNELS_SUPPORT_MESHES_JOINEDMESHES_H

#include "Mesh/Mesh.h"

#include <vector>

namespace trabecula::testing
{
/// Several meshes as one, also of different types: points nearer than a tolerance, a length, become
/// one.
Mesh joinMeshes(const std::vector<Mesh>& meshes, double tolerance);
}

#endif
