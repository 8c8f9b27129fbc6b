#ifndef TRABECULA_DESIGN_RESPONSE_OUTPUTDISPLACEMENT_H
#define TRABECULA_DESIGN_RESPONSE_OUTPUTDISPLACEMENT_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <cstddef>
#include <string>
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
  /// @param unknowns layout of displacements @param materialPoints layout with one component
  /// @param weights l, one value per unknown
  OutputDisplacement(const LayoutPointer<Space>& unknowns,
    const LayoutPointer<Space>& materialPoints, const std::vector<double>& weights);

  std::string name() const override { return "OutputDisplacement"; }
  const Vector<Space>* adjointLoad(LoadCases<Space>& /*loads*/) override { return &this->Weights; }
  void startAdjoint() override { this->Trial.copy(this->Adjoint); }
  Vector<Space>* adjoint() override { return &this->Trial; }
  /// Whether the solutions determine the output displacement to Accuracy.
  bool isAccurate(ElasticModel<Space>& model, LoadCases<Space>& loads) override;
  void acceptAdjoint() override { this->Adjoint.swap(this->Trial); }
  /// Corrected by the adjoint, l.u + v.(f - K u), whose error is the product of the errors of u and
  /// v.
  double evaluate(const SolvedDesign<Space>& design) override;
  void gradient(Parametrization<Space>& parametrization, Vector<Space>& result) override
  {
    parametrization.pullBackModuli(-1.0, this->Energies, result);
  }

  /// Sum over load cases of weight * v.(K_p u) for moduli of one at each material point.
  const Vector<Space>& energies() const { return this->Energies; }

  /// State after evaluate(): the adjoint solution, one value per unknown, initial guess of the next
  /// trial, and energies().
  struct State
  {
    std::vector<double> adjoint;
    std::vector<double> energies;
  };
  State state() const { return { this->Adjoint.toHost(), this->Energies.toHost() }; }
  void restore(const State& state);

  /// Bytes of an instance on the device.
  static std::size_t memory(std::size_t unknowns, std::size_t materialPoints);

private:
  // The output of a disconnected mechanism moves 1e9 times less than its input, and its gradient
  // depends on these small displacements. Therefore solutions are improved until the error of the
  // output estimated by the adjoint is below this, relative.
  static constexpr double Accuracy = 1e-3;

  Vector<Space> Weights;
  Vector<Space> Adjoint;
  Vector<Space> Trial;
  Vector<Space> Displacement; ///< weighted sum over load cases
  Vector<Space> Combined;
  Vector<Space> Energies;
};
}

#endif
