#include "Design/NodalParametrization.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
template <class Space>
void densitiesAtPoints(
  const ShapeListsView shapes, const double* nodal, double least, double* density)
{
  forEach<Space>(
    shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double sum = 0.0;
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
      {
        sum += shapes.values[e] * nodal[shapes.node[e]];
      }
      density[q] = sum > least ? sum : least;
    });
}

template <class Space>
void moduliAtPoints(
  std::int64_t points, const MaterialInterpolation material, const double* density, double* moduli)
{
  forEach<Space>(
    points, TRABECULA_LAMBDA(std::int64_t q) { moduli[q] = material.modulus(density[q]); });
}

/// gradient_i = sum of Phi_i derivative_q over the points of a node where the minimum does not
/// bind.
/// @param derivative(q) with respect to the density of a point
template <class Space, class Derivative>
void gatherDerivatives(const ShapeListsView shapes, const double* density, double least,
  const Derivative derivative, double* gradient)
{
  forEach<Space>(
    shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const std::int32_t q = shapes.pointOf[i];
        if (density[q] > least)
        {
          sum += shapes.values[shapes.entries[i]] * derivative(q);
        }
      }
      gradient[node] = sum;
    });
}

/// factor E'(rho_q) value_q
struct DerivativeOfModulus
{
  MaterialInterpolation material;
  const double* density;
  const double* values;
  double factor;

  TRABECULA_FUNCTION double operator()(std::int32_t q) const
  {
    return this->factor * this->material.derivative(this->density[q]) * this->values[q];
  }
};

struct GivenDerivative
{
  const double* values;
  TRABECULA_FUNCTION double operator()(std::int32_t q) const { return this->values[q]; }
};
}

template <class Space>
NodalParametrization<Space>::NodalParametrization(Context<Space>& context,
  const ShapeLists<Space>& shapes, const MaterialInterpolation& material, double minimumDensity,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start)
  : Computing(&context), Shapes(&shapes), Material(material), MinimumDensity(minimumDensity),
    IsDesign(isDesign), Variables(context, start), NextVariables(context, start),
    Density(context, static_cast<std::size_t>(shapes.numberOfPoints())),
    NextDensity(context, static_cast<std::size_t>(shapes.numberOfPoints()))
{
}

template <class Space>
void NodalParametrization<Space>::evaluateTrial()
{
  detail::densitiesAtPoints<Space>(this->Shapes->view(), this->NextVariables.data(),
    this->MinimumDensity, this->NextDensity.data());
}

template <class Space>
void NodalParametrization<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Density.swap(this->NextDensity);
}

template <class Space>
void NodalParametrization<Space>::trialModuli(double* moduli) const
{
  detail::moduliAtPoints<Space>(
    this->numberOfMaterialPoints(), this->Material, this->NextDensity.data(), moduli);
}

template <class Space>
void NodalParametrization<Space>::moduli(double* moduli) const
{
  detail::moduliAtPoints<Space>(
    this->numberOfMaterialPoints(), this->Material, this->Density.data(), moduli);
}

template <class Space>
void NodalParametrization<Space>::pullBackModuli(
  double factor, const double* values, double* gradient)
{
  detail::gatherDerivatives<Space>(this->Shapes->view(), this->Density.data(), this->MinimumDensity,
    detail::DerivativeOfModulus{ this->Material, this->Density.data(), values, factor }, gradient);
}

template <class Space>
void NodalParametrization<Space>::pullBackDensity(const double* values, double* gradient)
{
  // Volumes are those of the nodal densities, of which the minimum takes nothing.
  detail::gatherDerivatives<Space>(
    this->Shapes->view(), this->Density.data(), -1.0, detail::GivenDerivative{ values }, gradient);
}

template class NodalParametrization<CompiledSpace>;
}
