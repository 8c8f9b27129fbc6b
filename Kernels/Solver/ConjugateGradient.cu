#include "Solver/ConjugateGradient.inl"

template class trabecula::ConjugateGradient<trabecula::CudaSpace>;
