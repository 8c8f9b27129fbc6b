// Tests that static analyses on several devices are those on one.

#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Parts/OnePart.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/Static/StaticAnalysis.h"
#include "Core/Error.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// A part with all kinds of loads, solved tightly.
StaticProblem staticProblem(const TopologyProblem& topology, Random& random)
{
  StaticProblem problem;
  problem.structure = topology.structure;
  StructuralProblem& structure = problem.structure;
  structure.solver.tolerance = 1e-11;
  structure.loadCases.push_back({ "Second", 1.0, structure.loadCases[0].forces });
  structure.prescribedDisplacement.assign(structure.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < structure.mesh.points.size(); ++i)
  {
    structure.prescribedDisplacement[i] = structure.supports[i] ? random.uniform(-0.1, 0.1) : 0.0;
    structure.loadCases[1].forces[i] *= random.uniform(-1.0, 1.0);
  }
  problem.moduli = random.vector(structure.mesh.numberOfElements(), 0.5, 1.0);
  problem.bodyForce = { 0.01, 0.0, -0.02 };
  problem.yieldStress = 10.0;
  return problem;
}

/// Tetrahedra and hexahedra with springs and a Poisson's ratio each.
StaticProblem mixedProblem(Random& random)
{
  const auto beside = [](const Point& p) { return Point{ p[0], p[1] + 1.5, p[2] }; };
  const auto same = [](const Point& p) { return p; };
  TopologyProblem topology =
    emptyProblem(joinMeshes({ makeBox(CellType::QuadraticTetrahedron, { 2, 2, 2 }, same),
                              makeBox(CellType::QuadraticHexahedron, { 2, 2, 2 }, beside) },
      1e-9));
  clamp(topology, [](const Point& p) { return p[0] < 1e-9; });
  StructuralProblem& structure = topology.structure;
  structure.solver.preconditioner = Preconditioner::Jacobi;
  structure.poissonsRatios = random.vector(structure.mesh.numberOfElements(), 0.1, 0.4);
  structure.springs.assign(structure.mesh.points.size(), 0.0);
  for (const std::size_t node :
    nodesWhere(structure.mesh, [](const Point& p) { return p[0] > 1.0 - 1e-9; }))
  {
    structure.loadCases[0].forces[3 * node + 2] = random.uniform(-1.0, 1.0);
    structure.springs[3 * node + 1] = random.uniform(0.1, 1.0);
  }
  return staticProblem(topology, random);
}

void expectNear(const StaticAnalysis& found, const StaticAnalysis& expected)
{
  constexpr double tolerance = 1e-8;
  EXPECT_NEAR(found.solverIterations, expected.solverIterations,
    std::max(4.0, 0.1 * expected.solverIterations));
  EXPECT_NEAR(found.volume, expected.volume, 1e-12 * expected.volume);
  ASSERT_EQ(found.loadCases.size(), expected.loadCases.size());
  for (std::size_t i = 0; i < found.loadCases.size(); ++i)
  {
    const StaticLoadCase& a = found.loadCases[i];
    const StaticLoadCase& b = expected.loadCases[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_NEAR(a.summary.compliance / b.summary.compliance, 1.0, tolerance);
    EXPECT_NEAR(a.summary.strainEnergy / b.summary.strainEnergy, 1.0, tolerance);
    EXPECT_LT(relativeDifference(b.displacement, a.displacement), tolerance);
    EXPECT_LT(relativeDifference(b.stress, a.stress), tolerance);
    EXPECT_LT(relativeDifference(b.reaction, a.reaction), 100.0 * tolerance);
    EXPECT_LT(relativeDifference(b.nodalStress, a.nodalStress), tolerance);
    EXPECT_LT(relativeDifference(b.strainEnergyDensity, a.strainEnergyDensity), tolerance);
  }
}

/// Asks to stop at a question.
class StopAt : public Observer
{
public:
  explicit StopAt(int question) : Left(question) {}
  bool stopRequested() override { return --this->Left <= 0; }

private:
  int Left;
};
}

template <class Space>
class StaticOnParts : public OnSpace<Space>
{
protected:
  static void compare(const StaticProblem& problem)
  {
    Observer silent;
    const StaticAnalysis expected =
      analyseStatic(problem, devicesOfParts<Space>(1), silent).value();
    for (const int parts : { 2, 3, 7 })
    {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      expectNear(analyseStatic(problem, devicesOfParts<Space>(parts), silent).value(), expected);
    }
  }
};
TYPED_TEST_SUITE(StaticOnParts, Spaces, SpaceNames);

TYPED_TEST(StaticOnParts, IsThatOfOnePart)
{
  Random random(5);
  const StaticProblem mixed = mixedProblem(random);
  this->compare(mixed);
  StaticProblem aggregated = mixed; // a mesh that is no lattice
  aggregated.structure.solver.preconditioner = Preconditioner::Multigrid;
  this->compare(aggregated);
  TopologyProblem voxels = cantilever({ 17, 9, 8 });
  voxels.structure.solver.preconditioner = Preconditioner::Multigrid;
  StaticProblem together = staticProblem(voxels, random); // the host solves four at once
  for (const char* name : { "Third", "Fourth", "Fifth" })
  {
    together.structure.loadCases.push_back(
      { name, 1.0, random.vector(together.structure.mesh.points.size(), -0.01, 0.01) });
  }
  this->compare(together);

  Observer quiet;
  for (const StaticProblem& problem : { mixed, aggregated })
  {
    const std::vector<Device> devices = devicesOfParts<TypeParam>(3);
    const StaticAnalysis ofThreads = analyseStatic(problem, devices, quiet).value();
    runAsProcesses(devices,
      [&](const std::shared_ptr<Parts>& parts)
      {
        Observer observer;
        const StaticAnalysis found = analyseStatic(problem, *parts, observer).value();
        EXPECT_EQ(found.residual, ofThreads.residual);
        if (parts->first() == 0)
        {
          expectNear(found, ofThreads);
        }
        else
        {
          EXPECT_TRUE(found.loadCases.empty());
        }
      });
  }

  for (const int question : { 1, 2, 4 })
  {
    StopAt observer(question);
    EXPECT_FALSE(analyseStatic(mixed, devicesOfParts<TypeParam>(3), observer));
  }
  std::vector<Device> three = devicesOfParts<TypeParam>(3);
  three[2].availableMemory = 1000;
  Observer silent;
  EXPECT_THROW(analyseStatic(mixed, three, silent), Error);
}
}
