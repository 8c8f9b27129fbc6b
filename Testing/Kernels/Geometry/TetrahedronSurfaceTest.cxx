// Tests of surfaces of designs on tetrahedra: smooth, inside of the mesh, and with the walls of a
// part.

#include "Support/Random.h"
#include "Support/SurfaceDesigns.h"
#include "Support/Surfaces/SelfIntersections.h"
#include "Support/Surfaces/TetrahedronRing.h"

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Smoothing/SurfaceFolds.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"
#include "Geometry/Level/Walls/MeshWalls.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Triangles/Position.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
namespace
{
constexpr double BallRadius = 0.36;

const double* nodeOf(const Mesh& mesh, std::size_t element, std::size_t corner)
{
  return &mesh.points[3 * static_cast<std::size_t>(mesh.element(element)[corner])];
}

double distanceToBall(const Position& x)
{
  return lengthOf(minus(x, { 0.5, 0.5, 0.5 })) - BallRadius;
}

/// A ball in irregular tetrahedra of a cube of edge 1. @param width over which the density
/// decreases from 1 to 0, in edges of cells
TopologySurfaceProblem ballInTetrahedra(int cells, double width)
{
  TopologySurfaceProblem problem;
  problem.mesh = makeBox(CellType::Tetrahedron, { cells, cells, cells },
    [](const std::array<double, 3>& p) { return p; });
  Random random(5);
  for (double& x : problem.mesh.points)
  {
    x += x > 1e-9 && x < 1.0 - 1e-9 ? random.uniform(-0.2, 0.2) / cells : 0.0;
  }
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    Position centre{};
    for (std::size_t a = 0; a < 4; ++a)
    {
      const double* x = nodeOf(problem.mesh, e, a);
      for (std::size_t c = 0; c < 3; ++c)
      {
        centre[c] += 0.25 * x[c];
      }
    }
    const double distance = distanceToBall(centre);
    problem.density.push_back(
      width > 0.0 ? std::clamp(0.5 - distance * cells / width, 0.0, 1.0) : double(distance < 0.0));
  }
  return problem;
}

/// Root mean square of the angle between triangles and the ball, degrees.
double roughnessOf(const TriangleMesh& mesh)
{
  double sum = 0.0;
  double area = 0.0;
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t* c = &mesh.triangles[3 * t];
    const Position normal = crossProduct(
      minus(mesh.point(c[1]), mesh.point(c[0])), minus(mesh.point(c[2]), mesh.point(c[0])));
    Position outward{ -0.5, -0.5, -0.5 };
    for (std::size_t i = 0; i < 9; ++i)
    {
      outward[i % 3] += mesh.point(c[i / 3])[i % 3] / 3.0;
    }
    const double size = lengthOf(normal);
    const double cosine =
      size > 0.0 ? dotProduct(normal, outward) / (size * lengthOf(outward)) : 1.0;
    sum += size * std::pow(std::acos(std::clamp(cosine, -1.0, 1.0)), 2);
    area += size;
  }
  return std::sqrt(sum / area) * 180.0 / std::acos(-1.0);
}

/// Densities that decrease across a wavy sheet through the ring.
double waveAt(const std::array<double, 3>& x)
{
  return std::clamp(0.5 - 0.4 * (x[2] - 3.0 - 0.8 * std::sin(0.5 * x[0]) - 0.1 * x[1]), 0.0, 1.0);
}

double farthestOutside(const TriangleMesh& surface, const PartShape& shape)
{
  std::int32_t nearest = 0;
  double farthest = 0.0;
  for (std::size_t p = 0; p < surface.numberOfPoints(); ++p)
  {
    farthest = std::max(
      farthest, -shape.signedDistance(surface.point(static_cast<std::int32_t>(p)), nearest));
  }
  return farthest;
}
}

TEST(TetrahedronSurface, IsNotLumpy)
{
  // With mean densities at nodes these angles were 10.1, 12.0 and 19.2 degrees.
  EXPECT_LT(roughnessOf(surfaceOf(ballInTetrahedra(16, 3.0)).mesh), 4.0);
  EXPECT_LT(roughnessOf(surfaceOf(ballInTetrahedra(16, 1.0)).mesh), 5.5);
  EXPECT_LT(roughnessOf(surfaceOf(ballInTetrahedra(16, 0.0)).mesh), 12.0);
}

