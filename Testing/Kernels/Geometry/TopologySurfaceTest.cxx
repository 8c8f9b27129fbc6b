// Tests of surfaces of designs: known bodies, pieces, smoothing that preserves volume and fixed
// faces.

#include "Geometry/TopologySurfaceTestInput.h"
#include "Support/Refusals.h"
#include "Support/SurfaceDesigns.h"

#include "Core/Error.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/LevelTetrahedra.h"
#include "Geometry/Level/Smoothing/SurfaceFolds.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
double shortestEdge(const TriangleMesh& mesh)
{
  double shortest = 1.0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
  {
    const Position edge =
      minus(mesh.point(mesh.triangles[i]), mesh.point(mesh.triangles[i % 3 == 2 ? i - 2 : i + 1]));
    shortest = std::min(shortest, std::sqrt(dotProduct(edge, edge)));
  }
  return shortest;
}

/// Expects that a triangle in a plane face of the mesh is in its plane and oriented outward.
void expectOnItsFace(const LevelField& field, const LevelSurface& surface, std::size_t triangle)
{
  const std::int64_t side = surface.sides[triangle];
  if (side == ElementFaces::None)
  {
    return;
  }
  std::array<Position, 4> x{};
  for (std::size_t i = 0; i < 4; ++i)
  {
    x[i] = field.position(nodesOfSide(field.mesh, side)[i]);
  }
  const Position normal = crossProduct(minus(x[2], x[0]), minus(x[3], x[1]));
  const double length = std::sqrt(dotProduct(normal, normal));
  if (std::abs(dotProduct(minus(x[1], x[0]), normal)) > 1e-9 * length)
  {
    return;
  }
  std::array<Position, 3> corners{};
  for (std::size_t i = 0; i < 3; ++i)
  {
    corners[i] = surface.mesh.point(surface.mesh.triangles[3 * triangle + i]);
    EXPECT_NEAR(dotProduct(minus(corners[i], x[0]), normal) / length, 0.0, 1e-12);
  }
  EXPECT_GT(
    dotProduct(normal, crossProduct(minus(corners[1], corners[0]), minus(corners[2], corners[0]))),
    0.0);
}
}

TEST(TopologySurface, OfASphereHasItsVolumeAndArea)
{
  const double radius = 0.35;
  double lastVolumeError = 1.0;
  for (const int cells : { 10, 20, 40 })
  {
    TopologySurfaceProblem problem = sphere(cells, radius);
    problem.settings.thresholdBy = Kind::ThresholdBy::Value;
    const TopologySurface surface = surfaceOf(problem);
    EXPECT_TRUE(surface.topology.isClosedManifold());
    EXPECT_EQ(surface.topology.eulerCharacteristic, 2);
    EXPECT_EQ(surface.numberOfPieces, 1);
    EXPECT_EQ(countFolds(surface.mesh), 0);
    const double volumeError =
      std::abs(surface.volume / (4.0 / 3.0 * Pi * radius * radius * radius) - 1.0);
    const double areaError = std::abs(surface.area / (4.0 * Pi * radius * radius) - 1.0);
    // The error is of second order, 1 % with seven cells per radius, as densities at nodes are
    // means.
    EXPECT_LT(volumeError, 6.0 / (cells * cells));
    EXPECT_LT(areaError, 5.0 / (cells * cells));
    EXPECT_LT(volumeError, lastVolumeError);
    lastVolumeError = volumeError;
  }
}

TEST(TopologySurface, OfDensitiesOfNodesNeedsNoSmoothing)
{
  const double radius = 0.35;
  for (const int cells : { 10, 20, 40 })
  {
    TopologySurfaceProblem problem;
    problem.mesh = sphere(cells, radius).mesh;
    for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
    {
      const double* x = &problem.mesh.points[3 * n];
      problem.nodalDensity.push_back(0.5 - distanceToSphere(x[0], x[1], x[2], radius));
    }
    problem.settings.thresholdBy = Kind::ThresholdBy::Value;
    problem.settings.smooth = false;
    const TopologySurface surface = surfaceOf(problem);
    EXPECT_TRUE(surface.topology.isClosedManifold());
    EXPECT_EQ(surface.topology.eulerCharacteristic, 2);
    double farthest = 0.0;
    for (std::size_t i = 0; i < surface.mesh.points.size(); i += 3)
    {
      const double* x = &surface.mesh.points[i];
      farthest = std::max(farthest, std::abs(distanceToSphere(x[0], x[1], x[2], radius)));
    }
    // Linear interpolation along edges is of second order; crossings have a minimum distance from
    // ends.
    EXPECT_LT(farthest, 0.8 / (cells * cells) + LevelField::LeastFraction / cells) << cells;
  }
}

