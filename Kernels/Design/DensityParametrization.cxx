#include "Design/DensityParametrization.h"

#include "Design/Stage/PassiveRegions.h"

namespace trabecula
{
template <class Space>
DensityParametrization<Space>::DensityParametrization(
  const DensityParametrizationSettings& settings, const Vector<Space>& volumes,
  const Vector<Space>& centroids, const std::vector<std::uint8_t>& isDesign,
  const std::vector<double>& start, const std::vector<double>& solidFractions,
  const VoxelGrid* grid, const Mesh* mesh, const LayoutPointer<Space>& nodes)
  : StagedParametrization<Space>(
      settings.chain, volumes, centroids, isDesign, start, grid, mesh, nodes)
{
  if (!solidFractions.empty())
  {
    this->Fractions = Vector<Space>(this->points(), solidFractions);
  }
  this->Law.material = settings.material;
  this->Law.voidModulus = settings.voidModulus;
  this->Law.fractions = this->Fractions.data();
  if (settings.chain.filter == FilterKind::Sensitivity)
  {
    this->SensitivityFilter.emplace(centroids.layout().withComponents(1), centroids,
      settings.chain.volumeWeightedFilter ? &volumes : nullptr, settings.chain.filterRadius, grid);
  }
}

template <class Space>
void DensityParametrization<Space>::trialModuli(Vector<Space>& moduli) const
{
  interpolateModuli(this->Continuation.next(this->Law), this->nextDensity(), moduli);
}

template <class Space>
void DensityParametrization<Space>::moduli(Vector<Space>& moduli) const
{
  interpolateModuli(this->Continuation.accepted(this->Law), this->density(), moduli);
}

template <class Space>
void DensityParametrization<Space>::derivativesToDensity(
  double factor, const Vector<Space>& values, Vector<Space>& result) const
{
  chainToDensity(
    this->Continuation.accepted(this->Law), this->density(), factor, values, nullptr, result);
}

template <class Space>
void DensityParametrization<Space>::pullBackModuli(
  double factor, const Vector<Space>& values, Vector<Space>& gradient)
{
  gradient.require(this->variables().layout(), "A vector of derivatives");
  if (this->Chain.empty() && !this->SensitivityFilter)
  {
    Vector<Space> ofDensity(this->points(), gradient.data());
    this->derivativesToDensity(factor, values, ofDensity);
    return;
  }
  // Eq. 4 averages over all neighbours, including fixed ones, so that material forms next to solid
  // parts. The chain of stages ignores values of fixed elements, so that their derivatives are
  // zero.
  LeasedVector<Space> raw(this->points());
  chainToDensity(this->Continuation.accepted(this->Law), this->density(), factor, values,
    this->Chain.mask(), raw);
  if (this->SensitivityFilter)
  {
    this->SensitivityFilter->filterSensitivity(this->density(), raw, gradient);
  }
  else
  {
    this->Chain.pullBack(raw, gradient);
  }
}

template <class Space>
void DensityParametrization<Space>::pullBackDensity(
  const Vector<Space>& values, Vector<Space>& gradient)
{
  values.require(*this->points(), "A vector of derivatives with respect to densities");
  gradient.require(this->variables().layout(), "A vector of derivatives");
  if (this->Chain.empty())
  {
    Vector<Space>(this->points(), gradient.data()).copy(values);
    return;
  }
  LeasedVector<Space> masked(this->points());
  clearPassive(this->freeVariables(), values, masked);
  this->Chain.pullBack(masked, gradient);
}

template <class Space>
std::size_t DensityParametrization<Space>::memory(
  std::size_t elements, const ChainSettings& settings)
{
  return StageChain<Space>::memory(elements, settings);
}

template class DensityParametrization<CompiledSpace>;
}
