#include "Design/LevelSet/CutDensity.h"

#include "Core/Parallel.h"
#include "Design/LevelSet/CutElement.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Gathers the values at the corners of an element, the first direction fastest.
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
void cutElements(const Context<Space>& context, std::int64_t columns, std::int64_t rows,
  const double* levels, double* density)
{
  forEach(
    context, columns * rows, TRABECULA_LAMBDA(std::int64_t e) {
      double corners[4];
      cornersOf(e, columns, levels, corners);
      density[e] = cut::element(corners, nullptr);
    });
}

/// Computes derivatives with respect to values at vertices from those with respect to solid parts
/// of elements.
template <class Space>
void gatherCuts(const Context<Space>& context, std::int64_t columns, std::int64_t rows,
  const double* levels, const double* values, double* gradient)
{
  forEach(
    context, (columns + 1) * (rows + 1), TRABECULA_LAMBDA(std::int64_t vertex) {
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

/// Returns the sum of weights[i] scales[i] values[i], by partial sums that a processor can compute
/// in parallel.
TRABECULA_FUNCTION double weightedSum(
  std::int64_t n, const double* weights, const double* values, const double* scales)
{
  double sums[4] = {};
  std::int64_t i = 0;
  for (; i + 4 <= n; i += 4)
  {
    for (int lane = 0; lane < 4; ++lane)
    {
      const double value = values[i + lane];
      sums[lane] += weights[i + lane] * (scales ? scales[i + lane] * value : value);
    }
  }
  for (; i < n; ++i)
  {
    sums[0] += weights[i] * (scales ? scales[i] * values[i] : values[i]);
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Computes result = scales_e times the sum of the window times values around e. Null scales stand
/// for ones.
/// @param window weights of offsets up to reach in both directions
template <class Space>
void smoothElements(const Context<Space>& context, std::int64_t columns, std::int64_t rows,
  std::int64_t reach, const double* window, const double* values, const double* scalesOfValues,
  const double* scales, double* result)
{
  forEach(
    context, columns * rows, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int64_t i = e % columns;
      const std::int64_t j = e / columns;
      const std::int64_t left = i < reach ? i : reach;
      const std::int64_t right = i + reach >= columns ? columns - 1 - i : reach;
      const std::int64_t low = j < reach ? -j : -reach;
      const std::int64_t high = j + reach >= rows ? rows - 1 - j : reach;
      double sum = 0.0;
      for (std::int64_t dj = low; dj <= high; ++dj)
      {
        const std::int64_t first = e - left + columns * dj;
        sum += weightedSum(left + right + 1, window + (dj + reach) * (2 * reach + 1) + reach - left,
          values + first, scalesOfValues ? scalesOfValues + first : nullptr);
      }
      result[e] = scales ? scales[e] * sum : sum;
    });
}

template <class Space>
void fillOnes(const Context<Space>& context, std::int64_t n, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) { values[e] = 1.0; });
}

template <class Space>
void invertSums(const Context<Space>& context, std::int64_t n, double* sums)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) { sums[e] = 1.0 / sums[e]; });
}

template <class Space>
void limitRatios(const Context<Space>& context, std::int64_t n, double weakRatio, double* ratios)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      ratios[e] = ratios[e] > weakRatio ? ratios[e] : weakRatio;
    });
}

/// Computes result = factor values where ratios are above the weak ratio, and 0 elsewhere.
template <class Space>
void maskWeak(const Context<Space>& context, std::int64_t n, double weakRatio, const double* ratios,
  double factor, const double* values, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      result[e] = ratios[e] > weakRatio ? factor * values[e] : 0.0;
    });
}
}

template <class Space>
CutDensity<Space>::CutDensity(
  const Context<Space>& context, const NurbsPatch& patch, double radius, double weakRatio)
  : LevelSetMaterial<Space>(context, static_cast<std::int64_t>(patch.numberOfControlPoints()),
      std::int64_t(patch.elements()[0]) * patch.elements()[1]),
    Elements{ patch.elements()[0], patch.elements()[1] }, Vertices(makeVertexGrid(context, patch)),
    WeakRatio(weakRatio)
{
  if (radius > 1.0)
  {
    // A radius larger than the patch needs no larger window.
    const auto widest = static_cast<double>(std::max(this->Elements[0], this->Elements[1]));
    this->Reach = static_cast<std::int64_t>(std::min(std::ceil(radius), widest)) - 1;
    std::vector<double> window;
    for (std::int64_t j = -this->Reach; j <= this->Reach; ++j)
    {
      for (std::int64_t i = -this->Reach; i <= this->Reach; ++i)
      {
        window.push_back(std::max(0.0, radius - std::sqrt(static_cast<double>(i * i + j * j))));
      }
    }
    this->Window = DeviceVector<double, Space>(context, window);
    const auto points = static_cast<std::size_t>(this->numberOfPoints());
    this->InverseSums = DeviceVector<double, Space>(context, points);
    const auto ones = context.workspace().template lease<double>(points);
    detail::fillOnes(this->context(), this->numberOfPoints(), ones.data());
    detail::smoothElements(this->context(), this->Elements[0], this->Elements[1], this->Reach,
      this->Window.data(), ones.data(), nullptr, nullptr, this->InverseSums.data());
    detail::invertSums(this->context(), this->numberOfPoints(), this->InverseSums.data());
  }
}

template <class Space>
void CutDensity<Space>::smooth(const double* values, bool transposed, double* result)
{
  if (this->InverseSums.size() == 0)
  {
    this->context().copy(
      result, values, static_cast<std::size_t>(this->numberOfPoints()) * sizeof(double));
    return;
  }
  const double* sums = this->InverseSums.data();
  detail::smoothElements(this->context(), this->Elements[0], this->Elements[1], this->Reach,
    this->Window.data(), values, transposed ? sums : nullptr, transposed ? nullptr : sums, result);
}

template <class Space>
void CutDensity<Space>::computeDensity(const double* coefficients, double* density)
{
  const auto levels = this->context().workspace().template lease<double>(
    static_cast<std::size_t>(this->Vertices.numberOfPoints()));
  this->Vertices.evaluate(coefficients, levels.data());
  detail::cutElements(
    this->context(), this->Elements[0], this->Elements[1], levels.data(), density);
}

template <class Space>
void CutDensity<Space>::computeRatios(const double* density, double* ratios)
{
  this->smooth(density, false, ratios);
  detail::limitRatios(this->context(), this->numberOfPoints(), this->WeakRatio, ratios);
}

template <class Space>
void CutDensity<Space>::transposeRatios(
  const double* density, double factor, const double* values, double* result)
{
  const auto masked = this->context().workspace().template lease<double>(
    static_cast<std::size_t>(this->numberOfPoints()));
  this->smooth(density, false, masked.data());
  detail::maskWeak(this->context(), this->numberOfPoints(), this->WeakRatio, masked.data(), factor,
    values, masked.data());
  this->smooth(masked.data(), true, result);
}

template <class Space>
void CutDensity<Space>::transposeDensity(
  const double* coefficients, const double* values, double* gradient)
{
  const auto vertices = static_cast<std::size_t>(this->Vertices.numberOfPoints());
  const auto levels = this->context().workspace().template lease<double>(vertices);
  const auto ofVertices = this->context().workspace().template lease<double>(vertices);
  this->Vertices.evaluate(coefficients, levels.data());
  detail::gatherCuts(this->context(), this->Elements[0], this->Elements[1], levels.data(), values,
    ofVertices.data());
  this->Vertices.gather(ofVertices.data(), gradient);
}

template class CutDensity<CompiledSpace>;
}
