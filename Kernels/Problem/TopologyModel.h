#ifndef TRABECULA_PROBLEM_TOPOLOGYMODEL_H
#define TRABECULA_PROBLEM_TOPOLOGYMODEL_H

#include "Problem/TopologyOptimizer.h"

namespace trabecula
{
/// The optimizer's state in one execution space.
class TopologyOptimizer::Model
{
public:
  virtual ~Model() = default;
  virtual StepStatus step(Observer& observer) = 0;
  virtual std::vector<double> density() const = 0;
  virtual std::vector<double> displacement(std::size_t loadCase) const = 0;
  virtual std::vector<double> strainEnergyDensity() const = 0;
  virtual std::vector<double> sensitivity() const = 0;

  IterationRecord record;
  PhaseTimes phases;
  double densityChangeTolerance = 0.0;
  std::size_t deviceMemory = 0;
};

/// Builds the model in a space; the problem has been validated.
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(
  const TopologyProblem& problem, Observer& observer);
}

#endif
