#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELELEMENTMATRIX_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELELEMENTMATRIX_H

#include <array>

namespace trabecula
{
/// The stiffness of a brick of unit Young's modulus, rows and columns 3 * corner + component,
/// corners in the order of morton::corner(). Passed by value, so that it is in a GPU's constant
/// memory.
template <class Real>
struct VoxelElementMatrix
{
  Real entries[24][24];
};

template <class Real>
VoxelElementMatrix<Real> makeVoxelElementMatrix(
  const std::array<double, 3>& spacing, double poissonsRatio);
}

#endif
