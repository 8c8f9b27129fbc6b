#ifndef TRABECULA_TESTING_KERNELS_SUPPORT_MESHES_HOLLOWSPHERE_H
#define TRABECULA_TESTING_KERNELS_SUPPORT_MESHES_HOLLOWSPHERE_H

#include "Mesh/Mesh.h"

namespace trabecula::testing
{
/// An eighth of a hollow sphere, 1 <= r <= 2: three patches of n cells in each direction.
Mesh eighthOfHollowSphere(CellType type, int n);
}

#endif
