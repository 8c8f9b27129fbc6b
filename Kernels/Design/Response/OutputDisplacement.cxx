#include "Design/Response/OutputDisplacement.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Parallel.h"
#include "Core/Requirements.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace trabecula
{
namespace detail
{
/// Computes target = a x + b y. The vector y may be null, and target may be x or y.
template <class Space>
void combine(const Context<Space>& context, std::int64_t n, double a, const double* x, double b,
  const double* y, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = a * x[i] + (y ? b * y[i] : 0.0); });
}
}

template <class Space>
OutputDisplacement<Space>::OutputDisplacement(
  const ResponseSettings& /*settings*/, const ResponseInput<Space>& input)
  : System(input.model.unknowns(), "the output"), Displacement(input.model.unknowns()),
    Combined(input.model.unknowns()), Energies(input.model.materialPoints())
{
  this->System.load.assign(input.problem.outputWeights);
  this->Energies.zero();
}

template <class Space>
bool OutputDisplacement<Space>::isAccurate(const SolvedDesign<Space>& trial)
{
  LoadCases<Space>& loads = trial.loads;
  const Vector<Space>& weights = this->System.load;
  const Context<Space>& context = weights.context();
  const std::int64_t n = weights.ownedSize();
  Vector<Space>& residual = this->Combined;
  double output = 0.0;     // l.u
  double correction = 0.0; // v.(f - K u), which vanishes for exact solutions
  for (std::size_t i = 0; i < loads.size(); ++i)
  {
    const Vector<Space>& u = trial.displacement(i);
    trial.model.system().apply(u, residual);
    detail::combine(context, n, -1.0, residual.data(), 0.0, nullptr, residual.data());
    loads[i].forces.addTo(residual);
    output += loads[i].weight * dot(weights, u);
    correction += loads[i].weight * dot(this->System.trial, residual);
  }
  return std::abs(correction) <= Accuracy * std::abs(output + correction);
}

template <class Space>
double OutputDisplacement<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const Vector<Space>& weights = this->System.load;
  const Context<Space>& context = weights.context();
  const std::int64_t n = weights.ownedSize();
  Vector<Space>& u = this->Displacement;
  const Vector<Space>& v = this->System.solution;
  Vector<Space>& combined = this->Combined;

  u.zero();
  double work = 0.0;
  for (const auto& load : design.loads)
  {
    detail::combine(context, n, 1.0, u.data(), load.weight, load.displacement.data(), u.data());
    work += load.weight * load.forces.dot(v);
  }

  // v.(K u) follows from quadratic forms: 4 s v.(K u) is the form of u + s v minus that of u - s v.
  // The scale s = |u| / |v| avoids loss of either vector by rounding.
  const double uu = dot(u, u);
  const double vv = dot(v, v);
  const double s = uu > 0.0 && vv > 0.0 ? std::sqrt(uu / vv) : 1.0;
  StiffnessOperator<Space>& stiffness = design.model.stiffness();
  this->Energies.zero();
  detail::combine(context, n, 1.0, u.data(), s, v.data(), combined.data());
  stiffness.addUnitEnergies(combined, 0.25 / s, this->Energies);
  detail::combine(context, n, 1.0, u.data(), -s, v.data(), combined.data());
  stiffness.addUnitEnergies(combined, -0.25 / s, this->Energies);

  return dot(weights, u) + work - dot(design.moduli, this->Energies) -
    design.model.constantEnergy(u, v);
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
  description.needsOutput = true;
  description.needsAccuracy = true;
  description.checkProblem = [](const ResponseProblem& problem, const ResponseSettings&,
                               bool isObjective) { checkOutput(problem, isObjective); };
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
