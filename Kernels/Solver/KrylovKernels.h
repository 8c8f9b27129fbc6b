#ifndef TRABECULA_SOLVER_KRYLOVKERNELS_H
#define TRABECULA_SOLVER_KRYLOVKERNELS_H

// Loops of conjugate gradients over the owned unknowns of a part, for the library's own sources.
// Sums remain on the device. They are those of all parts, unless they are to be added up later.

#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Which unknowns sums are over.
enum class SumsOver
{
  AllParts,
  ThisPart
};

/// As Context::reduce() over all parts, or over this one.
template <class Space, class T, class Value, class Finish>
void addUp(const Context<Space>& context, SumsOver over, std::int64_t n, T identity, Value value,
  Finish finish)
{
  if (over == SumsOver::ThisPart)
  {
    reducePart(context, n, identity, value, AddSums(), finish);
    return;
  }
  context.reduce(n, identity, value, AddSums(), finish);
}

/// results = (a.b, c.d) over all unknowns.
template <class Space, class Real>
void dots(const Context<Space>& context, std::int64_t n, const double* a, const Real* b,
  const double* c, const double* d, double* results, SumsOver over)
{
  addUp(
    context, over, n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sum;
      sum.v[0] = a[i] * b[i];
      sum.v[1] = c[i] * d[i];
      return sum;
    },
    TRABECULA_LAMBDA(const Sums<2>& sum) {
      results[0] = sum.v[0];
      results[1] = sum.v[1];
    });
}

/// result = r.r
template <class Space>
void sumOfSquares(
  const Context<Space>& context, std::int64_t n, const double* r, double* result, SumsOver over)
{
  addUp(
    context, over, n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = r[i] * r[i];
      return sum;
    },
    TRABECULA_LAMBDA(const Sums<1>& sum) { result[0] = sum.v[0]; });
}

/// target = f - q on free unknowns, 0 on constrained ones; without f, it is zero.
template <class Space>
void differenceOnFree(const Context<Space>& context, std::int64_t n, const float* free,
  const double* f, const double* q, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = free[i] != 0.0F ? (f ? f[i] : 0.0) - q[i] : 0.0;
    });
}

/// target = u on constrained unknowns, 0 on free ones; the result is 0 if u is 0 on all free
/// unknowns.
template <class Space>
void takePrescribed(const Context<Space>& context, std::int64_t n, const float* free,
  const double* u, double* target, double* result, SumsOver over)
{
  addUp(
    context, over, n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      const bool isFree = free[i] != 0.0F;
      target[i] = isFree ? 0.0 : u[i];
      Sums<1> sum;
      sum.v[0] = isFree && u[i] != 0.0 ? 1.0 : 0.0;
      return sum;
    },
    TRABECULA_LAMBDA(const Sums<1>& sum) { result[0] = sum.v[0]; });
}

/// u += alpha d, and r -= alpha q on free unknowns; (r.r, r.z) with the new residual.
template <class Space>
void step(const Context<Space>& context, std::int64_t n, const float* free, double alpha,
  const double* d, const double* q, const float* z, double* u, double* r, double* results,
  SumsOver over)
{
  addUp(
    context, over, n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      u[i] += alpha * d[i];
      const double residual = free[i] != 0.0F ? r[i] - alpha * q[i] : 0.0;
      r[i] = residual;
      Sums<2> sum;
      sum.v[0] = residual * residual;
      sum.v[1] = residual * z[i];
      return sum;
    },
    TRABECULA_LAMBDA(const Sums<2>& sum) {
      results[0] = sum.v[0];
      results[1] = sum.v[1];
    });
}

/// d = z + beta d.
template <class Space>
void addPreviousDirection(
  const Context<Space>& context, std::int64_t n, const float* z, double beta, double* d)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { d[i] = beta != 0.0 ? z[i] + beta * d[i] : z[i]; });
}
}
}

#endif
