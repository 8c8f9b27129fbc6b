// Tests of the force inverter example and its published optima.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Support/Problems.h"

#include "Core/Error.h"
#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class ForceInverter : public OptimizerOnDevice
{
protected:
  /// Returns the objective after convergence, or after the given number of iterations.
  double run(const TopologyProblem& problem, int iterations)
  {
    const auto optimizer = this->optimizer(problem);
    while (
      optimizer->iteration() < iterations && optimizer->step(this->Silent) == StepStatus::Advanced)
    {
    }
    EXPECT_LE(optimizer->record()["VolumeFraction"], problem.design.settings.volumeFraction + 1e-9);
    return optimizer->record().objective();
  }
};

double sum(const std::vector<double>& values)
{
  return std::accumulate(values.begin(), values.end(), 0.0);
}
}

TEST(ForceInverterExample, IsTheSameAtEveryResolution)
{
  for (const ExampleSize& size : { ExampleSize{ 2, 0 }, { 7, 0 }, { 20, 1 }, { 20, 3 }, { 45, 0 } })
  {
    SCOPED_TRACE("resolution " + std::to_string(size.resolution));
    const TopologyProblem problem = makeExample(TopologyExample::ForceInverter, size);
    EXPECT_NO_THROW(validate(problem));
    const int layers = size.layers > 0 ? size.layers : std::max(1, (size.resolution + 10) / 20);
    EXPECT_EQ(problem.structure.mesh.numberOfElements(),
      static_cast<std::size_t>(2 * size.resolution * size.resolution * layers));
    EXPECT_NEAR(sum(problem.structure.loadCases[0].forces), 1.0, 1e-12);
    EXPECT_NEAR(sum(problem.design.outputWeights), 1.0, 1e-12);
    EXPECT_NEAR(sum(problem.structure.springs), 0.2, 1e-12);
    for (std::size_t i = 0; i < problem.structure.springs.size(); ++i)
    {
      const auto [x, y, z] = nodePosition(problem.structure.mesh, i / 3);
      ASSERT_TRUE(
        x > -1e-9 && x < 40 + 1e-9 && y > -1e-9 && y < 20 + 1e-9 && z > -1e-9 && z < 1 + 1e-9);
      const bool input = i % 3 == 0 && x < 1e-9 && y < 1e-9;
      const bool output = i % 3 == 0 && x > 40 - 1e-9 && y < 1e-9;
      EXPECT_EQ(problem.structure.loadCases[0].forces[i] > 0.0, input);
      EXPECT_EQ(problem.design.outputWeights[i] > 0.0, output);
      EXPECT_EQ(problem.structure.springs[i] > 0.0, input || output);
      const bool held = x < 1e-9 && y > 20 - std::max(1.0, 20.0 / size.resolution) - 1e-9;
      const bool symmetry = (i % 3 == 1 && y < 1e-9) || (i % 3 == 2 && z < 1e-9);
      EXPECT_EQ(problem.structure.supports[i] != 0, held || symmetry) << x << ' ' << y << ' ' << z;
    }
  }
}

TEST(ForceInverterExample, HasNoSizesOfThePaper)
{
  try
  {
    paperSize(TopologyExample::ForceInverter, 1);
    FAIL() << "no error";
  }
  catch (const Error& error)
  {
    EXPECT_NE(std::string(error.what()).find("Choose a resolution"), std::string::npos);
  }
}

TEST_P(ForceInverter, SlowFindsItsWayWhateverTheSolver)
{
  // Around the fifth iterate the mechanism is disconnected: its output moves 1e9 times less than
  // its input, and only accurate sensitivities restore the connection. The further designs depend
  // on rounding: of 72 runs with forces changed by 1e-14, each with one of these settings, three
  // were 4 % behind the others at the twelfth iteration. At the sixtieth all were within 2 %; see
  // the next test.
  TopologyProblem problem = makeExample(TopologyExample::ForceInverter, { 20, 1 });
  for (const Preconditioner preconditioner :
    { Preconditioner::RigidBodyModes, Preconditioner::Jacobi })
  {
    for (const double tolerance : { 1e-3, 1e-5, 1e-12 })
    {
      SCOPED_TRACE("preconditioner " + std::to_string(static_cast<int>(preconditioner)) +
        ", tolerance " + std::to_string(tolerance));
      problem.structure.solver.preconditioner = preconditioner;
      problem.structure.solver.tolerance = tolerance;
      EXPECT_NEAR(this->run(problem, 12) / -0.65, 1.0, 0.15);
    }
  }
}

TEST_P(ForceInverter, SlowSameOutputWhateverTheSolver)
{
  TopologyProblem problem = makeExample(TopologyExample::ForceInverter, { 20, 1 });
  for (const Preconditioner preconditioner :
    { Preconditioner::RigidBodyModes, Preconditioner::Jacobi })
  {
    problem.structure.solver.preconditioner = preconditioner;
    problem.structure.solver.tolerance = 1e-5;
    EXPECT_NEAR(this->run(problem, 60) / -1.12, 1.0, 0.025);
  }
}

TEST_P(ForceInverter, SlowPublishedOutput)
{
  // Andreassen et al. 2011 have -1.117 with the sensitivity filter and -1.022 with the density
  // filter, for squares in plane stress. A layer of hexahedra that can contract across the plane is
  // not quite equivalent, and runs differ by rounding, so that the tolerance is 2 %.
  for (const Optimizer optimizer : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    SCOPED_TRACE("optimizer " + std::to_string(static_cast<int>(optimizer)));
    TopologyProblem problem = makeExample(TopologyExample::ForceInverter, { 20, 1 });
    problem.design.settings.optimizer = optimizer;
    problem.design.settings.densityChangeTolerance = 0.01;
    EXPECT_NEAR(this->run(problem, 100) / -1.117, 1.0, 0.02);
    problem.design.densities.filter = FilterKind::Density;
    EXPECT_NEAR(this->run(problem, 100) / -1.022, 1.0, 0.02);
  }
}

TEST_P(ForceInverter, LengthyInvertsWithTheSettingsOfEveryday)
{
  // This run has the full move limit, SIMP without E_min, default tolerances and another
  // resolution.
  TopologyProblem problem = makeExample(TopologyExample::ForceInverter, { 16, 0 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.interpolation = Interpolation::Simp;
  problem.design.settings.moveLimit = 0.2;
  EXPECT_LT(this->run(problem, 50), -0.9);
}

TRABECULA_ON_EVERY_DEVICE(ForceInverter);
