#ifndef TRABECULA_OPTIMIZATION_OPTIMIZATION_H
#define TRABECULA_OPTIMIZATION_OPTIMIZATION_H

#include "Core/Device.h"
#include "Core/Observer.h"
#include "Optimization/History.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
enum class StepStatus
{
  Advanced,  ///< there is a new iterate
  Converged, ///< the last iterate met the design change tolerance; nothing was computed
  Stopped    ///< the observer asked to stop; the last iterate is unchanged
};

/// Entities that a field has values on.
enum class FieldSupport
{
  Elements,
  Nodes,
  Cloud ///< nodes of a method without elements, where they are not those of the mesh
};

/// Name and shape of a field of an iterate.
struct FieldDescription
{
  std::string name; ///< for example "Density"
  FieldSupport support = FieldSupport::Elements;
  int components = 1;
};

/**
 * Data of an iterate that, with the problem, determine later iterates.
 *
 * Names are defined by the method. Values are in the order of the problem's mesh.
 */
struct OptimizationState
{
  HistoryRow record; ///< of the iterate
  std::vector<std::pair<std::string, double>> scalars;
  std::vector<std::pair<std::string, std::vector<double>>> fields;

  int iteration() const { return this->record.iteration; }
  /// Returns a scalar or a field by its name; zero or empty if there is none.
  double scalar(const std::string& name) const;
  const std::vector<double>& field(const std::string& name) const;
};

/**
 * Interface of a structural optimization for runs: iterations, state, fields and history.
 *
 * Iterate k is a design and its own analysis. The first call of step() analyses the initial design
 * as iterate 0; each further call updates the design and analyses it.
 */
class Optimization
{
public:
  virtual ~Optimization() = default;

  /// One iteration. @throws Error if the linear solver fails, or numbers overflow.
  virtual StepStatus step(Observer& observer) = 0;
  /// Change of the design below which step() returns Converged; may be changed between steps. 0
  /// means never.
  virtual void setChangeTolerance(double tolerance) = 0;

  /// Number of the last iterate; -1 before the first step.
  virtual int iteration() const = 0;
  /// History row of the last iterate, in the task's columns.
  virtual HistoryRow historyRow() const = 0;
  /// Fields of an iterate, the design first.
  virtual std::vector<FieldDescription> fields() const = 0;
  /// Values of a field of the last iterate, by its index in fields().
  virtual std::vector<double> field(std::size_t index) const = 0;

  /// @throws Error before the first step.
  virtual OptimizationState saveState() const = 0;
  /**
   * Restores the iterate of a state. Later iterates equal those that followed the state: bitwise on
   * the same device if the task is reproducible, else up to rounding.
   *
   * @throws Error if it does not have the fields of this problem; then nothing is changed
   */
  virtual void restoreState(const OptimizationState& state) = 0;

  /// The device, or the first of several.
  virtual const Device& device() const = 0;
  /// Bytes allocated on the device; of several on the fullest.
  virtual std::size_t deviceMemory() const = 0;
};
}

#endif
