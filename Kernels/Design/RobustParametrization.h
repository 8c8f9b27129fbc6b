#ifndef TRABECULA_DESIGN_ROBUSTPARAMETRIZATION_H
#define TRABECULA_DESIGN_ROBUSTPARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
#include "Design/DensityParametrization.h"
#include "Design/Parametrization.h"
#include "Design/Stage/PenalizationContinuation.h"
#include "Design/Stage/StageChain.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Densities of elements that are evaluated as three (Wang, Lazarov and Sigmund, Struct. Multidisc.
 * Optim. 43, 2011): eroded, intermediate and dilated, by projections of the same filtered densities
 * with the thresholds 1/2 + shift, 1/2 and 1/2 - shift. A design that is optimal whether it is made
 * too thin or too thick has no members and no holes that are much smaller than the filter's radius.
 *
 * Densities are ordered, so that with fixed loads the eroded design has the largest compliance, and
 * it alone is analysed (Trillet, Duysinx and Fernandez, Struct. Multidisc. Optim. 64, 2021): moduli
 * are those of the eroded density. density() is the intermediate one, the design to be made. The
 * dilated one has the bounds on volumes, see Parametrization::boundedDensity().
 */
template <class Space>
class RobustParametrization : public Parametrization<Space>
{
public:
  /// The parameters are those of DensityParametrization; the filter is one of the stages.
  RobustParametrization(const DensityParametrizationSettings& settings,
    const Vector<Space>& volumes, const Vector<Space>& centroids,
    const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start,
    const std::vector<double>& solidFractions = {}, const VoxelGrid* grid = nullptr);

  const Vector<Space>& variables() const override { return this->Filtered.variables(); }
  const Vector<Space, std::uint8_t>& freeVariables() const override
  {
    return this->Filtered.isDesign();
  }
  Vector<Space>& trialVariables() override { return this->Filtered.trialVariables(); }
  bool isDensityLinear() const override { return false; }
  void startDesign(int iteration, double change) override;
  void keepDesign() override;
  void evaluateTrial() override;
  void accept() override;
  bool mayConverge(int iteration) const override;
  std::vector<double> columnValues() const override;

  const Vector<Space>& nextDensity() const override { return this->intermediate().nextDensity(); }
  const Vector<Space>& density() const override { return this->intermediate().density(); }
  bool boundsOtherDensity() const override { return true; }
  bool renewsBounds() const override { return this->Iteration % this->Settings.interval == 0; }
  const Vector<Space>& boundedDensity() const override
  {
    return this->Projected[Dilated].density();
  }
  /// The density that is analysed.
  const Vector<Space>& erodedDensity() const { return this->Projected[Eroded].density(); }

  ///@{
  /// Moduli are those of the eroded density, and so are derivatives with respect to them.
  void trialModuli(Vector<Space>& moduli) const override;
  void moduli(Vector<Space>& moduli) const override;
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override;
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override;
  ///@}
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override
  {
    this->pullBackFrom(Intermediate, values, gradient);
  }
  void pullBackBoundedDensity(const Vector<Space>& values, Vector<Space>& gradient) override
  {
    this->pullBackFrom(Dilated, values, gradient);
  }

  std::vector<double> filteredDensity() const override { return this->density().toHost(); }
  NamedValues stageState() const override;
  void restore(const std::vector<double>& variables, const std::vector<double>& filteredDensity,
    const NamedValues& stageState) override;

  /// Number of fields besides the variables, of a StageChain if settings are not robust; see
  /// StageChain::fields().
  static std::size_t fields(const ChainSettings& settings);

private:
  enum Realization
  {
    Eroded,
    Intermediate,
    Dilated,
    Realizations
  };

  const StageChain<Space>& intermediate() const { return this->Projected[Intermediate]; }
  void pullBackFrom(
    Realization realization, const Vector<Space>& ofDensity, Vector<Space>& gradient);
  /// Writes the filtered densities of the next design to the chains that begin with them.
  void passFiltered();

  RobustSettings Settings;
  StageChain<Space> Filtered; ///< filter and extrusion, which all have in common
  std::vector<StageChain<Space>> Projected;
  PenalizationContinuation Continuation;
  Vector<Space> Fractions; ///< empty for whole elements
  DensityToModulus Law;
  int Iteration = 0; ///< of the accepted design
  int NextIteration = 0;
  double Total; ///< volume
  const Vector<Space>* Volumes;
};
}

#endif
