// Tests that elastic analyses on several devices are those on one, with multigrid on a lattice over
// meshes that are not lattices themselves.

#include "Solver/MeshMultigridCases.h"
#include "Support/Parts/OnePart.h"
#include "Support/Problems.h"

#include "Analysis/ElasticAnalysis.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// A wavy beam that is bent, with two load cases, solved tightly.
StructuralProblem bentBeam(CellType type, const std::array<int, 3>& cells)
{
  TopologyProblem topology = emptyProblem(wavyBox(type, cells, { 2.0, 1.0, 1.0 }));
  clamp(topology, [](const Point& p) { return p[0] < 1e-9; });
  StructuralProblem& structure = topology.structure;
  structure.solver.tolerance = 1e-11;
  // On GPUs larger meshes would be needed for this choice.
  structure.solver.preconditioner = Preconditioner::Multigrid;
  structure.loadCases.push_back({ "Second", 0.5, structure.loadCases[0].forces });
  for (const std::size_t node :
    nodesWhere(structure.mesh, [](const Point& p) { return p[0] > 2.0 - 1e-9; }))
  {
    structure.loadCases[0].forces[3 * node + 2] = -1e-3;
    structure.loadCases[1].forces[3 * node + 1] = 1e-3;
  }
  return structure;
}

class Notes : public Observer
{
public:
  void note(const std::string& text) override { this->All += text + "\n"; }
  std::string All;
};

void expectNear(const ElasticAnalysis& found, const ElasticAnalysis& expected)
{
  EXPECT_NEAR(found.compliance, expected.compliance, 1e-8 * expected.compliance);
  EXPECT_NEAR(
    found.solverIterations, expected.solverIterations, 0.1 * expected.solverIterations + 2.0);
  ASSERT_EQ(found.loadCases.size(), expected.loadCases.size());
  for (std::size_t i = 0; i < found.loadCases.size(); ++i)
  {
    EXPECT_LT(
      relativeDifference(expected.loadCases[i].displacement, found.loadCases[i].displacement),
      1e-8);
    EXPECT_LT(
      relativeDifference(expected.loadCases[i].vonMisesStress, found.loadCases[i].vonMisesStress),
      1e-8);
  }
}

std::vector<double> shares(const StructuralProblem& problem)
{
  return porousModuli(problem.mesh, 1e-2);
}
}

template <class Space>
class ElasticOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(ElasticOnParts, Spaces, SpaceNames);

TYPED_TEST(ElasticOnParts, IsThatOfOnePartOnALattice)
{
  struct Case
  {
    CellType type;
    std::array<int, 3> cells;
    std::vector<int> parts;
  };
  Observer silent;
  for (const Case& of : { Case{ CellType::Tetrahedron, { 16, 8, 8 }, { 2, 7 } },
         Case{ CellType::QuadraticTetrahedron, { 8, 4, 4 }, { 3 } },
         Case{ CellType::Hexahedron, { 18, 9, 9 }, { 2, 3, 4, 7 } },
         Case{ CellType::QuadraticHexahedron, { 8, 4, 4 }, { 4 } } })
  {
    SCOPED_TRACE(static_cast<int>(of.type));
    const StructuralProblem problem = bentBeam(of.type, of.cells);
    const ElasticAnalysis expected =
      analyseElastic(problem, shares(problem), devicesOfParts<TypeParam>(1), silent).value();
    StructuralProblem byDiagonal = problem;
    byDiagonal.solver.preconditioner = Preconditioner::Jacobi;
    const int iterationsOfDiagonal =
      analyseElastic(byDiagonal, shares(problem), devicesOfParts<TypeParam>(1), silent)
        .value()
        .solverIterations;
    EXPECT_LT(3 * expected.solverIterations, iterationsOfDiagonal);
    for (const int parts : of.parts)
    {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      expectNear(
        analyseElastic(problem, shares(problem), devicesOfParts<TypeParam>(parts), silent).value(),
        expected);
    }
  }
}

TYPED_TEST(ElasticOnParts, IsThatOfOneProcess)
{
  const StructuralProblem problem = bentBeam(CellType::Hexahedron, { 16, 8, 8 });
  Observer silent;
  const std::vector<Device> devices = devicesOfParts<TypeParam>(3);
  const ElasticAnalysis ofThreads =
    analyseElastic(problem, shares(problem), devices, silent).value();
  runAsProcesses(devices,
    [&](const std::shared_ptr<Parts>& parts)
    {
      Observer observer;
      const ElasticAnalysis found =
        analyseElastic(problem, shares(problem), *parts, observer).value();
      // Products on GPUs add the contributions of elements in any order.
      const double rounding = TypeParam::Id == ExecutionSpace::Host ? 0.0 : 1e-4;
      EXPECT_NEAR(found.residual, ofThreads.residual, rounding * ofThreads.residual);
      if (parts->first() == 0)
      {
        expectNear(found, ofThreads);
      }
    });
}

TYPED_TEST(ElasticOnParts, ChoosesALatticeIfItFits)
{
  if (TypeParam::Id != ExecutionSpace::Host)
  {
    GTEST_SKIP() << "On GPUs multigrid is the choice for larger meshes.";
  }
  StructuralProblem problem = bentBeam(CellType::Hexahedron, { 16, 8, 8 });
  problem.solver.preconditioner = Preconditioner::Auto;
  std::vector<Device> devices = devicesOfParts<TypeParam>(2);
  Notes notes;
  analyseElastic(problem, shares(problem), devices, notes);
  EXPECT_NE(notes.All.find("multigrid on a lattice of voxels over the mesh"), std::string::npos)
    << notes.All;
  // Parts share the memory of one device, in which multigrid does not fit.
  for (Device& device : devices)
  {
    device.availableMemory = 4'000'000;
  }
  Notes others;
  analyseElastic(problem, shares(problem), devices, others);
  EXPECT_NE(others.All.find("The preconditioner is the diagonal, as there is too little memory"),
    std::string::npos)
    << others.All;
}

TYPED_TEST(ElasticOnParts, ReplacesALatticeByAggregationOnAllParts)
{
  // Elements are alternately solid and void: bodies float in void, closer than the width of a
  // voxel.
  StructuralProblem problem = bentBeam(CellType::Hexahedron, { 16, 8, 8 });
  problem.solver.tolerance = 1e-8;
  problem.loadCases.resize(1);
  Random random(32);
  std::vector<double> moduli(problem.mesh.numberOfElements());
  for (double& modulus : moduli)
  {
    modulus = random.uniform(0, 1) < 0.3 ? 1.0 : 1e-6;
  }
  std::array<double, 2> compliances = {};
  for (const int parts : { 1, 2 })
  {
    SCOPED_TRACE(std::to_string(parts) + " parts");
    Notes notes;
    compliances[static_cast<std::size_t>(parts) - 1] =
      analyseElastic(problem, moduli, devicesOfParts<TypeParam>(parts), notes).value().compliance;
    EXPECT_NE(
      notes.All.find("lattice is replaced by multigrid by smoothed aggregation"), std::string::npos)
      << notes.All;
  }
  EXPECT_NEAR(compliances[1], compliances[0], 1e-6 * compliances[0]);
}
}
