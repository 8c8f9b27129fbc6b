#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_COARSE_VOXELELEMENTFORCES_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_COARSE_VOXELELEMENTFORCES_H

#include "Core/Context.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/VoxelMultigrid/Coarse/VoxelCoarseElements.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstdint>

namespace trabecula
{
/// Place of an element's force among those of all, number 8 * direction + corner.
template <class Space>
TRABECULA_FUNCTION std::int64_t placeOfForce(std::int64_t elements, std::int64_t e, int number)
{
  constexpr int lanes = VoxelHostForceLanes;
  return Space::Id == ExecutionSpace::Host ? (e / lanes * 24 + number) * lanes + e % lanes
                                           : number * elements + e;
}

/// Memory for the forces of all elements, in numbers.
template <class Space>
std::int64_t sizeOfForces(std::int64_t elements)
{
  constexpr int lanes = VoxelHostForceLanes;
  return 24 *
    (Space::Id == ExecutionSpace::Host ? (elements + lanes - 1) / lanes * lanes : elements);
}

/// Forces of each element for displacements x of its nodes, see placeOfForce().
template <class Space>
void elementForces(const Context<Space>& context, const VoxelCoarseElements<Space>& coarse,
  const VoxelMesh<Space>& mesh, const float* x, float* forces);
}

#endif
