// Tests of the neighbourhood of loads and supports that stays solid by default: it is the same part
// of a body for all meshes.

#include "Support/CellTypes.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/ElementGeometry.h"
#include "Mesh/Cloud/PointTree.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Solid/SolidDistance.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Length = 2.0;
constexpr double Thickness = 0.25;

/// Adds supports at x = 0 and a load on the middle part of the end.
void addConditions(ElasticConditions& conditions, const std::vector<double>& places)
{
  conditions.supports.assign(places.size(), 0);
  conditions.loadCases.assign(1, LoadCase());
  conditions.loadCases[0].forces.assign(places.size(), 0.0);
  for (std::size_t i = 0; i < places.size() / 3; ++i)
  {
    const double* x = &places[3 * i];
    for (std::size_t c = 0; c < 3 && std::abs(x[0]) < 1e-9; ++c)
    {
      conditions.supports[3 * i + c] = 1;
    }
    if (std::abs(x[0] - Length) < 1e-9 && std::abs(x[1] - 0.5) < 0.26)
    {
      conditions.loadCases[0].forces[3 * i + 1] = -1.0;
    }
  }
}

/// Returns a body of Length x 1 x Thickness. The resolution is that of the length 1, a multiple of
/// 4.
TopologyProblem bodyOf(CellType type, int resolution)
{
  TopologyProblem problem;
  problem.structure.mesh = makeBox(type, { 2 * resolution, resolution, resolution / 4 },
    [](const Point& p) {
      return Point{ Length * p[0], p[1], Thickness * p[2] };
    });
  addConditions(problem.structure, problem.structure.mesh.points);
  return problem;
}

double solidVolume(const TopologyProblem& problem)
{
  const std::vector<double> volumes = elementVolumes(problem.structure.mesh);
  double volume = 0.0;
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    volume += problem.design.designRegion[e] == DesignRegion::Solid ? volumes[e] : 0.0;
  }
  return volume;
}

double solidVolumeOfElements(CellType type, int resolution)
{
  TopologyProblem problem = bodyOf(type, resolution);
  EXPECT_GT(keepNeighbourhoodSolid(problem).made, 0U);
  return solidVolume(problem);
}

/// Returns the solid volume of a meshfree body, where each corner of a cell has a share of its
/// volume.
double solidVolumeOfNodes(int resolution)
{
  MeshfreeProblem problem;
  setParts(problem, bodyOf(CellType::Hexahedron, resolution));
  MeshfreeTask task(problem);
  EXPECT_GT(task.keepNeighbourhoodSolid(1.0).made, 0U);
  const std::vector<double> volumes = elementVolumes(problem.structure.mesh);
  double volume = 0.0;
  for (std::size_t i = 0; i < problem.structure.mesh.connectivity.size(); ++i)
  {
    const auto node = static_cast<std::size_t>(problem.structure.mesh.connectivity[i]);
    volume +=
      task.problem().design.designRegion[node] == DesignRegion::Solid ? volumes[i / 8] / 8.0 : 0.0;
  }
  return volume;
}

/// Returns the solid volume of a patch, by samples of the level set that is largest at solid
/// control points and smallest at others.
double solidVolumeOfPatch(int dimension, int degree, int resolution)
{
  LevelSetProblem problem;
  problem.patch = makeBoxPatch(dimension, { Length, 1.0, Thickness }, { degree, degree, degree },
    { 2 * resolution, resolution, resolution / 4 });
  addConditions(problem.conditions, problem.patch.points);
  LevelSetTask task(problem);
  EXPECT_GT(task.keepNeighbourhoodSolid(1.0).made, 0U);
  const int samples = 60;
  double inside = 0.0;
  for (int i = 0; i < 2 * samples; ++i)
  {
    for (int j = 0; j < samples; ++j)
    {
      // The conditions do not depend on z.
      const NurbsPoint point =
        evaluateAt(problem.patch, { (i + 0.5) / (2 * samples), (j + 0.5) / samples, 0.43 });
      double level = 0.0;
      for (std::size_t a = 0; a < std::size_t(point.count); ++a)
      {
        const auto p = static_cast<std::size_t>(point.controlPoints[a]);
        level += point.values[a] *
          (task.problem().design.designRegion[p] == DesignRegion::Solid ? 1.0 : -1.0);
      }
      inside += level >= 0.0 ? 1.0 : 0.0;
    }
  }
  return inside * Length * Thickness / (2.0 * samples * samples);
}
}

