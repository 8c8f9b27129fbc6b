#include "Design/Stage/PenalizationContinuation.h"

namespace trabecula
{
std::vector<StageSetting> PenalizationKind::settings()
{
  using Stages = StageSettings;
  constexpr double mostDesigns = 1e6;
  constexpr double largest = 100.0;
  constexpr double leastStep = 1e-3;
  return {
    { "PenalizationContinuation", "Penalization Continuation",
      [](const Stages& s) { return s.penalization.isOn ? 1.0 : 0.0; },
      [](Stages& s, double value) { s.penalization.isOn = value != 0.0; }, 0.0, 1.0, false,
      { "Off", "On" } },
    { "InitialPenalization", "Initial Penalization",
      [](const Stages& s) { return s.penalization.first; },
      [](Stages& s, double value) { s.penalization.first = value; }, 0.0, largest },
    { "PenalizationStep", "Penalization Step", [](const Stages& s) { return s.penalization.step; },
      [](Stages& s, double value) { s.penalization.step = value; }, leastStep, largest },
    { "PenalizationInterval", "Penalization Interval",
      [](const Stages& s) { return static_cast<double>(s.penalization.interval); },
      [](Stages& s, double value) { s.penalization.interval = static_cast<int>(value); }, 1.0,
      mostDesigns, true },
    { "PenalizationChange", "Penalization Change",
      [](const Stages& s) { return s.penalization.change; },
      [](Stages& s, double value) { s.penalization.change = value; }, 0.0, 1.0 },
  };
}
}
