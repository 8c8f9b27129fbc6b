#ifndef TRABECULA_CORE_VECTORS_SPARSEROWS_H
#define TRABECULA_CORE_VECTORS_SPARSEROWS_H

#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
/// y_i = sum_j A_ij x_j for a matrix in rows, in memory of the space.
/// @param starts of the rows, and the end @param columns, values of the entries, row by row
template <class Space>
void multiplySparseRows(const Context<Space>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const double* values, const double* x,
  double* y)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t row) {
      double sum = 0.0;
      for (std::int64_t i = starts[row]; i < starts[row + 1]; ++i)
      {
        sum += values[i] * x[columns[i]];
      }
      y[row] = sum;
    });
}
}

#endif
