#include "Operator/VoxelHashOperator.inl"

namespace trabecula
{
template class VoxelHashOperator<CudaSpace>;
}
