// Tests that heat conduction on several devices is that on one.

#include "Analysis/Heat/HeatCases.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/Heat/HeatAnalysis.h"
#include "Core/Error.h"
#include "Core/Observer.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
struct HeatCase
{
  std::string name;
  HeatProblem problem;
  std::vector<int> parts;
};

/// A body with fixed temperatures at one end, films at the other, and all other conditions.
HeatProblem heated(Mesh mesh, double length, Random& random)
{
  HeatProblem problem = conductorOf(std::move(mesh));
  fixWhere(
    problem, [](const Point& p) { return p[0] < 1e-9; },
    [](const Point& p) { return 20.0 + 3.0 * p[1]; });
  filmWhere(
    problem, [length](const Point& p) { return p[2] < 1e-9 || p[0] > length - 1e-9; }, 1.0, 0.0);
  const std::size_t nodes = problem.mesh.numberOfNodes();
  const std::size_t elements = problem.mesh.numberOfElements();
  for (std::size_t i = 0; i < nodes; ++i)
  {
    problem.filmCoefficient[i] *= random.uniform(0.1, 2.0);
  }
  problem.ambientTemperature = random.vector(nodes, -5.0, 30.0);
  problem.heatFlow = random.vector(nodes, -0.01, 0.02);
  problem.conductivities = random.vector(elements, 0.2, 5.0);
  problem.heatSource = random.vector(elements, 0.0, 2.0);
  problem.solidFractions = random.vector(elements, 0.3, 1.0);
  return problem;
}

Mesh boxOf(CellType type, const std::array<int, 3>& cells, double offset)
{
  return makeBox(type, cells,
    [offset](const Point& p) {
      return Point{ 2.0 * p[0], p[1] + offset, p[2] };
    });
}

std::vector<HeatCase> heatCases()
{
  Random random(61);
  std::vector<HeatCase> cases;
  const auto add =
    [&](const char* name, Mesh mesh, Preconditioner preconditioner, std::vector<int> parts)
  {
    HeatCase& added =
      cases.emplace_back(HeatCase{ name, heated(std::move(mesh), 2.0, random), std::move(parts) });
    added.problem.solver.preconditioner = preconditioner;
  };
  // On one part there are several levels, too.
  const Mesh tetrahedra = boxOf(CellType::Tetrahedron, { 16, 12, 12 }, 0.0);
  add("tetrahedra, diagonal", tetrahedra, Preconditioner::Jacobi, { 2, 7 });
  add("tetrahedra, aggregation", tetrahedra, Preconditioner::Multigrid, { 2, 3, 4, 7 });
  const Mesh mixed = joinMeshes({ boxOf(CellType::QuadraticTetrahedron, { 8, 7, 6 }, 0.0),
                                  boxOf(CellType::QuadraticHexahedron, { 8, 7, 6 }, 1.5) },
    1e-9);
  add("quadratic elements, aggregation", mixed, Preconditioner::Multigrid, { 2, 7 });
  Mesh bent = boxOf(CellType::Hexahedron, { 12, 10, 9 }, 0.0);
  for (std::size_t i = 0; i < bent.points.size(); i += 3)
  {
    bent.points[i + 1] += 0.1 * bent.points[i] * bent.points[i];
  }
  add("hexahedra, aggregation", std::move(bent), Preconditioner::Multigrid, { 3 });
  // Bricks have eight voxels an edge: there are twelve, of which some parts of 13 have none.
  Mesh voxels = boxOf(CellType::Hexahedron, { 20, 11, 10 }, 0.0);
  voxels.points.insert(voxels.points.end(), { 50.0, 0.0, 0.0 }); // of no element
  add("voxels, multigrid", std::move(voxels), Preconditioner::Multigrid, { 2, 4, 13 });
  cases.back().problem.heatFlow.back() = 0.0;
  return cases;
}

void expectNear(const HeatAnalysis& found, const HeatAnalysis& expected)
{
  constexpr double tolerance = 1e-8;
  EXPECT_NEAR(
    found.solverIterations, expected.solverIterations, 2.0 + 0.1 * expected.solverIterations);
  EXPECT_LT(relativeDifference(expected.temperature, found.temperature), tolerance);
  EXPECT_LT(relativeDifference(expected.reaction, found.reaction), tolerance);
  EXPECT_LT(relativeDifference(expected.heatFlux, found.heatFlux), tolerance);
  EXPECT_NEAR(found.summary.thermalCompliance / expected.summary.thermalCompliance, 1.0, tolerance);
}

class StopAtQuestion : public Observer
{
public:
  explicit StopAtQuestion(int question) : Left(question) {}
  bool stopRequested() override { return --this->Left <= 0; }
  void note(const std::string& text) override { this->Notes += text; }

  std::string Notes;

private:
  int Left;
};
}

template <class Space>
class HeatOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(HeatOnParts, Spaces, SpaceNames);

TYPED_TEST(HeatOnParts, IsThatOfOnePart)
{
  Observer silent;
  for (const HeatCase& of : heatCases())
  {
    SCOPED_TRACE(of.name);
    const HeatAnalysis expected =
      analyseHeat(of.problem, devicesOfParts<TypeParam>(1), silent).value();
    for (const int parts : of.parts)
    {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      expectNear(
        analyseHeat(of.problem, devicesOfParts<TypeParam>(parts), silent).value(), expected);
    }
  }
}

TYPED_TEST(HeatOnParts, EndsTogetherAndRefusesBeforeAllocation)
{
  HeatProblem problem = heatCases()[1].problem;
  for (const int question : { 1, 2, 3 })
  {
    StopAtQuestion observer(question);
    EXPECT_FALSE(analyseHeat(problem, devicesOfParts<TypeParam>(3), observer));
  }
  std::vector<Device> three = devicesOfParts<TypeParam>(3);
  three[2].availableMemory = 1000;
  StopAtQuestion observer(1000000);
  EXPECT_THROW(analyseHeat(problem, three, observer), Error);
  EXPECT_EQ(observer.Notes, "");
}
}
