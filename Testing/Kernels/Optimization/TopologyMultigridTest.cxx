// Tests of whole iterations with multigrid on voxel grids.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class TopologyMultigrid : public OptimizerOnDevice
{
protected:
  std::unique_ptr<TopologyOptimizer> run(
    TopologyProblem problem, Preconditioner preconditioner, int steps)
  {
    problem.structure.solver.preconditioner = preconditioner;
    auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, steps);
    return optimizer;
  }

  /// Checks that multigrid and Jacobi result in the same designs.
  void expectSame(TopologyProblem problem, int steps)
  {
    problem.structure.solver.tolerance = 1e-10;
    problem.design.settings.densityChangeTolerance = 0.0;
    const auto expected = this->run(problem, Preconditioner::Jacobi, steps);
    const auto found = this->run(problem, Preconditioner::Multigrid, steps);
    EXPECT_LT(found->record().solverIterations(), expected->record().solverIterations() / 2);
    EXPECT_NEAR(found->record()["Compliance"] / expected->record()["Compliance"], 1.0, 1e-6);
    EXPECT_NEAR(found->record().objective() / expected->record().objective(), 1.0, 1e-6);
    EXPECT_LT(relativeDifference(found->density(), expected->density()), 1e-4);
    EXPECT_LT(
      relativeDifference(found->strainEnergyDensity(), expected->strainEnergyDensity()), 1e-4);
    EXPECT_LT(relativeDifference(found->sensitivity(), expected->sensitivity()), 1e-4);
    for (std::size_t i = 0; i < problem.structure.loadCases.size(); ++i)
    {
      EXPECT_LT(relativeDifference(found->displacement(i), expected->displacement(i)), 1e-4);
    }
  }
};

/// An observer that stores the messages about choices.
class Notes : public Observer
{
public:
  void note(const std::string& text) override { this->All += text + "\n"; }
  std::string All;
};

/// Returns a cantilever of bricks with holes, in random order.
TopologyProblem porousCantilever(const std::array<int, 3>& elements, Random& random)
{
  TopologyProblem problem = cantilever(elements);
  std::vector<std::uint8_t> keep(problem.structure.mesh.numberOfElements());
  for (std::size_t e = 0; e < keep.size(); ++e)
  {
    const auto nx = static_cast<std::size_t>(elements[0]);
    const auto ny = static_cast<std::size_t>(elements[1]);
    const std::size_t hole = (e % nx / 3) + (e / nx % ny / 3) + (e / nx / ny / 3);
    keep[e] = hole % 3 != 1 || e % nx % 3 == 0;
  }
  const Mesh full = problem.structure.mesh;
  TopologyProblem result = emptyProblem(keepElements(full, keep));
  for (std::size_t i = 0; i < result.structure.mesh.points.size(); i += 3)
  {
    result.structure.mesh.points[i + 1] *= 0.5;
  }
  clamp(result, [](const Point& p) { return p[0] == 0.0; });
  result.design.densities.filterRadius = 1.5;
  result.structure.loadCases[0].forces = random.vector(result.structure.mesh.points.size(), -1, 1);
  return renumber(result, random).problem;
}
}

TEST_P(TopologyMultigrid, SlowGivesTheDesignsOfOthers)
{
  Random random(2201);
  TopologyProblem problem = cantilever({ 16, 8, 9 });
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  this->expectSame(renumber(problem, random).problem, 4);
  this->expectSame(porousCantilever({ 12, 9, 10 }, random), 3);
}

TEST_P(TopologyMultigrid, SlowTakesLoadCasesRegionsAndDisplacedSupports)
{
  Random random(2202);
  TopologyProblem problem = cantilever({ 14, 9, 7 });
  LoadCase second = problem.structure.loadCases[0];
  second.name = "Second";
  second.weight = 0.3;
  for (double& force : second.forces)
  {
    force = random.uniform(-0.1, 0.1);
  }
  problem.structure.loadCases.push_back(second);
  for (const char* name : { "Third", "Fourth" }) // four load cases are solved at once
  {
    LoadCase another = second;
    another.name = name;
    for (double& force : another.forces)
    {
      force = random.uniform(-0.1, 0.1);
    }
    problem.structure.loadCases.push_back(another);
  }
  problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
  for (const std::size_t node :
    nodesWhere(problem.structure.mesh, [](const Point& p) { return p[0] == 14.0 && p[2] == 7.0; }))
  {
    problem.structure.supports[3 * node + 1] = 1;
    problem.structure.prescribedDisplacement[3 * node + 1] = random.uniform(0.5, 1.0);
  }
  problem.design.designRegion.assign(
    problem.structure.mesh.numberOfElements(), DesignRegion::Design);
  problem.design.initialDensity = randomDensity(problem, random);
  // Fixed elements are scattered. Every fourteenth element would be a whole layer, which would cut
  // the body in two.
  for (std::size_t e = 0; e < problem.design.designRegion.size(); e += 9)
  {
    problem.design.designRegion[e] = e % 2 ? DesignRegion::Solid : DesignRegion::Void;
  }
  this->expectSame(renumber(problem, random).problem, 3);
}

