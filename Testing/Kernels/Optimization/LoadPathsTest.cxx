// Tests of the refusal of void regions that disconnect loads from supports.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Validation/LoadPaths.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns whether a loaded point is connected to a support, by a search from element to element.
bool reaches(const TopologyProblem& problem)
{
  const Mesh& mesh = problem.structure.mesh;
  std::vector<std::uint8_t> reached(mesh.numberOfNodes(), 0);
  for (std::size_t i = 0; i < problem.structure.supports.size(); ++i)
  {
    reached[i / 3] = reached[i / 3] || problem.structure.supports[i] ? 1 : 0;
  }
  for (bool grows = true; grows;)
  {
    grows = false;
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      bool touches = false;
      for (int a = 0; a < 8; ++a)
      {
        touches = touches || reached[std::size_t(mesh.element(e)[a])];
      }
      for (int a = 0; a < 8 && touches && problem.design.designRegion[e] != DesignRegion::Void; ++a)
      {
        std::uint8_t& mark = reached[std::size_t(mesh.element(e)[a])];
        grows = grows || !mark;
        mark = 1;
      }
    }
  }
  for (std::size_t i = 0; i < problem.structure.loadCases[0].forces.size(); ++i)
  {
    if (problem.structure.loadCases[0].forces[i] != 0.0 && !problem.structure.supports[i] &&
      !reached[i / 3])
    {
      return false;
    }
  }
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    if (problem.design.designRegion[e] == DesignRegion::Solid &&
      !reached[std::size_t(mesh.element(e)[0])])
    {
      return false;
    }
  }
  return true;
}

template <class Problem>
std::string faultOf(const Problem& problem)
{
  try
  {
    checkLoadPaths(problem.structure, problem.design);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}
}

TEST(LoadPaths, AgreeWithAWalkThroughRandomRegions)
{
  Random random(7401);
  int refused = 0;
  int accepted = 0;
  for (int draw = 0; draw < 400; ++draw)
  {
    TopologyProblem problem = cantilever({ 5, 3, 2 });
    const double share = random.uniform(0.0, 0.8);
    for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
    {
      const double draws = random.uniform(0.0, 1.0);
      problem.design.designRegion.push_back(draws < share ? DesignRegion::Void
          : draws > 0.95                                  ? DesignRegion::Solid
                                                          : DesignRegion::Design);
    }
    const bool expected = reaches(problem);
    EXPECT_EQ(faultOf(problem).empty(), expected) << "draw " << draw;
    ++(expected ? accepted : refused);
  }
  EXPECT_GT(refused, 50);
  EXPECT_GT(accepted, 50);
}

TEST(LoadPaths, TheMessageNamesLoadAndPoint)
{
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  problem.structure.loadCases[0].name = "Wind";
  problem.design.designRegion.assign(
    problem.structure.mesh.numberOfElements(), DesignRegion::Design);
  for (std::size_t e = 0; e < problem.design.designRegion.size(); ++e)
  {
    problem.design.designRegion[e] = e % 6 == 3 ? DesignRegion::Void : DesignRegion::Design;
  }
  expectMessage(refusal(problem), { "'Wind'", "point 6 ", "(6, 0, 0)", "cuts", "support", "(0)" });
  for (std::size_t e = 0; e < problem.design.designRegion.size(); ++e)
  {
    problem.design.designRegion[e] = e % 6 == 5 ? DesignRegion::Void : DesignRegion::Design;
  }
  expectMessage(refusal(problem), { "'Wind'", "point 6 ", "void (2) everywhere" });

  // A solid piece is not connected to any support.
  problem = cantilever({ 6, 3, 3 });
  problem.design.designRegion.assign(problem.structure.mesh.numberOfElements(), DesignRegion::Void);
  for (std::size_t e = 0; e < 6; ++e)
  {
    problem.design.designRegion[e] = DesignRegion::Design;
    problem.design.designRegion[e + 18] = DesignRegion::Design;
  }
  for (std::size_t node = 0; node < problem.structure.mesh.numberOfNodes(); ++node)
  {
    problem.structure.loadCases[0].forces[3 * node + 2] = node == 6 ? -1.0 : 0.0;
  }
  EXPECT_EQ(faultOf(problem), "");
  problem.design.designRegion[53] = DesignRegion::Solid;
  expectMessage(faultOf(problem), { "Element 53", "loose piece" });
}

TEST(LoadPaths, RegionsOfNodesVoidTheCellsBetween)
{
  MeshfreeProblem problem;
  setParts(problem, cantilever({ 6, 2, 2 }));
  problem.design.densities.filter = FilterKind::None;
  problem.design.designRegion.assign(problem.structure.mesh.numberOfNodes(), DesignRegion::Design);
  const auto makeVoid = [&](double from, double to)
  {
    for (std::size_t node = 0; node < problem.structure.mesh.numberOfNodes(); ++node)
    {
      const double x = problem.structure.mesh.points[3 * node];
      problem.design.designRegion[node] =
        x >= from && x <= to ? DesignRegion::Void : DesignRegion::Design;
    }
  };
  makeVoid(2.0, 2.0);
  EXPECT_EQ(faultOf(problem), "");
  makeVoid(2.0, 3.0);
  expectMessage(faultOf(problem), { "'Force'", "cuts" });
  EXPECT_THROW(validate(problem), Error);
}

