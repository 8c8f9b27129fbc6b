#include "Solver/VoxelAssembly.inl"

namespace trabecula
{
template DeviceVector<float, HostSpace> galerkinOfElements<HostSpace>(
  const DeviceVector<float, HostSpace>&, const VoxelTransfer<HostSpace>&);
template BlockMatrix<HostSpace> blockPattern<HostSpace>(const VoxelMesh<HostSpace>&);
template void assemble<HostSpace>(
  const VoxelMesh<HostSpace>&, const DeviceVector<float, HostSpace>&, BlockMatrix<HostSpace>&);
}
