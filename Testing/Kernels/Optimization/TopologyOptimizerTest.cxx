// Tests of the facade: invariants of whole iterations, and reports.

#include "Design/Optimizer/OptimizerOnDevice.h"

#include "Core/Error.h"
#include "Design/Filter/FilterReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using TopologyOptimizerTest = OptimizerOnDevice;
}

TEST_P(TopologyOptimizerTest, MeetsTheVolumeAndTheMoveLimit)
{
  Random random(111);
  for (const FilterKind filter : { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
  {
    SCOPED_TRACE(static_cast<int>(filter));
    TopologyProblem problem = distortedCantilever({ 8, 4, 4 }, random);
    problem.design.densities.filter = filter;
    problem.design.settings.moveLimit = 0.15;
    problem.design.settings.volumeFraction = 0.35;
    const std::vector<double> volumes = reference::elementVolumes(problem.structure.mesh);
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    std::vector<double> last = optimizer->density();
    for (int k = 0; k < 5; ++k)
    {
      runSteps(*optimizer, 1);
      const std::vector<double> density = optimizer->density();
      double solid = 0.0;
      double total = 0.0;
      double change = 0.0;
      for (std::size_t e = 0; e < density.size(); ++e)
      {
        solid += volumes[e] * density[e];
        total += volumes[e];
        EXPECT_GE(density[e], problem.design.densities.minimumDensity * (1 - 1e-14));
        EXPECT_LE(density[e], 1.0 + 1e-14);
        change = std::max(change, std::abs(density[e] - last[e]));
      }
      last = density;
      EXPECT_NEAR(solid / total, 0.35, 1e-9);
      EXPECT_NEAR(optimizer->record()["VolumeFraction"], solid / total, 1e-13);
      EXPECT_LE(optimizer->record().change(), 0.15 + 1e-14);
      // The filter averages, so that the limit also holds for filtered densities.
      EXPECT_LE(change, 0.15 + 1e-14);
      if (filter != FilterKind::Density)
      {
        EXPECT_NEAR(optimizer->record().change(), change, 1e-14);
      }
    }
  }
}

TEST_P(TopologyOptimizerTest, FillsUpWhereTheVolumeDoesNotBind)
{
  // With a volume fraction of one, all elements become solid in steps of the move limit.
  TopologyProblem problem = cantilever({ 4, 2, 2 });
  problem.design.settings.volumeFraction = 1.0;
  problem.design.settings.moveLimit = 0.25;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.design.initialDensity.assign(problem.structure.mesh.numberOfElements(), 0.5);
  const auto optimizer = this->optimizer(problem);
  runSteps(*optimizer, 4);
  for (const double rho : optimizer->density())
  {
    EXPECT_NEAR(rho, 1.0, 1e-12);
  }
  EXPECT_NEAR(optimizer->record()["VolumeFraction"], 1.0, 1e-12);
  EXPECT_NEAR(optimizer->record().change(), 0.0, 1e-12);
}

TEST_P(TopologyOptimizerTest, ComplianceFallsFromTheUniformDesign)
{
  TopologyProblem problem = cantilever({ 16, 8, 8 });
  problem.structure.solver.tolerance = 1e-8;
  const std::vector<double> compliances = runSteps(*this->optimizer(problem), 12);
  for (std::size_t k = 1; k < compliances.size(); ++k)
  {
    EXPECT_LT(compliances[k], compliances[k - 1]) << "iterate " << k;
  }
  EXPECT_LT(compliances.back(), 0.5 * compliances.front());
}

TEST_P(TopologyOptimizerTest, ConvergesByDensityChange)
{
  TopologyProblem problem = cantilever({ 4, 2, 2 });
  problem.design.settings.densityChangeTolerance =
    0.3; // above the move limit: the first update meets it
  const auto optimizer = this->optimizer(problem);
  // The initial design has no change.
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
  EXPECT_LT(optimizer->record().change(), 0.3);
  const std::vector<double> density = optimizer->density();
  EXPECT_EQ(optimizer->step(this->Silent), StepStatus::Converged);
  EXPECT_EQ(optimizer->step(this->Silent), StepStatus::Converged);
  EXPECT_EQ(optimizer->iteration(), 1);
  EXPECT_EQ(optimizer->density(), density);

  // The caller may continue with a tighter tolerance, and the iterates are those of a run with it.
  optimizer->setChangeTolerance(0.0);
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
  EXPECT_EQ(optimizer->iteration(), 2);
  problem.design.settings.densityChangeTolerance = 0.0;
  const auto other = this->optimizer(problem);
  EXPECT_NEAR(runSteps(*other, 3)[2] / optimizer->record()["Compliance"], 1.0,
    GetParam() == DeviceRequest::Host ? 0.0 : 1e-6);
}

TEST_P(TopologyOptimizerTest, ReportsWhatItUses)
{
  const TopologyProblem problem = cantilever({ 8, 4, 4 });
  const auto optimizer = this->optimizer(problem);
  EXPECT_EQ(optimizer->iteration(), -1);
  EXPECT_EQ(optimizer->device().space, this->Used.space);
  EXPECT_EQ(optimizer->device().name, this->Used.name);
  runSteps(*optimizer, 2);
  EXPECT_EQ(optimizer->iteration(), 1);
  EXPECT_GT(optimizer->record().solverIterations(), 0);
  EXPECT_LE(optimizer->record()["Residual"], problem.structure.solver.tolerance);
  EXPECT_GT(optimizer->record().seconds(), 0.0);
  const PhaseTimes& times = optimizer->phaseTimes();
  EXPECT_GT(times.setup, 0.0);
  EXPECT_GT(times.solve, 0.0);
  EXPECT_GE(times.moduli, 0.0);
  EXPECT_GE(times.filter, 0.0);
  EXPECT_GE(times.sensitivity, 0.0);
  EXPECT_GE(times.update, 0.0);
  EXPECT_LE(times.moduli + times.solve + times.sensitivity + times.filter + times.update,
    1.01 * optimizer->record().seconds() + 1e-3);

  // The memory includes at least coordinates, connectivity, densities and four vectors of the
  // solver.
  const std::size_t least = 8 * problem.structure.mesh.points.size() +
    4 * problem.structure.mesh.connectivity.size() + 8 * problem.structure.mesh.numberOfElements() +
    4 * 8 * problem.structure.mesh.points.size();
  EXPECT_GE(optimizer->deviceMemory(), least);
  EXPECT_GE(optimizer->peakDeviceMemory(), optimizer->deviceMemory());
  EXPECT_LE(optimizer->peakDeviceMemory(), estimateDeviceMemory(problem));
}

TEST_P(TopologyOptimizerTest, SaysWhenMemoryDoesNotSuffice)
{
  const TopologyProblem problem = cantilever({ 8, 4, 4 });
  const std::size_t needed = estimateDeviceMemory(problem);
  EXPECT_NO_THROW(
    TopologyOptimizer(problem, makeContext(this->Used.limitedTo(needed)), this->Silent));
  try
  {
    const TopologyOptimizer optimizer(
      problem, makeContext(this->Used.limitedTo(needed / 4)), this->Silent);
    FAIL() << "no error";
  }
  catch (const Error& error)
  {
    const std::string text = error.what();
    EXPECT_NE(text.find("memory"), std::string::npos) << text;
    EXPECT_GE(
      std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }), 2)
      << "says neither how much is needed nor how much there is: " << text;
  }
}

TRABECULA_ON_EVERY_DEVICE(TopologyOptimizerTest);
