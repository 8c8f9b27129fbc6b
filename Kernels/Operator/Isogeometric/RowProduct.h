#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_ROWPRODUCT_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_ROWPRODUCT_H

// Products with SplineRows; for the library's own sources.

#include "Core/Cuda/Warps.h"
#include "Core/Parallel.h"
#include "Operator/Isogeometric/SplineRows.h"

namespace trabecula
{
namespace detail
{
/// Calls finish(i, (A x)_i) for the unknowns of a control point.
template <int D, class Real, class Finish>
void multiplyRowOnHost(const RowLayoutOfGrid& layout, const Real* values, const Real* x,
  std::int64_t point, const Finish& finish)
{
  std::int32_t at[3] = {};
  layout.pointAt(point, at);
  const std::int32_t first[3] = { layout.first(0, at[0]), layout.first(1, at[1]),
    layout.first(2, at[2]) };
  const int length = D * layout.widths[0];
  const int row = D * layout.window();
  const Real* entry = values + D * point * row;
  Real sum[D] = {};
  for (int z = 0; z < layout.widths[2]; ++z)
  {
    for (int y = 0; y < layout.widths[1]; ++y)
    {
      const std::int32_t begin[3] = { first[0], first[1] + y, first[2] + z };
      const Real* line = x + D * layout.numberOf(begin);
      for (int r = 0; r < D; ++r)
      {
        const Real* factors = entry + r * row;
        Real part = 0;
#ifndef __CUDACC__
#pragma omp simd reduction(+ : part)
#endif
        for (int i = 0; i < length; ++i)
        {
          part += factors[i] * line[i];
        }
        sum[r] += part;
      }
      entry += length;
    }
  }
  for (int r = 0; r < D; ++r)
  {
    finish(D * point + r, sum[r]);
  }
}
}

/// finish(i, (A x)_i) for all unknowns.
template <int D, class Space, class Real, class Finish>
void multiplyRows(const Context<Space>& context, const RowLayoutOfGrid& layout, const Real* values,
  const Real* x, const Finish& finish)
{
#ifdef __CUDACC__
  detail::forEachWarp(context, layout.points(),
    [=] __device__(std::int64_t point, int lane)
    {
      std::int32_t at[3] = {};
      layout.pointAt(point, at);
      const std::int32_t first[3] = { layout.first(0, at[0]), layout.first(1, at[1]),
        layout.first(2, at[2]) };
      const int length = D * layout.widths[0];
      const int row = D * layout.window();
      const Real* entry = values + D * point * row;
      Real sum[D] = {};
      for (int t = lane; t < row; t += detail::WarpSize)
      {
        const int line = t / length;
        const std::int32_t begin[3] = { first[0], first[1] + line % layout.widths[1],
          first[2] + line / layout.widths[1] };
        const Real value = x[D * layout.numberOf(begin) + t % length];
        TRABECULA_UNROLL
        for (int r = 0; r < D; ++r)
        {
          sum[r] += entry[r * row + t] * value;
        }
      }
      TRABECULA_UNROLL
      for (int r = 0; r < D; ++r)
      {
        sum[r] = detail::warpSum(sum[r]);
      }
      TRABECULA_UNROLL
      for (int r = 0; r < D; ++r)
      {
        if (lane == r)
        {
          finish(D * point + r, sum[r]);
        }
      }
    });
#else
  forEach(context, layout.points(),
    [=](std::int64_t point) { detail::multiplyRowOnHost<D>(layout, values, x, point, finish); });
#endif
}

template <class Space, class Real, class Finish>
void multiplyRows(const Context<Space>& context, const RowLayoutOfGrid& layout, const Real* values,
  const Real* x, const Finish& finish)
{
  if (layout.dimension == 2)
  {
    multiplyRows<2>(context, layout, values, x, finish);
  }
  else
  {
    multiplyRows<3>(context, layout, values, x, finish);
  }
}

}

#endif
