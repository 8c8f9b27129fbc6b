// Tests of distances between surfaces: from points to triangles against a loop over all triangles,
// and of surfaces of known distance.

#include "Support/Random.h"

#include "Geometry/Triangles/SurfaceDistance.h"
#include "Geometry/Triangles/TriangleDistanceReference.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Random triangles of all sizes in a cube; some are without area, some are points.
TriangleMesh randomTriangles(std::size_t count, Random& random)
{
  TriangleMesh mesh;
  for (std::size_t t = 0; t < count; ++t)
  {
    const double size = std::pow(10.0, random.uniform(-3, 0));
    const std::vector<double> centre = random.vector(3, 0, 1);
    const std::size_t kind = random.index(8);
    for (std::size_t c = 0; c < 3; ++c)
    {
      const std::size_t from = 3 * (mesh.numberOfPoints() - c);
      for (std::size_t d = 0; d < 3; ++d)
      {
        const double x = centre[d] + size * random.uniform(-1, 1);
        // Two corners coincide for kind 0, all for kind 1.
        const bool same = (kind == 0 && c == 1) || (kind == 1 && c > 0);
        mesh.points.push_back(same ? mesh.points[from + d] : x);
      }
      mesh.triangles.push_back(static_cast<std::int32_t>(mesh.numberOfPoints()) - 1);
    }
  }
  return mesh;
}

/// A square in z = height, divided into 2 n^2 triangles.
TriangleMesh square(int n, double size, double height)
{
  TriangleMesh mesh;
  for (int j = 0; j <= n; ++j)
  {
    for (int i = 0; i <= n; ++i)
    {
      mesh.points.insert(mesh.points.end(), { size * i / n, size * j / n, height });
      if (i < n && j < n)
      {
        const int p = i + (n + 1) * j;
        mesh.triangles.insert(
          mesh.triangles.end(), { p, p + 1, p + n + 2, p, p + n + 2, p + n + 1 });
      }
    }
  }
  return mesh;
}

SurfaceDistances measured(const TriangleMesh& a, const TriangleMesh& b)
{
  Observer observer;
  return measureDistances(a, b, observer).value();
}

class Stopped : public Observer
{
public:
  bool stopRequested() override { return true; }
};
}

TEST(TriangleTree, TellsWhetherATriangleIsNear)
{
  Random random(23);
  int near = 0;
  for (const std::size_t count : { 1, 3, 40, 700 })
  {
    const TriangleMesh mesh = randomTriangles(count, random);
    const TriangleTree tree(mesh);
    for (int i = 0; i < 300; ++i)
    {
      const std::vector<double> x = random.vector(3, -0.5, 1.5);
      const std::array<double, 3> point = { x[0], x[1], x[2] };
      const double distance = reference::distance(point, mesh);
      const double bound = distance * std::pow(10.0, random.uniform(-1, 1));
      auto triangle = static_cast<std::int32_t>(random.index(count));
      EXPECT_EQ(tree.isWithin(point, bound, triangle), distance < bound);
      if (distance < bound)
      {
        ++near;
        TriangleMesh found;
        found.points = mesh.points;
        found.triangles.assign(&mesh.triangles[3 * std::size_t(triangle)],
          &mesh.triangles[3 * std::size_t(triangle)] + 3);
        EXPECT_LT(reference::distance(point, found), bound);
      }
    }
  }
  EXPECT_GT(near, 400);
  EXPECT_LT(near, 800);
}