TEST(TopologySurface, EnclosesTheVolumeOfALinearFieldOfNodes)
{
  TopologySurfaceProblem problem = sphere(8, 0.35);
  problem.density.clear();
  for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
  {
    problem.nodalDensity.push_back(problem.mesh.points[3 * n]);
  }
  const TopologySurface surface = surfaceOf(problem);
  EXPECT_NEAR(surface.fieldVolume, 0.5, 1e-12);
  EXPECT_NEAR(surface.threshold, 0.5, 1e-3);
  EXPECT_NEAR(surface.volume, 0.5, 1e-3);
  problem.region.assign(problem.mesh.numberOfElements(), DesignRegion::Void);
  for (std::size_t e = 0; e < 64; ++e)
  {
    problem.region[e] = DesignRegion::Design;
  }
  // One of eight layers of cells has density.
  EXPECT_NEAR(surfaceOf(problem).fieldVolume, 0.5 / 8.0, 1e-12);
  problem.nodalDensity.pop_back();
  EXPECT_THROW(surfaceOf(problem), Error);
}

TEST(TopologySurface, EnclosesTheVolumeOfTheField)
{
  for (const bool smooth : { false, true })
  {
    TopologySurfaceProblem problem = sphere(16, 0.4);
    problem.settings.smooth = smooth;
    const TopologySurface surface = surfaceOf(problem);
    double volume = 0.0;
    for (const double density : problem.density)
    {
      volume += density / (16.0 * 16.0 * 16.0);
    }
    EXPECT_NEAR(surface.fieldVolume, volume, 1e-12);
    EXPECT_NEAR(surface.volume, volume, 1e-3 * volume);
    EXPECT_EQ(surface.wantedVolume, surface.fieldVolume);

    problem.settings.thresholdBy = Kind::ThresholdBy::VolumeFraction;
    problem.settings.volumeFraction = 0.25;
    EXPECT_NEAR(surfaceOf(problem).volume, 0.25, 1e-3);
    // The fraction is that of the whole mesh with void regions, which do not count in the field's
    // volume.
    problem.region.assign(problem.density.size(), DesignRegion::Design);
    problem.region[8 + 16 * (8 + 16 * 8)] = DesignRegion::Void;
    problem.settings.volumeFraction = 0.24;
    const TopologySurface hollow = surfaceOf(problem);
    EXPECT_NEAR(hollow.volume, 0.24, 1e-3);
    EXPECT_NEAR(hollow.fieldVolume, volume - 1.0 / (16.0 * 16.0 * 16.0), 1e-12);
    EXPECT_EQ(hollow.topology.eulerCharacteristic, 4);
  }
}

TEST(TopologySurface, MeetsTheVolumeOfImagesWithoutDensitiesBetween)
{
  // All vertices on faces of a block of voxels have one value, at which the volume is
  // discontinuous.
  TopologySurfaceProblem problem = designOf(12,
    [](double x, double y, double z) {
      return std::max({ std::abs(x - 0.5), std::abs(y - 0.5), std::abs(z - 0.5) }) < 0.25;
    });
  EXPECT_NEAR(surfaceOf(problem).volume, 0.125, 1e-6);
  problem.settings.smooth = false;
  EXPECT_NEAR(surfaceOf(problem).volume, 0.125, 0.02 * 0.125);
}

