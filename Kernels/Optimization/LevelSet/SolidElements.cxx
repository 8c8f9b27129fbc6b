#include "Optimization/LevelSet/SolidElements.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trabecula
{
double solidPartOf(const NurbsPatch& patch, const std::vector<std::uint8_t>& marked)
{
  std::array<std::vector<double>, 3> breaks;
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    breaks[k] = breakPoints(patch.degrees[k], patch.knots[k]);
  }
  double solid = 0.0;
  double total = 0.0;
  for (std::size_t e = 0; e < patch.numberOfElements(); ++e)
  {
    std::size_t rest = e;
    std::array<double, 3> middle{};
    double measure = 1.0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
    {
      const std::size_t spans = breaks[k].size() - 1;
      const std::size_t span = rest % spans;
      rest /= spans;
      middle[k] = 0.5 * (breaks[k][span] + breaks[k][span + 1]);
      measure *= breaks[k][span + 1] - breaks[k][span];
    }
    const NurbsPoint point = evaluateAt(patch, middle);
    measure *= std::abs(point.determinant());
    double level = 0.0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
    {
      level += marked[static_cast<std::size_t>(point.controlPoints[i])] ? point.values[i]
                                                                        : -point.values[i];
    }
    total += measure;
    solid += level > 0.0 ? measure : 0.0;
  }
  return total > 0.0 ? solid / total : 0.0;
}

double solidPartOf(const NurbsPatch& patch, const std::vector<DesignRegion>& region)
{
  std::vector<std::uint8_t> isSolid(region.size());
  std::transform(region.begin(), region.end(), isSolid.begin(),
    [](DesignRegion of) -> std::uint8_t { return of == DesignRegion::Solid; });
  const bool any = std::find(isSolid.begin(), isSolid.end(), 1) != isSolid.end();
  return any ? solidPartOf(patch, isSolid) : 0.0;
}

bool fitsVolume(const LevelSetProblem& problem, const std::vector<DesignRegion>& region)
{
  return problem.design.settings.objective == volumeOfMesh() ||
    solidPartOf(problem.patch, region) <= problem.design.settings.volumeFraction;
}
}
