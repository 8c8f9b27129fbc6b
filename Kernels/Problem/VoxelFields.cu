#include "Problem/VoxelFields.inl"

template void trabecula::computeVoxelFields<trabecula::CudaSpace>(const VoxelFieldInput& input,
  std::int64_t first, std::int64_t count, std::int64_t firstElement,
  const VoxelElementFields& fields);
