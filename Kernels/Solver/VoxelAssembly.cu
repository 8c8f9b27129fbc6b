#include "Solver/VoxelAssembly.inl"

namespace trabecula
{
template DeviceVector<float, CudaSpace> galerkinOfElements<CudaSpace>(
  const DeviceVector<float, CudaSpace>&, const VoxelTransfer<CudaSpace>&);
template BlockMatrix<CudaSpace> blockPattern<CudaSpace>(const VoxelMesh<CudaSpace>&);
template void assemble<CudaSpace>(
  const VoxelMesh<CudaSpace>&, const DeviceVector<float, CudaSpace>&, BlockMatrix<CudaSpace>&);
}
