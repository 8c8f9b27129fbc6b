#include "Solver/VoxelGalerkin.inl"

namespace trabecula
{
template VoxelCoarseElements<CudaSpace> makeCoarseElements<CudaSpace>(const VoxelBrick*,
  const VoxelTransfer<CudaSpace>&, const std::uint8_t*, const std::array<double, 3>&, double);
template void setModuli<CudaSpace>(const VoxelBrick*, const VoxelTransfer<CudaSpace>&,
  const double*, VoxelCoarseElements<CudaSpace>&);
template void elementForces<CudaSpace>(
  const VoxelCoarseElements<CudaSpace>&, const VoxelMesh<CudaSpace>&, const float*, float*);
template DeviceVector<float, CudaSpace> coarseMatrices<CudaSpace>(
  const VoxelCoarseElements<CudaSpace>&);
template void coarseDiagonal<CudaSpace>(
  const VoxelCoarseElements<CudaSpace>&, const VoxelMesh<CudaSpace>&, float*);
template DeviceVector<float, CudaSpace> galerkinOfVoxels<CudaSpace>(
  const VoxelCoarseElements<CudaSpace>&, const VoxelTransfer<CudaSpace>&);
}