TEST(TetrahedronSurface, LiesWhereTheDensityIs)
{
  const int cells = 16;
  const TopologySurface surface = surfaceOf(ballInTetrahedra(cells, 3.0));
  EXPECT_NEAR(surface.volume / surface.wantedVolume, 1.0, 0.01);
  const auto points = static_cast<double>(surface.mesh.numberOfPoints());
  double mean = 0.0;
  double squares = 0.0;
  for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
  {
    const double distance = distanceToBall(surface.mesh.point(static_cast<std::int32_t>(p)));
    mean += distance / points;
    squares += distance * distance / points;
  }
  // The deviation was 0.06 of a cell with mean densities at nodes.
  EXPECT_LT(std::sqrt(squares - mean * mean), 0.025 / cells);
}

TEST(TetrahedronSurface, OfAMemberOfOneCellRemains)
{
  // A row of full cells between empty ones is next to a block that could absorb its volume.
  TopologySurfaceProblem problem;
  problem.mesh =
    makeBox(CellType::Tetrahedron, { 10, 7, 7 }, [](const std::array<double, 3>& p) { return p; });
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    bool isInRow = true;
    bool isInBlock = true;
    for (std::size_t a = 0; a < 4; ++a)
    {
      const double* x = nodeOf(problem.mesh, e, a);
      isInRow = isInRow && std::abs(x[1] - 0.5) < 0.072 && std::abs(x[2] - 0.5) < 0.072;
      isInBlock = isInBlock && x[0] < 0.301;
    }
    problem.density.push_back(isInRow || isInBlock ? 1.0 : 0.0);
  }
  const TopologySurface surface = surfaceOf(problem);
  EXPECT_EQ(surface.numberOfPieces, 1);
  double largest = 0.0;
  double width = 0.0;
  for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
  {
    const Position x = surface.mesh.point(static_cast<std::int32_t>(p));
    largest = std::max(largest, x[0]);
    width = std::abs(x[0] - 0.7) < 0.1 ? std::max(width, 2.0 * std::abs(x[1] - 0.5)) : width;
  }
  EXPECT_NEAR(largest, 1.0, 1e-9);
  EXPECT_GT(width, 0.5 / 7.0);
}

TEST(TetrahedronSurface, StaysInTheMesh)
{
  for (const int around : { 16, 32, 48 })
  {
    TetrahedronRing ring;
    ring.around = around;
    const TopologySurfaceProblem problem = ring.design(waveAt);
    const PartShape boundary(
      boundaryOf(makeLevelField(problem.mesh, problem.density, problem.region)));
    ASSERT_TRUE(boundary.isClosed());
    const TopologySurface surface = surfaceOf(problem);
    EXPECT_TRUE(surface.topology.isClosedManifold());
    EXPECT_LT(farthestOutside(surface.mesh, boundary), 1e-9);
    // Points on the boundary have remained on it.
    std::int32_t nearest = 0;
    for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
    {
      if (surface.pointOrigins[p] == std::uint8_t(SurfaceOrigin::Domain))
      {
        const Position x = surface.mesh.point(static_cast<std::int32_t>(p));
        EXPECT_LT(boundary.nearest(x, nearest).distance, 1e-9);
      }
    }
  }
}

