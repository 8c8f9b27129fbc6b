#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREETASK_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREETASK_H

#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/OptimizationTask.h"

#include <utility>

namespace trabecula
{
/// OptimizationTask of a MeshfreeProblem. Columns of its history are those of a TopologyTask.
class MeshfreeTask : public OptimizationTask
{
public:
  explicit MeshfreeTask(MeshfreeProblem problem) : Problem(std::move(problem)) {}

  const MeshfreeProblem& problem() const { return this->Problem; }

  void validate() const override;
  /// Held points on no held face, among others.
  std::vector<std::string> warnings() const override;
  void checkDevice(const Device& device, std::size_t memoryLimit) const override;
  std::unique_ptr<Optimization> make(
    const Device& device, Observer& observer, std::size_t memoryLimit) const override;
  std::uint64_t fingerprint() const override;
  ProblemIdentity identity() const override;
  std::uint64_t designSpace() const override;
  bool isReproducible() const override { return true; }
  HistoryColumns columns() const override;
  std::string describe(const HistoryRow& row) const override;
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
  MeshfreeProblem Problem;
};
}

#endif
