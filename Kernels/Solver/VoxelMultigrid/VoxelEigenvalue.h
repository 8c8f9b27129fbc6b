#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELEIGENVALUE_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELEIGENVALUE_H

#include "Operator/Voxel/VoxelLaw.h"

#include <array>
#include <vector>

namespace trabecula::detail
{
/// The stiffness of a voxel of unit modulus, row by row, unknown Components * corner + component.
template <int Components>
std::vector<double> voxelStiffness(
  const std::array<double, 3>& spacing, const VoxelLaw<Components>& law);

/// The largest eigenvalue of D^-1 K for a voxel's stiffness K with diagonal D, which is a bound for
/// any assembly of voxels with any moduli (Wathen, IMA J. Numer. Anal. 7, 1987).
template <int Components>
double voxelEigenvalue(const std::array<double, 3>& spacing, const VoxelLaw<Components>& law);
}

#endif
