#include "Problem/TopologyModel.inl"

template std::unique_ptr<trabecula::TopologyOptimizer::Model>
trabecula::makeTopologyModel<trabecula::HostSpace>(
  const TopologyProblem& problem, Observer& observer);
