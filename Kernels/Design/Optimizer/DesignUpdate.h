#ifndef TRABECULA_DESIGN_OPTIMIZER_DESIGNUPDATE_H
#define TRABECULA_DESIGN_OPTIMIZER_DESIGNUPDATE_H

#include "Core/Vectors/Vector.h"
#include "Design/Optimizer/MovingAsymptotesState.h"
#include "Design/Optimizer/Optimizer.h"
#include "Design/Optimizer/VariableUpdate.h"

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

/**
 * One update of the design variables of a problem with bounds on responses, by the optimizer of
 * the settings.
 *
 * If the largest of several values is minimized, these are scaled as the largest were it the
 * objective.
 *
 * Distances of asymptotes are relative to the move limits (Aage and Lazarov 2013). Constraints are
 * scaled to (value - bound) / scale <= 0, with the opposite sign for bounds below, and the
 * objective in every update so that sum_e |dc_e x_e| is ObjectiveScale: with p = 3, a compliance is
 * then 10. Subproblems depend on the scale only through the small curvature added to all terms,
 * which would dominate the almost zero derivatives of a disconnected mechanism.
 */
template <class Space>
class DesignUpdate : public VariableUpdate<Space>
{
public:
  static constexpr double ObjectiveScale = 30.0;

  /// @param variables layout of the design variables, one component
  DesignUpdate(const LayoutPointer<Space>& variables, const DesignUpdateSettings& settings);
  ~DesignUpdate() override;
  DesignUpdate(const DesignUpdate&) = delete;
  DesignUpdate& operator=(const DesignUpdate&) = delete;

  double update(const Vector<Space>& x, const Vector<Space, std::uint8_t>& isDesign,
    const Vector<Space>& dc, const std::vector<LinearizedConstraint<Space>>& constraints,
    Vector<Space>& next) override;
  void accept() override;
  /// Returns the state of the method of moving asymptotes; empty for optimality criteria.
  MovingAsymptotesState state() const override;
  void restore(const MovingAsymptotesState& state) override;

  /// Bytes of an instance on the device.
  static std::size_t memory(std::size_t elements, Optimizer optimizer, std::size_t constraints = 1);

private:
  double updateByMovingAsymptotes(const Vector<Space>& x,
    const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& dc,
    const std::vector<LinearizedConstraint<Space>>& constraints, Vector<Space>& next);

  struct Workspace;
  std::unique_ptr<Workspace> Work;
};
}

#endif
