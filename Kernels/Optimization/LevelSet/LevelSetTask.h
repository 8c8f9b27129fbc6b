#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETTASK_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETTASK_H

#include "Optimization/DensityTask.h"
#include "Optimization/LevelSet/LevelSetProblem.h"

namespace trabecula
{
/// The columns of a LevelSetOptimizer's history: those of a TopologyTask, with the relative change
/// of the objective, "ObjectiveChange", in the place of the change of the density.
HistoryColumns levelSetColumns(const LevelSetProblem& problem);

/// OptimizationTask of a LevelSetProblem.
class LevelSetTask : public DensityTask<LevelSetProblem>
{
public:
  using DensityTask::DensityTask;

  void validate() const override;
  /// Control points that decide on the level set in these layers of elements.
  std::size_t keepConditionsSolid(int layers, double most) override;
  KeptSolid keepNeighbourhoodSolid(double most) override;
  std::vector<std::string> warnings() const override;
  void checkDevice(const Device& device, std::size_t memoryLimit) const override;
  std::unique_ptr<Optimization> make(std::shared_ptr<const ExecutionContext> context,
    Observer& observer, std::size_t memoryLimit) const override;
  std::uint64_t fingerprint() const override;
  ProblemIdentity identity() const override;
  std::uint64_t designSpace() const override;
  bool isReproducible() const override { return true; }
  HistoryColumns columns() const override { return levelSetColumns(this->problem()); }
  ConvergenceRule convergence() const override { return this->problem().convergence(); }

  /// Coefficients of the level set.
  std::vector<double> designOf(const OptimizationState& state) const override;
};
}

#endif
