#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELCYCLEKERNELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELCYCLEKERNELS_H

// Loops over vectors of the multigrid cycle on voxels, for the library's own sources.

#include "Core/Execution/InterleavedReduction.h"
#include "Core/Parallel.h"
#include "Solver/SmootherKernels.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// The entries of one of interleaved columns become zero. @param y its first entry
template <class Space>
void zeroColumn(const Context<Space>& context, std::int64_t n, int columns, float* y)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { y[columns * i] = 0.0F; });
}

template <int Columns = 1, class Space>
void subtractOnFree(const Context<Space>& context, std::int64_t n, const float* q,
  const float* inverseDiagonal, float* r)
{
  forEachEntry<Columns>(
    context, n, TRABECULA_LAMBDA(std::int64_t unknown, std::int64_t i) {
      r[i] = inverseDiagonal[unknown] != 0.0F ? r[i] - q[i] : 0.0F;
    });
}

/// Sums over n unknowns of each of interleaved columns, as InterleavedReduction::sum().
/// @param parts of a level that is divided among parts, on which sums are over all of them; else
/// null
template <int Columns, class Space, int Terms, class Value, class Finish>
void sumColumns(InterleavedReduction<Space>& reduction, const Context<Space>* parts, std::int64_t n,
  Sums<Terms> zero, Value value, Finish finish)
{
  if (!parts)
  {
    reduction.template sum<Columns>(n, zero, value, finish);
    return;
  }
  if constexpr (Columns == 1)
  {
    parts->reduce(
      n, zero, value, AddSums(), TRABECULA_LAMBDA(const Sums<Terms>& sum) { finish(0, sum); });
  }
  else
  {
    reduction.template sumOverParts<Columns>(n, zero, value, finish);
  }
}

/// First step of a Krylov cycle: step length along c in scalars[0], c.v in scalars[1]; v = A c.
/// Each of interleaved columns has four scalars.
template <int Columns = 1, class Space>
void firstDots(InterleavedReduction<Space>& reduction, const Context<Space>* parts, std::int64_t n,
  const float* c, const float* v, const float* b, bool krylov, double* scalars)
{
  sumColumns<Columns>(
    reduction, parts, krylov ? n : 0, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sum;
      sum.v[0] = double(c[i]) * double(v[i]);
      sum.v[1] = double(c[i]) * double(b[i]);
      return sum;
    },
    TRABECULA_LAMBDA(int column, const Sums<2>& sum) {
      double* mine = scalars + 4 * column;
      const bool usable = krylov && sum.v[0] > 0.0;
      mine[0] = usable ? sum.v[1] / sum.v[0] : 1.0;
      mine[1] = sum.v[0];
    });
}

/// r = b - scalars[0] v.
template <int Columns = 1, class Space>
void subtractFirst(const Context<Space>& context, std::int64_t n, const float* b, const float* v,
  const double* scalars, float* r)
{
  forEachEntry<Columns>(
    context, n, TRABECULA_LAMBDA(std::int64_t unknown, std::int64_t i) {
      r[i] = static_cast<float>(b[i] - scalars[4 * (i - Columns * unknown)] * v[i]);
    });
}

/// Second step: coefficients of c and x in the solution, in scalars[2] and [3]; q = A x.
template <int Columns = 1, class Space>
void secondDots(InterleavedReduction<Space>& reduction, const Context<Space>* parts, std::int64_t n,
  const float* x, const float* v, const float* q, const float* b, bool krylov, double* scalars)
{
  sumColumns<Columns>(
    reduction, parts, krylov ? n : 0, Sums<3>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<3> sum;
      sum.v[0] = double(x[i]) * double(v[i]);
      sum.v[1] = double(x[i]) * double(q[i]);
      sum.v[2] = double(x[i]) * double(b[i]);
      return sum;
    },
    TRABECULA_LAMBDA(int column, const Sums<3>& sum) {
      double* mine = scalars + 4 * column;
      mine[2] = mine[0];
      mine[3] = 1.0;
      if (!krylov || !(mine[1] > 0.0))
      {
        return;
      }
      // Zero if the second direction is parallel to the first.
      const double part = sum.v[0] / mine[1];
      const double rest = sum.v[1] - part * sum.v[0];
      mine[3] = rest > 1e-6 * sum.v[1] ? (sum.v[2] - mine[0] * sum.v[0]) / rest : 0.0;
      mine[2] = mine[0] - part * mine[3];
    });
}

/// x = scalars[2] c + scalars[3] x.
template <int Columns = 1, class Space>
void combine(
  const Context<Space>& context, std::int64_t n, const float* c, const double* scalars, float* x)
{
  forEachEntry<Columns>(
    context, n, TRABECULA_LAMBDA(std::int64_t unknown, std::int64_t i) {
      const double* mine = scalars + 4 * (i - Columns * unknown);
      x[i] = static_cast<float>(mine[2] * c[i] + mine[3] * x[i]);
    });
}
}
}

#endif
