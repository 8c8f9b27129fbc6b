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
  Advanced,  ///< a new iterate is there
  Converged, ///< the last iterate met the design change tolerance; nothing was computed
  Stopped    ///< the observer asked to stop; the last iterate is unchanged
};

/// What a field has values on.
enum class FieldSupport
{
  Elements,
  Nodes
};

/// A field of an iterate, by the name that outputs give it.
struct FieldDescription
{
  std::string name; ///< for example "Density"
  FieldSupport support = FieldSupport::Elements;
  int components = 1;
};

/**
 * Everything at an iterate that later iterates depend on and that the problem does not say.
 *
 * Names are the method's own. Values are in the order of the problem's mesh, whatever order the
 * method computes in.
 */
struct OptimizationState
{
  HistoryRow record; ///< of the iterate
  std::vector<std::pair<std::string, double>> scalars;
  std::vector<std::pair<std::string, std::vector<double>>> fields;

  int iteration() const { return this->record.iteration; }
  /// Zero, or an empty field, where there is none of that name.
  double scalar(const std::string& name) const;
  const std::vector<double>& field(const std::string& name) const;
};

/**
 * A structural optimization as those see it who run it: it steps, gives and takes its state, and
 * names its fields and the columns of its history.
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
  /// When step() reports Converged; may be changed between steps. 0: never.
  virtual void setChangeTolerance(double tolerance) = 0;

  /// Of the last iterate; -1 before the first step.
  virtual int iteration() const = 0;
  /// Of the last iterate, with the values of the task's columns.
  virtual HistoryRow historyRow() const = 0;
  /// What an iterate is shown by, the design first.
  virtual std::vector<FieldDescription> fields() const = 0;
  /// Values of a field of the last iterate, by its place in fields().
  virtual std::vector<double> field(std::size_t index) const = 0;

  /// @throws Error before the first step.
  virtual OptimizationState saveState() const = 0;
  /**
   * Goes to the iterate of a state: what follows is what followed there, bit for bit on the same
   * device if the task is reproducible, and up to rounding on another one.
   *
   * @throws Error if it does not have the fields of this problem; nothing changes then
   */
  virtual void restoreState(const OptimizationState& state) = 0;

  virtual const Device& device() const = 0;
  /// Bytes held on the device.
  virtual std::size_t deviceMemory() const = 0;
};
}

#endif
