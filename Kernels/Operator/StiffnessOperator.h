#ifndef TRABECULA_OPERATOR_STIFFNESSOPERATOR_H
#define TRABECULA_OPERATOR_STIFFNESSOPERATOR_H

#include "Core/Error.h"
#include "Operator/LinearOperator.h"

#include <cstdint>
#include <string>

namespace trabecula
{
/**
 * y = K(E) x of linear elasticity for variable Young's moduli E, given at the discretization's
 * material points: elements, integration points or background cells. K is linear in each modulus,
 * up to a constant part K_0, which elements do not have.
 *
 * Vectors have three unknowns per node, interleaved: u0x u0y u0z u1x ... All pointers are to memory
 * of the space. Nodes and material points keep the numbers of the mesh in all arrays. On the host,
 * results do not depend on the number of threads.
 */
template <class Space>
class StiffnessOperator : public LinearOperator<Space>
{
public:
  /// Sets Young's moduli, one per material point; to be called again when they change. The pointer
  /// must remain valid until the next call.
  virtual void setModuli(const double* moduli) = 0;

  virtual std::int64_t numberOfNodes() const = 0;
  virtual std::int64_t numberOfMaterialPoints() const = 0;

  /// The diagonal of K(E), one value per unknown.
  virtual void diagonal(double* d) = 0;

  /// y = K x, in single precision where that is faster, for preconditioners.
  virtual void applyRounded(const double* x, double* y) { this->apply(x, y); }

  /// Whether there is applySingle().
  virtual bool hasSingle() const { return false; }
  /// y = K x, all in single precision, for smoothers; x and y do not overlap.
  virtual void applySingle(const float* /*x*/, float* /*y*/)
  {
    throw Error("This operator has no products in single precision.");
  }

  /// energies[p] += weight * u.(K_p u) with K_p the derivative of K with respect to the modulus of
  /// p.
  virtual void addUnitEnergies(const double* u, double weight, double* energies) = 0;

  /// The volume of each material point, length cubed, and its position, 3 per point, length.
  virtual void geometry(double* measures, double* positions) = 0;

  /// Displacement gradients du_i/dx_j at the material points, entry 9 p + 3 i + j.
  virtual void displacementGradients(const double* u, double* gradients) = 0;

  /// a.(K_0 b) for the part K_0 of K that does not depend on moduli.
  virtual double constantEnergy(const double* /*a*/, const double* /*b*/) { return 0.0; }

  /// Reason of an automatic choice of this operator, one sentence; else empty.
  std::string reason;
};
}

#endif
