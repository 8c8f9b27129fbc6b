// Tests of voxels and nodes within a distance of some triangles of a part, against the distance to
// each triangle.

#include "Geometry/Voxelization/ClosedSurfaces.h"
#include "Support/Random.h"

#include "Geometry/Triangles/TriangleDistanceReference.h"
#include "Geometry/Voxelization/VoxelFractions.h"
#include "Geometry/Voxelization/VoxelsWithin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
KeptVoxels voxelsOfPart(const TriangleMesh& surface, const SurfaceGrid& grid)
{
  Observer observer;
  const std::vector<double> fractions = voxelFractions(surface, grid, observer).value();
  std::vector<std::uint8_t> isKept(fractions.size());
  std::transform(fractions.begin(), fractions.end(), isKept.begin(),
    [](double fraction) { return fraction >= 0.01 ? 1 : 0; });
  return { grid, isKept };
}

/// A surface of some of the triangles, with all points.
TriangleMesh someOf(const TriangleMesh& surface, std::size_t first, std::size_t count)
{
  TriangleMesh patch = surface;
  patch.triangles.assign(surface.triangles.begin() + 3 * static_cast<std::ptrdiff_t>(first),
    surface.triangles.begin() + 3 * static_cast<std::ptrdiff_t>(first + count));
  return patch;
}

/// Whether some voxel around a node is kept.
bool isAtKept(const KeptVoxels& voxels, int i, int j, int k)
{
  const std::array<int, 3>& n = voxels.grid().cells;
  for (int c = 0; c < 8; ++c)
  {
    const std::array<int, 3> v = { i - (c & 1), j - (c >> 1 & 1), k - (c >> 2) };
    if (std::min({ v[0], v[1], v[2] }) >= 0 && v[0] < n[0] && v[1] < n[1] && v[2] < n[2] &&
      voxels.isKept(v))
    {
      return true;
    }
  }
  return false;
}
}

TEST(VoxelsWithin, AreThoseOfTheDistanceToEachTriangle)
{
  Random random(31);
  for (int round = 0; round < 8; ++round)
  {
    const Position high = { random.uniform(1, 3), random.uniform(1, 2), random.uniform(0.5, 1) };
    const TriangleMesh part =
      turned(round % 2 == 0 ? makeBox({ 0, 0, 0 }, high) : makeEllipsoid({ 1, 0, -1 }, high, 3),
        { 1, 2, 0.5 }, random.uniform(0, 3));
    const std::size_t first = random.index(part.numberOfTriangles() - 2);
    const TriangleMesh patch = someOf(part, first, 1 + random.index(2));
    const double distance = round == 0 ? 0.0 : random.uniform(0.05, 0.8);
    const SurfaceGrid grid = gridByEdge(part, 0.11);
    const KeptVoxels voxels = voxelsOfPart(part, grid);
    const VoxelMarks marks = voxelsWithin(patch, distance, voxels);
    std::size_t within = 0;
    for (int k = 0; k <= grid.cells[2]; ++k)
    {
      for (int j = 0; j <= grid.cells[1]; ++j)
      {
        for (int i = 0; i <= grid.cells[0]; ++i)
        {
          const double ofNode =
            reference::distance(grid.inSpace({ double(i), double(j), double(k) }), patch);
          EXPECT_EQ(
            marks.nodes[grid.node(i, j, k)] != 0, ofNode <= distance && isAtKept(voxels, i, j, k))
            << i << " " << j << " " << k << " " << ofNode;
          if (i < grid.cells[0] && j < grid.cells[1] && k < grid.cells[2])
          {
            const double ofCentre =
              reference::distance(grid.inSpace({ i + 0.5, j + 0.5, k + 0.5 }), patch);
            const bool isWithin = ofCentre <= distance && voxels.isKept({ i, j, k });
            EXPECT_EQ(marks.voxels[grid.voxel(i, j, k)] != 0, isWithin)
              << i << " " << j << " " << k << " " << ofCentre;
            within += isWithin ? 1 : 0;
          }
        }
      }
    }
    EXPECT_EQ(within > 0, round > 0) << round;
  }
}

TEST(VoxelsWithin, IncludeTheDistanceAndLeaveOutWhatIsNotKept)
{
  // Voxels of edge 1 above the square z = 0 have centres at z = 0.5, 1.5, ...
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 4, 4 });
  TriangleMesh base;
  base.points = box.points;
  for (std::size_t t = 0; t < box.numberOfTriangles(); ++t)
  {
    const std::int32_t* c = &box.triangles[3 * t];
    if (box.point(c[0])[2] + box.point(c[1])[2] + box.point(c[2])[2] == 0.0)
    {
      base.triangles.insert(base.triangles.end(), c, c + 3);
    }
  }
  ASSERT_EQ(base.numberOfTriangles(), 2u);
  const SurfaceGrid grid = gridByCells(box, 4);
  std::vector<std::uint8_t> isKept(64, 1);
  isKept[grid.voxel(1, 2, 0)] = 0;
  const VoxelMarks marks = voxelsWithin(base, 1.5, { grid, isKept });
  EXPECT_EQ(std::count(marks.voxels.begin(), marks.voxels.end(), 1), 31);
  EXPECT_EQ(marks.voxels[grid.voxel(1, 2, 0)], 0);
  EXPECT_EQ(std::count(marks.nodes.begin(), marks.nodes.end(), 1), 50);
  const VoxelMarks none = voxelsWithin({ box.points, {} }, 9.0, { grid, isKept });
  EXPECT_EQ(std::count(none.voxels.begin(), none.voxels.end(), 1), 0);
  EXPECT_EQ(none.nodes.size(), 125u);
}
