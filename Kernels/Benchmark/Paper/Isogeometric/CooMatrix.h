#ifndef TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_COOMATRIX_H
#define TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_COOMATRIX_H

#include "Core/Context.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// A sparse matrix as coordinates and values, with equally many entries in each row, one row after
/// another (Xia et al. 2017, section 3.2).
template <class Space>
struct CooMatrix
{
  const Context<Space>* computing;
  std::int64_t rows = 0;
  int perRow = 0;
  DeviceVector<std::int32_t, Space> rowOf;
  DeviceVector<std::int32_t, Space> columnOf;
  DeviceVector<double, Space> values;

  CooMatrix(const Context<Space>& context, std::int64_t numberOfRows, int entriesPerRow)
    : computing(&context), rows(numberOfRows), perRow(entriesPerRow), rowOf(context, this->size()),
      columnOf(context, this->size()), values(context, this->size())
  {
  }

  std::size_t size() const
  {
    return static_cast<std::size_t>(this->rows) * static_cast<std::size_t>(this->perRow);
  }
  /// y = A x, one thread a row (their figure 17). @param x in memory of the space, one value per
  /// column @param y one value per row
  void multiply(const double* x, double* y) const;
};
}

#endif