TEST_P(TopologyMultigrid, SlowSolvesLoadCasesAtOnceOrOneByOne)
{
  for (const std::size_t loads : { 4, 5 })
  {
    SCOPED_TRACE(loads);
    Random random(2204);
    TopologyProblem problem = cantilever({ 64, 32, 32 });
    for (std::size_t load = 1; load < loads; ++load)
    {
      LoadCase another = problem.structure.loadCases[0];
      another.name = "Load " + std::to_string(load + 1);
      for (double& force : another.forces)
      {
        force = random.uniform(-0.1, 0.1);
      }
      problem.structure.loadCases.push_back(another);
    }
    problem.structure.solver.preconditioner = Preconditioner::Multigrid;
    problem.structure.solver.tolerance = 1e-8;
    Device scarce = this->Used; // memory that suffices for any device, without a reserve
    scarce.availableMemory = estimateDeviceMemory(problem);
    TopologyOptimizer oneByOne(problem, makeContext(scarce), this->Silent);
    Device plenty = this->Used;
    plenty.availableMemory = std::size_t(8) << 30;
    TopologyOptimizer atOnce(problem, makeContext(plenty), this->Silent);
    runSteps(oneByOne, 2);
    runSteps(atOnce, 2);
    EXPECT_LE(oneByOne.peakDeviceMemory(), scarce.availableMemory);
    EXPECT_GT(10 * atOnce.peakDeviceMemory(), 11 * oneByOne.peakDeviceMemory());
    EXPECT_NEAR(atOnce.record()["Compliance"] / oneByOne.record()["Compliance"], 1.0, 1e-7);
    EXPECT_LT(relativeDifference(atOnce.density(), oneByOne.density()), 1e-4);
    for (std::size_t i = 0; i < loads; ++i)
    {
      EXPECT_LT(relativeDifference(atOnce.displacement(i), oneByOne.displacement(i)), 1e-4);
    }
  }
}

TEST_P(TopologyMultigrid, SlowSolvesLoadCasesWithinALimitOfMemory)
{
  TopologyProblem problem = cantilever({ 64, 32, 32 });
  for (const double direction : { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0 })
  {
    LoadCase another = problem.structure.loadCases[0];
    for (std::size_t i = 0; i + 1 < another.forces.size(); ++i)
    {
      another.forces[i] += direction * problem.structure.loadCases[0].forces[i + 1];
    }
    problem.structure.loadCases.push_back(another);
  }
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  const std::size_t limit = estimateDeviceMemory(problem);
  TopologyOptimizer limited(problem, makeContext(this->Used.limitedTo(limit)), this->Silent);
  TopologyOptimizer unlimited(problem, makeContext(this->Used), this->Silent);
  runSteps(limited, 1);
  runSteps(unlimited, 1);
  EXPECT_LE(limited.peakDeviceMemory(), limit);
  // Load cases that are solved at once need more memory than the limit.
  EXPECT_GT(unlimited.peakDeviceMemory(), limit);
}

TEST_P(TopologyMultigrid, SlowTakesSpringsAndOutputs)
{
  TopologyProblem problem = makeExample(TopologyExample::ForceInverter, { 20, 1 });
  std::vector<double> outputs;
  for (const Preconditioner preconditioner : { Preconditioner::Multigrid, Preconditioner::Jacobi })
  {
    outputs.push_back(this->run(problem, preconditioner, 12)->record().objective());
  }
  // The state of the mechanism at this iteration depends on rounding; see the test of the force
  // inverter.
  EXPECT_LT(outputs[0], 0.0);
  EXPECT_NEAR(outputs[0] / outputs[1], 1.0, 0.15);
}

TEST_P(TopologyMultigrid, WorksWithEveryStrategy)
{
  TopologyProblem problem = cantilever({ 12, 6, 6 });
  problem.structure.solver.tolerance = 1e-9;
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  const double expected = firstCompliance(problem, this->Used);
  for (const Strategy strategy : { Strategy::Recompute, Strategy::Congruent, Strategy::Nbn })
  {
    problem.structure.solver.strategy = strategy;
    EXPECT_NEAR(firstCompliance(problem, this->Used) / expected, 1.0, 1e-8);
  }
}

