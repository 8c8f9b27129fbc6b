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
/// Fills a vector with pseudo-random numbers times the square roots of the diagonal, so that
/// symmetries of the structure do not make it orthogonal to an eigenvector.
template <class Space>
void startVector(
  const Context<Space>& context, std::int64_t n, const double* inverseDiagonal, double* vector)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const auto bits = static_cast<std::uint32_t>(i) * 2654435761U;
      const double field = static_cast<double>(bits >> 8U) / double(1U << 24U) - 0.5;
      vector[i] = inverseDiagonal[i] > 0.0 ? field / sqrt(inverseDiagonal[i]) : 0.0;
    });
}

/// before = product - alpha now - beta before.
template <class Space>
void lanczosStep(const Context<Space>& context, std::int64_t n, double alpha, double beta,
  const double* product, const double* now, double* before)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      before[i] = product[i] - alpha * now[i] - (beta != 0.0 ? beta * before[i] : 0.0);
    });
}

template <class Space>
void setOnes(const Context<Space>& context, std::int64_t n, float* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { values[i] = 1.0F; });
}

template <class Space>
void invertPositive(const Context<Space>& context, std::int64_t n, double* d)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { d[i] = d[i] > 0.0 ? 1.0 / d[i] : 0.0; });
}

/// target_i = factor scale_i source_i; a null scale stands for ones.
template <class Space>
void scaleVector(const Context<Space>& context, std::int64_t n, double factor, const double* scale,
  const double* source, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = factor * (scale ? scale[i] : 1.0) * source[i];
    });
}

/// Performs one step of the Chebyshev iteration: d = a d + b z with z = D^-1 residual, and x += d,
/// or x = d if fromZero.
template <class Space>
void chebyshevStep(const Context<Space>& context, std::int64_t n, double a, double b,
  const double* z, bool first, bool fromZero, double* d, double* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const double step = (first ? 0.0 : a * d[i]) + b * z[i];
      d[i] = step;
      x[i] = fromZero ? step : x[i] + step;
    });
}

template <class Space>
void subtractFrom(const Context<Space>& context, std::int64_t n, const double* r, double* product)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { product[i] = r[i] - product[i]; });
}

template <class Space>
void addMotion(const Context<Space>& context, std::int64_t n, const CoarseMotion motion, double* x)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { x[i] += motion(i / 3, static_cast<int>(i % 3)); });
}

template <class Space>
void toSinglePrecision(
  const Context<Space>& context, std::int64_t n, const double* x, float* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { result[i] = static_cast<float>(x[i]); });
}
}

template <class Space>
TwoLevelPreconditioner<Space>::TwoLevelPreconditioner(StiffnessOperator<Space>& stiffness,
  std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse,
  std::unique_ptr<ConstrainedBlocks<Space>> blocks)
  : Stiffness(&stiffness), Coarse(std::move(coarse)), Blocks(std::move(blocks)),
    InverseDiagonal(stiffness.layoutPointer()), Solution(stiffness.layoutPointer()),
    Residual(stiffness.layoutPointer()), Direction(stiffness.layoutPointer()),
    Scaled(stiffness.layoutPointer()), Result(stiffness.layoutPointer()),
    Free(stiffness.layoutPointer())
{
  detail::setOnes(stiffness.context(), stiffness.size(), this->Free.data());
}

template <class Space>
void TwoLevelPreconditioner<Space>::update(const Vector<Space>& moduli, double largest)
{
  moduli.require(this->Stiffness->materialPoints(), "A vector of moduli");
  this->Caution = 1.0; // makes a solution independent of earlier ones
  this->Stiffness->diagonal(this->InverseDiagonal);
  detail::invertPositive(
    this->Stiffness->context(), this->Stiffness->size(), this->InverseDiagonal.data());
  this->UseCycle = true;
  this->UseBlocks = this->Blocks != nullptr;
  if (this->Blocks)
  {
    this->Blocks->update(moduli.data(), this->InverseDiagonal.data());
  }
  this->estimateLargestEigenvalue();
  this->UseCoarse = this->Coarse && this->Coarse->update(moduli, largest);
}

