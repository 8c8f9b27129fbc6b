#ifndef TRABECULA_SOLVER_EIGEN_COLUMNHOSTKERNELS_H
#define TRABECULA_SOLVER_EIGEN_COLUMNHOSTKERNELS_H

#include <cstdint>

namespace trabecula
{
/// Products of few long columns, stride numbers from each to the next. Arguments are plain
/// pointers, as these loops are compiled once for each instruction set.
struct ColumnHostKernels
{
  /// products = A^T B, by columns. They are sums over rows in a fixed order.
  void (*innerProducts)(std::int64_t rows, const double* a, std::int64_t strideOfA, int columnsOfA,
    const double* b, std::int64_t strideOfB, int columnsOfB, double* products);
  /// B = A C, or B += A C. Columns of B may be columns of A.
  /// @param factors C by columns @param columnsOfA at most MostCombinedOnHost
  void (*combine)(std::int64_t rows, const double* a, std::int64_t strideOfA, int columnsOfA,
    const double* factors, double* b, std::int64_t strideOfB, int columnsOfB, bool isAdded);
};

constexpr int MostCombinedOnHost = 160;

/// The loops for the widest vector instructions of this processor.
const ColumnHostKernels& columnHostKernels();

extern const ColumnHostKernels columnHostKernels_sse2;
extern const ColumnHostKernels columnHostKernels_avx2;
extern const ColumnHostKernels columnHostKernels_avx512;
}

#endif