TEST_P(TopologyMultigrid, SlowConvergesOnRandomVoid)
{
  // There are bodies of all sizes in void with a billionth of the stiffness of the solid.
  Random random(2203);
  TopologyProblem problem = cantilever({ 24, 12, 12 });
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-9;
  problem.design.densities.filter = FilterKind::None;
  for (const double solid : { 0.1, 0.3, 0.5 })
  {
    SCOPED_TRACE(solid);
    problem.design.initialDensity.resize(problem.structure.mesh.numberOfElements());
    for (double& density : problem.design.initialDensity)
    {
      density = random.uniform(0, 1) < solid ? 1.0 : 0.0;
    }
    problem.structure.solver.tolerance = 1e-8;
    const auto found = this->run(problem, Preconditioner::Multigrid, 1);
    EXPECT_LE(found->record()["Residual"], 1e-8);
    const auto expected = this->run(problem, Preconditioner::RigidBodyModes, 1);
    EXPECT_NEAR(found->record()["Compliance"] / expected->record()["Compliance"], 1.0, 1e-6);
  }
}

TEST_P(TopologyMultigrid, SlowIsWhatAutoChoosesOnGrids)
{
  TopologyProblem problem = cantilever({ 64, 32, 32 });
  ASSERT_EQ(problem.structure.solver.preconditioner, Preconditioner::Auto);
  Notes notes;
  TopologyOptimizer chosen(problem, makeContext(this->Used), notes);
  EXPECT_NE(notes.All.find("multigrid"), std::string::npos) << notes.All;
  EXPECT_NE(notes.All.find("64 x 32 x 32"), std::string::npos) << notes.All;
  chosen.step(this->Silent);
  EXPECT_LE(chosen.peakDeviceMemory(), estimateDeviceMemory(problem));

  // Multigrid is not chosen if there is memory for rigid-body modes only, as on a plate of one
  // layer, whose coarse levels are large.
  const TopologyProblem plate = cantilever({ 330, 200, 1 });
  const std::size_t needed = estimateDeviceMemory(plate);
  Notes scarce;
  EXPECT_NO_THROW(TopologyOptimizer(plate, makeContext(this->Used.limitedTo(needed - 1)), scarce));
  EXPECT_NE(scarce.All.find("rigid-body"), std::string::npos) << scarce.All;
  EXPECT_NE(scarce.All.find("available"), std::string::npos) << scarce.All;
  // It is not chosen if a strategy for products is requested.
  problem.structure.solver.strategy = Strategy::Recompute;
  Notes asked;
  const TopologyOptimizer recomputed(problem, makeContext(this->Used), asked);
  EXPECT_EQ(asked.All.find("multigrid"), std::string::npos) << asked.All;
  problem.structure.solver.strategy = Strategy::Auto;
  // It is not chosen if numbers overflow in single precision.
  problem.structure.material.youngsModulus = 1e30;
  Notes large;
  const TopologyOptimizer overflowing(problem, makeContext(this->Used), large);
  EXPECT_EQ(large.All.find("multigrid"), std::string::npos) << large.All;
  problem.structure.material.youngsModulus = 1.0;
  // If the mesh is not a grid, multigrid on a lattice over the mesh is chosen.
  problem = cantilever({ 80, 43, 43 });
  problem.structure.mesh.points.back() += 1e-3;
  Notes off;
  TopologyOptimizer moved(problem, makeContext(this->Used), off);
  EXPECT_NE(off.All.find("multigrid on a lattice of voxels over the mesh"), std::string::npos)
    << off.All;
  moved.step(this->Silent);
  EXPECT_LE(moved.record().solverIterations(), 15);
  EXPECT_LE(moved.peakDeviceMemory(), estimateDeviceMemory(problem));
}

TEST(TopologyMultigridInput, IsRefusedWhereItDoesNotSuit)
{
  TopologyProblem problem = cantilever({ 6, 4, 4 });
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  EXPECT_NO_THROW(validate(problem));
  problem.structure.mesh.points.back() += 1e-3; // on a lattice over the mesh
  EXPECT_NO_THROW(validate(problem));
  problem = cantilever({ 6, 4, 4 });
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  problem.design.densities.minimumDensity = 1e-6;
  expectMessage(refusal(problem), { "multigrid", "1e-18", "precision" });
  problem.design.densities.minimumDensity = 1e-3;
  problem.structure.material.youngsModulus = 1e40;
  expectMessage(refusal(problem), { "multigrid", "Young's modulus", "units" });
}

TRABECULA_ON_EVERY_DEVICE(TopologyMultigrid);
