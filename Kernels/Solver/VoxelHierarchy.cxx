#include "Solver/VoxelHierarchy.inl"

namespace trabecula
{
template VoxelMesh<HostSpace> coarsenVoxels<HostSpace>(const VoxelBrick*,
  const DeviceVector<std::int32_t, HostSpace>&, std::int64_t, VoxelTransfer<HostSpace>&);
template VoxelMesh<HostSpace> coarsenMesh<HostSpace>(
  const VoxelMesh<HostSpace>&, VoxelTransfer<HostSpace>&);
}
