// Tests of level sets of random densities: closed, oriented and manifold, with the volume of their
// level, and equal to those of the reference.

#include "Support/SurfaceDesigns.h"

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/LevelSurfaceReference.h"
#include "Geometry/Level/LevelVolume.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr std::array<CellType, 3> OtherTypes = { CellType::Tetrahedron,
  CellType::QuadraticTetrahedron, CellType::QuadraticHexahedron };

LevelField fieldOf(const TopologySurfaceProblem& design)
{
  return makeLevelField(design.mesh, design.density, design.region);
}

void expectClosed(const TriangleMesh& mesh)
{
  const SurfaceTopology topology = findTopology(mesh);
  EXPECT_EQ(topology.boundaryEdges, 0);
  EXPECT_EQ(topology.nonManifoldEdges, 0);
  EXPECT_EQ(topology.misorientedEdges, 0);
  EXPECT_EQ(topology.nonManifoldPoints, 0);
  EXPECT_EQ(topology.eulerCharacteristic % 2, 0);
}

std::vector<std::array<double, 3>> sortedPoints(const TriangleMesh& mesh)
{
  std::vector<std::array<double, 3>> points;
  for (std::size_t p = 0; p < mesh.numberOfPoints(); ++p)
  {
    points.push_back(mesh.point(static_cast<std::int32_t>(p)));
  }
  std::sort(points.begin(), points.end());
  return points;
}

/// Returns a 3 x 3 x 3 mesh of cubes, each given by a digit: 0 design without material, 1 solid, 2
/// void, 3 design with material.
TopologySurfaceProblem cubes(const std::array<int, 27>& kinds)
{
  TopologySurfaceProblem design;
  design.mesh = makeBoxMesh({ 3, 3, 3 }, { 3.0, 3.0, 3.0 });
  for (const int kind : kinds)
  {
    design.density.push_back(kind == 3 ? 1.0 : 0.0);
    design.region.push_back(kind == 1 ? DesignRegion::Solid
        : kind == 2                   ? DesignRegion::Void
                                      : DesignRegion::Design);
  }
  return design;
}
}

TEST(LevelSurface, IsAClosedManifoldOfTheVolumeOfItsLevel)
{
  for (std::uint64_t seed = 0; seed < 120; ++seed)
  {
    SCOPED_TRACE(seed);
    const int steps = static_cast<int>(seed % 3);
    const LevelField field = fieldOf(randomDesign(seed, steps, 0.08 * double(seed % 4)));
    for (const double level : { 0.2, 0.5, 0.8 })
    {
      const LevelSurface surface = extractSurface(field, level);
      expectClosed(surface.mesh);
      EXPECT_NEAR(
        enclosedVolume(surface.mesh), volumeAtLevel(field, level), 1e-12 * field.domainVolume);
    }
  }
}

TEST(LevelSurface, OfOtherElementsIsAClosedManifoldThatIsThatOfTheReference)
{
  for (const CellType type : OtherTypes)
  {
    for (std::uint64_t seed = 0; seed < 24; ++seed)
    {
      SCOPED_TRACE(cellShape(type).name + std::string(", ") + std::to_string(seed));
      const LevelField field =
        fieldOf(randomDesign(seed, static_cast<int>(seed % 3), 0.08 * double(seed % 4), type));
      const LevelSurface surface = extractSurface(field, 0.5);
      const TriangleMesh reference = extractSurfaceReference(field, 0.5);
      expectClosed(surface.mesh);
      expectClosed(reference);
      const double volume = enclosedVolume(surface.mesh);
      EXPECT_NEAR(volume, volumeAtLevel(field, 0.5), 1e-12 * field.domainVolume);
      EXPECT_NEAR(volume, enclosedVolume(reference), 1e-12 * field.domainVolume);
      EXPECT_NEAR(
        surfaceArea(surface.mesh), surfaceArea(reference), 1e-11 * surfaceArea(reference));
    }
  }
}

