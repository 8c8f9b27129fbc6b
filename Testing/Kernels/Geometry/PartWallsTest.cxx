// Tests of surfaces of designs on the voxels of a part: walls are on the part, bores are round and
// rims sharp.

#include "Support/Random.h"
#include "Support/RandomCases.h"
#include "Support/SurfaceDesigns.h"
#include "Support/Surfaces/BoredParts.h"
#include "Support/Surfaces/SelfIntersections.h"

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Smoothing/SurfaceFolds.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Triangles/Position.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace trabecula::testing
{
namespace
{
constexpr int Facets = 512;

BoredPlate plateOf(double radius, bool isTilted)
{
  BoredPlate plate;
  plate.radius = radius;
  plate.half = radius + 4.3;
  plate.height = 7.4;
  if (isTilted)
  {
    plate.tilt();
  }
  return plate;
}

/// Measures of points on the wall of the bore, with voxels of edge 1.
struct BoreMeasure
{
  double mean = 0.0;
  double farthest = 0.0; ///< distance from the wall
  double count = 0.0;
};

BoreMeasure measureBore(const TopologySurface& surface, const BoredPlate& plate)
{
  BoreMeasure bore;
  for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
  {
    const Position x = plate.local(surface.mesh.point(static_cast<std::int32_t>(p)));
    const double radius = std::hypot(x[0], x[1]);
    if (surface.pointOrigins[p] == std::uint8_t(SurfaceOrigin::Domain) &&
      std::abs(radius - plate.radius) < 1.0 && std::abs(x[2]) < 0.5 * plate.height - 0.02)
    {
      bore.mean += radius;
      bore.farthest = std::max(bore.farthest, std::abs(radius - plate.radius));
      bore.count += 1.0;
    }
  }
  bore.mean /= bore.count;
  return bore;
}

/// Largest distance of the middle of the rims' edges from the nearest edge of the surface along the
/// rim: 0 for a sharp rim.
double bluntnessOfRims(const TopologySurface& surface, const BoredPlate& plate)
{
  constexpr int samples = 400;
  double largest = 0.0;
  for (const double z : { -0.5 * plate.height, 0.5 * plate.height })
  {
    for (int i = 0; i < samples; ++i)
    {
      const double angle = 2.0 * std::acos(-1.0) * (i + 0.5) / samples;
      double nearest = plate.half;
      for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
      {
        const Position x = plate.local(surface.mesh.point(static_cast<std::int32_t>(p)));
        const double off = std::hypot(std::hypot(x[0], x[1]) - plate.radius, x[2] - z);
        if (off < 0.02)
        {
          nearest = std::min(nearest,
            std::hypot(
              x[0] - plate.radius * std::cos(angle), x[1] - plate.radius * std::sin(angle)));
        }
      }
      largest = std::max(largest, nearest);
    }
  }
  return largest;
}

void expectSound(const TopologySurface& surface)
{
  EXPECT_TRUE(surface.topology.isClosedManifold());
  EXPECT_EQ(countFolds(surface.mesh), 0);
  EXPECT_EQ(countSelfIntersections(surface.mesh), 0);
}
}

class PartWallsOfBores : public ::testing::TestWithParam<std::tuple<double, bool>>
{
};

TEST_P(PartWallsOfBores, MakesBoresRoundAndRimsSharp)
{
  const auto [radius, isTilted] = GetParam();
  const BoredPlate plate = plateOf(radius, isTilted);
  const TriangleMesh part = plate.surface(Facets);
  TopologySurfaceProblem problem = voxelsOfSurface(part, 1.0, [](const Position&) { return 1.0; });
  problem.part = part;
  const TopologySurface surface = surfaceOf(problem);
  expectSound(surface);
  EXPECT_EQ(surface.topology.eulerCharacteristic, 0);
  const BoreMeasure bore = measureBore(surface, plate);
  EXPECT_GT(bore.count, 6.0 * radius * plate.height);
  EXPECT_NEAR(bore.mean / radius, 1.0, 0.002);
  EXPECT_LT(bore.farthest, 0.02);
  EXPECT_LT(bluntnessOfRims(surface, plate), 1.0);
  EXPECT_NEAR(surface.volume / enclosedVolume(part), 1.0, 0.01);
  // The whole surface consists of walls.
  const PartShape shape(part);
  std::int32_t nearest = 0;
  double farthest = 0.0;
  for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
  {
    farthest = std::max(
      farthest, shape.nearest(surface.mesh.point(static_cast<std::int32_t>(p)), nearest).distance);
  }
  EXPECT_LT(farthest, 0.01);
}

TEST_P(PartWallsOfBores, KeepsTheWallsThatADesignReaches)
{
  // Material above a wavy sheet through the bore is removed, with intermediate densities at the
  // sheet.
  const auto [radius, isTilted] = GetParam();
  const BoredPlate plate = plateOf(radius, isTilted);
  const TriangleMesh part = plate.surface(Facets);
  TopologySurfaceProblem problem = voxelsOfSurface(part, 1.0,
    [&](const Position& at)
    {
      const Position x = plate.local(at);
      return std::clamp(
        0.5 - 0.4 * (x[2] - 0.8 * std::sin(0.5 * x[0]) - 0.3 * x[1] / plate.half), 0.0, 1.0);
    });
  problem.part = part;
  const TopologySurface surface = surfaceOf(problem);
  expectSound(surface);
  const BoreMeasure bore = measureBore(surface, plate);
  EXPECT_GT(bore.count, 2.5 * radius * plate.height);
  EXPECT_NEAR(bore.mean / radius, 1.0, 0.002);
  EXPECT_LT(bore.farthest, 0.02);
  EXPECT_NEAR(surface.volume / surface.wantedVolume, 1.0, 0.01);
  // No point is outside of the part.
  const PartShape shape(part);
  std::int32_t nearest = 0;
  double outside = 0.0;
  for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
  {
    outside = std::max(
      outside, -shape.signedDistance(surface.mesh.point(static_cast<std::int32_t>(p)), nearest));
  }
  EXPECT_LT(outside, 0.01);
}

TEST(PartWalls, OfAPlateInAnyDirectionAreNotFolded)
{
  // Distances between sharp edges and corners of voxels are arbitrary.
  Random random(11);
  for (int i = 0; i < randomCases(12, 2); ++i)
  {
    BoredPlate plate;
    plate.radius = random.uniform(2.0, 6.0);
    plate.half = plate.radius + random.uniform(1.5, 5.0);
    plate.height = random.uniform(2.5, 8.0);
    plate.turn({ random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0) },
      random.uniform(0.0, 6.0));
    TopologySurfaceProblem problem =
      voxelsOfSurface(plate.surface(64), 1.0, [](const Position&) { return 1.0; });
    problem.part = plate.surface(64);
    const TopologySurface surface = surfaceOf(problem);
    SCOPED_TRACE(i);
    expectSound(surface);
    EXPECT_EQ(surface.numberOfPieces, 1);
    EXPECT_EQ(surface.topology.eulerCharacteristic, 0);
  }
}

