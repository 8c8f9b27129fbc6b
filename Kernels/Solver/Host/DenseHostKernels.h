#ifndef TRABECULA_SOLVER_HOST_DENSEHOSTKERNELS_H
#define TRABECULA_SOLVER_HOST_DENSEHOSTKERNELS_H

#include <cstdint>

namespace trabecula
{
/// Products of dense matrices with rows that are stride numbers apart, computed in double
/// precision. Arguments are plain pointers, as these loops are compiled once for each instruction
/// set.
struct DenseHostKernels
{
  /// y = factor A x
  void (*multiplyFloat)(std::int64_t rows, std::int64_t columns, std::int64_t stride,
    const float* matrix, double factor, const double* x, double* y);
  /// y = A x, or y += A x
  void (*multiplyDouble)(std::int64_t rows, std::int64_t columns, std::int64_t stride,
    const double* matrix, bool fromZero, const float* x, float* y);
};

/// The loops for the widest vector instructions of this processor.
const DenseHostKernels& denseHostKernels();

extern const DenseHostKernels denseHostKernels_sse2;
extern const DenseHostKernels denseHostKernels_avx2;
extern const DenseHostKernels denseHostKernels_avx512;
}

#endif
