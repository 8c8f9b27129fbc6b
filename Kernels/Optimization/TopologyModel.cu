#include "Optimization/TopologyModelState.inl"
#include "Analysis/TopologySolver.inl"

template std::unique_ptr<trabecula::TopologyOptimizer::Model>
trabecula::makeTopologyModel<trabecula::CudaSpace>(
  const TopologyProblem& problem, const VoxelGrid* grid, Observer& observer);
