#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELFORCEKERNELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELFORCEKERNELS_H

// Loops over forces of elements of the first coarse level, for the library's own sources.

#include "Core/Parallel.h"
#include "Element/VoxelTransferHex8.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/VoxelMultigrid/Coarse/VoxelElementForces.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelEntryKernels.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Gives the sum of element forces (see elementForces()) on each unknown to entry, see there.
template <class Space, class Entry>
void forEachForce(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  std::int64_t elements, const float* forces, Entry entry)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
#ifdef __CUDACC__
  forEach(context, 3 * mesh.nodes,
    [=] __device__(std::int64_t i)
    {
      const typename Entry::Operands own = entry.read(i, i);
      const auto first = 8 * (i % 3);
      float sum = 0.0F;
      for (std::int64_t k = starts[i / 3]; k < starts[i / 3 + 1]; ++k)
      {
        const std::uint32_t corner = corners[k];
        sum += forces[placeOfForce<Space>(elements, corner / 8,
          static_cast<int>(first) + voxelhex8::vtkCorner(static_cast<int>(corner % 8)))];
      }
      entry.write(i, own, sum);
    });
#else
  // A thread has a node, as all three numbers of an element are found at once.
  forEach(context, mesh.nodes,
    [=](std::int64_t node)
    {
      float sums[3] = {};
      for (std::int64_t k = starts[node]; k < starts[node + 1]; ++k)
      {
        const std::uint32_t corner = corners[k];
        const float* force = forces +
          placeOfForce<Space>(
            elements, corner / 8, voxelhex8::vtkCorner(static_cast<int>(corner % 8)));
        sums[0] += force[0];
        sums[1] += force[8 * VoxelHostForceLanes];
        sums[2] += force[16 * VoxelHostForceLanes];
      }
      for (int c = 0; c < 3; ++c)
      {
        entry.write(3 * node + c, entry.read(3 * node + c, 3 * node + c), sums[c]);
      }
    });
#endif
}

template <class Space>
void sumForces(const Context<Space>& context, const VoxelMesh<Space>& mesh, std::int64_t elements,
  const float* forces, float* y)
{
  forEachForce(context, mesh, elements, forces, StoreEntry{ y });
}

template <class Space>
void continueOnElements(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  std::int64_t elements, const float* forces, const float* inverseDiagonal, float keep,
  float factor, float* r, float* d, float* x)
{
  forEachForce(
    context, mesh, elements, forces, StepOfEntry{ inverseDiagonal, keep, factor, d, r, d, x });
}

/// r -= A d on unknowns with a diagonal, on the first coarse level.
template <class Space>
void subtractOnElements(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  std::int64_t elements, const float* forces, const float* inverseDiagonal, float* r)
{
  forEachForce(context, mesh, elements, forces, SubtractEntry{ inverseDiagonal, r });
}
}
}

#endif
