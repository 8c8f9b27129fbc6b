// Tests of the multigrid that Preconditioner::Auto chooses for a mesh, by its kind and size.

#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <tuple>

using namespace trabecula;

namespace
{
/// A mesh of cubes, of which the last one has a displaced corner.
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

enum class OnMesh
{
  None,
  Aggregation,
  Lattice
};

OnMesh onMesh(const StructuralProblem& problem, const SolverRequirements& demands = {},
  ExecutionSpace space = ExecutionSpace::Host)
{
  const MultigridChoice choice = chooseMultigrid(problem, demands, space);
  EXPECT_FALSE(choice.lattice.has_value());
  EXPECT_EQ(choice.onMesh.has_value(), !choice.reason.empty());
  return !choice.onMesh      ? OnMesh::None
    : choice.onMesh->lattice ? OnMesh::Lattice
                             : OnMesh::Aggregation;
}

/// Returns the requirements of a design, which has void.
SolverRequirements design()
{
  SolverRequirements demands;
  demands.smallestModulusRatio = 1e-9;
  return demands;
}

/// Adds a spring, which lattices do not support.
StructuralProblem withSprings(StructuralProblem problem)
{
  problem.springs.assign(problem.mesh.points.size(), 0.0);
  problem.springs.back() = 1.0;
  return problem;
}

std::array<double, 3> same(const std::array<double, 3>& p)
{
  return p;
}
}

TEST(MultigridChoiceTest, OnTheHostIsALatticeOverMeshesOfSomeSize)
{
  EXPECT_EQ(onMesh(hexahedra({ 8, 8, 8 })), OnMesh::None); // 729 nodes
  const StructuralProblem larger = hexahedra({ 8, 8, 9 }); // 810
  EXPECT_EQ(onMesh(larger), OnMesh::Lattice);
  EXPECT_EQ(onMesh(larger, design()), OnMesh::Lattice);
  StructuralProblem other;
  for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron })
  {
    const int cells = type == CellType::Tetrahedron ? 10 : 5;
    other.mesh = makeBox(type, { cells, cells, cells }, same); // 1,331 nodes
    EXPECT_EQ(onMesh(other), OnMesh::Lattice);
    const int fewer = type == CellType::Tetrahedron ? 8 : 4;
    other.mesh = makeBox(type, { fewer, fewer, fewer }, same); // 729
    EXPECT_EQ(onMesh(other), OnMesh::None);
  }
}

TEST(MultigridChoiceTest, LengthyOnCudaNeedsLargeMeshes)
{
  const ExecutionSpace cuda = ExecutionSpace::Cuda;
  EXPECT_EQ(onMesh(hexahedra({ 36, 36, 35 }), design(), cuda), OnMesh::None);        // 49,284 nodes
  EXPECT_EQ(onMesh(hexahedra({ 36, 36, 36 }), design(), cuda), OnMesh::Aggregation); // 50,653
  EXPECT_EQ(onMesh(hexahedra({ 52, 52, 52 }), design(), cuda), OnMesh::Aggregation); // 148,877
  EXPECT_EQ(onMesh(hexahedra({ 53, 53, 53 }), design(), cuda), OnMesh::Lattice);     // 157,464
  EXPECT_EQ(onMesh(hexahedra({ 30, 30, 30 }), {}, cuda), OnMesh::None);              // 29,791
  EXPECT_EQ(onMesh(hexahedra({ 31, 31, 31 }), {}, cuda), OnMesh::Lattice);           // 32,768
  StructuralProblem other;
  for (const auto& [type, cells, least] : { std::tuple(CellType::QuadraticTetrahedron, 18, 50000),
         std::tuple(CellType::Tetrahedron, 96, 900000) })
  {
    other.mesh = makeBox(type, { cells, cells, cells }, same);
    EXPECT_GE(other.mesh.numberOfNodes(), least);
    EXPECT_EQ(onMesh(other, {}, cuda), OnMesh::Lattice);
    other.mesh = makeBox(type, { cells - 2, cells, cells }, same);
    EXPECT_LT(other.mesh.numberOfNodes(), least);
    EXPECT_EQ(onMesh(other, {}, cuda), OnMesh::None);
  }
}

