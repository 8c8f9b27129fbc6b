#ifndef TRABECULA_DESIGN_RESPONSE_COMPLIANCE_H
#define TRABECULA_DESIGN_RESPONSE_COMPLIANCE_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <string>
#include <vector>

namespace trabecula
{
/// The work of the loads, weighted sum over load cases of 2 f.u - u.K u; self-adjoint: its
/// derivative with respect to a modulus is -u.K_p u (EbE paper, eq. 3). Force times length.
template <class Space>
class Compliance : public Response<Space>
{
public:
  /// @param materialPoints layout with one component
  explicit Compliance(const LayoutPointer<Space>& materialPoints) : Energies(materialPoints) {}

  std::string name() const override { return "Compliance"; }
  double evaluate(const SolvedDesign<Space>& design) override
  {
    return design.loads.compliance(
      design.moduli, this->Energies, design.loads.size() > 1 ? &this->LoadCaseValues : nullptr);
  }
  void gradient(Parametrization<Space>& parametrization, Vector<Space>& result) override
  {
    parametrization.pullBackModuli(-1.0, this->Energies, result);
  }

  /// Weighted sum over load cases of u.(K_p u) for moduli of one at each material point.
  Vector<Space>& energies() { return this->Energies; }
  const Vector<Space>& energies() const { return this->Energies; }

  /// Of each load case without its weight, at the last evaluation; empty for a single one.
  const std::vector<double>& ofLoadCases() const { return this->LoadCaseValues; }

private:
  Vector<Space> Energies;
  std::vector<double> LoadCaseValues;
};
}

#endif