TEST(LevelSurface, OfOtherElementsKnowsTheVolumeOfTheMesh)
{
  // Inner nodes are moved, which changes volumes of elements but not their sum.
  for (const CellType type : OtherTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    TopologySurfaceProblem design = randomDesign(3, 1, 0.0, type);
    std::array<double, 3> size{};
    for (std::size_t i = 0; i < design.mesh.points.size(); ++i)
    {
      size[i % 3] = std::max(size[i % 3], design.mesh.points[i]);
    }
    design.density.assign(design.density.size(), 1.0);
    const LevelField field = fieldOf(design);
    EXPECT_NEAR(field.meshVolume, size[0] * size[1] * size[2], 1e-12 * field.meshVolume);
    const LevelSurface surface = extractSurface(field, 0.5);
    expectClosed(surface.mesh);
    EXPECT_NEAR(enclosedVolume(surface.mesh), field.meshVolume, 1e-12 * field.meshVolume);
  }
}

TEST(LevelSurface, IsThatOfTheReference)
{
  for (std::uint64_t seed = 0; seed < 24; ++seed)
  {
    SCOPED_TRACE(seed);
    const LevelField field =
      fieldOf(randomDesign(seed, static_cast<int>(seed % 3), 0.08 * double(seed % 4)));
    const LevelSurface surface = extractSurface(field, 0.5);
    const TriangleMesh reference = extractSurfaceReference(field, 0.5);
    expectClosed(reference);
    EXPECT_EQ(
      findTopology(surface.mesh).eulerCharacteristic, findTopology(reference).eulerCharacteristic);
    EXPECT_NEAR(
      enclosedVolume(surface.mesh), enclosedVolume(reference), 1e-12 * field.domainVolume);
    EXPECT_NEAR(surfaceArea(surface.mesh), surfaceArea(reference), 1e-11 * surfaceArea(reference));
    // The reference has more points on faces of solid elements at the boundary of the domain.
    const auto points = sortedPoints(surface.mesh);
    const auto wanted = sortedPoints(reference);
    EXPECT_TRUE(std::includes(wanted.begin(), wanted.end(), points.begin(), points.end()));
    EXPECT_TRUE(field.solidVolume > 0.0 || points == wanted);
  }
}

TEST(LevelSurface, LeavesFacesOfSolidAndVoidRegionsWhereTheyAre)
{
  // The surface of one solid cube in a design without material, or of one void cube in a full
  // design, consists of its own faces.
  std::array<int, 27> kinds{};
  kinds[13] = 1;
  LevelSurface surface = extractSurface(fieldOf(cubes(kinds)), 0.5);
  expectClosed(surface.mesh);
  EXPECT_DOUBLE_EQ(enclosedVolume(surface.mesh), 1.0);
  EXPECT_DOUBLE_EQ(surfaceArea(surface.mesh), 6.0);
  kinds.fill(3);
  kinds[13] = 2;
  surface = extractSurface(fieldOf(cubes(kinds)), 0.5);
  expectClosed(surface.mesh);
  EXPECT_DOUBLE_EQ(enclosedVolume(surface.mesh), 26.0);
  EXPECT_DOUBLE_EQ(surfaceArea(surface.mesh), 60.0);
  EXPECT_EQ(findTopology(surface.mesh).eulerCharacteristic, 4); // two spheres
}

TEST(LevelSurface, JoinsSolidsAndCutsDomainsThatTouchInAnEdgeOrAPoint)
{
  for (int other = 0; other < 27; ++other)
  {
    for (const int around : { 0, 2, 3 })
    {
      std::array<int, 27> kinds{};
      kinds.fill(around);
      for (const int solid : { 1, 3 })
      {
        SCOPED_TRACE(std::to_string(other) + " of kind " + std::to_string(solid) + " in kind " +
          std::to_string(around));
        kinds[13] = kinds[other] = solid;
        const LevelField field = fieldOf(cubes(kinds));
        const LevelSurface surface = extractSurface(field, 0.5);
        expectClosed(surface.mesh);
        // The cube shares a face, an edge or a point with the one in the middle.
        const int shared = int(other % 3 == 1) + int(other / 3 % 3 == 1) + int(other / 9 == 1);
        const bool touches = shared < 2;
        const int pointsTouched = shared == 1 ? 2 : 1;
        EXPECT_EQ(field.joinedNodes, solid == 1 && around != 2 && touches ? pointsTouched : 0);
        EXPECT_EQ(field.notchedNodes, around == 2 && touches ? pointsTouched : 0);
        EXPECT_EQ(field.demotedElements, solid == 1 && around == 2 && touches ? 2 : 0);
        kinds[13] = kinds[other] = around;
      }
    }
  }
}

