#include "Optimization/LevelSet/SolidElements.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>

namespace trabecula
{
namespace
{
/// Calls visit(point, size) for the middle of each element, with the size of the element in the
/// parameters.
template <class Visit>
void forMiddles(const NurbsPatch& patch, const Visit& visit)
{
  std::array<std::vector<double>, 3> breaks;
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    breaks[k] = breakPoints(patch.degrees[k], patch.knots[k]);
  }
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
    visit(evaluateAt(patch, middle), measure);
  }
}

/// Returns the part of the functions at a point whose control points satisfy a condition.
template <class IsMarked>
double partOf(const NurbsPoint& point, const IsMarked& isMarked)
{
  double part = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    part += isMarked(static_cast<std::size_t>(point.controlPoints[i])) ? point.values[i] : 0.0;
  }
  return part;
}

/// Returns the value of a level set at a point.
double levelOf(const NurbsPoint& point, const std::vector<double>& coefficients)
{
  double level = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    level += point.values[i] * coefficients[static_cast<std::size_t>(point.controlPoints[i])];
  }
  return level;
}

constexpr double HalfOfFunctions = 0.5;
}

double solidPartOf(const NurbsPatch& patch, const std::vector<std::uint8_t>& marked)
{
  double solid = 0.0;
  double total = 0.0;
  forMiddles(patch,
    [&](const NurbsPoint& point, double size)
    {
      const double measure = size * std::abs(point.determinant());
      const double part = partOf(point, [&](std::size_t i) { return marked[i] != 0; });
      total += measure;
      solid += part > HalfOfFunctions ? measure : 0.0;
    });
  return total > 0.0 ? solid / total : 0.0;
}

std::vector<DesignRegion> regionsOfElements(
  const NurbsPatch& patch, const std::vector<double>& lowest, const std::vector<double>& highest)
{
  std::vector<DesignRegion> regions;
  forMiddles(patch,
    [&](const NurbsPoint& point, double)
    {
      regions.push_back(levelOf(point, lowest) > 0.0 ? DesignRegion::Solid
          : levelOf(point, highest) < 0.0            ? DesignRegion::Void
                                                     : DesignRegion::Design);
    });
  return regions;
}

double solidPartOf(const NurbsPatch& patch, const std::vector<DesignRegion>& region)
{
  std::vector<std::uint8_t> isSolid(region.size());
  std::transform(region.begin(), region.end(), isSolid.begin(),
    [](DesignRegion of) -> std::uint8_t { return of == DesignRegion::Solid; });
  const bool any = std::find(isSolid.begin(), isSolid.end(), 1) != isSolid.end();
  return any ? solidPartOf(patch, isSolid) : 0.0;
}

std::vector<std::int32_t> volumeRegionsOf(
  const NurbsPatch& patch, const std::vector<std::int32_t>& ofControlPoints)
{
  std::vector<std::int32_t> regions;
  std::map<std::int32_t, double> sums;
  forMiddles(patch,
    [&](const NurbsPoint& point, double)
    {
      sums.clear();
      for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
      {
        sums[ofControlPoints[static_cast<std::size_t>(point.controlPoints[i])]] += point.values[i];
      }
      regions.push_back(std::max_element(sums.begin(), sums.end(),
        [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->first);
    });
  return regions;
}

bool fitsVolume(const LevelSetProblem& problem, const std::vector<DesignRegion>& region)
{
  return problem.design.settings.objective == volumeOfMesh() ||
    solidPartOf(problem.patch, region) <= problem.design.settings.volumeFraction;
}
}
