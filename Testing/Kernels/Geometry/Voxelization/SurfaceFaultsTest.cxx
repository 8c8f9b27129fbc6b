// Tests of messages about surfaces that bound no solid.

#include "Geometry/Voxelization/ClosedSurfaces.h"
#include "Support/Random.h"

#include "Core/Error.h"
#include "Geometry/Voxelization/SurfaceFaults.h"
#include "Geometry/Voxelization/TriangleCrossings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns the message about a surface; empty if it bounds a solid. Cells are numbered like
/// triangles.
std::string faultOf(const TriangleMesh& surface)
{
  std::vector<std::int64_t> cells(surface.numberOfTriangles());
  std::iota(cells.begin(), cells.end(), 0);
  Observer observer;
  try
  {
    EXPECT_TRUE(requireSolidSurface(mergeEqualPoints(surface), cells, observer));
    return "";
  }
  catch (const Error& error)
  {
    return error.what();
  }
}

void expectTold(const TriangleMesh& surface, const std::vector<std::string>& parts)
{
  const std::string fault = faultOf(surface);
  for (const std::string& part : parts)
  {
    EXPECT_NE(fault.find(part), std::string::npos) << part << " in: " << fault;
  }
}

const TriangleMesh Box = makeBox({ 0, 0, 0 }, { 4, 4, 4 });
const TriangleMesh Inner = makeBox({ 1, 1, 1 }, { 2, 2, 2 });
const TriangleMesh Beside = makeBox({ 5, 0, 0 }, { 6, 1, 1 });
}

TEST(SurfaceFaults, AreNoneOfSolids)
{
  EXPECT_EQ(faultOf(Box), "");
  EXPECT_EQ(faultOf(soup(Box)), "");
  EXPECT_EQ(faultOf(together(Box, insideOut(Inner))), "");
  EXPECT_EQ(faultOf(together(together(Box, insideOut(Inner)), Beside)), "");
  // A body inside of a cavity is accepted.
  EXPECT_EQ(faultOf(together(together(Box, insideOut(Inner)),
              makeEllipsoid({ 1.5, 1.5, 1.5 }, { 0.3, 0.3, 0.3 }, 1))),
    "");
  EXPECT_EQ(faultOf(makeEllipsoid({ 0, 0, 0 }, { 1, 2, 3 }, 4)), "");
}

TEST(SurfaceFaults, AreNoneOfPartsThatTouch)
{
  EXPECT_EQ(faultOf(together(Box, makeBox({ 4, 0, 0 }, { 8, 4, 4 }))), "");
  EXPECT_EQ(faultOf(together(Box, makeBox({ 4, 1, 1 }, { 5, 2, 2 }))), "");
  EXPECT_EQ(faultOf(together(Box, makeBox({ 4, -1, -1 }, { 5, 9, 9 }))), "");
  EXPECT_EQ(faultOf(together(Box, makeBox({ 1, 4, 4 }, { 3, 5, 5 }))), ""); // edge against edge
  EXPECT_EQ(faultOf(together(Box, makeBox({ 4, 4, 0 }, { 8, 8, 4 }))), ""); // along an edge
  EXPECT_EQ(faultOf(together(Box, makeBox({ 4, 4, 4 }, { 8, 8, 8 }))), ""); // in a corner
}

TEST(SurfaceFaults, TellOpenEdgesWithTheirPlace)
{
  TriangleMesh open = Box;
  open.triangles.erase(open.triangles.begin() + 3, open.triangles.begin() + 6);
  expectTold(
    open, { "not closed", "3 open edges", "(4, 0, 0)", "(0, 4, 0)", "of cell 0", "Fill Holes" });
}

TEST(SurfaceFaults, TellTurnedTriangles)
{
  TriangleMesh turnedOne = Box;
  std::swap(turnedOne.triangles[3], turnedOne.triangles[4]);
  expectTold(turnedOne, { "turned inside out", "3 edges", "Generate Surface Normals" });
}

