#include "Design/NodalParametrization.h"

#include "Core/Parallel.h"
#include "Design/ReadOnlyView.h"

namespace trabecula
{
namespace detail
{
template <class Space>
void densitiesAtPoints(
  const Context<Space>& context, const ShapeListsView shapes, const double* nodal, double* density)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
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
void moduliAtPoints(const Context<Space>& context, std::int64_t points,
  const BoundedInterpolation material, const double* density, double* moduli)
{
  forEach(
    context, points,
    TRABECULA_LAMBDA(std::int64_t q) { moduli[q] = material.modulus(density[q]); });
}

template <class Space>
void derivativesAtPoints(const Context<Space>& context, std::int64_t points,
  const BoundedInterpolation material, const double* density, double factor, const double* values,
  double* result)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t q) {
      result[q] = factor * material.derivative(density[q]) * values[q];
    });
}

/// gradient_i = sum of Phi_i derivative(q) over the points of a node.
template <class Space, class Derivative>
void gatherDerivatives(const Context<Space>& context, const ShapeListsView shapes,
  const Derivative derivative, double* gradient)
{
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
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
void selectDesigned(const Context<Space>& context, std::int64_t n, const std::uint8_t* isDesign,
  const double* source, const double* other, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = isDesign[i] ? source[i] : other ? other[i] : 0.0;
    });
}

/// target = source over volumes, or times them.
template <class Space>
void scaleByVolumes(const Context<Space>& context, std::int64_t n, const double* volumes,
  bool inverse, const double* source, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = inverse ? source[i] / volumes[i] : source[i] * volumes[i];
    });
}
}

template <class Space>
NodalParametrization<Space>::NodalParametrization(const Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, const NodalParametrizationSettings& settings,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start)
  : Discretization(&discretization), Settings(settings),
    IsDesign(makeLayout(context, Entity::Variable,
               static_cast<std::int64_t>(discretization.volumes.size()), 1),
      isDesign),
    Variables(this->IsDesign.layoutPointer(), start),
    NextVariables(this->IsDesign.layoutPointer(), start),
    Density(layoutsOf(context, discretization).materialPoints),
    NextDensity(this->Density.layoutPointer())
{
  const LayoutPointer<Space>& variables = this->Variables.layoutPointer();
  if (this->filtersDensity())
  {
    this->Filtered = Vector<Space>(variables);
    this->NextFiltered = Vector<Space>(variables);
  }
  if (settings.filter != FilterKind::None)
  {
    const bool weighted = this->filtersDensity() && settings.volumeWeightedFilter;
    const Vector<Space> volumes = readOnlyView(variables, discretization.volumes.data());
    const Vector<Space> nodes =
      readOnlyView(variables->withComponents(3), discretization.nodes.data());
    this->Neighbours.emplace(
      variables, nodes, weighted ? &volumes : nullptr, settings.filterRadius);
  }
}

template <class Space>
void NodalParametrization<Space>::evaluateTrial()
{
  const Vector<Space>& next = this->NextVariables;
  const Context<Space>& context = next.context();
  if (this->filtersDensity())
  {
    this->Neighbours->filterDensity(next, this->NextFiltered);
    detail::selectDesigned(context, next.ownedSize(), this->IsDesign.data(),
      this->NextFiltered.data(), next.data(), this->NextFiltered.data());
  }
  detail::densitiesAtPoints(context, this->Discretization->shapes.view(),
    this->filtersDensity() ? this->NextFiltered.data() : next.data(), this->NextDensity.data());
}

template <class Space>
void NodalParametrization<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Filtered.swap(this->NextFiltered);
  this->Density.swap(this->NextDensity);
}

template <class Space>
void NodalParametrization<Space>::trialModuli(Vector<Space>& moduli) const
{
  moduli.require(this->Density.layout(), "A vector of moduli");
  detail::moduliAtPoints(moduli.context(), moduli.ownedSize(),
    { this->Settings.material, this->Settings.minimumDensity }, this->NextDensity.data(),
    moduli.data());
}

template <class Space>
void NodalParametrization<Space>::moduli(Vector<Space>& moduli) const
{
  moduli.require(this->Density.layout(), "A vector of moduli");
  detail::moduliAtPoints(moduli.context(), moduli.ownedSize(),
    { this->Settings.material, this->Settings.minimumDensity }, this->Density.data(),
    moduli.data());
}

template <class Space>
void NodalParametrization<Space>::derivativesToDensity(
  double factor, const Vector<Space>& values, Vector<Space>& result) const
{
  values.require(this->Density.layout(), "A vector of derivatives with respect to moduli");
  result.require(this->Density.layout(), "A vector of derivatives with respect to densities");
  detail::derivativesAtPoints(values.context(), values.ownedSize(),
    { this->Settings.material, this->Settings.minimumDensity }, this->Density.data(), factor,
    values.data(), result.data());
}

template <class Space>
void NodalParametrization<Space>::filterTransposed(Vector<Space>& gradient) const
{
  LeasedVector<Space> masked(gradient.layoutPointer());
  detail::selectDesigned(gradient.context(), gradient.ownedSize(), this->IsDesign.data(),
    gradient.data(), nullptr, masked.data());
  this->Neighbours->filterDensityTransposed(masked, gradient);
}

template <class Space>
void NodalParametrization<Space>::pullBackModuli(
  double factor, const Vector<Space>& values, Vector<Space>& gradient)
{
  values.require(this->Density.layout(), "A vector of derivatives with respect to moduli");
  gradient.require(this->Variables.layout(), "A vector of derivatives");
  const Context<Space>& context = gradient.context();
  detail::gatherDerivatives(context, this->Discretization->shapes.view(),
    detail::DerivativeOfModulus{ { this->Settings.material, this->Settings.minimumDensity },
      this->Density.data(), values.data(), factor },
    gradient.data());
  if (this->filtersDensity())
  {
    this->filterTransposed(gradient);
  }
  if (this->Settings.filter != FilterKind::Sensitivity)
  {
    return;
  }
  const std::int64_t n = gradient.ownedSize();
  const double* volumes = this->Discretization->volumes.data();
  LeasedVector<Space> raw(gradient.layoutPointer());
  if (this->Settings.volumeWeightedFilter)
  {
    detail::scaleByVolumes(context, n, volumes, true, gradient.data(), raw.data());
  }
  else
  {
    raw.copy(gradient);
  }
  this->Neighbours->filterSensitivity(this->Variables, raw, gradient);
  if (this->Settings.volumeWeightedFilter)
  {
    detail::scaleByVolumes(context, n, volumes, false, gradient.data(), gradient.data());
  }
}

template <class Space>
void NodalParametrization<Space>::pullBackDensity(
  const Vector<Space>& values, Vector<Space>& gradient)
{
  values.require(this->Density.layout(), "A vector of derivatives with respect to densities");
  gradient.require(this->Variables.layout(), "A vector of derivatives");
  detail::gatherDerivatives(gradient.context(), this->Discretization->shapes.view(),
    detail::GivenDerivative{ values.data() }, gradient.data());
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
  if (this->filtersDensity())
  {
    this->Filtered.assign(filteredDensity);
  }
  detail::densitiesAtPoints(this->Variables.context(), this->Discretization->shapes.view(),
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
