#include "Solver/SplineMultigrid/SplineHierarchy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
/// Coarsening stops at this number of unknowns.
constexpr std::int64_t FewUnknowns = 320;
/// A direction is coarsened if its elements are shorter than this factor times the shortest ones,
/// since pointwise smoothing is inefficient if elements are much longer in one direction.
constexpr double LongElement = 1.9;

/// Returns the mean length of the patch in each direction, measured along the lines of control
/// points.
std::array<double, 3> lengthsOf(const NurbsPatch& patch)
{
  const std::array<int, 3> counts = patch.counts();
  std::array<double, 3> lengths = { 0.0, 0.0, 0.0 };
  std::size_t stride = 1;
  for (std::size_t k = 0; k < 3; ++k)
  {
    const auto count = static_cast<std::size_t>(counts[k]);
    for (std::size_t p = 0; p < patch.weights.size(); ++p)
    {
      if (p / stride % count + 1 < count)
      {
        double square = 0.0;
        for (std::size_t i = 0; i < 3; ++i)
        {
          const double step = patch.points[3 * (p + stride) + i] - patch.points[3 * p + i];
          square += step * step;
        }
        lengths[k] += std::sqrt(square);
      }
    }
    lengths[k] *= double(count) / double(patch.weights.size());
    stride *= count;
  }
  return lengths;
}
}

std::vector<SplineLevel> makeSplineLevels(const NurbsPatch& patch)
{
  const std::array<double, 3> lengths = lengthsOf(patch);
  std::vector<SplineLevel> levels(1);
  levels[0].knots = patch.knots;
  for (;;)
  {
    SplineLevel& fine = levels.back();
    std::array<std::int32_t, 3> counts = {};
    std::array<std::size_t, 3> elements = {};
    double shortest = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const auto p = static_cast<std::size_t>(patch.degrees[k]);
      counts[k] = static_cast<std::int32_t>(fine.knots[k].size() - p - 1);
      elements[k] = fine.knots[k].size() - 2 * p - 1;
      const double size = lengths[k] / double(elements[k]);
      if (elements[k] > 1 && (shortest == 0.0 || size < shortest))
      {
        shortest = size;
      }
    }
    fine.layout = rowLayout(patch.dimension, patch.degrees.data(), counts.data());
    if (fine.layout.unknowns() <= FewUnknowns || shortest == 0.0)
    {
      return levels;
    }
    SplineLevel coarse;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const bool coarsened =
        elements[k] > 1 && lengths[k] / double(elements[k]) < LongElement * shortest;
      coarse.knots[k] = coarsened ? coarsenKnots(patch.degrees[k], fine.knots[k]) : fine.knots[k];
      fine.prolongations[k] = coarsened
        ? splineProlongation(patch.degrees[k], fine.knots[k], coarse.knots[k])
        : identityBand(counts[k]);
    }
    levels.push_back(std::move(coarse));
  }
}

void constrainSplines(const std::vector<std::uint8_t>& supports, std::vector<SplineLevel>& levels)
{
  levels[0].constrained = supports;
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
  {
    const SplineLevel& fine = levels[l];
    const RowLayoutOfGrid& layout = fine.layout;
    SplineLevel& coarse = levels[l + 1];
    coarse.constrained.assign(static_cast<std::size_t>(coarse.layout.unknowns()), 0);
    for (std::int64_t point = 0; point < layout.points(); ++point)
    {
      const std::uint8_t* isConstrained =
        &fine.constrained[static_cast<std::size_t>(layout.dimension * point)];
      if (std::none_of(isConstrained, isConstrained + layout.dimension,
            [](std::uint8_t is) { return is != 0; }))
      {
        continue;
      }
      std::int32_t at[3] = {};
      std::int32_t first[3] = {};
      std::int32_t count[3] = {};
      layout.pointAt(point, at);
      for (std::size_t k = 0; k < 3; ++k)
      {
        const BandMatrix& rows = fine.prolongations[k];
        const auto row = static_cast<std::size_t>(at[k]);
        first[k] = rows.first[row];
        count[k] = rows.starts[row + 1] - rows.starts[row];
      }
      for (std::int32_t t = 0; t < count[0] * count[1] * count[2]; ++t)
      {
        const std::int32_t c[3] = { first[0] + t % count[0], first[1] + t / count[0] % count[1],
          first[2] + t / count[0] / count[1] };
        for (int i = 0; i < layout.dimension; ++i)
        {
          coarse.constrained[static_cast<std::size_t>(
            coarse.layout.dimension * coarse.layout.numberOf(c) + i)] |= isConstrained[i];
        }
      }
    }
  }
}
}
