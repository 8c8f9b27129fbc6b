#ifndef TRABECULA_OPERATOR_STIFFNESSOPERATOR_H
#define TRABECULA_OPERATOR_STIFFNESSOPERATOR_H

#include "Core/Error.h"
#include "Operator/LinearOperator.h"
#include "Operator/OperatorLayouts.h"

#include <cstdint>
#include <string>
#include <utility>

namespace trabecula
{
/**
 * y = K(E) x of a linear physics for variable coefficients E, given at the discretization's
 * material points: elements, integration points or background cells. K is linear in each
 * coefficient, up to a constant part K_0, which elements do not have.
 *
 * In elasticity, coefficients are Young's moduli and the field is the displacement. Names here are
 * those of elasticity; in conduction, coefficients are conductivities, the field is a temperature
 * with one component, and forces are heat flows.
 *
 * Nodes and material points keep the numbers of the discretization in all vectors. On the host,
 * results do not depend on the number of threads.
 *
 * On several parts an operator is made for the material points and nodes of its part with ghosts:
 * all material points that contribute to the owned nodes. It reads ghosts of displacements and of
 * moduli, which are updated here, and its results are those of owned nodes and points.
 */
template <class Space>
class StiffnessOperator : public LinearOperator<Space>
{
public:
  /// The layout of vectors with one component of each material point.
  const Layout<Space>& materialPoints() const { return *this->Points; }
  const LayoutPointer<Space>& materialPointsPointer() const { return this->Points; }

  /// Sets Young's moduli, one per material point; to be called again when they change. The vector
  /// must remain valid until the next call.
  void setModuli(const Vector<Space>& moduli)
  {
    moduli.require(*this->Points, "A vector of moduli");
    moduli.updateGhosts();
    this->useModuli(moduli.data());
  }

  /// The diagonal of K(E).
  void diagonal(Vector<Space>& d)
  {
    d.require(this->layout(), "A diagonal");
    this->computeDiagonal(d.data());
  }

  /// y = K x, in single precision where that is faster, for preconditioners.
  void applyRounded(const Vector<Space>& x, Vector<Space>& y)
  {
    x.require(this->layout(), "A vector that is multiplied");
    y.require(this->layout(), "The result of a product");
    x.updateGhosts();
    this->roundedProduct(x, y);
  }

  /// Whether there is applySingle().
  virtual bool hasSingle() const { return false; }
  /// y = K x, all in single precision, for smoothers; x and y do not overlap.
  void applySingle(const Vector<Space, float>& x, Vector<Space, float>& y)
  {
    x.require(this->layout(), "A vector that is multiplied");
    y.require(this->layout(), "The result of a product");
    x.updateGhosts();
    this->singleProduct(x.data(), y.data());
  }

  /// energies[p] += weight * u.(K_p u) with K_p the derivative of K with respect to the modulus of
  /// p.
  void addUnitEnergies(const Vector<Space>& u, double weight, Vector<Space>& energies)
  {
    u.require(this->layout(), "A vector of displacements");
    energies.require(*this->Points, "A vector of energies");
    u.updateGhosts();
    this->addEnergies(u.data(), weight, energies.data());
  }

  /// @param measures of the material points, length cubed
  /// @param positions their positions, three components, length
  void geometry(Vector<Space>& measures, Vector<Space>& positions)
  {
    measures.require(*this->Points, "A vector of measures");
    positions.require(*this->Points->withComponents(3), "A vector of positions");
    this->computeGeometry(measures.data(), positions.data());
  }

  /// Components of a gradient at a material point: nine of displacements, also in two dimensions,
  /// three of a temperature.
  int gradientComponents() const { return this->layout().components() == 1 ? 3 : 9; }

  /// Gradients du_i/dx_j of the field at the material points: component 3 i + j.
  void displacementGradients(const Vector<Space>& u, Vector<Space>& gradients)
  {
    u.require(this->layout(), "A vector of displacements");
    gradients.require(
      *this->Points->withComponents(this->gradientComponents()), "A vector of gradients");
    u.updateGhosts();
    this->computeGradients(u.data(), gradients.data());
  }

  /**
   * f += sum over material points p of G_p^T s_p, where displacementGradients() are G_p u: the
   * derivative by u of a function of the gradients whose derivatives by these are s_p. Sums have a
   * fixed order in each space.
   *
   * @param s as gradients, gradientComponents() of each point
   * @param f one component per unknown; entries of ghosts are undefined
   */
  void addTransposedGradients(const Vector<Space>& s, Vector<Space>& f)
  {
    s.require(*this->Points->withComponents(this->gradientComponents()), "A vector of gradients");
    f.require(this->layout(), "A vector of forces");
    s.updateGhosts();
    this->addGradientsTransposed(s.data(), f.data());
  }

  /// a.(K_0 b) for the part K_0 of K that does not depend on moduli.
  virtual double constantEnergy(const Vector<Space>& /*a*/, const Vector<Space>& /*b*/)
  {
    return 0.0;
  }

  /// Reason of an automatic choice of this operator, one sentence; else empty.
  std::string reason;

protected:
  explicit StiffnessOperator(const OperatorLayouts<Space>& layouts)
    : LinearOperator<Space>(layouts.unknowns), Points(layouts.materialPoints)
  {
  }

  // Arguments of these are in memory of the space, with the layouts of the public functions.

  virtual void useModuli(const double* moduli) = 0;
  virtual void computeDiagonal(double* d) = 0;
  virtual void roundedProduct(const Vector<Space>& x, Vector<Space>& y) { this->product(x, y); }
  virtual void singleProduct(const float* /*x*/, float* /*y*/)
  {
    throw Error("This operator has no products in single precision.");
  }
  virtual void addEnergies(const double* u, double weight, double* energies) = 0;
  virtual void computeGeometry(double* measures, double* positions) = 0;
  virtual void computeGradients(const double* u, double* gradients) = 0;
  /// The transpose of computeGradients(), added to f.
  virtual void addGradientsTransposed(const double* s, double* f) = 0;

private:
  LayoutPointer<Space> Points;
};
}

#endif
