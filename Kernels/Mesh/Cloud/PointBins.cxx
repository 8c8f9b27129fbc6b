#include "Mesh/Cloud/PointBins.h"

#include "Core/Parallel.h"
#include "Core/SortAndScan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace detail
{
/// Computes the lowest and highest coordinates of the points of this part; only these points are in
/// its bins.
template <class Space>
std::array<double, 6> boundsOfPoints(
  const Context<Space>& context, std::int64_t points, const double* coordinates)
{
  if (points == 0)
  {
    return {};
  }
  DeviceVector<double, Space> extremes(context, 6);
  double* extreme = extremes.data();
  for (int d = 0; d < 6; ++d)
  {
    const double sign = d < 3 ? -1.0 : 1.0;
    reducePart(
      context, points, std::numeric_limits<double>::lowest(),
      TRABECULA_LAMBDA(std::int64_t i) { return sign * coordinates[3 * i + d % 3]; }, Maximum(),
      TRABECULA_LAMBDA(double largest) { extreme[d] = sign * largest; });
  }
  std::array<double, 6> bounds{};
  const std::vector<double> values = extremes.toHost();
  std::copy(values.begin(), values.end(), bounds.begin());
  return bounds;
}

/// Bins of the given edge, or of a larger one if their numbers would overflow.
inline BinGrid makeBinGrid(const std::array<double, 6>& bounds, double edge)
{
  constexpr double mostBins = 1 << 20;
  BinGrid grid = {};
  grid.edge = edge;
  for (std::size_t d = 0; d < 3; ++d)
  {
    grid.low[d] = bounds[d];
    grid.edge = std::max(grid.edge, (bounds[3 + d] - bounds[d]) / mostBins);
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    grid.counts[d] = static_cast<std::int64_t>((bounds[3 + d] - bounds[d]) / grid.edge) + 1;
  }
  return grid;
}

template <class Space>
void assignPointBins(const Context<Space>& context, std::int64_t points, const BinGrid grid,
  const double* coordinates, std::int64_t* keys, std::int32_t* order)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t i) {
      const double* x = coordinates + 3 * i;
      keys[i] = grid.key(grid.index(x[0], 0), grid.index(x[1], 1), grid.index(x[2], 2));
      order[i] = static_cast<std::int32_t>(i);
    });
}

template <class Space>
void sortCoordinates(const Context<Space>& context, std::int64_t points, const std::int32_t* order,
  const double* coordinates, double* sorted)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t position) {
      for (int d = 0; d < 3; ++d)
      {
        sorted[3 * position + d] = coordinates[3 * std::int64_t(order[position]) + d];
      }
    });
}

/// Searches increasingly distant bins until no further bin can contain a nearer point.
template <class Space>
void findNearest(const Context<Space>& context, const PointBinsView bins, double* distances)
{
  forEach(
    context, bins.points, TRABECULA_LAMBDA(std::int64_t position) {
      const double* x = bins.coordinates + 3 * position;
      const std::int64_t* counts = bins.grid.counts;
      const std::int64_t most = counts[0] + counts[1] + counts[2];
      double square = 1e300;
      for (std::int64_t reach = 1; reach <= most; reach *= 2)
      {
        bins.visit(x, reach,
          [&](std::int64_t other)
          {
            const double* y = bins.coordinates + 3 * other;
            const double a = x[0] - y[0];
            const double b = x[1] - y[1];
            const double c = x[2] - y[2];
            const double found = a * a + b * b + c * c;
            square = other != position && found < square ? found : square;
          });
        const double seen = static_cast<double>(reach) * bins.grid.edge;
        if (square <= seen * seen)
        {
          break;
        }
      }
      distances[bins.order[position]] = sqrt(square);
    });
}
}

template <class Space>
PointBins<Space>::PointBins(
  const Context<Space>& context, std::int64_t points, const double* coordinates, double edge)
  : Grid(detail::makeBinGrid(detail::boundsOfPoints(context, points, coordinates), edge)),
    Keys(context, static_cast<std::size_t>(points)),
    Order(context, static_cast<std::size_t>(points)),
    Coordinates(context, 3 * static_cast<std::size_t>(points))
{
  detail::assignPointBins(
    context, points, this->Grid, coordinates, this->Keys.data(), this->Order.data());
  sortByKey(this->Keys, this->Order);
  detail::sortCoordinates(
    context, points, this->Order.data(), coordinates, this->Coordinates.data());
}

template <class Space>
DeviceVector<double, Space> nearestDistances(
  const Context<Space>& context, std::int64_t points, const double* coordinates)
{
  const std::array<double, 6> bounds = detail::boundsOfPoints(context, points, coordinates);
  // The bins contain about one point on average, also if the points are in a plane or on a line.
  double extent = 0.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    extent = std::max(extent, bounds[3 + d] - bounds[d]);
  }
  double volume = 1.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    volume *= std::max(bounds[3 + d] - bounds[d], 1e-3 * extent);
  }
  const double edge = std::cbrt(volume / static_cast<double>(points));
  const PointBins<Space> bins(context, points, coordinates, edge > 0.0 ? edge : 1.0);
  DeviceVector<double, Space> distances(context, static_cast<std::size_t>(points));
  detail::findNearest(context, bins.view(), distances.data());
  return distances;
}

template class PointBins<CompiledSpace>;
template DeviceVector<double, CompiledSpace> nearestDistances(
  const Context<CompiledSpace>& context, std::int64_t points, const double* coordinates);
}
