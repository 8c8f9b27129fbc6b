// This file is compiled once for each instruction set; see Core/Execution/HostVectors.h.

#include "Core/Execution/HostVectors.h"
#include "Solver/Host/DenseHostKernels.h"

namespace trabecula
{
namespace
{
/// Smallest number of rows for which a parallel region is faster than a serial loop.
constexpr std::int64_t LeastParallelRows = 128;

/// Returns the product of a row and x, computed by several independent sums to hide the latency of
/// additions.
template <class Entry, class Value>
inline __attribute__((always_inline)) double productOf(
  std::int64_t columns, const Entry* row, const Value* x)
{
  constexpr int Width = VectorBytes / 8;
  constexpr int Sums = 4;
  double sums[Sums * Width] = {};
  std::int64_t column = 0;
  for (; column + Sums * Width <= columns; column += Sums * Width)
  {
    for (int lane = 0; lane < Sums * Width; ++lane)
    {
      sums[lane] += static_cast<double>(row[column + lane]) * static_cast<double>(x[column + lane]);
    }
  }
  double total = 0.0;
  for (const double sum : sums)
  {
    total += sum;
  }
  for (; column < columns; ++column)
  {
    total += static_cast<double>(row[column]) * static_cast<double>(x[column]);
  }
  return total;
}

void multiplyFloat(std::int64_t rows, std::int64_t columns, std::int64_t stride,
  const float* matrix, double factor, const double* x, double* y)
{
#pragma omp parallel for schedule(static) if (rows >= LeastParallelRows)
  for (std::int64_t row = 0; row < rows; ++row)
  {
    y[row] = factor * productOf(columns, matrix + row * stride, x);
  }
}

void multiplyDouble(std::int64_t rows, std::int64_t columns, std::int64_t stride,
  const double* matrix, bool fromZero, const float* x, float* y)
{
#pragma omp parallel for schedule(static) if (rows >= LeastParallelRows)
  for (std::int64_t row = 0; row < rows; ++row)
  {
    const double product = productOf(columns, matrix + row * stride, x);
    y[row] = static_cast<float>(fromZero ? product : static_cast<double>(y[row]) + product);
  }
}
}

const DenseHostKernels TRABECULA_JOIN(
  denseHostKernels_, TRABECULA_ISA) = { multiplyFloat, multiplyDouble };
}
