#include "Design/DensityParametrization.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// @param fractions of elements that are solid; null for 1
template <class Space>
void interpolateModuli(std::int64_t n, const MaterialInterpolation material, double voidModulus,
  const double* fractions, const double* density, double* moduli)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) {
      const double modulus = material.modulus(density[e]);
      moduli[e] = fractions ? voidModulus + fractions[e] * (modulus - voidModulus) : modulus;
    });
}

/// result_e = factor * E'(rho_e) * values_e on elements that may change; a null mask takes all
/// (EbE paper, eq. 3, with energies and a factor of -1). Null fractions stand for 1.
template <class Space>
void chainDensity(std::int64_t n, const MaterialInterpolation material, const double* fractions,
  const double* density, double factor, const double* values, const std::uint8_t* mask,
  double* result)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) {
      const double slope = (fractions ? fractions[e] : 1.0) * material.derivative(density[e]);
      result[e] = !mask || mask[e] ? factor * slope * values[e] : 0.0;
    });
}

/// target_e = source_e where the mask is not zero, else other_e; a null other stands for zeros.
template <class Space>
void selectByMask(std::int64_t n, const std::uint8_t* mask, const double* source,
  const double* other, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) {
      target[e] = mask[e] ? source[e] : (other ? other[e] : 0.0);
    });
}
}

template <class Space>
DensityParametrization<Space>::DensityParametrization(Context<Space>& context,
  const DensityParametrizationSettings& settings, const double* volumes, const double* centroids,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start,
  const std::vector<double>& solidFractions, const VoxelGrid* grid)
  : Computing(&context), Elements(static_cast<std::int64_t>(start.size())), Settings(settings),
    IsDesign(isDesign), Fractions(solidFractions), Variables(start), NextVariables(start)
{
  if (settings.filter != FilterKind::None)
  {
    this->Neighbours.emplace(context, this->Elements, centroids,
      settings.volumeWeightedFilter ? volumes : nullptr, settings.filterRadius, grid);
  }
  if (this->filtersDensity())
  {
    this->Density = Vector(context, start.size());
    this->NextDensity = Vector(context, start.size());
  }
}

template <class Space>
void DensityParametrization<Space>::evaluateTrial()
{
  if (this->filtersDensity())
  {
    this->Neighbours->filterDensity(this->NextVariables.data(), this->NextDensity.data());
    detail::selectByMask<Space>(this->Elements, this->IsDesign.data(), this->NextDensity.data(),
      this->NextVariables.data(), this->NextDensity.data());
  }
}

template <class Space>
void DensityParametrization<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Density.swap(this->NextDensity);
}

template <class Space>
void DensityParametrization<Space>::trialModuli(double* moduli) const
{
  detail::interpolateModuli<Space>(this->Elements, this->Settings.material,
    this->Settings.voidModulus, this->fractions(), this->nextDensity(), moduli);
}

template <class Space>
void DensityParametrization<Space>::moduli(double* moduli) const
{
  detail::interpolateModuli<Space>(this->Elements, this->Settings.material,
    this->Settings.voidModulus, this->fractions(), this->density(), moduli);
}

template <class Space>
void DensityParametrization<Space>::derivativesToDensity(
  double factor, const double* values, double* result) const
{
  detail::chainDensity<Space>(this->Elements, this->Settings.material, this->fractions(),
    this->density(), factor, values, nullptr, result);
}

template <class Space>
void DensityParametrization<Space>::pullBackModuli(
  double factor, const double* values, double* gradient)
{
  if (this->Settings.filter == FilterKind::None)
  {
    this->derivativesToDensity(factor, values, gradient);
    return;
  }
  // Eq. 4 averages over all neighbours, fixed ones too, so that material is drawn to solid parts.
  // The filtered density of a fixed element is not used, so its derivative is zero.
  const std::uint8_t* mask = this->filtersDensity() ? this->IsDesign.data() : nullptr;
  const auto raw =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(this->Elements));
  detail::chainDensity<Space>(this->Elements, this->Settings.material, this->fractions(),
    this->density(), factor, values, mask, raw.data());
  if (this->filtersDensity())
  {
    this->Neighbours->filterDensityTransposed(raw.data(), gradient);
  }
  else
  {
    this->Neighbours->filterSensitivity(this->density(), raw.data(), gradient);
  }
}

template <class Space>
void DensityParametrization<Space>::pullBackDensity(const double* values, double* gradient)
{
  if (!this->filtersDensity())
  {
    Memory<Space>::copy(
      gradient, values, static_cast<std::size_t>(this->Elements) * sizeof(double));
    return;
  }
  const auto masked =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(this->Elements));
  detail::selectByMask<Space>(
    this->Elements, this->IsDesign.data(), values, nullptr, masked.data());
  this->Neighbours->filterDensityTransposed(masked.data(), gradient);
}

template <class Space>
void DensityParametrization<Space>::restore(
  const std::vector<double>& variables, const std::vector<double>& filteredDensity)
{
  this->Variables.assign(variables);
  this->Density.assign(filteredDensity);
}

template <class Space>
std::size_t DensityParametrization<Space>::memory(std::size_t elements, FilterKind filter)
{
  return elements * ((filter == FilterKind::Density ? 4 : 2) * sizeof(double) + 1);
}

template class DensityParametrization<CompiledSpace>;
}
