// Tests of the coarse space of rigid-body motions, its components, and the solver that uses it.

#include "Solver/RigidBody/CoarseSpaceTestInput.h"
#include "Support/CellTypes.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/DirectSolverReference.h"
#include "Solver/RigidBody/NodeAggregates.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/RigidBody/RigidBodyCoarseSpaceReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
reference::LinearProblem linearProblem(
  const TopologyProblem& structure, double orders, Random& random)
{
  reference::LinearProblem problem;
  problem.mesh = structure.structure.mesh;
  problem.supports = structure.structure.supports;
  problem.forces = random.vector(problem.mesh.points.size(), -1, 1);
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    problem.moduli.push_back(std::pow(10.0, random.uniform(-orders, 0)));
  }
  return problem;
}
}

TYPED_TEST_SUITE(CoarseSpaceTest, Spaces, SpaceNames);

TEST(NodeAggregates, CutsIntoEqualParts)
{
  Random random(101);
  const Mesh mesh = distortedBox({ 7, 5, 4 }, 0.2, random);
  for (const std::size_t parts :
    { std::size_t(1), std::size_t(2), std::size_t(7), std::size_t(64), mesh.numberOfNodes() })
  {
    SCOPED_TRACE(parts);
    const NodeAggregates aggregates = bisectNodes(mesh.points, parts);
    ASSERT_EQ(aggregates.size(), parts);
    std::vector<std::int32_t> sorted = aggregates.nodes;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::int32_t> all(mesh.numberOfNodes());
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(sorted, all);
    // Each bisection may deviate by one node from an equal division. A part receives a share of the
    // deviation that is halved by each further bisection, so that the sum is below two.
    const double mean = double(mesh.numberOfNodes()) / double(parts);
    for (std::size_t p = 0; p < parts; ++p)
    {
      const double size = aggregates.starts[p + 1] - aggregates.starts[p];
      EXPECT_NEAR(size, mean, 2.0);
      EXPECT_GE(size, 1.0);
    }
  }
}

TEST(NodeAggregates, AreCompact)
{
  // Eight parts of a cube are its octants.
  const Mesh mesh = makeBoxMesh({ 7, 7, 7 }, { 7, 7, 7 });
  const NodeAggregates aggregates = bisectNodes(mesh.points, 8);
  for (std::size_t p = 0; p < 8; ++p)
  {
    ASSERT_EQ(aggregates.starts[p + 1] - aggregates.starts[p], 64);
    for (std::int32_t i = aggregates.starts[p]; i < aggregates.starts[p + 1]; ++i)
    {
      const auto first = static_cast<std::size_t>(aggregates.nodes[aggregates.starts[p]]);
      const auto node = static_cast<std::size_t>(aggregates.nodes[i]);
      for (std::size_t d = 0; d < 3; ++d)
      {
        EXPECT_EQ(mesh.points[3 * node + d] > 3.5, mesh.points[3 * first + d] > 3.5);
      }
    }
  }
}

TEST(NodeAggregates, DoNotDependOnNumbers)
{
  Random random(102);
  const TopologyProblem problem = cantilever({ 9, 6, 5 });
  const Renumbered other = renumber(problem, random);
  const NodeAggregates a = bisectNodes(problem.structure.mesh.points, 13);
  const NodeAggregates b = bisectNodes(other.problem.structure.mesh.points, 13);
  ASSERT_EQ(a.starts, b.starts);
  for (std::size_t p = 0; p < a.size(); ++p)
  {
    std::vector<std::int32_t> expected;
    for (std::int32_t i = a.starts[p]; i < a.starts[p + 1]; ++i)
    {
      expected.push_back(
        static_cast<std::int32_t>(other.newNode[static_cast<std::size_t>(a.nodes[i])]));
    }
    std::vector<std::int32_t> found(
      b.nodes.begin() + b.starts[p], b.nodes.begin() + b.starts[p + 1]);
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }
}

