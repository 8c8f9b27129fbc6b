// Tests of exact solid fractions of voxels inside of closed surfaces.

#include "Geometry/Voxelization/ClosedSurfaces.h"
#include "Support/Random.h"

#include "Core/Error.h"
#include "Geometry/Voxelization/SurfaceGrid.h"
#include "Geometry/Voxelization/VoxelFractions.h"
#include "Geometry/Voxelization/VoxelFractionsReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Epsilon = std::numeric_limits<double>::epsilon();

std::vector<double> fractionsOf(const TriangleMesh& surface, const SurfaceGrid& grid)
{
  Observer observer;
  return voxelFractions(surface, grid, observer).value();
}

double sumOf(const std::vector<double>& values)
{
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Rounding error of fractions due to that of coordinates in voxels, within which voxelFractions()
/// rounds to 0 and 1: 64 epsilon times the cells along a side.
double roundingOf(const SurfaceGrid& grid)
{
  return 64.0 * Epsilon * (1.0 + *std::max_element(grid.cells.begin(), grid.cells.end()));
}

/// Two separate random bodies, one of which has a cavity.
TriangleMesh randomBodies(Random& random)
{
  const auto number = [&](double low, double high) { return random.uniform(low, high); };
  const Position axis = { number(-1, 1), number(-1, 1), number(0.1, 1) };
  TriangleMesh box =
    turned(makeBox({ -1, -1, -1 }, { number(0.5, 2), number(0.5, 2), number(0.5, 2) }), axis,
      number(0, 3));
  const TriangleMesh cavity =
    insideOut(makeEllipsoid({ -0.1, 0, 0.1 }, { 0.3, number(0.1, 0.3), 0.2 }, 1));
  const TriangleMesh ellipsoid =
    turned(makeEllipsoid({ 6, 0, 0 }, { number(0.5, 1.5), number(0.5, 1.5), number(0.5, 1.5) }, 2),
      axis, number(0, 0.3));
  return together(together(box, cavity), ellipsoid);
}
}

TEST(VoxelFractions, EqualsReferenceOfRandomBodies)
{
  Random random(41);
  for (int round = 0; round < 6; ++round)
  {
    const TriangleMesh surface = randomBodies(random);
    const SurfaceGrid grid = round % 2 == 0 ? gridByCells(surface, 7 + round)
                                            : gridByEdge(surface, random.uniform(0.7, 1.3));
    const std::vector<double> fractions = fractionsOf(surface, grid);
    const std::vector<double> expected = reference::voxelFractions(surface, grid);
    ASSERT_EQ(fractions.size(), expected.size());
    // The reference sums tetrahedra as large as the grid, so that its rounding errors are larger.
    const double tolerance =
      Epsilon * static_cast<double>(grid.numberOfVoxels() + surface.numberOfTriangles() * 8);
    for (std::size_t v = 0; v < fractions.size(); ++v)
    {
      ASSERT_NEAR(fractions[v], expected[v], tolerance) << "round " << round << ", voxel " << v;
    }
    EXPECT_NEAR(sumOf(fractions) * grid.voxelVolume(), enclosedVolume(surface),
      roundingOf(grid) * enclosedVolume(surface));
  }
}

TEST(VoxelFractions, OfBoxCutExactly)
{
  // The box extends into outer voxels by 0.3, and in z by 0.5, on both sides.
  const TriangleMesh box = makeBox({ 0.7, 1.0, 2.5 }, { 3.3, 4.0, 4.5 });
  SurfaceGrid grid;
  grid.origin = { 0.0, 0.0, 2.0 };
  grid.spacing = { 1.0, 1.0, 1.0 };
  grid.cells = { 4, 5, 3 };
  const std::vector<double> fractions = fractionsOf(box, grid);
  const double inX[] = { 0.3, 1.0, 1.0, 0.3 };
  const double inY[] = { 0.0, 1.0, 1.0, 1.0, 0.0 };
  const double inZ[] = { 0.5, 1.0, 0.5 };
  for (int k = 0; k < 3; ++k)
  {
    for (int j = 0; j < 5; ++j)
    {
      for (int i = 0; i < 4; ++i)
      {
        EXPECT_NEAR(fractions[grid.voxel(i, j, k)], inX[i] * inY[j] * inZ[k], 4 * Epsilon)
          << i << " " << j << " " << k;
      }
    }
  }
}

