#ifndef TRABECULA_MICROFE_VOXELMICROFEVALIDATION_H
#define TRABECULA_MICROFE_VOXELMICROFEVALIDATION_H

#include "Core/Device.h"
#include "MicroFe/VoxelConditions.h"

#include <cstddef>

namespace trabecula
{
/// Checks everything that does not need the grid. @throws Error naming the property
void checkSettings(const VoxelMicroFeProblem& problem);

/// @throws Error if the host's memory is not enough to make the grid of an image
void checkHostMemory(const VoxelImage& image);

/// @param memoryLimit bytes that may be taken on the device; 0 means what is available
/// @throws Error if the device's memory is not enough for the analysis, or the host's for its
/// fields
void checkMemory(const VoxelGrid& grid, const VoxelConditions& conditions,
  const VoxelMicroFeFields& fields, const Device& device, std::size_t memoryLimit);

/// Bytes that the analysis of a grid takes on the device at most.
std::size_t voxelMicroFeMemory(const VoxelGrid& grid, const VoxelConditions& conditions);
}

#endif
