#include "Design/NeighbourFilter.inl"

template class trabecula::NeighbourFilter<trabecula::HostSpace>;
