#include "Solver/VoxelMultigrid.inl"

template class trabecula::VoxelMultigrid<trabecula::HostSpace>;
