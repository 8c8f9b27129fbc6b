#include "Solver/RigidBody/TwoLevelPreconditioner.h"

#include "Core/Parallel.h"
#include "Core/SymmetricEigen.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
/// A rough field, which no symmetry of the structure makes orthogonal to an eigenvector.
template <class Space>
void startVector(std::int64_t n, const double* inverseDiagonal, double* vector)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      const auto bits = static_cast<std::uint32_t>(i) * 2654435761U;
      const double field = static_cast<double>(bits >> 8U) / double(1U << 24U) - 0.5;
      vector[i] = inverseDiagonal[i] > 0.0 ? field / sqrt(inverseDiagonal[i]) : 0.0;
    });
}

/// before = product - alpha now - beta before
template <class Space>
void lanczosStep(std::int64_t n, double alpha, double beta, const double* product,
  const double* now, double* before)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      before[i] = product[i] - alpha * now[i] - (beta != 0.0 ? beta * before[i] : 0.0);
    });
}

template <class Space>
void setOnes(std::int64_t n, float* values)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { values[i] = 1.0F; });
}

template <class Space>
void invertPositive(std::int64_t n, double* d)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { d[i] = d[i] > 0.0 ? 1.0 / d[i] : 0.0; });
}

/// target_i = factor scale_i source_i; a null scale stands for ones.
template <class Space>
void scaleVector(
  std::int64_t n, double factor, const double* scale, const double* source, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = factor * (scale ? scale[i] : 1.0) * source[i];
    });
}

/// One step of the Chebyshev iteration: d = a d + b z with z = D^-1 residual, x += d; fromZero sets
/// x = d.
template <class Space>
void chebyshevStep(std::int64_t n, double a, double b, const double* z, bool first, bool fromZero,
  double* d, double* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      const double step = (first ? 0.0 : a * d[i]) + b * z[i];
      d[i] = step;
      x[i] = fromZero ? step : x[i] + step;
    });
}

template <class Space>
void subtractFrom(std::int64_t n, const double* r, double* product)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { product[i] = r[i] - product[i]; });
}

template <class Space>
void addMotion(std::int64_t n, const CoarseMotion motion, double* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { x[i] += motion(i / 3, static_cast<int>(i % 3)); });
}

template <class Space>
void toSinglePrecision(std::int64_t n, const double* x, float* result)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { result[i] = static_cast<float>(x[i]); });
}
}

template <class Space>
TwoLevelPreconditioner<Space>::TwoLevelPreconditioner(Context<Space>& context,
  StiffnessOperator<Space>& stiffness, std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse,
  std::unique_ptr<HeldBlocks<Space>> held)
  : Computing(&context), Stiffness(&stiffness), Coarse(std::move(coarse)), Held(std::move(held)),
    InverseDiagonal(context, static_cast<std::size_t>(stiffness.size())),
    Solution(context, this->InverseDiagonal.size()),
    Residual(context, this->InverseDiagonal.size()),
    Direction(context, this->InverseDiagonal.size()), Scaled(context, this->InverseDiagonal.size()),
    Result(context, this->InverseDiagonal.size()), Free(context, this->InverseDiagonal.size())
{
  detail::setOnes<Space>(stiffness.size(), this->Free.data());
}

template <class Space>
void TwoLevelPreconditioner<Space>::update(const double* moduli, double largest)
{
  const std::int64_t n = this->Stiffness->size();
  this->Caution = 1.0; // so that a solve does not depend on those before
  this->Stiffness->diagonal(this->InverseDiagonal.data());
  detail::invertPositive<Space>(n, this->InverseDiagonal.data());
  this->UseCycle = true;
  this->UseHeld = this->Held != nullptr;
  if (this->Held)
  {
    this->Held->update(moduli, this->InverseDiagonal.data());
  }
  this->estimateLargestEigenvalue();
  this->UseCoarse = this->Coarse && this->Coarse->update(moduli, largest);
}

