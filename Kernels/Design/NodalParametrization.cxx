#include "Design/NodalParametrization.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
template <class Space>
void densitiesAtPoints(const ShapeListsView shapes, const double* nodal, double* density)
{
  forEach<Space>(
    shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double sum = 0.0;
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
      {
        sum += shapes.values[e] * nodal[shapes.node[e]];
      }
      density[q] = sum;
    });
}

/// The modulus of a density, and its derivative, with a minimum that binds below it. Densities that
/// differ from the minimum by rounding have a derivative, so that void can become solid again.
struct BoundedInterpolation
{
  MaterialInterpolation material;
  double least;

  TRABECULA_FUNCTION double modulus(double density) const
  {
    return this->material.modulus(density > this->least ? density : this->least);
  }
  TRABECULA_FUNCTION double derivative(double density) const
  {
    return density >= this->least * (1.0 - 1e-9)
      ? this->material.derivative(density > this->least ? density : this->least)
      : 0.0;
  }
};

template <class Space>
void moduliAtPoints(
  std::int64_t points, const BoundedInterpolation material, const double* density, double* moduli)
{
  forEach<Space>(
    points, TRABECULA_LAMBDA(std::int64_t q) { moduli[q] = material.modulus(density[q]); });
}

template <class Space>
void derivativesAtPoints(std::int64_t points, const BoundedInterpolation material,
  const double* density, double factor, const double* values, double* result)
{
  forEach<Space>(
    points, TRABECULA_LAMBDA(std::int64_t q) {
      result[q] = factor * material.derivative(density[q]) * values[q];
    });
}

/// gradient_i = sum of Phi_i derivative(q) over the points of a node.
template <class Space, class Derivative>
void gatherDerivatives(const ShapeListsView shapes, const Derivative derivative, double* gradient)
{
  forEach<Space>(
    shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        sum += shapes.values[shapes.entries[i]] * derivative(shapes.pointOf[i]);
      }
      gradient[node] = sum;
    });
}

/// factor E'(rho_q) value_q
struct DerivativeOfModulus
{
  BoundedInterpolation material;
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

/// target = source on nodes that are designed, other (null: 0) elsewhere.
template <class Space>
void selectDesigned(std::int64_t n, const std::uint8_t* isDesign, const double* source,
  const double* other, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = isDesign[i] ? source[i] : other ? other[i] : 0.0;
    });
}

/// target = source over volumes, or times them.
template <class Space>
void scaleByVolumes(
  std::int64_t n, const double* volumes, bool inverse, const double* source, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = inverse ? source[i] / volumes[i] : source[i] * volumes[i];
    });
}
}

template <class Space>
NodalParametrization<Space>::NodalParametrization(Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, const NodalParametrizationSettings& settings,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start)
  : Computing(&context), Discretization(&discretization), Settings(settings),
    IsDesign(context, isDesign), Variables(context, start), NextVariables(context, start),
    Density(context, discretization.weights.size()),
    NextDensity(context, discretization.weights.size())
{
  if (this->filtersDensity())
  {
    this->Filtered = Vector(context, start.size());
    this->NextFiltered = Vector(context, start.size());
  }
  if (settings.filter != FilterKind::None)
  {
    const bool weighted = this->filtersDensity() && settings.volumeWeightedFilter;
    this->Neighbours.emplace(context, this->numberOfVariables(), discretization.nodes.data(),
      weighted ? discretization.volumes.data() : nullptr, settings.filterRadius);
  }
}

template <class Space>
void NodalParametrization<Space>::evaluateTrial()
{
  const double* nodal = this->NextVariables.data();
  if (this->filtersDensity())
  {
    this->Neighbours->filterDensity(nodal, this->NextFiltered.data());
    detail::selectDesigned<Space>(this->numberOfVariables(), this->IsDesign.data(),
      this->NextFiltered.data(), nodal, this->NextFiltered.data());
    nodal = this->NextFiltered.data();
  }
  detail::densitiesAtPoints<Space>(
    this->Discretization->shapes.view(), nodal, this->NextDensity.data());
}

