#ifndef TRABECULA_DESIGN_RESPONSE_COMPLIANCE_H
#define TRABECULA_DESIGN_RESPONSE_COMPLIANCE_H

#include "Analysis/Loads/DesignForces.h"
#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * The work of the loads, weighted sum over load cases of 2 f.u - u.K u, force times length:
 * self-adjoint, as its derivative with respect to a modulus is -u.K_p u (EbE paper, eq. 3).
 *
 * It is minus twice the potential energy, so that any material added lowers it. With supports at
 * rest it is the work of the loads, f.u. With displaced supports and no forces it is minus the work
 * of the reactions, negative, and the least is the body that resists the displacement most.
 *
 * Where load cases are chosen it is the sum over these, or the compliance of a single one without
 * its weight.
 */
template <class Space>
class Compliance : public Response<Space>
{
public:
  /// @param materialPoints layout with one component
  explicit Compliance(const LayoutPointer<Space>& materialPoints) : Energies(materialPoints) {}
  Compliance(const ResponseSettings& settings, const ResponseInput<Space>& input)
    : Compliance(input.model.materialPoints())
  {
    if (!settings.loadCases.empty())
    {
      this->Weights = loadWeightsOf(settings, input.problem);
      this->Suffix = suffixOf(settings);
    }
  }

  double evaluate(const SolvedDesign<Space>& design) override
  {
    if (!this->Weights.empty())
    {
      return design.loads.compliance(design.moduli, this->Weights, this->Energies);
    }
    return design.loads.compliance(
      design.moduli, this->Energies, design.loads.size() > 1 ? &this->LoadCaseValues : nullptr);
  }
  /// Adds twice the displacements.
  void addDerivativesByForces(
    const SolvedDesign<Space>& design, std::size_t /*term*/, Vector<Space>& result) const override
  {
    for (std::size_t i = 0; i < design.loads.size(); ++i)
    {
      const double weight = this->Weights.empty() ? design.loads[i].weight : this->Weights[i];
      addScaled(2.0 * weight, design.displacement(i), result);
    }
  }
  /// Returns the compliance of each load case without its weight; empty for a single load case, or
  /// where load cases are chosen.
  std::vector<double> furtherColumns() const override { return this->LoadCaseValues; }
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override
  {
    design.derivativesToDensity(-1.0, this->Energies, result);
  }
  void gradient(Parametrization<Space>& design, Vector<Space>& result) override
  {
    design.pullBackModuli(-1.0, this->Energies, result);
  }
  const Vector<Space>* unitEnergies() const override
  {
    return this->Weights.empty() ? &this->Energies : nullptr;
  }
  NamedVectors<Space> stateVectors() override
  {
    return { { "energies" + this->Suffix, &this->Energies } };
  }

private:
  std::string Suffix;          ///< of the names in states
  std::vector<double> Weights; ///< of all load cases where some are chosen; empty for all
  Vector<Space> Energies;
  std::vector<double> LoadCaseValues;
};

ResponseDescription complianceDescription();
}

#endif
