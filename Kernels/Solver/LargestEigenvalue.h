#ifndef TRABECULA_SOLVER_LARGESTEIGENVALUE_H
#define TRABECULA_SOLVER_LARGESTEIGENVALUE_H

// Lanczos' method for largest eigenvalues, for the library's own sources.

#include "Core/SymmetricEigen.h"
#include "Solver/SmootherKernels.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Length of the scratch memory for scalars of a number of steps of Lanczos' method.
constexpr std::size_t lanczosScalars(int steps)
{
  return 2 * static_cast<std::size_t>(steps) + 1;
}

/// Sums over n unknowns of each part, or of this part alone: of a matrix that all parts have.
template <class Space, class Value, class Finish>
void sumOfUnknowns(
  const Context<Space>& context, bool ofAllParts, std::int64_t n, Value value, Finish finish)
{
  if (ofAllParts)
  {
    context.reduce(n, Sums<1>{}, value, AddSums(), finish);
  }
  else
  {
    reducePart(context, n, Sums<1>{}, value, AddSums(), finish);
  }
}

/// *norm = sqrt(w.D w) over unknowns with a diagonal; w becomes 0 on others.
template <class Space>
void measureScaled(const Context<Space>& context, bool ofAllParts, std::int64_t n,
  const float* inverseDiagonal, float* w, double* norm)
{
  sumOfUnknowns(
    context, ofAllParts, n,
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      if (inverseDiagonal[i] != 0.0F)
      {
        sum.v[0] = double(w[i]) * double(w[i]) / double(inverseDiagonal[i]);
      }
      else
      {
        w[i] = 0.0F;
      }
      return sum;
    },
    TRABECULA_LAMBDA(const Sums<1>& sum) { *norm = sqrt(sum.v[0]); });
}

/// before = v, v = w / norm; 0 for a norm of 0.
template <class Space>
void nextDirection(const Context<Space>& context, std::int64_t n, const float* w,
  const double* norm, float* v, float* before)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      before[i] = v[i];
      v[i] = *norm > 0.0 ? static_cast<float>(w[i] / *norm) : 0.0F;
    });
}

/// *result = v.w
template <class Space>
void dotOf(const Context<Space>& context, bool ofAllParts, std::int64_t n, const float* v,
  const float* w, double* result)
{
  sumOfUnknowns(
    context, ofAllParts, n,
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = double(v[i]) * double(w[i]);
      return sum;
    },
    TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}

/// w = D^-1 w - a[0] v - b[0] before.
template <class Space>
void orthogonalize(const Context<Space>& context, std::int64_t n, const float* inverseDiagonal,
  const double* a, const double* b, const float* v, const float* before, float* w)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      w[i] = static_cast<float>(double(inverseDiagonal[i]) * w[i] - *a * v[i] - *b * before[i]);
    });
}

/**
 * An estimate of the largest eigenvalue of D^-1 A for a positive semidefinite matrix A with
 * diagonal D, by Lanczos' method in the inner product of D: the sum of the largest Ritz value and
 * the norm of its residual (Parlett, The Symmetric Eigenvalue Problem, 1998, section 13.2).
 *
 * The start vector must always be the same, so that a run that is resumed continues with the same
 * bits.
 *
 * @param n number of unknowns of each part
 * @param inverseDiagonal zero on unknowns that are left out
 * @param most steps; a power iteration needs three to four times as many
 * @param v, w, before scratch memory for n numbers each
 * @param scalars scratch memory for lanczosScalars(most) numbers
 * @param start start(w) writes the first vector
 * @param multiply multiply(v, w) computes w = A v
 * @param ofAllParts whether each part has some of the unknowns, or all
 * @return not a finite positive number if numbers overflow or A is zero
 */
template <class Space, class Start, class Multiply>
double estimateLargestEigenvalue(const Context<Space>& context, std::int64_t n, int most,
  const float* inverseDiagonal, float* v, float* w, float* before, double* scalars,
  const Start& start, const Multiply& multiply, bool ofAllParts = true)
{
  start(w);
  context.zero(v, static_cast<std::size_t>(n) * sizeof(float));
  measureScaled(context, ofAllParts, n, inverseDiagonal, w, scalars);
  for (int j = 0; j < most; ++j)
  {
    double* step = scalars + 2 * j;
    nextDirection(context, n, w, step, v, before);
    multiply(v, w);
    dotOf(context, ofAllParts, n, v, w, step + 1);
    orthogonalize(context, n, inverseDiagonal, step + 1, step, v, before, w);
    measureScaled(context, ofAllParts, n, inverseDiagonal, w, step + 2);
  }
  std::vector<double> found(lanczosScalars(most));
  context.copyToHost(found.data(), scalars, found.size() * sizeof(double));
  // The Krylov space of a small matrix is exhausted after fewer steps.
  std::size_t steps = 1;
  while (steps < static_cast<std::size_t>(most) && found[2 * steps] > 1e-5 * std::abs(found[1]))
  {
    ++steps;
  }
  std::vector<double> tridiagonal(steps * steps, 0.0);
  for (std::size_t j = 0; j < steps; ++j)
  {
    tridiagonal[j * (steps + 1)] = found[2 * j + 1];
    if (j + 1 < steps)
    {
      tridiagonal[j * steps + j + 1] = tridiagonal[(j + 1) * steps + j] = found[2 * j + 2];
    }
    if (!std::isfinite(found[2 * j + 1]) || !std::isfinite(found[2 * j + 2]))
    {
      return found[2 * j + 1] * found[2 * j + 2];
    }
  }
  const SymmetricEigen eigen = symmetricEigen(tridiagonal.data(), steps);
  return eigen.values.back() + found[2 * steps] * std::abs(eigen.vector(steps - 1)[steps - 1]);
}
}
}

#endif