TEST(SurfaceFaults, TellWholeSurfacesInsideOut)
{
  expectTold(insideOut(Box), { "The surface is inside out", "Reverse Orientation" });
  expectTold(insideOut(together(Box, insideOut(Inner))), { "The surface is inside out" });
}

TEST(SurfaceFaults, TellPiecesInsideOut)
{
  expectTold(
    together(Box, insideOut(Beside)), { "cell 12", "at (6, 1, 1)", "is inside out", "no cavity" });
  expectTold(together(Box, Inner), { "cell 12", "at (2, 2, 2)", "within another piece" });
}

TEST(SurfaceFaults, TellCrossingsWithTheirPlace)
{
  // Edges of one pass through the diagonals of the other.
  const TriangleMesh crossing = together(Box, makeBox({ 2, 2, 2 }, { 6, 6, 6 }));
  expectTold(crossing, { "intersects itself", "Boolean union" });
  const TriangleMesh pierced =
    together(makeBox({ 0, 0, 0 }, { 4, 4, 4 }), makeBox({ 1, 1.5, -1 }, { 2, 2.75, 5 }));
  expectTold(pierced, { "intersects itself", "cells 0 and" });
}

TEST(SurfaceFaults, TellPartsThatLieInOnePlane)
{
  // Boxes overlap without crossing triangles, as sides of both are in the same planes.
  for (const TriangleMesh& other :
    { Box, makeBox({ 1, 0, 0 }, { 6, 4, 4 }), makeBox({ -2, 0, 0 }, { 3, 4, 4 }),
      makeBox({ 0, 0, 0 }, { 2, 4, 4 }), makeBox({ 0, 0, 0 }, { 4, 4, 9 }),
      makeBox({ 1, 1, 0 }, { 2, 2, 4 }), makeBox({ 1, 1, 1 }, { 2, 2, 4 }) })
  {
    const TriangleMesh both = together(Box, other);
    expectTold(both, { "lies on itself", "of cells", "Boolean union" });
    // The same holds for rotated boxes, whose sides are plane up to rounding.
    const std::string fault = faultOf(turned(both, { 1, 2, 3 }, 0.7));
    EXPECT_TRUE(fault.find("lies on itself") != std::string::npos ||
      fault.find("intersects itself") != std::string::npos)
      << fault;
  }
}

TEST(SurfaceFaults, RefusePointsThatAreNoNumbers)
{
  TriangleMesh broken = Box;
  broken.points[7] = std::nan("");
  EXPECT_THROW(mergeEqualPoints(broken), Error);
  expectTold({}, { "no polygons" });
}

TEST(SurfaceFaults, MergePointsOfTriangleSoup)
{
  TriangleMesh surface = soup(Box);
  surface.triangles.insert(surface.triangles.end(), { 0, 0, 1 }); // without area
  const MergedSurface merged = mergeEqualPoints(surface);
  EXPECT_EQ(merged.mesh.numberOfPoints(), 8u);
  ASSERT_EQ(merged.mesh.numberOfTriangles(), 12u);
  EXPECT_EQ(merged.triangles.back(), 11);
  for (std::size_t p = 0; p < surface.numberOfPoints(); ++p)
  {
    EXPECT_EQ(merged.mesh.point(merged.points[p]), surface.point(static_cast<std::int32_t>(p)));
  }
}

