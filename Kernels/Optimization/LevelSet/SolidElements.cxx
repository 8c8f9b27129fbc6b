#include "Optimization/LevelSet/SolidElements.h"

#include "Geometry/Level/Patch/PatchPieces.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trabecula
{
double solidPartOf(const NurbsPatch& patch, const std::vector<std::uint8_t>& marked)
{
  std::vector<double> levels(marked.size());
  for (std::size_t i = 0; i < levels.size(); ++i)
  {
    levels[i] = marked[i] ? 1.0 : -1.0;
  }
  constexpr int samples = 2; // so that every other one is in the middle of an element
  const PatchLattice lattice = sampleLevelSet(patch, levels, samples);
  const std::array<int, 3> elements = patch.elements();
  double solid = 0.0;
  double total = 0.0;
  for (std::size_t e = 0; e < patch.numberOfElements(); ++e)
  {
    std::size_t rest = e;
    std::size_t point = 0;
    std::size_t stride = 1;
    std::array<double, 3> middle{};
    double measure = 1.0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
    {
      const std::size_t at = 2 * (rest % static_cast<std::size_t>(elements[k])) + 1;
      rest /= static_cast<std::size_t>(elements[k]);
      point += stride * at;
      stride *= lattice.size(k);
      middle[k] = lattice.places[k][at];
      measure *= lattice.places[k][at + 1] - lattice.places[k][at - 1];
    }
    measure *= std::abs(evaluateAt(patch, middle).determinant());
    total += measure;
    solid += lattice.values[point] > 0.0 ? measure : 0.0;
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
  return problem.settings.objective == Objective::Volume ||
    solidPartOf(problem.patch, region) <= problem.settings.volumeFraction;
}
}