template <class Space>
void NodalParametrization<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Filtered.swap(this->NextFiltered);
  this->Density.swap(this->NextDensity);
}

template <class Space>
void NodalParametrization<Space>::trialModuli(double* moduli) const
{
  detail::moduliAtPoints<Space>(this->numberOfMaterialPoints(),
    { this->Settings.material, this->Settings.minimumDensity }, this->NextDensity.data(), moduli);
}

template <class Space>
void NodalParametrization<Space>::moduli(double* moduli) const
{
  detail::moduliAtPoints<Space>(this->numberOfMaterialPoints(),
    { this->Settings.material, this->Settings.minimumDensity }, this->Density.data(), moduli);
}

template <class Space>
void NodalParametrization<Space>::derivativesToDensity(
  double factor, const double* values, double* result) const
{
  detail::derivativesAtPoints<Space>(this->numberOfMaterialPoints(),
    { this->Settings.material, this->Settings.minimumDensity }, this->Density.data(), factor,
    values, result);
}

template <class Space>
void NodalParametrization<Space>::filterTransposed(double* gradient)
{
  const std::int64_t n = this->numberOfVariables();
  const auto masked = this->Computing->workspace().template lease<double>(this->Variables.size());
  detail::selectDesigned<Space>(n, this->IsDesign.data(), gradient, nullptr, masked.data());
  this->Neighbours->filterDensityTransposed(masked.data(), gradient);
}

template <class Space>
void NodalParametrization<Space>::pullBackModuli(
  double factor, const double* values, double* gradient)
{
  detail::gatherDerivatives<Space>(this->Discretization->shapes.view(),
    detail::DerivativeOfModulus{ { this->Settings.material, this->Settings.minimumDensity },
      this->Density.data(), values, factor },
    gradient);
  if (this->filtersDensity())
  {
    this->filterTransposed(gradient);
  }
  if (this->Settings.filter != FilterKind::Sensitivity)
  {
    return;
  }
  const std::int64_t n = this->numberOfVariables();
  const double* volumes = this->Discretization->volumes.data();
  const auto raw = this->Computing->workspace().template lease<double>(this->Variables.size());
  if (this->Settings.volumeWeightedFilter)
  {
    detail::scaleByVolumes<Space>(n, volumes, true, gradient, raw.data());
  }
  else
  {
    Memory<Space>::copy(raw.data(), gradient, this->Variables.bytes());
  }
  this->Neighbours->filterSensitivity(this->Variables.data(), raw.data(), gradient);
  if (this->Settings.volumeWeightedFilter)
  {
    detail::scaleByVolumes<Space>(n, volumes, false, gradient, gradient);
  }
}

template <class Space>
void NodalParametrization<Space>::pullBackDensity(const double* values, double* gradient)
{
  detail::gatherDerivatives<Space>(
    this->Discretization->shapes.view(), detail::GivenDerivative{ values }, gradient);
  if (this->filtersDensity())
  {
    this->filterTransposed(gradient);
  }
}

template <class Space>
void NodalParametrization<Space>::restore(
  const std::vector<double>& variables, const std::vector<double>& filteredDensity)
{
  this->Variables.assign(variables);
  this->Filtered.assign(filteredDensity);
  detail::densitiesAtPoints<Space>(this->Discretization->shapes.view(),
    this->filtersDensity() ? this->Filtered.data() : this->Variables.data(), this->Density.data());
}

template <class Space>
std::size_t NodalParametrization<Space>::memory(
  std::size_t nodes, std::size_t points, FilterKind filter)
{
  return (2 * points + (filter == FilterKind::Density ? 4 : 2) * nodes) * sizeof(double) + nodes;
}

template class NodalParametrization<CompiledSpace>;
}
