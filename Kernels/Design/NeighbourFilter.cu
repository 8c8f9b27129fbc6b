#include "Design/NeighbourFilter.inl"

template class trabecula::NeighbourFilter<trabecula::CudaSpace>;
