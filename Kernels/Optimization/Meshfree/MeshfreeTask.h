#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREETASK_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREETASK_H

#include "Optimization/DensityTask.h"
#include "Optimization/Meshfree/MeshfreeProblem.h"

namespace trabecula
{
/// OptimizationTask of a MeshfreeProblem. Columns of its history are those of a TopologyTask.
class MeshfreeTask : public DensityTask<MeshfreeProblem>
{
public:
  using DensityTask::DensityTask;

  void validate() const override;
  /// Nodes of these elements; where the nodes are others, those in bounding boxes of these
  /// elements.
  std::size_t keepConditionsSolid(int layers, double most) override;
  KeptSolid keepNeighbourhoodSolid(double most) override;
  /// The warnings also name supported points on no supported face.
  std::vector<std::string> warnings() const override;
  void checkDevice(const Device& device, std::size_t memoryLimit) const override;
  std::unique_ptr<Optimization> make(std::shared_ptr<const ExecutionContext> context,
    Observer& observer, std::size_t memoryLimit) const override;
  std::uint64_t fingerprint() const override;
  ProblemIdentity identity() const override;
  std::uint64_t designSpace() const override;
  bool isReproducible() const override { return true; }
  HistoryColumns columns() const override;
};
}

#endif
