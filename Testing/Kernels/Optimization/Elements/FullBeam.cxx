#include "Optimization/Elements/FullBeam.h"

#include "Mesh/Generators/BoxMeshes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula::testing
{
TopologyProblem beamOf(Mesh mesh, Random& random)
{
  TopologyProblem problem = emptyProblem(std::move(mesh));
  StructuralProblem& structure = problem.structure;
  double length = 0.0;
  for (std::size_t i = 0; i < structure.mesh.points.size(); i += 3)
  {
    length = std::max(length, structure.mesh.points[i]);
  }
  clamp(problem, [](const Point& p) { return p[0] < 1e-9; });
  structure.loadCases.push_back({ "Second", 0.5, structure.loadCases[0].forces });
  for (const std::size_t node :
    nodesWhere(structure.mesh, [&](const Point& p) { return p[0] > length - 1e-9; }))
  {
    for (LoadCase& load : structure.loadCases)
    {
      load.forces[3 * node + 1] = random.uniform(-1.0, 1.0);
      load.forces[3 * node + 2] = -1.0;
    }
  }
  structure.solver.preconditioner = Preconditioner::Jacobi;
  structure.solver.tolerance = 1e-12;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 0.3;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-3; // few iterations
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}

TopologyProblem fullBeam()
{
  Random random(11);
  TopologyProblem problem = beamOf(makeBox(CellType::Hexahedron, { 6, 4, 3 },
                                     [&random](const Point& p)
                                     {
                                       const double x = p[0] + 0.03 * std::sin(5.0 * p[1] * p[0]);
                                       return Point{ 2.0 * x, p[1], p[2] + 0.02 * x * p[1] };
                                     }),
    random);
  StructuralProblem& structure = problem.structure;
  const std::size_t elements = structure.mesh.numberOfElements();
  structure.springs.assign(structure.mesh.points.size(), 0.0);
  structure.prescribedDisplacement.assign(structure.mesh.points.size(), 0.0);
  problem.design.outputWeights.assign(structure.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < structure.mesh.points.size(); ++i)
  {
    const bool isEnd = structure.loadCases[0].forces[i] != 0.0;
    structure.springs[i] = isEnd ? random.uniform(0.01, 0.1) : 0.0;
    structure.prescribedDisplacement[i] = structure.supports[i] ? random.uniform(-0.01, 0.01) : 0.0;
    problem.design.outputWeights[i] = isEnd ? random.uniform(-1.0, 1.0) : 0.0;
    problem.design.pointRegion.push_back(isEnd ? 1 : structure.supports[i] ? 2 : 0);
  }
  structure.poissonsRatios = random.vector(elements, 0.2, 0.4);
  problem.solidFractions = random.vector(elements, 0.4, 1.0);
  for (std::size_t e = 0; e < elements; ++e)
  {
    problem.design.volumeRegion.push_back(static_cast<std::int32_t>(random.index(3)));
    problem.design.designRegion.push_back(e % 17 == 3 ? DesignRegion::Solid
        : e % 23 == 5                                 ? DesignRegion::Void
                                                      : DesignRegion::Design);
  }
  problem.design.initialDensity = random.vector(elements, 0.2, 0.6);
  return problem;
}
}
