#ifndef TRABECULA_OPTIMIZATION_DENSITYTASK_H
#define TRABECULA_OPTIMIZATION_DENSITYTASK_H

#include "Optimization/OptimizationTask.h"

#include <utility>

namespace trabecula
{
/// One line on an iterate of a history with the columns of topologyColumns().
std::string describeTopology(const HistoryColumns& columns, const HistoryRow& row);

/// What tasks of problems share that extend a TopologyProblem.
template <class Problem>
class DensityTask : public OptimizationTask
{
public:
  explicit DensityTask(Problem problem) : Stored(std::move(problem)) {}

  const Problem& problem() const { return this->Stored; }

  std::string describe(const HistoryRow& row) const override
  {
    return describeTopology(this->columns(), row);
  }
  std::vector<double> start() const override { return this->Stored.initialDensity; }
  void setStart(std::vector<double> design) override
  {
    this->Stored.initialDensity = std::move(design);
  }
  std::vector<double> designOf(const OptimizationState& state) const override
  {
    return state.field("design");
  }

protected:
  /// For changes before a run.
  Problem& changeable() { return this->Stored; }

private:
  Problem Stored;
};
}

#endif
