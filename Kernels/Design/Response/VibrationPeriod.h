#ifndef TRABECULA_DESIGN_RESPONSE_VIBRATIONPERIOD_H
#define TRABECULA_DESIGN_RESPONSE_VIBRATIONPERIOD_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"
#include "Solver/Eigen/Lobpcg.h"

#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The longest period of free vibrations, 1 / f for the lowest natural frequency f: minimizing or
 * bounding it raises natural frequencies.
 *
 * With the lowest eigenvalues lambda_i of K x = lambda M x it is the smooth
 *
 *     T = 2 pi / J^1/2,   J = (sum of lambda_i^-8)^(-1/8) <= lambda_1,
 *
 * of the first six elastic modes, or of fewer where the sixth has the eigenvalue of the next one: a
 * repeated eigenvalue has no gradient, but a symmetric sum over all of its copies has. With x.(M x)
 * = 1, d lambda = x.(dK - lambda dM) x.
 *
 * The mass of an element is that of the solid material times the density rho, but below 0.1 times
 * 6e5 rho^6 - 5e6 rho^7, which vanishes faster than the stiffness, so that no modes of void are the
 * lowest ones (Du, Olhoff, Struct. Multidisc. Optim. 34, 2007). Point masses are those of the
 * conditions.
 *
 * Each trial design takes one solution of Lobpcg with the preconditioner of the model, which starts
 * with the modes of the accepted one; these are part of the state.
 */
template <class Space>
class VibrationPeriod : public Response<Space>
{
public:
  VibrationPeriod(const ResponseSettings& settings, const ResponseInput<Space>& input);

  bool solve(const SolvedDesign<Space>& trial, const LoadSolveSettings& settings,
    Observer& observer) override;
  double evaluate(const SolvedDesign<Space>& design) override;
  /// Returns the frequency 1 / T, and that of the first mode alone.
  std::vector<double> furtherColumns() const override;
  void accept() override;
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override;
  /// The modes with which the next solution starts, and the vectors of gradients.
  NamedVectors<Space> stateVectors() override;
  NamedScalars stateScalars() override;

private:
  /// Sets the start vectors of the first design.
  void start(ElasticModel<Space>& model);
  void setDensities(ElasticModel<Space>& model, const Vector<Space>& density);

  Vector<Space> SolidMass; ///< mass of solid material over the volume of each material point
  Vector<Space> Densities; ///< coefficients of the mass
  std::unique_ptr<Lobpcg<Space>> Modes;
  std::vector<Vector<Space>> Accepted; ///< modes of the accepted design
  double HasModes = 0.0;               ///< 1 if there are some
  double Eigenvalue = 0.0;             ///< J
  double First = 0.0;                  ///< lambda_1
  // Sums over modes of (J / lambda)^9 x.(K_p x) and of (J / lambda)^9 lambda x.(M_p x), for
  // coefficients of one.
  Vector<Space> StiffnessEnergies;
  Vector<Space> MassEnergies;
};

ResponseDescription vibrationPeriodDescription();
}

#endif
