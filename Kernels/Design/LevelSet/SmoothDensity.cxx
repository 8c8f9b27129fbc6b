#include "Design/LevelSet/SmoothDensity.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
TRABECULA_FUNCTION double clampedLevel(double level, double width)
{
  const double t = level / width;
  return t < -1.0 ? -1.0 : t > 1.0 ? 1.0 : t;
}

/// values = H(values)
template <class Space>
void smoothHeaviside(std::int64_t n, double width, double* values)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t q) {
      const double t = clampedLevel(values[q], width);
      values[q] = 0.5 + 0.75 * (t - t * t * t / 3.0);
    });
}

/// levels = H'(levels) factors
template <class Space>
void smoothDelta(std::int64_t n, double width, const double* factors, double* levels)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t q) {
      const double t = clampedLevel(levels[q], width);
      levels[q] = 0.75 / width * (1.0 - t * t) * factors[q];
    });
}

template <class Space>
void smoothRatios(std::int64_t n, double weakRatio, const double* density, double* ratios)
{
  forEach<Space>(
    n,
    TRABECULA_LAMBDA(std::int64_t q) { ratios[q] = weakRatio + (1.0 - weakRatio) * density[q]; });
}

template <class Space>
void smoothScale(std::int64_t n, double factor, const double* values, double* result)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t q) { result[q] = factor * values[q]; });
}
}

template <class Space>
SmoothDensity<Space>::SmoothDensity(
  Context<Space>& context, const NurbsPatch& patch, double width, double weakRatio)
  : Computing(&context), Gauss(makeGaussGrid(context, patch)), Width(width), WeakRatio(weakRatio)
{
}

template <class Space>
void SmoothDensity<Space>::density(const double* coefficients, double* density)
{
  this->Gauss.evaluate(coefficients, density);
  detail::smoothHeaviside<Space>(this->numberOfPoints(), this->Width, density);
}

template <class Space>
void SmoothDensity<Space>::ratios(const double* density, double* ratios)
{
  detail::smoothRatios<Space>(this->numberOfPoints(), this->WeakRatio, density, ratios);
}

template <class Space>
void SmoothDensity<Space>::pullBackRatios(
  const double* /*density*/, double factor, const double* values, double* result)
{
  detail::smoothScale<Space>(
    this->numberOfPoints(), factor * (1.0 - this->WeakRatio), values, result);
}

template <class Space>
void SmoothDensity<Space>::pullBackDensity(
  const double* coefficients, const double* values, double* gradient)
{
  const auto levels = this->Computing->workspace().template lease<double>(
    static_cast<std::size_t>(this->numberOfPoints()));
  this->Gauss.evaluate(coefficients, levels.data());
  detail::smoothDelta<Space>(this->numberOfPoints(), this->Width, values, levels.data());
  this->Gauss.gather(levels.data(), gradient);
}

template class SmoothDensity<CompiledSpace>;
}
