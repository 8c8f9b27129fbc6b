#include "Solver/SplineMultigrid/SplineMultigridSettings.h"

#include "Operator/Isogeometric/SplineRows.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace trabecula
{
SplineMultigridSettings SplineMultigridSettings::of(const NurbsPatch& patch, ExecutionSpace space)
{
  const int degree = *std::max_element(patch.degrees.begin(), patch.degrees.end());
  std::int64_t entries = 0;
  {
    const std::array<int, 3> counts = patch.counts();
    const std::int32_t sizes[3] = { counts[0], counts[1], counts[2] };
    entries = rowLayout(patch.dimension, patch.degrees.data(), sizes).entries();
  }
  // For splines of higher degree, eigenvalues of high-frequency modes are small, so that more
  // smoothing steps are required.
  constexpr int degreesOfPlanes[4] = { 3, 3, 5, 7 };
  constexpr int degreesOfSolids[4] = { 3, 4, 11, 14 };
  constexpr double ratiosOfPlanes[4] = { 8.0, 8.0, 25.0, 60.0 };
  constexpr double ratiosOfSolids[4] = { 8.0, 15.0, 120.0, 300.0 };
  const int at = degree - 1;
  SplineMultigridSettings settings = {};
  settings.smootherDegree = patch.dimension == 2 ? degreesOfPlanes[at] : degreesOfSolids[at];
  settings.eigenvalueRatio = patch.dimension == 2 ? ratiosOfPlanes[at] : ratiosOfSolids[at];
  constexpr std::int64_t mostEntries = std::int64_t(1) << 30;
  settings.twiceLevels = 3;
  settings.storeFinest = space == ExecutionSpace::Host && entries <= mostEntries;
  return settings;
}
}
