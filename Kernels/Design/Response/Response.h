#ifndef TRABECULA_DESIGN_RESPONSE_RESPONSE_H
#define TRABECULA_DESIGN_RESPONSE_RESPONSE_H

#include "Analysis/LoadCases.h"
#include "Design/Parametrization.h"

#include <string>
#include <vector>

namespace trabecula
{
/// An accepted iterate as responses see it: solutions, and what they were solved for.
template <class Space>
struct SolvedDesign
{
  ElasticModel<Space>& model;
  LoadCases<Space>& loads;
  const double* moduli;  ///< one per material point
  const double* density; ///< the same
};

/**
 * A function of a design and its analysis that can be minimized or bounded: a value, its gradient
 * and, if it needs one, the load of its adjoint system K v = l.
 */
template <class Space>
class Response
{
public:
  virtual ~Response() = default;

  /// Name of its column in histories, as "Compliance".
  virtual std::string name() const = 0;

  /// l, 3 per node, in memory of the space; null if the gradient needs no adjoint solution. May
  /// depend on the trial solutions of the loads, which are there when it is asked for.
  virtual const double* adjointLoad(LoadCases<Space>& /*loads*/) { return nullptr; }
  /// Starts the trial adjoint solution from the accepted one.
  virtual void startAdjoint() {}
  /// The trial adjoint solution, 3 per node; null if there is none.
  virtual double* adjoint() { return nullptr; }
  /// Whether the trial solutions determine the value; if not, all are improved.
  virtual bool isAccurate(ElasticModel<Space>& /*model*/, LoadCases<Space>& /*loads*/)
  {
    return true;
  }
  virtual void acceptAdjoint() {}

  /// The value at an iterate, and whatever gradient() needs.
  virtual double evaluate(const SolvedDesign<Space>& design) = 0;
  /// Derivatives to the design variables at the iterate that was evaluated last.
  virtual void gradient(Parametrization<Space>& parametrization, double* result) = 0;
  /// The same where the gradient is the same in all iterates and kept; else null.
  virtual const double* constantGradient() const { return nullptr; }
};
}

#endif
