// Tests of the part of a surface within a distance of a patch.

#include "Geometry/Triangles/SurfaceWithin.h"

#include "Geometry/Triangles/TriangleDistanceReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <random>

namespace trabecula::testing
{
namespace
{
constexpr double Pi = 3.14159265358979323846;

/// Two triangles in the plane z = 0 around the origin.
TriangleMesh plate(double halfWidth)
{
  const double w = halfWidth;
  return { { -w, -w, 0.0, w, -w, 0.0, w, w, 0.0, -w, w, 0.0 }, { 0, 1, 2, 0, 2, 3 } };
}

/// The wall of a bore along z around the origin, of quadrilaterals from z = 0 down.
TriangleMesh bore(double radius, double depth, int sides)
{
  TriangleMesh mesh;
  for (int i = 0; i < sides; ++i)
  {
    const double angle = 2.0 * Pi * i / sides;
    for (const double z : { 0.0, -depth })
    {
      mesh.points.insert(
        mesh.points.end(), { radius * std::cos(angle), radius * std::sin(angle), z });
    }
    const std::int32_t a = 2 * i;
    const std::int32_t b = 2 * ((i + 1) % sides);
    mesh.triangles.insert(mesh.triangles.end(), { a, a + 1, b, b, a + 1, b + 1 });
  }
  return mesh;
}
}

// The ring around a bore in a plate of two triangles, neither of which is entirely within the
// distance.
TEST(SurfaceWithin, DrawsTheRingOfABore)
{
  constexpr double radius = 5.0;
  constexpr double distance = 4.0;
  const TriangleMesh ring = surfaceWithin(plate(100.0), bore(radius, 20.0, 400), distance);

  // The plate has no hole, so that the area inside of the bore is included.
  const double area = 4.0 * Pi * radius * distance;
  EXPECT_NEAR(surfaceArea(ring), area, 1e-3 * area);
  double largest = 0.0;
  for (std::size_t i = 0; i < ring.numberOfPoints(); ++i)
  {
    largest = std::max(largest, std::hypot(ring.points[3 * i], ring.points[3 * i + 1]));
    EXPECT_EQ(ring.points[3 * i + 2], 0.0);
  }
  EXPECT_NEAR(largest, radius + distance, 2e-3 * distance);
  EXPECT_LT(ring.numberOfTriangles(), 20000u);
}

// Random triangles against the distances of random points on them.
TEST(SurfaceWithin, AgreesWithDistancesOfPoints)
{
  std::mt19937 random(7);
  std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  constexpr double distance = 0.4;
  for (int repetition = 0; repetition < 20; ++repetition)
  {
    TriangleMesh surface;
    TriangleMesh patch;
    for (TriangleMesh* mesh : { &surface, &patch })
    {
      std::generate_n(std::back_inserter(mesh->points), 9, [&] { return coordinate(random); });
      mesh->triangles = { 0, 1, 2 };
    }
    const double part = surfaceArea(surfaceWithin(surface, patch, distance)) / surfaceArea(surface);

    constexpr int samples = 20000;
    int inside = 0;
    for (int i = 0; i < samples; ++i)
    {
      double u = share(random);
      double v = share(random);
      if (u + v > 1.0)
      {
        u = 1.0 - u;
        v = 1.0 - v;
      }
      std::array<double, 3> x;
      for (std::size_t c = 0; c < 3; ++c)
      {
        x[c] =
          (1.0 - u - v) * surface.points[c] + u * surface.points[3 + c] + v * surface.points[6 + c];
      }
      inside += reference::distance(x, patch) <= distance ? 1 : 0;
    }
    // The tolerance is four standard deviations of the samples, and the error of chords at the
    // boundary.
    const double deviation = std::sqrt(std::max(part * (1.0 - part), 1e-3) / samples);
    EXPECT_NEAR(part, double(inside) / samples, 4.0 * deviation + 2e-3) << repetition;
  }
}

TEST(SurfaceWithin, LeavesNothingBeyond)
{
  TriangleMesh patch = bore(1.0, 1.0, 12);
  for (std::size_t i = 0; i < patch.numberOfPoints(); ++i)
  {
    patch.points[3 * i + 2] -= 5.0;
  }
  EXPECT_EQ(surfaceWithin(plate(10.0), patch, 4.9).numberOfTriangles(), 0u);
}
}
