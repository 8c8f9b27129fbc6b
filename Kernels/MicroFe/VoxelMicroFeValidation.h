#ifndef TRABECULA_MICROFE_VOXELMICROFEVALIDATION_H
#define TRABECULA_MICROFE_VOXELMICROFEVALIDATION_H

#include "Core/Device.h"
#include "MicroFe/VoxelConditions.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Checks all settings that can be checked without the grid. @throws Error naming the property
void checkSettings(const VoxelMicroFeProblem& problem);

/// @throws Error if the host's memory is not sufficient for the grid of an image
void checkHostMemory(const VoxelImage& image);

/// @param memoryLimit limit of device memory, bytes; 0 means the available memory
/// @throws Error if the device's memory is not sufficient for the analysis, or the host's for its
/// fields
void checkMemory(const VoxelGrid& grid, const VoxelConditions& conditions,
  const VoxelMicroFeSettings& settings, const Device& device, std::size_t memoryLimit);

/// What the parts on one device need.
struct PartOnDevice
{
  Device device;         ///< with the memory that may be used
  std::int64_t elements; ///< owned by the parts
  std::size_t memory;    ///< upper bound, bytes
};

/// The same for several parts. @param grid of the whole @param parts one entry for each device
void checkMemoryOfParts(const VoxelGrid& grid, const VoxelMicroFeSettings& settings,
  const std::vector<PartOnDevice>& parts);

/// Bytes that the fields of a grid take on the host, and what settings.fieldRoom keeps beside them.
std::size_t voxelFieldMemory(const VoxelGrid& grid, const VoxelMicroFeSettings& settings);

/// Upper bound of the bytes of the analysis of a grid on the device.
std::size_t voxelMicroFeMemory(
  const VoxelGrid& grid, const VoxelConditions& conditions, VoxelParts parts);
}

#endif
