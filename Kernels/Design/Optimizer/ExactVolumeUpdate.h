#ifndef TRABECULA_DESIGN_OPTIMIZER_EXACTVOLUMEUPDATE_H
#define TRABECULA_DESIGN_OPTIMIZER_EXACTVOLUMEUPDATE_H

#include "Design/Optimizer/VariableUpdate.h"
#include "Design/Parametrization.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * An update by optimality criteria where the volume is not linear in the variables: it shifts the
 * bound of the linearized volume until the volume of the next densities, with the parameters of the
 * accepted design, meets the bound. Linearized alone, a sharp projection makes it oscillate.
 */
template <class Space>
class ExactVolumeUpdate : public VariableUpdate<Space>
{
public:
  /// @param update whose only constraint is the volume fraction of the whole mesh
  /// @param design whose trial variables update() is given; must remain valid, as measures of its
  /// material points must
  ExactVolumeUpdate(std::unique_ptr<VariableUpdate<Space>> update, Parametrization<Space>& design,
    const Vector<Space>& measures);

  double update(const Vector<Space>& x, const Vector<Space, std::uint8_t>& isDesign,
    const Vector<Space>& dc, const std::vector<LinearizedConstraint<Space>>& constraints,
    Vector<Space>& next) override;
  void accept() override { this->Update->accept(); }
  MovingAsymptotesState state() const override { return this->Update->state(); }
  void restore(const MovingAsymptotesState& state) override { this->Update->restore(state); }

private:
  static constexpr double Tolerance = 1e-8; ///< on the volume fraction
  static constexpr int MostUpdates = 40;

  std::unique_ptr<VariableUpdate<Space>> Update;
  Parametrization<Space>* Design;
  const Vector<Space>* Measures;
  double Total; ///< volume
};
}

#endif
