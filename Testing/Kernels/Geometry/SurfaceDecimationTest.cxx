// Tests of the decimation of surfaces: flat bodies of known numbers of triangles, and designs and
// bodies of revolution whose deviation is examined at random points by the reference of distances.

#include "Geometry/Voxelization/ClosedSurfaces.h"
#include "Support/Random.h"
#include "Support/RandomCases.h"
#include "Support/SurfaceDesigns.h"

#include "Geometry/Decimation/SurfaceDecimation.h"
#include "Geometry/Decimation/SurfaceDeviation.h"
#include "Geometry/Triangles/TriangleDistanceReference.h"
#include "Geometry/Voxelization/MergedSurface.h"
#include "Geometry/Voxelization/TriangleCrossings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// A surface whose triangles are divided into four repeatedly.
TriangleMesh divided(TriangleMesh mesh, int rounds)
{
  for (int round = 0; round < rounds; ++round)
  {
    TriangleMesh finer;
    for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
    {
      std::array<Position, 6> x;
      for (std::size_t c = 0; c < 3; ++c)
      {
        x[c] = mesh.point(mesh.triangles[3 * t + c]);
      }
      for (std::size_t c = 0; c < 3; ++c)
      {
        for (std::size_t d = 0; d < 3; ++d)
        {
          x[3 + c][d] = 0.5 * (x[c][d] + x[(c + 1) % 3][d]);
        }
      }
      for (const int corner : { 0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5 })
      {
        finer.triangles.push_back(static_cast<std::int32_t>(finer.numberOfPoints()));
        const Position& point = x[static_cast<std::size_t>(corner)];
        finer.points.insert(finer.points.end(), point.begin(), point.end());
      }
    }
    mesh = mergeEqualPoints(finer).mesh;
  }
  return mesh;
}

/// A tube along z of so many sides and layers: a body as CAD makes it, with a bore.
TriangleMesh tube(double inner, double outer, double length, int sides, int layers)
{
  TriangleMesh mesh;
  const auto number = [&](int ring, int layer, int side)
  { return 2 * (layer * sides + side % sides) + ring; };
  for (int layer = 0; layer <= layers; ++layer)
  {
    for (int side = 0; side < sides; ++side)
    {
      const double angle = 2.0 * std::acos(-1.0) * side / sides;
      for (const double radius : { inner, outer })
      {
        mesh.points.insert(mesh.points.end(),
          { radius * std::cos(angle), radius * std::sin(angle), length * layer / layers });
      }
    }
  }
  const auto add = [&](int a, int b, int c, int d) {
    mesh.triangles.insert(mesh.triangles.end(), { a, b, c, a, c, d });
  };
  for (int side = 0; side < sides; ++side)
  {
    for (int layer = 0; layer < layers; ++layer)
    {
      add(number(1, layer, side), number(1, layer, side + 1), number(1, layer + 1, side + 1),
        number(1, layer + 1, side));
      add(number(0, layer, side + 1), number(0, layer, side), number(0, layer + 1, side),
        number(0, layer + 1, side + 1));
    }
    add(number(0, 0, side), number(0, 0, side + 1), number(1, 0, side + 1), number(1, 0, side));
    add(number(0, layers, side), number(1, layers, side), number(1, layers, side + 1),
      number(0, layers, side + 1));
  }
  return mesh;
}

DecimatedSurface decimated(
  const TriangleMesh& mesh, double distance, std::vector<std::uint8_t> labels = {})
{
  labels.resize(mesh.numberOfTriangles(), 0);
  Observer observer;
  return decimateSurface(mesh, labels, distance, observer).value();
}

std::int64_t crossingsOf(const TriangleMesh& mesh)
{
  const SurfaceCrossings found = findCrossings(mesh);
  return found.crossing.count + found.overlapping.count;
}

/// The largest distance of random points of a surface from another.
double sampledDistance(
  const TriangleMesh& surface, const TriangleMesh& other, int samples, Random& random)
{
  double largest = 0.0;
  for (int i = 0; i < samples; ++i)
  {
    const std::int32_t* c = &surface.triangles[3 * random.index(surface.numberOfTriangles())];
    const double s = std::sqrt(random.uniform(0, 1));
    const double t = random.uniform(0, 1);
    Position x = {};
    for (std::size_t d = 0; d < 3; ++d)
    {
      x[d] = (1 - s) * surface.point(c[0])[d] + s * (1 - t) * surface.point(c[1])[d] +
        s * t * surface.point(c[2])[d];
    }
    largest = std::max(largest, reference::distance(x, other));
  }
  return largest;
}

