// Tests of the verdict on designs of bars with obvious faults.

#include "Support/Meshfree.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/ElementGeometry.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/Meshfree/MeshfreeConditions.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Verdict/JudgeDesign.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns a bar of cubes along x, fixed at x = 0 and loaded at its other end.
TopologyProblem bar(const std::array<int, 3>& cells)
{
  TopologyProblem problem;
  problem.structure.mesh =
    makeBoxMesh(cells, { double(cells[0]), double(cells[1]), double(cells[2]) });
  const std::size_t nodes = problem.structure.mesh.numberOfNodes();
  problem.structure.supports.assign(3 * nodes, 0);
  problem.structure.loadCases.resize(1);
  problem.structure.loadCases[0].forces.assign(3 * nodes, 0.0);
  for (std::size_t i = 0; i < nodes; ++i)
  {
    const double x = problem.structure.mesh.points[3 * i];
    if (x == 0.0)
    {
      std::fill_n(&problem.structure.supports[3 * i], 3, std::uint8_t(1));
    }
    if (x == double(cells[0]))
    {
      problem.structure.loadCases[0].forces[3 * i + 2] = -1.0;
    }
  }
  problem.design.settings.volumeFraction = 0.5;
  return problem;
}

DesignConditions conditionsOf(const TopologyProblem& problem)
{
  return elementConditions(problem);
}
}

TEST(DesignVerdict, SolidBarIsSound)
{
  const TopologyProblem problem = bar({ 6, 2, 2 });
  const DesignVerdict verdict = judgeElements(conditionsOf(problem), problem.structure.mesh,
    std::vector<double>(problem.structure.mesh.numberOfElements(), 1.0));
  EXPECT_TRUE(verdict.faults().empty()) << verdict.faultText();
  EXPECT_EQ(1u, verdict.pieces);
  EXPECT_EQ(0.0, verdict.greyness);
  ASSERT_EQ(1u, verdict.loads.size());
  EXPECT_EQ(1.0, verdict.loads[0].carried);
}

TEST(DesignVerdict, GapsDetachTheLoad)
{
  const TopologyProblem problem = bar({ 6, 2, 2 });
  Random random(3303);
  std::vector<double> density(problem.structure.mesh.numberOfElements());
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    const double x = elementCentroid(problem.structure.mesh, e)[0];
    density[e] = x > 3.0 && x < 4.0 ? 0.02 * random.uniform(0.0, 1.0) : 1.0;
  }
  const DesignVerdict verdict =
    judgeElements(conditionsOf(problem), problem.structure.mesh, density);
  ASSERT_EQ(1u, verdict.loads.size());
  EXPECT_EQ(1.0, verdict.loads[0].onMaterial);
  EXPECT_EQ(0.0, verdict.loads[0].carried);
  EXPECT_EQ(2u, verdict.pieces);
  EXPECT_EQ(1u, verdict.loosePieces);
  EXPECT_NEAR(0.4, verdict.looseShare, 1e-12); // two of five layers
  EXPECT_NE(std::string::npos, verdict.faultText().find("Force is not connected to a support"))
    << verdict.faultText();
}

TEST(DesignVerdict, HingesDoNotConnect)
{
  // Two cubes share only an edge, and the second one is loaded.
  TopologyProblem problem = bar({ 2, 1, 2 });
  const std::vector<double> density = { 1.0, 0.0, 0.0, 1.0 };
  const DesignVerdict verdict =
    judgeElements(conditionsOf(problem), problem.structure.mesh, density);
  EXPECT_EQ(2u, verdict.pieces);
  EXPECT_FALSE(verdict.loads[0].isCarried());
}

TEST(DesignVerdict, LoadsOnVoidAreNamed)
{
  TopologyProblem problem = bar({ 6, 2, 2 });
  problem.structure.loadCases[0].name = "Wind";
  std::vector<double> density(problem.structure.mesh.numberOfElements());
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    density[e] = elementCentroid(problem.structure.mesh, e)[0] > 5.0 ? 0.0 : 1.0;
  }
  const DesignVerdict verdict =
    judgeElements(conditionsOf(problem), problem.structure.mesh, density);
  EXPECT_EQ("The load Wind acts on no material.", verdict.faultText());
}

