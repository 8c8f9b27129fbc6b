#ifndef TRABECULA_DESIGN_RESPONSE_STRESSNORM_H
#define TRABECULA_DESIGN_RESPONSE_STRESSNORM_H

#include "Core/Vectors/Vector.h"
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
 * The value is max a, for elements that at their centres. Gradients and linearizations are those of
 * c PM instead, with c = max a / PM in the first iterate, and then the mean of the last c and of
 * max a / PM; c is constant in derivatives. With w = (v / sum v) (a / PM)^(P - 1), s the stress and
 * h the displacement gradient, the adjoint load of a load case is that of the stresses
 * w rho^1/2 dm/ds : ds/dh at the points, and the derivative by the density at fixed displacements
 * is the sum over load cases of w a / (2 rho), zero where rho is.
 *
 * The mean is that of the whole mesh but parts that remain solid or void, or of all elements of a
 * region. Weights of load cases are without effect.
 */
template <class Space>
class StressNorm : public Response<Space>
{
public:
  StressNorm(const ResponseSettings& settings, const ResponseInput<Space>& input);

  std::vector<AdjointSystem<Space>*> adjoints() override;
  void computeAdjointLoads(const SolvedDesign<Space>& trial) override;
  double evaluate(const SolvedDesign<Space>& design) override;
  /// c PM and PM.
  std::vector<double> furtherColumns() const override
  {
    return { this->Scale * this->Norm, this->Norm };
  }
  void accept() override { this->LastScale = this->Scale; }
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override;
  /// c PM <= bound
  LinearizedConstraint<Space> linearize(
    Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient) override
  {
    (void)value;
    return Response<Space>::linearize(design, this->LastScale * this->Norm, bound, gradient);
  }
  /// Adjoint solutions, and what gradients are made of.
  NamedVectors<Space> stateVectors() override;
  /// c, and PM.
  NamedScalars stateScalars() override;

private:
  /// Sets a for all points and load cases, and the norm and its largest value.
  void measure(const SolvedDesign<Space>& design, Vector<Space>& stresses);

  std::string Suffix; ///< of names in states
  double Exponent;
  double Modulus; ///< of solid material
  Elasticity Law; ///< for a modulus of one
  std::vector<std::size_t> Loads;
  std::vector<std::unique_ptr<AdjointSystem<Space>>> Systems; ///< one for each of them
  Vector<Space> Weights;  ///< v / sum v of each point, over all load cases; 0 outside
  Vector<Space> Energies; ///< sum of v.(K_p u) for moduli of one
  Vector<Space> Explicit; ///< derivatives by densities at fixed displacements
  double Norm = 0.0;
  double Largest = 0.0;
  double Scale = 0.0;
  double LastScale = 0.0; ///< of the last accepted iterate; 0 before the first
};

ResponseDescription largestStressDescription();
}

#endif