TYPED_TEST(CoarseSpaceTest, MatchesItsDefinition)
{
  Random random(104);
  for (const double orders : { 0.0, 3.0 })
  {
    const reference::LinearProblem problem =
      linearProblem(distortedCantilever({ 8, 5, 4 }, random), orders, random);
    std::vector<double> r = random.vector(problem.forces.size(), -1, 1);
    for (std::size_t i = 0; i < r.size(); ++i)
    {
      r[i] = problem.supports[i] != 0 ? 0.0 : r[i];
    }
    const Vector<TypeParam> moduli = this->moduliOf(problem);
    for (const std::size_t aggregates : { std::size_t(2), std::size_t(5), std::size_t(16) })
    {
      SCOPED_TRACE(aggregates);
      RigidBodyCoarseSpace<TypeParam> coarse(
        this->context(), problem.mesh, problem.supports, problem.poissonsRatio, aggregates);
      ASSERT_TRUE(coarse.update(moduli, 1.0));
      const std::vector<double> expected =
        reference::coarseCorrection(problem, bisectNodes(problem.mesh.points, aggregates), r);
      EXPECT_LT(relativeDifference(this->correction(coarse, problem, r), expected), 2e-5);
    }
  }
}

TYPED_TEST(CoarseSpaceTest, SlowMatchesItsDefinitionOnAllTypes)
{
  Random random(112);
  std::vector<Mesh> meshes;
  for (std::size_t t = 0; t < AllCellTypes.size(); ++t)
  {
    meshes.push_back(makeBox(AllCellTypes[t], { 5, 3, 3 },
      [t](const Point& p) {
        return Point{ 3 * p[0], p[1] + 2.0 * double(t), p[2] };
      }));
  }
  meshes.push_back(joinMeshes(meshes, 1e-9));
  for (const Mesh& mesh : meshes)
  {
    SCOPED_TRACE(cellTypesText(mesh));
    TopologyProblem structure = emptyProblem(mesh);
    distort(structure.structure.mesh, 0.05, 0.5, random);
    clamp(structure, [](const Point& p) { return p[0] < 0.2; });
    reference::LinearProblem problem = linearProblem(structure, 2.0, random);
    problem.poissonsRatio = 0.2;
    std::vector<double> r = random.vector(problem.forces.size(), -1, 1);
    for (std::size_t i = 0; i < r.size(); ++i)
    {
      r[i] = problem.supports[i] != 0 ? 0.0 : r[i];
    }
    const Vector<TypeParam> moduli = this->moduliOf(problem);
    const std::vector<double> expected =
      reference::coarseCorrection(problem, bisectNodes(problem.mesh.points, 3), r);
    // The same ratio for all elements together, and for each element.
    const PoissonsRatios each(0.49, std::vector<double>(mesh.numberOfElements(), 0.2));
    for (const PoissonsRatios& ratios : { PoissonsRatios(0.2), each })
    {
      RigidBodyCoarseSpace<TypeParam> coarse(
        this->context(), problem.mesh, problem.supports, ratios, 3);
      ASSERT_TRUE(coarse.update(moduli, 1.0));
      EXPECT_LT(relativeDifference(this->correction(coarse, problem, r), expected), 2e-5);
    }
  }
}

TYPED_TEST(CoarseSpaceTest, KnowsOfSprings)
{
  Random random(110);
  for (const double largest : { 1e-3, 1.0, 1e6 })
  {
    SCOPED_TRACE(largest);
    reference::LinearProblem problem =
      linearProblem(distortedCantilever({ 8, 5, 4 }, random), 2.0, random);
    problem.springs.assign(problem.forces.size(), 0.0);
    std::vector<double> r = random.vector(problem.forces.size(), -1, 1);
    for (std::size_t i = 0; i < r.size(); ++i)
    {
      r[i] = problem.supports[i] != 0 ? 0.0 : r[i];
      problem.springs[i] = random.index(9) == 0 ? random.uniform(0.0, largest) : 0.0;
    }
    const Vector<TypeParam> moduli = this->moduliOf(problem);
    RigidBodyCoarseSpace<TypeParam> coarse(
      this->context(), problem.mesh, problem.supports, problem.poissonsRatio, 5, problem.springs);
    ASSERT_TRUE(coarse.update(moduli, 1.0));
    EXPECT_LT(relativeDifference(this->correction(coarse, problem, r),
                reference::coarseCorrection(problem, bisectNodes(problem.mesh.points, 5), r)),
      2e-5);
  }
}