TEST(PartWalls, StatusCountsWhatWasMoved)
{
  // Outer walls are in planes of the grid, so that only the wall of the bore is moved.
  BoredPlate plate = plateOf(5.0, false);
  plate.half = 9.0;
  plate.height = 8.0;
  TopologySurfaceProblem problem =
    voxelsOfSurface(plate.surface(Facets), 1.0, [](const Position&) { return 1.0; });
  problem.part = plate.surface(Facets);
  const TopologySurface surface = surfaceOf(problem);
  std::int64_t most = 0; // points of the bore, and those on sharp outer edges
  std::int64_t bore = 0;
  for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
  {
    const Position x = surface.mesh.point(static_cast<std::int32_t>(p));
    const int walls =
      int(std::abs(x[0]) > 8.999) + int(std::abs(x[1]) > 8.999) + int(std::abs(x[2]) > 3.999);
    bore += std::hypot(x[0], x[1]) < 5.01 ? 1 : 0;
    most += std::hypot(x[0], x[1]) < 5.01 || walls > 1 ? 1 : 0;
  }
  EXPECT_GT(surface.fit.moved, bore / 2);
  EXPECT_LE(surface.fit.moved, most);
  EXPECT_EQ(surface.fit.fitted, std::int64_t(surface.mesh.numberOfPoints()));
}

INSTANTIATE_TEST_SUITE_P(
  Radii, PartWallsOfBores, ::testing::Combine(::testing::Values(2.0, 3.3, 5.0), ::testing::Bool()));
INSTANTIATE_TEST_SUITE_P(LengthyRadii, PartWallsOfBores,
  ::testing::Combine(::testing::Values(9.7, 20.0), ::testing::Bool()));
}
