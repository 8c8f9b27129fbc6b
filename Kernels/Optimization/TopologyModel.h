#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYMODEL_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYMODEL_H

#include "Mesh/Voxel/VoxelGrid.h"
#include "Optimization/TopologyOptimizer.h"

#include <memory>
#include <vector>

namespace trabecula
{
/// The optimizer's state in one execution space.
class TopologyOptimizer::Model
{
public:
  virtual ~Model() = default;
  virtual StepStatus step(Observer& observer) = 0;
  /// Fields are in the order of the model's elements and nodes.
  virtual TopologyState state() const = 0;
  /// @param state with fields of the sizes of state()
  virtual void restore(const TopologyState& state) = 0;
  virtual std::vector<double> density() const = 0;
  virtual std::vector<double> displacement(std::size_t loadCase) const = 0;
  virtual std::vector<double> strainEnergyDensity() const = 0;
  virtual std::vector<double> sensitivity() const = 0;

  IterationRecord record;
  PhaseTimes phases;
  double densityChangeTolerance = 0.0;
  std::size_t deviceMemory = 0;
  std::size_t peakDeviceMemory = 0;
};

/// Builds the model in a space; the problem has been validated.
/// @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, for
/// multigrid; else null
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(
  const TopologyProblem& problem, const VoxelGrid* grid, const Device& device, Observer& observer);
}

#endif
