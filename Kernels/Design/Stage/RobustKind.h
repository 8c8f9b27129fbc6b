#ifndef TRABECULA_DESIGN_STAGE_ROBUSTKIND_H
#define TRABECULA_DESIGN_STAGE_ROBUSTKIND_H

#include "Design/Stage/StageSettings.h"

#include <vector>

namespace trabecula
{
/// See ChainKinds.
struct RobustKind
{
  static bool isOn(const ChainSettings& settings) { return settings.stages.robust.isOn; }
  static std::vector<StageSetting> settings();
  static std::vector<StageColumn> columns(const ChainSettings& /*settings*/)
  {
    return { { "DilatedVolumeFraction" } };
  }
};
}

#endif
