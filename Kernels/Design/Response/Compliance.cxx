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
  description.isInEveryHistory = true;
  description.isSelfAdjoint = true;
  description.columns = [](const ResponseSettings&, const ResponseProblem& problem)
  {
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
