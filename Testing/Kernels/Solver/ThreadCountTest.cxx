// Tests that results on the host are bitwise equal for any number of threads: the order of
// reductions depends only on the number of unknowns, which is sufficient for several threads.

#include "Support/Problems.h"
#include "Support/ThreadCounts.h"
#include "Support/VoxelImages.h"

#include "Analysis/Static/StaticAnalysis.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "MicroFe/VoxelMicroFe.h"
#include "Optimization/TopologyOptimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Values = std::vector<double>;

/// Parallel loops have at least this many iterations.
constexpr std::size_t LeastParallelWork = 8192;

/// Returns all results of two iterations.
Values optimized(const TopologyProblem& problem)
{
  EXPECT_GT(problem.structure.mesh.points.size(), 2 * LeastParallelWork);
  EXPECT_GT(problem.structure.mesh.numberOfElements(), LeastParallelWork);
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  Values all = runSteps(optimizer, 2);
  append(all, optimizer.density());
  append(all, optimizer.displacement(0));
  append(all, optimizer.sensitivity());
  all.push_back(optimizer.record()["Residual"]);
  return all;
}

/// Returns a column with forces that differ from node to node, a spring, and nodes in the order of
/// the generator.
TopologyProblem column()
{
  TopologyProblem problem = cantilever({ 40, 16, 16 });
  problem.structure.solver.tolerance = 1e-4;
  problem.structure.solver.maximumIterations = 2000;
  return problem;
}
}

TEST(ThreadCount, DoesNotChangeOptimizationWithRigidBodyModes)
{
  TopologyProblem problem = column();
  problem.structure.solver.preconditioner = Preconditioner::RigidBodyModes;
  expectSameWithThreads([&] { return optimized(problem); });
}

TEST(ThreadCount, DoesNotChangeOptimizationWithMultigridAndMovingAsymptotes)
{
  TopologyProblem problem = column();
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Density;
  expectSameWithThreads([&] { return optimized(problem); });
}

TEST(ThreadCount, LengthyDoesNotChangeOptimizationWithAggregationMultigrid)
{
  TopologyProblem problem = column();
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  for (std::size_t i = 0; i < problem.structure.mesh.points.size(); i += 3)
  {
    problem.structure.mesh.points[i] +=
      0.1 * std::sin(problem.structure.mesh.points[i + 1]); // makes the mesh differ from a lattice
  }
  expectSameWithThreads([&] { return optimized(problem); });
}

TEST(ThreadCount, DoesNotChangeMicroFe)
{
  Random random(17);
  VoxelMicroFeProblem problem;
  problem.image = porousImage({ 30, 26, 28 }, 0.6, random);
  problem.tolerance = 1e-4;
  expectSameWithThreads(
    [&]
    {
      Observer silent;
      VoxelMicroFe analysis(problem, selectDevice(DeviceRequest::Host), silent);
      EXPECT_TRUE(analysis.solve(silent));
      Values all = analysis.solution().displacement;
      EXPECT_GT(all.size(), 2 * LeastParallelWork);
      append(all, analysis.solution().reactionForce);
      append(all, analysis.solution().effectiveStrain);
      for (const double value : { analysis.summary().stiffness, analysis.summary().strainEnergy,
             analysis.summary().pistoiaFactor, analysis.summary().residual })
      {
        all.push_back(value);
      }
      return all;
    });
}

TEST(ThreadCount, LengthyDoesNotChangeElasticAnalysis)
{
  for (const auto& [strategy, preconditioner] :
    { std::pair{ Strategy::Auto, Preconditioner::RigidBodyModes },
      std::pair{ Strategy::Auto, Preconditioner::Multigrid },
      std::pair{ Strategy::Assembled, Preconditioner::RigidBodyModes } })
  {
    StaticProblem problem;
    problem.structure = cantilever({ 16, 8, 8 }).structure;
    problem.structure.mesh = makeBox(CellType::QuadraticTetrahedron, { 16, 8, 8 },
      [](const std::array<double, 3>& x) {
        return std::array<double, 3>{ 16.0 * x[0], 8.0 * x[1], 8.0 * x[2] };
      });
    const Mesh& mesh = problem.structure.mesh;
    EXPECT_GT(mesh.points.size(), 2 * LeastParallelWork);
    problem.structure.supports.assign(mesh.points.size(), 0);
    problem.structure.loadCases[0].forces.assign(mesh.points.size(), 0.0);
    for (std::size_t i = 0; i < mesh.points.size(); i += 3)
    {
      const bool held = mesh.points[i] == 0.0;
      std::fill_n(&problem.structure.supports[i], 3, std::uint8_t(held));
      problem.structure.loadCases[0].forces[i + 2] = held ? 0.0 : -1e-3;
    }
    problem.structure.solver.tolerance = 1e-5;
    problem.structure.solver.strategy = strategy;
    problem.structure.solver.preconditioner = preconditioner;
    expectSameWithThreads(
      [&]
      {
        Observer silent;
        const auto analysis =
          analyseStatic(problem, selectDevice(DeviceRequest::Host), silent).value();
        Values all = analysis.loadCases[0].displacement;
        append(all, analysis.loadCases[0].nodalVonMisesStress);
        append(all, analysis.loadCases[0].stressError);
        all.push_back(analysis.loadCases[0].summary.compliance);
        all.push_back(analysis.loadCases[0].summary.strainEnergy);
        all.push_back(analysis.loadCases[0].summary.relativeError);
        return all;
      });
  }
}
