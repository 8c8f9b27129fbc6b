#ifndef TRABECULA_OPERATOR_VOXEL_VOXELHOSTKERNELS_H
#define TRABECULA_OPERATOR_VOXEL_VOXELHOSTKERNELS_H

#include <cstdint>

namespace trabecula
{
struct VoxelBrick;

/// Input of the host loops. Plain pointers, as these loops are compiled once for each instruction
/// set and must not share inline functions with the rest of the library.
template <class Real>
struct VoxelHostGrid
{
  std::int64_t numberOfBricks;
  const VoxelBrick* bricks;
  const Real* moduli; ///< one per element
  Real gradient[3];   ///< as in voxelhex8::Brick
  Real lambda;
  Real mu;
};

/// The first coarse elements of multigrid (see Solver/VoxelGalerkin.h).
struct VoxelHostCoarse
{
  std::int64_t elements;
  const std::int32_t* connectivity;
  const float* moduli; ///< of voxel o in element e at o * elements + e
  float gradient[3];   ///< of a voxel, as in voxelhex8::Brick
  float lambda;
  float mu;
};

struct VoxelHostKernels
{
  /// y = K(moduli) x
  void (*productInDouble)(const VoxelHostGrid<double>& grid, const double* x, double* y);
  void (*productInFloat)(const VoxelHostGrid<float>& grid, const float* x, float* y);
  /// energies[e] += weight * u_e.(K_e u_e) for a Young's modulus of one; moduli are not used
  void (*addUnitEnergies)(
    const VoxelHostGrid<double>& grid, const double* u, double weight, double* energies);
  /// Forces of coarse elements for displacements x of their nodes, as from elementForces()
  void (*coarseForces)(const VoxelHostCoarse& coarse, const float* x, float* forces);
};

/// The loops for the widest vector instructions of this processor.
const VoxelHostKernels& voxelHostKernels();

extern const VoxelHostKernels voxelHostKernels_sse2;
extern const VoxelHostKernels voxelHostKernels_avx2;
extern const VoxelHostKernels voxelHostKernels_avx512;
}

#endif
