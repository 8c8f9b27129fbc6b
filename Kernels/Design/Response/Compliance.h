#ifndef TRABECULA_DESIGN_RESPONSE_COMPLIANCE_H
#define TRABECULA_DESIGN_RESPONSE_COMPLIANCE_H

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
 * Where loads depend on the design its derivative has theirs, too, 2 u.f' (Bruyneel, Duysinx,
 * Struct. Multidisc. Optim. 29, 2005), so that it can be positive. Where they depend on a
 * temperature that is solved with the design, that takes one adjoint system of conduction; see
 * DesignTemperature.
 *
 * Where load cases are chosen it is the sum over these, or the compliance of a single one without
 * its weight.
 */
template <class Space>
class Compliance : public Response<Space>
{
public:
  /// @param materialPoints layout with one component
  /// @param loadsDepend whether loads depend on the design, see LoadCases::setDesignForces()
  explicit Compliance(const LayoutPointer<Space>& materialPoints, bool loadsDepend = false)
    : Energies(materialPoints)
  {
    if (loadsDepend)
    {
      this->OfDensity = Vector<Space>(materialPoints);
      this->OfModulus = Vector<Space>(materialPoints);
    }
  }
  Compliance(const ResponseSettings& settings, const ResponseInput<Space>& input)
    : Compliance(input.model.materialPoints(), input.problem.structure.ofDesign.isPresent())
  {
    if (!settings.loadCases.empty())
    {
      this->Weights = loadWeightsOf(settings, input.problem);
      this->Suffix = suffixOf(settings);
    }
  }

  /// Solves the adjoint of a temperature that is solved with the design.
  bool solve(const SolvedDesign<Space>& trial, const LoadSolveSettings& settings,
    Observer& observer) override
  {
    return !this->loadsDepend() || trial.loads.solveTemperatureAdjoint(settings, observer);
  }
  double evaluate(const SolvedDesign<Space>& design) override
  {
    if (!this->Weights.empty())
    {
      return design.loads.compliance(design.moduli, this->Weights, this->Energies);
    }
    const double value = design.loads.compliance(
      design.moduli, this->Energies, design.loads.size() > 1 ? &this->LoadCaseValues : nullptr);
    if (this->loadsDepend())
    {
      design.loads.designWork(this->OfDensity, this->OfModulus);
      addScaled(-1.0, this->Energies, this->OfModulus);
    }
    return value;
  }
  /// Returns the compliance of each load case without its weight; empty for a single load case, or
  /// where load cases are chosen.
  std::vector<double> furtherColumns() const override { return this->LoadCaseValues; }
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override
  {
    if (!this->loadsDepend())
    {
      design.derivativesToDensity(-1.0, this->Energies, result);
      return;
    }
    design.derivativesToDensity(1.0, this->OfModulus, result);
    addScaled(1.0, this->OfDensity, result);
  }
  void gradient(Parametrization<Space>& design, Vector<Space>& result) override
  {
    if (this->loadsDepend())
    {
      Response<Space>::gradient(design, result);
      return;
    }
    design.pullBackModuli(-1.0, this->Energies, result);
  }
  const Vector<Space>* unitEnergies() const override
  {
    return this->Weights.empty() ? &this->Energies : nullptr;
  }
  NamedVectors<Space> stateVectors() override
  {
    NamedVectors<Space> vectors = { { "energies" + this->Suffix, &this->Energies } };
    if (this->loadsDepend())
    {
      vectors.emplace_back("complianceOfDensity", &this->OfDensity);
      vectors.emplace_back("complianceOfModulus", &this->OfModulus);
    }
    return vectors;
  }

private:
  bool loadsDepend() const { return !this->OfDensity.empty(); }

  std::string Suffix;          ///< of the names in states
  std::vector<double> Weights; ///< of all load cases where some are chosen; empty for all
  Vector<Space> Energies;
  ///@{
  /// Derivatives with respect to densities and moduli, with those of the loads; empty if loads do
  /// not depend on the design.
  Vector<Space> OfDensity;
  Vector<Space> OfModulus;
  ///@}
  std::vector<double> LoadCaseValues;
};

ResponseDescription complianceDescription();
}

#endif
