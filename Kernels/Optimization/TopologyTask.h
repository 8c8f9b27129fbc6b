#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYTASK_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYTASK_H

#include "Optimization/OptimizationTask.h"
#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Prefix of the names of columns of region volumes; followed by the region's number.
constexpr const char* RegionVolumePrefix = "VolumeFraction_";

/// The columns of a TopologyOptimizer's history, in the order of its tables.
HistoryColumns topologyColumns(const TopologyProblem& problem);

/// OptimizationTask of a TopologyProblem.
class TopologyTask : public OptimizationTask
{
public:
  explicit TopologyTask(TopologyProblem problem) : Problem(std::move(problem)) {}

  const TopologyProblem& problem() const { return this->Problem; }

  void validate() const override;
  std::vector<std::string> warnings() const override;
  void checkDevice(const Device& device, std::size_t memoryLimit) const override;
  std::unique_ptr<Optimization> make(
    const Device& device, Observer& observer, std::size_t memoryLimit) const override;
  std::uint64_t fingerprint() const override;
  ProblemIdentity identity() const override;
  std::uint64_t designSpace() const override;
  bool isReproducible() const override { return this->Problem.solver.reproducible; }
  HistoryColumns columns() const override { return topologyColumns(this->Problem); }
  std::string describe(const HistoryRow& row) const override
  {
    return describe(this->columns(), row);
  }
  /// The same of any density optimization with these columns.
  static std::string describe(const HistoryColumns& columns, const HistoryRow& row);
  std::vector<double> start() const override { return this->Problem.initialDensity; }
  void setStart(std::vector<double> design) override
  {
    this->Problem.initialDensity = std::move(design);
  }
  std::vector<double> designOf(const OptimizationState& state) const override
  {
    return state.field("design");
  }

private:
  TopologyProblem Problem;
};
}

#endif