TEST(LoadPaths, PointsWithoutCellsActAtTheirPlaces)
{
  MeshfreeProblem problem = meshfree::cantilever({ 6, 2, 2 }, { 6.0, 2.0, 2.0 });
  problem.structure.loadCases.clear();
  meshfree::load(problem, { 4.7, 1.6, 0.6 }, { 0.0, -1.0, 0.0 });
  problem.method.nodes.clear(); // the point of the force is also a node
  const auto faultWithVoid = [&](double from, double to)
  {
    problem.design.designRegion.assign(problem.numberOfNodes(), DesignRegion::Design);
    for (std::size_t node = 0; node + 1 < problem.numberOfNodes(); ++node)
    {
      const double x = problem.nodes()[3 * node];
      problem.design.designRegion[node] =
        x >= from && x <= to ? DesignRegion::Void : DesignRegion::Design;
    }
    try
    {
      validate(problem);
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(faultWithVoid(2.0, 2.0), "");
  EXPECT_EQ(faultWithVoid(6.0, 6.0), "");
  expectMessage(
    faultWithVoid(2.0, 3.0), { "cuts load case 'Force'", "point 63 at (4.7, 1.6, 0.6)" });
  expectMessage(faultWithVoid(4.0, 6.0), { "point 63 at (4.7, 1.6, 0.6)", "void (2) everywhere" });
}

TEST(LoadPaths, SpringsOfMechanismsHoldNothing)
{
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  const std::size_t unknowns = problem.structure.mesh.points.size();
  problem.structure.springs.assign(unknowns, 0.0);
  problem.design.outputWeights.assign(unknowns, 0.0);
  const std::size_t input = 3 * 6 + 2;
  const std::size_t output = 3 * (7 * 15 + 3) + 2; // point 108 at (3, 3, 3)
  problem.structure.loadCases[0].forces.assign(unknowns, 0.0);
  problem.structure.loadCases[0].forces[input] = -1.0;
  problem.design.outputWeights[output] = 1.0;
  problem.structure.springs[input] = 0.1;
  problem.structure.springs[output] = 0.1;
  const auto makeVoid = [&](std::size_t layer)
  {
    problem.design.designRegion.assign(
      problem.structure.mesh.numberOfElements(), DesignRegion::Design);
    for (std::size_t e = layer; e < problem.design.designRegion.size(); e += 6)
    {
      problem.design.designRegion[e] = DesignRegion::Void;
    }
  };
  makeVoid(4);
  EXPECT_EQ(faultOf(problem), ""); // springs of a structure are supports
  problem.design.settings.objective = { "OutputDisplacement" };
  expectMessage(faultOf(problem), { "cuts load case 'Force'", "point 6 " });
  problem.structure.loadCases[0].forces[input] = 0.0;
  EXPECT_EQ(faultOf(problem), "");
  makeVoid(1);
  expectMessage(faultOf(problem), { "cuts the output", "point 108 at (3, 3, 3)" });
  for (std::size_t e = 0; e < problem.design.designRegion.size(); ++e)
  {
    problem.design.designRegion[e] = DesignRegion::Void;
  }
  expectMessage(faultOf(problem), { "The output acts on point 108", "void (2) everywhere" });
}

TEST(LoadPaths, PrescribedDisplacementsNeedAWay)
{
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  const std::size_t unknowns = problem.structure.mesh.points.size();
  problem.structure.loadCases[0].forces.assign(unknowns, 0.0);
  problem.structure.prescribedDisplacement.assign(unknowns, 0.0);
  const std::size_t moved = 3 * 6 + 2; // point 6 at (6, 0, 0)
  problem.structure.supports[moved] = 1;
  problem.structure.prescribedDisplacement[moved] = -0.1;
  const auto makeVoid = [&](std::size_t layer)
  {
    problem.design.designRegion.assign(
      problem.structure.mesh.numberOfElements(), DesignRegion::Design);
    for (std::size_t e = layer; e < problem.design.designRegion.size(); e += 6)
    {
      problem.design.designRegion[e] = DesignRegion::Void;
    }
  };
  makeVoid(5);
  problem.design.designRegion[5] = DesignRegion::Design;
  EXPECT_EQ(faultOf(problem), "");
  for (const std::size_t layer : { 3U, 5U })
  {
    makeVoid(layer);
    expectMessage(
      faultOf(problem), { "cuts PrescribedDisplacement in -z", "point 6 at (6, 0, 0)", "support" });
    EXPECT_THROW(validate(problem), Error);
  }
}
