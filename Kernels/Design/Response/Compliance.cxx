#include "Design/Response/Compliance.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"

#include <limits>

namespace trabecula
{
ResponseDescription complianceDescription()
{
  ResponseDescription description;
  description.name = "Compliance";
  description.label = "Compliance";
  description.unit = "force times length";
  description.takesLowerBound = false;
  description.isInEveryHistory = true;
  description.isSelfAdjoint = true;
  description.hasLoadsOfDesign = true;
  description.takesLoadCases = true;
  description.columns = [](const ResponseSettings& settings, const ResponseProblem& problem)
  {
    if (!settings.loadCases.empty())
    {
      // That of a single load case is one of the columns of all.
      return std::vector<std::string>{ "Compliance" + suffixOf(settings) };
    }
    std::vector<std::string> columns = { "Compliance" };
    for (const LoadCase& load : problem.structure.loadCases)
    {
      if (problem.structure.loadCases.size() > 1)
      {
        columns.push_back("Compliance_" + load.name);
      }
    }
    return columns;
  };
  // The energies of all load cases are counted with the fields of every optimization.
  description.memory = [](const ResponseSizes& sizes)
  { return sizes.choosesLoadCases ? sizes.materialPoints * sizeof(double) : 0; };
  description.checkBound = [](const ResponseProblem& problem, const ResponseConstraint& constraint)
  {
    if (supportsMove(problem.structure))
    {
      fail("The compliance is bounded, but supports are displaced: then the compliance is no "
           "measure that a bound could hold (it is negative without forces). Load the "
           "structure by forces, or bound the output displacement.");
    }
    requireInside("The bound on the compliance", constraint.bound, 0.0, false,
      std::numeric_limits<double>::infinity(), false);
    requireScale("The bound on the compliance", constraint.bound);
  };
  return description;
}
}
