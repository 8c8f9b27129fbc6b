#include "Design/Stage/Sweep/LayerGrid.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace trabecula
{
namespace detail
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
inline RowSpacing findSpacing(std::vector<double> coordinates, double size)
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

/// Sites by layers, columns within, see LayerTable.
struct SortedLayers
{
  std::int64_t layers = 0;
  std::int64_t rowLength = 0;
  std::int64_t rows = 0;
  std::vector<std::int32_t> sites; ///< empty if sites are not in rows
};

/// Sorts positions into layers along an axis, 0 to 2.
/// @param largest volume of a site, which must fit between its neighbours: centroids of tetrahedra
/// can be in rows, too
inline SortedLayers sortIntoLayers(
  const std::vector<double>& positions, double largest, std::size_t axis, bool isReversed)
{
  const std::size_t n = positions.size() / 3;
  std::array<RowSpacing, 3> spacings;
  double size = 0.0;
  for (const double coordinate : positions)
  {
    size = std::max(size, std::abs(coordinate));
  }
  // Boxes that are nearly empty are no image, and would take memory out of proportion.
  const double mostCells = 64.0 * static_cast<double>(n) + 1e6;
  double cells = 1.0;
  double room = 1.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    std::vector<double> coordinates(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      coordinates[i] = positions[3 * i + d];
    }
    spacings[d] = findSpacing(std::move(coordinates), size);
    cells *= static_cast<double>(spacings[d].count);
    room *= spacings[d].step;
  }
  constexpr double rounding = 1.001;
  const bool isFitting = room == 0.0 || largest <= rounding * room; // 0: there is a single layer
  SortedLayers sorted;
  if (!(isFitting && cells > 0.0 && cells <= mostCells))
  {
    return sorted;
  }
  const std::size_t along = axis == 0 ? 1 : 0; // the axis of rows
  const std::size_t across = 3 - axis - along;
  sorted.layers = spacings[axis].count;
  sorted.rowLength = spacings[along].count;
  sorted.rows = spacings[across].count;
  sorted.sites.assign(static_cast<std::size_t>(cells), -1);
  for (std::size_t i = 0; i < n; ++i)
  {
    const std::int64_t upwards = spacings[axis].index(positions[3 * i + axis]);
    const std::int64_t layer = isReversed ? sorted.layers - 1 - upwards : upwards;
    const std::int64_t cell =
      (layer * sorted.rows + spacings[across].index(positions[3 * i + across])) * sorted.rowLength +
      spacings[along].index(positions[3 * i + along]);
    std::int32_t& site = sorted.sites[static_cast<std::size_t>(cell)];
    if (site >= 0)
    {
      sorted.sites.clear();
      break;
    }
    site = static_cast<std::int32_t>(i);
  }
  return sorted;
}
}

template <class Space>
LayerGrid<Space>::LayerGrid(
  const DesignSites<Space>& sites, AxisDirection direction, const char* stage)
{
  const Context<Space>& context = sites.positions.context();
  const std::vector<double> positions = sites.positions.toHost();
  const int number = static_cast<int>(direction) - 1;
  if (positions.empty())
  {
    return;
  }
  const std::vector<double> volumes = sites.volumes.toHost();
  const detail::SortedLayers sorted =
    detail::sortIntoLayers(positions, *std::max_element(volumes.begin(), volumes.end()),
      static_cast<std::size_t>(number / 2), number % 2 == 1);
  if (sorted.sites.empty())
  {
    fail(stage,
      " needs cells in rows and layers of equal height along the axes, as those of image data, "
      "that "
      "fill at least a sixtieth of the box around them. Give image data to the filter (Voxelize "
      "Surface makes it of a surface), or switch it off.");
  }
  this->Layers = sorted.layers;
  this->RowLength = sorted.rowLength;
  this->Columns = sorted.rowLength * sorted.rows;
  this->Sites = DeviceVector<std::int32_t, Space>(context, sorted.sites);
}

template class LayerGrid<CompiledSpace>;
}
