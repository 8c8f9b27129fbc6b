#ifndef TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_PRODUCTSMOOTHER_H
#define TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_PRODUCTSMOOTHER_H

#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/Aggregation/Smoothers/LevelSmoother.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Smoothing by products of an operator, in single precision where it has them, for a level whose
/// matrix is not stored. Raw vectors have the operator's layout.
template <class Space>
class ProductSmoother : public LevelSmoother<Space>
{
public:
  /// @param stiffness, system the stiffness without and with springs; both must remain valid
  /// @param block unknowns of the blocks of D: 1 or 3
  ProductSmoother(StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system, int block);

  /// Whether the operators of all parts have products in single precision.
  static bool isSingle(const StiffnessOperator<Space>& stiffness)
  {
    return !stiffness.context().any(!stiffness.hasSingle());
  }

  /// Sets D to the diagonal of the system for the present moduli; for blocks of 1 unknown. @param
  /// constrained as in BlockJacobi
  void update(const std::uint8_t* constrained);
  /// Sets D from the assembled matrix; for blocks of 3 unknowns.
  void update(
    const BlockPattern<Space>& pattern, const double* values, const std::uint8_t* constrained);

  const BlockJacobi<Space>& jacobi() const override { return this->Jacobi; }
  void step(
    const float* d, float keep, float factor, float* r, float* next, float* x) const override;
  void subtract(const float* d, float* r) const override;
  void multiply(const float* x, float* y) const override;

private:
  /// Calls finish with A x, in single or double precision.
  template <class Finish>
  void apply(const float* x, const Finish& finish) const;

  StiffnessOperator<Space>* Stiffness;
  SpringOperator<Space>* System;
  bool IsSingle;
  BlockJacobi<Space> Jacobi;
  mutable Vector<Space> Argument;
  mutable Vector<Space> Product;
  mutable Vector<Space, float> SingleProduct;
};
}

#endif
