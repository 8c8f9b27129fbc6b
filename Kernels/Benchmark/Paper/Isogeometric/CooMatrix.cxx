#include "Benchmark/Paper/Isogeometric/CooMatrix.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
template <class Space>
void multiplyCoo(const Context<Space>& context, std::int64_t rows, int perRow,
  const std::int32_t* columns, const double* values, const double* x, double* y)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t row) {
      double sum = 0.0;
      for (std::int64_t k = row * perRow; k < (row + 1) * perRow; ++k)
      {
        sum += values[k] * x[columns[k]];
      }
      y[row] = sum;
    });
}
}

template <class Space>
void CooMatrix<Space>::multiply(const double* x, double* y) const
{
  detail::multiplyCoo(
    *this->computing, this->rows, this->perRow, this->columnOf.data(), this->values.data(), x, y);
}

template struct CooMatrix<CompiledSpace>;
}
