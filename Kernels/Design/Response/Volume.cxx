#include "Design/Response/Volume.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Design/ReadOnlyView.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Replaces derivatives of zero, of design variables without influence, by a tiny positive number.
template <class Space>
void keepPositive(const Context<Space>& context, std::int64_t n, double* values)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t e) { values[e] = values[e] > 0.0 ? values[e] : 1e-300; });
}

template <class Space>
void scaleBy(const Context<Space>& context, std::int64_t n, double factor, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) { values[e] *= factor; });
}

/// Returns one value for each material point, 0 outside of the region; empty for the whole mesh.
inline std::vector<std::uint8_t> pointsIn(
  const std::vector<std::int32_t>& regions, const std::optional<int>& region)
{
  std::vector<std::uint8_t> isInside(region ? regions.size() : 0);
  for (std::size_t p = 0; p < isInside.size(); ++p)
  {
    isInside[p] = regions[p] == *region;
  }
  return isInside;
}
}

template <class Space>
Volume<Space>::Volume(const Vector<Space>& measures, const std::vector<std::uint8_t>& inRegion,
  Parametrization<Space>& parametrization, double massDensity, const std::optional<int>& region)
  : Measures(&measures), MassDensity(massDensity), IsLinear(parametrization.isDensityLinear())
{
  measures.require(parametrization.density().layout(), "A vector of measures");
  if (parametrization.boundsOtherDensity())
  {
    this->RatioName = (this->isMass() ? "massBoundRatio" : "boundRatio") +
      (region ? std::to_string(*region) : std::string());
  }
  std::vector<double> values = measures.toHost();
  for (std::size_t p = 0; p < values.size(); ++p)
  {
    values[p] = inRegion.empty() || inRegion[p] ? values[p] : 0.0;
  }
  const auto owned = static_cast<std::size_t>(measures.ownedSize());
  for (std::size_t p = 0; p < owned; ++p)
  {
    this->Total += values[p];
  }
  measures.context().sumOverParts(&this->Total, 1);
  if (!inRegion.empty())
  {
    this->InRegion = Vector<Space>(measures.layoutPointer(), values);
  }
  if (!this->IsLinear)
  {
    return;
  }
  // The measures are not copied if the parametrization does not change derivatives.
  const LayoutPointer<Space>& variables = parametrization.variables().layoutPointer();
  Vector<Space> pulledBack(variables);
  parametrization.pullBackDensity(this->measures(), pulledBack);
  const std::vector<double> gradient = pulledBack.toHost();
  const bool isEqual = variables->count() == measures.layout().count() &&
    variables->owned() == measures.layout().owned() &&
    std::equal(values.begin(), values.begin() + measures.ownedSize(), gradient.begin());
  if (isEqual)
  {
    this->Gradient = readOnlyView(variables, this->measures().data());
  }
  else
  {
    detail::keepPositive(variables->context(), variables->owned(), pulledBack.data());
    this->Gradient = std::move(pulledBack);
  }
}

template <class Space>
Volume<Space>::Volume(const ResponseSettings& settings, const ResponseInput<Space>& input)
  : Volume(input.measures, detail::pointsIn(input.problem.regions, settings.region), input.design,
      settings.response == "Mass" ? settings.parameter("Density", 1.0) : 0.0, settings.region)
{
}

template <class Space>
double Volume<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const double solid = this->solid(design.density);
  return this->isMass() ? this->MassDensity * solid : solid / this->Total;
}

template <class Space>
void Volume<Space>::derivativesToDensity(
  const Parametrization<Space>& /*design*/, Vector<Space>& result) const
{
  result.copy(this->measures());
  detail::scaleBy(result.context(), result.ownedSize(), this->factor(), result.data());
}

template <class Space>
void Volume<Space>::gradient(Parametrization<Space>& design, Vector<Space>& result)
{
  if (this->IsLinear)
  {
    result.copy(this->Gradient);
  }
  else
  {
    design.pullBackDensity(this->measures(), result);
  }
  detail::scaleBy(result.context(), result.ownedSize(), this->factor(), result.data());
}

template <class Space>
LinearizedConstraint<Space> Volume<Space>::linearize(
  Parametrization<Space>& design, double /*value*/, double bound, Vector<Space>& gradient)
{
  const double solid = this->solid(design.density());
  if (!this->IsLinear && !design.boundsOtherDensity())
  {
    return Response<Space>::linearize(design, this->factor() * solid, bound, gradient);
  }
  if (!this->IsLinear)
  {
    const double ofBounded = this->solid(design.boundedDensity());
    if (solid > 0.0 && design.renewsBounds(this->factor() * solid / bound - 1.0))
    {
      this->BoundRatio = ofBounded / solid;
    }
    design.pullBackBoundedDensity(this->measures(), gradient);
    detail::scaleBy(gradient.context(), gradient.ownedSize(), this->factor(), gradient.data());
    const double renewed = bound * this->BoundRatio;
    return { this->factor() * ofBounded - renewed, &gradient, renewed };
  }
  const double most = this->isMass() ? bound / this->MassDensity : bound * this->Total;
  return { solid - most, &this->Gradient, this->isMass() ? most : 0.0 };
}

template class Volume<CompiledSpace>;

#ifndef __CUDACC__
ResponseSettings volumeOfMesh()
{
  return { "Volume" };
}

ResponseDescription volumeDescription()
{
  ResponseDescription description;
  description.name = "Volume";
  description.label = "Volume";
  description.isOfHeat = true;
  description.isInEveryHistory = true;
  description.isOfDensityAlone = true;
  description.vanishesWithMaterial = true;
  description.isVolume = true;
  description.takesRegion = true;
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  {
    return std::vector<std::string>{ "VolumeFraction" +
      (settings.region ? "_" + std::to_string(*settings.region) : "") };
  };
  description.checkBound = [](const ResponseProblem& problem, const ResponseConstraint& constraint)
  {
    const std::optional<int>& region = constraint.response.region;
    requireInside(region ? "The bound on a region's volume fraction" : "Volume fraction",
      constraint.bound, 0.0, false, 1.0, true);
    if (region)
    {
      checkRegion(problem, *region, "The volume of");
    }
  };
  return description;
}

ResponseDescription massDescription()
{
  ResponseDescription description;
  description.name = "Mass";
  description.label = "Mass";
  description.unit = "mass";
  description.isOfHeat = true;
  description.isOfDensityAlone = true;
  description.vanishesWithMaterial = true;
  description.takesRegion = true;
  description.parameters = { "Density" };
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  {
    const double density = settings.parameter("Density", 1.0);
    return std::vector<std::string>{ "Mass" + suffixOf(settings) +
      (density == 1.0 ? "" : "_D" + shortText(density)) };
  };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool)
  {
    requireInside("The density of the mass, mass per volume", settings.parameter("Density", 1.0),
      0.0, false, std::numeric_limits<double>::infinity(), false);
    if (settings.region)
    {
      checkRegion(problem, *settings.region, "The mass of");
    }
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  {
    requireInside("The bound on the mass", constraint.bound, 0.0, false,
      std::numeric_limits<double>::infinity(), false);
  };
  // These are the measures of a region and the gradient.
  description.memory = [](const ResponseSizes& sizes)
  { return 2 * sizes.materialPoints * sizeof(double); };
  return description;
}
#endif
}
