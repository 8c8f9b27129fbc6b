#include "Solver/Aggregation/Smoothers/LevelSmoother.h"

#include "Core/Parallel.h"
#include "Core/SymmetricEigen.h"
#include "Solver/LargestEigenvalue.h"

#include <cmath>
#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Number of Lanczos steps. With half as many, eigenvalues are underestimated if there is void.
constexpr int BlockLanczosSteps = 20;

/// Divides x and y by the square root of a number in memory of the space; both become zero if the
/// number is not positive.
template <class Space>
void normalize(
  const Context<Space>& context, std::int64_t n, const double* square, float* x, float* y)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const auto unit = *square > 0.0 ? static_cast<float>(1.0 / sqrt(*square)) : 0.0F;
      x[i] *= unit;
      y[i] *= unit;
    });
}

/// before = product - alpha now - beta before.
/// @param square of beta; null if beta is zero, in which case before may be undefined
template <class Space>
void nextLanczosVector(const Context<Space>& context, std::int64_t n, const double* alpha,
  const double* square, const float* product, const float* now, float* before)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const auto a = static_cast<float>(*alpha);
      const auto b = square ? static_cast<float>(sqrt(*square)) : 0.0F;
      before[i] = product[i] - a * now[i] - (square ? b * before[i] : 0.0F);
    });
}
}

template <class Space>
double LevelSmoother<Space>::largestEigenvalue(
  std::int64_t entries, float* scratch, bool ofAllParts) const
{
  constexpr int Steps = detail::BlockLanczosSteps;
  const Context<Space>& context = this->jacobi().context();
  // The sums remain in memory of the space until the end, since each copy to the host would wait
  // for all earlier work.
  const auto sums = context.workspace().template lease<double>(2 * Steps);
  double* squares = sums.data();
  double* products = squares + Steps;
  // Lanczos' method in the inner product of D, with w = D v: the next w is A v - alpha w - beta
  // w_before.
  const std::int64_t n = this->size();
  float* v = scratch;
  float* product = scratch + entries;
  float* w = scratch + 2 * entries;
  float* before = scratch + 3 * entries;
  this->jacobi().startVector(w);
  for (int i = 0; i < Steps; ++i)
  {
    // w is the next D v before normalization.
    this->start(w, 1.0F, true, v, v);
    detail::dotOf(context, ofAllParts, n, v, w, squares + i);
    detail::normalize(context, n, squares + i, v, w);
    this->multiply(v, product);
    detail::dotOf(context, ofAllParts, n, v, product, products + i);
    detail::nextLanczosVector(
      context, n, products + i, i > 0 ? squares + i : nullptr, product, w, before);
    std::swap(w, before);
  }
  double onHost[2 * Steps];
  context.copyToHost(onHost, squares, sizeof(onHost));
  std::vector<double> alphas;
  std::vector<double> betas;
  for (int i = 0; i < Steps && onHost[i] > 0.0 && std::isfinite(onHost[i]); ++i)
  {
    betas.push_back(i > 0 ? std::sqrt(onHost[i]) : 0.0);
    alphas.push_back(onHost[Steps + i]);
  }
  const std::size_t size = alphas.size();
  std::vector<double> tridiagonal(size * size, 0.0);
  for (std::size_t i = 0; i < size; ++i)
  {
    tridiagonal[i * size + i] = alphas[i];
    if (i > 0)
    {
      tridiagonal[i * size + i - 1] = tridiagonal[(i - 1) * size + i] = betas[i];
    }
  }
  return size > 0 ? symmetricEigenvalues(tridiagonal.data(), size).back() : 0.0;
}

template class LevelSmoother<CompiledSpace>;
}
