#include "Solver/Aggregation/LevelSmoother.h"

#include "Core/Parallel.h"
#include "Core/SymmetricEigen.h"

#include <cmath>
#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Half as many underestimate eigenvalues where there is void.
constexpr int BlockLanczosSteps = 20;

/// *result = a.b
template <class Space>
void dotSingle(
  Reducer<Space>& reducer, std::int64_t n, const float* a, const float* b, double* result)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = double(a[i]) * double(b[i]);
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}

template <class Space>
double dotOnHost(
  Reducer<Space>& reducer, std::int64_t n, const float* a, const float* b, double* result)
{
  dotSingle<Space>(reducer, n, a, b, result);
  double value = 0.0;
  Memory<Space>::copyToHost(&value, result, sizeof(value));
  return value;
}

template <class Space>
void scaleSingle(std::int64_t n, float factor, float* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { x[i] *= factor; });
}

/// before = product - alpha now - beta before
template <class Space>
void nextLanczosVector(
  std::int64_t n, float alpha, float beta, const float* product, const float* now, float* before)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      before[i] = product[i] - alpha * now[i] - (beta != 0.0F ? beta * before[i] : 0.0F);
    });
}
}

template <class Space>
double LevelSmoother<Space>::largestEigenvalue(Context<Space>& context, float* scratch) const
{
  Reducer<Space> reducer;
  DeviceVector<double, Space> result(context, 1);
  double* results = result.data();
  // In the inner product of D, with w = D v: the next w is A v - alpha w - beta w_before.
  const std::int64_t n = this->size();
  float* v = scratch;
  float* product = scratch + n;
  float* w = scratch + 2 * n;
  float* before = scratch + 3 * n;
  std::vector<double> alphas;
  std::vector<double> betas;
  this->startVector(w);
  for (int i = 0; i < detail::BlockLanczosSteps; ++i)
  {
    // w is the next D v, not of unit length yet.
    this->start(w, 1.0F, true, v, v);
    const double square = detail::dotOnHost<Space>(reducer, n, v, w, results);
    if (!(square > 0.0) || !std::isfinite(square))
    {
      break;
    }
    const double beta = i > 0 ? std::sqrt(square) : 0.0;
    const auto unit = static_cast<float>(1.0 / std::sqrt(square));
    detail::scaleSingle<Space>(n, unit, v);
    detail::scaleSingle<Space>(n, unit, w);
    this->multiply(v, product);
    const double alpha = detail::dotOnHost<Space>(reducer, n, v, product, results);
    betas.push_back(beta);
    alphas.push_back(alpha);
    detail::nextLanczosVector<Space>(
      n, static_cast<float>(alpha), static_cast<float>(beta), product, w, before);
    std::swap(w, before);
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
