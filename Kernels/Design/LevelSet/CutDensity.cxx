#include "Design/LevelSet/CutDensity.h"

#include "Core/Parallel.h"
#include "Design/LevelSet/CutElement.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
TRABECULA_FUNCTION void cornersOf(
  std::int64_t e, std::int64_t columns, const double* levels, double* corners)
{
  const double* lower = levels + e % columns + e / columns * (columns + 1);
  corners[0] = lower[0];
  corners[1] = lower[1];
  corners[2] = lower[columns + 1];
  corners[3] = lower[columns + 2];
}

template <class Space>
void cutElements(std::int64_t columns, std::int64_t rows, const double* levels, double* density)
{
  forEach<Space>(
    columns * rows, TRABECULA_LAMBDA(std::int64_t e) {
      double corners[4];
      cornersOf(e, columns, levels, corners);
      density[e] = cut::element(corners, nullptr);
    });
}

/// gradient of vertices from values of elements.
template <class Space>
void gatherCuts(std::int64_t columns, std::int64_t rows, const double* levels, const double* values,
  double* gradient)
{
  forEach<Space>((columns + 1) * (rows + 1), TRABECULA_LAMBDA(std::int64_t vertex) {
    const std::int64_t i = vertex % (columns + 1);
    const std::int64_t j = vertex / (columns + 1);
    double sum = 0.0;
    for (int corner = 0; corner < 4; ++corner)
    {
      const std::int64_t column = i - corner % 2;
      const std::int64_t row = j - corner / 2;
      if (column < 0 || column >= columns || row < 0 || row >= rows)
      {
        continue;
      }
      const std::int64_t e = column + columns * row;
      double corners[4];
      double derivatives[4];
      cornersOf(e, columns, levels, corners);
      cut::element(corners, derivatives);
      sum += derivatives[corner] * values[e];
    }
    gradient[vertex] = sum;
  });
}

/// result = scales_e sum of (radius - distance) values of the elements around e; null values are
/// ones, null scales are ones.
template <class Space>
void smoothElements(std::int64_t columns, std::int64_t rows, double radius, const double* values,
  const double* scalesOfValues, const double* scales, double* result)
{
  const std::int64_t reach = static_cast<std::int64_t>(std::ceil(radius)) - 1;
  forEach<Space>(
    columns * rows, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int64_t i = e % columns;
      const std::int64_t j = e / columns;
      const std::int64_t low = j < reach ? -j : -reach;
      const std::int64_t high = j + reach >= rows ? rows - 1 - j : reach;
      double sum = 0.0;
      for (std::int64_t dj = low; dj <= high; ++dj)
      {
        for (std::int64_t di = i < reach ? -i : -reach; di <= reach && i + di < columns; ++di)
        {
          const double weight = radius - sqrt(static_cast<double>(di * di + dj * dj));
          if (weight > 0.0)
          {
            const std::int64_t other = e + di + columns * dj;
            sum += weight * (values ? values[other] : 1.0) *
              (scalesOfValues ? scalesOfValues[other] : 1.0);
          }
        }
      }
      result[e] = scales ? scales[e] * sum : sum;
    });
}

template <class Space>
void invertSums(std::int64_t n, double* sums)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { sums[e] = 1.0 / sums[e]; });
}

template <class Space>
void limitRatios(std::int64_t n, double weakRatio, double* ratios)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) {
      ratios[e] = ratios[e] > weakRatio ? ratios[e] : weakRatio;
    });
}

/// result = factor values where ratios are above the weak one.
template <class Space>
void maskWeak(std::int64_t n, double weakRatio, const double* ratios, double factor,
  const double* values, double* result)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) {
      result[e] = ratios[e] > weakRatio ? factor * values[e] : 0.0;
    });
}
}

template <class Space>
CutDensity<Space>::CutDensity(
  Context<Space>& context, const NurbsPatch& patch, double radius, double weakRatio)
  : Computing(&context), Elements{ patch.elements()[0], patch.elements()[1] },
    Vertices(makeVertexGrid(context, patch)), Radius(radius), WeakRatio(weakRatio)
{
  if (radius > 1.0)
  {
    this->InverseSums =
      DeviceVector<double, Space>(context, static_cast<std::size_t>(this->numberOfPoints()));
    detail::smoothElements<Space>(this->Elements[0], this->Elements[1], radius, nullptr, nullptr,
      nullptr, this->InverseSums.data());
    detail::invertSums<Space>(this->numberOfPoints(), this->InverseSums.data());
  }
}

template <class Space>
void CutDensity<Space>::smooth(const double* values, bool transposed, double* result)
{
  if (this->InverseSums.size() == 0)
  {
    Memory<Space>::copy(
      result, values, static_cast<std::size_t>(this->numberOfPoints()) * sizeof(double));
    return;
  }
  const double* sums = this->InverseSums.data();
  detail::smoothElements<Space>(this->Elements[0], this->Elements[1], this->Radius, values,
    transposed ? sums : nullptr, transposed ? nullptr : sums, result);
}

template <class Space>
void CutDensity<Space>::density(const double* coefficients, double* density)
{
  const auto levels = this->Computing->workspace().template lease<double>(
    static_cast<std::size_t>(this->Vertices.numberOfPoints()));
  this->Vertices.evaluate(coefficients, levels.data());
  detail::cutElements<Space>(this->Elements[0], this->Elements[1], levels.data(), density);
}

template <class Space>
void CutDensity<Space>::ratios(const double* density, double* ratios)
{
  this->smooth(density, false, ratios);
  detail::limitRatios<Space>(this->numberOfPoints(), this->WeakRatio, ratios);
}

template <class Space>
void CutDensity<Space>::pullBackRatios(
  const double* density, double factor, const double* values, double* result)
{
  const auto masked = this->Computing->workspace().template lease<double>(
    static_cast<std::size_t>(this->numberOfPoints()));
  this->smooth(density, false, masked.data());
  detail::maskWeak<Space>(
    this->numberOfPoints(), this->WeakRatio, masked.data(), factor, values, masked.data());
  this->smooth(masked.data(), true, result);
}

template <class Space>
void CutDensity<Space>::pullBackDensity(
  const double* coefficients, const double* values, double* gradient)
{
  const auto vertices = static_cast<std::size_t>(this->Vertices.numberOfPoints());
  const auto levels = this->Computing->workspace().template lease<double>(vertices);
  const auto ofVertices = this->Computing->workspace().template lease<double>(vertices);
  this->Vertices.evaluate(coefficients, levels.data());
  detail::gatherCuts<Space>(
    this->Elements[0], this->Elements[1], levels.data(), values, ofVertices.data());
  this->Vertices.gather(ofVertices.data(), gradient);
}

template class CutDensity<CompiledSpace>;
}
