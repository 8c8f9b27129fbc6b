#ifndef TRABECULA_OPERATOR_SPRINGOPERATOR_H
#define TRABECULA_OPERATOR_SPRINGOPERATOR_H

#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * y = (K + diag(s)) x: a stiffness matrix with springs between unknowns and the ground, for example
 * those that model actuators and workpieces of compliant mechanisms (Bendsoe and Sigmund 2003,
 * section 2.6).
 */
template <class Space>
class SpringOperator : public LinearOperator<Space>
{
public:
  /// @param stiffness K, which must outlive it
  /// @param springs stiffnesses >= 0, one per unknown, force per length; empty means none
  SpringOperator(StiffnessOperator<Space>& stiffness, const std::vector<double>& springs);

  /// Whether any part has springs.
  bool hasSprings() const { return this->HasSprings; }
  /// y += diag(s) x, in single precision.
  void addSpringForces(const Vector<Space, float>& x, Vector<Space, float>& y) const;
  /// d += diag(s)
  void addDiagonal(Vector<Space>& d) const;
  /// sum_i s_i a_i b_i, in a fixed order.
  double energy(const Vector<Space>& a, const Vector<Space>& b) const;

  /// Without springs those of the stiffness.
  bool hasProducts(Arrangement arrangement) const override;

  /// Bytes of an instance with this number of springs in its space.
  static std::size_t memory(std::size_t springs);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  int productDot(const Vector<Space>& x, Vector<Space>& y, double* partials) override;
  void productOfInterleaved(const MultiVector<Space>& x, MultiVector<Space>& y) override;
  /// The product of the stiffness updates ghosts, which springs do not read.
  bool readsGhosts() const override { return false; }

private:
  std::int64_t springs() const { return static_cast<std::int64_t>(this->Unknowns.size()); }

  StiffnessOperator<Space>* Stiffness;
  bool HasSprings = false;
  std::int64_t Owned = 0; ///< number of springs of owned unknowns, which are the first
  // Only nonzero springs are stored.
  DeviceVector<std::int64_t, Space> Unknowns;
  DeviceVector<double, Space> Springs;
};
}

#endif
