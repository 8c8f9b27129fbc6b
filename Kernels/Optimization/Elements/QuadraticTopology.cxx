#include "Optimization/Elements/QuadraticTopology.h"

namespace trabecula
{
TopologyProblem quadraticProblem(const TopologyProblem& problem, const QuadraticMesh& quadratic)
{
  TopologyProblem result = problem;
  static_cast<StructuralProblem&>(result) =
    quadraticProblem(static_cast<const StructuralProblem&>(problem), quadratic);
  if (!problem.outputWeights.empty())
  {
    result.outputWeights = quadraticForces(problem.mesh, quadratic, problem.outputWeights);
  }
  return result;
}
}
