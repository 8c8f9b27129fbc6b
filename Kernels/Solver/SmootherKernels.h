#ifndef TRABECULA_SOLVER_SMOOTHERKERNELS_H
#define TRABECULA_SOLVER_SMOOTHERKERNELS_H

// Loops over vectors that multigrid cycles share, for the library's own sources.

#include "Core/Cuda/Warps.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// to = from, in another precision.
template <class Space, class From, class To>
void convert(const Context<Space>& context, std::int64_t n, const From* from, To* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] = static_cast<To>(from[i]); });
}

/// 1 on free unknowns, 0 on prescribed ones.
template <class Space>
void markFree(
  const Context<Space>& context, std::int64_t n, const std::uint8_t* supports, float* marks)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { marks[i] = supports[i] ? 0.0F : 1.0F; });
}

/// Replaces nonzero marks by the inverse of a diagonal.
template <class Space>
void invertFree(const Context<Space>& context, std::int64_t n, const double* diagonal, float* marks)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      marks[i] = marks[i] != 0.0F ? static_cast<float>(1.0 / diagonal[i]) : 0.0F;
    });
}

/// Inverts positive entries; others become zero.
template <class Space>
void invert(const Context<Space>& context, std::int64_t n, float* diagonal)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      diagonal[i] = diagonal[i] > 0.0F ? 1.0F / diagonal[i] : 0.0F;
    });
}

/// Calls visit(unknown, entry) for all entries of interleaved columns of n unknowns. A call must
/// not read what a call for another entry writes.
template <int Columns, class Space, class Visit>
void forEachEntry(const Context<Space>& context, std::int64_t n, Visit visit)
{
#ifdef __CUDACC__
  forEach(context, Columns * n, [=] __device__(std::int64_t i) { visit(i / Columns, i); });
#else
  forEach(context, n,
    [=](std::int64_t i)
    {
#pragma GCC ivdep
      for (int v = 0; v < Columns; ++v)
      {
        visit(i, Columns * i + v);
      }
    });
#endif
}

/// First step of a Chebyshev smoother: d = factor r / D, x += d; with fromZero, x = d. Vectors are
/// interleaved columns of n unknowns each.
template <int Columns = 1, class Space>
void startSmoothing(const Context<Space>& context, std::int64_t n, const float* r,
  const float* inverseDiagonal, float factor, bool fromZero, float* d, float* x)
{
  forEachEntry<Columns>(
    context, n, TRABECULA_LAMBDA(std::int64_t unknown, std::int64_t i) {
      const float step = factor * inverseDiagonal[unknown] * r[i];
      d[i] = step;
      x[i] = fromZero ? step : x[i] + step;
    });
}

/// Further steps: r -= q, d = keep d + factor r / D, x += d.
TRABECULA_FUNCTION float nextStep(
  float q, float inverseDiagonal, float keep, float factor, float d, float& r, float& x)
{
  const float residual = inverseDiagonal != 0.0F ? r - q : 0.0F;
  const float step = keep * d + factor * inverseDiagonal * residual;
  r = residual;
  x += step;
  return step;
}

/// The same for vectors. q is the product of the matrix with d, and becomes the next step.
template <int Columns = 1, class Space>
void continueSmoothing(const Context<Space>& context, std::int64_t n, const float* inverseDiagonal,
  float keep, float factor, const float* d, float* r, float* q, float* x)
{
  forEachEntry<Columns>(
    context, n, TRABECULA_LAMBDA(std::int64_t unknown, std::int64_t i) {
      q[i] = nextStep(q[i], inverseDiagonal[unknown], keep, factor, d[i], r[i], x[i]);
    });
}

/// q = D^-1 q, and *norm is its norm over n unknowns of each part.
template <class Space>
void scaleAndMeasure(const Context<Space>& context, std::int64_t n, const float* inverseDiagonal,
  float* q, double* norm)
{
  context.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      const float value = inverseDiagonal[i] * q[i];
      q[i] = value;
      Sums<1> sum;
      sum.v[0] = double(value) * double(value);
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *norm = sqrt(sum.v[0]); });
}

/// x = q / *norm
template <class Space>
void scaleTo(
  const Context<Space>& context, std::int64_t n, const float* q, const double* norm, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { x[i] = static_cast<float>(q[i] / *norm); });
}

/// Fills x with pseudo-random numbers in [-1, 1], always with the same ones.
template <class Space>
void fillWithNoise(const Context<Space>& context, std::int64_t n, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      std::uint32_t h = static_cast<std::uint32_t>(i) * 2654435761U;
      h = (h ^ h >> 15) * 2246822519U;
      h ^= h >> 13;
      x[i] = static_cast<float>(h) * (2.0F / 4294967296.0F) - 1.0F;
    });
}

/// y = A x, A dense and symmetric; rows from n on are not read. Vectors are interleaved columns,
/// and begin at multiples of 16 bytes.
template <int Columns = 1, class Space>
void multiplyDense(const Context<Space>& context, std::int64_t n, std::int64_t stride,
  const float* matrix, const float* x, float* y)
{
#ifdef __CUDACC__
  forEachWarp(context, n,
    [=] __device__(std::int64_t row, int lane)
    {
      // A lane reads the numbers of all columns of vectors at once.
      struct alignas(Columns < 4 ? 4 * Columns : 16) Numbers
      {
        float v[Columns];
      };
      float sums[Columns] = {};
      for (std::int64_t column = lane; column < n; column += WarpSize)
      {
        const float entry = matrix[row * stride + column];
        const Numbers value = *reinterpret_cast<const Numbers*>(x + Columns * column);
        TRABECULA_UNROLL
        for (int v = 0; v < Columns; ++v)
        {
          sums[v] += entry * value.v[v];
        }
      }
      TRABECULA_UNROLL
      for (int v = 0; v < Columns; ++v)
      {
        const float sum = warpSum(sums[v]);
        if (lane == v)
        {
          y[Columns * row + v] = sum;
        }
      }
    });
#else
  forEach(context, n,
    [=](std::int64_t row)
    {
      float sums[Columns] = {};
      for (std::int64_t column = 0; column < n; ++column)
      {
        for (int v = 0; v < Columns; ++v)
        {
          sums[v] += matrix[row * stride + column] * x[Columns * column + v];
        }
      }
      std::copy(sums, sums + Columns, y + Columns * row);
    });
#endif
}

/**
 * Coefficients of the steps of a Chebyshev smoother for eigenvalues between largest / ratio and
 * largest (Adams, Brezina, Hu, Tuminaro, J. Comput. Phys. 188, 2003): the first step is first r /
 * D, further ones are keep d + factor r / D.
 */
class ChebyshevSteps
{
public:
  ChebyshevSteps(double largest, double ratio)
    : Theta(0.5 * (largest + largest / ratio)), Delta(0.5 * (largest - largest / ratio)),
      Sigma(Theta / Delta), Rho(1.0 / Sigma)
  {
  }

  float first() const { return static_cast<float>(1.0 / this->Theta); }
  /// Advances to the next step.
  void advance()
  {
    const double next = 1.0 / (2.0 * this->Sigma - this->Rho);
    this->Keep = static_cast<float>(next * this->Rho);
    this->Factor = static_cast<float>(2.0 * next / this->Delta);
    this->Rho = next;
  }
  float keep() const { return this->Keep; }
  float factor() const { return this->Factor; }

private:
  double Theta;
  double Delta;
  double Sigma;
  double Rho;
  float Keep = 0.0F;
  float Factor = 0.0F;
};
}
}

#endif