TEST(SolidDistance, LengthyIsTheSamePartOfABodyForEveryMethodAndMesh)
{
  const double distance = SolidDistance * std::sqrt(Length * 1.0);
  // The solid part is a layer at the wall, and at the loaded part a layer with two quarter
  // cylinders.
  const double expected = Thickness * (1.5 * distance + 0.5 * 3.14159265 * distance * distance);
  for (const int resolution : { 40, 48 })
  {
    SCOPED_TRACE("resolution " + std::to_string(resolution));
    for (const CellType type : AllCellTypes)
    {
      if (cellShape(type).isQuadratic())
      {
        continue; // it has the same corners
      }
      EXPECT_NEAR(solidVolumeOfElements(type, resolution) / expected, 1.0, 0.2)
        << cellShape(type).name;
    }
    EXPECT_NEAR(solidVolumeOfNodes(resolution) / expected, 1.0, 0.2);
    for (const int degree : { 1, 2, 3 })
    {
      EXPECT_NEAR(solidVolumeOfPatch(2, degree, resolution) / expected, 1.0, 0.2)
        << "plane, degree " << degree;
    }
    EXPECT_NEAR(solidVolumeOfPatch(3, 2, resolution) / expected, 1.0, 0.2) << "solid patch";
  }
}

TEST(SolidDistance, TheSizeIsThatOfTheBody)
{
  Random random(7501);
  for (const CellType type : AllCellTypes)
  {
    for (int draw = 0; draw < 3; ++draw)
    {
      const Point edges = { random.uniform(1.0, 4.0), random.uniform(1.0, 4.0),
        random.uniform(0.01, 1.0) };
      const double scale = random.uniform(0.1, 10.0);
      const std::array<int, 3> cells = { 1 + int(random.index(3)), 1 + int(random.index(3)),
        1 + int(random.index(3)) };
      Mesh mesh = makeBox(type, cells,
        [&](const Point& p) {
          return Point{ edges[0] * p[0], edges[1] * p[1], edges[2] * p[2] };
        });
      moveRigidly(mesh, scale, random);
      EXPECT_NEAR(sizeOfBody(mesh) / (scale * std::sqrt(edges[0] * edges[1])), 1.0, 1e-9)
        << cellShape(type).name;
    }
  }
}

TEST(SolidDistance, CoarseMeshesKeepAnElementAtEachPoint)
{
  for (const CellType type : AllCellTypes)
  {
    TopologyProblem problem = bodyOf(type, 4);
    EXPECT_GT(keepNeighbourhoodSolid(problem).made, 0U);
    const std::vector<std::uint8_t> points = loadedAndHeldPoints(
      problem.structure, problem.design, pointsOfElements(problem.structure.mesh));
    std::vector<std::uint8_t> reached(points.size(), 0);
    for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
    {
      for (std::size_t a = 0; a < problem.structure.mesh.nodesOf(e); ++a)
      {
        std::uint8_t& mark = reached[std::size_t(problem.structure.mesh.element(e)[a])];
        mark = problem.design.designRegion[e] == DesignRegion::Solid ? 1 : mark;
      }
    }
    for (std::size_t i = 0; i < points.size(); ++i)
    {
      EXPECT_LE(points[i], reached[i]) << "point " << i << ", " << cellShape(type).name;
    }
  }
}

TEST(SolidDistance, CoarseTetrahedraKeepTheLayerOfHexahedra)
{
  for (const int resolution : { 4, 8, 12 })
  {
    // At the wall, where nodes of whole faces are fixed, the layers are equal. Around the edges of
    // the loaded part they differ by some tetrahedra.
    const double ofHexahedra = solidVolumeOfElements(CellType::Hexahedron, resolution);
    const double ofTetrahedra = solidVolumeOfElements(CellType::Tetrahedron, resolution);
    EXPECT_NEAR(ofTetrahedra / ofHexahedra, 1.0, 0.15) << resolution;
  }
}

