#include "Solver/PreconditionedConjugateGradient.inl"

template class trabecula::PreconditionedConjugateGradient<trabecula::CudaSpace>;
