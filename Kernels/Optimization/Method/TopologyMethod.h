#ifndef TRABECULA_OPTIMIZATION_METHOD_TOPOLOGYMETHOD_H
#define TRABECULA_OPTIMIZATION_METHOD_TOPOLOGYMETHOD_H

#include "Core/Communication/Parts.h"
#include "Core/Device.h"
#include "Core/ExecutionContext.h"
#include "Core/Observer.h"

#include <string>
#include <vector>

namespace trabecula
{
struct TopologyParts;

/**
 * A method of topology optimization with a problem that it has validated: what TopologyTask and
 * TopologyOptimizer ask of a discretization and its design variables. Each kind of problem has one
 * class of this kind, which prepare() makes of a problem.
 *
 * What validation computes, such as the structure of a cloud of nodes or the choice of a
 * preconditioner, is kept and handed on to the model. The method refers to its problem, which must
 * remain valid as long as the method; what make() returns does not.
 */
class TopologyMethod
{
public:
  virtual ~TopologyMethod() = default;

  /// To be called after the initial design of the problem was replaced. @throws Error as validate()
  virtual void checkStart() = 0;
  /// Returns warnings about the problem for the user, a sentence or more each.
  virtual std::vector<std::string> warnings() = 0;
  /// Decides what depends on the device, and checks the problem against the device and its
  /// available memory, before any allocation. @throws Error if the problem does not fit
  virtual void checkDevice(const Device& device) = 0;
  /// Why the problem cannot be divided into parts, as a sentence; empty if it can.
  virtual std::string reasonAgainstParts() const;
  /// As checkDevice() for several parts, into which the problem is divided; called by all processes
  /// at the same time. @throws Error also if it cannot be divided
  virtual void checkParts(Parts& parts);

  /**
   * Builds the model in a context. To be called once: it may take what validation has computed.
   *
   * @param execution of the device or parts of the last call of checkDevice() or checkParts()
   * @throws Error for faults that only the set-up finds, SetupStopped if the observer asks to stop
   */
  virtual TopologyParts make(const ExecutionContext& execution, Observer& observer) = 0;
};
}

#endif
