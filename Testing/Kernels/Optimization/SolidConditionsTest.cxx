// Tests of the layers at loads and supports that stay solid, against an exhaustive search.

#include "Support/Meshfree.h"
#include "Support/Patches.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::size_t solidOf(const std::vector<DesignRegion>& region)
{
  return static_cast<std::size_t>(std::count(region.begin(), region.end(), DesignRegion::Solid));
}

/// Returns whether an element can be reached from the marked points in the given number of steps
/// between elements with a common node.
bool isWithin(
  const Mesh& mesh, const std::vector<std::uint8_t>& points, std::size_t element, int layers)
{
  for (std::size_t a = 0; a < 8; ++a)
  {
    const std::int32_t node = mesh.element(element)[a];
    if (points[std::size_t(node)])
    {
      return true;
    }
    for (std::size_t e = 0; layers > 1 && e < mesh.numberOfElements(); ++e)
    {
      const std::int32_t* nodes = mesh.element(e);
      if (std::find(nodes, nodes + 8, node) != nodes + 8 && isWithin(mesh, points, e, layers - 1))
      {
        return true;
      }
    }
  }
  return false;
}
}

TEST(SolidConditions, LayersAreThoseOfAnExhaustiveSearch)
{
  Random random(716);
  for (int layers = 1; layers <= 2; ++layers)
  {
    const Mesh mesh = distortedBox({ 5, 4, 3 }, 0.1, random);
    std::vector<std::uint8_t> points(mesh.numberOfNodes(), 0);
    points[random.index(points.size())] = 1;
    points[random.index(points.size())] = 1;
    const std::vector<std::uint8_t> found = layersOfElements(mesh, points, layers);
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      EXPECT_EQ(found[e] != 0, isWithin(mesh, points, e, layers)) << "element " << e;
    }
  }
}

TEST(SolidConditions, LoadedAndHeldElementsOfACantilever)
{
  // The clamped face has 2 x 3 elements, and 2 elements touch the loaded edge.
  TopologyProblem problem = cantilever({ 6, 2, 3 });
  EXPECT_EQ(keepConditionsSolid(problem, 0), 0U);
  EXPECT_TRUE(problem.design.designRegion.empty());
  EXPECT_EQ(keepConditionsSolid(problem, 1), 8U);
  EXPECT_EQ(solidOf(problem.design.designRegion), 8U);
  EXPECT_EQ(keepConditionsSolid(problem, 1), 0U) << "they are solid already";
  // Two more layers are 2 x 2 x 3 elements at the face, and 2 x (3 x 3 - 1) elements around the
  // edge, where the third layer of elements meets that of the face.
  EXPECT_EQ(keepConditionsSolid(problem, 2), 6U + 2U * 3U);
}

TEST(SolidConditions, VoidStaysVoidAndSizesAreLeftToTheValidation)
{
  TopologyProblem problem = cantilever({ 4, 2, 2 });
  problem.design.designRegion.assign(16, DesignRegion::Void);
  EXPECT_EQ(keepConditionsSolid(problem, 1), 0U);
  EXPECT_EQ(solidOf(problem.design.designRegion), 0U);
  problem.design.designRegion.assign(5, DesignRegion::Design);
  EXPECT_EQ(keepConditionsSolid(problem, 1), 0U);
  EXPECT_EQ(problem.design.designRegion.size(), 5U);
}

TEST(SolidConditions, NothingIsKeptBeyondTheShareGiven)
{
  TopologyProblem problem = cantilever({ 6, 2, 3 }); // 8 of 36 elements
  EXPECT_EQ(keepConditionsSolid(problem, 1, 0.2), 0U);
  EXPECT_TRUE(problem.design.designRegion.empty());
  EXPECT_EQ(keepConditionsSolid(problem, 1, 0.25), 8U);
}

TEST(SolidConditions, SymmetryAndWeightKeepNothing)
{
  TopologyProblem problem = emptyProblem(makeBoxMesh({ 4, 2, 2 }, { 4.0, 2.0, 2.0 }));
  for (const std::size_t node :
    nodesWhere(problem.structure.mesh, [](const Point& x) { return x[0] == 0.0; }))
  {
    problem.structure.supports[3 * node] = 1;
  }
  for (const std::size_t node :
    nodesWhere(problem.structure.mesh, [](const Point& x) { return x[2] == 0.0; }))
  {
    problem.structure.supports[3 * node + 2] = 1;
  }
  for (std::size_t node = 0; node < problem.structure.mesh.numberOfNodes(); ++node)
  {
    problem.structure.loadCases[0].forces[3 * node + 2] = -1.0;
  }
  EXPECT_EQ(keepConditionsSolid(problem, 1), 0U);
  // A moved roller is a load.
  problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
  problem.structure.prescribedDisplacement[0] = 0.1;
  EXPECT_EQ(keepConditionsSolid(problem, 1), 1U);
}

TEST(SolidConditions, SpringsAndOutputsAreKept)
{
  TopologyProblem problem = emptyProblem(makeBoxMesh({ 4, 2, 2 }, { 4.0, 2.0, 2.0 }));
  problem.structure.springs.assign(problem.structure.mesh.points.size(), 0.0);
  problem.design.outputWeights.assign(problem.structure.mesh.points.size(), 0.0);
  problem.structure.springs[0] = 1.0;
  problem.design.outputWeights.back() = -1.0;
  EXPECT_EQ(keepConditionsSolid(problem, 1), 2U);
}

