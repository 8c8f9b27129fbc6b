#ifndef TRABECULA_DESIGN_RESPONSE_STRESSNORM_H
#define TRABECULA_DESIGN_RESPONSE_STRESSNORM_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/PowerMean.h"
#include "Design/Response/Response.h"
#include "Physics/Elasticity.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * The largest stress, by its P-mean over material points and load cases (Le, Norato, Bruns, Ha and
 * Tortorelli, "Stress-based topology optimization for continua", Struct. Multidiscip. Optim. 41,
 * 2010). Force per area.
 *
 * With m the von Mises stress of the solid material at a point, relaxed as a = rho^1/2 m (Bruggi,
 * "On an alternative approach to stress constraints relaxation in topology optimization", Struct.
 * Multidiscip. Optim. 36, 2008) so that it vanishes with the material,
 *
 *     PM = (sum v a^P / sum v)^(1/P),   PM <= max a.
 *
 * The value is max a; stresses of elements are those at their centres. Gradients and linearizations
 * are those of c PM instead, with c = max a / PM in the first iterate, and then the mean of the
 * last c and of max a / PM; c is constant in derivatives. With w = (v / sum v) (a / PM)^(P - 1), s
 * the stress and h the displacement gradient, the adjoint load of a load case is that of the
 * stresses w rho^1/2 dm/ds : ds/dh at the points, and the derivative by the density at fixed
 * displacements is the sum over load cases of w a / (2 rho), zero where rho is.
 *
 * The stress of a thermal strain is the same in all directions, -3 K alpha (T - T_0), so that m
 * does not depend on temperatures at fixed displacements; it does by the displacements that they
 * cause.
 *
 * The mean is over the whole mesh except parts that remain solid or void, or over all elements of a
 * region. Weights of load cases have no effect.
 */
template <class Space>
class StressNorm : public Response<Space>
{
public:
  StressNorm(const ResponseSettings& settings, const ResponseInput<Space>& input);

  std::vector<AdjointSystem<Space>*> adjoints() override;
  /// Also measures the stress of the trial design, which evaluate() returns once it is accepted.
  void computeAdjointLoads(const SolvedDesign<Space>& trial) override;
  double evaluate(const SolvedDesign<Space>& design) override;
  /// Returns c PM and PM.
  std::vector<double> furtherColumns() const override
  {
    return { this->Mean.scale * this->Mean.norm, this->Mean.norm };
  }
  void accept() override { this->Mean.accept(); }
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override;
  void addDerivativesByForces(
    const SolvedDesign<Space>& design, std::size_t term, Vector<Space>& result) const override;
  double scaleOfGradient() const override { return this->Mean.lastScale; }
  /// Linearizes c PM <= bound.
  LinearizedConstraint<Space> linearize(
    Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient) override
  {
    (void)value;
    return Response<Space>::linearize(
      design, this->Mean.lastScale * this->Mean.norm, bound, gradient);
  }
  /// Adjoint solutions, and the vectors from which gradients are computed.
  NamedVectors<Space> stateVectors() override;
  /// Returns c and PM.
  NamedScalars stateScalars() override;

private:
  struct Measures
  {
    double norm = 0.0;    ///< PM
    double largest = 0.0; ///< max a
  };

  std::string Suffix; ///< of the names in states
  double Exponent;
  double Modulus; ///< of solid material
  bool IsPlane;   ///< plane stress
  Elasticity Law; ///< for a modulus of one; of plane stress with its constants
  std::vector<std::size_t> Loads;
  std::vector<std::unique_ptr<AdjointSystem<Space>>> Systems; ///< one for each of them
  Vector<Space> Weights;       ///< v / sum v of each point, over all load cases; 0 outside
  Vector<Space> Energies;      ///< sum of v.(K_p u) for moduli of one
  Vector<Space> Explicit;      ///< derivatives of PM by densities at fixed displacements
  Vector<Space> TrialExplicit; ///< the same for the trial design
  Measures Trial;
  ScaledMean Mean;
};

ResponseDescription largestStressDescription();
}

#endif
