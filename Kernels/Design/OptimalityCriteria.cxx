#include "Design/OptimalityCriteria.inl"

template class trabecula::OptimalityCriteria<trabecula::HostSpace>;
