// This file is compiled once for each instruction set; see Core/Execution/HostVectors.h.

#include "Core/Execution/HostVectors.h"
#include "Solver/Aggregation/Host/BlockHostKernels.h"

namespace trabecula
{
namespace
{
/// Smallest number of rows for which a parallel region is faster than a serial loop.
constexpr std::int64_t LeastParallelRows = 256;

/// Returns the first position whose column is not less than the given one.
inline __attribute__((always_inline)) int placeFrom(
  const std::int32_t* columns, int count, std::int32_t column)
{
  int low = 0;
  int high = count;
  while (low < high)
  {
    const int middle = (low + high) / 2;
    if (columns[middle] < column)
    {
      low = middle + 1;
    }
    else
    {
      high = middle;
    }
  }
  return low;
}

/// sum += a b for a Fine x Fine block a and a Fine x Coarse block b.
template <int Fine, int Coarse>
inline __attribute__((always_inline)) void addRight(
  const double* __restrict a, const float* __restrict b, double* __restrict sum)
{
  double wide[Fine * Coarse];
  for (int t = 0; t < Fine * Coarse; ++t)
  {
    wide[t] = static_cast<double>(b[t]);
  }
  for (int i = 0; i < Fine; ++i)
  {
    for (int m = 0; m < Fine; ++m)
    {
      const double factor = a[Fine * i + m];
      for (int j = 0; j < Coarse; ++j)
      {
        sum[Coarse * i + j] += factor * wide[Coarse * m + j];
      }
    }
  }
}

template <int Fine, int Coarse>
void multiplyRight(const HostRightProduct& p)
{
  constexpr int size = Fine * Coarse;
  const std::int64_t offset = p.product.starts[p.first];
#pragma omp parallel for schedule(dynamic, 64) if (p.end - p.first >= LeastParallelRows)
  for (std::int64_t row = p.first; row < p.end; ++row)
  {
    const std::int64_t begin = p.product.starts[row];
    const std::int64_t count = p.product.starts[row + 1] - begin;
    double* mine = p.result + size * (begin - offset);
    for (std::int64_t t = 0; t < size * count; ++t)
    {
      mine[t] = 0.0;
    }
    const std::int32_t* columns = p.product.columns + begin;
    for (std::int64_t k = p.matrix.starts[row]; k < p.matrix.starts[row + 1]; ++k)
    {
      const std::int32_t node = p.matrix.columns[k];
      int place = 0;
      for (std::int64_t t = p.transfer.starts[node]; t < p.transfer.starts[node + 1]; ++t)
      {
        while (columns[place] < p.transfer.columns[t])
        {
          ++place;
        }
        addRight<Fine, Coarse>(
          p.values + Fine * Fine * k, p.blocks + size * t, mine + size * place);
      }
    }
  }
}

template <int Fine, int Coarse>
void multiplyLeft(const HostLeftProduct& p)
{
  constexpr int size = Fine * Coarse;
  constexpr int square = Coarse * Coarse;
  const std::int64_t offset = p.product.starts[p.first];
#pragma omp parallel for schedule(dynamic, 8) if (p.end - p.first >= LeastParallelRows)
  for (std::int64_t node = 0; node < p.coarseNodes; ++node)
  {
    const auto own = static_cast<std::int32_t>(node < p.upperRows ? node : 0);
    const std::int64_t start = p.coarse.starts[node];
    const std::int32_t* columns = p.coarse.columns + start;
    const int diagonal =
      placeFrom(columns, static_cast<int>(p.coarse.starts[node + 1] - start), own);
    double* mine = p.result + square * start;
    for (std::int64_t k = p.columnStarts[node]; k < p.columnStarts[node + 1]; ++k)
    {
      const std::int64_t row = p.rows[k];
      if (row < p.first || row >= p.end)
      {
        continue;
      }
      // The block is transposed, so that the entries of a row of the result are contiguous.
      double left[size];
      const float* block = p.blocks + size * p.entries[k];
      for (int m = 0; m < Fine; ++m)
      {
        for (int i = 0; i < Coarse; ++i)
        {
          left[Fine * i + m] = static_cast<double>(block[Coarse * m + i]);
        }
      }
      const std::int64_t begin = p.product.starts[row];
      const auto count = static_cast<int>(p.product.starts[row + 1] - begin);
      const std::int32_t* rowColumns = p.product.columns + begin;
      int place = diagonal;
      for (int t = placeFrom(rowColumns, count, own); t < count; ++t)
      {
        while (columns[place] < rowColumns[t])
        {
          ++place;
        }
        const double* __restrict right = p.chunk + size * (begin + t - offset);
        double* __restrict sum = mine + square * place;
        for (int i = 0; i < Coarse; ++i)
        {
          for (int m = 0; m < Fine; ++m)
          {
            const double factor = left[Fine * i + m];
            for (int j = 0; j < Coarse; ++j)
            {
              sum[Coarse * i + j] += factor * right[Coarse * m + j];
            }
          }
        }
      }
    }
  }
}

template <int Fine, int Coarse>
void smooth(const HostSmoothing& p)
{
  constexpr int size = Fine * Coarse;
  constexpr int MostOnStack = 64;
#pragma omp parallel if (p.matrix.rows >= LeastParallelRows)
  {
    double small[MostOnStack * size];
    double* sums = p.most <= MostOnStack ? small : new double[static_cast<unsigned>(p.most * size)];
#pragma omp for schedule(dynamic, 64)
    for (std::int64_t row = 0; row < p.matrix.rows; ++row)
    {
      const std::int64_t begin = p.pattern.starts[row];
      const auto count = static_cast<int>(p.pattern.starts[row + 1] - begin);
      const std::int32_t* columns = p.pattern.columns + begin;
      for (int t = 0; t < size * count; ++t)
      {
        sums[t] = 0.0;
      }
      for (std::int64_t k = p.matrix.starts[row]; k < p.matrix.starts[row + 1]; ++k)
      {
        const std::int32_t node = p.matrix.columns[k];
        const std::int32_t aggregate = p.aggregateOf[node];
        if (aggregate >= 0)
        {
          addRight<Fine, Coarse>(p.values + Fine * Fine * k,
            p.tentative + size * std::int64_t(node),
            sums + size * placeFrom(columns, count, aggregate));
        }
      }
      const float* inverse = p.inverses + Fine * Fine * row;
      for (int place = 0; place < count; ++place)
      {
        const double own = columns[place] == p.aggregateOf[row] ? 1.0 : 0.0;
        for (int i = 0; i < Fine; ++i)
        {
          for (int j = 0; j < Coarse; ++j)
          {
            double total = 0.0;
            for (int m = 0; m < Fine; ++m)
            {
              total +=
                static_cast<double>(inverse[Fine * i + m]) * sums[size * place + Coarse * m + j];
            }
            const double start =
              own * static_cast<double>(p.tentative[size * row + Coarse * i + j]);
            p.result[size * (begin + place) + Coarse * i + j] =
              static_cast<float>(start - p.omega * total);
          }
        }
      }
    }
    if (sums != small)
    {
      delete[] sums;
    }
  }
}

template <int Fine, int Coarse>
constexpr HostLoopsOfBlock loops()
{
  return { multiplyRight<Fine, Coarse>, multiplyLeft<Fine, Coarse>, smooth<Fine, Coarse> };
}
}

const BlockHostKernels TRABECULA_JOIN(
  blockHostKernels_, TRABECULA_ISA) = { loops<1, 1>(), loops<3, 6>(), loops<6, 6>() };
}
