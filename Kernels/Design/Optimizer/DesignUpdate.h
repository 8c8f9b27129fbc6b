#ifndef TRABECULA_DESIGN_OPTIMIZER_DESIGNUPDATE_H
#define TRABECULA_DESIGN_OPTIMIZER_DESIGNUPDATE_H

#include "Core/Context.h"
#include "Design/Optimizer/MovingAsymptotesState.h"
#include "Design/Optimizer/Optimizer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// Settings of DesignUpdate.
struct DesignUpdateSettings
{
  Optimizer optimizer = Optimizer::OptimalityCriteria;
  double minimumDensity = 0.0;
  double moveLimit = 0.2;  ///< on the change of a design variable
  double damping = 0.5;    ///< eta of eq. 6, for optimality criteria
  double leastRatio = 0.0; ///< of optimality criteria; see there
  int constraints = 1;     ///< of optimality criteria exactly one, on a volume
};

/// A constraint value <= bound, linearized at the present design variables.
struct LinearizedConstraint
{
  double excess = 0.0;              ///< value - bound
  const double* gradient = nullptr; ///< of the value, one entry per variable
  /// Unit of the excess; 0 for a volume with positive derivatives, scaled by the bound for the free
  /// variables.
  double scale = 0.0;
};

/**
 * One update of the design variables of a problem with bounds on responses, by the optimizer of
 * the settings.
 *
 * Distances of asymptotes are relative to the move limits (Aage and Lazarov 2013). Constraints are
 * scaled to (value - bound) / scale <= 0, and the objective in every update so that sum_e |dc_e
 * x_e| is ObjectiveScale: with p = 3, a compliance is then 10. Subproblems depend on the scale only
 * through the small curvature added to all terms, which would dominate the almost zero derivatives
 * of a disconnected mechanism.
 */
template <class Space>
class DesignUpdate
{
public:
  static constexpr double ObjectiveScale = 30.0;

  DesignUpdate(
    Context<Space>& context, std::int64_t elements, const DesignUpdateSettings& settings);
  ~DesignUpdate();
  DesignUpdate(const DesignUpdate&) = delete;
  DesignUpdate& operator=(const DesignUpdate&) = delete;

  /**
   * Computes new design variables. Until accept(), repeated calls must have the same x. All arrays
   * have one entry per element, in memory of the space.
   *
   * @param x design variables @param isDesign 0 where next_e = x_e
   * @param dc derivative of the objective
   * @param constraints as many as in the settings
   * @return the largest |next - x|
   */
  double update(const double* x, const std::uint8_t* isDesign, const double* dc,
    const std::vector<LinearizedConstraint>& constraints, double* next);

  /// The next update starts from the result of the last.
  void accept();

  /// State of the optimizer besides the design variables; empty for optimality criteria.
  MovingAsymptotesState state() const;
  void restore(const MovingAsymptotesState& state);

  /// Bytes of an instance on the device.
  static std::size_t memory(std::size_t elements, Optimizer optimizer, std::size_t constraints = 1);

private:
  double updateByMovingAsymptotes(const double* x, const std::uint8_t* isDesign, const double* dc,
    const std::vector<LinearizedConstraint>& constraints, double* next);

  struct Workspace;
  std::unique_ptr<Workspace> Work;
};
}

#endif
