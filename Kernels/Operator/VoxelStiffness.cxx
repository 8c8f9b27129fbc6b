#include "Operator/VoxelStiffness.inl"

template class trabecula::VoxelStiffness<trabecula::HostSpace>;
