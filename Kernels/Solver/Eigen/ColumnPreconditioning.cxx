#include "Solver/Eigen/ColumnPreconditioning.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// x = factor x where marked, else 0.
template <class Space>
void scaleFree(
  const Context<Space>& context, std::int64_t n, double factor, const float* marks, double* x)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { x[i] = marks[i] != 0.0F ? factor * x[i] : 0.0; });
}

template <class Space>
void copyRounded(const Context<Space>& context, std::int64_t n, const float* from, double* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] = from[i]; });
}

/// Factors of interleaved columns.
struct ColumnScales
{
  double v[MostColumns] = {};
};

/// Interleaves scaled columns, which are zero where not marked; columns that do not exist are zero.
template <class Space>
void interleaveMarked(const Context<Space>& context, std::int64_t n, const float* marks,
  const double* from, std::int64_t stride, int count, const ColumnScales& scales, double* to,
  int columns)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      for (int v = 0; v < columns; ++v)
      {
        to[i * columns + v] =
          v < count && marks[i] != 0.0F ? scales.v[v] * from[v * stride + i] : 0.0;
      }
    });
}

template <class Space>
void separateRounded(const Context<Space>& context, std::int64_t n, const float* from, int columns,
  double* to, std::int64_t stride, int count)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      for (int v = 0; v < count; ++v)
      {
        to[v * stride + i] = from[i * columns + v];
      }
    });
}

template <class Space>
void preconditionTogether(
  LinearPreconditioner<Space>& T, MultiVector<Space>& vectors, int first, int count)
{
  const Context<Space>& context = vectors.context();
  const std::int64_t n = vectors.layout().size();
  const std::int64_t stride = strideOfColumns(n);
  const float* marks = T.freeUnknowns().data();
  const ColumnSet active = firstColumns(static_cast<std::size_t>(count));
  ColumnScales scales;
  for (int v = 0; v < count; ++v)
  {
    const Vector<Space> x = vectors.column(first + v);
    const double length = std::sqrt(dot(x, x));
    scales.v[v] = length > 0.0 ? 1.0 / length : 0.0;
  }
  double* columns = vectors.data() + first * stride;
  if (T.arrangement() == Arrangement::Interleaved)
  {
    const int stored = interleavedColumns(count);
    const auto memory =
      context.workspace().template lease<double>(static_cast<std::size_t>(n * stored));
    MultiVector<Space> r(vectors.layoutPointer(), stored, Arrangement::Interleaved, memory.data());
    interleaveMarked(context, n, marks, columns, stride, count, scales, r.data(), r.columns());
    separateRounded(
      context, n, T.applyToColumns(r, active).data(), r.columns(), columns, stride, count);
    return;
  }
  MultiVector<Space> r(vectors.layoutPointer(), count, Arrangement::Apart, columns);
  for (int v = 0; v < count; ++v)
  {
    scaleFree(context, n, scales.v[v], marks, columns + v * stride);
  }
  const float* result = T.applyToColumns(r, active).data();
  for (int v = 0; v < count; ++v)
  {
    copyRounded(context, n, result + v * stride, columns + v * stride);
  }
}

}

template <class Space>
void preconditionColumns(
  LinearPreconditioner<Space>& T, MultiVector<Space>& vectors, int first, int count)
{
  const Context<Space>& context = vectors.context();
  const std::int64_t n = vectors.layout().size();
  for (int done = 0; done < count;)
  {
    const int together =
      count - done > 1 ? T.columnsAtOnce(std::min(count - done, MostColumns)) : 1;
    if (together > 1)
    {
      detail::preconditionTogether(T, vectors, first + done, together);
    }
    else
    {
      Vector<Space> x = vectors.column(first + done);
      const double length = std::sqrt(dot(x, x));
      detail::scaleFree(
        context, n, length > 0.0 ? 1.0 / length : 0.0, T.freeUnknowns().data(), x.data());
      detail::copyRounded(context, n, T.apply(x).data(), x.data());
    }
    done += together;
  }
}

template void preconditionColumns(LinearPreconditioner<CompiledSpace>& T,
  MultiVector<CompiledSpace>& vectors, int first, int count);
}
