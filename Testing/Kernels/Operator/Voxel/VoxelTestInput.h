#ifndef TRABECULA_TESTING_KERNELS_OPERATOR_VOXEL_VOXELTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_OPERATOR_VOXEL_VOXELTESTINPUT_H

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <vector>

namespace trabecula::testing
{
/// Sizes below, equal to and above those of a brick, of two bricks, and of a column of bricks; the
/// last two fill most of their bricks.
inline const std::vector<std::array<int, 3>> Sizes = { { 1, 1, 1 }, { 7, 8, 9 }, { 8, 8, 8 },
  { 17, 5, 3 }, { 20, 18, 25 }, { 35, 9, 75 }, { 23, 31, 39 }, { 39, 30, 29 } };
}

#endif