TEST(TriangleCrossings, OverlapWhereTheyHaveAPointInCommon)
{
  // Triangles in one plane with small integer coordinates overlap if and only if a point of a fine
  // lattice is well inside of both, as their common area is then at least that of some lattice
  // cells.
  Random random(7);
  int overlaps = 0;
  for (int round = 0; round < 3000; ++round)
  {
    TriangleMesh mesh;
    std::array<std::array<int, 2>, 6> x{};
    for (std::array<int, 2>& corner : x)
    {
      corner = { static_cast<int>(random.index(5)), static_cast<int>(random.index(5)) };
      mesh.points.insert(mesh.points.end(), { double(corner[0]), double(corner[1]), 1.0 });
    }
    mesh.triangles = { 0, 1, 2, 3, 4, 5 };
    const auto area = [&](std::size_t a, std::size_t b, double px, double py)
    { return (x[b][0] - x[a][0]) * (py - x[a][1]) - (x[b][1] - x[a][1]) * (px - x[a][0]); };
    const double one = area(0, 1, x[2][0], x[2][1]);
    const double other = area(3, 4, x[5][0], x[5][1]);
    const auto isInside = [&](std::size_t first, double sign, double px, double py)
    {
      return sign * area(first, first + 1, px, py) > 1e-9 &&
        sign * area(first + 1, first + 2, px, py) > 1e-9 &&
        sign * area(first + 2, first, px, py) > 1e-9;
    };
    bool haveCommon = false;
    // Only the intersection of both bounding boxes is searched.
    const auto common = [&](std::size_t axis)
    {
      const auto a = std::minmax({ x[0][axis], x[1][axis], x[2][axis] });
      const auto b = std::minmax({ x[3][axis], x[4][axis], x[5][axis] });
      return std::array{ std::max(a.first, b.first), std::min(a.second, b.second) };
    };
    const auto [left, right] = common(0);
    const auto [low, high] = common(1);
    for (int j = 100 * low; j < 100 * high && one * other > 0.0 && !haveCommon; ++j)
    {
      for (int i = 100 * left; i < 100 * right && !haveCommon; ++i)
      {
        const double px = (i + 0.37) / 100.0;
        const double py = (j + 0.61) / 100.0;
        haveCommon = isInside(0, one, px, py) && isInside(3, other, px, py);
      }
    }
    const SurfaceCrossings found = findCrossings(mesh);
    EXPECT_EQ(found.overlapping.count, haveCommon ? 1 : 0) << "round " << round;
    EXPECT_EQ(found.crossing.count, 0);
    overlaps += haveCommon ? 1 : 0;
  }
  EXPECT_GT(overlaps, 500);
}

TEST(TriangleCrossings, AreFoundAsByAllPairs)
{
  // Each side of random triangles is tested against each other triangle, by exact volumes from
  // small integers.
  Random random(5);
  for (int round = 0; round < 20; ++round)
  {
    TriangleMesh mesh;
    constexpr int triangles = 40;
    for (int i = 0; i < 9 * triangles; ++i)
    {
      mesh.points.push_back(std::floor(random.uniform(0.0, 1000.0)) + (i / 9) * 7.0);
    }
    mesh.triangles.resize(3 * triangles);
    std::iota(mesh.triangles.begin(), mesh.triangles.end(), 0);
    const auto volume = [&](int a, int b, int c, int d)
    {
      const Position o = mesh.point(d);
      return dotProduct(
        minus(mesh.point(a), o), crossProduct(minus(mesh.point(b), o), minus(mesh.point(c), o)));
    };
    std::int64_t expected = 0;
    for (int s = 0; s < triangles; ++s)
    {
      for (int t = s + 1; t < triangles; ++t)
      {
        bool isCrossing = false;
        for (int side = 0; side < 6; ++side)
        {
          const int from = 3 * (side < 3 ? s : t);
          const int to = 3 * (side < 3 ? t : s);
          const int p = from + side % 3;
          const int q = from + (side + 1) % 3;
          const bool isApart = volume(to, to + 1, to + 2, p) * volume(to, to + 1, to + 2, q) < 0.0;
          const double ab = volume(p, q, to, to + 1);
          const double bc = volume(p, q, to + 1, to + 2);
          const double ca = volume(p, q, to + 2, to);
          isCrossing = isCrossing || (isApart && ab * bc > 0.0 && bc * ca > 0.0);
        }
        expected += isCrossing ? 1 : 0;
      }
    }
    EXPECT_EQ(findCrossings(mesh).crossing.count, expected);
    EXPECT_GT(expected, 0);
  }
}
