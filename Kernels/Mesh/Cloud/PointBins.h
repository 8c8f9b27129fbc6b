#ifndef TRABECULA_MESH_CLOUD_POINTBINS_H
#define TRABECULA_MESH_CLOUD_POINTBINS_H

#include "Core/Context.h"

#include <cstdint>

namespace trabecula
{
/// Three-dimensional bins over a box, numbered with x fastest.
struct BinGrid
{
  double low[3];
  double edge;
  std::int64_t counts[3];

  /// Index of the bin of a coordinate in direction d; of the nearest bin for points outside.
  TRABECULA_FUNCTION std::int64_t index(double coordinate, int d) const
  {
    const double place = (coordinate - low[d]) / edge;
    const auto i = place > 0.0 ? static_cast<std::int64_t>(place) : 0;
    return i < counts[d] ? i : counts[d] - 1;
  }
  TRABECULA_FUNCTION std::int64_t key(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    return (k * counts[1] + j) * counts[0] + i;
  }
};

/// View of points sorted into bins, for kernels. Positions are indices in the sorted order.
struct PointBinsView
{
  BinGrid grid;
  std::int64_t points;
  const std::int64_t* keys;  ///< bin of each position, ascending
  const std::int32_t* order; ///< point at each position
  const double* coordinates; ///< 3 per position

  /// First position whose bin is not below a key.
  TRABECULA_FUNCTION std::int64_t lowerBound(std::int64_t key) const
  {
    std::int64_t first = 0;
    std::int64_t n = this->points;
    while (n > 0)
    {
      const std::int64_t half = n / 2;
      if (this->keys[first + half] < key)
      {
        first += half + 1;
        n -= half + 1;
      }
      else
      {
        n = half;
      }
    }
    return first;
  }

  /// Calls visit(position) for all positions in the bins whose index differs from that of the bin
  /// of x by at most reach in each direction.
  template <class Visit>
  TRABECULA_FUNCTION void visit(const double* x, std::int64_t reach, const Visit& visit) const
  {
    std::int64_t from[3];
    std::int64_t to[3];
    for (int d = 0; d < 3; ++d)
    {
      const std::int64_t i = this->grid.index(x[d], d);
      from[d] = i > reach ? i - reach : 0;
      to[d] = i + reach < this->grid.counts[d] ? i + reach : this->grid.counts[d] - 1;
    }
    for (std::int64_t k = from[2]; k <= to[2]; ++k)
    {
      for (std::int64_t j = from[1]; j <= to[1]; ++j)
      {
        const std::int64_t end = this->lowerBound(this->grid.key(to[0], j, k) + 1);
        for (std::int64_t p = this->lowerBound(this->grid.key(from[0], j, k)); p < end; ++p)
        {
          visit(p);
        }
      }
    }
  }
};

/// Points sorted into bins, for searches of near points.
template <class Space>
class PointBins
{
public:
  /// @param coordinates 3 per point, in memory of the space @param edge of a bin, length
  PointBins(
    const Context<Space>& context, std::int64_t points, const double* coordinates, double edge);

  PointBinsView view() const
  {
    return { this->Grid, static_cast<std::int64_t>(this->Order.size()), this->Keys.data(),
      this->Order.data(), this->Coordinates.data() };
  }

private:
  BinGrid Grid;
  DeviceVector<std::int64_t, Space> Keys;
  DeviceVector<std::int32_t, Space> Order;
  DeviceVector<double, Space> Coordinates;
};

/// Distance of each point to the nearest other one, length; 0 for coincident points.
/// @param coordinates 3 per point, of at least two points, in memory of the space
template <class Space>
DeviceVector<double, Space> nearestDistances(
  const Context<Space>& context, std::int64_t points, const double* coordinates);
}

#endif
