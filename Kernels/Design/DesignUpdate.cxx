#include "Design/DesignUpdate.inl"

template class trabecula::DesignUpdate<trabecula::HostSpace>;
