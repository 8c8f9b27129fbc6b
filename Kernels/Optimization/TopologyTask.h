#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYTASK_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYTASK_H

#include "Optimization/DensityTask.h"
#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Prefix of the names of columns of region volumes; followed by the region's number.
constexpr const char* RegionVolumePrefix = "VolumeFraction_";

/// Prefix of the names of columns of single load cases; followed by the load case's name.
constexpr const char* LoadCasePrefix = "Compliance_";

/// The columns of a TopologyOptimizer's history, in the order of its tables.
HistoryColumns topologyColumns(const TopologyProblem& problem);

/// OptimizationTask of a TopologyProblem.
class TopologyTask : public DensityTask<TopologyProblem>
{
public:
  using DensityTask::DensityTask;

  void validate() const override;
  std::size_t keepConditionsSolid(int layers, double most) override;
  KeptSolid keepNeighbourhoodSolid(double most) override;
  std::vector<std::string> warnings() const override;
  void checkDevice(const Device& device, std::size_t memoryLimit) const override;
  std::unique_ptr<Optimization> make(std::shared_ptr<const ExecutionContext> context,
    Observer& observer, std::size_t memoryLimit) const override;
  std::uint64_t fingerprint() const override;
  ProblemIdentity identity() const override;
  std::uint64_t designSpace() const override;
  bool isReproducible() const override { return this->problem().solver.reproducible; }
  HistoryColumns columns() const override { return topologyColumns(this->problem()); }
};
}

#endif
