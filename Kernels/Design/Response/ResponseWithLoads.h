#ifndef TRABECULA_DESIGN_RESPONSE_RESPONSEWITHLOADS_H
#define TRABECULA_DESIGN_RESPONSE_RESPONSEWITHLOADS_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * A response to loads that depend on the design: the derivatives of another response, and those by
 * the loads (Bruyneel and Duysinx, "Note on topology optimization of continuum structures including
 * self-weight", Struct. Multidisc. Optim. 29, 2005).
 *
 * With f = sum of s_e w_e, where s is the density for weight and Young's modulus for thermal
 * strain, and v the derivative of the value by forces, which is that of an adjoint solution,
 * dJ/ds_e = v.w_e. Where the temperature is solved with the design it has an adjoint for each
 * value, too; see DesignTemperature.
 */
template <class Space>
class ResponseWithLoads : public Response<Space>
{
public:
  /// @param response whose description says hasLoadsOfDesign
  ResponseWithLoads(std::unique_ptr<Response<Space>> response, const ResponseSettings& settings,
    const ResponseInput<Space>& input);

  std::vector<AdjointSystem<Space>*> adjoints() override { return this->Of->adjoints(); }
  void computeAdjointLoads(const SolvedDesign<Space>& trial) override
  {
    this->Of->computeAdjointLoads(trial);
  }
  /// Solves for the adjoint of the temperature.
  bool solve(const SolvedDesign<Space>& trial, const LoadSolveSettings& settings,
    Observer& observer) override;
  std::size_t furtherSystems() const override;
  bool isAccurate(const SolvedDesign<Space>& trial) override { return this->Of->isAccurate(trial); }

  double evaluate(const SolvedDesign<Space>& design) override;
  std::vector<double> furtherColumns() const override { return this->Of->furtherColumns(); }
  void accept() override { this->Of->accept(); }

  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override;
  std::size_t numberOfTerms() const override { return this->Of->numberOfTerms(); }
  std::size_t termOfValue() const override { return this->Of->termOfValue(); }
  double linearizeTerm(
    std::size_t term, Parametrization<Space>& design, Vector<Space>& result) override;
  LinearizedConstraint<Space> linearize(
    Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient) override;
  const Vector<Space>* unitEnergies() const override { return this->Of->unitEnergies(); }
  /// Those of the response, the derivatives by loads, and adjoint temperatures.
  NamedVectors<Space> stateVectors() override;
  NamedScalars stateScalars() override { return this->Of->stateScalars(); }

  /// Bytes of what is added to a response. @param temperatures of nodes; 0 unless they are solved
  static std::size_t memory(
    std::size_t terms, std::size_t unknowns, std::size_t elements, std::size_t temperatures);

private:
  /// Derivatives of the value, or of one of several terms, by loads.
  struct Derivatives
  {
    Vector<Space> byDensity;
    Vector<Space> byModulus;
    std::unique_ptr<AdjointSystem<Space>> temperature; ///< null unless it is solved
  };

  /// result += derivatives with respect to densities
  void addToDensity(
    std::size_t term, const Parametrization<Space>& design, Vector<Space>& result) const;
  /// gradient += derivatives with respect to variables
  void addToGradient(
    std::size_t term, Parametrization<Space>& design, Vector<Space>& gradient) const;

  std::unique_ptr<Response<Space>> Of;
  std::string Name;               ///< with which the names in states begin
  std::vector<Derivatives> Terms; ///< one if there are no terms
};
}

#endif
