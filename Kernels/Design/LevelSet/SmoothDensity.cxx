#include "Design/LevelSet/SmoothDensity.h"

#include "Core/Parallel.h"

#include <utility>

namespace trabecula
{
namespace detail
{
TRABECULA_FUNCTION double clampedLevel(double level, double width)
{
  const double t = level / width;
  return t < -1.0 ? -1.0 : t > 1.0 ? 1.0 : t;
}

/// Computes values = H(values).
template <class Space>
void smoothHeaviside(const Context<Space>& context, std::int64_t n, double width, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t q) {
      const double t = clampedLevel(values[q], width);
      values[q] = 0.5 + 0.75 * (t - t * t * t / 3.0);
    });
}

/// Computes levels = H'(levels) factors.
template <class Space>
void smoothDelta(const Context<Space>& context, std::int64_t n, double width, const double* factors,
  double* levels)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t q) {
      const double t = clampedLevel(levels[q], width);
      levels[q] = 0.75 / width * (1.0 - t * t) * factors[q];
    });
}

template <class Space>
void smoothRatios(const Context<Space>& context, std::int64_t n, double weakRatio,
  const double* density, double* ratios)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t q) { ratios[q] = weakRatio + (1.0 - weakRatio) * density[q]; });
}

template <class Space>
void smoothScale(const Context<Space>& context, std::int64_t n, double factor, const double* values,
  double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t q) { result[q] = factor * values[q]; });
}
}

template <class Space>
SmoothDensity<Space>::SmoothDensity(
  const Context<Space>& context, const NurbsPatch& patch, double width, double weakRatio)
  : SmoothDensity(context, makeGaussGrid(context, patch), width, weakRatio)
{
}

template <class Space>
SmoothDensity<Space>::SmoothDensity(
  const Context<Space>& context, NurbsGrid<Space> gauss, double width, double weakRatio)
  : LevelSetMaterial<Space>(context, gauss.numberOfControlPoints(), gauss.numberOfPoints()),
    Gauss(std::move(gauss)), Width(width), WeakRatio(weakRatio)
{
}

template <class Space>
void SmoothDensity<Space>::computeDensity(const double* coefficients, double* density)
{
  this->Gauss.evaluate(coefficients, density);
  detail::smoothHeaviside(this->context(), this->numberOfPoints(), this->Width, density);
}

template <class Space>
void SmoothDensity<Space>::computeRatios(const double* density, double* ratios)
{
  detail::smoothRatios(this->context(), this->numberOfPoints(), this->WeakRatio, density, ratios);
}

template <class Space>
void SmoothDensity<Space>::transposeRatios(
  const double* /*density*/, double factor, const double* values, double* result)
{
  detail::smoothScale(
    this->context(), this->numberOfPoints(), factor * (1.0 - this->WeakRatio), values, result);
}

template <class Space>
void SmoothDensity<Space>::transposeDensity(
  const double* coefficients, const double* values, double* gradient)
{
  const auto levels = this->context().workspace().template lease<double>(
    static_cast<std::size_t>(this->numberOfPoints()));
  this->Gauss.evaluate(coefficients, levels.data());
  detail::smoothDelta(this->context(), this->numberOfPoints(), this->Width, values, levels.data());
  this->Gauss.gather(levels.data(), gradient);
}

template class SmoothDensity<CompiledSpace>;
}
