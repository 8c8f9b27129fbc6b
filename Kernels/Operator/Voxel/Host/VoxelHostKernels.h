#ifndef TRABECULA_OPERATOR_VOXEL_HOST_VOXELHOSTKERNELS_H
#define TRABECULA_OPERATOR_VOXEL_HOST_VOXELHOSTKERNELS_H

#include <cstdint>

namespace trabecula
{
struct VoxelBrick;

/// Numbers of a brick's elements for nodes of other bricks, 3 each.
constexpr int VoxelHostFaceValues = 3 * (9 * 9 * 9 - 8 * 8 * 8);

/// Numbers of interleaved columns for which there are loops: see interleavedColumns().
constexpr int VoxelHostFewColumns = 4;
constexpr int VoxelHostMostColumns = 8;

/// Forces of coarse elements are interleaved for so many of them: number i of element e has the
/// place (e / Lanes * 24 + i) * Lanes + e % Lanes, so that all of an element are near each other.
constexpr int VoxelHostForceLanes = 16;

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
  Real* faces = nullptr; ///< scratch of products, VoxelHostFaceValues a brick for each column
};

/// The first coarse elements of multigrid (see Solver/VoxelMultigrid/VoxelGalerkin.h).
struct VoxelHostCoarseElements
{
  std::int64_t elements;
  const std::int32_t* connectivity;
  const float* moduli; ///< of voxel o in element e at o * elements + e
  float gradient[3];   ///< of a voxel, as in voxelhex8::Brick
  float lambda;
  float mu;
};

/// Elements with stored matrices among them, the upper triangles row by row.
struct VoxelHostConstrainedElements
{
  std::int64_t count;
  const std::int32_t* elements; ///< number of each
  const float* matrices;
  const std::int32_t* connectivity; ///< 8 per element
};

/// A matrix of 3 x 3 blocks, to be multiplied with a vector or with interleaved columns.
struct VoxelHostBlocks
{
  std::int64_t nodes;
  const std::int64_t* starts;
  const std::int32_t* columns;
  const float* blocks;
  const float* inverseDiagonal; ///< one per unknown; not used by products alone
};

/// What a smoother does with the product; rows without a diagonal are left out. See nextStep() in
/// Solver/SmootherKernels.h.
struct VoxelHostSmoothing
{
  float keep;
  float factor;
  float* r;
  float* next;
  float* x;
};

/// Restriction of a vector, see VoxelMesh and VoxelTransfer.
struct VoxelHostRestriction
{
  std::int64_t nodes; ///< of the coarse mesh
  const std::int64_t* starts;
  const std::uint32_t* corners;
  std::int64_t elements;
  const std::uint32_t* anchors;
  const std::int32_t* hanging;
  const std::int32_t* hangingStarts;
  const float* weights; ///< of the 8 corners for each of the 27 positions
  float* sums;          ///< scratch for 24 numbers an element
};

/// Loops over elements of the first coarse level: forces for displacements x of their nodes, number
/// 8 * direction + corner; see VoxelHostForceLanes.
struct VoxelHostCoarse
{
  void (*forces)(const VoxelHostCoarseElements& coarse, const float* x, float* forces);
  /// The same of elements with stored matrices
  void (*constrainedForces)(
    const VoxelHostConstrainedElements& constrained, const float* x, float* forces);
};

/// Loops over the rows of a matrix of blocks.
struct VoxelHostRows
{
  /// y = A x
  void (*multiply)(const VoxelHostBlocks& blocks, const float* x, float* y);
  /// r -= A x
  void (*subtract)(const VoxelHostBlocks& blocks, const float* x, float* r);
  /// A step of a Chebyshev smoother after the step d
  void (*smooth)(
    const VoxelHostBlocks& blocks, const VoxelHostSmoothing& smoothing, const float* d);
};

/// Loops of multigrid cycles over one vector.
struct VoxelHostCycle
{
  VoxelHostRows rows;
  /// coarse = P^T fine
  void (*restrictTo)(const VoxelHostRestriction& transfer, const float* fine, float* coarse);
};

/// Loops over interleaved columns, for one number of them.
struct VoxelHostColumns
{
  /// y = K(moduli) x
  void (*productInDouble)(const VoxelHostGrid<double>& grid, const double* x, double* y);
  void (*productInFloat)(const VoxelHostGrid<float>& grid, const float* x, float* y);
  VoxelHostRows rows;
};

struct VoxelHostKernels
{
  /// y = K(moduli) x
  void (*productInDouble)(const VoxelHostGrid<double>& grid, const double* x, double* y);
  void (*productInFloat)(const VoxelHostGrid<float>& grid, const float* x, float* y);
  /// energies[e] += weight * u_e.(K_e u_e) for a Young's modulus of one; moduli are not used
  void (*addUnitEnergies)(
    const VoxelHostGrid<double>& grid, const double* u, double weight, double* energies);

  const VoxelHostCoarse* coarse;
  const VoxelHostCycle* cycle;
  const VoxelHostColumns* few;  ///< for VoxelHostFewColumns
  const VoxelHostColumns* most; ///< for VoxelHostMostColumns

  const VoxelHostColumns& of(int columns) const
  {
    return columns == VoxelHostFewColumns ? *this->few : *this->most;
  }
  const VoxelHostRows& rowsOf(int columns) const
  {
    return columns == 1 ? this->cycle->rows : this->of(columns).rows;
  }
};

/// The loops for the widest vector instructions of this processor.
const VoxelHostKernels& voxelHostKernels();

extern const VoxelHostKernels voxelHostKernels_sse2;
extern const VoxelHostCoarse voxelHostCoarse_sse2;
extern const VoxelHostCycle voxelHostCycle_sse2;
extern const VoxelHostColumns voxelHostFewColumns_sse2;
extern const VoxelHostColumns voxelHostMostColumns_sse2;
extern const VoxelHostKernels voxelHostKernels_avx2;
extern const VoxelHostCoarse voxelHostCoarse_avx2;
extern const VoxelHostCycle voxelHostCycle_avx2;
extern const VoxelHostColumns voxelHostFewColumns_avx2;
extern const VoxelHostColumns voxelHostMostColumns_avx2;
extern const VoxelHostKernels voxelHostKernels_avx512;
extern const VoxelHostCoarse voxelHostCoarse_avx512;
extern const VoxelHostCycle voxelHostCycle_avx512;
extern const VoxelHostColumns voxelHostFewColumns_avx512;
extern const VoxelHostColumns voxelHostMostColumns_avx512;
}

#endif
