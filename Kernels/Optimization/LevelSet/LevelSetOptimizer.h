#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETOPTIMIZER_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETOPTIMIZER_H

#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/TopologyOptimizer.h"

#include <memory>
#include <vector>

namespace trabecula
{
/// Checks a problem against a device and its memory, before any allocation.
/// @throws Error if it does not fit, with the amount
void checkDevice(const LevelSetProblem& problem, const Device& device, std::size_t memoryLimit = 0);

/**
 * Topology optimization with a level set on a NURBS patch; see LevelSetProblem. Iterates are as of
 * TopologyOptimizer, with coefficients of the level set as design variables.
 *
 * Fields, in this order; nodes are the control points, elements those of the patch:
 *  - LevelSet, of nodes: coefficients, length, positive in material;
 *  - Density, of elements: what was analysed, moduli over that of the solid: with
 *    LevelSetDensity::Smooth the mean of the solid part over Gauss points, whose volume is that of
 *    the history; with LevelSetDensity::Cut the solid part averaged over neighbours;
 *  - StrainEnergyDensity, of elements, energy per volume;
 *  - Displacement, or Displacement_<load case> if there are several: coefficients, 3 per node,
 *    length.
 */
class LevelSetOptimizer : public Optimization
{
public:
  /// See TopologyOptimizer.
  LevelSetOptimizer(const LevelSetProblem& problem, std::shared_ptr<const ExecutionContext> context,
    Observer& observer, std::size_t memoryLimit = 0);
  ~LevelSetOptimizer() override;
  LevelSetOptimizer(const LevelSetOptimizer&) = delete;
  LevelSetOptimizer& operator=(const LevelSetOptimizer&) = delete;

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

  /// Coefficients of the level set of the last iterate, one per control point.
  std::vector<double> levelSet() const;
  /// Derivatives of the objective of the last iterate with respect to these: exact with
  /// LevelSetDensity::Smooth, else by the sensitivity of the method.
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
