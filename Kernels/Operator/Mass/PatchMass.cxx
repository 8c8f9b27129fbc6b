#include "Operator/Mass/PatchMass.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Operator/Mass/CopyComponent.h"

namespace trabecula
{
namespace detail
{
template <class Space>
void weighByMass(const Context<Space>& context, std::int64_t n, const double* densities,
  const double* measures, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t q) { values[q] *= densities[q] * measures[q]; });
}

template <class Space>
void addSquares(const Context<Space>& context, std::int64_t n, double weight,
  const double* measures, const double* values, double* energies)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t q) {
      energies[q] += weight * measures[q] * values[q] * values[q];
    });
}

/// Computes the integrals of rho R_i^2.
template <class Space>
void integrateSquares(const Context<Space>& context, std::int64_t n, const NurbsGridView grid,
  const double* densities, const double* measures, double* squares)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      // The spans in which the function does not vanish.
      int first[3];
      int last[3];
      std::int64_t rest = i;
      for (int k = 0; k < 3; ++k)
      {
        const int at = static_cast<int>(rest % grid.counts[k]);
        rest /= grid.counts[k];
        first[k] = at > grid.degrees[k] ? at - grid.degrees[k] : 0;
        last[k] = at < grid.elements[k] ? at : grid.elements[k] - 1;
      }
      const int local = grid.perSpan[0] * grid.perSpan[1] * grid.perSpan[2];
      double sum = 0.0;
      for (int c = first[2]; c <= last[2]; ++c)
      {
        for (int b = first[1]; b <= last[1]; ++b)
        {
          for (int a = first[0]; a <= last[0]; ++a)
          {
            const std::int64_t element =
              a + std::int64_t(grid.elements[0]) * (b + std::int64_t(grid.elements[1]) * c);
            for (std::int64_t q = element * local; q < (element + 1) * local; ++q)
            {
              int at[3];
              grid.placeOfGaussPoint(q, at);
              double own = 0.0;
              double all = 0.0;
              forEachFunction(grid, at,
                [&](std::int64_t j, double value, const double*)
                {
                  own = j == i ? value : own;
                  all += value;
                });
              sum += densities[q] * measures[q] * (own / all) * (own / all);
            }
          }
        }
      }
      squares[i] = sum;
    });
}
}

template <class Space>
PatchMass<Space>::PatchMass(const OperatorLayouts<Space>& layouts, const NurbsPatch& patch)
  : StiffnessOperator<Space>(layouts), Gauss(makeGaussGrid(layouts.unknowns->context(), patch)),
    Measures(layouts.unknowns->context(), gaussMeasures(patch))
{
  if (layouts.unknowns->count() != this->Gauss.numberOfControlPoints() ||
    layouts.materialPoints->count() != this->Gauss.numberOfPoints())
  {
    throw Error("The layouts are not those of the patch with Gauss points as material points.");
  }
  std::vector<double> places(patch.points.size());
  const std::size_t n = patch.numberOfControlPoints();
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    places[i % 3 * n + i / 3] = patch.points[i];
  }
  this->Places = DeviceVector<double, Space>(this->context(), places);
}

template <class Space>
std::size_t PatchMass<Space>::memory(const NurbsPatch& patch)
{
  const std::size_t points =
    patch.numberOfElements() * static_cast<std::size_t>(patch.functionsPerElement());
  return (3 * points + 12 * patch.numberOfControlPoints()) * sizeof(double);
}

template <class Space>
void PatchMass<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  const Context<Space>& context = this->context();
  const std::int64_t n = this->Gauss.numberOfControlPoints();
  const auto component = context.workspace().template lease<double>(static_cast<std::size_t>(n));
  const auto values = context.workspace().template lease<double>(
    static_cast<std::size_t>(this->Gauss.numberOfPoints()));
  const int components = this->components();
  for (int c = 0; c < components; ++c)
  {
    detail::copyComponent(context, n, x.data(), components, c, component.data(), 1, 0);
    this->Gauss.evaluate(component.data(), values.data());
    detail::weighByMass(
      context, this->Gauss.numberOfPoints(), this->Densities, this->Measures.data(), values.data());
    this->Gauss.gather(values.data(), component.data());
    detail::copyComponent(context, n, component.data(), 1, 0, y.data(), components, c);
  }
}

template <class Space>
void PatchMass<Space>::computeDiagonal(double* d)
{
  const Context<Space>& context = this->context();
  const std::int64_t n = this->Gauss.numberOfControlPoints();
  const auto squares = context.workspace().template lease<double>(static_cast<std::size_t>(n));
  detail::integrateSquares(
    context, n, this->Gauss.view(), this->Densities, this->Measures.data(), squares.data());
  for (int c = 0; c < this->components(); ++c)
  {
    detail::copyComponent(context, n, squares.data(), 1, 0, d, this->components(), c);
  }
}

template <class Space>
void PatchMass<Space>::addEnergies(const double* u, double weight, double* energies)
{
  const Context<Space>& context = this->context();
  const std::int64_t n = this->Gauss.numberOfControlPoints();
  const auto component = context.workspace().template lease<double>(static_cast<std::size_t>(n));
  const auto values = context.workspace().template lease<double>(
    static_cast<std::size_t>(this->Gauss.numberOfPoints()));
  for (int c = 0; c < this->components(); ++c)
  {
    detail::copyComponent(context, n, u, this->components(), c, component.data(), 1, 0);
    this->Gauss.evaluate(component.data(), values.data());
    detail::addSquares(context, this->Gauss.numberOfPoints(), weight, this->Measures.data(),
      values.data(), energies);
  }
}

template <class Space>
void PatchMass<Space>::computeGeometry(double* measures, double* positions)
{
  const Context<Space>& context = this->context();
  const std::int64_t n = this->Gauss.numberOfControlPoints();
  const std::int64_t points = this->Gauss.numberOfPoints();
  const auto values = context.workspace().template lease<double>(static_cast<std::size_t>(points));
  detail::copyComponent(context, points, this->Measures.data(), 1, 0, measures, 1, 0);
  for (int c = 0; c < 3; ++c)
  {
    this->Gauss.evaluate(this->Places.data() + c * n, values.data());
    detail::copyComponent(context, points, values.data(), 1, 0, positions, 3, c);
  }
}

template <class Space>
void PatchMass<Space>::computeGradients(const double* /*u*/, double* /*gradients*/)
{
  throw Error("A mass of a patch has no gradients.");
}

template <class Space>
void PatchMass<Space>::addGradientsTransposed(const double* /*s*/, double* /*f*/)
{
  throw Error("A mass of a patch has no gradients.");
}

template class PatchMass<CompiledSpace>;
}
