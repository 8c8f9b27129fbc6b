// Tests of which meshes are voxel grids, and of the positions of their nodes and elements in them.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/VoxelImages.h"

#include "Mesh/Voxel/VoxelLattice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// A random solid subset of a grid as a mesh, as the grid numbers it.
Mesh randomVoxels(const std::array<int, 3>& cells, double solid, Random& random)
{
  return VoxelGrid(porousImage(cells, solid, random), VoxelParts::All).mesh();
}

Mesh shuffled(const Mesh& mesh, Random& random)
{
  return renumber(emptyProblem(mesh), random).problem.structure.mesh;
}

/// Checks that positions of nodes and elements are those of the mesh, and different from each
/// other.
void expectFound(const Mesh& mesh, double tolerance)
{
  const std::optional<VoxelLattice> lattice = findVoxelLattice(mesh);
  ASSERT_TRUE(lattice);
  const VoxelNumbering numbering(*lattice);
  ASSERT_EQ(numbering.nodes.size(), mesh.numberOfNodes());
  ASSERT_EQ(numbering.elements.size(), mesh.numberOfElements());
  EXPECT_EQ(numbering.grid.numberOfElements(), std::int64_t(mesh.numberOfElements()));
  EXPECT_EQ(lattice->bricks(), numbering.grid.bricks().size());
  const Mesh grid = numbering.grid.mesh();
  std::set<std::int32_t> nodes;
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    if (numbering.nodes[n] < 0)
    {
      EXPECT_EQ(std::count(mesh.connectivity.begin(), mesh.connectivity.end(), n), 0);
      continue;
    }
    EXPECT_TRUE(nodes.insert(numbering.nodes[n]).second);
    for (std::size_t d = 0; d < 3; ++d)
    {
      ASSERT_NEAR(
        grid.points[3 * std::size_t(numbering.nodes[n]) + d], mesh.points[3 * n + d], tolerance);
    }
  }
  EXPECT_EQ(nodes.size(), std::size_t(numbering.grid.numberOfNodes()));
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    std::set<std::int32_t> expected;
    std::set<std::int32_t> found;
    for (std::size_t a = 0; a < 8; ++a)
    {
      expected.insert(numbering.nodes[std::size_t(mesh.connectivity[8 * e + a])]);
      found.insert(grid.connectivity[8 * std::size_t(numbering.elements[e]) + a]);
    }
    ASSERT_EQ(found, expected) << "element " << e;
  }
}
}

TEST(VoxelLattice, FindsRandomVoxelsInAnyOrder)
{
  Random random(2101);
  for (const std::array<int, 3>& cells :
    { std::array<int, 3>{ 1, 1, 1 }, { 9, 8, 7 }, { 17, 3, 1 }, { 16, 16, 16 }, { 5, 20, 11 } })
  {
    for (const double solid : { 0.2, 0.7, 1.0 })
    {
      SCOPED_TRACE(std::to_string(cells[0]) + ", " + std::to_string(solid));
      // renumber() also changes the first corner of elements.
      expectFound(shuffled(randomVoxels(cells, solid, random), random), 1e-13);
    }
  }
}

TEST(VoxelLattice, FindsWhatRoundingLeaves)
{
  Random random(2102);
  Mesh mesh = makeBoxMesh({ 30, 7, 11 }, { 3.1, 1.7, 0.9 }, { 10.1, -20.7, 0.3 });
  expectFound(mesh, 1e-13);
  // Other programs write coordinates in single precision.
  for (double& x : mesh.points)
  {
    x = static_cast<double>(static_cast<float>(x));
  }
  expectFound(shuffled(mesh, random), 1e-5);
}

TEST(VoxelLattice, LeavesOutNodesWithoutElement)
{
  Random random(2103);
  Mesh mesh = makeBoxMesh({ 4, 3, 2 }, { 4, 3, 2 });
  mesh.points.insert(mesh.points.end(), { 0.3, 100.0, -7.0 });
  expectFound(shuffled(mesh, random), 1e-13);
}