TEST(TetrahedronSurface, LengthyHasTheWallsOfThePart)
{
  for (const int around : { 16, 32, 48 })
  {
    for (const bool isWhole : { true, false })
    {
      SCOPED_TRACE(around);
      TetrahedronRing ring;
      ring.around = around;
      TopologySurfaceProblem problem =
        ring.design([&](const std::array<double, 3>& x) { return isWhole ? 1.0 : waveAt(x); });
      problem.part = ring.surface();
      const PartShape shape(problem.part);
      const TopologySurface surface = surfaceOf(problem);
      EXPECT_TRUE(surface.topology.isClosedManifold());
      EXPECT_EQ(surface.topology.eulerCharacteristic, 0);
      EXPECT_EQ(surface.fit.stopped, 0);
      EXPECT_EQ(countSelfIntersections(surface.mesh), 0);
      // Small triangles of the contour may be inverted where it meets a wall; none on walls are.
      EXPECT_LE(countFolds(surface.mesh),
        isWhole ? 0 : std::int64_t(surface.mesh.numberOfTriangles()) / 2000);
      // The chords of the bore are outside of the part by 1 - cos(pi / around) radii.
      EXPECT_LT(farthestOutside(surface.mesh, shape), 1e-6 * ring.edge());
      std::int32_t nearest = 0;
      double mean = 0.0;
      double count = 0.0;
      for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
      {
        const Position x = surface.mesh.point(static_cast<std::int32_t>(p));
        const double radius = std::hypot(x[0], x[1]);
        if (surface.pointOrigins[p] != std::uint8_t(SurfaceOrigin::Domain))
        {
          continue;
        }
        EXPECT_LT(shape.nearest(x, nearest).distance, 0.01 * ring.edge());
        if (std::abs(radius - ring.inner) < 0.4 * ring.edge() && x[2] > 0.01 &&
          x[2] < ring.height - 0.01)
        {
          mean += radius;
          count += 1.0;
          EXPECT_NEAR(radius, ring.inner, 0.02 * ring.edge());
        }
      }
      EXPECT_GT(count, 4.0 * around);
      EXPECT_NEAR(mean / count / ring.inner, 1.0, 0.002);
      // Rims are those of the part: their points are on both walls.
      int rim = 0;
      for (std::size_t p = 0; p < surface.mesh.numberOfPoints(); ++p)
      {
        const Position x = surface.mesh.point(static_cast<std::int32_t>(p));
        rim += std::abs(std::hypot(x[0], x[1]) - ring.outer) < 1e-3 && x[2] < 1e-9 ? 1 : 0;
      }
      EXPECT_GE(rim, around);
    }
  }
}

TEST(TetrahedronSurface, SmoothsTheJaggedFacesOfSolidRegions)
{
  // Tetrahedra near the middle are solid, like layers around loads, without density around them.
  TopologySurfaceProblem problem = ballInTetrahedra(12, 0.0);
  for (std::size_t e = 0; e < problem.density.size(); ++e)
  {
    problem.region.push_back(problem.density[e] > 0.5 ? DesignRegion::Solid : DesignRegion::Design);
    problem.density[e] = problem.density[e] > 0.5 ? 1.0 : 0.0;
  }
  problem.settings.thresholdBy = TopologySurfaceSettings::ThresholdBy::Value;
  const TopologySurface surface = surfaceOf(problem);
  EXPECT_TRUE(surface.topology.isClosedManifold());
  // Faces of the tetrahedra are at 40 degrees.
  problem.settings.smooth = false;
  const double before = roughnessOf(surfaceOf(problem).mesh);
  EXPECT_GT(before, 30.0);
  EXPECT_LT(roughnessOf(surface.mesh), 0.4 * before);
}

TEST(TetrahedronSurface, KeepsFacesOfSolidRegionsThatTheMeshWasMadeFor)
{
  // The faces of a block of cells are plane.
  TopologySurfaceProblem problem;
  problem.mesh =
    makeBox(CellType::Tetrahedron, { 6, 6, 6 }, [](const std::array<double, 3>& p) { return p; });
  const auto isInBlock = [](double x) { return x > 0.3 && x < 0.7; };
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    bool isSolid = true;
    for (std::size_t i = 0; i < 12; ++i)
    {
      isSolid = isSolid && isInBlock(nodeOf(problem.mesh, e, i / 3)[i % 3]);
    }
    problem.density.push_back(isSolid ? 1.0 : 0.0);
    problem.region.push_back(isSolid ? DesignRegion::Solid : DesignRegion::Design);
  }
  problem.settings.thresholdBy = TopologySurfaceSettings::ThresholdBy::Value;
  const TopologySurface surface = surfaceOf(problem);
  EXPECT_NEAR(surface.volume, 1.0 / 27.0, 1e-12);
  EXPECT_NEAR(surface.area, 6.0 / 9.0, 1e-12);
}
}
