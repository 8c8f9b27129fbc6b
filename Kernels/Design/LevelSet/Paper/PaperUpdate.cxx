#include "Design/LevelSet/Paper/PaperUpdate.h"

#include "Core/Parallel.h"
#include "Design/LevelSet/CutElement.h"
#include "Operator/Isogeometric/PatchPoint.h"
#include "Operator/Isogeometric/ProductKernels.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
template <class Space>
void energiesAtGrevillePoints(const PatchView patch, const UnitLame<double> material,
  const double* moduli, const double* u, double* energies)
{
  forEach<Space>(
    patch.grid.numberOfControlPoints(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t at[3] = {};
      std::int32_t e[3] = { 0, 0, 0 };
      double xi[3] = { 0.0, 0.0, 0.0 };
      patch.grid.controlPointAt(i, at);
      for (int k = 0; k < 2; ++k)
      {
        for (int j = 1; j <= patch.grid.degrees[k]; ++j)
        {
          xi[k] += patch.knots[k][at[k] + j];
        }
        xi[k] /= patch.grid.degrees[k];
        e[k] =
          bspline::spanOf(patch.grid.degrees[k], patch.grid.elements[k], patch.knots[k], xi[k]);
      }
      const PointBasis basis(patch, e, xi);
      const PatchPoint point(patch, e, basis);
      double value[2] = {};
      double slopes[4] = {};
      forEachFunction(patch.grid, e,
        [&](std::int64_t p, int a, int b, int c)
        {
          const double w = patch.weights[p] / point.weight;
          for (int d = 0; d < 2; ++d)
          {
            value[d] += w * u[2 * p + d] * basis.product(a, b, c);
            for (int k = 0; k < 2; ++k)
            {
              slopes[2 * d + k] += w * u[2 * p + d] * basis.product(a, b, c, k);
            }
          }
        });
      double h[4] = {};
      for (int d = 0; d < 2; ++d)
      {
        for (int j = 0; j < 2; ++j)
        {
          double sum = 0.0;
          for (int k = 0; k < 2; ++k)
          {
            sum += (slopes[2 * d + k] - value[d] * point.weightSlopes[k] / point.weight) *
              point.inverse[3 * k + j];
          }
          h[2 * d + j] = sum;
        }
      }
      const double trace = h[0] + h[3];
      const double shear = h[1] + h[2];
      energies[i] = moduli[patch.grid.elementNumber(e)] *
        (material.lambda * trace * trace +
          material.mu * (2.0 * (h[0] * h[0] + h[3] * h[3]) + shear * shear));
    });
}

template <class Space>
void tryMultiplier(std::int64_t n, const PaperUpdateSettings settings, double lambda,
  const double* energies, const double* coefficients, double* next)
{
  const double range = settings.upper - settings.lower;
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      const double least = settings.leastVariable;
      const double x = std::fmin(std::fmax((coefficients[i] - settings.lower) / range, least), 1.0);
      double y = x * std::pow(energies[i] / lambda, settings.damping);
      y = std::fmin(std::fmax(y, x - settings.moveLimit), x + settings.moveLimit);
      next[i] = settings.lower + range * std::fmin(std::fmax(y, least), 1.0);
    });
}

template <class Space>
void sumSolidParts(Reducer<Space>& reducer, const SplineGrid grid, const double* vertices,
  const double* measures, double* sum)
{
  const std::int64_t along = grid.elements[0] + 1;
  reducer.reduce(
    grid.numberOfElements(), Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t number) {
      const std::int64_t first = number / grid.elements[0] * along + number % grid.elements[0];
      const double corners[4] = { vertices[first], vertices[first + 1], vertices[first + along],
        vertices[first + along + 1] };
      Sums<1> part;
      part.v[0] = measures[number] * cut::element(corners, nullptr);
      return part;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& total) { *sum = total.v[0]; });
}
}

template <class Space>
void computePaperSensitivities(const PatchView& patch, double poissonsRatio, const double* moduli,
  const double* u, double* energies)
{
  detail::energiesAtGrevillePoints<Space>(
    patch, unitLame<double>(2, poissonsRatio), moduli, u, energies);
}

template <class Space>
PaperUpdate<Space>::PaperUpdate(Context<Space>& context, const SplineGrid& grid,
  const CooMatrix<Space>& interpolation, const double* measures)
  : Grid(grid), Interpolation(&interpolation), Measures(measures),
    Vertices(context, static_cast<std::size_t>(interpolation.rows)),
    Next(context, static_cast<std::size_t>(grid.numberOfControlPoints())), Sum(context, 1),
    Reduce(std::make_unique<Reducer<Space>>())
{
}

template <class Space>
PaperUpdate<Space>::~PaperUpdate() = default;

template <class Space>
double PaperUpdate<Space>::volume(const double* coefficients)
{
  this->Interpolation->multiply(coefficients, this->Vertices.data());
  detail::sumSolidParts<Space>(
    *this->Reduce, this->Grid, this->Vertices.data(), this->Measures, this->Sum.data());
  return this->Sum.toHost()[0];
}

template <class Space>
int PaperUpdate<Space>::update(
  const PaperUpdateSettings& settings, const double* energies, double* coefficients)
{
  double low = 0.0;
  double high = 1e9;
  int tried = 0;
  const std::int64_t n = this->Grid.numberOfControlPoints();
  while (high - low > 1e-12 * (low + high) && high > 1e-40)
  {
    const double lambda = 0.5 * (low + high);
    detail::tryMultiplier<Space>(n, settings, lambda, energies, coefficients, this->Next.data());
    (this->volume(this->Next.data()) > settings.volumeBound ? low : high) = lambda;
    ++tried;
  }
  Memory<Space>::copy(coefficients, this->Next.data(), this->Next.bytes());
  return tried;
}

template class PaperUpdate<CompiledSpace>;
template void computePaperSensitivities<CompiledSpace>(const PatchView& patch, double poissonsRatio,
  const double* moduli, const double* u, double* energies);
}