/// Requires what decimateSurface() promises.
void check(const TriangleMesh& mesh, const DecimatedSurface& result, double distance,
  Random& random, const std::string& of)
{
  SCOPED_TRACE(of);
  const SurfaceTopology before = findTopology(mesh);
  const SurfaceTopology after = findTopology(result.mesh);
  EXPECT_TRUE(after.isClosedManifold());
  EXPECT_EQ(after.eulerCharacteristic, before.eulerCharacteristic);
  EXPECT_LE(crossingsOf(result.mesh), crossingsOf(mesh));
  EXPECT_LE(result.deviation, distance);
  ASSERT_EQ(result.triangles.size(), result.mesh.numberOfTriangles());
  ASSERT_EQ(result.points.size(), result.mesh.numberOfPoints());
  for (std::size_t p = 0; p < result.points.size(); ++p)
  {
    EXPECT_EQ(result.mesh.point(static_cast<std::int32_t>(p)), mesh.point(result.points[p]));
  }
  constexpr double rounding = 1e-9;
  const int samples = randomCases(60, 10);
  EXPECT_LE(sampledDistance(mesh, result.mesh, samples, random), distance + rounding);
  EXPECT_LE(sampledDistance(result.mesh, mesh, samples, random), distance + rounding);
  // The volume between two surfaces is at most the distance times the larger area, to first order.
  EXPECT_NEAR(enclosedVolume(result.mesh), enclosedVolume(mesh),
    distance * (surfaceArea(mesh) + surfaceArea(result.mesh)));
}

TEST(SurfaceDecimation, FlatBoxesBecomeTwelveTriangles)
{
  Random random(1);
  const TriangleMesh box = divided(makeBox({ 0, 0, 0 }, { 3, 2, 1 }), 4);
  for (const double angle : { 0.0, 0.7 })
  {
    const TriangleMesh mesh = turned(box, { 1, 2, 3 }, angle);
    ASSERT_EQ(mesh.numberOfTriangles(), 12U * 256);
    const DecimatedSurface result = decimated(mesh, 1e-3);
    EXPECT_EQ(result.mesh.numberOfTriangles(), 12U);
    EXPECT_NEAR(enclosedVolume(result.mesh), 6.0, 1e-12);
    EXPECT_LT(result.deviation, 1e-12);
    check(mesh, result, 1e-3, random, "box");
  }
}

TEST(SurfaceDecimation, SeveralBoxesAndCavities)
{
  Random random(2);
  const TriangleMesh hollow = together(divided(makeBox({ 0, 0, 0 }, { 3, 3, 3 }), 3),
    insideOut(divided(makeBox({ 1, 1, 1 }, { 2, 2, 2 }), 2)));
  const TriangleMesh mesh = together(hollow, divided(makeBox({ 5, 0, 0 }, { 6, 1, 1 }), 2));
  const DecimatedSurface result = decimated(mesh, 1e-2);
  EXPECT_EQ(result.mesh.numberOfTriangles(), 36U);
  EXPECT_NEAR(enclosedVolume(result.mesh), 27.0 - 1.0 + 1.0, 1e-12);
  check(mesh, result, 1e-2, random, "boxes");
}

TEST(SurfaceDecimation, TubesKeepTheirSides)
{
  // Along the axis it is flat: one layer remains if no side may go.
  Random random(3);
  constexpr int sides = 24;
  const TriangleMesh mesh = tube(1.0, 2.0, 4.0, sides, 12);
  ASSERT_TRUE(findTopology(mesh).isClosedManifold());
  const DecimatedSurface result = decimated(mesh, 1e-3);
  EXPECT_EQ(result.mesh.numberOfTriangles(), 8U * sides);
  check(mesh, result, 1e-3, random, "tube");
}

TEST(SurfaceDecimation, LinesBetweenLabelsRemain)
{
  // The upper part of a box is another region, to a height at which there are points.
  TriangleMesh mesh = divided(makeBox({ 0, 0, 0 }, { 1, 1, 1 }), 3);
  std::vector<std::uint8_t> labels(mesh.numberOfTriangles());
  const auto isAbove = [](const TriangleMesh& of, std::size_t t)
  {
    return of.point(of.triangles[3 * t])[2] + of.point(of.triangles[3 * t + 1])[2] +
      of.point(of.triangles[3 * t + 2])[2] >
      1.5;
  };
  for (std::size_t t = 0; t < labels.size(); ++t)
  {
    labels[t] = isAbove(mesh, t) ? 1 : 0;
  }
  const DecimatedSurface result = decimated(mesh, 1e-3, labels);
  EXPECT_EQ(result.mesh.numberOfTriangles(), 20U); // four corners of the line more
  for (std::size_t t = 0; t < result.triangles.size(); ++t)
  {
    EXPECT_EQ(
      labels[static_cast<std::size_t>(result.triangles[t])], isAbove(result.mesh, t) ? 1 : 0);
  }
}

