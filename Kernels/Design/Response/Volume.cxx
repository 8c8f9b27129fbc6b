#include "Design/Response/Volume.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Design/ReadOnlyView.h"

#include <algorithm>
#include <cstddef>
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
  Parametrization<Space>& parametrization)
  : Measures(&measures), IsLinear(parametrization.isDensityLinear())
{
  measures.require(parametrization.density().layout(), "A vector of measures");
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
  : Volume(input.measures, detail::pointsIn(input.problem.regions, settings.region), input.design)
{
}

template <class Space>
double Volume<Space>::evaluate(const SolvedDesign<Space>& design)
{
  return this->solid(design.density) / this->Total;
}

template <class Space>
void Volume<Space>::derivativesToDensity(
  const Parametrization<Space>& /*design*/, Vector<Space>& result) const
{
  result.copy(this->measures());
  detail::scaleBy(result.context(), result.ownedSize(), 1.0 / this->Total, result.data());
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
  detail::scaleBy(result.context(), result.ownedSize(), 1.0 / this->Total, result.data());
}

template <class Space>
LinearizedConstraint<Space> Volume<Space>::linearize(
  Parametrization<Space>& design, double /*value*/, double bound, Vector<Space>& gradient)
{
  const double solid = this->solid(design.density());
  if (this->IsLinear)
  {
    return { solid - bound * this->Total, &this->Gradient, 0.0 };
  }
  return Response<Space>::linearize(design, solid / this->Total, bound, gradient);
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
#endif
}
