// Tests of heat conduction in the numbering of a voxel grid, with multigrid on voxels: known
// answers, and the solution with the diagonal in the numbering of the mesh.

#include "Analysis/Heat/HeatCases.h"
#include "Support/Spaces.h"

#include "Analysis/Heat/HeatAnalysis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class HeatOnGridAnalyses : public OnDevice
{
protected:
  HeatAnalysis analyse(const HeatProblem& problem)
  {
    Observer silent;
    return analyseHeat(problem, this->Used, silent).value();
  }
};
}

TEST_P(HeatOnGridAnalyses, HaveTheKnownTemperatures)
{
  const auto same = [](const Point& p) { return p; };
  HeatProblem cube = conductorOf(makeBox(CellType::Hexahedron, { 8, 8, 8 }, same));
  fixWhere(cube, isOnCube, 0.0);
  setSource(cube, 1.0);
  cube.solver.preconditioner = Preconditioner::Multigrid;
  EXPECT_NEAR(this->analyse(cube).summary.thermalCompliance, 0.0194781880, 6e-11);

  HeatProblem t4 = conductorOf(makeBox(CellType::Hexahedron, { 12, 20, 1 },
    [](const Point& p) {
      return Point{ 0.6 * p[0], p[1], 0.1 * p[2] };
    }));
  t4.conductivity = 52.0;
  fixWhere(
    t4, [](const Point& p) { return isAt(p[1], 0.0); }, 100.0);
  filmWhere(
    t4, [](const Point& p) { return isAt(p[0], 0.6) || isAt(p[1], 1.0); }, 750.0, 0.0);
  t4.solver.preconditioner = Preconditioner::Multigrid;
  const HeatAnalysis analysis = this->analyse(t4);
  EXPECT_NEAR(analysis.temperature[nodeAt(t4.mesh, { 0.6, 0.2, 0.0 })], 18.0927223, 6e-8);
  EXPECT_LT(analysis.solverIterations, 15);
}

TEST_P(HeatOnGridAnalyses, WithLoosePointsAgreeWithTheDiagonal)
{
  // The elements of a box are in another order than those of a grid, and those of a channel are
  // missing. There are films with different coefficients, and a point that belongs to no element.
  HeatProblem problem = conductorOf(makeBox(CellType::Hexahedron, { 12, 11, 10 },
    [](const Point& p) {
      return Point{ 3.0 * p[0], 2.0 * p[1], p[2] };
    }));
  std::vector<std::int32_t> connectivity;
  const std::size_t elements = problem.mesh.numberOfElements();
  for (std::size_t i = 0; i < elements; ++i)
  {
    const std::size_t e = 7 * i % elements;
    const Point corner = placeOf(problem.mesh, std::size_t(problem.mesh.element(e)[0]));
    if (corner[1] < 0.9 || corner[1] > 1.2 || corner[2] < 0.5)
    {
      connectivity.insert(connectivity.end(), problem.mesh.element(e), problem.mesh.element(e) + 8);
    }
  }
  problem.mesh.connectivity = connectivity;
  problem.mesh.points.insert(problem.mesh.points.end(), { 9.0, 9.0, 9.0 });
  problem.fixed.push_back(0);
  fixWhere(
    problem, [](const Point& p) { return isAt(p[0], 0.0) && p[1] < 0.7; },
    [](const Point& p) { return 3.0 + p[2]; });
  filmWhere(
    problem, [](const Point& p) { return isAt(p[2], 1.0) || isAt(p[0], 3.0); }, 0.1, 0.0);
  for (std::size_t i = 0; i < problem.fixed.size(); ++i)
  {
    problem.filmCoefficient[i] *= 2.0 + std::cos(double(i));
    problem.ambientTemperature[i] = std::sin(double(i));
  }
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    problem.conductivities.push_back(e % 5 == 0 ? 1e-4 : 1.5 + std::sin(double(e)));
    problem.heatSource.push_back(e % 3 == 0 ? 5.0 : -1.0);
  }
  problem.solver.preconditioner = Preconditioner::Jacobi;
  const HeatAnalysis expected = this->analyse(problem);
  problem.solver.preconditioner = Preconditioner::Multigrid;
  const HeatAnalysis analysis = this->analyse(problem);
  EXPECT_LT(3 * analysis.solverIterations, expected.solverIterations);
  EXPECT_LT(analysis.summary.imbalance, 1e-10);
  for (std::size_t i = 0; i < problem.fixed.size(); ++i)
  {
    ASSERT_NEAR(analysis.temperature[i], expected.temperature[i], 1e-8);
  }
  EXPECT_EQ(analysis.temperature.back(), 0.0);
}

TRABECULA_ON_EVERY_DEVICE(HeatOnGridAnalyses);