TEST(SolidDistance, NothingIsKeptBeyondTheShareOfTheVolume)
{
  // The volume of elements at the wall is a tenth of the others', so that their number is no
  // measure of volume.
  TopologyProblem problem;
  problem.structure.mesh = makeBox(CellType::Hexahedron, { 4, 3, 3 },
    [](const Point& p) {
      return Point{ p[0] < 0.6 ? 0.1 * p[0] : 0.05 + p[0] - 0.5, p[1], p[2] };
    });
  addConditions(problem.structure, problem.structure.mesh.points);
  problem.structure.loadCases[0].forces[3 * 4] = 1.0;
  TopologyProblem all = problem;
  const std::size_t kept = keepNeighbourhoodSolid(all).made;
  ASSERT_GT(kept, 0U);
  const std::vector<double> volumes = elementVolumes(problem.structure.mesh);
  double total = 0.0;
  for (const double volume : volumes)
  {
    total += volume;
  }
  const double share = solidVolume(all) / total;
  EXPECT_LT(share, 0.8 * double(kept) / double(volumes.size()));
  TopologyProblem none = problem;
  const KeptSolid refused = keepNeighbourhoodSolid(none, 0.99 * share);
  EXPECT_EQ(refused.made, 0U);
  EXPECT_TRUE(refused.isTooMuch);
  EXPECT_NEAR(refused.share, share, 1e-12);
  EXPECT_TRUE(none.design.designRegion.empty());
  const KeptSolid made = keepNeighbourhoodSolid(problem, 1.01 * share);
  EXPECT_EQ(made.made, kept);
  EXPECT_FALSE(made.isTooMuch);
  EXPECT_FALSE(keepNeighbourhoodSolid(problem, 0.0).isTooMuch) << "they are solid already";
}

TEST(SolidDistance, NothingIsKeptBeyondTheVolumeOfTheDesign)
{
  for (const bool isMeshfree : { false, true })
  {
    MeshfreeProblem problem;
    setParts(problem, bodyOf(CellType::Hexahedron, 16));
    problem.design.settings.volumeFraction = 0.5;
    const std::size_t entities =
      isMeshfree ? problem.numberOfNodes() : problem.structure.mesh.numberOfElements();
    const auto keep = [&]
    {
      MeshfreeTask ofNodes(problem);
      TopologyProblem elements;
      setParts(elements, problem);
      TopologyTask ofElements(elements);
      const KeptSolid kept =
        isMeshfree ? ofNodes.keepNeighbourhoodSolid(1.0) : ofElements.keepNeighbourhoodSolid(1.0);
      const std::vector<DesignRegion> after = isMeshfree ? ofNodes.problem().design.designRegion
                                                         : ofElements.problem().design.designRegion;
      EXPECT_EQ(kept.isTooMuch, after == problem.design.designRegion);
      return kept;
    };
    const KeptSolid alone = keep();
    EXPECT_GT(alone.made, 0U);
    EXPECT_GT(alone.share, 0.02);
    EXPECT_LT(alone.share, 0.2);
    // Half of the entities, without loads and supports, are solid anyway.
    problem.design.designRegion.assign(entities, DesignRegion::Design);
    const std::size_t columns = isMeshfree ? 33 : 32;
    for (std::size_t i = 0; i < entities; ++i)
    {
      problem.design.designRegion[i] =
        i % columns >= 4 && i % columns < 20 ? DesignRegion::Solid : DesignRegion::Design;
    }
    problem.design.settings.volumeFraction = 0.51;
    EXPECT_TRUE(keep().isTooMuch) << "meshfree " << isMeshfree;
    problem.design.settings.volumeFraction = 0.6;
    EXPECT_FALSE(keep().isTooMuch) << "meshfree " << isMeshfree;
  }
}

TEST(PointTree, FindsWhatASearchOfAllPointsFinds)
{
  Random random(7502);
  for (const std::size_t count : { 0u, 1u, 7u, 100u, 3000u })
  {
    std::vector<PointTree::Point> points;
    for (std::size_t i = 0; i < count; ++i)
    {
      // Many of the points are in common planes.
      points.push_back({ { std::floor(random.uniform(0.0, 9.0)), random.uniform(0.0, 1.0),
                           std::floor(random.uniform(0.0, 3.0)) },
        static_cast<std::int32_t>(i) });
    }
    const PointTree tree(points);
    for (int draw = 0; draw < 50; ++draw)
    {
      const Point x = { std::floor(random.uniform(-1.0, 10.0)), random.uniform(-0.5, 1.5),
        random.uniform(-1.0, 4.0) };
      const Point high = { x[0] + 2.0, x[1] + random.uniform(0.0, 0.3), x[2] + 1.5 };
      const double limit = random.uniform(0.0, 4.0);
      double least = limit;
      std::vector<std::int32_t> expected;
      for (const PointTree::Point& point : points)
      {
        double square = 0.0;
        bool inside = true;
        for (std::size_t c = 0; c < 3; ++c)
        {
          square += (point.x[c] - x[c]) * (point.x[c] - x[c]);
          inside = inside && point.x[c] >= x[c] && point.x[c] <= high[c];
        }
        least = std::min(least, square);
        if (inside)
        {
          expected.push_back(point.number);
        }
      }
      EXPECT_EQ(tree.nearestSquare(x, limit), least);
      std::vector<std::int32_t> found;
      tree.visit(x, high, [&](const PointTree::Point& point) { found.push_back(point.number); });
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found, expected);
    }
  }
}
