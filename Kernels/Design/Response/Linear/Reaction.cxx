#include "Design/Response/Linear/Reaction.h"

#include "Core/Parallel.h"
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
/// Returns the direction at supported components of the region, 0 elsewhere.
inline std::vector<double> supportMotion(
  const ResponseSettings& settings, const ResponseProblem& problem, std::size_t components)
{
  std::vector<double> motion = directionsInRegion(problem, settings, components);
  for (std::size_t i = 0; i < motion.size(); ++i)
  {
    motion[i] = problem.structure.supports[i] ? motion[i] : 0.0;
  }
  return motion;
}

template <class Space>
void changeSign(const Context<Space>& context, std::int64_t n, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { values[i] = -values[i]; });
}
}

template <class Space>
Reaction<Space>::Reaction(const ResponseSettings& settings, const ResponseInput<Space>& input)
  : LinearResponse<Space>(settings, input,
      "the reaction of region " + std::to_string(*settings.region),
      "Reaction" + suffixWithDirection(settings))
{
  this->Motion = Vector<Space>(input.model.unknowns(),
    detail::supportMotion(
      settings, input.problem, static_cast<std::size_t>(input.model.unknowns()->components())));
}

template <class Space>
void Reaction<Space>::computeAdjointLoads(const SolvedDesign<Space>& trial)
{
  Vector<Space>& load = this->System.load;
  trial.model.system().apply(this->Motion, load);
  detail::changeSign(load.context(), load.ownedSize(), load.data());
}

template class Reaction<CompiledSpace>;

#ifndef __CUDACC__
ResponseDescription reactionDescription()
{
  ResponseDescription description;
  description.name = "Reaction";
  description.label = "Reaction";
  description.unit = "force";
  description.vanishesWithMaterial = true;
  description.hasLoadsOfDesign = true;
  description.takesPointRegion = true;
  description.takesLoadCases = true;
  description.parameters = directionParameters();
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  { return std::vector<std::string>{ "Reaction" + suffixWithDirection(settings) }; };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool)
  {
    if (!settings.region)
    {
      fail("The reaction is that of a region of points: give its number.");
    }
    checkPointRegion(problem, settings, true, "The reaction of");
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    requireInside("The bound on the reaction", constraint.bound, -infinity, false, infinity, false);
  };
  description.memory = [](const ResponseSizes& sizes)
  { return (7 * sizes.unknowns + sizes.materialPoints) * sizeof(double); };
  return description;
}
#endif
}
