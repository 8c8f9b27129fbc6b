#ifndef TRABECULA_DESIGN_RESPONSE_WORSTCOMPLIANCE_H
#define TRABECULA_DESIGN_RESPONSE_WORSTCOMPLIANCE_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * The largest compliance c of several load cases. Force times length. Weights of load cases have no
 * effect.
 *
 * It is smoothed as (sum c^P)^(1/P), which is at least the largest, and the derivative of which is
 * that of the sum of compliances with the weights (c / value)^(P - 1). For P = 0 it is the largest
 * itself, with a term for each load case.
 */
template <class Space>
class WorstCompliance : public Response<Space>
{
public:
  WorstCompliance(const ResponseSettings& settings, const ResponseInput<Space>& input);

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
  std::size_t numberOfTerms() const override { return this->EnergiesOfLoads.size(); }
  std::size_t termOfValue() const override
  {
    return this->hasTerms()
      ? static_cast<std::size_t>(
          std::max_element(this->Values.begin(), this->Values.end()) - this->Values.begin())
      : 0;
  }
  void addDerivativesByForces(
    const SolvedDesign<Space>& design, std::size_t term, Vector<Space>& result) const override;
  double linearizeTerm(
    std::size_t term, Parametrization<Space>& design, Vector<Space>& result) override
  {
    design.pullBackModuli(-1.0, this->EnergiesOfLoads[term], result);
    return this->Values[term];
  }
  /// The weighted sum over load cases of u.(K_p u) for moduli of one at each material point, and
  /// the same for the load case of each term.
  NamedVectors<Space> stateVectors() override;
  /// The values of terms.
  NamedScalars stateScalars() override;

private:
  bool hasTerms() const { return this->Exponent == 0.0; }
  /// The P-norm of compliances, and its derivatives by these, the weights of their sum.
  double worstOf(const std::vector<double>& values, std::vector<double>& weights) const;

  std::string Suffix;
  double Exponent;
  std::vector<std::size_t> Loads;
  std::vector<double> Values; ///< of these load cases
  Vector<Space> Energies;
  std::vector<Vector<Space>> EnergiesOfLoads; ///< of terms; empty if there are none
};

ResponseDescription worstComplianceDescription();
}

#endif
