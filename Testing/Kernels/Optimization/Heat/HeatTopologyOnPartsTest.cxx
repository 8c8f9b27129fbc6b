// Tests that optimizations of heat conduction on several devices are those on one.

#include "Optimization/Elements/IterateOnParts.h"
#include "Optimization/Heat/HeatDesigns.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Random.h"

#include "Optimization/Heat/HeatTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
struct HeatDesignCase
{
  std::string name;
  HeatDesignProblem problem;
  std::vector<int> parts;
};

/// Regions, films, flows and a start of its own.
void addEverything(HeatDesignProblem& problem, Random& random)
{
  HeatProblem& heat = problem.heat;
  const std::size_t elements = heat.mesh.numberOfElements();
  filmWhere(
    heat, [](const Point& p) { return p[0] < 1e-9; }, 0.1, 0.0);
  heat.heatFlow = random.vector(heat.mesh.numberOfNodes(), 0.0, 0.01);
  heat.solidFractions = random.vector(elements, 0.4, 1.0);
  problem.design.initialDensity = random.vector(elements, 0.1, 0.9);
  problem.design.designRegion.assign(elements, DesignRegion::Design);
  for (std::size_t e = 0; e < elements; e += 11)
  {
    problem.design.designRegion[e] = e % 2 == 0 ? DesignRegion::Solid : DesignRegion::Void;
  }
  problem.design.densities.filter = FilterKind::Density;
}

std::vector<HeatDesignCase> heatDesignCases()
{
  Random random(37);
  std::vector<HeatDesignCase> cases = { { "tetrahedra", volumeToPoint(CellType::Tetrahedron, 5),
    { 2, 3, 4, 7 } } };
  addEverything(cases[0].problem, random);
  cases[0].problem.heat.solver.preconditioner = Preconditioner::Jacobi;
  cases.push_back({ "hexahedra", volumeToPoint(CellType::Hexahedron, 10), { 3 } });
  cases[1].problem.heat.solver.preconditioner = Preconditioner::Multigrid;
  HeatDesignCase mixed = { "mixed mesh", volumeToPoint(CellType::Hexahedron, 5), { 2, 7 } };
  HeatDesignProblem& problem = mixed.problem;
  const HeatProblem alone = problem.heat;
  const auto beside = [](const Point& p) { return Point{ p[0], p[1] + 1.1, p[2] }; };
  problem.heat = conductorOf(
    joinMeshes({ alone.mesh, makeBox(CellType::Tetrahedron, { 5, 5, 5 }, beside) }, 1e-9));
  setSource(problem.heat, 1.0);
  fixWhere(
    problem.heat, [](const Point& p) { return p[2] < 1e-9 && p[0] < 0.5; }, 0.0);
  problem.heat.solver.tolerance = 1e-11;
  problem.heat.solver.preconditioner = Preconditioner::Jacobi;
  addEverything(problem, random);
  problem.design.densities.filterRadius = 0.4;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  cases.push_back(mixed);
  // Stages that need the whole.
  HeatDesignCase made = { "symmetry and a draw direction", cases[0].problem, { 2, 7 } };
  StageSettings& stages = made.problem.design.densities.stages;
  stages.symmetry = { SymmetryMode::Planes, 1, 4, 2, { 0.5, 0.5, 0.5 } };
  stages.draw = { AxisDirection::Vector, 0.5, { 1.0, 0.0, 1.0 } };
  // A mould is drawn past no void.
  std::replace(made.problem.design.designRegion.begin(), made.problem.design.designRegion.end(),
    DesignRegion::Void, DesignRegion::Design);
  made.problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  cases.push_back(made);
  return cases;
}

void runHeatSteps(TopologyOptimizer& optimizer, int steps)
{
  Observer silent;
  for (int k = 0; k < steps; ++k)
  {
    ASSERT_EQ(optimizer.step(silent), StepStatus::Advanced);
  }
}
}

template <class Space>
class HeatTopologyOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(HeatTopologyOnParts, Spaces, SpaceNames);

TYPED_TEST(HeatTopologyOnParts, IsThatOfOnePart)
{
  Observer silent;
  for (const HeatDesignCase& of : heatDesignCases())
  {
    SCOPED_TRACE(of.name);
    const HistoryColumns columns = columnsOf(of.problem);
    const auto single = optimizerOn(devicesOfParts<TypeParam>(1), of.problem, silent);
    runHeatSteps(*single, 3);
    const Iterate expected(*single);
    for (const int parts : of.parts)
    {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      const auto several = optimizerOn(devicesOfParts<TypeParam>(parts), of.problem, silent);
      runHeatSteps(*several, 3);
      Iterate(*several).expectNear(expected, columns, 1e-8, 3);
      // States are those of one part, too.
      single->restoreState(several->saveState());
      EXPECT_EQ(single->iteration(), several->iteration());
    }
  }
}
}
