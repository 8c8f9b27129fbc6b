#ifndef TRABECULA_OPTIMIZATION_RESPONSES_ANALYSEDDESIGN_H
#define TRABECULA_OPTIMIZATION_RESPONSES_ANALYSEDDESIGN_H

#include "Analysis/LoadCases.h"
#include "Core/Vectors/Vector.h"
#include "Design/Parametrization.h"
#include "Design/Response/Response.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace trabecula
{
/// What is analysed of a design: the moduli, load cases and solutions of each of its realizations,
/// see Parametrization::realizations(). They share one model, which has the moduli of one of them
/// at a time.
template <class Space>
class AnalysedDesign
{
public:
  /// @param model, design must remain valid
  /// @param solidModulus upper bound of the moduli
  /// @param makeLoads makes the load cases of a realization
  AnalysedDesign(ElasticModel<Space>& model, Parametrization<Space>& design, double solidModulus,
    const std::function<LoadCases<Space>()>& makeLoads);

  std::size_t size() const { return this->Realizations.size(); }
  Parametrization<Space>& design() const { return *this->Design; }

  /// Gives the model the moduli of a realization of the next design, and updates its loads.
  void prepareTrial(std::size_t realization);
  ///@{
  /// The input of responses of a realization: of the next design, which must be the one that was
  /// prepared last, and of the accepted one.
  SolvedDesign<Space> trial(std::size_t realization);
  SolvedDesign<Space> accepted(std::size_t realization);
  ///@}
  /// Accepts the solutions of all realizations.
  void accept();

  /// The realization whose solutions are shown.
  std::size_t shown() const { return this->Design->shownRealization(); }
  const LoadCases<Space>& shownLoads() const { return this->Realizations[this->shown()].loads; }
  LoadCases<Space>& shownLoads() { return this->Realizations[this->shown()].loads; }
  /// Layout of the temperature that is solved with the design; null without one.
  LayoutPointer<Space> temperatures() const
  {
    const DesignTemperature<Space>* solved = this->shownLoads().temperature();
    return solved ? solved->temperature().layoutPointer() : nullptr;
  }
  /// The strain energies of the shown realization over the volumes of the material points.
  /// @param unitEnergies for moduli of one
  Vector<Space> strainEnergyDensity(
    const Vector<Space>& unitEnergies, const Vector<Space>& volumes) const;
  /// The accepted solutions of all realizations, by the names that they have in states.
  NamedVectors<Space> stateVectors();

private:
  struct Realization
  {
    LoadCases<Space> loads;
    Vector<Space> moduli;
  };

  ElasticModel<Space>* Model;
  Parametrization<Space>* Design;
  double SolidModulus;
  std::vector<Realization> Realizations;
};

/// Returns the name in states of what a realization has: the first has the name itself.
std::string nameOfRealization(const std::string& name, std::size_t realization);
}

#endif
