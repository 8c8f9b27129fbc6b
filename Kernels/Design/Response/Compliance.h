#ifndef TRABECULA_DESIGN_RESPONSE_COMPLIANCE_H
#define TRABECULA_DESIGN_RESPONSE_COMPLIANCE_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

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
 */
template <class Space>
class Compliance : public Response<Space>
{
public:
  /// @param materialPoints layout with one component
  explicit Compliance(const LayoutPointer<Space>& materialPoints) : Energies(materialPoints) {}
  Compliance(const ResponseSettings& /*settings*/, const ResponseInput<Space>& input)
    : Compliance(input.model.materialPoints())
  {
  }

  double evaluate(const SolvedDesign<Space>& design) override
  {
    return design.loads.compliance(
      design.moduli, this->Energies, design.loads.size() > 1 ? &this->LoadCaseValues : nullptr);
  }
  /// Returns the compliance of each load case without its weight; empty for a single load case.
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
  const Vector<Space>* unitEnergies() const override { return &this->Energies; }
  NamedVectors<Space> stateVectors() override { return { { "energies", &this->Energies } }; }

private:
  Vector<Space> Energies;
  std::vector<double> LoadCaseValues;
};

ResponseDescription complianceDescription();
}

#endif