TEST(SurfaceDecimation, RandomBodiesAndBounds)
{
  Random random(4);
  const int cases = randomCases(8, 2);
  for (int i = 0; i < cases; ++i)
  {
    const double distance = std::pow(10.0, random.uniform(-3.0, -0.7));
    const int sides = 6 + static_cast<int>(random.index(40));
    const TriangleMesh mesh = i % 2 == 0
      ? turned(makeEllipsoid({ 0, 0, 0 },
                 { random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2) }, 4),
          { 1, 1, 0 }, random.uniform(0, 3))
      : tube(random.uniform(0.3, 0.9), 1.0, random.uniform(0.2, 3), sides, 5);
    const DecimatedSurface result = decimated(mesh, distance);
    EXPECT_TRUE(result.isReduced);
    check(mesh, result, distance, random, "body " + std::to_string(i));
  }
}

TEST(SurfaceDecimation, RandomDesignsAndBounds)
{
  Random random(5);
  const int cases = randomCases(4, 2);
  std::size_t before = 0;
  std::size_t after = 0;
  for (int i = 0; i < cases; ++i)
  {
    const auto type = i % 3 == 0 ? CellType::Tetrahedron : CellType::Hexahedron;
    TopologySurfaceProblem problem = randomDesign(static_cast<std::uint64_t>(i), i % 4, 0.1, type);
    problem.settings.smooth = i % 2 == 0;
    const TopologySurface surface = surfaceOf(problem);
    if (!surface.topology.isClosedManifold())
    {
      continue;
    }
    const double size = std::cbrt(std::abs(surface.volume));
    const double distance = size * std::pow(10.0, random.uniform(-3.0, -1.0));
    const DecimatedSurface result = decimated(surface.mesh, distance, surface.origins);
    before += surface.mesh.numberOfTriangles();
    after += result.mesh.numberOfTriangles();
    check(surface.mesh, result, distance, random, "design " + std::to_string(i));
  }
  EXPECT_LT(after, before);
}

TEST(SurfaceDecimation, DeviationOfAnOffsetSphere)
{
  // Two concentric spheres: each point of the outer one is the difference of the radii away.
  const TriangleMesh inner = makeEllipsoid({ 0, 0, 0 }, { 1.0, 1.0, 1.0 }, 4);
  const TriangleMesh outer = makeEllipsoid({ 0, 0, 0 }, { 1.1, 1.1, 1.1 }, 4);
  Observer observer;
  const auto within = findDeviation(outer, inner, 0.105, 0.02, observer).value();
  EXPECT_TRUE(within.beyond.empty());
  EXPECT_NEAR(within.largest, 0.1, 5e-3); // an inscribed triangle lies below by its sagitta
  const auto beyond = findDeviation(outer, inner, 0.09, 0.02, observer).value();
  EXPECT_EQ(beyond.beyond.size(), outer.numberOfTriangles());
}

TEST(SurfaceDecimation, MiddlesOfTrianglesAreExamined)
{
  // The corners of a large triangle lie on a roof that is 0.5 high in its middle.
  TriangleMesh flat;
  flat.points = { 0, 0, 0, 4, 0, 0, 0, 4, 0 };
  flat.triangles = { 0, 1, 2 };
  TriangleMesh roof = flat;
  roof.points.insert(roof.points.end(), { 1, 1, 0.5 });
  roof.triangles = { 0, 1, 3, 1, 2, 3, 2, 0, 3 };
  Observer observer;
  EXPECT_EQ(findDeviation(flat, roof, 0.3, 0.05, observer).value().beyond.size(), 1U);
  EXPECT_EQ(findDeviation(roof, flat, 0.3, 0.05, observer).value().beyond.size(), 3U);
  EXPECT_TRUE(findDeviation(flat, roof, 0.5, 0.05, observer).value().beyond.empty());
}

TEST(SurfaceDecimation, OpenSurfacesRemain)
{
  TriangleMesh mesh = divided(makeBox({ 0, 0, 0 }, { 1, 1, 1 }), 2);
  mesh.triangles.resize(mesh.triangles.size() - 3);
  const DecimatedSurface result = decimated(mesh, 0.1);
  EXPECT_FALSE(result.isReduced);
  EXPECT_EQ(result.mesh.triangles, mesh.triangles);
}

TEST(SurfaceDecimation, StopsWhenAsked)
{
  class Stopper : public Observer
  {
  public:
    bool stopRequested() override { return true; }
  } stopper;
  const TriangleMesh mesh = divided(makeBox({ 0, 0, 0 }, { 1, 1, 1 }), 2);
  const std::vector<std::uint8_t> labels(mesh.numberOfTriangles(), 0);
  EXPECT_FALSE(decimateSurface(mesh, labels, 0.1, stopper).has_value());
}
}
