#ifndef TRABECULA_OPERATOR_VOXEL_VOXELOPERATOROF_H
#define TRABECULA_OPERATOR_VOXEL_VOXELOPERATOROF_H

#include "Operator/Conduction/VoxelConduction.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <type_traits>

namespace trabecula
{
/// Products with voxels of a field of three components or one: see VoxelLaw.
template <class Space, int Components>
using VoxelOperatorOf =
  std::conditional_t<Components == 3, VoxelOperator<Space>, VoxelConduction<Space>>;
}

#endif