template <class Space>
void TwoLevelPreconditioner<Space>::estimateLargestEigenvalue()
{
  // Lanczos' method is applied to D^-1 K, which is symmetric in the inner product of D. A dozen
  // steps yield a lower bound of the largest eigenvalue that is accurate to a few percent.
  constexpr std::size_t steps = 12;
  constexpr double margin = 1.1;
  const Context<Space>& context = this->Stiffness->context();
  const std::int64_t n = this->Stiffness->size();
  LeasedVector<Space> first(this->Stiffness->layoutPointer());
  LeasedVector<Space> second(this->Stiffness->layoutPointer());
  Vector<Space>& v = this->Solution; // normalized in the norm of D
  Vector<Space>& product = this->Direction;
  Vector<Space>* scaled = &first; // D v
  Vector<Space>* scaledBefore = &second;
  detail::startVector(context, n, this->InverseDiagonal.data(), scaled->data());
  std::array<double, steps * steps> matrix{};
  double beta = 0.0;
  std::size_t size = 0;
  for (; size < steps; ++size)
  {
    // scaled is the next D v before normalization.
    this->applyDiagonal(*scaled, v);
    const double square = dot(v, *scaled);
    if (!(square > 0.0))
    {
      break;
    }
    beta = size > 0 ? std::sqrt(square) : 0.0;
    const double unit = 1.0 / std::sqrt(square);
    detail::scaleVector(context, n, unit, nullptr, v.data(), v.data());
    detail::scaleVector(context, n, unit, nullptr, scaled->data(), scaled->data());
    if (size > 0)
    {
      matrix[size * steps + size - 1] = matrix[(size - 1) * steps + size] = beta;
    }
    this->Stiffness->applyRounded(v, product);
    const double alpha = dot(v, product);
    matrix[size * steps + size] = alpha;
    // The next D v is K v - alpha D v - beta D v_before.
    detail::lanczosStep(
      context, n, alpha, beta, product.data(), scaled->data(), scaledBefore->data());
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
std::string TwoLevelPreconditioner<Space>::recover()
{
  constexpr double mostCaution = 4.0;
  if (!this->UseCycle)
  {
    return {};
  }
  if (this->Caution >= mostCaution && this->UseBlocks)
  {
    this->UseBlocks = false;
    this->Caution = 1.0;
    this->estimateLargestEigenvalue();
    return detail::CautionNote;
  }
  if (this->Caution >= mostCaution)
  {
    this->UseCycle = false;
    return detail::CautionNote;
  }
  constexpr double raise = 1.5;
  this->Caution *= raise;
  this->LargestEigenvalue *= raise;
  return detail::CautionNote;
}

template <class Space>
void TwoLevelPreconditioner<Space>::applyDiagonal(const Vector<Space>& r, Vector<Space>& z) const
{
  detail::scaleVector(this->Stiffness->context(), this->Stiffness->size(), 1.0,
    this->InverseDiagonal.data(), r.data(), z.data());
  if (this->UseBlocks)
  {
    this->Blocks->apply(r.data(), z.data());
  }
}

template <class Space>
void TwoLevelPreconditioner<Space>::computeResidual(const Vector<Space>& r, const Vector<Space>& x)
{
  this->Stiffness->applyRounded(x, this->Residual);
  detail::subtractFrom(
    this->Stiffness->context(), this->Stiffness->size(), r.data(), this->Residual.data());
}

template <class Space>
void TwoLevelPreconditioner<Space>::smooth(const Vector<Space>& r, Vector<Space>& x, bool fromZero)
{
  const Context<Space>& context = this->Stiffness->context();
  const std::int64_t n = this->Stiffness->size();
  const double middle = 0.5 * this->LargestEigenvalue * (1.0 + 1.0 / Ratio);
  const double half = 0.5 * this->LargestEigenvalue * (1.0 - 1.0 / Ratio);
  const double sigma = middle / half;
  double rho = 1.0 / sigma;
  if (!fromZero)
  {
    this->computeResidual(r, x);
  }
  this->applyDiagonal(fromZero ? r : this->Residual, this->Scaled);
  detail::chebyshevStep(context, n, 0.0, 1.0 / middle, this->Scaled.data(), true, fromZero,
    this->Direction.data(), x.data());
  for (int step = 1; step < Degree; ++step)
  {
    const double next = 1.0 / (2.0 * sigma - rho);
    this->computeResidual(r, x);
    this->applyDiagonal(this->Residual, this->Scaled);
    detail::chebyshevStep(context, n, next * rho, 2.0 * next / half, this->Scaled.data(), false,
      false, this->Direction.data(), x.data());
    rho = next;
  }
}

template <class Space>
const Vector<Space, float>& TwoLevelPreconditioner<Space>::apply(const Vector<Space>& r)
{
  r.require(this->Stiffness->layout(), "A residual");
  const Context<Space>& context = this->Stiffness->context();
  const std::int64_t n = this->Stiffness->size();
  Vector<Space>& x = this->Solution;
  if (!this->UseCycle)
  {
    detail::scaleVector(context, n, 1.0, this->InverseDiagonal.data(), r.data(), x.data());
    detail::toSinglePrecision(context, n, x.data(), this->Result.data());
    return this->Result;
  }
  this->smooth(r, x, true);
  if (this->UseCoarse)
  {
    this->computeResidual(r, x);
    this->Coarse->solve(this->Residual);
    detail::addMotion(context, n, this->Coarse->motion(), x.data());
  }
  this->smooth(r, x, false);
  detail::toSinglePrecision(context, n, x.data(), this->Result.data());
  return this->Result;
}

template <class Space>
std::size_t TwoLevelPreconditioner<Space>::memory(std::size_t unknowns)
{
  return unknowns * (7 * sizeof(double) + 2 * sizeof(float));
}

template class TwoLevelPreconditioner<CompiledSpace>;
}
