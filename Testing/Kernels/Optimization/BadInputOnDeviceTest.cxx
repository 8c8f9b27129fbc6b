// Tests of the refusals of the optimizer on every device: faults that the validation reports,
// numbers that overflow in combination, and meshes for which there is not enough memory.

#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class BadInputOnDevice : public OnDevice
{
protected:
  std::string constructionError(const TopologyProblem& problem, std::size_t memoryLimit = 0)
  {
    Observer silent;
    try
    {
      const TopologyOptimizer optimizer(
        problem, makeContext(this->Used.limitedTo(memoryLimit)), silent);
      return {};
    }
    catch (const Error& error)
    {
      return error.what();
    }
  }
};
}

TEST_P(BadInputOnDevice, TheOptimizerValidates)
{
  TopologyProblem problem = good();
  problem.structure.loadCases.clear();
  EXPECT_EQ(this->constructionError(problem), refusal(problem));
}

TEST_P(BadInputOnDevice, FilterRadiusSmallerThanAnyElement)
{
  TopologyProblem problem = good();
  for (const FilterKind filter : { FilterKind::Sensitivity, FilterKind::Density })
  {
    problem.design.densities.filter = filter;
    problem.design.densities.filterRadius = 0.9;
    expectMessage(
      this->constructionError(problem), { "Filter radius is 0.9,", "smaller", "edge of 1;" });
    problem.design.densities.filterRadius = 1.1;
    EXPECT_EQ(this->constructionError(problem), "");
  }
}

TEST_P(BadInputOnDevice, NumbersThatOverflowTogether)
{
  // Each value is within its bounds, but squares of displacements, or squares of forces over
  // moduli, overflow.
  TopologyProblem problem = good();
  Observer silent;
  problem.structure.material.youngsModulus = 1e-90;
  problem.structure.loadCases[0].forces = cantilever({ 4, 3, 2 }).structure.loadCases[0].forces;
  for (double& force : problem.structure.loadCases[0].forces)
  {
    force *= 1e90;
  }
  const auto failure = [&]()
  {
    TopologyOptimizer optimizer(problem, makeContext(this->Used), silent);
    try
    {
      optimizer.step(silent);
      return std::string();
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
  };
  expectMessage(failure(), { "iteration 0", "compliance", "finite", "Young's modulus", "units" });
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-99;
  problem.design.settings.volumeFraction = 1e-30;
  problem.design.densities.penalization = 5.0;
  expectMessage(failure(), { "solver broke down", "Young's modulus", "units" });
}

TEST_P(BadInputOnDevice, MeshTooLargeForTheDevice)
{
  TopologyProblem problem = cantilever({ 20, 10, 10 });
  // This needs the least memory.
  problem.structure.solver.preconditioner = Preconditioner::RigidBodyModes;
  const std::size_t needed = estimateDeviceMemory(problem);
  const std::size_t limit = std::size_t(1) << 20;
  ASSERT_GT(needed, limit);
  expectMessage(this->constructionError(problem, limit),
    { "2000 elements", std::to_string((needed + (1u << 20) - 1) >> 20) + " MiB", "1 MiB",
      this->Used.name });
}

TEST_P(BadInputOnDevice, UsableAfterAnError)
{
  TopologyProblem problem = good();
  problem.design.densities.filterRadius = 0.5;
  EXPECT_NE(this->constructionError(problem), "");
  problem.design.densities.filterRadius = 1.5;
  EXPECT_GT(firstCompliance(problem, this->Used), 0.0);
}

TEST_P(BadInputOnDevice, NodesOfNoElementAreHarmless)
{
  // Meshes from other programs often have points that no cell uses.
  TopologyProblem problem = good();
  problem.structure.solver.tolerance = 1e-12;
  const double expected = firstCompliance(problem, this->Used);
  append(problem, loosePoints({ 99.0, 98.0, 97.0, -5.0, 0.0, 0.0 }));
  ASSERT_EQ(refusal(problem), "");
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), silent);
  EXPECT_NEAR(runSteps(optimizer, 1)[0] / expected, 1.0, 1e-12);
  const std::vector<double> u = optimizer.displacement();
  for (std::size_t i = 180; i < u.size(); ++i)
  {
    EXPECT_EQ(u[i], 0.0);
  }
}

TRABECULA_ON_EVERY_DEVICE(BadInputOnDevice);
