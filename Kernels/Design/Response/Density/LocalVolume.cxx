#include "Design/Response/Density/LocalVolume.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace trabecula
{
namespace detail
{
constexpr double DefaultLocalExponent = 16.0;

/// Returns the end of the names of columns and states.
inline std::string suffixOfLocalVolume(const ResponseSettings& settings)
{
  const double exponent = settings.parameter("Exponent", DefaultLocalExponent);
  return suffixOf(settings) + "_R" + shortText(settings.parameter("Radius", 0.0)) +
    (exponent == DefaultLocalExponent ? "" : "_P" + shortText(exponent)) +
    (settings.parameter("Scaled", 1.0) != 0.0 ? "" : "_PM");
}

/// Computes values = a where the weight is positive, and 0 elsewhere.
template <class Space>
void keepWeighted(
  const Context<Space>& context, std::int64_t n, const double* weights, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      values[p] = weights[p] > 0.0 ? fmax(0.0, values[p]) : 0.0;
    });
}

/// Replaces a by the derivative of PM with respect to it.
template <class Space>
void derivativesOfMean(const Context<Space>& context, std::int64_t n, double exponent, double norm,
  const double* weights, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      values[p] = norm > 0.0 ? weights[p] * pow(values[p] / norm, exponent - 1.0) : 0.0;
    });
}

template <class Space>
void scaleLocalVolume(const Context<Space>& context, std::int64_t n, double factor,
  const double* values, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) { result[p] = factor * values[p]; });
}
}

template <class Space>
LocalVolume<Space>::LocalVolume(const ResponseSettings& settings, const ResponseInput<Space>& input)
  : Suffix(detail::suffixOfLocalVolume(settings)),
    Exponent(settings.parameter("Exponent", detail::DefaultLocalExponent)),
    IsScaled(settings.parameter("Scaled", 1.0) != 0.0),
    Neighbours(input.makeMean(settings.parameter("Radius", 0.0))),
    Weights(sharesIn(settings.region, input)), Derivatives(input.model.materialPoints())
{
  this->Derivatives.zero();
}

template <class Space>
double LocalVolume<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const LayoutPointer<Space>& points = this->Weights.layoutPointer();
  const Context<Space>& context = points->context();
  LeasedVector<Space> means(points);
  this->Neighbours.filterDensity(design.density, means);
  detail::keepWeighted(context, points->owned(), this->Weights.data(), means.data());
  const double largest = detail::largestOf(context, points->owned(), means.data());
  const double norm = detail::powerMean(
    context, points->owned(), 1, this->Exponent, largest, this->Weights.data(), means.data());
  detail::derivativesOfMean(
    context, points->owned(), this->Exponent, norm, this->Weights.data(), means.data());
  this->Neighbours.filterDensityTransposed(means, this->Derivatives);
  this->Mean.set(norm, this->IsScaled ? largest : norm);
  return largest;
}

template <class Space>
void LocalVolume<Space>::derivativesToDensity(
  const Parametrization<Space>& /*design*/, Vector<Space>& result) const
{
  detail::scaleLocalVolume(result.context(), result.ownedSize(), this->Mean.lastScale,
    this->Derivatives.data(), result.data());
}

template class LocalVolume<CompiledSpace>;

#ifndef __CUDACC__
ResponseDescription localVolumeDescription()
{
  ResponseDescription description;
  description.name = "LocalVolume";
  description.label = "Local Volume";
  description.isOfHeat = true;
  description.isOfDensityAlone = true;
  description.vanishesWithMaterial = true;
  description.takesLowerBound = false;
  description.takesRegion = true;
  description.parameters = { "Radius", "Exponent", "Scaled" };
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  {
    const std::string suffix = detail::suffixOfLocalVolume(settings);
    return std::vector<std::string>{ "LocalVolume" + suffix, "ScaledLocalVolume" + suffix,
      "LocalVolumeNorm" + suffix };
  };
  description.radius = [](const ResponseSettings& settings)
  { return settings.parameter("Radius", 0.0) * (1.0 + 1e-9); };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool)
  {
    requireInside("The radius of the local volume", settings.parameter("Radius", 0.0), 0.0, false,
      std::numeric_limits<double>::infinity(), false);
    requireInside("The exponent of the local volume",
      settings.parameter("Exponent", detail::DefaultLocalExponent), 1.0, true, 100.0, true);
    if (settings.region)
    {
      checkRegion(problem, *settings.region, "The local volume of");
    }
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  { requireInside("The bound on the local volume", constraint.bound, 0.0, false, 1.0, true); };
  // These are weights, derivatives and means, and the sums over neighbours with their table.
  description.memory = [](const ResponseSizes& sizes) {
    return sizes.materialPoints * (6 * sizeof(double) + NeighbourFilter<HostSpace>::imageMemory());
  };
  return description;
}
#endif
}