TEST(MultigridChoiceTest, IsAggregationWhereNoLatticeSuits)
{
  // With springs there is no multigrid on a lattice.
  EXPECT_EQ(onMesh(withSprings(hexahedra({ 30, 30, 30 })), design()), OnMesh::None); // 29,791 nodes
  EXPECT_EQ(
    onMesh(withSprings(hexahedra({ 30, 30, 31 })), design()), OnMesh::Aggregation); // 30,752
  EXPECT_EQ(onMesh(withSprings(hexahedra({ 30, 30, 31 }))), OnMesh::None);
  EXPECT_EQ(onMesh(withSprings(hexahedra({ 60, 60, 81 }))), OnMesh::Aggregation); // 305,122
  StructuralProblem none = hexahedra({ 30, 30, 31 });
  none.springs.assign(none.mesh.points.size(), 0.0);
  EXPECT_EQ(onMesh(none, design()), OnMesh::Lattice);
  // An assembled matrix excludes multigrid on a lattice.
  StructuralProblem assembled = hexahedra({ 30, 30, 31 });
  assembled.solver.strategy = Strategy::Assembled;
  EXPECT_EQ(onMesh(assembled, design()), OnMesh::Aggregation);
  // Several Poisson's ratios exclude multigrid on a lattice.
  StructuralProblem several = hexahedra({ 30, 30, 31 });
  several.poissonsRatios.assign(several.mesh.numberOfElements(), 0.3);
  EXPECT_EQ(onMesh(several, design()), OnMesh::Aggregation);
  several.mesh = hexahedra({ 30, 30, 31 }, 0.0).mesh; // also for a voxel lattice
  EXPECT_EQ(onMesh(several, design()), OnMesh::Aggregation);
  several.mesh = hexahedra({ 40, 40, 40 }, 0.0).mesh;
  several.poissonsRatios.assign(several.mesh.numberOfElements(), 0.3);
  EXPECT_EQ(onMesh(several, design(), ExecutionSpace::Cuda), OnMesh::None);
  EXPECT_EQ(onMesh(withSprings(hexahedra({ 30, 30, 31 }, 0.0)), design()), OnMesh::None);
  // Elements on one side are a hundred times as large as on the other, in each direction.
  StructuralProblem graded = hexahedra({ 30, 30, 31 });
  for (double& x : graded.mesh.points)
  {
    x = std::exp(0.15 * x);
  }
  EXPECT_EQ(onMesh(graded, design()), OnMesh::Aggregation);
}

TEST(MultigridChoiceTest, OfALatticeIsTheGeometricOne)
{
  const StructuralProblem voxels = hexahedra({ 64, 32, 32 }, 0.0);
  const MultigridChoice choice = chooseMultigrid(voxels, {}, ExecutionSpace::Cuda);
  ASSERT_TRUE(choice.lattice.has_value());
  EXPECT_EQ(choice.lattice->cells, (std::array<std::int32_t, 3>{ 64, 32, 32 }));
  EXPECT_FALSE(choice.onMesh.has_value());
}

TEST(MultigridChoiceTest, OfALatticeNeedsFewElementsOnTheHostAndManyOnCuda)
{
  const auto isOnLattice = [](const std::array<int, 3>& cells, ExecutionSpace space)
  {
    const MultigridChoice choice = chooseMultigrid(hexahedra(cells, 0.0), design(), space);
    EXPECT_FALSE(choice.onMesh.has_value());
    EXPECT_EQ(choice.lattice.has_value(), !choice.reason.empty());
    return choice.lattice.has_value();
  };
  EXPECT_FALSE(isOnLattice({ 7, 8, 8 }, ExecutionSpace::Host)); // 448
  EXPECT_TRUE(isOnLattice({ 8, 8, 8 }, ExecutionSpace::Host));  // 512
  EXPECT_FALSE(isOnLattice({ 63, 32, 32 }, ExecutionSpace::Cuda));
  EXPECT_TRUE(isOnLattice({ 64, 32, 32 }, ExecutionSpace::Cuda));
}

TEST(MultigridChoiceTest, OfOtherPreconditionersIsNone)
{
  StructuralProblem problem = hexahedra({ 60, 60, 81 });
  problem.solver.preconditioner = Preconditioner::RigidBodyModes;
  EXPECT_EQ(onMesh(problem), OnMesh::None);
  problem.solver.preconditioner = Preconditioner::Auto;
  problem.solver.aggregates = 50; // of rigid-body modes
  EXPECT_EQ(onMesh(problem), OnMesh::None);
}
