#include "Design/MovingAsymptotes.inl"

template class trabecula::MovingAsymptotes<trabecula::HostSpace>;
