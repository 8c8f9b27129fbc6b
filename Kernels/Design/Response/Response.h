#ifndef TRABECULA_DESIGN_RESPONSE_RESPONSE_H
#define TRABECULA_DESIGN_RESPONSE_RESPONSE_H

#include "Analysis/LoadCases.h"
#include "Design/Parametrization.h"

#include <string>
#include <vector>

namespace trabecula
{
/// An accepted iterate as input of responses: solutions, moduli and densities.
template <class Space>
struct SolvedDesign
{
  ElasticModel<Space>& model;
  LoadCases<Space>& loads;
  const Vector<Space>& moduli; ///< at the material points
  const Vector<Space>& density;
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

  /// l; null if the gradient needs no adjoint solution. May depend on the trial solutions of the
  /// loads, which are computed before.
  virtual const Vector<Space>* adjointLoad(LoadCases<Space>& /*loads*/) { return nullptr; }
  /// Sets the trial adjoint solution to the accepted one.
  virtual void startAdjoint() {}
  /// The trial adjoint solution; null if there is none.
  virtual Vector<Space>* adjoint() { return nullptr; }
  /// Whether the trial solutions are accurate enough for the value; if not, all are improved.
  virtual bool isAccurate(ElasticModel<Space>& /*model*/, LoadCases<Space>& /*loads*/)
  {
    return true;
  }
  virtual void acceptAdjoint() {}

  /// The value at an iterate; also computes the data for gradient().
  virtual double evaluate(const SolvedDesign<Space>& design) = 0;
  /// Derivatives with respect to the design variables at the last evaluated iterate.
  virtual void gradient(Parametrization<Space>& parametrization, Vector<Space>& result) = 0;
  /// The gradient if it is the same for all iterates; else null.
  virtual const Vector<Space>* constantGradient() const { return nullptr; }
};
}

#endif
