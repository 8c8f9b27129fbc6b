#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETTASK_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETTASK_H

#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/OptimizationTask.h"

#include <utility>

namespace trabecula
{
/// The columns of a LevelSetOptimizer's history: those of a TopologyTask, with the relative change
/// of the objective, "ObjectiveChange", in the place of the change of the density.
HistoryColumns levelSetColumns(const LevelSetProblem& problem);

/// OptimizationTask of a LevelSetProblem.
class LevelSetTask : public OptimizationTask
{
public:
  explicit LevelSetTask(LevelSetProblem problem) : Problem(std::move(problem)) {}

  const LevelSetProblem& problem() const { return this->Problem; }

  void validate() const override;
  std::vector<std::string> warnings() const override;
  void checkDevice(const Device& device, std::size_t memoryLimit) const override;
  std::unique_ptr<Optimization> make(
    const Device& device, Observer& observer, std::size_t memoryLimit) const override;
  std::uint64_t fingerprint() const override;
  ProblemIdentity identity() const override;
  std::uint64_t designSpace() const override;
  bool isReproducible() const override { return true; }
  HistoryColumns columns() const override { return levelSetColumns(this->Problem); }
  std::string describe(const HistoryRow& row) const override;
  std::vector<double> start() const override { return this->Problem.initialDensity; }
  void setStart(std::vector<double> design) override
  {
    this->Problem.initialDensity = std::move(design);
  }
  /// Coefficients of the level set.
  std::vector<double> designOf(const OptimizationState& state) const override;

private:
  LevelSetProblem Problem;
};
}

#endif
