#include "Problem/VoxelMicroFeModel.inl"

template std::unique_ptr<trabecula::VoxelMicroFe::Model>
trabecula::makeVoxelMicroFeModel<trabecula::HostSpace>(const VoxelMicroFeSettings& settings,
  VoxelGrid grid, VoxelConditions conditions, Observer& observer);
