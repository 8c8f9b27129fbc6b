#include "Problem/TopologyModel.inl"

template std::unique_ptr<trabecula::TopologyOptimizer::Model>
trabecula::makeTopologyModel<trabecula::CudaSpace>(
  const TopologyProblem& problem, Observer& observer);
