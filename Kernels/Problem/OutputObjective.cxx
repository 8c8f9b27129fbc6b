#include "Problem/OutputObjective.inl"

template class trabecula::OutputObjective<trabecula::HostSpace>;
