#ifndef TRABECULA_DESIGN_RESPONSE_LINEARRESPONSE_H
#define TRABECULA_DESIGN_RESPONSE_LINEARRESPONSE_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * A weighted sum over load cases that is linear in their displacements u, where K u = f: a
 * displacement l.u, or a reaction d.(K u - f). Derivative by the adjoint method with one system for
 * all load cases.
 *
 * A displacement has K v = l with v = 0 at supports, and dJ/dE_p = -v.(K_p u); v is the
 * displacement under l as forces. A reaction has K w = 0 with w = d at supports, and dJ/dE_p =
 * w.(K_p u); w = v + d is the displacement if supports move by d, with K v = -K d.
 */
template <class Space>
class LinearResponse : public Response<Space>
{
public:
  std::vector<AdjointSystem<Space>*> adjoints() override { return { &this->System }; }
  /// Whether the solutions determine the value to Accuracy.
  bool isAccurate(const SolvedDesign<Space>& trial) override;
  /// The value corrected by the adjoint solution, l.u + v.(f - K u) or w.(K u - f), whose error is
  /// the product of the errors of u and v.
  double evaluate(const SolvedDesign<Space>& design) override;
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override
  {
    design.derivativesToDensity(this->slope(), this->Energies, result);
  }
  void gradient(Parametrization<Space>& design, Vector<Space>& result) override
  {
    design.pullBackModuli(this->slope(), this->Energies, result);
  }
  void addDerivativesByForces(
    const SolvedDesign<Space>& design, std::size_t term, Vector<Space>& result) const override;
  /// The adjoint solution, which is the initial guess of the next trial, and the weighted sum over
  /// load cases of v.(K_p u), or w.(K_p u), for moduli of one at each material point.
  NamedVectors<Space> stateVectors() override
  {
    return { { "adjoint" + this->Suffix, &this->System.solution },
      { "adjointEnergies" + this->Suffix, &this->Energies } };
  }

protected:
  /// @param words name of the value in messages @param suffix of the names in states
  LinearResponse(const ResponseSettings& settings, const ResponseInput<Space>& input,
    const std::string& words, std::string suffix);

  AdjointSystem<Space> System; ///< of all load cases
  Vector<Space> Motion;        ///< d of a reaction, zero off the supports; empty for displacements

private:
  // The output of a disconnected mechanism moves 1e9 times less than its input, and its gradient
  // depends on these small displacements. Therefore solutions are improved until the error of the
  // value estimated by the adjoint is below this, relative.
  static constexpr double Accuracy = 1e-3;
  // The value of a region may vanish by symmetry, and need not be determined further than to this
  // share of what it could be in the same fields.
  static constexpr double LeastShare = 1e-4;

  bool isReaction() const { return !this->Motion.empty(); }
  double slope() const { return this->isReaction() ? 1.0 : -1.0; }

  std::string Suffix;
  bool IsOfRegion;
  std::vector<double> Weights; ///< of the load cases, 0 for those that are not taken
  Vector<Space> Displacement;  ///< weighted sum over load cases
  Vector<Space> Combined;
  Vector<Space> Energies;
};
}

#endif
