#ifndef TRABECULA_OPTIMIZATION_OPTIMIZATIONTASK_H
#define TRABECULA_OPTIMIZATION_OPTIMIZATIONTASK_H

#include "Optimization/Optimization.h"
#include "Optimization/ProblemIdentity.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * A problem of one method, as those see it who run it: what can be checked before anything is
 * allocated, what tells it apart from other problems, and how its optimization is made.
 */
class OptimizationTask
{
public:
  virtual ~OptimizationTask() = default;

  /// Checks everything that can be wrong with the problem, on the host. @throws Error on the first
  /// thing found
  virtual void validate() const = 0;
  /// Refuses a problem that a device cannot take, before anything is allocated.
  /// @param memoryLimit bytes that may be taken on the device; 0 means what is available
  virtual void checkDevice(const Device& device, std::size_t memoryLimit) const = 0;
  /// Builds the model on the device; computes nothing yet. @throws Error as both above, and
  /// SetupStopped if the observer asks to stop
  virtual std::unique_ptr<Optimization> make(
    const Device& device, Observer& observer, std::size_t memoryLimit) const = 0;

  /// Equal problems have equal fingerprints; the tolerance on the change of the design is left out,
  /// as it decides only where the run ends.
  virtual std::uint64_t fingerprint() const = 0;
  /// The same in words, part by part.
  virtual ProblemIdentity identity() const = 0;
  /// Equal where a design of the one problem is a design of the other.
  virtual std::uint64_t designSpace() const = 0;
  /// Whether a device gives the same bits run after run.
  virtual bool isReproducible() const = 0;

  virtual HistoryColumns columns() const = 0;
  /// One line on an iterate, for progress: "compliance 12.3, 14 solver iterations".
  virtual std::string describe(const HistoryRow& row) const = 0;

  /// The design that the run begins with, as design variables; empty for the method's own choice.
  virtual std::vector<double> start() const = 0;
  virtual void setStart(std::vector<double> design) = 0;
  /// The design variables of a state, for setStart() of another problem of the same design space.
  virtual std::vector<double> designOf(const OptimizationState& state) const = 0;
};
}

#endif
