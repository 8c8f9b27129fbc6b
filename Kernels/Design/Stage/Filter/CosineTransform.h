#ifndef TRABECULA_DESIGN_STAGE_FILTER_COSINETRANSFORM_H
#define TRABECULA_DESIGN_STAGE_FILTER_COSINETRANSFORM_H

#include "Core/Context.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// An axis of an array of three indices.
struct AxisOfArray
{
  std::int64_t inner; ///< numbers next to each other for each index along the axis
  std::int64_t count; ///< of indices along the axis, at least two
  std::int64_t outer; ///< number of such blocks of inner * count numbers

  /// Number of columns of numbers along the axis, and the first place of one; further places are
  /// inner apart.
  TRABECULA_FUNCTION std::int64_t columns() const { return this->inner * this->outer; }
  TRABECULA_FUNCTION std::int64_t placeOf(std::int64_t column) const
  {
    return column / this->inner * this->inner * this->count + column % this->inner;
  }
};

/// The cosines cos(pi j k / n), n = count - 1, for all waves k and the first half of the positions
/// j: entry k (n / 2 + 1) + j. Those of the other half are cos(pi (n - j) k / n) = (-1)^k cos(pi j
/// k / n).
std::vector<double> tableOfCosines(std::int64_t count);

/**
 * Multiplies each column x along an axis by cosines: y_k = sum_j cos(pi j k / n) x_j.
 *
 * With the symmetry of cosines, even waves are products with the sums x_j + x_{n-j} and odd waves
 * with the differences x_j - x_{n-j}: half the multiplications of the dense product.
 *
 * @param cosines tableOfCosines() in memory of the space
 * @param from, to inner * count * outer numbers, which do not overlap
 */
template <class Space>
void transformByCosines(const Context<Space>& context, const AxisOfArray& axis,
  const double* cosines, const double* from, double* to);

template <>
void transformByCosines(const Context<HostSpace>& context, const AxisOfArray& axis,
  const double* cosines, const double* from, double* to);
template <>
void transformByCosines(const Context<CudaSpace>& context, const AxisOfArray& axis,
  const double* cosines, const double* from, double* to);
}

#endif
