#ifndef TRABECULA_OPERATOR_SPRINGOPERATOR_H
#define TRABECULA_OPERATOR_SPRINGOPERATOR_H

#include "Core/Context.h"
#include "Operator/LinearOperator.h"

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
  /// @param springs stiffnesses >= 0, one per unknown, force per length; empty means none
  SpringOperator(Context<Space>& context, const std::vector<double>& springs);

  /// Sets K; to be called first. The pointer must remain valid during use.
  void setStiffness(LinearOperator<Space>* stiffness) { this->Stiffness = stiffness; }

  std::int64_t size() const override { return this->Stiffness->size(); }
  void apply(const double* x, double* y) override;
  int applyDot(const double* x, double* y, double* partials) override;

  bool hasSprings() const { return this->Unknowns.size() > 0; }
  /// y += diag(s) x, in single precision.
  void addSpringForces(const float* x, float* y) const;
  /// d += diag(s)
  void addDiagonal(double* d) const;
  /// sum_i s_i a_i b_i, in a fixed order.
  double energy(const double* a, const double* b) const;

  /// Bytes of an instance with this number of springs in its space.
  static std::size_t memory(std::size_t springs);

private:
  std::int64_t springs() const { return static_cast<std::int64_t>(this->Unknowns.size()); }

  Context<Space>* Computing;
  LinearOperator<Space>* Stiffness = nullptr;
  // Only nonzero springs are stored.
  DeviceVector<std::int64_t, Space> Unknowns;
  DeviceVector<double, Space> Springs;
};
}

#endif