TEST(VoxelLattice, RefusesDisturbedNodes)
{
  Random random(2104);
  for (const double by : { 1e-6, 1e-9, 1e-12 })
  {
    Mesh mesh = shuffled(makeBoxMesh({ 6, 5, 4 }, { 6, 5, 4 }), random);
    mesh.points[random.index(mesh.points.size())] += by;
    EXPECT_FALSE(findVoxelLattice(mesh)) << by;
  }
  Mesh sheared = makeBoxMesh({ 4, 4, 4 }, { 1, 1, 1 });
  Mesh graded = sheared;
  for (std::size_t i = 0; i < sheared.points.size(); i += 3)
  {
    sheared.points[i] += 0.25 * sheared.points[i + 1];
    graded.points[i] *= graded.points[i];
  }
  EXPECT_FALSE(findVoxelLattice(sheared));
  EXPECT_FALSE(findVoxelLattice(graded));
  Mesh turned = makeBoxMesh({ 4, 4, 4 }, { 1, 1, 1 });
  moveRigidly(turned, 1.0, random);
  EXPECT_FALSE(findVoxelLattice(turned));
  // Too far from the origin, rounding hides the edges.
  EXPECT_FALSE(findVoxelLattice(makeBoxMesh({ 4, 4, 4 }, { 1e-3, 1e-3, 1e-3 }, { 1e9, 0, 0 })));
}

TEST(VoxelLattice, RefusesCracksAndDoubles)
{
  // A crack separates two halves: nodes of one plane are doubled, except at the crack front.
  Mesh cracked = makeBoxMesh({ 4, 4, 2 }, { 4, 4, 2 });
  const std::size_t before = cracked.numberOfNodes();
  for (std::size_t e = 0; e < cracked.numberOfElements(); ++e)
  {
    for (std::size_t a = 0; a < 8; ++a)
    {
      std::int32_t& node = cracked.connectivity[8 * e + a];
      const Point p = nodePosition(cracked, std::size_t(node));
      if (e % 4 >= 2 && p[0] == 2.0 && p[1] < 2.0)
      {
        cracked.points.insert(cracked.points.end(), p.begin(), p.end());
        node = static_cast<std::int32_t>(cracked.numberOfNodes()) - 1;
      }
    }
  }
  ASSERT_GT(cracked.numberOfNodes(), before);
  EXPECT_FALSE(findVoxelLattice(cracked));

  Mesh doubled = makeBoxMesh({ 3, 2, 2 }, { 3, 2, 2 });
  doubled.connectivity.insert(
    doubled.connectivity.end(), doubled.connectivity.begin(), doubled.connectivity.begin() + 8);
  EXPECT_FALSE(findVoxelLattice(doubled));
}

TEST(VoxelLattice, RefusesElementsOfSeveralCells)
{
  // One element is twice as long as the others.
  Mesh mesh = makeBoxMesh({ 2, 1, 1 }, { 2, 1, 1 });
  const Mesh longer = makeBoxMesh({ 1, 1, 1 }, { 2, 1, 1 }, { 2, 0, 0 });
  const auto offset = static_cast<std::int32_t>(mesh.numberOfNodes());
  mesh.points.insert(mesh.points.end(), longer.points.begin(), longer.points.end());
  for (const std::int32_t node : longer.connectivity)
  {
    mesh.connectivity.push_back(node + offset);
  }
  EXPECT_FALSE(findVoxelLattice(mesh));

  // An element is inverted, or has its corners in the order of an image.
  Mesh box = makeBoxMesh({ 1, 1, 1 }, { 1, 1, 1 });
  std::swap_ranges(
    box.connectivity.begin(), box.connectivity.begin() + 4, box.connectivity.begin() + 4);
  EXPECT_FALSE(findVoxelLattice(box));
  box = makeBoxMesh({ 1, 1, 1 }, { 1, 1, 1 });
  std::swap(box.connectivity[2], box.connectivity[3]);
  EXPECT_FALSE(findVoxelLattice(box));
}

TEST(VoxelLattice, RefusesShearedElements)
{
  // All nodes are on a lattice, and volumes are those of its cells.
  for (std::size_t along = 0; along < 3; ++along)
  {
    Mesh mesh = makeBoxMesh({ 3, 3, 3 }, { 3.0, 3.0, 3.0 });
    EXPECT_TRUE(findVoxelLattice(mesh));
    for (std::size_t i = 0; i < mesh.points.size(); i += 3)
    {
      mesh.points[i + along] += mesh.points[i + (along + 1) % 3];
    }
    EXPECT_FALSE(findVoxelLattice(mesh)) << along;
  }
}

TEST(VoxelLattice, RefusesBoxesThatAreNearlyEmpty)
{
  // Two voxels are at a distance of a thousand voxels along each axis.
  Mesh mesh = makeBoxMesh({ 1, 1, 1 }, { 1, 1, 1 });
  const Mesh far = makeBoxMesh({ 1, 1, 1 }, { 1, 1, 1 }, { 1000, 1000, 1000 });
  mesh.points.insert(mesh.points.end(), far.points.begin(), far.points.end());
  for (const std::int32_t node : far.connectivity)
  {
    mesh.connectivity.push_back(node + 8);
  }
  EXPECT_FALSE(findVoxelLattice(mesh));
  EXPECT_FALSE(findVoxelLattice(Mesh()));
}
