#ifndef TRABECULA_DESIGN_RESPONSE_OUTPUTDISPLACEMENT_H
#define TRABECULA_DESIGN_RESPONSE_OUTPUTDISPLACEMENT_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <vector>

namespace trabecula
{
/**
 * J = l.u, weighted sum over load cases, with output weights l and displacements u of K u = f: the
 * objective of a compliant mechanism, or the displacement of a region that is bounded. Derivative
 * by the adjoint method (Sigmund 1997; Bendsoe and Sigmund 2003, section 2.6): with K v = l,
 * dJ/dE_p = -v.(K_p u). Length.
 *
 * v is the displacement under l as forces, with all supports at zero.
 */
template <class Space>
class OutputDisplacement : public Response<Space>
{
public:
  OutputDisplacement(const ResponseSettings& settings, const ResponseInput<Space>& input);

  std::vector<AdjointSystem<Space>*> adjoints() override { return { &this->System }; }
  /// Whether the solutions determine the output displacement to Accuracy.
  bool isAccurate(const SolvedDesign<Space>& trial) override;
  /// The output displacement corrected by the adjoint solution, l.u + v.(f - K u), whose error is
  /// the product of the errors of u and v.
  double evaluate(const SolvedDesign<Space>& design) override;
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override
  {
    design.derivativesToDensity(-1.0, this->Energies, result);
  }
  void gradient(Parametrization<Space>& design, Vector<Space>& result) override
  {
    design.pullBackModuli(-1.0, this->Energies, result);
  }
  /// The adjoint solution, which is the initial guess of the next trial, and the weighted sum over
  /// load cases of v.(K_p u) for moduli of one at each material point.
  NamedVectors<Space> stateVectors() override
  {
    return { { "adjoint", &this->System.solution }, { "adjointEnergies", &this->Energies } };
  }

private:
  // The output of a disconnected mechanism moves 1e9 times less than its input, and its gradient
  // depends on these small displacements. Therefore solutions are improved until the error of the
  // output estimated by the adjoint is below this, relative.
  static constexpr double Accuracy = 1e-3;

  AdjointSystem<Space> System; ///< of all load cases; its load is l
  Vector<Space> Displacement;  ///< weighted sum over load cases
  Vector<Space> Combined;
  Vector<Space> Energies;
};

ResponseDescription outputDisplacementDescription();
}

#endif
