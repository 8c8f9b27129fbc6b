// Which multigrid Preconditioner::Auto takes for a mesh, by its kind and its number of nodes.

#include "Analysis/MultigridChoice.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <array>
#include <tuple>

using namespace trabecula;

namespace
{
/// Cubes, the last of which has a corner off the grid.
StructuralProblem hexahedra(const std::array<int, 3>& cells, double moved = 1e-3)
{
  StructuralProblem problem;
  problem.mesh = makeBox(CellType::Hexahedron, cells,
    [&](const std::array<double, 3>& p) {
      return std::array<double, 3>{ p[0] * cells[0], p[1] * cells[1], p[2] * cells[2] };
    });
  problem.mesh.points.back() += moved;
  return problem;
}

bool isAggregation(const StructuralProblem& problem, const SolverRequirements& demands = {},
  ExecutionSpace space = ExecutionSpace::Host)
{
  const MultigridChoice choice = chooseMultigrid(problem, demands, space);
  EXPECT_FALSE(choice.lattice.has_value());
  EXPECT_EQ(choice.aggregation.has_value(), !choice.reason.empty());
  return choice.aggregation.has_value();
}
}

TEST(MultigridChoiceTest, OfHexahedraDependsOnTheirNumberAndOnVoid)
{
  SolverRequirements design;
  design.smallestModulusRatio = 1e-9;
  const StructuralProblem small = hexahedra({ 30, 30, 30 });  // 29,791 nodes
  const StructuralProblem large = hexahedra({ 30, 30, 31 });  // 30,752
  const StructuralProblem larger = hexahedra({ 60, 60, 81 }); // 305,122
  EXPECT_FALSE(isAggregation(small, design));
  EXPECT_TRUE(isAggregation(large, design));
  EXPECT_FALSE(isAggregation(large));
  EXPECT_TRUE(isAggregation(larger));
}

TEST(MultigridChoiceTest, OnCudaNeedsLargeMeshes)
{
  SolverRequirements design;
  design.smallestModulusRatio = 1e-9;
  const StructuralProblem small = hexahedra({ 36, 36, 35 }); // 49,284 nodes
  const StructuralProblem large = hexahedra({ 36, 36, 36 }); // 50,653
  EXPECT_FALSE(isAggregation(small, design, ExecutionSpace::Cuda));
  EXPECT_TRUE(isAggregation(large, design, ExecutionSpace::Cuda));
  EXPECT_FALSE(isAggregation(large, {}, ExecutionSpace::Cuda));
  StructuralProblem other;
  const auto same = [](const std::array<double, 3>& p) { return p; };
  for (const auto& [type, cells, least] : { std::tuple(CellType::QuadraticTetrahedron, 18, 50000),
         std::tuple(CellType::Tetrahedron, 96, 900000) })
  {
    other.mesh = makeBox(type, { cells, cells, cells }, same);
    EXPECT_GE(other.mesh.numberOfNodes(), least);
    EXPECT_TRUE(isAggregation(other, {}, ExecutionSpace::Cuda));
    other.mesh = makeBox(type, { cells - 2, cells, cells }, same);
    EXPECT_LT(other.mesh.numberOfNodes(), least);
    EXPECT_FALSE(isAggregation(other, {}, ExecutionSpace::Cuda));
  }
}

TEST(MultigridChoiceTest, OfOtherElementsIsAggregationOnMuchSmallerMeshes)
{
  StructuralProblem problem;
  const auto same = [](const std::array<double, 3>& p) { return p; };
  for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron })
  {
    const int cells = type == CellType::Tetrahedron ? 22 : 11;
    problem.mesh = makeBox(type, { cells, cells, cells }, same); // 12,167 nodes
    EXPECT_TRUE(isAggregation(problem));
    problem.mesh = makeBox(type, { cells - 2, cells - 2, cells - 2 }, same);
    EXPECT_FALSE(isAggregation(problem));
  }
}

TEST(MultigridChoiceTest, OfALatticeIsTheGeometricOne)
{
  const StructuralProblem voxels = hexahedra({ 64, 32, 32 }, 0.0);
  const MultigridChoice choice = chooseMultigrid(voxels, {}, ExecutionSpace::Cuda);
  ASSERT_TRUE(choice.lattice.has_value());
  EXPECT_EQ(choice.lattice->cells, (std::array<std::int32_t, 3>{ 64, 32, 32 }));
  EXPECT_FALSE(choice.aggregation.has_value());
}

TEST(MultigridChoiceTest, OfOtherPreconditionersIsNone)
{
  StructuralProblem problem = hexahedra({ 60, 60, 81 });
  problem.solver.preconditioner = Preconditioner::RigidBodyModes;
  EXPECT_FALSE(isAggregation(problem));
  problem.solver.preconditioner = Preconditioner::Auto;
  problem.solver.aggregates = 50; // of rigid-body modes
  EXPECT_FALSE(isAggregation(problem));
}
