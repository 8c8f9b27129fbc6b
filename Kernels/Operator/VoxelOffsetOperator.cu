#include "Operator/VoxelOffsetOperator.inl"

namespace trabecula
{
template class VoxelOffsetOperator<CudaSpace>;
}