TEST(TriangleTree, FindsTheNearestTriangle)
{
  Random random(3301);
  for (const std::size_t count : { 1U, 2U, 4U, 5U, 17U, 300U })
  {
    SCOPED_TRACE(count);
    const TriangleMesh mesh = randomTriangles(count, random);
    const TriangleTree tree(mesh);
    for (int repeat = 0; repeat < 200; ++repeat)
    {
      const std::vector<double> x = random.vector(3, -1, 2);
      const std::array<double, 3> point = { x[0], x[1], x[2] };
      const double expected = reference::distance(point, mesh);
      auto nearest = static_cast<std::int32_t>(random.index(count));
      ASSERT_NEAR(std::sqrt(tree.squaredDistance(point, nearest)), expected, 1e-12);
      TriangleMesh one;
      one.points = mesh.points;
      one.triangles.assign(
        mesh.triangles.begin() + 3 * nearest, mesh.triangles.begin() + 3 * nearest + 3);
      ASSERT_NEAR(reference::distance(point, one), expected, 1e-12);
    }
    for (std::int32_t p = 0; p < static_cast<std::int32_t>(mesh.numberOfPoints()); ++p)
    {
      std::int32_t nearest = 0;
      ASSERT_NEAR(tree.squaredDistance(mesh.point(p), nearest), 0.0, 1e-24);
    }
  }
}

TEST(SurfaceDistance, OfParallelSquaresIsWhatIsBetweenThem)
{
  const SurfaceDistances found = measured(square(7, 1.0, 0.0), square(12, 1.0, 0.25));
  EXPECT_NEAR(found.hausdorff, 0.25, 1e-14);
  EXPECT_NEAR(found.mean, 0.25, 1e-14);
}

TEST(SurfaceDistance, WeighsByArea)
{
  // The larger square extends by 1 beyond the smaller one on two sides. Distances there are x, y
  // and sqrt(x^2 + y^2), whose mean over the unit square is known.
  const SurfaceDistances found = measured(square(40, 1.0, 0.0), square(160, 2.0, 0.0));
  EXPECT_NEAR(found.hausdorff, std::sqrt(2.0), 1e-14);
  const double corner = (std::sqrt(2.0) + std::log(1.0 + std::sqrt(2.0))) / 3.0;
  EXPECT_NEAR(found.mean, (0.5 + 0.5 + corner) / 5.0, 1e-4);
  // Finer triangles in one half have no larger weight.
  TriangleMesh uneven = square(40, 1.0, 0.0);
  const TriangleMesh fine = square(100, 1.0, 3.0);
  const auto offset = static_cast<std::int32_t>(uneven.numberOfPoints());
  uneven.points.insert(uneven.points.end(), fine.points.begin(), fine.points.end());
  for (const std::int32_t point : fine.triangles)
  {
    uneven.triangles.push_back(point + offset);
  }
  EXPECT_NEAR(measured(square(10, 1.0, 0.0), uneven).mean, 1.0, 1e-11);
}

TEST(SurfaceDistance, IsTheSameFromEitherSide)
{
  // The most distant point is on one surface or on the other.
  const TriangleMesh small = square(10, 1.0, 0.0);
  const TriangleMesh large = square(20, 3.0, 0.5);
  const double farthest = std::sqrt(2.0 * 2.0 + 2.0 * 2.0 + 0.5 * 0.5);
  for (const auto& [first, second] : { std::pair(small, large), std::pair(large, small) })
  {
    const SurfaceDistances found = measured(first, second);
    EXPECT_NEAR(found.hausdorff, farthest, 1e-14);
    // The order of summation of a thousand terms differs.
    EXPECT_NEAR(found.mean, measured(second, first).mean, 1e-12);
  }
  // Distances are computed from and to a surface with a spike.
  TriangleMesh spike = square(10, 1.0, 0.0);
  spike.points[3 * 60 + 2] = 4.0;
  const TriangleMesh flat = square(10, 1.0, 0.0);
  EXPECT_NEAR(measured(spike, flat).hausdorff, 4.0, 1e-14);
  EXPECT_NEAR(measured(flat, spike).hausdorff, 4.0, 1e-14);
}

TEST(SurfaceDistance, OfNothingIsNotANumber)
{
  EXPECT_TRUE(std::isnan(measured(square(2, 1.0, 0.0), TriangleMesh()).hausdorff));
  EXPECT_TRUE(std::isnan(measured(TriangleMesh(), square(2, 1.0, 0.0)).mean));
}

TEST(SurfaceDistance, StopsWhenAsked)
{
  Stopped observer;
  EXPECT_FALSE(measureDistances(square(2, 1.0, 0.0), square(2, 1.0, 1.0), observer));
}
