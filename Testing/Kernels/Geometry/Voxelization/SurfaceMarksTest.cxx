// Tests of the transfer of supports and cells of a surface to the voxels inside of it.

#include "Geometry/Voxelization/ClosedSurfaces.h"

#include "Geometry/Voxelization/SurfaceMarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TEST(SurfaceMarks, HoldTheNodesOfAFace)
{
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 2, 2 });
  std::vector<std::uint8_t> marks(24);
  for (const std::size_t point : { 0, 2, 4, 6 })
  {
    marks[3 * point] = 1;
    marks[3 * point + 2] = 1;
  }
  marks[3 * 7 + 1] = 1; // a corner on its own
  const SurfaceGrid grid = gridByCells(box, 8);
  const std::vector<std::uint8_t> nodal = markNodes(box, keptVoxels(box, grid), marks, 3);
  for (int k = 0; k <= 4; ++k)
  {
    for (int j = 0; j <= 4; ++j)
    {
      for (int i = 0; i <= 8; ++i)
      {
        const std::size_t node = 3 * grid.node(i, j, k);
        EXPECT_EQ(nodal[node], i == 0 ? 1 : 0);
        EXPECT_EQ(nodal[node + 1], i == 8 && j == 4 && k == 4 ? 1 : 0);
        EXPECT_EQ(nodal[node + 2], i == 0 ? 1 : 0);
      }
    }
  }
}

TEST(SurfaceMarks, NameTheLargestTriangleOfAVoxel)
{
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 3, 3, 3 });
  const SurfaceGrid grid = gridByCells(box, 3);
  const std::vector<std::int32_t> triangles = trianglesOfVoxels(box, keptVoxels(box, grid));
  EXPECT_EQ(triangles[grid.voxel(1, 1, 1)], -1);
  EXPECT_TRUE(triangles[grid.voxel(2, 1, 1)] == 10 || triangles[grid.voxel(2, 1, 1)] == 11);
  EXPECT_TRUE(triangles[grid.voxel(1, 1, 0)] == 0 || triangles[grid.voxel(1, 1, 0)] == 1);
  EXPECT_EQ(std::count(triangles.begin(), triangles.end(), -1), 1);
}

TEST(SurfaceMarks, InterpolateLinearValuesAtNodesOnTheSurface)
{
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 2, 2 });
  const SurfaceGrid grid = gridByCells(box, 8);
  const SurfaceNodes nodes = findSurfaceNodes(box, keptVoxels(box, grid));
  const auto value = [](const Position& x) { return 1.0 + 2.0 * x[0] - 3.0 * x[1] + x[2]; };
  std::size_t onSurface = 0;
  for (std::size_t n = 0; n < nodes.nodes.size(); ++n)
  {
    const std::size_t i = nodes.nodes[n] % 9;
    const std::size_t j = nodes.nodes[n] / 9 % 5;
    const std::size_t k = nodes.nodes[n] / 45;
    if (i % 8 != 0 && j % 4 != 0 && k % 4 != 0)
    {
      continue;
    }
    ++onSurface;
    double interpolated = 0.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      interpolated += nodes.coordinates[n][c] *
        value(box.point(box.triangles[3 * std::size_t(nodes.triangles[n]) + c]));
    }
    EXPECT_NEAR(interpolated, value(grid.inSpace({ double(i), double(j), double(k) })), 1e-13);
  }
  EXPECT_EQ(onSurface, 9u * 25u - 7u * 9u);
}