TEST(TopologySurface, SmoothsWithoutMovingHeldFacesOrLosingVolume)
{
  for (std::uint64_t seed = 0; seed < 60; ++seed)
  {
    SCOPED_TRACE(seed);
    const TopologySurfaceProblem design = randomDesign(seed, 0, 0.03 * double(seed % 3));
    const LevelField field = makeLevelField(design.mesh, design.density, design.region);
    LevelSurface surface = extractSurface(field, 0.45);
    const TriangleMesh before = surface.mesh;
    EXPECT_TRUE(smoothSurface(field, surface, SmoothingSettings(), [](double) { return true; }));
    EXPECT_NEAR(enclosedVolume(surface.mesh), enclosedVolume(before), 1e-3 * field.domainVolume);
    EXPECT_LT(surface.mesh.numberOfPoints(), before.numberOfPoints());
    const SurfaceTopology topology = findTopology(surface.mesh);
    EXPECT_TRUE(topology.isClosedManifold());
    EXPECT_EQ(topology.eulerCharacteristic, findTopology(before).eulerCharacteristic);
    EXPECT_GT(shortestEdge(surface.mesh), 1e-4);
    for (std::size_t t = 0; t < surface.origins.size(); ++t)
    {
      expectOnItsFace(field, surface, t);
    }
  }
}

TEST(TopologySurface, KeepsTheCreasesBetweenFreeAndHeldFaces)
{
  // The boundary of the domain cuts a ball. The circle in which the free surface meets the plane
  // face is smoothed as a curve: it is neither moved inward by points of the ball nor jagged.
  const double radius = 0.45;
  const int cells = 16;
  const TopologySurfaceProblem design = designOf(cells,
    [=](double x, double y, double z)
    {
      const double distance =
        std::sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) + z * z) - radius;
      return distance < 0.0 ? 1.0 : 0.0; // with steps of voxels
    });
  const LevelField field = makeLevelField(design.mesh, design.density, design.region);
  LevelSurface surface = extractSurface(field, 0.5);
  EXPECT_TRUE(smoothSurface(field, surface, SmoothingSettings(), [](double) { return true; }));
  std::vector<double> ofCrease(surface.mesh.numberOfPoints(), 0.0);
  for (std::size_t t = 0; t < surface.origins.size(); ++t)
  {
    for (std::size_t i = 3 * t; i < 3 * t + 3; ++i)
    {
      ofCrease[static_cast<std::size_t>(surface.mesh.triangles[i])] +=
        surface.sides[t] == ElementFaces::None ? 1.0 : 1e6;
    }
  }
  double largest = 0.0;
  double mean = 0.0;
  double count = 0.0;
  for (std::size_t p = 0; p < ofCrease.size(); ++p)
  {
    const Position x = surface.mesh.point(static_cast<std::int32_t>(p));
    if (ofCrease[p] > 1e6 && std::fmod(ofCrease[p], 1e6) > 0.0 && x[2] < 1e-9)
    {
      const double off = std::hypot(x[0] - 0.5, x[1] - 0.5) - radius;
      largest = std::max(largest, std::abs(off));
      mean += off;
      count += 1.0;
    }
  }
  ASSERT_GT(count, 40.0);
  // The steps of voxels deviate from the circle by half a cell to both sides.
  EXPECT_LT(largest * cells, 0.3);
  EXPECT_LT(std::abs(mean / count) * cells, 0.05);
}

TEST(TopologySurface, LeavesSolidsAsTheyAre)
{
  // Four solid cells form an L in a design without other material.
  TopologySurfaceProblem problem = designOf(4, [](double, double, double) { return 0.01; });
  problem.region.assign(64, DesignRegion::Design);
  for (const std::size_t cell : { 20, 21, 22, 25 })
  {
    problem.region[cell + 1] = DesignRegion::Solid;
  }
  problem.settings.thresholdBy = Kind::ThresholdBy::Value;
  const TopologySurface surface = surfaceOf(problem);
  EXPECT_TRUE(surface.topology.isClosedManifold());
  EXPECT_NEAR(surface.volume, 4.0 / 64.0, 1e-15);
  EXPECT_NEAR(surface.area, 18.0 / 16.0, 1e-14);
}

TEST(TopologySurface, SurvivesSinglePrecisionFarFromTheOrigin)
{
  TopologySurfaceProblem problem = sphere(20, 0.4);
  for (double& x : problem.mesh.points)
  {
    x += 100.0; // two thousand cells away
  }
  const TopologySurface surface = surfaceOf(problem);
  EXPECT_EQ(surface.coincidentPoints, 0);
  EXPECT_NEAR(surface.volume, surfaceOf(sphere(20, 0.4)).volume, 1e-6);

  TriangleMesh rounded = surface.mesh;
  for (double& x : rounded.points)
  {
    x = static_cast<double>(static_cast<float>(x));
  }
  EXPECT_NEAR(enclosedVolume(rounded), surface.volume, 1e-4 * surface.volume);
}
