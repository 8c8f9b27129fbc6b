#ifndef TRABECULA_TESTING_KERNELS_SOLVER_VOXELMULTIGRID_VOXELMULTIGRIDTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_SOLVER_VOXELMULTIGRID_VOXELMULTIGRIDTESTINPUT_H

#include "Solver/VoxelMultigrid/VoxelMultigridCases.h"
#include "Support/Dot.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Vectors/Vector.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

namespace trabecula::testing
{
template <class Space>
class VoxelMultigridTest : public OnSpace<Space>
{
};
}

#endif
