#ifndef TRABECULA_SOLVER_FLEXIBLEKERNELS_H
#define TRABECULA_SOLVER_FLEXIBLEKERNELS_H

// Loops of flexible conjugate gradients, for the library's own sources. Results remain in the
// space.

#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// results = (a.b, c.d) over all unknowns.
template <class Space, class Real>
void dots(Reducer<Space>& reducer, std::int64_t n, const double* a, const Real* b, const double* c,
  const double* d, double* results)
{
  reducer.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sum;
      sum.v[0] = a[i] * b[i];
      sum.v[1] = c[i] * d[i];
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<2>& sum) {
      results[0] = sum.v[0];
      results[1] = sum.v[1];
    });
}

/// result = r.r
template <class Space>
void sumOfSquares(Reducer<Space>& reducer, std::int64_t n, const double* r, double* result)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = r[i] * r[i];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { result[0] = sum.v[0]; });
}

/// target = f - q on free unknowns, 0 on prescribed ones; without f, it is zero.
template <class Space>
void differenceOnFree(
  std::int64_t n, const float* free, const double* f, const double* q, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = free[i] != 0.0F ? (f ? f[i] : 0.0) - q[i] : 0.0;
    });
}

/// target = u on prescribed unknowns, 0 on free ones; the result is 0 if u is 0 on free ones, too.
template <class Space>
void takePrescribed(Reducer<Space>& reducer, std::int64_t n, const float* free, const double* u,
  double* target, double* result)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      const bool isFree = free[i] != 0.0F;
      target[i] = isFree ? 0.0 : u[i];
      Sums<1> sum;
      sum.v[0] = isFree && u[i] != 0.0 ? 1.0 : 0.0;
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { result[0] = sum.v[0]; });
}

/// u += alpha d, and r -= alpha q on free unknowns; (r.r, r.z) with the new residual.
template <class Space>
void step(Reducer<Space>& reducer, std::int64_t n, const float* free, double alpha, const double* d,
  const double* q, const float* z, double* u, double* r, double* results)
{
  reducer.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      u[i] += alpha * d[i];
      const double residual = free[i] != 0.0F ? r[i] - alpha * q[i] : 0.0;
      r[i] = residual;
      Sums<2> sum;
      sum.v[0] = residual * residual;
      sum.v[1] = residual * z[i];
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<2>& sum) {
      results[0] = sum.v[0];
      results[1] = sum.v[1];
    });
}

/// d = z + beta d.
template <class Space>
void turn(std::int64_t n, const float* z, double beta, double* d)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { d[i] = beta != 0.0 ? z[i] + beta * d[i] : z[i]; });
}
}
}

#endif
