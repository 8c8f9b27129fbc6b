// Tests of the refusals of meshfree problems: the message names the cause and the remedy.

#include "Support/Meshfree.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/Meshfree/MeshfreeValidation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
MeshfreeProblem validProblem()
{
  return cantilever({ 8, 4, 2 }, { 8.0, 4.0, 2.0 });
}

std::string refusal(const MeshfreeProblem& problem, std::size_t memoryLimit = 0)
{
  try
  {
    Observer silent;
    TopologyOptimizer(
      problem, makeContext(selectDevice(DeviceRequest::Host).limitedTo(memoryLimit)), silent);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}
}

TEST(MeshfreeBadInput, IsNamed)
{
  EXPECT_EQ(refusal(validProblem()), "");

  MeshfreeProblem problem = validProblem();
  problem.structure.mesh.connectivity.clear();
  expectMessage(refusal(problem), { "no cells", "hexahedra" });

  problem = validProblem();
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::None;
  problem.design.settings.constraints = { { { "Reaction", 2, {}, { { "DirectionX", 1.0 } } },
    1.0 } };
  expectMessage(
    refusal(problem), { "reaction", "supports of a meshfree body", "Topology Optimize" });

  problem = validProblem();
  std::swap(problem.structure.mesh.connectivity[0], problem.structure.mesh.connectivity[1]);
  expectMessage(refusal(problem), { "Element 0" });

  problem = validProblem();
  problem.method.nodes = problem.structure.mesh.points;
  std::copy_n(problem.method.nodes.begin() + 9, 3, problem.method.nodes.begin() + 30);
  expectMessage(refusal(problem), { "Node 3", "coincides" });

  problem = validProblem();
  problem.solidFractions = { 0.5 };
  expectMessage(refusal(problem), { "Solid fraction has 1 values", "elements" });
  problem.solidFractions.assign(problem.structure.mesh.numberOfElements(), 1.0);
  EXPECT_EQ(refusal(problem), "");
  problem.solidFractions[1] = 0.0;
  expectMessage(refusal(problem), { "Solid fraction is 0 in element 1", "empty" });

  // This is example I on 20 x 10 x 2 cells of size 5 x 5 x 2.
  problem = cantilever({ 20, 10, 2 }, { 100.0, 50.0, 4.0 });
  problem.method.penalty = 0.0;
  expectMessage(refusal(problem),
    { "The integration point (1.05662, 1.05662, 0.42265) in cell 0 has 3 nodes in reach",
      "it needs 4", "Raise Support Scale" });

  problem = validProblem();
  problem.method.nodes = problem.structure.mesh.points;
  problem.method.nodes.insert(problem.method.nodes.end(), { 20.0, 1.0, 1.0, 21.0, 1.0, 1.0 });
  expectMessage(refusal(problem), { "Node 135 at (20, 1, 1)", "reaches no integration point" });

  problem = validProblem();
  load(problem, { 20.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 });
  expectMessage(
    refusal(problem), { "force of load case 'Force' at the point (20, 0, 0)", "0 nodes in reach" });

  problem = validProblem();
  std::fill(problem.structure.supports.begin(), problem.structure.supports.end(), 0);
  problem.structure.supports[0] = problem.structure.supports[1] = problem.structure.supports[2] = 1;
  expectMessage(refusal(problem), { "Supports leave a rigid-body motion free" });

  problem = validProblem();
  problem.structure.prescribedDisplacement.assign(problem.structure.supports.size(), 0.0);
  problem.structure.prescribedDisplacement[1] = 0.5;
  expectMessage(refusal(problem), { "Prescribed displacement is 0.5 at point 0", "must be zero" });

  expectMessage(refusal(validProblem(), 1000000), { "135 nodes", "512 integration points", "MiB" });
}

TEST(MeshfreeBadInput, OfSettingsIsNamed)
{
  MeshfreeProblem problem = validProblem();
  problem.method.supportScale = 1.0;
  expectMessage(refusal(problem), { "Support scale is 1" });
  problem = validProblem();
  problem.method.penaltyFactor = 0.0;
  expectMessage(refusal(problem), { "Penalty factor is 0" });
  problem = validProblem();
  problem.method.gaussPoints = 5;
  expectMessage(refusal(problem), { "Gauss points are 5" });
  problem = validProblem();
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 8.0, 4.0, 2.0 }, 0.1);
  problem.method.product = MeshfreeProduct::LatticeTable;
  expectMessage(refusal(problem), { "no uniform lattice", "Auto" });
  problem = validProblem();
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  expectMessage(refusal(problem), { "Multigrid" });
  problem = validProblem();
  problem.structure.solver.strategy = Strategy::Assembled;
  expectMessage(refusal(problem), { "strategy", "product" });
  problem = validProblem();
  problem.structure.poissonsRatios.assign(problem.structure.mesh.numberOfElements(), 0.3);
  expectMessage(refusal(problem), { "Poisson's ratios" });
  problem = validProblem();
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 0.5;
  expectMessage(refusal(problem), { "Filter radius is 0.5", "nodes" });
  problem = validProblem();
  problem.design.initialDensity.assign(3, 0.5);
  expectMessage(refusal(problem), { "Initial density", "one for each node" });
  problem = validProblem();
  problem.design.designRegion.assign(problem.numberOfNodes(), DesignRegion::Solid);
  expectMessage(refusal(problem), { "no node to design" });
  problem.design.designRegion[0] = DesignRegion::Design;
  expectMessage(refusal(problem), { "Volume fraction is 0.4", "solid nodes" });
}

