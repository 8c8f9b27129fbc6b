#include "Optimization/LevelSet/Start/LevelSetStart.h"

#include "Core/Execution/SetupCounts.h"
#include "Core/Requirements.h"
#include "Design/LevelSet/CoefficientMap.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Design/LevelSet/LinkedValues.h"
#include "Design/LevelSet/Regularization/ContourMotion.h"
#include "Design/LevelSet/Regularization/SignedDistance.h"

#include <algorithm>

namespace trabecula
{
namespace
{
/// Returns the coefficients of a design whose variables are those of the given ones.
std::vector<double> mappedCoefficients(const Context<HostSpace>& context,
  const LevelSetBounds& bounds, const LinkedDesign& linked, const std::vector<double>& given)
{
  const bool isMapped = linked.links.rows.has_value();
  std::vector<double> values =
    variablesOfCoefficients(bounds, freeCoefficients(linked, given.size()), given, isMapped);
  if (isMapped)
  {
    const CoefficientMap<HostSpace> map(context, linked.links);
    Vector<HostSpace> x(
      makeLayout(context, Entity::Variable, static_cast<std::int64_t>(values.size()), 1), values);
    Vector<HostSpace> y(x.layoutPointer());
    map.project(x);
    map.forward(x, y);
    values = y.toHost();
  }
  std::transform(values.begin(), values.end(), values.begin(),
    [&](double variable) { return bounds.coefficient(variable); });
  return values;
}
}

std::vector<double> startOf(
  const Context<HostSpace>& context, const LevelSetProblem& problem, const LinkedDesign& linked)
{
  ++setupCounts().initialLevelSets;
  const CoefficientLinks& links = linked.links;
  std::vector<double> start = problem.design.initialDensity;
  if (start.empty())
  {
    const InitialHoles holes = resolved(problem.method.holes, problem.patch);
    start = levelSetOfHoles(context, problem.patch, centresOf(holes, problem.patch), holes.radius);
    openHoles(links, start);
  }
  linkStart(links, start);
  const auto ends = std::minmax_element(start.begin(), start.end());
  double least = *ends.first;
  double largest = *ends.second;
  if (problem.isRegularized() && least < 0.0 && largest > 0.0)
  {
    const LevelSetBounds bounds = boundsOfDistances(problem.patch);
    start = SignedDistance(problem.patch, bounds.upper).coefficients(start, 0.0);
    // Holes between the Greville points vanish in the distances.
    least = *std::min_element(start.begin(), start.end());
    largest = *std::max_element(start.begin(), start.end());
  }
  if (problem.isRegularized() && least < 0.0 && largest > 0.0)
  {
    const LevelSetBounds bounds = boundsOfDistances(problem.patch);
    for (double& value : start)
    {
      value = std::clamp(value, bounds.lower, bounds.upper);
    }
    least = bounds.lower;
    largest = bounds.upper;
  }
  const std::vector<DesignRegion>& region = linked.region;
  for (std::size_t i = 0; i < region.size(); ++i)
  {
    start[i] = region[i] == DesignRegion::Solid ? largest
      : region[i] == DesignRegion::Void         ? least
                                                : start[i];
  }
  linkStart(links, start);
  if (!(least < 0.0) || !(largest > 0.0))
  {
    fail("The initial level set is ", largest > 0.0 ? "positive" : "negative or zero",
      " everywhere, from ", least, " to ", largest, ", so that the start is all ",
      largest > 0.0 ? "solid" : "void",
      ": there is no boundary that could move. Give it holes that are larger than the distance of "
      "control points and smaller than the body, or more elements.");
  }
  return start;
}

LevelSetBounds boundsOfDistances(const NurbsPatch& patch)
{
  const double most = ContourMotion::bandOf(patch);
  return { -most, most };
}

LevelSetBounds boundsOf(const LevelSetProblem& problem, const std::vector<double>& start)
{
  return problem.isRegularized() ? boundsOfDistances(problem.patch) : LevelSetBounds::of(start);
}

std::vector<std::uint8_t> freeCoefficients(const LinkedDesign& linked, std::size_t controlPoints)
{
  std::vector<std::uint8_t> result(controlPoints, 1);
  for (std::size_t i = 0; i < linked.region.size(); ++i)
  {
    result[i] = linked.region[i] == DesignRegion::Design;
  }
  return result;
}

std::vector<double> firstCoefficients(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start)
{
  return linked.links.rows ? mappedCoefficients(context, boundsOf(problem, start), linked, start)
                           : start;
}

CoefficientRange rangeOfCoefficients(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start)
{
  const LevelSetBounds bounds = boundsOf(problem, start);
  const std::vector<std::uint8_t> isFree = freeCoefficients(linked, start.size());
  const auto withFree = [&](double value)
  {
    std::vector<double> coefficients = start;
    for (std::size_t i = 0; i < coefficients.size(); ++i)
    {
      coefficients[i] = isFree[i] ? value : coefficients[i];
    }
    return mappedCoefficients(context, bounds, linked, coefficients);
  };
  return { withFree(bounds.lower), withFree(bounds.upper) };
}
}