template <class Space>
void TwoLevelPreconditioner<Space>::estimateLargestEigenvalue()
{
  // Lanczos' method for D^-1 K, which is symmetric in the inner product of D: after a dozen steps
  // from a rough field the largest eigenvalue is known to some percent, from below.
  constexpr std::size_t steps = 12;
  constexpr double margin = 1.1;
  const std::int64_t n = this->Stiffness->size();
  const auto lease =
    this->Computing->workspace().template lease<double>(2 * static_cast<std::size_t>(n));
  double* v = this->Solution.data(); // unit vectors in the norm of D
  double* product = this->Direction.data();
  double* scaled = lease.data(); // D v
  double* scaledBefore = scaled + n;
  const double* inverse = this->InverseDiagonal.data();
  detail::startVector<Space>(n, inverse, scaled);
  std::array<double, steps * steps> matrix{};
  double beta = 0.0;
  std::size_t size = 0;
  for (; size < steps; ++size)
  {
    // scaled holds the next D v, not of unit length yet.
    this->applyDiagonal(scaled, v);
    const double square = this->Computing->dot(n, v, scaled);
    if (!(square > 0.0))
    {
      break;
    }
    beta = size > 0 ? std::sqrt(square) : 0.0;
    const double unit = 1.0 / std::sqrt(square);
    detail::scaleVector<Space>(n, unit, nullptr, v, v);
    detail::scaleVector<Space>(n, unit, nullptr, scaled, scaled);
    if (size > 0)
    {
      matrix[size * steps + size - 1] = matrix[(size - 1) * steps + size] = beta;
    }
    this->Stiffness->applyRounded(v, product);
    const double alpha = this->Computing->dot(n, v, product);
    matrix[size * steps + size] = alpha;
    // The next D v = K v - alpha D v - beta D v_before.
    detail::lanczosStep<Space>(n, alpha, beta, product, scaled, scaledBefore);
    std::swap(scaled, scaledBefore);
  }
  std::vector<double> tridiagonal(size * size);
  for (std::size_t i = 0; i < size * size; ++i)
  {
    tridiagonal[i] = matrix[i / size * steps + i % size];
  }
  const double largest = size > 0 ? symmetricEigenvalues(tridiagonal.data(), size).back() : 1.0;
  this->LargestEigenvalue = margin * largest;
}

template <class Space>
bool TwoLevelPreconditioner<Space>::recover()
{
  constexpr double mostCaution = 4.0;
  if (!this->UseCycle)
  {
    return false;
  }
  if (this->Caution >= mostCaution && this->UseHeld)
  {
    this->UseHeld = false;
    this->Caution = 1.0;
    this->estimateLargestEigenvalue();
    return true;
  }
  if (this->Caution >= mostCaution)
  {
    this->UseCycle = false;
    return true;
  }
  constexpr double raise = 1.5;
  this->Caution *= raise;
  this->LargestEigenvalue *= raise;
  return true;
}

template <class Space>
void TwoLevelPreconditioner<Space>::applyDiagonal(const double* r, double* z) const
{
  detail::scaleVector<Space>(this->Stiffness->size(), 1.0, this->InverseDiagonal.data(), r, z);
  if (this->UseHeld)
  {
    this->Held->apply(r, z);
  }
}

template <class Space>
void TwoLevelPreconditioner<Space>::computeResidual(const double* r, const double* x)
{
  this->Stiffness->applyRounded(x, this->Residual.data());
  detail::subtractFrom<Space>(this->Stiffness->size(), r, this->Residual.data());
}

template <class Space>
void TwoLevelPreconditioner<Space>::smooth(const double* r, double* x, bool fromZero)
{
  const std::int64_t n = this->Stiffness->size();
  const double middle = 0.5 * this->LargestEigenvalue * (1.0 + 1.0 / Ratio);
  const double half = 0.5 * this->LargestEigenvalue * (1.0 - 1.0 / Ratio);
  const double sigma = middle / half;
  double rho = 1.0 / sigma;
  if (!fromZero)
  {
    this->computeResidual(r, x);
  }
  this->applyDiagonal(fromZero ? r : this->Residual.data(), this->Scaled.data());
  detail::chebyshevStep<Space>(
    n, 0.0, 1.0 / middle, this->Scaled.data(), true, fromZero, this->Direction.data(), x);
  for (int step = 1; step < Degree; ++step)
  {
    const double next = 1.0 / (2.0 * sigma - rho);
    this->computeResidual(r, x);
    this->applyDiagonal(this->Residual.data(), this->Scaled.data());
    detail::chebyshevStep<Space>(n, next * rho, 2.0 * next / half, this->Scaled.data(), false,
      false, this->Direction.data(), x);
    rho = next;
  }
}

template <class Space>
const float* TwoLevelPreconditioner<Space>::apply(const double* r)
{
  const std::int64_t n = this->Stiffness->size();
  double* x = this->Solution.data();
  if (!this->UseCycle)
  {
    detail::scaleVector<Space>(n, 1.0, this->InverseDiagonal.data(), r, x);
    detail::toSinglePrecision<Space>(n, x, this->Result.data());
    return this->Result.data();
  }
  this->smooth(r, x, true);
  if (this->UseCoarse)
  {
    this->computeResidual(r, x);
    this->Coarse->solve(this->Residual.data());
    detail::addMotion<Space>(n, this->Coarse->motion(), x);
  }
  this->smooth(r, x, false);
  detail::toSinglePrecision<Space>(n, x, this->Result.data());
  return this->Result.data();
}

template <class Space>
std::size_t TwoLevelPreconditioner<Space>::memory(std::size_t unknowns)
{
  return unknowns * (7 * sizeof(double) + 2 * sizeof(float));
}

template class TwoLevelPreconditioner<CompiledSpace>;
}
