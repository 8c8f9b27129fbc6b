// Tests of estimates of the memory of parts, which have coarse levels of the whole: with its
// bodies, and thin if it is. What is allocated is measured in LatticeMultigridTest and
// LatticeOnPartsTest.

#include "Solver/AuxiliaryLattice/LatticeMemory.h"
#include "Solver/MeshMultigridCases.h"
#include "Support/Meshes/JoinedMeshes.h"

#include "Analysis/ElasticModelMemory.h"
#include "Mesh/Distribution/MeshDistribution.h"
#include "Mesh/MeshParts.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Ten boxes in a row, at distances of half their edge. @param isWavy or made of cubes
StructuralProblem tenBoxes(bool isWavy)
{
  std::vector<Mesh> boxes;
  for (int b = 0; b < 10; ++b)
  {
    boxes.push_back(isWavy ? wavyBox(CellType::Hexahedron, { 6, 6, 6 }, { 1.0, 1.0, 1.0 })
                           : makeBoxMesh({ 6, 6, 6 }, { 1.0, 1.0, 1.0 }));
    for (std::size_t i = 0; i < boxes.back().points.size(); i += 3)
    {
      boxes.back().points[i] += 1.5 * b;
    }
  }
  StructuralProblem problem;
  problem.mesh = joinMeshes(boxes, 1e-9);
  problem.solver.preconditioner = Preconditioner::Multigrid;
  return problem;
}
}

TEST(LatticeMemoryTest, OfAPartCountsTheBodiesOfTheWhole)
{
  for (const bool isWavy : { true, false })
  {
    SCOPED_TRACE(isWavy ? "over a mesh" : "of bricks");
    const StructuralProblem whole = tenBoxes(isWavy);
    EXPECT_EQ(numberOfBodies(whole.mesh), 10U);
    const MultigridChoice choice = chooseMultigrid(whole, {}, ExecutionSpace::Host);
    ASSERT_EQ(choice.lattice.has_value(), !isWavy);
    ASSERT_EQ(choice.onMesh && choice.onMesh->lattice, isWavy);
    const auto ofBodies = [&](std::size_t bodies)
    {
      return isWavy
        ? coarsestVoxelMemory(static_cast<std::size_t>(choice.onMesh->lattice->nodes),
            static_cast<std::size_t>(choice.onMesh->lattice->voxels), bodies)
        : coarsestVoxelMemory(whole.mesh.numberOfNodes(), whole.mesh.numberOfElements(), bodies);
    };
    ASSERT_GT(ofBodies(10), ofBodies(8) + 50'000'000);
    // Both parts have five of the boxes.
    for (const MeshOfPart& part : distributeMesh(whole.mesh, bisectElements(whole.mesh, 2), 2))
    {
      StructuralProblem ofPart = whole;
      ofPart.mesh = part.mesh;
      EXPECT_LE(numberOfBodies(ofPart.mesh), 6U);
      const std::size_t estimate =
        elasticModelMemory(ofPart, choiceOfPart(choice, ofPart.mesh), isWavy ? 0 : 8);
      EXPECT_GE(estimate, ofBodies(10));
      EXPECT_LE(estimate, ofBodies(10) + 20'000'000);
    }
  }
}

TEST(LatticeMemoryTest, OfAPartIsThinIfTheWholeIs)
{
  // A long truss, of which the part has an end.
  LatticeFrame whole = {};
  for (std::size_t d = 0; d < 3; ++d)
  {
    whole.cells[d] = d == 2 ? 800 : 16;
    whole.spacing[d] = 1.0;
  }
  whole.voxels = 10'000;
  whole.shares = 40'000;
  whole.nodes = 30'000;
  const Mesh part = makeBoxMesh({ 16, 16, 8 }, { 16.0, 16.0, 8.0 });
  const LatticeFrame frame = latticeOfPart(part, whole);
  ASSERT_TRUE(frame.isOfPart());
  ASSERT_LT(frame.nodes, 2 * frame.voxels); // as the cells around it are counted
  EXPECT_GE(latticeMemory(part, frame, 1), coarsestVoxelMemory(30'000, 10'000, 1));
}
