#include "Solver/Aggregation/ProductSmoother.h"

#include "Core/Parallel.h"
#include "Solver/SmootherKernels.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
template <class Space>
void invertDiagonalOfFree(
  std::int64_t n, const double* diagonal, const std::uint8_t* held, float* inverse)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      inverse[i] = held[i] == 0 && diagonal[i] > 0.0 ? static_cast<float>(1.0 / diagonal[i]) : 0.0F;
    });
}

/// What follows a product: r -= product, next = keep d + factor D^-1 r, x += next.
template <class Space>
void stepOfProduct(std::int64_t n, const double* product, const float* inverse, const float* d,
  float keep, float factor, float* r, float* next, float* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      const auto residual = static_cast<float>(double(r[i]) - product[i]);
      const float step = keep * d[i] + factor * inverse[i] * residual;
      r[i] = residual;
      next[i] = step;
      x[i] += step;
    });
}

template <class Space>
void subtractProduct(std::int64_t n, const double* product, float* r)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { r[i] = static_cast<float>(double(r[i]) - product[i]); });
}

template <class Space>
void startScaled(std::int64_t n, const float* inverse, float* w)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      w[i] = inverse[i] > 0.0F ? w[i] / sqrtf(inverse[i]) : 0.0F;
    });
}
}

template <class Space>
ProductSmoother<Space>::ProductSmoother(Context<Space>& context,
  StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system,
  const std::vector<std::uint8_t>& held)
  : Stiffness(&stiffness), System(&system), Held(context, held),
    InverseDiagonal(context, held.size()), Argument(context, held.size()),
    Product(context, held.size())
{
}

template <class Space>
void ProductSmoother<Space>::update()
{
  this->Stiffness->diagonal(this->Product.data());
  this->System->addDiagonal(this->Product.data());
  detail::invertDiagonalOfFree<Space>(
    this->size(), this->Product.data(), this->Held.data(), this->InverseDiagonal.data());
}

template <class Space>
void ProductSmoother<Space>::apply(const float* x) const
{
  detail::convert<Space>(this->size(), x, this->Argument.data());
  this->System->apply(this->Argument.data(), this->Product.data());
}

template <class Space>
void ProductSmoother<Space>::start(
  const float* r, float factor, bool fromZero, float* d, float* x) const
{
  detail::startSmoothing<Space>(
    this->size(), r, this->InverseDiagonal.data(), factor, fromZero, d, x);
}

template <class Space>
void ProductSmoother<Space>::step(
  const float* d, float keep, float factor, float* r, float* next, float* x) const
{
  this->apply(d);
  detail::stepOfProduct<Space>(
    this->size(), this->Product.data(), this->InverseDiagonal.data(), d, keep, factor, r, next, x);
}

template <class Space>
void ProductSmoother<Space>::subtract(const float* d, float* r) const
{
  this->apply(d);
  detail::subtractProduct<Space>(this->size(), this->Product.data(), r);
}

template <class Space>
void ProductSmoother<Space>::multiply(const float* x, float* y) const
{
  this->apply(x);
  detail::convert<Space>(this->size(), static_cast<const double*>(this->Product.data()), y);
}

template <class Space>
void ProductSmoother<Space>::startVector(float* w) const
{
  detail::fillWithNoise<Space>(this->size(), w);
  detail::startScaled<Space>(this->size(), this->InverseDiagonal.data(), w);
}

template class ProductSmoother<CompiledSpace>;
}
