#include "Design/NodalParametrization.h"

#include "Core/Parallel.h"
#include "Design/RobustParametrization.h"
#include "Design/Stage/PassiveRegions.h"

#include <utility>

namespace trabecula
{
namespace detail
{
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
}

template <class Space>
NodalParametrization<Space>::NodalParametrization(const Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, const NodalParametrizationSettings& settings,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start, const Mesh* cells)
  : NodalParametrization(
      NodalDensity<Space>(context, discretization), settings, isDesign, start, cells)
{
}

template <class Space>
NodalParametrization<Space>::NodalParametrization(NodalDensity<Space> nodal,
  const NodalParametrizationSettings& settings, const std::vector<std::uint8_t>& isDesign,
  const std::vector<double>& start, const Mesh* cells)
  : StagedParametrization<Space>(
      ofNodes(settings.chain), nodal.volumes(), nodal.positions(), isDesign, start, nullptr, cells),
    Nodal(std::move(nodal)), Law{ settings.material, settings.chain.lowestDensity, 0.0, nullptr },
    Density(this->Nodal.points()), NextDensity(this->Density.layoutPointer()),
    IsWeighted(settings.chain.volumeWeightedFilter)
{
  if (settings.chain.filter == FilterKind::Sensitivity)
  {
    this->SensitivityFilter.emplace(this->variables().layoutPointer(), this->Nodal.positions(),
      nullptr, settings.chain.filterRadius);
  }
}

template <class Space>
void NodalParametrization<Space>::evaluateTrial()
{
  this->Chain.evaluateTrial();
  this->Nodal.interpolate(this->Chain.nextDensity(), this->NextDensity);
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
  {
    LeasedVector<Space> ofDensity(this->Density.layoutPointer());
    this->derivativesToDensity(factor, values, ofDensity);
    this->Nodal.gather(ofDensity, gradient);
  }
  this->pullBackNodal(gradient);
  if (!this->SensitivityFilter)
  {
    return;
  }
  const std::int64_t n = gradient.ownedSize();
  const Vector<Space> ofNodes = this->Nodal.volumes();
  const double* volumes = ofNodes.data();
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
  this->Nodal.gather(values, gradient);
  this->pullBackNodal(gradient);
}

template <class Space>
void NodalParametrization<Space>::restore(const std::vector<double>& variables,
  const std::vector<double>& filteredDensity, const NamedValues& stageState)
{
  StagedParametrization<Space>::restore(variables, filteredDensity, stageState);
  this->Nodal.interpolate(this->Chain.density(), this->Density);
}

template <class Space>
std::size_t NodalParametrization<Space>::memory(
  std::size_t nodes, std::size_t points, const ChainSettings& settings)
{
  const RobustSettings& robust = settings.stages.robust;
  const std::size_t densities = robust.isOn ? RobustParametrization<Space>::Realizations : 1;
  // At points there are the accepted and the next density, and derivatives.
  return (2 * densities + 1) * points * sizeof(double) +
    StageChain<Space>::memory(nodes, settings) +
    nodes *
    (StageChain<Space>::workspaceFields(settings) + RobustParametrization<Space>::fields(settings) -
      StageChain<Space>::fields(settings)) *
    sizeof(double);
}

template class NodalParametrization<CompiledSpace>;
}
