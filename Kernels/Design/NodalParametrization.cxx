#include "Design/NodalParametrization.h"

#include "Core/Parallel.h"
#include "Design/ReadOnlyView.h"
#include "Design/Stage/PassiveRegions.h"

namespace trabecula
{
namespace detail
{
/// Computes rho_q = sum of Phi_i rho_i.
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

/// Computes gradient_i = sum of Phi_i derivative(q) over the points in the support of a node.
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

/// Evaluates factor E'(rho_q) value_q.
struct DerivativeOfModulus
{
  DensityToModulus law;
  const double* density;
  const double* values;
  double factor;

  TRABECULA_FUNCTION double operator()(std::int32_t q) const
  {
    return this->factor * this->law.derivative(q, this->density[q]) * this->values[q];
  }
};

/// Evaluates value_q.
struct GivenDerivative
{
  const double* values;
  TRABECULA_FUNCTION double operator()(std::int32_t q) const { return this->values[q]; }
};

/// Computes target = source over volumes, or times volumes.
template <class Space>
void scaleByVolumes(const Context<Space>& context, std::int64_t n, const double* volumes,
  bool inverse, const double* source, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = inverse ? source[i] / volumes[i] : source[i] * volumes[i];
    });
}

/// Returns a layout of the nodes with the given number of components.
template <class Space>
LayoutPointer<Space> layoutOfNodes(const Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, int components)
{
  return makeLayout(context, Entity::Variable,
    static_cast<std::int64_t>(discretization.volumes.size()), components);
}
}

template <class Space>
NodalParametrization<Space>::NodalParametrization(const Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, const NodalParametrizationSettings& settings,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start)
  : StagedParametrization<Space>(settings.chain,
      readOnlyView(
        detail::layoutOfNodes(context, discretization, 1), discretization.volumes.data()),
      readOnlyView(detail::layoutOfNodes(context, discretization, 3), discretization.nodes.data()),
      isDesign, start),
    Discretization(&discretization), Law{ settings.material, settings.chain.lowestDensity, 0.0,
      nullptr },
    Density(layoutsOf(context, discretization).materialPoints),
    NextDensity(this->Density.layoutPointer()), IsWeighted(settings.chain.volumeWeightedFilter)
{
  if (settings.chain.filter == FilterKind::Sensitivity)
  {
    const LayoutPointer<Space>& variables = this->variables().layoutPointer();
    const Vector<Space> nodes =
      readOnlyView(variables->withComponents(3), discretization.nodes.data());
    this->SensitivityFilter.emplace(variables, nodes, nullptr, settings.chain.filterRadius);
  }
}

template <class Space>
void NodalParametrization<Space>::evaluateTrial()
{
  this->Chain.evaluateTrial();
  const Vector<Space>& nodal = this->Chain.nextDensity();
  detail::densitiesAtPoints(
    nodal.context(), this->Discretization->shapes.view(), nodal.data(), this->NextDensity.data());
}

template <class Space>
void NodalParametrization<Space>::accept()
{
  StagedParametrization<Space>::accept();
  this->Density.swap(this->NextDensity);
}

template <class Space>
void NodalParametrization<Space>::trialModuli(Vector<Space>& moduli) const
{
  interpolateModuli(this->Continuation.next(this->Law), this->NextDensity, moduli);
}

template <class Space>
void NodalParametrization<Space>::moduli(Vector<Space>& moduli) const
{
  interpolateModuli(this->Continuation.accepted(this->Law), this->Density, moduli);
}

template <class Space>
void NodalParametrization<Space>::derivativesToDensity(
  double factor, const Vector<Space>& values, Vector<Space>& result) const
{
  chainToDensity(
    this->Continuation.accepted(this->Law), this->Density, factor, values, nullptr, result);
}

template <class Space>
void NodalParametrization<Space>::pullBackNodal(Vector<Space>& gradient)
{
  if (!this->Chain.empty())
  {
    LeasedVector<Space> masked(gradient.layoutPointer());
    clearPassive(this->freeVariables(), gradient, masked);
    this->Chain.pullBack(masked, gradient);
  }
}

template <class Space>
void NodalParametrization<Space>::pullBackModuli(
  double factor, const Vector<Space>& values, Vector<Space>& gradient)
{
  values.require(this->Density.layout(), "A vector of derivatives with respect to moduli");
  gradient.require(this->variables().layout(), "A vector of derivatives");
  const Context<Space>& context = gradient.context();
  detail::gatherDerivatives(context, this->Discretization->shapes.view(),
    detail::DerivativeOfModulus{
      this->Continuation.accepted(this->Law), this->Density.data(), values.data(), factor },
    gradient.data());
  this->pullBackNodal(gradient);
  if (!this->SensitivityFilter)
  {
    return;
  }
  const std::int64_t n = gradient.ownedSize();
  const double* volumes = this->Discretization->volumes.data();
  LeasedVector<Space> raw(gradient.layoutPointer());
  if (this->IsWeighted)
  {
    detail::scaleByVolumes(context, n, volumes, true, gradient.data(), raw.data());
  }
  else
  {
    raw.copy(gradient);
  }
  this->SensitivityFilter->filterSensitivity(this->variables(), raw, gradient);
  if (this->IsWeighted)
  {
    detail::scaleByVolumes(context, n, volumes, false, gradient.data(), gradient.data());
  }
}

template <class Space>
void NodalParametrization<Space>::pullBackDensity(
  const Vector<Space>& values, Vector<Space>& gradient)
{
  values.require(this->Density.layout(), "A vector of derivatives with respect to densities");
  gradient.require(this->variables().layout(), "A vector of derivatives");
  detail::gatherDerivatives(gradient.context(), this->Discretization->shapes.view(),
    detail::GivenDerivative{ values.data() }, gradient.data());
  this->pullBackNodal(gradient);
}

template <class Space>
void NodalParametrization<Space>::restore(const std::vector<double>& variables,
  const std::vector<double>& filteredDensity, const NamedValues& stageState)
{
  StagedParametrization<Space>::restore(variables, filteredDensity, stageState);
  const Vector<Space>& nodal = this->Chain.density();
  detail::densitiesAtPoints(
    nodal.context(), this->Discretization->shapes.view(), nodal.data(), this->Density.data());
}

template <class Space>
std::size_t NodalParametrization<Space>::memory(
  std::size_t nodes, std::size_t points, const ChainSettings& settings)
{
  return 2 * points * sizeof(double) + StageChain<Space>::memory(nodes, settings) +
    nodes * StageChain<Space>::workspaceFields(settings) * sizeof(double);
}

template class NodalParametrization<CompiledSpace>;
}