TEST(VoxelFractions, AreOneInBoxThatFillsItsGrid)
{
  // Lengths are not representable exactly.
  const TriangleMesh box = makeBox({ 0.1, -0.7, 1e3 }, { 0.7, 0.2, 1e3 + 0.3 });
  const SurfaceGrid grid = gridByCells(box, 9);
  EXPECT_EQ(grid.cells, (std::array<int, 3>{ 6, 9, 3 }));
  for (const double fraction : fractionsOf(box, grid))
  {
    EXPECT_EQ(fraction, 1.0);
  }
}

TEST(VoxelFractions, OfOctahedronAreThoseOfItsCorners)
{
  // |x| + |y| + |z| <= 1 covers a corner of each of eight voxels, 1/6 of its volume.
  const TriangleMesh octahedron = makeEllipsoid({ 0, 0, 0 }, { 1, 1, 1 }, 0);
  const SurfaceGrid grid = gridByCells(octahedron, 2);
  for (const double fraction : fractionsOf(octahedron, grid))
  {
    EXPECT_NEAR(fraction, 1.0 / 6.0, 4 * Epsilon);
  }
}

TEST(VoxelFractions, OfSphereConvergeWithItsTriangles)
{
  // Edges are halved, so that the error of the polyhedron's volume is divided by four.
  double missing = 0.0;
  for (int rounds = 3; rounds < 6; ++rounds)
  {
    const TriangleMesh sphere = makeEllipsoid({ 0.5, 0.5, 0.5 }, { 0.5, 0.5, 0.5 }, rounds);
    const SurfaceGrid grid = gridByCells(sphere, 24);
    const double volume = sumOf(fractionsOf(sphere, grid)) * grid.voxelVolume();
    EXPECT_NEAR(volume, enclosedVolume(sphere), roundingOf(grid));
    const double now = std::acos(-1.0) / 6.0 - volume;
    if (rounds > 3)
    {
      EXPECT_NEAR(missing / now, 4.0, 0.2);
    }
    missing = now;
  }
  EXPECT_LT(missing, 2e-3);
}

TEST(VoxelFractions, DoNotDependOnPlaceInSpace)
{
  TriangleMesh near = turned(makeEllipsoid({ 0, 0, 0 }, { 1, 2, 1.5 }, 2), { 1, 2, 3 }, 0.7);
  const std::vector<double> atOrigin = fractionsOf(near, gridByCells(near, 12));
  for (std::size_t i = 0; i < near.points.size(); ++i)
  {
    near.points[i] += 1024.0; // coordinates lose ten binary digits
  }
  const std::vector<double> farAway = fractionsOf(near, gridByCells(near, 12));
  for (std::size_t v = 0; v < atOrigin.size(); ++v)
  {
    EXPECT_NEAR(atOrigin[v], farAway[v], 1024.0 * 64.0 * 13.0 * Epsilon);
  }
}

TEST(VoxelFractions, AreBitwiseEqualWithEqualPointsAndWithout)
{
  const TriangleMesh body = turned(makeBox({ 0, 0, 0 }, { 1, 2, 3 }), { 1, 1, 0 }, 0.4);
  const SurfaceGrid grid = gridByCells(body, 10);
  EXPECT_EQ(fractionsOf(body, grid), fractionsOf(soup(body), grid));
}

