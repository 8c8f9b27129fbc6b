#ifndef TRABECULA_DESIGN_STAGE_PENALIZATIONCONTINUATION_H
#define TRABECULA_DESIGN_STAGE_PENALIZATIONCONTINUATION_H

#include "Design/MaterialInterpolation.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"

#include <vector>

namespace trabecula
{
/**
 * The penalization of the interpolation of moduli as a parameter of designs: it is increased during
 * a run, up to that of the interpolation. With small penalizations the problem has few local
 * minima; the last ones leave few densities between void and solid.
 *
 * It is no stage, as it does not change densities. Its functions are those of Stage.
 */
class PenalizationContinuation
{
public:
  explicit PenalizationContinuation(const ChainSettings& settings)
    : Settings(settings.stages.penalization),
      Rule(this->Settings.rule(settings.penalization)), Accepted{ this->Settings.first },
      Next(this->Accepted)
  {
  }

  void startDesign(int iteration, double change)
  {
    this->Next = this->Accepted.next(this->Rule, iteration, change);
  }
  void keepDesign() { this->Next = this->Accepted; }
  void accept() { this->Accepted = this->Next; }
  bool mayConverge(int iteration) const
  {
    return !this->Settings.isOn || this->Accepted.isFinal(this->Rule, iteration);
  }
  void addColumnValues(std::vector<double>& values) const
  {
    if (this->Settings.isOn)
    {
      values.push_back(this->Accepted.value);
    }
  }
  void addState(NamedValues& state) const
  {
    if (this->Settings.isOn)
    {
      state.emplace_back("penalization", this->Accepted.value);
      state.emplace_back("penalizationSince", this->Accepted.since);
    }
  }
  void restore(const NamedValues& state)
  {
    this->Accepted = { valueOr(state, "penalization", this->Settings.first),
      static_cast<int>(valueOr(state, "penalizationSince", 0.0)) };
    this->Next = this->Accepted;
  }

  ///@{
  /// The law of the accepted and of the next design, from that with the last penalization.
  template <class Law>
  Law accepted(const Law& law) const
  {
    return this->with(law, this->Accepted.value);
  }
  template <class Law>
  Law next(const Law& law) const
  {
    return this->with(law, this->Next.value);
  }
  ///@}

private:
  /// @param law has a MaterialInterpolation, material
  template <class Law>
  Law with(Law law, double penalization) const
  {
    if (this->Settings.isOn)
    {
      law.material.penalization = penalization;
    }
    return law;
  }

  PenalizationSettings Settings;
  ContinuationRule Rule;
  ContinuedValue Accepted;
  ContinuedValue Next;
};

/// See ChainKinds.
struct PenalizationKind
{
  static bool isOn(const ChainSettings& settings) { return settings.stages.penalization.isOn; }
  static std::vector<StageSetting> settings();
  static std::vector<StageColumn> columns(const ChainSettings& settings)
  {
    return { { "Penalization", settings.penalization } };
  }
};
}

#endif
