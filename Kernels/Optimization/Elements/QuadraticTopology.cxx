#include "Optimization/Elements/QuadraticTopology.h"

namespace trabecula
{
TopologyProblem quadraticProblem(const TopologyProblem& problem, const QuadraticMesh& quadratic)
{
  TopologyProblem result = problem;
  result.structure = quadraticProblem(problem.structure, quadratic);
  if (!problem.design.outputWeights.empty())
  {
    result.design.outputWeights =
      quadraticForces(problem.structure.mesh, quadratic, problem.design.outputWeights);
  }
  return result;
}
}
