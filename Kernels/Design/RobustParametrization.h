#ifndef TRABECULA_DESIGN_ROBUSTPARAMETRIZATION_H
#define TRABECULA_DESIGN_ROBUSTPARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
#include "Design/DensityParametrization.h"
#include "Design/Parametrization.h"
#include "Design/PointDensity.h"
#include "Design/Stage/PenalizationContinuation.h"
#include "Design/Stage/StageChain.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
template <class Space>
class RealizedDesign;

/**
 * Densities of elements or nodes that are evaluated as three (Wang, Lazarov and Sigmund, Struct.
 * Multidisc. Optim. 43, 2011): eroded, intermediate and dilated, by projections of the same
 * filtered densities with the thresholds 1/2 + shift, 1/2 and 1/2 - shift. A design that is optimal
 * whether it is made too thin or too thick has no members and no holes that are much smaller than
 * the filter's radius.
 *
 * Sweeps follow the projection of each density, in the places of one FormGrid if they need it. They
 * and the way back to elements are monotone, so that densities remain ordered.
 *
 * Densities are ordered, so that with fixed loads the eroded design has the largest compliance, and
 * it alone is analysed (Trillet, Duysinx and Fernandez, Struct. Multidisc. Optim. 64, 2021): moduli
 * are those of the eroded density. By RobustSettings::analysesAll all three are, as realizations.
 * density() is the intermediate one, the design to be made. The dilated one has the bounds on
 * volumes, see Parametrization::boundedDensity().
 *
 * If material points are not the sites of the variables, stages change densities of sites, and all
 * densities here are those that a PointDensity makes of them. They are ordered as those of sites
 * are where its weights are not negative.
 */
template <class Space>
class RobustParametrization : public Parametrization<Space>
{
public:
  enum Realization
  {
    Eroded,
    Intermediate,
    Dilated,
    Realizations
  };

  /// The parameters are those of DensityParametrization; the filter is one of the stages.
  RobustParametrization(const DensityParametrizationSettings& settings,
    const Vector<Space>& volumes, const Vector<Space>& centroids,
    const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start,
    const std::vector<double>& solidFractions = {}, const VoxelGrid* grid = nullptr,
    const Mesh* mesh = nullptr, const LayoutPointer<Space>& nodes = nullptr);
  /**
   * For densities of any sites.
   *
   * @param law without fractions
   * @param atPoints makes densities at material points; null if these are the sites
   * @param volumes of the sites; their memory must remain valid
   */
  RobustParametrization(const ChainSettings& chain, const DensityToModulus& law,
    std::unique_ptr<PointDensity<Space>> atPoints, const Vector<Space>& volumes,
    const Vector<Space>& positions, const std::vector<std::uint8_t>& isDesign,
    const std::vector<double>& start, const VoxelGrid* grid = nullptr, const Mesh* mesh = nullptr,
    const LayoutPointer<Space>& nodes = nullptr);
  RobustParametrization(const RobustParametrization&) = delete;
  RobustParametrization& operator=(const RobustParametrization&) = delete;

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

  const Vector<Space>& nextDensity() const override { return this->nextDensityOf(Intermediate); }
  const Vector<Space>& density() const override { return this->densityOf(Intermediate); }
  bool boundsOtherDensity() const override { return true; }
  /// Bounds are renewed after each interval, within it where the volume of the design exceeds its
  /// bound, and for each design when parameters have been the same for an interval, so that the
  /// volume of the last design is at its bound.
  bool renewsBounds(double excess) const override;
  const Vector<Space>& boundedDensity() const override { return this->densityOf(Dilated); }
  /// The density that is analysed.
  const Vector<Space>& erodedDensity() const { return this->densityOf(Eroded); }

  ///@{
  /// Moduli are those of the eroded density, and so are derivatives with respect to them.
  void trialModuli(Vector<Space>& moduli) const override { this->trialModuliOf(Eroded, moduli); }
  void moduli(Vector<Space>& moduli) const override { this->moduliOf(Eroded, moduli); }
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override
  {
    this->pullBackModuliOf(Eroded, factor, values, gradient);
  }
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override
  {
    this->derivativesToDensityOf(Eroded, factor, values, result);
  }
  ///@}

  ///@{
  /// The eroded, the intermediate and the dilated design if all are analysed; else this one.
  std::size_t realizations() const override
  {
    return static_cast<std::size_t>(this->Settings.analyses());
  }
  Parametrization<Space>& realization(std::size_t number) override;
  std::size_t shownRealization() const override
  {
    return this->realizations() > 1 ? Intermediate : 0;
  }
  ///@}

