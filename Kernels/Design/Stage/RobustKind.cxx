#include "Design/Stage/RobustKind.h"

namespace trabecula
{
std::vector<StageSetting> RobustKind::settings()
{
  using Stages = StageSettings;
  constexpr double mostDesigns = 1e6;
  constexpr double leastShift = 0.01;
  constexpr double largestShift = 0.45;
  return {
    { "Robust", "Robust Design", [](const Stages& s) { return s.robust.isOn ? 1.0 : 0.0; },
      [](Stages& s, double value) { s.robust.isOn = value != 0.0; }, 0.0, 1.0, false,
      { "Off", "On" } },
    { "MinimumSize", "Minimum Size", [](const Stages& s) { return s.robust.minimumSize; },
      [](Stages& s, double value) { s.robust.minimumSize = value; }, 0.0 },
    { "RobustShift", "Robust Threshold Shift", [](const Stages& s) { return s.robust.shift; },
      [](Stages& s, double value) { s.robust.shift = value; }, leastShift, largestShift },
    { "RobustInterval", "Robust Interval",
      [](const Stages& s) { return static_cast<double>(s.robust.interval); },
      [](Stages& s, double value) { s.robust.interval = static_cast<int>(value); }, 1.0,
      mostDesigns, true },
    { "RobustAnalysis", "Robust Analysis",
      [](const Stages& s) { return s.robust.analysesAll ? 1.0 : 0.0; },
      [](Stages& s, double value) { s.robust.analysesAll = value != 0.0; }, 0.0, 1.0, false,
      { "Eroded Design", "All Three Designs" } },
  };
}
}
