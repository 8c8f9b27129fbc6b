#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELKERNELS_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELKERNELS_H

// Loops over vectors of the micro-FE paper's solver, in double precision, for its sources.

#include "Benchmark/Paper/Voxel/PaperVoxelLevel.h"
#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Adds to a sum to which other threads add concurrently.
TRABECULA_FUNCTION void addConcurrently(double* sum, double value)
{
#if defined(__CUDA_ARCH__)
  atomicAdd(sum, value);
#elif !defined(__CUDACC__)
#pragma omp atomic
  *sum += value;
#endif
}

/// Pointers to the lists of CurveTransfer in memory of a space.
struct TransferLists
{
  std::int64_t nodes;
  const std::int32_t* firstChild;
  const std::uint8_t* children;
  const std::int32_t* neighbours;

  /// The coarse node at the step b from node c, -1 for none.
  TRABECULA_FUNCTION std::int64_t parent(std::int64_t c, int b) const
  {
    return b == 0 ? c : this->neighbours[(b - 1) * this->nodes + c];
  }
  /// The weight of each parent of child b.
  static TRABECULA_FUNCTION double weight(int b)
  {
    return 1.0 / ((1 + (b & 1)) * (1 + (b >> 1 & 1)) * (1 + (b >> 2)));
  }
};

/// x += P c on free unknowns of the fine level.
template <class Space>
void prolongate(const Context<Space>& context, const TransferLists& lists, const double* c,
  const double* inverseDiagonal, double* x)
{
  forEach(
    context, lists.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double values[8][3];
      for (int b = 0; b < 8; ++b)
      {
        const std::int64_t parent = lists.parent(node, b);
        for (int d = 0; d < 3; ++d)
        {
          values[b][d] = parent < 0 ? 0.0 : c[3 * parent + d];
        }
      }
      std::int64_t child = lists.firstChild[node];
      for (int b = 0; b < 8; ++b)
      {
        if ((lists.children[node] >> b & 1) == 0)
        {
          continue;
        }
        for (int d = 0; d < 3; ++d)
        {
          double sum = 0.0;
          for (int s = 0; s < 8; ++s)
          {
            sum += (s & ~b) == 0 ? values[s][d] : 0.0;
          }
          if (inverseDiagonal[3 * child + d] != 0.0)
          {
            x[3 * child + d] += TransferLists::weight(b) * sum;
          }
        }
        ++child;
      }
    });
}

/// c = P^T r on free unknowns of the coarse level, 0 on others.
/// @param r zero on constrained unknowns
template <class Space>
void restrictTo(const Context<Space>& context, const TransferLists& lists, const double* r,
  const double* inverseDiagonal, double* c)
{
  context.zero(c, static_cast<std::size_t>(lists.nodes) * 3 * sizeof(double));
  forEach(
    context, lists.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sums[8][3] = {};
      std::int64_t child = lists.firstChild[node];
      for (int b = 0; b < 8; ++b)
      {
        if ((lists.children[node] >> b & 1) == 0)
        {
          continue;
        }
        for (int s = 0; s < 8; ++s)
        {
          for (int d = 0; d < 3; ++d)
          {
            sums[s][d] += (s & ~b) == 0 ? TransferLists::weight(b) * r[3 * child + d] : 0.0;
          }
        }
        ++child;
      }
      for (int s = 0; s < 8; ++s)
      {
        const std::int64_t parent = lists.parent(node, s);
        for (int d = 0; parent >= 0 && d < 3; ++d)
        {
          if (sums[s][d] != 0.0 && inverseDiagonal[3 * parent + d] != 0.0)
          {
            addConcurrently(c + 3 * parent + d, sums[s][d]);
          }
        }
      }
    });
}

/// z = b - z on free unknowns, 0 on others. @param z a product
template <class Space>
void residual(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  const double* b, double* z)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { z[i] = inverseDiagonal[i] != 0.0 ? b[i] - z[i] : 0.0; });
}

/// p = keep p + factor (b - z) / D, x += p. @param z the product of x; null for x = 0, where x = p
template <class Space>
void chebyshevStep(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  double keep, double factor, const double* b, const double* z, double* p, double* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const double before = keep != 0.0 ? keep * p[i] : 0.0;
      const double step = before + factor * inverseDiagonal[i] * (z ? b[i] - z[i] : b[i]);
      p[i] = step;
      x[i] = z ? x[i] + step : step;
    });
}

/// y = a y + M x for a diagonal M, or the identity if it is null.
template <class Space>
void combine(const Context<Space>& context, std::int64_t n, double a, const double* diagonal,
  const double* x, double* y)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const double added = diagonal ? diagonal[i] * x[i] : x[i];
      y[i] = a != 0.0 ? a * y[i] + added : added;
    });
}

/// Dot products x.M y, for a diagonal M or the identity if it is null, and x.x.
template <class Space>
Sums<2> products(const Context<Space>& context, std::int64_t n, const double* diagonal,
  const double* x, const double* y)
{
  return context.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sums;
      sums.v[0] = x[i] * (diagonal ? diagonal[i] * y[i] : y[i]);
      sums.v[1] = x[i] * x[i];
      return sums;
    },
    AddSums());
}

/// A step of conjugate gradients: x += a p, r -= a z on free unknowns. @return r.r and r.r / D
template <class Space>
Sums<2> conjugateStep(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  double a, const double* p, const double* z, double* x, double* r)
{
  return context.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sums;
      if (inverseDiagonal[i] != 0.0)
      {
        x[i] += a * p[i];
        r[i] -= a * z[i];
        sums.v[0] = r[i] * r[i];
        sums.v[1] = sums.v[0] * inverseDiagonal[i];
      }
      return sums;
    },
    AddSums());
}
}
}

#endif
