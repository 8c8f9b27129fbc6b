#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEOPTIMIZER_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEOPTIMIZER_H

#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/TopologyOptimizer.h"

#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/// Checks a problem against a device and its memory, before any allocation.
/// @throws Error if it does not fit, with the amount
void checkDevice(const MeshfreeProblem& problem, const Device& device, std::size_t memoryLimit = 0);

/**
 * Topology optimization by the element-free Galerkin method; see MeshfreeProblem. Iterates are as
 * of TopologyOptimizer, with densities of nodes as design variables.
 *
 * Fields, in this order:
 *  - Density, of elements (the background cells): mean over integration points;
 *  - StrainEnergyDensity, of elements: the same, energy per volume;
 *  - Density, of nodes (the points of the mesh): sum of Phi_i rho_i (eq. 16), which a filter shows;
 *  - NodalDensity: rho_i, of nodes, or of the cloud if the problem has nodes of its own;
 *  - Displacement, or Displacement_<load case> if there are several: sum of Phi_i u_i at the points
 *    of the mesh, 3 each, length.
 * Points of the mesh out of reach of the nodes have zeros.
 */
class MeshfreeOptimizer : public Optimization
{
public:
  /// See TopologyOptimizer. @throws Error also for faults of shape functions, naming the
  /// integration point, node or load, before the solver is built
  MeshfreeOptimizer(const MeshfreeProblem& problem, std::shared_ptr<const ExecutionContext> context,
    Observer& observer, std::size_t memoryLimit = 0);
  ~MeshfreeOptimizer() override;
  MeshfreeOptimizer(const MeshfreeOptimizer&) = delete;
  MeshfreeOptimizer& operator=(const MeshfreeOptimizer&) = delete;

  StepStatus step(Observer& observer) override;
  void setChangeTolerance(double tolerance) override;
  int iteration() const override;
  const IterationRecord& record() const;
  const PhaseTimes& phaseTimes() const;

  HistoryRow historyRow() const override;
  std::vector<FieldDescription> fields() const override;
  std::vector<double> field(std::size_t index) const override;
  OptimizationState saveState() const override;
  void restoreState(const OptimizationState& state) override;

  /// rho_i of the last iterate, one per node: the design variables, after the density filter if
  /// there is one.
  std::vector<double> nodalDensity() const;
  /// Derivatives of the objective with respect to these, one per node.
  std::vector<double> gradient() const;

  const Device& device() const override;
  std::size_t deviceMemory() const override;
  std::size_t peakDeviceMemory() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> Parts;
};
}

#endif
