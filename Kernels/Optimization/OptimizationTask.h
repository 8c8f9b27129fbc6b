#ifndef TRABECULA_OPTIMIZATION_OPTIMIZATIONTASK_H
#define TRABECULA_OPTIMIZATION_OPTIMIZATIONTASK_H

#include "Core/Error.h"
#include "Core/ExecutionContext.h"
#include "Optimization/ConvergenceRule.h"
#include "Optimization/Optimization.h"
#include "Optimization/Settings/ProblemIdentity.h"
#include "Optimization/Solid/KeptSolid.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * Interface of a problem of one optimization method for runs: validation before allocation,
 * identity, and construction of its Optimization.
 */
class OptimizationTask
{
public:
  virtual ~OptimizationTask() = default;

  /// Validates the problem, on the host. What this computes is kept for the calls that need it, up
  /// to make(). @throws Error for the first fault
  virtual void validate() const = 0;
  /**
   * Keeps the design at loaded and supported points solid, as keepConditionsSolid() does for
   * elements. Fingerprint and identity are then those of a problem with this design region.
   *
   * @param layers of elements; 0 changes nothing
   * @param most changes nothing if these are more than this share of the design
   * @return how many elements, nodes or control points are solid now that were not
   */
  virtual std::size_t keepConditionsSolid(int layers, double most) = 0;
  /**
   * The same within a distance of loaded and supported points that depends on the body, not on its
   * mesh, and by one element at least; see keepNeighbourhoodSolid().
   *
   * @param most changes nothing if this is more than this share of the body's volume, or if with
   * what is solid already it is more than the volume of the design
   */
  virtual KeptSolid keepNeighbourhoodSolid(double most)
  {
    return { this->keepConditionsSolid(1, most) };
  }
  /// Returns warnings about a valid problem for the user, a sentence or more each.
  virtual std::vector<std::string> warnings() const { return {}; }
  /// Checks the problem against a device and its available memory, before any allocation. A limit
  /// of the memory is one of the device, see Device::limitedTo().
  virtual void checkDevice(const Device& device) const = 0;
  /// Why a valid problem cannot be divided into parts, as a sentence; empty if it can.
  virtual std::string reasonAgainstParts() const { return "This optimization cannot be divided."; }
  /// As checkDevice() for several parts, into which the problem is divided; called by all processes
  /// at the same time. @throws Error also if it cannot be divided
  virtual void checkParts(Parts& /*parts*/) const { throw Error(this->reasonAgainstParts()); }
  /// Builds the model in a context, which the optimization keeps, without an iteration. A context
  /// of several parts divides the problem into them, if the method can.
  /// @throws Error as both above, and SetupStopped if the observer asks to stop
  virtual std::unique_ptr<Optimization> make(
    std::shared_ptr<const ExecutionContext> context, Observer& observer) const = 0;

  /// Equal problems have equal fingerprints; the tolerance on the change of the design is excluded,
  /// as it affects only the end of the run.
  virtual std::uint64_t fingerprint() const = 0;
  /// The parts of the fingerprint with names and values.
  virtual ProblemIdentity identity() const = 0;
  /// Fingerprint of the design space: equal for problems whose designs are interchangeable.
  virtual std::uint64_t designSpace() const = 0;
  /// Whether repeated runs on a device are bitwise equal.
  virtual bool isReproducible() const = 0;

  virtual HistoryColumns columns() const = 0;
  virtual ConvergenceRule convergence() const { return {}; }
  /// One line on an iterate, for progress: "compliance 12.3, 14 solver iterations".
  virtual std::string describe(const HistoryRow& row) const = 0;

  /// The initial design variables; empty for the method's default.
  virtual std::vector<double> start() const = 0;
  virtual void setStart(std::vector<double> design) = 0;
  /// The design variables of a state, for setStart() of another problem of the same design space.
  virtual std::vector<double> designOf(const OptimizationState& state) const = 0;
};
}

#endif
