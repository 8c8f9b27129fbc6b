#include "Problem/VoxelMicroFeModel.inl"

template std::unique_ptr<trabecula::VoxelMicroFe::Model>
trabecula::makeVoxelMicroFeModel<trabecula::CudaSpace>(const VoxelMicroFeSettings& settings,
  VoxelGrid grid, VoxelConditions conditions, Observer& observer);
