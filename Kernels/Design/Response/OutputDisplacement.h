#ifndef TRABECULA_DESIGN_RESPONSE_OUTPUTDISPLACEMENT_H
#define TRABECULA_DESIGN_RESPONSE_OUTPUTDISPLACEMENT_H

#include "Core/Context.h"
#include "Design/Response/Response.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * J = l.u, weighted sum over load cases, with output weights l and displacements u of K u = f: the
 * objective of a compliant mechanism, or the displacement of a region that is bounded. Its
 * derivative is by the adjoint method (Sigmund 1997; Bendsoe and Sigmund 2003, section 2.6): with
 * K v = l, dJ/dE_p = -v.(K_p u). Length.
 *
 * v is the displacement under l as forces, with all supports at zero.
 */
template <class Space>
class OutputDisplacement : public Response<Space>
{
public:
  /// @param weights l, one per unknown
  OutputDisplacement(
    Context<Space>& context, const std::vector<double>& weights, std::size_t materialPoints);

  std::string name() const override { return "OutputDisplacement"; }
  const double* adjointLoad(LoadCases<Space>& /*loads*/) override { return this->Weights.data(); }
  void startAdjoint() override { this->Trial.copy(this->Adjoint); }
  double* adjoint() override { return this->Trial.data(); }
  /// Whether the solutions give the output displacement, however small beside the input's.
  bool isAccurate(ElasticModel<Space>& model, LoadCases<Space>& loads) override;
  void acceptAdjoint() override { this->Adjoint.swap(this->Trial); }
  /// Corrected by the adjoint, l.u + v.(f - K u), which is in error by the product of the errors of
  /// u and v only.
  double evaluate(const SolvedDesign<Space>& design) override;
  void gradient(Parametrization<Space>& parametrization, double* result) override
  {
    parametrization.pullBackModuli(-1.0, this->Energies.data(), result);
  }

  /// Sum over load cases of weight * v.(K_p u) for moduli of one, one per material point.
  const double* energies() const { return this->Energies.data(); }

  /// The adjoint solution, one value per unknown, from which the next trial starts, and energies():
  /// what evaluate() has left for later.
  struct State
  {
    std::vector<double> adjoint;
    std::vector<double> energies;
  };
  State state() const { return { this->Adjoint.toHost(), this->Energies.toHost() }; }
  void restore(const State& state);

  /// Bytes that an instance takes on the device.
  static std::size_t memory(std::size_t unknowns, std::size_t materialPoints);

private:
  // A mechanism whose parts have come apart moves its output 1e9 times less than its input, and the
  // way back is in these small displacements. So solutions are improved until the adjoint finds the
  // output to be accurate.
  static constexpr double Accuracy = 1e-3;

  std::int64_t unknowns() const { return static_cast<std::int64_t>(this->Weights.size()); }

  Context<Space>* Computing;
  DeviceVector<double, Space> Weights;
  DeviceVector<double, Space> Adjoint;
  DeviceVector<double, Space> Trial;
  DeviceVector<double, Space> Displacement; ///< weighted sum over load cases
  DeviceVector<double, Space> Combined;
  DeviceVector<double, Space> Energies;
};
}

#endif
