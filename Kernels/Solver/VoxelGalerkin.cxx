#include "Solver/VoxelGalerkin.inl"

namespace trabecula
{
template VoxelCoarseElements<HostSpace> makeCoarseElements<HostSpace>(const VoxelBrick*,
  const VoxelTransfer<HostSpace>&, const std::uint8_t*, const std::array<double, 3>&, double);
template void setModuli<HostSpace>(const VoxelBrick*, const VoxelTransfer<HostSpace>&,
  const double*, VoxelCoarseElements<HostSpace>&);
template void elementForces<HostSpace>(
  const VoxelCoarseElements<HostSpace>&, const VoxelMesh<HostSpace>&, const float*, float*);
template DeviceVector<float, HostSpace> coarseMatrices<HostSpace>(
  const VoxelCoarseElements<HostSpace>&);
template void coarseDiagonal<HostSpace>(
  const VoxelCoarseElements<HostSpace>&, const VoxelMesh<HostSpace>&, float*);
template DeviceVector<float, HostSpace> galerkinOfVoxels<HostSpace>(
  const VoxelCoarseElements<HostSpace>&, const VoxelTransfer<HostSpace>&);
}
