#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYOPTIMIZER_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYOPTIMIZER_H

#include "Core/Device.h"
#include "Core/ExecutionContext.h"
#include "Core/Observer.h"
#include "Optimization/History.h"
#include "Optimization/Method/TopologyMethod.h"
#include "Optimization/Optimization.h"
#include "Optimization/TopologyProblem.h"

#include <memory>
#include <utility>
#include <vector>

namespace trabecula
{
class TopologyFields;

/// Seconds of the phases of the last iteration.
struct PhaseTimes
{
  double moduli = 0.0;      ///< interpolation, preconditioner
  double solve = 0.0;       ///< conjugate gradients
  double sensitivity = 0.0; ///< compliance and sensitivities
  double filter = 0.0;
  double update = 0.0; ///< optimality criteria or moving asymptotes
  double setup = 0.0;  ///< of the constructor, once
};

/**
 * Topology optimization by any method, as of densities of elements (Ratnakar, Sanfui and Sharma,
 * sections 3.1 to 3.3), with all fields on the device for the whole run.
 *
 * Iterate k is a design and its own analysis: density rho_k and displacement u(rho_k). The first
 * call of step() analyses the initial design as iterate 0; each further call updates the design by
 * the optimizer of the settings and analyses it.
 */
class TopologyOptimizer : public Optimization
{
public:
  /**
   * Builds the model of a validated problem, without an iteration.
   * @param context see OptimizationTask::make()
   * @throws Error if the problem does not fit on the device; SetupStopped if the observer asks to
   * stop
   */
  TopologyOptimizer(std::unique_ptr<TopologyMethod> method,
    std::shared_ptr<const ExecutionContext> context, Observer& observer);
  /// Validates a problem by prepare() and builds its model. @throws Error also if the problem is
  /// not valid
  template <class Problem, class = decltype(prepare(std::declval<const Problem&>()))>
  TopologyOptimizer(
    const Problem& problem, std::shared_ptr<const ExecutionContext> context, Observer& observer)
    : TopologyOptimizer(prepare(problem), std::move(context), observer)
  {
  }
  ~TopologyOptimizer() override;
  TopologyOptimizer(const TopologyOptimizer&) = delete;
  TopologyOptimizer& operator=(const TopologyOptimizer&) = delete;

  /// One iteration. @throws Error if the linear solver fails, or numbers overflow.
  StepStatus step(Observer& observer) override;

  void setChangeTolerance(double tolerance) override;

  /// Number of the last iterate; -1 before the first step.
  int iteration() const override;
  /// History record of the last iterate.
  const IterationRecord& record() const;
  const PhaseTimes& phaseTimes() const;

  HistoryRow historyRow() const override;
  /// The fields are those of the method's class; see TopologyFields.
  std::vector<FieldDescription> fields() const override;
  std::vector<double> field(std::size_t index) const override;
  OptimizationState saveState() const override;
  void restoreState(const OptimizationState& state) override;

  /// The fields Density and StrainEnergyDensity of elements of the last iterate, the latter energy
  /// per volume: the weighted sum over load cases of u_e.(E K_e) u_e / (2 V_e).
  std::vector<double> density() const;
  std::vector<double> strainEnergyDensity() const;
  /// Displacement of one load case of the last iterate, 3 per node, length.
  std::vector<double> displacement(std::size_t loadCase = 0) const;
  /// The design variables of the last iterate, after the density filter if there is one: densities,
  /// or coefficients of a level set, length.
  std::vector<double> variables() const;
  /// Derivatives of the objective of the last iterate with respect to variables(): exact, unless
  /// the method has sensitivities of its own.
  std::vector<double> gradient() const;
  /// Derivative of the objective of the last iterate with respect to the physical density,
  /// unfiltered (EbE paper, eq. 3), one per material point.
  std::vector<double> sensitivity() const;

  const Device& device() const override;
  std::size_t deviceMemory() const override;
  /// Peak of deviceMemory() during set-up and steps; of several devices that of the fullest.
  std::size_t peakDeviceMemory() const;

  /// Implemented for each execution space.
  class Model;

private:
  std::vector<double> elementField(const char* name) const;

  std::shared_ptr<const ExecutionContext> Computing;
  std::shared_ptr<const void> Yielding; ///< see makeThreadsYield()
  std::unique_ptr<TopologyFields> Fields;
  std::unique_ptr<Model> ModelImplementation;
};
}

#endif
