#ifndef TRABECULA_DESIGN_REPLICATEDPARAMETRIZATION_H
#define TRABECULA_DESIGN_REPLICATEDPARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
#include "Design/GatheredSites.h"
#include "Design/Parametrization.h"
#include "Mesh/Distribution/HaloPlan.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace trabecula
{
/// Of a part of a design, what one of the parametrizations of the whole determines: densities and
/// moduli of the part's sites, and derivatives, which depend on those of all parts.
template <class Space>
class ReplicatedDensity : public Parametrization<Space>
{
public:
  const Vector<Space>& nextDensity() const override { return this->Next; }
  void trialModuli(Vector<Space>& moduli) const override;
  const Vector<Space>& density() const override { return this->Accepted; }
  void moduli(Vector<Space>& moduli) const override;
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override;
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override;
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override;

  /// Takes the densities of the next design.
  void takeNext();
  /// Makes the next densities the accepted ones, which are then another design's.
  void swapDensities() { this->Accepted.swap(this->Next); }
  /// Takes the densities of the accepted design.
  void takeAccepted();

protected:
  ReplicatedDensity() = default;
  /// @param sites, whole must remain valid @param points layout of the material points of the part
  void setWhole(const GatheredSites<Space>& sites, Parametrization<Space>& whole,
    const LayoutPointer<Space>& points);
  const GatheredSites<Space>& sites() const { return *this->Sites; }
  Parametrization<Space>& whole() const { return *this->Whole; }

private:
  const GatheredSites<Space>* Sites = nullptr;
  Parametrization<Space>* Whole = nullptr;
  Vector<Space> Accepted;
  Vector<Space> Next;
};

template <class Space>
class ReplicatedRealization;

/**
 * A part of a design whose parametrization needs the whole, such as stages with columns of elements
 * or with images of them: each part has the parametrization of all elements, evaluates it alone
 * with the variables of all parts, and takes what belongs to its own elements. Variables and
 * vectors of material points are divided as those of other designs are, so that optimizers and
 * responses know no difference.
 *
 * All parts compute the same numbers in the same order, without exchanging anything in between; on
 * devices whose sums vary in their rounding each element has the density that its owner computes.
 * Memory and time of the parametrization are those of the whole design on each part.
 */
template <class Space>
class ReplicatedParametrization : public ReplicatedDensity<Space>
{
public:
  /// Makes a parametrization whose variables and material points are the elements of the whole.
  /// @param volumes remain valid @param positions only remain valid during the call
  using MakeWhole = std::function<std::unique_ptr<Parametrization<Space>>(
    const Vector<Space>& volumes, const Vector<Space>& positions)>;

  /// Called by all parts at the same time.
  /// @param plan of the elements of the part
  /// @param volumes of the elements of the part, whose layout is that of its material points
  /// @param positions three components, length
  ReplicatedParametrization(const HaloPlan& plan, const Vector<Space>& volumes,
    const Vector<Space>& positions, const MakeWhole& make);
  ~ReplicatedParametrization() override;

  const Vector<Space>& variables() const override { return this->Variables; }
  const Vector<Space, std::uint8_t>& freeVariables() const override { return this->Free; }
  Vector<Space>& trialVariables() override { return this->NextVariables; }
  bool isDensityLinear() const override { return this->Design->isDensityLinear(); }
  void startDesign(int iteration, double change) override
  {
    this->Design->startDesign(iteration, change);
  }
  void keepDesign() override { this->Design->keepDesign(); }
  void evaluateTrial() override;
  void accept() override;
  bool mayConverge(int iteration) const override { return this->Design->mayConverge(iteration); }
  std::vector<double> columnValues() const override { return this->Design->columnValues(); }

  bool boundsOtherDensity() const override { return this->Design->boundsOtherDensity(); }
  bool renewsBounds(double excess) const override { return this->Design->renewsBounds(excess); }
  const Vector<Space>& boundedDensity() const override
  {
    return this->boundsOtherDensity() ? this->Bounded : this->density();
  }
  void pullBackBoundedDensity(const Vector<Space>& values, Vector<Space>& gradient) override;

  std::size_t realizations() const override { return this->Design->realizations(); }
  Parametrization<Space>& realization(std::size_t number) override;
  std::size_t shownRealization() const override { return this->Design->shownRealization(); }

  std::vector<double> filteredDensity() const override
  {
    return this->Gathered.take(this->Design->filteredDensity());
  }
  NamedValues stageState() const override { return this->Design->stageState(); }
  void restore(const std::vector<double>& variables, const std::vector<double>& filteredDensity,
    const NamedValues& stageState) override;

  std::size_t separateMemory() const override { return this->Gathered.whole().allocated(); }
  std::size_t separatePeak() const override { return this->Gathered.whole().peak(); }

  /// Upper bound of the bytes besides those of the whole parametrization and of what every design
  /// has for each element of a part.
  /// @param elements of the whole @param ofPart number of elements of the part, ghosts included
  /// @param realizations see Parametrization
  static std::size_t memory(std::size_t elements, std::size_t ofPart, std::size_t realizations);

private:
  /// Takes the densities of all realizations by a function of ReplicatedDensity.
  void forEachDensity(void (ReplicatedDensity<Space>::*work)());
  void takeBounded();

  GatheredSites<Space> Gathered;
  LayoutPointer<Space> AllPoints;
  Vector<Space> Volumes; ///< of all elements
  std::unique_ptr<Parametrization<Space>> Design;
  // Of the part:
  LayoutPointer<Space> OfVariables;
  Vector<Space, std::uint8_t> Free;
  Vector<Space> Variables;
  Vector<Space> NextVariables;
  Vector<Space> Bounded;                                               ///< empty if it is density()
  std::vector<std::unique_ptr<ReplicatedRealization<Space>>> Realized; ///< empty if there is one
};

/// One of several realizations of a replicated design. What changes the variables changes the
/// whole design.
template <class Space>
class ReplicatedRealization : public ReplicatedDensity<Space>
{
public:
  /// @param design must remain valid, as must the others
  ReplicatedRealization(ReplicatedParametrization<Space>& design, const GatheredSites<Space>& sites,
    Parametrization<Space>& whole)
    : Of(&design)
  {
    this->setWhole(sites, whole, design.density().layoutPointer());
  }

  const Vector<Space>& variables() const override { return this->Of->variables(); }
  const Vector<Space, std::uint8_t>& freeVariables() const override
  {
    return this->Of->freeVariables();
  }
  Vector<Space>& trialVariables() override { return this->Of->trialVariables(); }
  bool isDensityLinear() const override { return this->Of->isDensityLinear(); }
  void evaluateTrial() override { this->Of->evaluateTrial(); }
  void accept() override { this->Of->accept(); }
  void restore(const std::vector<double>& variables, const std::vector<double>& filteredDensity,
    const NamedValues& stageState) override
  {
    this->Of->restore(variables, filteredDensity, stageState);
  }

private:
  ReplicatedParametrization<Space>* Of;
};
}

#endif
