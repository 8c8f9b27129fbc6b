#ifndef TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRIDKERNELS_H
#define TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRIDKERNELS_H

// Loops of the multigrid of splines over unknowns, for every space.

#include "Core/Parallel.h"
#include "Operator/Isogeometric/RowProduct.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// to = from / weight on free unknowns, 0 on prescribed ones.
template <class Space, class From>
void divideByWeights(const Context<Space>& context, std::int64_t n, int dimension,
  const double* weights, const float* free, const From* from, float* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      to[i] = free[i] == 0.0F ? 0.0F
        : weights             ? static_cast<float>(from[i] / weights[i / dimension])
                              : static_cast<float>(from[i]);
    });
}

/// Adds a diagonal to a matrix of single precision.
template <class Space>
void addToRows(
  const Context<Space>& context, const RowLayoutOfGrid layout, const float* diagonal, float* values)
{
  forEach(
    context, layout.unknowns(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t at[3] = {};
      layout.pointAt(i / layout.dimension, at);
      values[(i * layout.window() + layout.placeOf(at, at)) * layout.dimension +
        i % layout.dimension] += diagonal[i];
    });
}

/// to += from, which is in single precision.
template <class Space>
void addSingle(const Context<Space>& context, std::int64_t n, const float* from, double* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] += from[i]; });
}

/// Sets prescribed unknowns to zero.
template <class Space>
void keepFree(const Context<Space>& context, std::int64_t n, const float* free, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { x[i] = free[i] != 0.0F ? x[i] : 0.0F; });
}

/// r = b - r on free unknowns.
template <class Space>
void subtractFrom(
  const Context<Space>& context, std::int64_t n, const float* b, const float* free, float* r)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { r[i] = free[i] != 0.0F ? b[i] - r[i] : 0.0F; });
}

/// x += c
template <class Space>
void addTo(const Context<Space>& context, std::int64_t n, const float* c, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { x[i] += c[i]; });
}

/// Computes the inverse of the diagonal on free unknowns; zeros in inverse mark constrained ones.
template <class Space>
void invertDiagonalOfRows(
  const Context<Space>& context, const RowLayoutOfGrid layout, const float* values, float* inverse)
{
  forEach(
    context, layout.unknowns(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t at[3] = {};
      layout.pointAt(i / layout.dimension, at);
      const float value = values[(i * layout.window() + layout.placeOf(at, at)) * layout.dimension +
        i % layout.dimension];
      inverse[i] = inverse[i] != 0.0F && value > 0.0F ? 1.0F / value : 0.0F;
    });
}

/// Copies the free part of a matrix to a dense one, with ones on the diagonal of other rows.
template <class Space>
void makeDense(const Context<Space>& context, const RowLayoutOfGrid layout, const float* values,
  const float* inverseDiagonal, std::int64_t rows, double* dense)
{
  forEach(
    context, rows * rows, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t row = t / rows;
      const std::int64_t column = t % rows;
      const std::int64_t n = layout.unknowns();
      const int d = layout.dimension;
      double value = row == column ? 1.0 : 0.0;
      if (row < n && column < n && inverseDiagonal[row] != 0.0F && inverseDiagonal[column] != 0.0F)
      {
        std::int32_t i[3] = {};
        std::int32_t j[3] = {};
        layout.pointAt(row / d, i);
        layout.pointAt(column / d, j);
        bool near = true;
        for (int k = 0; k < 3; ++k)
        {
          const std::int32_t first = layout.first(k, i[k]);
          near = near && j[k] >= first && j[k] < first + layout.widths[k];
        }
        // The factor compensates for single precision.
        value = near
          ? double(values[(row * layout.window() + layout.placeOf(i, j)) * d + column % d]) *
            (row == column ? 1.0 + 1e-6 : 1.0)
          : 0.0;
      }
      dense[t] = value;
    });
}
}
}

#endif
