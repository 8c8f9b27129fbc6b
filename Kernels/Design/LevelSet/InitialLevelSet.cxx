#include "Design/LevelSet/InitialLevelSet.h"

#include "Core/Parallel.h"
#include "Mesh/Nurbs/NurbsGrid.h"
#include "Mesh/Nurbs/NurbsRefinement.h"

#include <cmath>
#include <limits>

namespace trabecula
{
namespace detail
{
/// Computes result = W times the distance to the nearest hole, where W is the sum of N_i w_i, with
/// one thread per collocation point.
template <class Space>
void distancesToHoles(const Context<Space>& context, std::int64_t n, NurbsGridView grid,
  std::int64_t holes, const double* centres, double radius, const double* given, double* result)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t q) {
      int at[3];
      grid.place(q, at);
      double weight = 0.0;
      double place[3] = {};
      for (int c = 0; c <= grid.degrees[2]; ++c)
      {
        for (int b = 0; b <= grid.degrees[1]; ++b)
        {
          for (int a = 0; a <= grid.degrees[0]; ++a)
          {
            const std::int64_t i = grid.controlPoint(at, a, b, c);
            const double value = grid.weights[i] *
              grid.values[0][at[0] * (grid.degrees[0] + 1) + a] *
              grid.values[1][at[1] * (grid.degrees[1] + 1) + b] *
              grid.values[2][at[2] * (grid.degrees[2] + 1) + c];
            weight += value;
            for (int k = 0; k < 3; ++k)
            {
              place[k] += value * grid.controlPoints[3 * i + k];
            }
          }
        }
      }
      if (given)
      {
        result[q] = weight * given[q];
        return;
      }
      double nearest = infinity;
      for (std::int64_t hole = 0; hole < holes; ++hole)
      {
        double square = 0.0;
        for (int k = 0; k < 3; ++k)
        {
          const double offset = place[k] / weight - centres[3 * hole + k];
          square += offset * offset;
        }
        nearest = square < nearest ? square : nearest;
      }
      result[q] = weight * (sqrt(nearest) - radius);
    });
}

/// Solves the collocation systems along the lines of one direction; see SplineCollocation.
template <class Space>
void solveLines(const Context<Space>& context, std::int64_t lines, std::int64_t stride, int size,
  int band, const double* factors, double* values)
{
  const int row = 2 * band + 1;
  forEach(
    context, lines, TRABECULA_LAMBDA(std::int64_t line) {
      double* v = values + line % stride + line / stride * stride * size;
      for (int i = 0; i < size; ++i)
      {
        double sum = v[i * stride];
        for (int j = i < band ? 0 : i - band; j < i; ++j)
        {
          sum -= factors[i * row + j - i + band] * v[j * stride];
        }
        v[i * stride] = sum;
      }
      for (int i = size - 1; i >= 0; --i)
      {
        double sum = v[i * stride];
        for (int j = i + 1; j <= i + band && j < size; ++j)
        {
          sum -= factors[i * row + j - i + band] * v[j * stride];
        }
        v[i * stride] = sum / factors[i * row + band];
      }
    });
}

template <class Space>
void divideByWeights(
  const Context<Space>& context, std::int64_t n, const double* weights, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { values[i] /= weights[i]; });
}

template <class Space>
std::vector<double> collocate(const Context<Space>& context, const NurbsPatch& patch,
  const std::vector<double>& centres, double radius, const std::vector<double>& values)
{
  const NurbsGrid<Space> grid = makeGrevilleGrid(context, patch);
  const std::int64_t n = grid.numberOfPoints();
  const DeviceVector<double, Space> holes(context, centres);
  const DeviceVector<double, Space> given(context, values);
  DeviceVector<double, Space> result(context, static_cast<std::size_t>(n));
  distancesToHoles(context, n, grid.view(), static_cast<std::int64_t>(centres.size() / 3),
    holes.data(), radius, values.empty() ? nullptr : given.data(), result.data());
  std::int64_t stride = 1;
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    const SplineCollocation collocation(
      patch.degrees[k], patch.knots[k], grevillePoints(patch.degrees[k], patch.knots[k]));
    const DeviceVector<double, Space> factors(context, collocation.factors());
    solveLines(context, n / collocation.size(), stride, collocation.size(), collocation.bandwidth(),
      factors.data(), result.data());
    context.synchronize(); // the factors are freed at the end of the loop body
    stride *= collocation.size();
  }
  divideByWeights(context, n, grid.view().weights, result.data());
  return result.toHost();
}
}

template <class Space>
std::vector<double> levelSetOfHoles(const Context<Space>& context, const NurbsPatch& patch,
  const std::vector<double>& centres, double radius)
{
  return detail::collocate(context, patch, centres, radius, {});
}

template <class Space>
std::vector<double> levelSetOfValues(
  const Context<Space>& context, const NurbsPatch& patch, const std::vector<double>& values)
{
  return detail::collocate(context, patch, {}, 0.0, values);
}

template std::vector<double> levelSetOfHoles<CompiledSpace>(const Context<CompiledSpace>& context,
  const NurbsPatch& patch, const std::vector<double>& centres, double radius);
template std::vector<double> levelSetOfValues<CompiledSpace>(const Context<CompiledSpace>& context,
  const NurbsPatch& patch, const std::vector<double>& values);
}
