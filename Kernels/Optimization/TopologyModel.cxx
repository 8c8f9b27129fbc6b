#include "Analysis/TopologySolver.inl"
#include "Optimization/TopologyModelState.inl"

template std::unique_ptr<trabecula::TopologyOptimizer::Model>
trabecula::makeTopologyModel<trabecula::HostSpace>(
  const TopologyProblem& problem, const VoxelGrid* grid, Observer& observer);