TYPED_TEST(CoarseSpaceTest, SolvesWhereABlockHangsByNextToNothing)
{
  // The condition number of the rigid-body motions is too large for the single precision of the
  // inverse.
  Random random(111);
  reference::LinearProblem problem =
    linearProblem(distortedCantilever({ 16, 4, 4 }, random), 0.0, random);
  for (std::size_t e = 0; e < problem.moduli.size(); ++e)
  {
    problem.moduli[e] = e % 16 == 5 ? 1e-9 : 1.0;
  }
  std::vector<double> u(problem.forces.size(), 0.0);
  const SolverReport report = this->solve(problem, 12, 1e-13, u);
  EXPECT_TRUE(report.converged);
  EXPECT_LT(relativeDifference(u, reference::solveDirect(problem)), 1e-4);
}

TYPED_TEST(CoarseSpaceTest, LeavesOutRotationsThatDoNothing)
{
  // Pairs of nodes have no stiffness in rotations about the line through them.
  Random random(105);
  const reference::LinearProblem problem =
    linearProblem(distortedCantilever({ 3, 2, 1 }, random), 0.0, random);
  const std::size_t aggregates = problem.mesh.numberOfNodes() / 2;
  const Vector<TypeParam> moduli = this->moduliOf(problem);
  RigidBodyCoarseSpace<TypeParam> coarse(
    this->context(), problem.mesh, problem.supports, problem.poissonsRatio, aggregates);
  ASSERT_TRUE(coarse.update(moduli, 1.0));
  std::vector<double> u(problem.forces.size(), 0.0);
  EXPECT_TRUE(this->solve(problem, aggregates, 1e-12, u).converged);
  EXPECT_LT(relativeDifference(u, reference::solveDirect(problem)), 1e-8);
}

TYPED_TEST(CoarseSpaceTest, SolvesTheSameSystem)
{
  Random random(106);
  for (const double orders : { 0.0, 6.0 })
  {
    reference::LinearProblem problem =
      linearProblem(distortedCantilever({ 9, 6, 5 }, random), orders, random);
    problem.prescribedDisplacement = random.vector(problem.forces.size(), -1, 1);
    std::vector<double> u(problem.forces.size(), 0.0);
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      u[i] = problem.supports[i] != 0 ? problem.prescribedDisplacement[i] : 0.0;
    }
    const SolverReport report = this->solve(problem, 12, 1e-13, u);
    EXPECT_TRUE(report.converged);
    EXPECT_LT(relativeDifference(u, reference::solveDirect(problem)), 1e-8);
  }
}

TYPED_TEST(CoarseSpaceTest, SavesIterations)
{
  Random random(107);
  const TopologyProblem structure = cantilever({ 40, 10, 10 });
  reference::LinearProblem problem = linearProblem(structure, 0.0, random);
  problem.forces = structure.structure.loadCases[0].forces;
  std::vector<double> u(problem.forces.size(), 0.0);
  const int jacobi = this->solve(problem, 0, 1e-6, u).iterations;
  std::fill(u.begin(), u.end(), 0.0);
  const int coarse = this->solve(problem, 40, 1e-6, u).iterations;
  EXPECT_LT(3 * coarse, jacobi);
}

TYPED_TEST(CoarseSpaceTest, GivesTheSameBitsAgain)
{
  Random random(108);
  const reference::LinearProblem problem =
    linearProblem(distortedCantilever({ 9, 6, 5 }, random), 3.0, random);
  const Vector<TypeParam> moduli = this->moduliOf(problem);
  // 20 aggregates have a matrix of 128 rows. Scratch memory may have any content, or be too small.
  const std::size_t entries = 128 * 128;
  std::vector<double> first;
  for (int run = 0; run < 4; ++run)
  {
    RigidBodyCoarseSpace<TypeParam> coarse(
      this->context(), problem.mesh, problem.supports, problem.poissonsRatio, 20);
    ASSERT_EQ(coarse.rows(), 128);
    if (run > 1)
    {
      const std::vector<double> nan(
        entries - (run == 3 ? 1 : 0), std::numeric_limits<double>::quiet_NaN());
      const auto scratch = this->context().workspace().template lease<double>(nan.size());
      this->context().copyFromHost(scratch.data(), nan.data(), nan.size() * sizeof(double));
    }
    ASSERT_TRUE(coarse.update(moduli, 1.0));
    const std::vector<double> u = this->correction(coarse, problem, problem.forces);
    if (run == 0)
    {
      first = u;
    }
    EXPECT_EQ(u, first);
  }
}
