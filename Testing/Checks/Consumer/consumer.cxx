// The shortest whole use of the library: a clamped bar under a load at its end.

#include <Core/ExecutionContext.h>
#include <Optimization/TopologyExamples.h>
#include <Optimization/TopologyOptimizer.h>

#include <cstdio>

int main()
{
  trabecula::TopologyProblem problem;
  problem.structure.mesh = trabecula::makeBoxMesh({ 6, 2, 2 }, { 6.0, 2.0, 2.0 });
  const std::size_t nodes = problem.structure.mesh.numberOfNodes();
  problem.structure.supports.assign(3 * nodes, 0);
  problem.structure.loadCases.resize(1);
  problem.structure.loadCases[0].forces.assign(3 * nodes, 0.0);
  for (std::size_t node = 0; node < nodes; ++node)
  {
    if (problem.structure.mesh.points[3 * node] == 0.0)
    {
      problem.structure.supports[3 * node] = 1;
      problem.structure.supports[3 * node + 1] = 1;
      problem.structure.supports[3 * node + 2] = 1;
    }
    if (problem.structure.mesh.points[3 * node] == 6.0)
    {
      problem.structure.loadCases[0].forces[3 * node + 2] = -1.0;
    }
  }
  problem.design.settings.volumeFraction = 0.5;
  problem.design.densities.filterRadius = 1.5;

  trabecula::Observer silent;
  trabecula::TopologyOptimizer optimizer(problem,
    trabecula::makeContext(trabecula::selectDevice(trabecula::DeviceRequest::Host)), silent);
  optimizer.step(silent);
  const double first = optimizer.record()["Compliance"];
  for (int k = 0; k < 5; ++k)
  {
    optimizer.step(silent);
  }
  const double last = optimizer.record()["Compliance"];
  std::printf("compliance %g, then %g\n", first, last);
  return last > 0.0 && last < first ? 0 : 1;
}
