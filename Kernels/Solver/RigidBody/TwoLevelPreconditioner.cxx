#include "Solver/RigidBody/TwoLevelPreconditioner.h"

#include "Core/Parallel.h"

#include <cmath>
#include <utility>

namespace trabecula
{
namespace detail
{
template <class Space>
void startVectors(std::int64_t n, double* vector, float* free)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      // A rough field, which no symmetry of the structure makes orthogonal to the eigenvector.
      const auto bits = static_cast<std::uint32_t>(i) * 2654435761U;
      vector[i] = static_cast<double>(bits >> 8U) / double(1U << 24U) - 0.5;
      free[i] = 1.0F;
    });
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

/// One step of the Chebyshev iteration: d = a d + b D^-1 residual, x += d; fromZero sets x = d.
template <class Space>
void chebyshevStep(std::int64_t n, double a, double b, const double* inverseDiagonal,
  const double* residual, bool first, bool fromZero, double* d, double* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      const double step = (first ? 0.0 : a * d[i]) + b * inverseDiagonal[i] * residual[i];
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
  StiffnessOperator<Space>& stiffness, std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse)
  : Computing(&context), Stiffness(&stiffness), Coarse(std::move(coarse)),
    InverseDiagonal(context, static_cast<std::size_t>(stiffness.size())),
    Eigenvector(context, this->InverseDiagonal.size()),
    Solution(context, this->InverseDiagonal.size()),
    Residual(context, this->InverseDiagonal.size()),
    Direction(context, this->InverseDiagonal.size()), Result(context, this->InverseDiagonal.size()),
    Free(context, this->InverseDiagonal.size())
{
  detail::startVectors<Space>(stiffness.size(), this->Eigenvector.data(), this->Free.data());
}

template <class Space>
void TwoLevelPreconditioner<Space>::update(const double* moduli, double largest)
{
  const std::int64_t n = this->Stiffness->size();
  this->Stiffness->diagonal(this->InverseDiagonal.data());
  detail::invertPositive<Space>(n, this->InverseDiagonal.data());
  this->estimateLargestEigenvalue();
  this->UseCoarse = this->Coarse && this->Coarse->update(moduli, largest);
}

template <class Space>
void TwoLevelPreconditioner<Space>::estimateLargestEigenvalue()
{
  // A few steps are enough, as the last estimate's vector is nearly that of these moduli.
  const int steps = this->LargestEigenvalue > 0.0 ? 5 : 20;
  constexpr double margin = 1.15;
  const std::int64_t n = this->Stiffness->size();
  double* v = this->Eigenvector.data();
  double estimate = 0.0;
  for (int i = 0; i < steps; ++i)
  {
    // In the norm of K, where D^-1 K is symmetric, estimates are lower bounds.
    double* product = this->Residual.data();
    this->Stiffness->apply(v, product);
    const double vKv = this->Computing->dot(n, v, product);
    detail::scaleVector<Space>(
      n, 1.0, this->InverseDiagonal.data(), product, this->Direction.data());
    const double square = this->Computing->dot(n, product, this->Direction.data());
    if (!(vKv > 0.0) || !(square > 0.0))
    {
      break;
    }
    estimate = square / vKv;
    detail::scaleVector<Space>(n, 1.0 / std::sqrt(square), nullptr, this->Direction.data(), v);
  }
  this->LargestEigenvalue = estimate > 0.0 ? margin * estimate : 1.0;
}

template <class Space>
void TwoLevelPreconditioner<Space>::computeResidual(const double* r, const double* x)
{
  this->Stiffness->apply(x, this->Residual.data());
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
  detail::chebyshevStep<Space>(n, 0.0, 1.0 / middle, this->InverseDiagonal.data(),
    fromZero ? r : this->Residual.data(), true, fromZero, this->Direction.data(), x);
  for (int step = 1; step < Degree; ++step)
  {
    const double next = 1.0 / (2.0 * sigma - rho);
    this->computeResidual(r, x);
    detail::chebyshevStep<Space>(n, next * rho, 2.0 * next / half, this->InverseDiagonal.data(),
      this->Residual.data(), false, false, this->Direction.data(), x);
    rho = next;
  }
}

template <class Space>
const float* TwoLevelPreconditioner<Space>::apply(const double* r)
{
  const std::int64_t n = this->Stiffness->size();
  double* x = this->Solution.data();
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
  return unknowns * (5 * sizeof(double) + 2 * sizeof(float));
}

template class TwoLevelPreconditioner<CompiledSpace>;
}
