#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_SPLINEROWS_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_SPLINEROWS_H

#include "Core/Context.h"
#include "Operator/Isogeometric/Points/PointTables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The layout of a matrix on a tensor grid of control points. Functions of degree p overlap those up
 * to p control points away in each direction, so that all rows have windows of equally many
 * neighbours, which are moved into the grid at its ends. No index is stored.
 *
 * The entry of unknowns (point, r) and (neighbour at place (x, y, z) of the window, c) is at
 * ((dimension point + r) window + x + width_x (y + width_y z)) dimension + c.
 */
struct RowLayoutOfGrid
{
  int dimension = 2;
  std::int32_t counts[3] = { 1, 1, 1 };
  int degrees[3] = { 0, 0, 0 };
  int widths[3] = { 1, 1, 1 };

  TRABECULA_FUNCTION int window() const
  {
    return this->widths[0] * this->widths[1] * this->widths[2];
  }
  TRABECULA_FUNCTION std::int64_t points() const
  {
    return std::int64_t(this->counts[0]) * this->counts[1] * this->counts[2];
  }
  TRABECULA_FUNCTION std::int64_t unknowns() const { return this->dimension * this->points(); }
  TRABECULA_FUNCTION std::int64_t entries() const
  {
    return this->unknowns() * this->window() * this->dimension;
  }
  /// First neighbour of a control point's window.
  TRABECULA_FUNCTION std::int32_t first(int k, std::int32_t i) const
  {
    const std::int32_t low = i - this->degrees[k];
    const std::int32_t high = this->counts[k] - this->widths[k];
    return low < 0 ? 0 : low < high ? low : high;
  }
  TRABECULA_FUNCTION void pointAt(std::int64_t number, std::int32_t* at) const
  {
    at[0] = static_cast<std::int32_t>(number % this->counts[0]);
    at[1] = static_cast<std::int32_t>(number / this->counts[0] % this->counts[1]);
    at[2] = static_cast<std::int32_t>(number / this->counts[0] / this->counts[1]);
  }
  TRABECULA_FUNCTION std::int64_t numberOf(const std::int32_t* at) const
  {
    return (std::int64_t(at[2]) * this->counts[1] + at[1]) * this->counts[0] + at[0];
  }
  /// Place of control point j in the window of i.
  TRABECULA_FUNCTION int placeOf(const std::int32_t* i, const std::int32_t* j) const
  {
    return j[0] - this->first(0, i[0]) +
      this->widths[0] *
      (j[1] - this->first(1, i[1]) + this->widths[1] * (j[2] - this->first(2, i[2])));
  }
};

inline RowLayoutOfGrid rowLayout(int dimension, const int* degrees, const std::int32_t* counts)
{
  RowLayoutOfGrid layout;
  layout.dimension = dimension;
  for (int k = 0; k < 3; ++k)
  {
    layout.counts[k] = counts[k];
    layout.degrees[k] = degrees[k];
    layout.widths[k] = std::min(2 * degrees[k] + 1, counts[k]);
  }
  return layout;
}

/// A matrix as kernels see it.
template <class Real>
struct RowsView
{
  RowLayoutOfGrid layout;
  Real* values;
};

/// A symmetric matrix on a tensor grid of control points.
template <class Real, class Space>
class SplineRows
{
public:
  SplineRows() = default;
  SplineRows(const Context<Space>& context, const RowLayoutOfGrid& layout)
    : Layout(layout), Values(context, static_cast<std::size_t>(layout.entries()))
  {
  }

  const RowLayoutOfGrid& layout() const { return this->Layout; }
  bool empty() const { return this->Values.size() == 0; }
  RowsView<Real> view() { return { this->Layout, this->Values.data() }; }
  const Real* values() const { return this->Values.data(); }
  void zero() { this->Values.zero(); }
  std::vector<Real> toHost() const { return this->Values.toHost(); }

private:
  RowLayoutOfGrid Layout;
  DeviceVector<Real, Space> Values;
};
}

#endif
