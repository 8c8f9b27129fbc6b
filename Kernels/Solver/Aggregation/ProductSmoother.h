#ifndef TRABECULA_SOLVER_AGGREGATION_PRODUCTSMOOTHER_H
#define TRABECULA_SOLVER_AGGREGATION_PRODUCTSMOOTHER_H

#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/Aggregation/LevelSmoother.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Smoothing by products of an operator with its diagonal, for a level whose matrix is not
/// assembled.
template <class Space>
class ProductSmoother : public LevelSmoother<Space>
{
public:
  /// @param stiffness, system of which it is a part with springs; both must remain valid
  ProductSmoother(Context<Space>& context, StiffnessOperator<Space>& stiffness,
    SpringOperator<Space>& system, const std::vector<std::uint8_t>& held);

  /// For the present moduli of the stiffness.
  void update();

  std::int64_t size() const override { return this->System->size(); }
  void start(const float* r, float factor, bool fromZero, float* d, float* x) const override;
  void step(
    const float* d, float keep, float factor, float* r, float* next, float* x) const override;
  void subtract(const float* d, float* r) const override;
  void multiply(const float* x, float* y) const override;

private:
  void startVector(float* w) const override;
  /// Product = A x
  void apply(const float* x) const;

  StiffnessOperator<Space>* Stiffness;
  SpringOperator<Space>* System;
  DeviceVector<std::uint8_t, Space> Held;
  DeviceVector<float, Space> InverseDiagonal; ///< 0 of held unknowns
  mutable DeviceVector<double, Space> Argument;
  mutable DeviceVector<double, Space> Product;
};
}

#endif
