#include "Optimization/Elements/QuadraticTopology.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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
  if (!problem.design.pointRegion.empty())
  {
    // Nodes on edges are in a region if both ends are.
    const std::vector<std::int32_t>& regions = problem.design.pointRegion;
    for (const std::array<std::int32_t, 2>& ends : quadratic.ends)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        const std::int32_t region = regions[3 * static_cast<std::size_t>(ends[0]) + c];
        const bool isInside = region == regions[3 * static_cast<std::size_t>(ends[1]) + c];
        result.design.pointRegion.push_back(isInside ? region : 0);
      }
    }
  }
  return result;
}
}
