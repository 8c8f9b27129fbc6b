#include "Benchmark/Paper/Isogeometric/PaperUpdate.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Design/LevelSet/CutElement.h"
#include "Operator/Isogeometric/PatchPoint.h"
#include "Operator/Isogeometric/ProductKernels.h"

#include <cmath>
#include <string>

namespace trabecula
{
namespace detail
{
template <class Space>
void energiesAtGrevillePoints(const Context<Space>& context, const PatchView patch,
  const LameConstants<double> material, const double* moduli, const double* u, double* energies)
{
  forEach(
    context, patch.grid.numberOfControlPoints(), TRABECULA_LAMBDA(std::int64_t i) {
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
void tryMultiplier(const Context<Space>& context, std::int64_t n,
  const PaperUpdateSettings settings, double lambda, const double* energies,
  const double* coefficients, double* next)
{
  const double range = settings.upper - settings.lower;
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const double least = settings.leastVariable;
      const double x = std::fmin(std::fmax((coefficients[i] - settings.lower) / range, least), 1.0);
      double y = x * std::pow(energies[i] / lambda, settings.damping);
      y = std::fmin(std::fmax(y, x - settings.moveLimit), x + settings.moveLimit);
      next[i] = settings.lower + range * std::fmin(std::fmax(y, least), 1.0);
    });
}

template <class Space>
double sumSolidParts(const Context<Space>& context, const SplineGrid grid, const double* vertices,
  const double* measures)
{
  const std::int64_t along = grid.elements[0] + 1;
  return context
    .reduce(
      grid.numberOfElements(), Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t number) {
        const std::int64_t first = number / grid.elements[0] * along + number % grid.elements[0];
        const double corners[4] = { vertices[first], vertices[first + 1], vertices[first + along],
          vertices[first + along + 1] };
        Sums<1> part;
        part.v[0] = measures[number] * cut::element(corners, nullptr);
        return part;
      },
      AddSums())
    .v[0];
}

template <class Space>
void requireEntries(const Vector<Space>& vector, std::int64_t size, const char* what)
{
  if (vector.size() != size)
  {
    throw Error(std::string(what) + " has " + std::to_string(vector.size()) +
      " entries, but should have " + std::to_string(size) + ".");
  }
}
}

template <class Space>
void computePaperSensitivities(const PatchView& patch, double poissonsRatio,
  const Vector<Space>& moduli, const Vector<Space>& u, Vector<Space>& energies)
{
  const std::int64_t points = patch.grid.numberOfControlPoints();
  detail::requireEntries(moduli, patch.grid.numberOfElements(), "A vector of moduli");
  detail::requireEntries(u, 2 * points, "A vector of displacements");
  detail::requireEntries(energies, points, "A vector of energies");
  detail::energiesAtGrevillePoints(energies.context(), patch, unitLame<double>(2, poissonsRatio),
    moduli.data(), u.data(), energies.data());
}

template <class Space>
PaperUpdate<Space>::PaperUpdate(
  const SplineGrid& grid, const CooMatrix<Space>& interpolation, const Vector<Space>& measures)
  : Grid(grid), Interpolation(&interpolation), Measures(&measures),
    Vertices(measures.context(), static_cast<std::size_t>(interpolation.rows))
{
  detail::requireEntries(measures, grid.numberOfElements(), "A vector of measures");
}

template <class Space>
double PaperUpdate<Space>::volume(const Vector<Space>& coefficients)
{
  detail::requireEntries(
    coefficients, this->Grid.numberOfControlPoints(), "A vector of coefficients");
  return this->volumeOf(coefficients.data());
}

template <class Space>
double PaperUpdate<Space>::volumeOf(const double* coefficients)
{
  this->Interpolation->multiply(coefficients, this->Vertices.data());
  return detail::sumSolidParts(
    this->Vertices.context(), this->Grid, this->Vertices.data(), this->Measures->data());
}

template <class Space>
int PaperUpdate<Space>::update(
  const PaperUpdateSettings& settings, const Vector<Space>& energies, Vector<Space>& coefficients)
{
  double low = 0.0;
  double high = 1e9;
  int tried = 0;
  const std::int64_t n = this->Grid.numberOfControlPoints();
  detail::requireEntries(coefficients, n, "A vector of coefficients");
  energies.require(coefficients.layout(), "A vector of energies");
  LeasedVector<Space> next(coefficients.layoutPointer());
  while (high - low > 1e-12 * (low + high) && high > 1e-40)
  {
    const double lambda = 0.5 * (low + high);
    detail::tryMultiplier(coefficients.context(), n, settings, lambda, energies.data(),
      coefficients.data(), next.data());
    (this->volumeOf(next.data()) > settings.volumeBound ? low : high) = lambda;
    ++tried;
  }
  coefficients.copy(next);
  return tried;
}

template class PaperUpdate<CompiledSpace>;
template void computePaperSensitivities<CompiledSpace>(const PatchView& patch, double poissonsRatio,
  const Vector<CompiledSpace>& moduli, const Vector<CompiledSpace>& u,
  Vector<CompiledSpace>& energies);
}
