#ifndef TRABECULA_TESTING_DESIGN_LEVELSET_LINKEDSTAGES_H
#define TRABECULA_TESTING_DESIGN_LEVELSET_LINKEDSTAGES_H

#include "Design/Stage/StageSettings.h"

#include <array>

namespace trabecula::testing
{
inline StageSettings symmetric(
  SymmetryMode mode, int planes, const std::array<double, 3>& center, int turns = 4, int axis = 2)
{
  StageSettings stages;
  stages.symmetry.mode = mode;
  stages.symmetry.planes = planes;
  stages.symmetry.center = center;
  stages.symmetry.turns = turns;
  stages.symmetry.axis = axis;
  return stages;
}

inline StageSettings drawn(AxisDirection direction, double partingPlane)
{
  StageSettings stages;
  stages.draw.direction = direction;
  stages.draw.partingPlane = partingPlane;
  return stages;
}
}

#endif