TEST(DesignVerdict, GreynessIsThatOfTheSolidPart)
{
  TopologyProblem problem = bar({ 2, 1, 1 });
  problem.solidFractions = { 0.5, 1.0 };
  const DesignVerdict verdict =
    judgeElements(conditionsOf(problem), problem.structure.mesh, { 0.5, 1.0 });
  EXPECT_NEAR(1.0 / 3.0, verdict.greyness, 1e-14);
}

TEST(DesignVerdict, BoundsAndTheStart)
{
  TopologyProblem problem = bar({ 2, 1, 1 });
  problem.design.settings.constraints.push_back({ { "Compliance" }, 0.05 });
  const DesignConditions conditions = conditionsOf(problem);
  const HistoryColumns columns({ { "Compliance", ColumnRole::Objective, false },
    { "VolumeFraction", ColumnRole::Other, false },
    { "DensityChange", ColumnRole::Change, false } });
  const HistoryRow start = { 0, { 0.04, 0.5, 0.0 } };
  const HistoryRow last = { 7, { 0.2296, 0.501, 0.3 } };
  DesignVerdict verdict;
  judgeHistory(verdict, conditions, columns, last, &start, 0.01);
  ASSERT_EQ(2u, verdict.bounds.size());
  EXPECT_TRUE(verdict.bounds[0].isMet());
  EXPECT_FALSE(verdict.bounds[1].isMet());
  EXPECT_NEAR(3.592, verdict.bounds[1].excess(), 1e-12);
  EXPECT_NEAR(3.592, boundExcess(conditions.bounds, columns, last), 1e-12);
  EXPECT_NEAR((0.2296 - 0.04) / 0.04, verdict.increase, 1e-12);
  EXPECT_EQ(2u, verdict.faults().size()) << verdict.faultText();
  EXPECT_NE(std::string::npos,
    verdict.faultText().find("The compliance is 0.2296, 359.2 % above its bound 0.05."))
    << verdict.faultText();
  EXPECT_NE(std::string::npos, verdict.text().find("Not converged: the last change is 0.3"));

  // An initial design that violates a bound is not a better design.
  const HistoryRow infeasible = { 0, { 0.01, 0.9, 0.0 } };
  judgeHistory(verdict, conditions, columns, last, &infeasible, 0.01);
  EXPECT_EQ(0.0, verdict.increase);
}

TEST(DesignVerdict, VolumesHaveSettledAfterTenIterates)
{
  const HistoryColumns columns({ { "VolumeFraction", ColumnRole::Other, false },
    { "ObjectiveChange", ColumnRole::Change, false } });
  std::vector<HistoryRow> rows;
  for (int i = 0; i < 30; ++i)
  {
    rows.push_back({ i, { i < 5 || i == 20 ? 0.51 : 0.5, i == 7 || i > 15 ? 1e-5 : 1e-3 } });
  }
  ConvergenceRule rule;
  rule.settledVolume = SettledVolume{ 0.5 };
  for (int i = 0; i < 30; ++i)
  {
    EXPECT_EQ((i >= 14 && i < 20), rule.isSettled(columns, rows, i)) << i;
  }
  EXPECT_EQ(rule.convergedIteration(columns, rows, 1e-4), 16);
  EXPECT_EQ(rule.convergedIteration(columns, rows, 1e-6), std::nullopt);
  rule.settledVolume.reset();
  EXPECT_EQ(rule.convergedIteration(columns, rows, 1e-4), 7);
  rule.firstIteration = 8;
  EXPECT_EQ(rule.convergedIteration(columns, rows, 1e-4), 16);
  // Parameters that change in a run must have their final value at two consecutive designs.
  rule = {};
  rule.finalValues = { { "VolumeFraction", 0.51 } };
  EXPECT_EQ(rule.convergedIteration(columns, rows, 1e-4), std::nullopt);
  EXPECT_TRUE(rule.isSettled(columns, rows, 1));
  EXPECT_FALSE(rule.isSettled(columns, rows, 5));
  EXPECT_FALSE(rule.isSettled(columns, rows, 20));
  EXPECT_EQ(rule.unfinished(columns, rows, 1), "");
  EXPECT_EQ(rule.unfinished(columns, rows, 5), "VolumeFraction");
  rule.finalValues = { { "NoColumn", 1.0 } };
  EXPECT_FALSE(rule.isSettled(columns, rows, 1));
  DesignVerdict verdict;
  verdict.iteration = 12;
  verdict.change = 1e-5;
  verdict.tolerance = 1e-4;
  EXPECT_TRUE(verdict.isConverged());
  verdict.isSettled = false;
  EXPECT_FALSE(verdict.isConverged());
  verdict.unfinished = "ProjectionSharpness";
  EXPECT_NE(std::string::npos,
    verdict.text().find("Not converged: the continuation of ProjectionSharpness has not ended"));
  verdict.unfinished.clear();
  EXPECT_NE(std::string::npos,
    verdict.text().find("Not converged: the volume has not been at its bound for 10 iterations."));
}

