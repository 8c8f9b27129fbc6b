#ifndef TRABECULA_DESIGN_FILTER_VOXELFILTERHOSTKERNELS_H
#define TRABECULA_DESIGN_FILTER_VOXELFILTERHOSTKERNELS_H

#include <cstdint>

namespace trabecula
{
struct VoxelBrick;

/// Weights of the voxels around one, for offsets from -reach to reach along each axis, x fastest.
/// Plain pointers, as these loops are compiled once for each instruction set and must not share
/// inline functions with the rest of the library.
struct VoxelStencil
{
  int reach[3]; ///< at most VoxelBrick::Edge
  const double* weights;
  /// For each row along x the largest offset whose weight is not zero, -1 if there is none.
  const std::int32_t* reachOfRows;
};

struct VoxelFilterHostKernels
{
  /// sums[e] = sum over the stencil of the weight times the value of the element there, 0 if none.
  void (*gather)(std::int64_t numberOfBricks, const VoxelBrick* bricks, const VoxelStencil& stencil,
    const double* values, double* sums);
};

/// The loops for the widest vector instructions of this processor.
const VoxelFilterHostKernels& voxelFilterHostKernels();

extern const VoxelFilterHostKernels voxelFilterHostKernels_sse2;
extern const VoxelFilterHostKernels voxelFilterHostKernels_avx2;
extern const VoxelFilterHostKernels voxelFilterHostKernels_avx512;
}

#endif