TEST(VoxelFractions, TellWherePartsOverlap)
{
  const TriangleMesh boxes =
    together(makeBox({ 0, 0, 0 }, { 3, 3, 3 }), makeBox({ 1, 1, 1 }, { 2, 2, 2 }));
  Observer observer;
  try
  {
    voxelFractions(boxes, gridByCells(boxes, 3), observer);
    FAIL() << "the inner box is inside twice";
  }
  catch (const Error& error)
  {
    EXPECT_NE(std::string(error.what()).find("(1.5, 1.5, 1.5)"), std::string::npos) << error.what();
  }
}

TEST(VoxelFractions, StopWhenAsked)
{
  struct Stopping : Observer
  {
    bool stopRequested() override { return true; }
  } observer;
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 1, 1, 1 });
  EXPECT_FALSE(voxelFractions(box, gridByCells(box, 4), observer).has_value());
}

TEST(SurfaceGrid, HasWholeVoxelsOnAllSidesByCells)
{
  const TriangleMesh box = makeBox({ 1, 2, 3 }, { 11, 5.4, 3.2 });
  const SurfaceGrid grid = gridByCells(box, 20);
  EXPECT_EQ(grid.cells, (std::array<int, 3>{ 20, 7, 1 }));
  EXPECT_EQ(grid.origin, (Position{ 1, 2, 3 }));
  EXPECT_DOUBLE_EQ(grid.spacing[0], 0.5);
  EXPECT_DOUBLE_EQ(grid.spacing[1], 3.4 / 7);
  EXPECT_NEAR(grid.spacing[2], 0.2, 4 * Epsilon * 3.2);
}

TEST(SurfaceGrid, HasCubesAroundTheMiddleByEdge)
{
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 1.0, 0.7, 0.25 });
  const SurfaceGrid grid = gridByEdge(box, 0.1);
  EXPECT_EQ(grid.cells, (std::array<int, 3>{ 10, 7, 3 }));
  EXPECT_EQ(grid.spacing, (Position{ 0.1, 0.1, 0.1 }));
  EXPECT_NEAR(grid.origin[0], 0.0, 4 * Epsilon);
  EXPECT_NEAR(grid.origin[1], 0.0, 4 * Epsilon);
  EXPECT_NEAR(grid.origin[2], -0.025, 4 * Epsilon);
}

TEST(SurfaceGrid, RefusesWhatIsNoSolidOrTooFine)
{
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 1, 1, 1 });
  const TriangleMesh flat = makeBox({ 0, 0, 0 }, { 1, 1, 0 });
  EXPECT_THROW(gridByCells({}, 10), Error);
  EXPECT_THROW(gridByCells(flat, 10), Error);
  EXPECT_THROW(gridByCells(box, 0), Error);
  EXPECT_THROW(gridByCells(box, 1300), Error);
  EXPECT_THROW(gridByEdge(box, 0.0), Error);
  EXPECT_THROW(gridByEdge(box, std::nan("")), Error);
  EXPECT_THROW(gridByEdge(box, 1e-300), Error);
  TriangleMesh broken = box;
  broken.points[4] = std::nan("");
  EXPECT_THROW(gridByCells(broken, 10), Error);
}

TEST(SurfaceGrid, RefusesSizesWhoseVolumeIsNoNumber)
{
  for (const double size : { 1e-40, 1e40 })
  {
    const TriangleMesh box = makeBox({ 0, 0, 0 }, { size, size, size });
    const SurfaceGrid grid = gridByCells(box, 4);
    EXPECT_TRUE(std::isnormal(grid.voxelVolume()));
    for (const double fraction : fractionsOf(box, grid))
    {
      EXPECT_EQ(fraction, 1.0);
    }
  }
  for (const double size : { 1e-300, 1e-110, 1e-60, 1e60, 1e110, 1e300 })
  {
    EXPECT_THROW(gridByCells(makeBox({ 0, 0, 0 }, { size, size, size }), 4), Error) << size;
  }
  EXPECT_THROW(gridByCells(makeBox({ 0, 0, 0 }, { 1, 1, 1e-310 }), 4), Error);
}