TEST(SolidConditions, TheIdentityIsThatOfTheDesignRegion)
{
  TopologyProblem problem = cantilever({ 6, 2, 2 });
  TopologyTask task(problem);
  const std::uint64_t before = task.fingerprint();
  EXPECT_EQ(task.keepConditionsSolid(0, 1.0), 0U);
  EXPECT_EQ(task.fingerprint(), before);
  EXPECT_GT(task.keepConditionsSolid(1, 1.0), 0U);
  EXPECT_NE(task.fingerprint(), before);
  keepConditionsSolid(problem, 1);
  EXPECT_EQ(task.fingerprint(), fingerprint(problem));
}

TEST(SolidConditions, KeptElementsHaveDensityOne)
{
  TopologyProblem problem = cantilever({ 12, 4, 4 });
  keepConditionsSolid(problem, 1);
  problem.design.settings.volumeFraction = 0.4;
  Observer observer;
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), observer);
  runSteps(optimizer, 10);
  const std::vector<double> density = optimizer.density();
  double volume = 0.0;
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    volume += density[e] / static_cast<double>(density.size());
    if (problem.design.designRegion[e] == DesignRegion::Solid)
    {
      EXPECT_EQ(density[e], 1.0);
    }
  }
  EXPECT_NEAR(volume, 0.4, 1e-3) << "they count as volume";
}

TEST(SolidConditions, NodesOfMeshfreeProblems)
{
  Random random(22);
  MeshfreeProblem problem;
  setParts(problem, cantilever({ 5, 3, 2 }));
  TopologyProblem elements = cantilever({ 5, 3, 2 });
  keepConditionsSolid(elements, 1);

  MeshfreeTask ofPoints(problem);
  ofPoints.keepConditionsSolid(1, 1.0);
  const std::vector<std::uint8_t> isUsed = pointsOfElements(keepElements(problem.structure.mesh,
    [&elements]
    {
      std::vector<std::uint8_t> keep;
      for (const DesignRegion region : elements.design.designRegion)
      {
        keep.push_back(region == DesignRegion::Solid ? 1 : 0);
      }
      return keep;
    }()));
  EXPECT_EQ(solidOf(ofPoints.problem().design.designRegion), isUsed.size());

  problem.method.nodes = random.vector(std::size_t(3) * 400, 0.0, 1.0);
  for (std::size_t i = 0; i < problem.method.nodes.size(); ++i)
  {
    problem.method.nodes[i] *= i % 3 == 0 ? 5.0 : i % 3 == 1 ? 3.0 : 2.0;
  }
  MeshfreeTask ofNodes(problem);
  EXPECT_GT(ofNodes.keepConditionsSolid(1, 1.0), 0U);
  for (std::size_t i = 0; i < problem.numberOfNodes(); ++i)
  {
    const double* x = &problem.method.nodes[3 * i];
    const bool isKept = x[0] <= 1.0 || (x[0] >= 4.0 && x[2] <= 1.0);
    EXPECT_EQ(ofNodes.problem().design.designRegion[i] == DesignRegion::Solid, isKept)
      << "node " << i;
  }
}

TEST(SolidConditions, NodesAtPointsWithoutCells)
{
  MeshfreeProblem problem = meshfree::cantilever({ 6, 2, 2 }, { 6.0, 2.0, 2.0 });
  problem.structure.loadCases.clear();
  meshfree::load(problem, { 5.7, 1.6, 0.6 }, { 0.0, -1.0, 0.0 });
  MeshfreeTask task(problem);
  // The nodes are those of the cells at x = 0, and of the two cells at the edge with (6, 2, 1).
  EXPECT_EQ(task.keepConditionsSolid(1, 1.0), 2U * 9U + 2U * 2U * 3U);
}

TEST(SolidConditions, RowsOfControlPoints)
{
  for (int degree = 1; degree <= 3; ++degree)
  {
    LevelSetProblem problem =
      makeLevelSetExample(LevelSetExample::Cantilever, { 12, 8, 1 }, degree);
    std::fill(problem.conditions.loadCases[0].forces.begin(),
      problem.conditions.loadCases[0].forces.end(), 0.0);
    LevelSetTask task(problem);
    const int rows = std::max(2, degree);
    EXPECT_EQ(task.keepConditionsSolid(1, 1.0), std::size_t(rows) * std::size_t(8 + degree));
    EXPECT_EQ(task.keepConditionsSolid(2, 1.0), std::size_t(8 + degree)) << "one row more";

    // The first row of elements is solid for any values of the other coefficients.
    std::vector<double> levels(task.problem().design.designRegion.size(), -1.0);
    for (std::size_t i = 0; i < levels.size(); ++i)
    {
      const auto column = static_cast<int>(i) % problem.patch.counts()[0];
      levels[i] = column < rows ? 1.0 : -1.0;
      EXPECT_EQ(task.problem().design.designRegion[i] == DesignRegion::Solid, column < rows + 1);
    }
    for (int i = 0; i <= 10; ++i)
    {
      const NurbsPoint point = evaluateAt(problem.patch, { i * 0.1 / 12.0, 0.37, 0.0 });
      double level = 0.0;
      for (std::size_t a = 0; a < std::size_t(point.count); ++a)
      {
        level += point.values[a] * levels[std::size_t(point.controlPoints[a])];
      }
      EXPECT_GE(level, -1e-12);
    }
  }
}