  ///@{
  /// What a RealizedDesign is made of; see the functions of Parametrization.
  const Vector<Space>& densityOf(Realization one) const
  {
    return this->Densities.empty() ? this->Projected[one].density() : this->Densities[one].accepted;
  }
  const Vector<Space>& nextDensityOf(Realization one) const
  {
    return this->Densities.empty() ? this->Projected[one].nextDensity() : this->Densities[one].next;
  }
  void trialModuliOf(Realization one, Vector<Space>& moduli) const;
  void moduliOf(Realization one, Vector<Space>& moduli) const;
  void pullBackModuliOf(
    Realization one, double factor, const Vector<Space>& values, Vector<Space>& gradient);
  void derivativesToDensityOf(
    Realization one, double factor, const Vector<Space>& values, Vector<Space>& result) const;
  void pullBackFrom(Realization one, const Vector<Space>& ofDensity, Vector<Space>& gradient);
  ///@}
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override
  {
    this->pullBackFrom(Intermediate, values, gradient);
  }
  void pullBackBoundedDensity(const Vector<Space>& values, Vector<Space>& gradient) override
  {
    this->pullBackFrom(Dilated, values, gradient);
  }

  /// The intermediate density of sites.
  std::vector<double> filteredDensity() const override
  {
    return this->intermediate().density().toHost();
  }
  NamedValues stageState() const override;
  void restore(const std::vector<double>& variables, const std::vector<double>& filteredDensity,
    const NamedValues& stageState) override;

  /// Number of fields besides the variables, of a StageChain if settings are not robust; see
  /// StageChain::fields().
  static std::size_t fields(const ChainSettings& settings);

private:
  /// A density at the material points.
  struct AtPoints
  {
    Vector<Space> accepted;
    Vector<Space> next;
  };

  const StageChain<Space>& intermediate() const { return this->Projected[Intermediate]; }
  /// The first design with the parameters of the accepted one, such as the projection's sharpness.
  int firstWithParameters() const;
  /// Whether bounds are renewed for each design, from the accepted one on.
  bool isSteady() const
  {
    return this->Iteration >= this->firstWithParameters() + this->Settings.interval;
  }
  /// Writes the filtered densities of the next design to the chains that begin with them.
  void passFiltered();

  RobustSettings Settings;
  /// Null unless sweeps need it; then the filter leads to its places, in which each density is
  /// projected and swept, and from which it returns to elements.
  std::shared_ptr<const FormGrid<Space>> Form;
  StageChain<Space> Filtered; ///< filter and extrusion, which all have in common
  std::vector<StageChain<Space>> Projected;
  std::unique_ptr<PointDensity<Space>> Map; ///< null if sites are the material points
  std::vector<AtPoints> Densities;          ///< empty without a map
  PenalizationContinuation Continuation;
  Vector<Space> Fractions; ///< empty for whole elements
  DensityToModulus Law;
  int Iteration = 0; ///< of the accepted design
  int NextIteration = 0;
  double Total;                                                 ///< volume
  Vector<Space> Volumes;                                        ///< of sites, a view
  std::vector<std::unique_ptr<RealizedDesign<Space>>> Analysed; ///< empty if one is
};

/// One of the three densities of a robust design as a parametrization by its variables. What
/// changes the variables changes the whole design.
template <class Space>
class RealizedDesign : public Parametrization<Space>
{
public:
  using Whole = RobustParametrization<Space>;

  /// @param whole must remain valid
  RealizedDesign(Whole& whole, typename Whole::Realization one) : Of(&whole), One(one) {}

  const Vector<Space>& variables() const override { return this->Of->variables(); }
  const Vector<Space, std::uint8_t>& freeVariables() const override
  {
    return this->Of->freeVariables();
  }
  Vector<Space>& trialVariables() override { return this->Of->trialVariables(); }
  bool isDensityLinear() const override { return false; }
  void evaluateTrial() override { this->Of->evaluateTrial(); }
  void accept() override { this->Of->accept(); }

  const Vector<Space>& nextDensity() const override { return this->Of->nextDensityOf(this->One); }
  const Vector<Space>& density() const override { return this->Of->densityOf(this->One); }
  void trialModuli(Vector<Space>& moduli) const override
  {
    this->Of->trialModuliOf(this->One, moduli);
  }
  void moduli(Vector<Space>& moduli) const override { this->Of->moduliOf(this->One, moduli); }
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override
  {
    this->Of->pullBackModuliOf(this->One, factor, values, gradient);
  }
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override
  {
    this->Of->pullBackFrom(this->One, values, gradient);
  }
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override
  {
    this->Of->derivativesToDensityOf(this->One, factor, values, result);
  }
  void restore(const std::vector<double>& variables, const std::vector<double>& filteredDensity,
    const NamedValues& stageState) override
  {
    this->Of->restore(variables, filteredDensity, stageState);
  }

private:
  Whole* Of;
  typename Whole::Realization One;
};
}

#endif
