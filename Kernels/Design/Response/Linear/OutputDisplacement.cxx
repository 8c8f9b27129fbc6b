#include "Design/Response/Linear/OutputDisplacement.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Design/Response/Linear/PointRegions.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Returns the weights of displacements: those of the output, or the direction over the number of
/// points of the region.
template <class Space>
std::vector<double> displacementWeights(
  const ResponseSettings& settings, const ResponseInput<Space>& input)
{
  if (!settings.region)
  {
    return input.problem.outputWeights;
  }
  const std::vector<std::int32_t>& regions = input.problem.pointRegions;
  const auto components =
    input.onUnknowns ? 3 : static_cast<std::size_t>(input.model.unknowns()->components());
  std::vector<double> weights = directionsInRegion(input.problem, settings, components);
  double counts[3] = {};
  const std::size_t owned = input.onUnknowns
    ? regions.size()
    : static_cast<std::size_t>(input.model.unknowns()->ownedSize());
  for (std::size_t i = 0; i < owned; ++i)
  {
    counts[i % components] += regions[i] == *settings.region ? 1.0 : 0.0;
  }
  input.model.context().sumOverParts(counts, 3);
  for (std::size_t i = 0; i < weights.size(); ++i)
  {
    weights[i] = weights[i] != 0.0 ? weights[i] / counts[i % components] : 0.0;
  }
  return input.onUnknowns ? input.onUnknowns(weights) : weights;
}
}

template <class Space>
OutputDisplacement<Space>::OutputDisplacement(
  const ResponseSettings& settings, const ResponseInput<Space>& input)
  : LinearResponse<Space>(settings, input,
      settings.region ? "the displacement of region " + std::to_string(*settings.region)
                      : std::string("the output"),
      suffixWithDirection(settings))
{
  this->System.load.assign(detail::displacementWeights(settings, input));
}

template class OutputDisplacement<CompiledSpace>;

#ifndef __CUDACC__
namespace
{
/// Refuses a load case of a mechanism without springs at its forces. Its displacements would be
/// unbounded once the optimizer has removed the material there.
void requireInputSpring(const ElasticConditions& problem, const LoadCase& load)
{
  bool anyForce = false;
  for (std::size_t i = 0; i < load.forces.size(); ++i)
  {
    const bool acts = load.forces[i] != 0.0 && !problem.supports[i];
    anyForce = anyForce || acts;
    if (acts && !problem.springs.empty() && problem.springs[i] > 0.0)
    {
      return;
    }
  }
  if (anyForce)
  {
    fail("Spring stiffness is zero wherever load case '", load.name,
      "' acts. A mechanism needs the stiffness of its actuator there: give the loaded points a "
      "spring in the direction of the force.");
  }
}
void checkOutput(const ResponseProblem& all, bool isObjective)
{
  const ElasticConditions& problem = all.structure;
  const std::vector<double>& weights = all.outputWeights;
  if (weights.empty())
  {
    fail("There is no output: to minimize or bound an output displacement, give weights of the "
         "displacement "
         "components that it is made of.");
  }
  requireSize("Output", weights.size(), all.mesh.points.size(), "three for each point");
  requireFinite("Output", weights, 3, "point");
  requireScale("Output", weights);
  const std::vector<std::uint8_t> used = nodesInElements(all.mesh);
  bool any = false;
  bool anyFree = false;
  bool anySpring = false;
  for (std::size_t i = 0; i < weights.size(); ++i)
  {
    if (weights[i] == 0.0)
    {
      continue;
    }
    if (!used[i / 3])
    {
      fail("Output has a weight on point ", i / 3, ", which belongs to no element.");
    }
    any = true;
    anyFree = anyFree || !problem.supports[i];
    anySpring =
      anySpring || (!problem.supports[i] && !problem.springs.empty() && problem.springs[i] > 0.0);
  }
  if (!any)
  {
    fail("Output is zero at all points. Give a weight to the displacement components that are to "
         "move; it is their weighted sum that becomes as small as possible.");
  }
  if (!anyFree)
  {
    fail("Output has weights on supported displacement components only, which cannot move. Put "
         "them on points that are free to.");
  }
  if (!isObjective)
  {
    // The output of such a structure is bounded, not minimized, so that no actuator is needed.
    return;
  }
  if (!anySpring)
  {
    fail("Spring stiffness is zero wherever Output has a weight. A mechanism needs the stiffness "
         "of what it moves there: give the output points a spring in that direction.");
  }
  if (!supportsMove(problem))
  {
    for (const LoadCase& load : problem.loadCases)
    {
      requireInputSpring(problem, load);
    }
  }
}
}

ResponseDescription outputDisplacementDescription()
{
  ResponseDescription description;
  description.name = "OutputDisplacement";
  description.label = "Output Displacement";
  description.unit = "length";
  description.needsOutput = true;
  description.needsAccuracy = true;
  description.hasLoadsOfDesign = true;
  description.takesPointRegion = true;
  description.takesLoadCases = true;
  description.parameters = directionParameters();
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  { return std::vector<std::string>{ "OutputDisplacement" + suffixWithDirection(settings) }; };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool isObjective)
  {
    if (settings.region)
    {
      checkPointRegion(problem, settings, false, "The displacement of");
    }
    else
    {
      checkOutput(problem, isObjective);
    }
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    requireInside(
      "The bound on the output displacement", constraint.bound, -infinity, false, infinity, false);
    if (constraint.bound != 0.0)
    {
      requireScale("The bound on the output displacement", constraint.bound);
    }
  };
  description.memory = [](const ResponseSizes& sizes)
  { return (5 * sizes.unknowns + sizes.materialPoints) * sizeof(double); };
  return description;
}
#endif
}
