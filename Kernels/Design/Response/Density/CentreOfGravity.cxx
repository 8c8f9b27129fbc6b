#include "Design/Response/Density/CentreOfGravity.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Returns the sums of v rho and of v rho x.
template <class Space>
Sums<2> volumeAndMoment(const Context<Space>& context, std::int64_t n, const double* measures,
  const double* coordinates, const double* density)
{
  return context.reduce(
    n, Sums<2>(),
    TRABECULA_LAMBDA(std::int64_t p) {
      Sums<2> sums;
      sums.v[0] = measures[p] * density[p];
      sums.v[1] = measures[p] * density[p] * coordinates[p];
      return sums;
    },
    AddSums());
}

/// Computes result = v (x - centre) factor.
template <class Space>
void momentsAbout(const Context<Space>& context, std::int64_t n, double centre, double factor,
  const double* measures, const double* coordinates, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      result[p] = factor * measures[p] * (coordinates[p] - centre);
    });
}

template <class Space>
void takeComponent(const Context<Space>& context, std::int64_t n, std::int64_t component,
  const double* vectors, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) { values[p] = vectors[3 * p + component]; });
}

inline int axisOf(const ResponseSettings& settings)
{
  return static_cast<int>(settings.parameter("Axis", 0.0));
}
}

template <class Space>
CentreOfGravity<Space>::CentreOfGravity(
  const ResponseSettings& settings, const ResponseInput<Space>& input)
  : Measures(measuresIn(settings.region, input)), Coordinates(input.measures.layoutPointer())
{
  detail::takeComponent(input.measures.context(), input.measures.size(), detail::axisOf(settings),
    input.positions.data(), this->Coordinates.data());
}

template <class Space>
typename CentreOfGravity<Space>::Moments CentreOfGravity<Space>::momentsOf(
  const Vector<Space>& density) const
{
  const auto sums = detail::volumeAndMoment(density.context(), density.ownedSize(),
    this->Measures.data(), this->Coordinates.data(), density.data());
  return { sums.v[0], sums.v[1] };
}

template <class Space>
double CentreOfGravity<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const Moments sums = this->momentsOf(design.density);
  return sums.volume > 0.0 ? sums.moment / sums.volume : 0.0;
}

template <class Space>
void CentreOfGravity<Space>::derivativesToDensity(
  const Parametrization<Space>& design, Vector<Space>& result) const
{
  const Moments sums = this->momentsOf(design.density());
  const double factor = sums.volume > 0.0 ? 1.0 / sums.volume : 0.0;
  detail::momentsAbout(result.context(), result.ownedSize(), sums.moment * factor, factor,
    this->Measures.data(), this->Coordinates.data(), result.data());
}

template class CentreOfGravity<CompiledSpace>;

#ifndef __CUDACC__
ResponseDescription centreOfGravityDescription()
{
  ResponseDescription description;
  description.name = "CentreOfGravity";
  description.label = "Centre of Gravity";
  description.unit = "length";
  description.isOfHeat = true;
  description.isOfDensityAlone = true;
  description.vanishesWithMaterial = true;
  description.takesRegion = true;
  description.parameters = { "Axis" };
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  {
    return std::vector<std::string>{ std::string("CentreOfGravity") +
      "XYZ"[std::clamp(detail::axisOf(settings), 0, 2)] + suffixOf(settings) };
  };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool)
  {
    const double axis = settings.parameter("Axis", 0.0);
    if (!(axis == 0.0 || axis == 1.0 || axis == 2.0))
    {
      fail("The axis of the centre of gravity is ", axis,
        ", but must be 0 for X, 1 for Y or 2 for Z.");
    }
    if (settings.region)
    {
      checkRegion(problem, *settings.region, "The centre of gravity of");
    }
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    requireInside(
      "The bound on the centre of gravity", constraint.bound, -infinity, false, infinity, false);
  };
  description.memory = [](const ResponseSizes& sizes)
  { return 2 * sizes.materialPoints * sizeof(double); };
  return description;
}
#endif
}
