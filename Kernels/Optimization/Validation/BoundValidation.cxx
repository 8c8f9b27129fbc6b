#include "Optimization/Validation/BoundValidation.h"

#include "Core/Requirements.h"
#include "Optimization/Responses/ProblemResponses.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
namespace
{
/// Returns the responses, of bodies that conduct heat or of structures, that do not have a
/// property, as in "a bound on the compliance or on the output displacement".
std::string boundsWithout(bool ResponseDescription::*property, bool isHeat)
{
  std::vector<std::string> names;
  for (const ResponseDescription& kind : responses())
  {
    if (!(kind.*property) && (isHeat ? kind.isOfHeat : kind.isOfStructures))
    {
      names.push_back("on the " + wordsOf(kind));
    }
  }
  std::string text = "a bound ";
  for (std::size_t i = 0; i < names.size(); ++i)
  {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text;
}

std::string asSentence(std::string text)
{
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// @throws Error if a response has two bounds on the same side, or bounds that exclude each other
void checkPairs(const std::vector<ResponseConstraint>& constraints)
{
  for (std::size_t i = 0; i < constraints.size(); ++i)
  {
    for (std::size_t k = 0; k < i; ++k)
    {
      const ResponseConstraint& a = constraints[k];
      const ResponseConstraint& b = constraints[i];
      if (!(a.response == b.response))
      {
        continue;
      }
      const std::string name = labelOf(a.response);
      if (a.sense == b.sense)
      {
        fail(name, " has two bounds on the same side, ", a.bound, " and ", b.bound, ". Remove one",
          a.response == volumeOfMesh() ? "; the first is the Volume Fraction." : ".");
      }
      const bool isUpper = a.sense == BoundSense::AtMost;
      const double upper = isUpper ? a.bound : b.bound;
      const double lower = isUpper ? b.bound : a.bound;
      if (lower > upper)
      {
        fail(name, " must be at least ", lower, " and at most ", upper, ", which is impossible.");
      }
    }
  }
}
}

void checkResponses(const OptimizationSettings& settings, const ResponseProblem& problem)
{
  for (const ResponseSettings& response : responsesOf(settings))
  {
    checkResponse(response, problem, response == settings.objective);
  }
}

void checkBoundSettings(const OptimizationSettings& settings, FilterKind filter)
{
  const ResponseDescription& objective = describe(settings.objective);
  const bool needsOther = objective.vanishesWithMaterial;
  const bool isHeat = isOfHeat(settings);
  const std::string boundsThatHoldUp =
    boundsWithout(&ResponseDescription::vanishesWithMaterial, isHeat);
  if (settings.constraints.empty() && !needsOther)
  {
    return;
  }
  const auto isAnyWithout = [&settings](bool ResponseDescription::*property)
  {
    return std::any_of(settings.constraints.begin(), settings.constraints.end(),
      [property](const ResponseConstraint& constraint)
      { return !(describe(constraint.response).*property); });
  };
  const bool holdsUp = isAnyWithout(&ResponseDescription::vanishesWithMaterial);
  const bool needsExact = isAnyWithout(&ResponseDescription::isOfDensityAlone);
  const bool filterIsWrong = (needsExact || needsOther) && filter == FilterKind::Sensitivity;
  if (settings.optimizer != Optimizer::MovingAsymptotes)
  {
    // The message names all changes that are needed, so that the user need not correct them one by
    // one.
    fail(needsOther ? "The objective is the " + wordsOf(objective)
                    : std::string("There are bounds on responses"),
      ", which optimality criteria do not know. Choose the optimizer MMA",
      filterIsWrong ? ", the density filter or none instead of the sensitivity filter" : "",
      needsOther && !holdsUp ? ", and " + boundsThatHoldUp + "." : std::string("."));
  }
  for (const ResponseConstraint& constraint : settings.constraints)
  {
    const ResponseDescription& description = describe(constraint.response);
    const bool isUpper = constraint.sense == BoundSense::AtMost;
    if (!(isUpper ? description.takesUpperBound : description.takesLowerBound))
    {
      fail("The ", wordsOf(description), " has a ", isUpper ? "largest" : "least",
        " value as bound, but only a bound ", isUpper ? "below" : "above",
        " has a meaning: choose ", isUpper ? ">=" : "<=", ".");
    }
  }
  checkPairs(constraintsOf(settings));
  if (needsExact && filter == FilterKind::Sensitivity)
  {
    // The sensitivity filter multiplies gradients at elements near void by up to 1 /
    // minimumDensity. Traces of material there would satisfy the bound in the subproblem, and all
    // other material would be removed.
    fail(asSentence(boundsWithout(&ResponseDescription::isOfDensityAlone, isHeat)),
      " needs exact sensitivities, which the sensitivity filter changes. Choose the density "
      "filter, "
      "or none.");
  }
  if (needsOther && !holdsUp)
  {
    fail("The objective is the ", wordsOf(objective),
      ", but nothing else is bounded: it is "
      "least where there is no material. Give ",
      boundsThatHoldUp, ".");
  }
}

void checkBounds(
  const OptimizationSettings& settings, FilterKind filter, const ResponseProblem& problem)
{
  if (termsOfObjective(settings, problem) > 0 && settings.optimizer != Optimizer::MovingAsymptotes)
  {
    fail("The largest of several values is the objective, which optimality criteria do not know. "
         "Choose the optimizer MMA.");
  }
  checkBoundSettings(settings, filter);
  for (const ResponseConstraint& constraint : settings.constraints)
  {
    const ResponseDescription& description = describe(constraint.response);
    if (description.checkBound)
    {
      description.checkBound(problem, constraint);
    }
  }
}
}
