#include "Optimization/Validation/MechanismValidation.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Optimization/TopologyProblem.h"

#include <cmath>

namespace trabecula
{
namespace
{
/// A load case without springs where it acts, in a mechanism: displacements would be unbounded once
/// the optimizer has removed the material there.
void requireInputSpring(const TopologyProblem& problem, const LoadCase& load)
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
}

void checkOutput(const TopologyProblem& problem)
{
  if (!hasOutput(problem))
  {
    return;
  }
  const std::vector<double>& weights = problem.outputWeights;
  if (weights.empty())
  {
    fail("There is no output: to minimize or bound an output displacement, give weights of the "
         "displacement "
         "components that it is made of.");
  }
  requireSize("Output", weights.size(), problem.mesh.points.size(), "three for each point");
  requireFinite("Output", weights, 3, "point");
  requireScale("Output", weights);
  const std::vector<std::uint8_t> used = nodesInElements(problem.mesh);
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
  if (problem.settings.objective != Objective::OutputDisplacement)
  {
    return; // a structure whose displacement is bounded needs no actuator
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
