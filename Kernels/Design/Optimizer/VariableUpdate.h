#ifndef TRABECULA_DESIGN_OPTIMIZER_VARIABLEUPDATE_H
#define TRABECULA_DESIGN_OPTIMIZER_VARIABLEUPDATE_H

#include "Core/Vectors/Vector.h"
#include "Design/Optimizer/MovingAsymptotesState.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A constraint value <= bound, or value >= bound, linearized at the present design variables.
template <class Space>
struct LinearizedConstraint
{
  double excess = 0.0;                     ///< value - bound
  const Vector<Space>* gradient = nullptr; ///< of the value
  /// Unit of the excess; 0 for a volume with positive derivatives, scaled by the bound for the free
  /// variables.
  double scale = 0.0;
  double sign = 1.0; ///< -1 for value >= bound
  /// It is one of several values the largest of which is minimized; then the excess is the value,
  /// and all have one scale.
  bool isMinimized = false;
};

/// Computes the next design variables of an optimization from values and gradients.
template <class Space>
class VariableUpdate
{
public:
  virtual ~VariableUpdate() = default;

  /**
   * Computes new design variables. Until accept(), repeated calls must have the same x. All vectors
   * have the layout of the design variables.
   *
   * @param x design variables @param isDesign 0 where next_e = x_e
   * @param dc derivative of the objective; zero if the largest of several values is minimized
   * @param constraints as many as it was made for
   * @return the largest |next - x|
   */
  virtual double update(const Vector<Space>& x, const Vector<Space, std::uint8_t>& isDesign,
    const Vector<Space>& dc, const std::vector<LinearizedConstraint<Space>>& constraints,
    Vector<Space>& next) = 0;

  /// The next update starts from the result of the last.
  virtual void accept() {}

  /// State besides the design variables; may be empty.
  virtual MovingAsymptotesState state() const { return {}; }
  virtual void restore(const MovingAsymptotesState& /*state*/) {}
};
}

#endif
