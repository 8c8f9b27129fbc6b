#include "Design/LevelSet/LevelSetSensitivities.h"

#include "Core/Parallel.h"
#include "Physics/Elasticity.h"

namespace trabecula
{
namespace detail
{
/// Returns the number of the element that contains a point of a grid.
TRABECULA_FUNCTION std::int64_t elementAt(const NurbsGridView& grid, const int* at)
{
  return grid.first[0][at[0]] +
    std::int64_t(grid.elements[0]) *
    (grid.first[1][at[1]] + std::int64_t(grid.elements[1]) * grid.first[2][at[2]]);
}

/// Computes result -= weight E eps^T D eps at the points of a grid.
template <class Space, int Dimension>
void subtractEnergies(const Context<Space>& context, std::int64_t n, NurbsGridView grid,
  LinearElasticity<Dimension> law, const double* moduli, const double* u, double weight,
  double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t q) {
      int at[3];
      grid.place(q, at);
      double g[Dimension][Dimension];
      gradientAt<Dimension>(grid, at, u, g);
      result[q] -= weight * moduli[elementAt(grid, at)] * law.energyOf(&g[0][0]);
    });
}

/// Computes values = E eps^T D eps delta w at Gauss points. @param levels Phi at these points
template <class Space, int Dimension>
void energiesOnBoundary(const Context<Space>& context, std::int64_t n, NurbsGridView grid,
  LinearElasticity<Dimension> law, const double* moduli, const double* u, const double* measures,
  double deltaWidth, const double* levels, double* values)
{
  constexpr double pi = 3.14159265358979323846;
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t q) {
      const double delta = deltaWidth / (pi * (levels[q] * levels[q] + deltaWidth * deltaWidth));
      double energy = 1.0;
      if (u)
      {
        int at[3];
        grid.placeOfGaussPoint(q, at);
        double g[Dimension][Dimension];
        gradientAt<Dimension>(grid, at, u, g);
        energy = moduli[elementAt(grid, at)] * law.energyOf(&g[0][0]);
      }
      values[q] = energy * delta * measures[q];
    });
}

template <class Space>
void subtractScaled(const Context<Space>& context, std::int64_t n, double factor,
  const double* values, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { result[i] -= factor * values[i]; });
}

template <class Space>
void fillWith(const Context<Space>& context, std::int64_t n, double value, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { result[i] = value; });
}
}

template <class Space>
LevelSetSensitivities<Space>::LevelSetSensitivities(
  const Context<Space>& context, const NurbsPatch& patch, double poissonsRatio, double deltaWidth)
  : Computing(&context), Dimension(patch.dimension), PoissonsRatio(poissonsRatio),
    DeltaWidth(deltaWidth), Elements(static_cast<std::int64_t>(patch.numberOfElements())),
    Grid(deltaWidth == 0.0 ? makeGrevilleGrid(context, patch) : makeGaussGrid(context, patch))
{
  if (!this->usesPoints())
  {
    this->Measures = DeviceVector<double, Space>(context, gaussMeasures(patch));
  }
}

template <class Space>
void LevelSetSensitivities<Space>::require(
  const Vector<Space>& vector, std::int64_t count, int components, const char* what) const
{
  if (vector.empty() || &vector.context() != this->Computing || vector.layout().count() != count ||
    vector.layout().components() != components)
  {
    vector.require(Layout<Space>(*this->Computing, Entity::ControlPoint, count, components), what);
  }
}

template <class Space>
void LevelSetSensitivities<Space>::start(
  const Vector<Space>& coefficients, Vector<Space>& ofCompliance, Vector<Space>& ofVolume)
{
  const Context<Space>& context = *this->Computing;
  const std::int64_t n = this->Grid.numberOfControlPoints();
  this->require(coefficients, n, 1, "A vector of coefficients");
  this->require(ofCompliance, n, 1, "A vector of sensitivities");
  this->require(ofVolume, n, 1, "A vector of sensitivities");
  detail::fillWith(context, n, 0.0, ofCompliance.data());
  if (this->usesPoints())
  {
    detail::fillWith(context, n, 1.0, ofVolume.data());
    return;
  }
  const std::int64_t points = this->Grid.numberOfPoints();
  const auto levels = context.workspace().template lease<double>(static_cast<std::size_t>(points));
  this->Grid.evaluate(coefficients.data(), levels.data());
  detail::energiesOnBoundary<Space, 2>(context, points, this->Grid.view(),
    { unitPlaneStress(this->PoissonsRatio) }, nullptr, nullptr, this->Measures.data(),
    this->DeltaWidth, levels.data(), levels.data());
  this->Grid.gather(levels.data(), ofVolume.data());
}

template <class Space>
void LevelSetSensitivities<Space>::add(const Vector<Space>& coefficients,
  const Vector<Space>& moduli, const Vector<Space>& u, double weight, Vector<Space>& ofCompliance)
{
  const std::int64_t n = this->Grid.numberOfControlPoints();
  this->require(coefficients, n, 1, "A vector of coefficients");
  this->require(moduli, this->Elements, 1, "A vector of moduli");
  this->require(u, n, this->Dimension, "A vector of displacements");
  this->require(ofCompliance, n, 1, "A vector of sensitivities");
  if (this->Dimension == 2)
  {
    this->addOf<2>(coefficients.data(), moduli.data(), u.data(), weight, ofCompliance.data());
  }
  else
  {
    this->addOf<3>(coefficients.data(), moduli.data(), u.data(), weight, ofCompliance.data());
  }
}

template <class Space>
template <int Directions>
void LevelSetSensitivities<Space>::addOf(const double* coefficients, const double* moduli,
  const double* u, double weight, double* ofCompliance)
{
  const Context<Space>& context = *this->Computing;
  const LinearElasticity<Directions> law = { unitLame<double>(Directions, this->PoissonsRatio) };
  const std::int64_t points = this->Grid.numberOfPoints();
  if (this->usesPoints())
  {
    detail::subtractEnergies<Space, Directions>(
      context, points, this->Grid.view(), law, moduli, u, weight, ofCompliance);
    return;
  }
  const auto n = this->Grid.numberOfControlPoints();
  const auto levels = context.workspace().template lease<double>(static_cast<std::size_t>(points));
  const auto sums = context.workspace().template lease<double>(static_cast<std::size_t>(n));
  this->Grid.evaluate(coefficients, levels.data());
  detail::energiesOnBoundary<Space, Directions>(context, points, this->Grid.view(), law, moduli, u,
    this->Measures.data(), this->DeltaWidth, levels.data(), levels.data());
  this->Grid.gather(levels.data(), sums.data());
  detail::subtractScaled(context, n, weight, sums.data(), ofCompliance);
}

template class LevelSetSensitivities<CompiledSpace>;
}
