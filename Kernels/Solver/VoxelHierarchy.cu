#include "Solver/VoxelHierarchy.inl"

namespace trabecula
{
template VoxelMesh<CudaSpace> coarsenVoxels<CudaSpace>(const VoxelBrick*,
  const DeviceVector<std::int32_t, CudaSpace>&, std::int64_t, VoxelTransfer<CudaSpace>&);
template VoxelMesh<CudaSpace> coarsenMesh<CudaSpace>(
  const VoxelMesh<CudaSpace>&, VoxelTransfer<CudaSpace>&);
}
