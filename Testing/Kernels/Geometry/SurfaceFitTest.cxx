// Tests of surfaces moved onto others: nearest points against sampling, and surfaces of voxels onto
// the surface from which the voxels were made.

#include "Support/SurfaceDesigns.h"
#include "Support/Surfaces/Tube.h"

#include "Geometry/Level/Smoothing/SurfaceFolds.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/SurfaceFit.h"
#include "Geometry/Triangles/TriangleDistanceReference.h"
#include "Mesh/Mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace trabecula::testing
{
namespace
{
/// A triangulated cylinder about x = y = 0.5 from z = 0 to z = 1 with a bore.
TriangleMesh boredCylinder(double outer, double bore, int around)
{
  TriangleMesh mesh;
  for (const double z : { 0.0, 1.0 })
  {
    for (const double radius : { outer, bore })
    {
      for (int i = 0; i < around; ++i)
      {
        const double angle = 2.0 * std::acos(-1.0) * i / around;
        mesh.points.insert(
          mesh.points.end(), { 0.5 + radius * std::cos(angle), 0.5 + radius * std::sin(angle), z });
      }
    }
  }
  mesh.triangles = trianglesOfTube(around);
  return mesh;
}

/// A design on voxels of a cube: solid where the centre is in the bored cylinder.
TopologySurfaceProblem voxelsOf(double outer, double bore, int cells)
{
  TopologySurfaceProblem problem;
  const Mesh cube = makeBoxMesh({ cells, cells, cells }, { 1.0, 1.0, 1.0 });
  std::vector<std::uint8_t> keep;
  for (int k = 0; k < cells; ++k)
  {
    for (int j = 0; j < cells; ++j)
    {
      for (int i = 0; i < cells; ++i)
      {
        const double radius = std::hypot((i + 0.5) / cells - 0.5, (j + 0.5) / cells - 0.5);
        keep.push_back(radius <= outer && radius >= bore ? 1 : 0);
      }
    }
  }
  problem.mesh = keepElements(cube, keep);
  problem.density.assign(problem.mesh.numberOfElements(), 1.0);
  return problem;
}
}

TEST(SurfaceFit, FindsTheNearestPointOfATriangle)
{
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int sample = 0; sample < 300; ++sample)
  {
    std::array<Position, 4> x;
    for (Position& point : x)
    {
      point = { any(random), any(random), any(random) };
    }
    const TriangleMesh triangle = { { x[1][0], x[1][1], x[1][2], x[2][0], x[2][1], x[2][2], x[3][0],
                                      x[3][1], x[3][2] },
      { 0, 1, 2 } };
    const Position nearest = nearestOnTriangle(x[0], x[1], x[2], x[3]);
    EXPECT_NEAR(std::hypot(nearest[0] - x[0][0], nearest[1] - x[0][1], nearest[2] - x[0][2]),
      reference::distance(x[0], triangle), 1e-12);
    EXPECT_NEAR(reference::distance(nearest, triangle), 0.0, 1e-7);
  }
}

TEST(SurfaceFit, MakesBoresOfVoxelsRound)
{
  constexpr double outer = 0.45;
  constexpr double bore = 0.2;
  TopologySurfaceProblem problem = voxelsOf(outer, bore, 24);
  const TopologySurface steps = surfaceOf(problem);
  problem.part = boredCylinder(outer, bore, 200);
  const TopologySurface surface = surfaceOf(problem);

  const double exact = enclosedVolume(problem.part);
  EXPECT_GT(std::abs(steps.volume / exact - 1.0), 5e-4);
  EXPECT_NEAR(surface.volume / exact, 1.0, 0.01);
  EXPECT_TRUE(surface.topology.isClosedManifold());
  EXPECT_EQ(surface.topology.eulerCharacteristic, 0); // of a torus
  EXPECT_EQ(countFolds(surface.mesh), 0);
  const auto points = static_cast<std::int64_t>(surface.mesh.numberOfPoints());
  EXPECT_EQ(surface.fit.fitted + surface.fit.stopped, points);
  EXPECT_LT(surface.fit.stopped, points / 100);
  // Points at half the height are on the two cylinders.
  double farthest = 0.0;
  for (std::int32_t p = 0; p < points; ++p)
  {
    const Position x = surface.mesh.point(p);
    if (x[2] > 0.1 && x[2] < 0.9)
    {
      const double radius = std::hypot(x[0] - 0.5, x[1] - 0.5);
      farthest = std::max(farthest, std::min(std::abs(radius - outer), std::abs(radius - bore)));
    }
  }
  EXPECT_LT(farthest, 2e-3);
}

TEST(SurfaceFit, LeavesWhatIsOutOfReach)
{
  TopologySurfaceProblem problem = voxelsOf(0.45, 0.2, 12);
  problem.settings.smooth = false;
  const TopologySurface before = surfaceOf(problem);
  problem.part = boredCylinder(0.45, 0.2, 50);
  for (std::size_t i = 0; i < problem.part.points.size(); i += 3)
  {
    problem.part.points[i] += 5.0;
  }
  const TopologySurface after = surfaceOf(problem);
  EXPECT_EQ(after.fit.fitted, 0);
  EXPECT_EQ(after.mesh.points, before.mesh.points);
}
}