TEST(MeshfreeBadInput, OfFiltersAndLoadsOfTheDesignIsNamed)
{
  MeshfreeProblem problem = validProblem();
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Helmholtz;
  problem.design.densities.filterRadius = 1.5;
  const MeshfreeProblem filtered = problem;
  EXPECT_EQ(refusal(problem), "");
  problem.method.nodes = problem.structure.mesh.points;
  EXPECT_EQ(refusal(problem), "");
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 8.0, 4.0, 2.0 }, 0.1);
  // It is refused by validation, before a model is made.
  EXPECT_THROW(checkProblem(problem), Error);
  expectMessage(refusal(problem), { "Helmholtz", "nodes of their own", "Filter Type Density" });
  problem = filtered;
  problem.structure.mesh.points.insert(problem.structure.mesh.points.end(), { 3.5, 1.5, 0.5 });
  problem.structure.supports.insert(problem.structure.supports.end(), 3, 0);
  problem.structure.loadCases[0].forces.insert(problem.structure.loadCases[0].forces.end(), 3, 0.0);
  expectMessage(refusal(problem), { "Helmholtz", "point 135 is in no cell" });
  problem.design.densities.filter = FilterKind::Density;
  EXPECT_EQ(refusal(problem), "");

  problem = filtered;
  problem.structure.ofDesign.weight = { 0.0, -1.0, 0.0 };
  EXPECT_EQ(refusal(problem), "");
  problem.design.settings.optimizer = Optimizer::OptimalityCriteria;
  expectMessage(refusal(problem), { "weight of the material", "Optimizer MMA" });
  problem = filtered;
  problem.structure.ofDesign.thermal.expansion = 1e-5;
  problem.structure.ofDesign.thermal.temperature.assign(7, 1.0);
  expectMessage(refusal(problem), { "Temperature", "one for each point" });
  problem.structure.ofDesign.thermal.temperature.assign(problem.numberOfNodes(), 1.0);
  EXPECT_EQ(refusal(problem), "");
  problem = filtered;
  problem.structure.ofDesign.thermal.expansion = 1e-5;
  problem.structure.ofDesign.heat.fixed.assign(problem.numberOfNodes(), 1);
  expectMessage(refusal(problem), { "solved with the design", "densities of cells" });

  problem = filtered;
  problem.design.settings.objective = { "VibrationPeriod" };
  EXPECT_EQ(refusal(problem), "");
  problem.structure.pointMasses.assign(problem.structure.mesh.points.size(), 1.0);
  expectMessage(refusal(problem), { "Point masses", "Topology Optimize" });

  problem = filtered;
  problem.design.densities.stages.robust.isOn = true;
  expectMessage(refusal(problem), { "Robust Design needs", "Projection On" });
  problem.design.densities.stages.projection.mode = ProjectionMode::Half;
  EXPECT_EQ(refusal(problem), "");
}

TEST(MeshfreeBadInput, OfHangingNodesIsNamedWhereCellsAreAMesh)
{
  // One of two layers of cells is refined.
  MeshfreeProblem problem = validProblem();
  problem.design.densities.filterRadius = 1.5;
  Mesh& mesh = problem.structure.mesh;
  const Mesh fine = makeBoxMesh({ 2, 2, 2 }, { 1.0, 1.0, 1.0 }, { 8.0, 0.0, 0.0 });
  const auto first = static_cast<std::int32_t>(mesh.numberOfNodes());
  std::vector<std::int32_t> numbers;
  for (std::size_t i = 0; i < fine.numberOfNodes(); ++i)
  {
    const std::size_t number = pointAt(mesh, positionOf(fine.points, i));
    numbers.push_back(static_cast<std::int32_t>(number));
  }
  EXPECT_GT(static_cast<std::int32_t>(mesh.numberOfNodes()), first);
  for (const std::int32_t node : fine.connectivity)
  {
    mesh.connectivity.push_back(numbers[static_cast<std::size_t>(node)]);
  }
  problem.structure.supports.resize(mesh.points.size(), 0);
  problem.structure.loadCases[0].forces.resize(mesh.points.size(), 0.0);
  problem.method.supportScale = 3.0;
  EXPECT_EQ(refusal(problem), "");
  problem.design.densities.filter = FilterKind::Helmholtz;
  expectMessage(refusal(problem), { "hanging node" });
}

TEST(MeshfreeBadInput, OfSupportsByThemselvesIsWarnedOf)
{
  // The supports are on a face and at two points.
  MeshfreeProblem problem = validProblem();
  const std::size_t point = pointAt(problem.structure.mesh, { 8.0, 0.0, 0.0 });
  problem.structure.supports[3 * point + 1] = 1;
  const std::vector<std::string> warnings = MeshfreeTask(problem).warnings();
  ASSERT_EQ(warnings.size(), 1U);
  expectMessage(warnings[0], { "Point " + std::to_string(point), "1 point is held", "faces" });

  // The supports carry load, so that the structure is stiffer.
  const Device host = selectDevice(DeviceRequest::Host);
  EXPECT_LT(compliances(problem, 1, host)[0], 0.8 * compliances(validProblem(), 1, host)[0]);
}

TEST(MeshfreeBadInput, PenaltyIsByTheFactorUnlessGiven)
{
  MeshfreeProblem problem = smallCantilever();
  const Device host = selectDevice(DeviceRequest::Host);
  const double given = compliances(problem, 1, host)[0];
  problem.method.penalty = 0.0; // 100 E0 / h = 2e7
  EXPECT_NEAR(compliances(problem, 1, host)[0] / given, 1.0, 1e-9);
  problem.method.penaltyFactor = 1000.0;
  EXPECT_NEAR(compliances(problem, 1, host)[0] / 1527.60738, 1.0, 1e-7);
}