TEST(DesignVerdict, LoadsOnAllNodesAreTheWeight)
{
  TopologyProblem problem = bar({ 3, 1, 1 });
  std::fill(problem.structure.loadCases[0].forces.begin(),
    problem.structure.loadCases[0].forces.end(), -1.0);
  EXPECT_TRUE(conditionsOf(problem).loads.empty());
}

TEST(DesignVerdict, OutputsOfMechanismsAreLoads)
{
  TopologyProblem problem = bar({ 3, 1, 1 });
  problem.design.settings.objective = { "OutputDisplacement" };
  problem.design.outputWeights.assign(3 * problem.structure.mesh.numberOfNodes(), 0.0);
  problem.design.outputWeights[3 * 3 + 0] = 1.0;
  const DesignConditions conditions = conditionsOf(problem);
  ASSERT_EQ(2u, conditions.loads.size());
  EXPECT_EQ("Output", conditions.loads[1].name);
  ASSERT_EQ(1u, conditions.loads[1].nodes.size());
  EXPECT_EQ(3, conditions.loads[1].nodes[0]);
}

TEST(DesignVerdict, PointsWithoutCellsActAtTheirPlaces)
{
  MeshfreeProblem problem = meshfree::cantilever({ 6, 2, 2 }, { 6.0, 2.0, 2.0 });
  problem.structure.loadCases.clear();
  meshfree::load(problem, { 5.7, 1.6, 0.6 }, { 0.0, -1.0, 0.0 });
  const DesignConditions conditions = meshfreeConditions(problem);
  ASSERT_EQ(1u, conditions.loads.size());
  ASSERT_EQ(1u, conditions.loads[0].nodes.size());
  EXPECT_EQ(std::int32_t(meshfree::pointAt(problem.structure.mesh, { 6.0, 2.0, 1.0 })),
    conditions.loads[0].nodes[0]);
  const auto carriedUpTo = [&](double end)
  {
    std::vector<double> density(problem.structure.mesh.numberOfElements());
    for (std::size_t e = 0; e < density.size(); ++e)
    {
      density[e] = elementCentroid(problem.structure.mesh, e)[0] < end ? 1.0 : 0.0;
    }
    return judgeElements(conditions, problem.structure.mesh, density).loads[0].carried;
  };
  EXPECT_EQ(1.0, carriedUpTo(6.0));
  EXPECT_EQ(0.0, carriedUpTo(5.0));
  // Every point belongs to a cell.
  EXPECT_TRUE(pointsOfCellsAt(meshfree::smallCantilever().structure.mesh).empty());
}

namespace
{
/// Returns a bar of 6 x 2 x 2 cubes without forces, whose end is moved in one direction.
TopologyProblem movedBar(std::size_t axis, double by)
{
  TopologyProblem problem = bar({ 6, 2, 2 });
  problem.structure.loadCases[0].forces.assign(problem.structure.mesh.points.size(), 0.0);
  problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < problem.structure.mesh.numberOfNodes(); ++i)
  {
    if (problem.structure.mesh.points[3 * i] == 6.0)
    {
      problem.structure.supports[3 * i + axis] = 1;
      problem.structure.prescribedDisplacement[3 * i + axis] = by;
    }
  }
  return problem;
}