TEST(LevelSurface, HasTheVolumeAskedFor)
{
  for (std::uint64_t seed = 0; seed < 20; ++seed)
  {
    const LevelField field = fieldOf(randomDesign(seed, 0, 0.05));
    // Where nodes are joined or separated, the volume is not that of the solid region or the
    // domain.
    const double least = volumeAtLevel(field, std::nextafter(field.largest, 2.0));
    const double most = volumeAtLevel(field, field.least);
    EXPECT_NEAR(least, field.solidVolume, 0.05 * field.domainVolume);
    EXPECT_NEAR(most, field.domainVolume, 0.05 * field.domainVolume);
    for (const double share : { 0.05, 0.3, 0.7, 0.95 })
    {
      const double volume = least + share * (most - least);
      // The volume is discontinuous at values of vertices, as crossings have a minimum distance
      // from them.
      EXPECT_NEAR(
        volumeAtLevel(field, findLevel(field, volume)), volume, 0.003 * field.domainVolume);
    }
    EXPECT_NEAR(volumeAtLevel(field, findLevel(field, 0.0)), least, 1e-12 * least);
    EXPECT_NEAR(volumeAtLevel(field, findLevel(field, 2.0 * most)), most, 1e-12 * most);
  }
}

TEST(LevelSurface, TakesElementsThatAreInsideOut)
{
  TopologySurfaceProblem design = randomDesign(5, 0, 0.05);
  const LevelSurface wanted = extractSurface(fieldOf(design), 0.5);
  for (std::size_t e = 0; e < design.mesh.numberOfElements(); e += 3)
  {
    auto first = design.mesh.connectivity.begin() + static_cast<std::ptrdiff_t>(8 * e);
    std::swap_ranges(first, first + 4, first + 4);
  }
  const LevelSurface surface = extractSurface(fieldOf(design), 0.5);
  expectClosed(surface.mesh);
  EXPECT_NEAR(enclosedVolume(surface.mesh), enclosedVolume(wanted.mesh), 1e-12);
}

TEST(LevelSurface, TakesOtherElementsThatAreInsideOut)
{
  // Nodes of the mirror image, for each type.
  const std::array<std::vector<std::size_t>, 3> mirrored = { { { 0, 2, 1, 3 },
    { 0, 2, 1, 3, 6, 5, 4, 7, 9, 8 },
    { 1, 0, 3, 2, 5, 4, 7, 6, 8, 11, 10, 9, 12, 15, 14, 13, 17, 16, 19, 18 } } };
  for (std::size_t t = 0; t < OtherTypes.size(); ++t)
  {
    SCOPED_TRACE(cellShape(OtherTypes[t]).name);
    TopologySurfaceProblem design = randomDesign(5, 0, 0.05, OtherTypes[t]);
    const LevelField field = fieldOf(design);
    const LevelSurface wanted = extractSurface(field, 0.5);
    for (std::size_t e = 0; e < design.mesh.numberOfElements(); e += 3)
    {
      const std::size_t first = design.mesh.offset(e);
      const std::vector<std::int32_t> nodes(
        design.mesh.element(e), design.mesh.element(e) + design.mesh.nodesOf(e));
      for (std::size_t i = 0; i < nodes.size(); ++i)
      {
        design.mesh.connectivity[first + i] = nodes[mirrored[t][i]];
      }
    }
    const LevelField turned = fieldOf(design);
    EXPECT_NEAR(turned.meshVolume, field.meshVolume, 1e-12 * field.meshVolume);
    const LevelSurface surface = extractSurface(turned, 0.5);
    expectClosed(surface.mesh);
    EXPECT_NEAR(enclosedVolume(surface.mesh), enclosedVolume(wanted.mesh), 1e-12);
  }
}
