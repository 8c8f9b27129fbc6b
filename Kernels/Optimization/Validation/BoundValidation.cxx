#include "Optimization/Validation/BoundValidation.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Optimization/TopologyProblem.h"

#include <algorithm>
#include <limits>

namespace trabecula
{
namespace
{
constexpr double Infinity = std::numeric_limits<double>::infinity();

void checkRegionVolume(const TopologyProblem& problem, const ResponseBound& bound)
{
  requireInside("The bound on a region's volume fraction", bound.bound, 0.0, false, 1.0, true);
  if (problem.volumeRegion.empty())
  {
    fail("The volume of region ", bound.region,
      " is bounded, but there are no volume regions: give one number for each element.");
  }
  requireSize("Volume region", problem.volumeRegion.size(), problem.mesh.numberOfElements(),
    "one for each element");
  if (std::find(problem.volumeRegion.begin(), problem.volumeRegion.end(), bound.region) ==
    problem.volumeRegion.end())
  {
    fail("The volume of region ", bound.region,
      " is bounded, but no element has this number in the volume regions.");
  }
  for (std::size_t e = 0; e < problem.volumeRegion.size(); ++e)
  {
    // Where variables are not those of elements, any of a region may be designed.
    const bool isDesign = problem.designRegion.size() != problem.volumeRegion.size() ||
      problem.designRegion[e] == DesignRegion::Design;
    if (problem.volumeRegion[e] == bound.region && isDesign)
    {
      return;
    }
  }
  fail("The volume of region ", bound.region,
    " is bounded, but none of its elements is designed: all are solid or void.");
}
}

bool hasOutput(const TopologyProblem& problem)
{
  const std::vector<ResponseBound>& bounds = problem.settings.bounds;
  return problem.settings.objective == Objective::OutputDisplacement ||
    std::any_of(bounds.begin(), bounds.end(),
      [](const ResponseBound& bound)
      { return bound.response == BoundedResponse::OutputDisplacement; });
}

void checkBounds(const TopologyProblem& problem)
{
  const OptimizationSettings& settings = problem.settings;
  const bool leastVolume = settings.objective == Objective::Volume;
  if (settings.bounds.empty() && !leastVolume)
  {
    return;
  }
  const bool holdsUp = std::any_of(settings.bounds.begin(), settings.bounds.end(),
    [](const ResponseBound& bound) { return bound.response != BoundedResponse::RegionVolume; });
  const bool filterIsWrong = (holdsUp || leastVolume) && settings.filter == FilterKind::Sensitivity;
  if (settings.optimizer != Optimizer::MovingAsymptotes)
  {
    // With everything else that the user would be told next.
    fail(leastVolume ? "The objective is the volume" : "There are bounds on responses",
      ", which optimality criteria do not know. Choose the optimizer MMA",
      filterIsWrong ? ", the density filter or none instead of the sensitivity filter" : "",
      leastVolume && !holdsUp ? ", and a bound on the compliance or on the output displacement."
                              : ".");
  }
  for (const ResponseBound& bound : settings.bounds)
  {
    switch (bound.response)
    {
      case BoundedResponse::Compliance:
        if (supportsMove(problem))
        {
          fail("The compliance is bounded, but supports are displaced: then the compliance is no "
               "measure that a bound could hold (it is negative without forces). Load the "
               "structure by forces, or bound the output displacement.");
        }
        requireInside("The bound on the compliance", bound.bound, 0.0, false, Infinity, false);
        requireScale("The bound on the compliance", bound.bound);
        break;
      case BoundedResponse::OutputDisplacement:
        requireInside(
          "The bound on the output displacement", bound.bound, -Infinity, false, Infinity, false);
        if (bound.bound != 0.0)
        {
          requireScale("The bound on the output displacement", bound.bound);
        }
        break;
      case BoundedResponse::RegionVolume:
        checkRegionVolume(problem, bound);
        break;
    }
  }
  if (holdsUp && settings.filter == FilterKind::Sensitivity)
  {
    // It multiplies gradients at elements near void by up to 1 / minimumDensity: then traces of
    // material there satisfy the bound of the subproblem, and all other material is removed.
    fail("A bound on the compliance or on the output displacement needs exact sensitivities, which "
         "the sensitivity filter changes. Choose the density filter, or none.");
  }
  if (leastVolume && !holdsUp)
  {
    fail("The objective is the volume, but nothing else is bounded: the least volume is none at "
         "all. Give a bound on the compliance or on the output displacement.");
  }
}
}