/// Returns the verdict on a bar with material where a function of element centroids is true.
template <class IsSolid>
DesignVerdict verdictWhere(const TopologyProblem& problem, const IsSolid& isSolid)
{
  std::vector<double> density(problem.structure.mesh.numberOfElements());
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    density[e] = isSolid(elementCentroid(problem.structure.mesh, e)) ? 1.0 : 0.0;
  }
  return judgeElements(conditionsOf(problem), problem.structure.mesh, density);
}

using Centroid = std::array<double, 3>;
bool isAnywhere(const Centroid&)
{
  return true;
}
bool isCutInTwo(const Centroid& x)
{
  return x[0] < 3.0 || x[0] > 4.0;
}
}

TEST(DesignVerdict, PrescribedDisplacementsAreLoads)
{
  const TopologyProblem problem = movedBar(2, -0.1);
  const DesignVerdict sound = verdictWhere(problem, isAnywhere);
  EXPECT_TRUE(sound.faults().empty()) << sound.faultText();
  ASSERT_EQ(1u, sound.loads.size());
  EXPECT_EQ(1.0, sound.loads[0].carried);
  // All material belongs to pieces with supports, one of which is moved.
  EXPECT_EQ("The load PrescribedDisplacement in -z is not connected to a support.",
    verdictWhere(problem, isCutInTwo).faultText());
  EXPECT_EQ("The load PrescribedDisplacement in -z acts on no material.",
    verdictWhere(problem, [](const Centroid& x) { return x[0] < 5.0; }).faultText());
  // The moved support needs material at some point, and all of this material must be connected.
  EXPECT_EQ("", verdictWhere(problem, [](const Centroid& x) { return x[1] < 1.0; }).faultText());
  const DesignVerdict half = verdictWhere(problem,
    [](const Centroid& x)
    { return (x[1] < 1.0 && x[2] < 1.0) || (x[0] > 5.0 && x[1] > 1.0 && x[2] > 1.0); });
  EXPECT_EQ(1.0, half.loads[0].onMaterial);
  EXPECT_NEAR(4.0 / 7.0, half.loads[0].carried, 1e-12);
}

TEST(DesignVerdict, PrescribedDisplacementsAreResistedInTheirDirection)
{
  // Two ends are pulled apart, and fixed in the other directions only.
  TopologyProblem problem = movedBar(0, 0.1);
  for (std::size_t i = 0; i < problem.structure.mesh.numberOfNodes(); ++i)
  {
    if (problem.structure.mesh.points[3 * i] == 0.0)
    {
      problem.structure.prescribedDisplacement[3 * i] = -0.1;
    }
    problem.structure.supports[3 * i + 1] = problem.structure.mesh.points[3 * i + 1] == 0.0 ? 1 : 0;
  }
  EXPECT_EQ("", verdictWhere(problem, isAnywhere).faultText());
  EXPECT_EQ("The load PrescribedDisplacement in -x is not connected to a support. "
            "The load PrescribedDisplacement in +x is not connected to a support.",
    verdictWhere(problem, isCutInTwo).faultText());

  // The other end is moved by another amount in the same direction.
  for (double& displacement : problem.structure.prescribedDisplacement)
  {
    displacement = displacement < 0.0 ? 0.2 : displacement;
  }
  EXPECT_EQ("", verdictWhere(problem, isAnywhere).faultText());
  EXPECT_EQ(1u, verdictWhere(problem, isCutInTwo).faults().size());

  // A rigid translation is no load, unless springs resist it.
  for (double& displacement : problem.structure.prescribedDisplacement)
  {
    displacement = displacement > 0.0 ? 0.1 : displacement;
  }
  EXPECT_TRUE(conditionsOf(problem).loads.empty());
  problem.structure.springs.assign(problem.structure.mesh.points.size(), 0.0);
  problem.structure.springs[3 * 3] = 1.0; // at (3, 0, 0)
  ASSERT_EQ(1u, conditionsOf(problem).loads.size());
  EXPECT_EQ(std::vector<std::int32_t>{ 3 }, conditionsOf(problem).loads[0].heldBy);
  // The spring is that of the workpiece.
  problem.design.settings.objective = { "OutputDisplacement" };
  problem.design.outputWeights.assign(problem.structure.mesh.points.size(), 0.0);
  EXPECT_EQ(1u, conditionsOf(problem).loads.size()) << "the output alone";
}
