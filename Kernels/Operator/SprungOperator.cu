#include "Operator/SprungOperator.inl"

template class trabecula::SprungOperator<trabecula::CudaSpace>;
