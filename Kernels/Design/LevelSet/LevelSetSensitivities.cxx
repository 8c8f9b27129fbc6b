#include "Design/LevelSet/LevelSetSensitivities.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// The element that holds a point of a grid.
TRABECULA_FUNCTION std::int64_t elementAt(const NurbsGridView& grid, const int* at)
{
  return grid.first[0][at[0]] +
    std::int64_t(grid.elements[0]) *
    (grid.first[1][at[1]] + std::int64_t(grid.elements[1]) * grid.first[2][at[2]]);
}

/// result -= weight E eps^T D eps at points of a grid.
template <class Space, int Dimension>
void subtractEnergies(std::int64_t n, NurbsGridView grid, UnitMaterial<Dimension> material,
  const double* moduli, const double* u, double weight, double* result)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t q) {
      int at[3];
      grid.place(q, at);
      double g[Dimension][Dimension];
      gradientAt<Dimension>(grid, at, u, g);
      result[q] -= weight * moduli[elementAt(grid, at)] * material(g);
    });
}

/// values = E eps^T D eps delta w at Gauss points. @param levels Phi there
template <class Space, int Dimension>
void energiesOnBoundary(std::int64_t n, NurbsGridView grid, UnitMaterial<Dimension> material,
  const double* moduli, const double* u, const double* measures, double deltaWidth,
  const double* levels, double* values)
{
  constexpr double pi = 3.14159265358979323846;
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t q) {
      const double delta = deltaWidth / (pi * (levels[q] * levels[q] + deltaWidth * deltaWidth));
      double energy = 1.0;
      if (u)
      {
        int at[3];
        grid.placeOfGaussPoint(q, at);
        double g[Dimension][Dimension];
        gradientAt<Dimension>(grid, at, u, g);
        energy = moduli[elementAt(grid, at)] * material(g);
      }
      values[q] = energy * delta * measures[q];
    });
}

template <class Space>
void subtractScaled(std::int64_t n, double factor, const double* values, double* result)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { result[i] -= factor * values[i]; });
}

template <class Space>
void fillWith(std::int64_t n, double value, double* result)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { result[i] = value; });
}
}

template <class Space>
LevelSetSensitivities<Space>::LevelSetSensitivities(
  Context<Space>& context, const NurbsPatch& patch, double poissonsRatio, double deltaWidth)
  : Computing(&context), Dimension(patch.dimension), PoissonsRatio(poissonsRatio),
    DeltaWidth(deltaWidth),
    Grid(deltaWidth == 0.0 ? makeGrevilleGrid(context, patch) : makeGaussGrid(context, patch))
{
  if (!this->usesPoints())
  {
    this->Measures = DeviceVector<double, Space>(context, gaussMeasures(patch));
  }
}

template <class Space>
void LevelSetSensitivities<Space>::start(
  const double* coefficients, double* ofCompliance, double* ofVolume)
{
  const std::int64_t n = this->Grid.numberOfControlPoints();
  detail::fillWith<Space>(n, 0.0, ofCompliance);
  if (this->usesPoints())
  {
    detail::fillWith<Space>(n, 1.0, ofVolume);
    return;
  }
  const std::int64_t points = this->Grid.numberOfPoints();
  const auto levels =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(points));
  this->Grid.evaluate(coefficients, levels.data());
  detail::energiesOnBoundary<Space, 2>(points, this->Grid.view(),
    UnitMaterial<2>(this->PoissonsRatio), nullptr, nullptr, this->Measures.data(), this->DeltaWidth,
    levels.data(), levels.data());
  this->Grid.gather(levels.data(), ofVolume);
}

template <class Space>
void LevelSetSensitivities<Space>::add(const double* coefficients, const double* moduli,
  const double* u, double weight, double* ofCompliance)
{
  if (this->Dimension == 2)
  {
    this->addOf<2>(coefficients, moduli, u, weight, ofCompliance);
  }
  else
  {
    this->addOf<3>(coefficients, moduli, u, weight, ofCompliance);
  }
}

template <class Space>
template <int Directions>
void LevelSetSensitivities<Space>::addOf(const double* coefficients, const double* moduli,
  const double* u, double weight, double* ofCompliance)
{
  const UnitMaterial<Directions> material(this->PoissonsRatio);
  const std::int64_t points = this->Grid.numberOfPoints();
  if (this->usesPoints())
  {
    detail::subtractEnergies<Space, Directions>(
      points, this->Grid.view(), material, moduli, u, weight, ofCompliance);
    return;
  }
  const auto n = this->Grid.numberOfControlPoints();
  const auto levels =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(points));
  const auto sums =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(n));
  this->Grid.evaluate(coefficients, levels.data());
  detail::energiesOnBoundary<Space, Directions>(points, this->Grid.view(), material, moduli, u,
    this->Measures.data(), this->DeltaWidth, levels.data(), levels.data());
  this->Grid.gather(levels.data(), sums.data());
  detail::subtractScaled<Space>(n, weight, sums.data(), ofCompliance);
}

template class LevelSetSensitivities<CompiledSpace>;
}
