#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYOPTIMIZER_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYOPTIMIZER_H

#include "Core/Device.h"
#include "Core/ExecutionContext.h"
#include "Core/Observer.h"
#include "Optimization/IterationRecord.h"
#include "Optimization/Optimization.h"
#include "Optimization/TopologyProblem.h"
#include "Optimization/TopologyState.h"

#include <memory>
#include <vector>

namespace trabecula
{
class StructureOnGrid;

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

/// Checks a problem against a device and its memory, before any allocation.
/// @param memoryLimit limit of device memory, bytes; 0 means the available memory.
/// @throws Error if it does not fit, or requests what the device does not have.
void checkDevice(const TopologyProblem& problem, const Device& device, std::size_t memoryLimit = 0);

/**
 * Minimizes compliance, or an output displacement, under a volume constraint by SIMP (Ratnakar,
 * Sanfui and Sharma, sections 3.1 to 3.3), with all fields on the device for the whole run.
 *
 * Iterate k is a design and its own analysis: density rho_k and displacement u(rho_k). The first
 * call of step() analyses the initial design as iterate 0; each further call updates the design by
 * the optimizer of the settings and analyses it.
 */
class TopologyOptimizer : public Optimization
{
public:
  /**
   * Builds the model, without an iteration.
   * @param context see OptimizationTask::make() @param memoryLimit as for checkDevice()
   * @throws Error if the problem is not valid (see validate()) or not for this device (see
   * checkDevice()); SetupStopped if the observer asks to stop.
   */
  TopologyOptimizer(const TopologyProblem& problem, std::shared_ptr<const ExecutionContext> context,
    Observer& observer, std::size_t memoryLimit = 0);
  ~TopologyOptimizer() override;
  TopologyOptimizer(const TopologyOptimizer&) = delete;
  TopologyOptimizer& operator=(const TopologyOptimizer&) = delete;

  /// One iteration. @throws Error if the linear solver fails, or numbers overflow.
  StepStatus step(Observer& observer) override;

  void setChangeTolerance(double tolerance) override;

  /// -1 before the first step.
  int iteration() const override;
  /// Of the last iterate.
  const IterationRecord& record() const;
  const PhaseTimes& phaseTimes() const;

  /// Data of the last iterate that determine later ones. @throws Error before the first step.
  TopologyState state() const;
  /**
   * Restores the iterate of a state. Later iterates equal those that followed the state: bitwise on
   * the same device if reproducible (see SolverSettings), else up to rounding.
   *
   * @param state of an optimizer of the same problem
   * @throws Error if it does not have the fields of this problem; then nothing is changed
   */
  void restore(const TopologyState& state);

  HistoryRow historyRow() const override;
  std::vector<FieldDescription> fields() const override;
  std::vector<double> field(std::size_t index) const override;
  OptimizationState saveState() const override;
  void restoreState(const OptimizationState& state) override;

  /// Physical density of the last iterate, one per element.
  std::vector<double> density() const;
  /// Displacement of one load case of the last iterate, 3 per node, length.
  std::vector<double> displacement(std::size_t loadCase = 0) const;
  /// Strain energy density of the last iterate, one per element, energy per volume: weighted sum
  /// over load cases of u_e.(E K_e) u_e / (2 V_e).
  std::vector<double> strainEnergyDensity() const;
  /// Derivative of the objective of the last iterate with respect to the physical density,
  /// unfiltered (EbE paper, eq. 3), one per element.
  std::vector<double> sensitivity() const;

  const Device& device() const override;
  std::size_t deviceMemory() const override;
  /// Peak of deviceMemory() during set-up and steps.
  std::size_t peakDeviceMemory() const;

  /// Implemented for each execution space.
  class Model;

private:
  /// A field of the model in the order of the problem's elements.
  std::vector<double> elementField(const std::vector<double>& values) const;
  /// The same for every field of a state.
  TopologyState inOrderOfProblem(TopologyState state) const;
  TopologyState inOrderOfModel(TopologyState state) const;

  std::shared_ptr<const ExecutionContext> Computing;
  TopologyStateSizes StateSizes;
  HistoryColumns Columns;
  std::vector<std::string> LoadCaseNames;
  std::shared_ptr<const void> Yielding;    ///< see makeThreadsYield()
  std::unique_ptr<StructureOnGrid> OnGrid; ///< if the model has the numbering of a voxel grid
  std::unique_ptr<Model> ModelImplementation;
};
}

#endif
