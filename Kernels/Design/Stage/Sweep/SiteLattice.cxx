#include "Design/Stage/Sweep/SiteLattice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trabecula
{
namespace
{
/// Equal distances of coordinates along an axis.
struct RowSpacing
{
  double low = 0.0;
  double step = 0.0; ///< 0 if all coordinates are equal
  std::int64_t count = 1;

  std::int64_t index(double coordinate) const
  {
    return this->step > 0.0 ? std::llround((coordinate - this->low) / this->step) : 0;
  }
};

/// Returns the spacing of coordinates; its count is 0 if they have none.
/// @param size of the part; coordinates that differ by its rounding are equal
RowSpacing findSpacing(std::vector<double> coordinates, double size)
{
  constexpr double rounding = 1e-6; // of the extent
  constexpr double roundingOfSize = 1e-9;
  constexpr double most = 1e-3; // of a step, for coordinates between rows
  std::sort(coordinates.begin(), coordinates.end());
  RowSpacing spacing;
  spacing.low = coordinates.front();
  const double extent = coordinates.back() - coordinates.front();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < coordinates.size(); ++i)
  {
    const double gap = coordinates[i] - coordinates[i - 1];
    least = gap > rounding * extent ? std::min(least, gap) : least;
  }
  if (!(extent > roundingOfSize * size) || !std::isfinite(least))
  {
    return spacing;
  }
  spacing.count = std::llround(extent / least) + 1;
  spacing.step = extent / static_cast<double>(spacing.count - 1);
  for (const double coordinate : coordinates)
  {
    const double place = (coordinate - spacing.low) / spacing.step;
    if (std::abs(place - std::round(place)) > most)
    {
      spacing.count = 0;
      break;
    }
  }
  return spacing;
}
}

SiteLattice latticeOf(const std::vector<double>& positions, double largest)
{
  const std::size_t n = positions.size() / 3;
  std::array<RowSpacing, 3> spacings;
  double size = 0.0;
  for (const double coordinate : positions)
  {
    size = std::max(size, std::abs(coordinate));
  }
  double places = 1.0;
  double room = 1.0;
  for (std::size_t d = 0; d < 3 && n > 0; ++d)
  {
    std::vector<double> coordinates(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      coordinates[i] = positions[3 * i + d];
    }
    spacings[d] = findSpacing(std::move(coordinates), size);
    places *= static_cast<double>(spacings[d].count);
    room *= spacings[d].step;
  }
  constexpr double rounding = 1.001;
  const bool isFitting = room == 0.0 || largest <= rounding * room; // 0: there is a single layer
  SiteLattice lattice;
  if (n == 0 || !(isFitting && places > 0.0 && SiteLattice::mayHave(places, n)))
  {
    return lattice;
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    lattice.counts[d] = spacings[d].count;
  }
  lattice.sites.assign(static_cast<std::size_t>(places), -1);
  for (std::size_t i = 0; i < n; ++i)
  {
    const std::int64_t place = spacings[0].index(positions[3 * i]) +
      lattice.counts[0] *
        (spacings[1].index(positions[3 * i + 1]) +
          lattice.counts[1] * spacings[2].index(positions[3 * i + 2]));
    std::int32_t& site = lattice.sites[static_cast<std::size_t>(place)];
    if (site >= 0)
    {
      lattice.sites.clear();
      break;
    }
    site = static_cast<std::int32_t>(i);
  }
  return lattice;
}
}
