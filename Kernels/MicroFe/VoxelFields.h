#ifndef TRABECULA_MICROFE_VOXELFIELDS_H
#define TRABECULA_MICROFE_VOXELFIELDS_H

#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "MicroFe/VoxelMicroFe.h"

#include <array>
#include <cstdint>

namespace trabecula
{
/// Input of the element fields, in memory of the space.
struct VoxelFieldInput
{
  const VoxelBrick* bricks;
  const double* moduli;       ///< one per element of the grid
  const double* displacement; ///< 3 per node of the grid
  std::array<double, 3> spacing;
  double poissonsRatio;
};

/// Computes fields of the elements of the first bricks. @param bricks their number @param fields in
/// memory of the space
template <class Space>
void computeVoxelFields(const Context<Space>& context, const VoxelFieldInput& input,
  std::int64_t bricks, const VoxelElementFields& fields);

/// Computes the fields of the elements that the part owns in host memory, with memory for one field
/// at a time on the device.
template <class Space>
void copyVoxelFields(const Context<Space>& context, const VoxelFieldInput& input,
  const VoxelGrid& grid, const VoxelElementFields& to);
}

#endif
