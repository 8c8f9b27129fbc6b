#include "Design/DensityParametrization.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// @param fractions of elements that are solid; null for 1
template <class Space>
void interpolateModuli(const Context<Space>& context, std::int64_t n,
  const MaterialInterpolation material, double voidModulus, const double* fractions,
  const double* density, double* moduli)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      const double modulus = material.modulus(density[e]);
      moduli[e] = fractions ? voidModulus + fractions[e] * (modulus - voidModulus) : modulus;
    });
}

/// result_e = factor * E'(rho_e) * values_e on elements that may change; a null mask takes all
/// (EbE paper, eq. 3, with energies and a factor of -1). Null fractions stand for 1.
template <class Space>
void chainDensity(const Context<Space>& context, std::int64_t n,
  const MaterialInterpolation material, const double* fractions, const double* density,
  double factor, const double* values, const std::uint8_t* mask, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      const double slope = (fractions ? fractions[e] : 1.0) * material.derivative(density[e]);
      result[e] = !mask || mask[e] ? factor * slope * values[e] : 0.0;
    });
}

/// target_e = source_e where the mask is not zero, else other_e; a null other stands for zeros.
template <class Space>
void selectByMask(const Context<Space>& context, std::int64_t n, const std::uint8_t* mask,
  const double* source, const double* other, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      target[e] = mask[e] ? source[e] : (other ? other[e] : 0.0);
    });
}
}

template <class Space>
DensityParametrization<Space>::DensityParametrization(
  const DensityParametrizationSettings& settings, const Vector<Space>& volumes,
  const Vector<Space>& centroids, const std::vector<std::uint8_t>& isDesign,
  const std::vector<double>& start, const std::vector<double>& solidFractions,
  const VoxelGrid* grid)
  : Settings(settings)
{
  const LayoutPointer<Space>& points = volumes.layoutPointer();
  const LayoutPointer<Space> variables = makeLayout(
    points->context(), Entity::Variable, points->count(), points->components(), points->halo());
  this->IsDesign = Vector<Space, std::uint8_t>(variables, isDesign);
  if (!solidFractions.empty())
  {
    this->Fractions = Vector<Space>(points, solidFractions);
  }
  this->Variables = Vector<Space>(variables, start);
  this->NextVariables = Vector<Space>(variables, start);
  if (settings.filter != FilterKind::None)
  {
    this->Neighbours.emplace(centroids.layout().withComponents(1), centroids,
      settings.volumeWeightedFilter ? &volumes : nullptr, settings.filterRadius, grid);
  }
  if (this->filtersDensity())
  {
    this->Density = Vector<Space>(points);
    this->NextDensity = Vector<Space>(points);
  }
  else
  {
    this->Density = Vector<Space>(points, this->Variables.data());
    this->NextDensity = Vector<Space>(points, this->NextVariables.data());
  }
}

template <class Space>
void DensityParametrization<Space>::evaluateTrial()
{
  if (this->filtersDensity())
  {
    this->Neighbours->filterDensity(this->NextVariables, this->NextDensity);
    detail::selectByMask(this->points()->context(), this->points()->owned(), this->IsDesign.data(),
      this->NextDensity.data(), this->NextVariables.data(), this->NextDensity.data());
  }
}

template <class Space>
void DensityParametrization<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Density.swap(this->NextDensity);
}

template <class Space>
void DensityParametrization<Space>::trialModuli(Vector<Space>& moduli) const
{
  moduli.require(*this->points(), "A vector of moduli");
  detail::interpolateModuli(moduli.context(), moduli.ownedSize(), this->Settings.material,
    this->Settings.voidModulus, this->fractions(), this->NextDensity.data(), moduli.data());
}

template <class Space>
void DensityParametrization<Space>::moduli(Vector<Space>& moduli) const
{
  moduli.require(*this->points(), "A vector of moduli");
  detail::interpolateModuli(moduli.context(), moduli.ownedSize(), this->Settings.material,
    this->Settings.voidModulus, this->fractions(), this->Density.data(), moduli.data());
}

template <class Space>
void DensityParametrization<Space>::derivativesToDensity(
  double factor, const Vector<Space>& values, Vector<Space>& result) const
{
  values.require(*this->points(), "A vector of derivatives with respect to moduli");
  result.require(*this->points(), "A vector of derivatives with respect to densities");
  detail::chainDensity(values.context(), values.ownedSize(), this->Settings.material,
    this->fractions(), this->Density.data(), factor, values.data(), nullptr, result.data());
}

template <class Space>
void DensityParametrization<Space>::pullBackModuli(
  double factor, const Vector<Space>& values, Vector<Space>& gradient)
{
  gradient.require(this->Variables.layout(), "A vector of derivatives");
  if (this->Settings.filter == FilterKind::None)
  {
    Vector<Space> ofDensity(this->points(), gradient.data());
    this->derivativesToDensity(factor, values, ofDensity);
    return;
  }
  values.require(*this->points(), "A vector of derivatives with respect to moduli");
  // Eq. 4 averages over all neighbours, fixed ones too, so that material is drawn to solid parts.
  // The filtered density of a fixed element is not used, so its derivative is zero.
  const std::uint8_t* mask = this->filtersDensity() ? this->IsDesign.data() : nullptr;
  LeasedVector<Space> raw(this->points());
  detail::chainDensity(values.context(), values.ownedSize(), this->Settings.material,
    this->fractions(), this->Density.data(), factor, values.data(), mask, raw.data());
  if (this->filtersDensity())
  {
    this->Neighbours->filterDensityTransposed(raw, gradient);
  }
  else
  {
    this->Neighbours->filterSensitivity(this->Density, raw, gradient);
  }
}

template <class Space>
void DensityParametrization<Space>::pullBackDensity(
  const Vector<Space>& values, Vector<Space>& gradient)
{
  values.require(*this->points(), "A vector of derivatives with respect to densities");
  gradient.require(this->Variables.layout(), "A vector of derivatives");
  if (!this->filtersDensity())
  {
    Vector<Space>(this->points(), gradient.data()).copy(values);
    return;
  }
  LeasedVector<Space> masked(this->points());
  detail::selectByMask(values.context(), values.ownedSize(), this->IsDesign.data(), values.data(),
    nullptr, masked.data());
  this->Neighbours->filterDensityTransposed(masked, gradient);
}

template <class Space>
void DensityParametrization<Space>::restore(
  const std::vector<double>& variables, const std::vector<double>& filteredDensity)
{
  this->Variables.assign(variables);
  if (this->filtersDensity())
  {
    this->Density.assign(filteredDensity);
  }
}

template <class Space>
std::size_t DensityParametrization<Space>::memory(std::size_t elements, FilterKind filter)
{
  return elements * ((filter == FilterKind::Density ? 4 : 2) * sizeof(double) + 1);
}

template class DensityParametrization<CompiledSpace>;
}
