#ifndef TRABECULA_MICROFE_PARTS_VOXELMICROFEPART_H
#define TRABECULA_MICROFE_PARTS_VOXELMICROFEPART_H

#include "Mesh/Distribution/VoxelDivision.h"
#include "Mesh/Distribution/VoxelHalo.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "MicroFe/VoxelConditions.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace trabecula
{
/// What one part of an analysis computes on.
struct VoxelMicroFePart
{
  VoxelGrid grid; ///< on several parts with GhostVoxels::WholeBricks
  /// On nodes of the grid, ghosts included; forces on owned ones alone. Dropped supports and the
  /// box are those of the whole.
  VoxelConditions conditions;
  std::optional<VoxelHalo> halo; ///< none if there is a single part
  std::size_t deviceMemory;      ///< upper bound of the bytes on its device
};

/// The conditions of the whole on the grid of a part.
/// @param numbers of what the part owns
VoxelConditions conditionsOfPart(
  const VoxelConditions& whole, const VoxelGrid& part, const NumbersInWhole& numbers);

/// Upper bound of the bytes of one of several parts on its device.
/// @param whole the grid of all parts, whose coarse levels each part has as a whole
std::size_t voxelPartMemory(const VoxelMicroFePart& part, const VoxelGrid& whole, VoxelParts parts);
}

#endif
