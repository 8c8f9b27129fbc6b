// The facade: whole iterations, and what must not change them.

#include "Problems.h"
#include "Random.h"
#include "Spaces.h"

#include "Core/Error.h"
#include "Design/FilterReference.h"
#include "Problem/TopologyOptimizerReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class TopologyOptimizerTest : public OnDevice
{
protected:
  std::unique_ptr<TopologyOptimizer> optimizer(const TopologyProblem& problem)
  {
    return std::make_unique<TopologyOptimizer>(problem, this->Used, this->Silent);
  }

  /// Compares the iterates of a problem with those of the reference.
  void expectReference(TopologyProblem problem, int iterations);

  /// Compares derivatives with central differences of the first compliance.
  void expectDifferences(TopologyProblem problem, Random& random);

  Observer Silent;
};

/// Random densities that every interpolation allows.
std::vector<double> randomDensity(const TopologyProblem& problem, Random& random)
{
  return random.vector(problem.mesh.numberOfElements(), 0.1, 0.95);
}

void TopologyOptimizerTest::expectReference(TopologyProblem problem, int iterations)
{
  // The solver stops at 1e-13; what is left of the comparison is the conditioning of the systems
  // and of the design update, which amplify rounding from iterate to iterate.
  problem.solver.tolerance = 1e-13;
  problem.settings.densityChangeTolerance = 0.0;
  const auto expected = reference::optimizeTopology(problem, iterations);
  const auto optimizer = this->optimizer(problem);
  for (int k = 0; k <= iterations; ++k)
  {
    SCOPED_TRACE("iterate " + std::to_string(k));
    const reference::TopologyIterate& iterate = expected[static_cast<std::size_t>(k)];
    ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
    const IterationRecord& record = optimizer->record();
    EXPECT_EQ(record.iteration, k);
    EXPECT_NEAR(record.compliance / iterate.compliance, 1.0, 1e-9);
    EXPECT_NEAR(record.volumeFraction, iterate.volumeFraction, 1e-9);
    EXPECT_NEAR(record.densityChange, iterate.densityChange, 1e-7);
    EXPECT_LE(record.residual, 1e-13);
    EXPECT_LT(relativeDifference(optimizer->density(), iterate.density), 1e-7);
    for (std::size_t c = 0; c < problem.loadCases.size(); ++c)
    {
      EXPECT_LT(relativeDifference(optimizer->displacement(c), iterate.displacement[c]), 1e-8);
    }
    EXPECT_LT(relativeDifference(optimizer->sensitivity(), iterate.sensitivity), 1e-7);
    EXPECT_LT(
      relativeDifference(optimizer->strainEnergyDensity(), iterate.strainEnergyDensity), 1e-7);
  }
}

void TopologyOptimizerTest::expectDifferences(TopologyProblem problem, Random& random)
{
  problem.solver.tolerance = 1e-13;
  problem.initialDensity = randomDensity(problem, random);
  const auto optimizer = this->optimizer(problem);
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
  std::vector<double> derivative = optimizer->sensitivity();
  if (problem.settings.filter == FilterKind::Density)
  {
    // The compliance is a function of the filtered density: chain rule.
    derivative = reference::filterDensityTranspose(
      reference::findNeighbours(problem.mesh, problem.settings.filterRadius),
      reference::elementVolumes(problem.mesh), derivative);
  }
  double largest = 0.0;
  for (const double value : derivative)
  {
    largest = std::max(largest, std::abs(value));
  }
  for (int trial = 0; trial < 6; ++trial)
  {
    const std::size_t e = random.index(problem.mesh.numberOfElements());
    // Truncation is of the order h^2 and rounding of 1e-12 C / h.
    const double h = 1e-4 * problem.initialDensity[e];
    TopologyProblem up = problem;
    up.initialDensity[e] += h;
    TopologyProblem down = problem;
    down.initialDensity[e] -= h;
    const double difference =
      (firstCompliance(up, this->Used) - firstCompliance(down, this->Used)) / (2 * h);
    EXPECT_LT(derivative[e], 0.0);
    EXPECT_NEAR(difference, derivative[e], 1e-6 * largest) << "element " << e;
  }
}
}

TEST_P(TopologyOptimizerTest, FollowsTheReferenceInEveryVariant)
{
  Random random(101);
  for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
  {
    for (const FilterKind filter :
      { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
    {
      for (const bool weighted : { true, false })
      {
        SCOPED_TRACE("interpolation " + std::to_string(static_cast<int>(interpolation)) +
          ", filter " + std::to_string(static_cast<int>(filter)) +
          (weighted ? ", weighted" : ", not weighted"));
        TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
        problem.settings.interpolation = interpolation;
        problem.settings.minimumDensity = 0.05; // keeps the systems well conditioned
        problem.settings.minimumModulusRatio = 1e-3;
        problem.settings.filter = filter;
        problem.settings.filterRadius = 1.6;
        problem.settings.volumeWeightedFilter = weighted;
        problem.settings.volumeFraction = 0.4;
        problem.initialDensity = randomDensity(problem, random);
        this->expectReference(problem, 4);
      }
    }
  }
}

TEST_P(TopologyOptimizerTest, FollowsTheReferenceWithOtherSettings)
{
  Random random(102);
  TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
  problem.material = { 2.1e5, 0.28 };
  problem.settings.penalization = 2.4;
  problem.settings.damping = 0.35;
  problem.settings.moveLimit = 0.07;
  problem.settings.minimumDensity = 0.02;
  this->expectReference(problem, 4);
}

TEST_P(TopologyOptimizerTest, FollowsTheReferenceWithPassiveRegions)
{
  Random random(103);
  for (const FilterKind filter : { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
  {
    for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
    {
      SCOPED_TRACE("interpolation " + std::to_string(static_cast<int>(interpolation)) +
        ", filter " + std::to_string(static_cast<int>(filter)));
      TopologyProblem problem = distortedCantilever({ 6, 3, 3 }, random);
      problem.settings.interpolation = interpolation;
      problem.settings.minimumDensity = 0.05;
      problem.settings.minimumModulusRatio = 1e-3;
      problem.settings.filter = filter;
      problem.settings.volumeFraction = 0.45;
      problem.designRegion.assign(problem.mesh.numberOfElements(), DesignRegion::Design);
      for (const std::size_t e : { 0u, 1u, 10u, 53u })
      {
        problem.designRegion[e] = DesignRegion::Solid;
      }
      for (const std::size_t e : { 5u, 20u, 21u })
      {
        problem.designRegion[e] = DesignRegion::Void;
      }
      this->expectReference(problem, 4);

      const auto optimizer = this->optimizer(problem);
      runSteps(*optimizer, 3);
      const std::vector<double> density = optimizer->density();
      for (std::size_t e = 0; e < density.size(); ++e)
      {
        if (problem.designRegion[e] == DesignRegion::Solid)
        {
          EXPECT_EQ(density[e], 1.0) << "solid element " << e;
        }
        else if (problem.designRegion[e] == DesignRegion::Void)
        {
          EXPECT_EQ(density[e], interpolation == Interpolation::Simp ? 0.05 : 0.0)
            << "void element " << e;
        }
      }
    }
  }
}

TEST_P(TopologyOptimizerTest, FollowsTheReferenceWithPrescribedDisplacements)
{
  // One face is pushed, another pulled by forces: compliance is 2 f.u - u.K u.
  Random random(104);
  TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
  problem.prescribedDisplacement.assign(problem.supports.size(), 0.0);
  for (std::size_t i = 0; i < problem.supports.size(); ++i)
  {
    problem.prescribedDisplacement[i] =
      problem.supports[i] != 0 ? random.uniform(-0.1, 0.1) : 1e30; // not read where free
  }
  problem.settings.minimumDensity = 0.05;
  this->expectReference(problem, 3);
}

TEST_P(TopologyOptimizerTest, SensitivitiesAreThoseOfFiniteDifferences)
{
  Random random(105);
  for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
  {
    for (const FilterKind filter :
      { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
    {
      SCOPED_TRACE("interpolation " + std::to_string(static_cast<int>(interpolation)) +
        ", filter " + std::to_string(static_cast<int>(filter)));
      TopologyProblem problem = distortedCantilever({ 4, 3, 3 }, random);
      problem.settings.interpolation = interpolation;
      problem.settings.minimumModulusRatio = 1e-3;
      problem.settings.filter = filter;
      this->expectDifferences(problem, random);
    }
  }
}

TEST_P(TopologyOptimizerTest, SensitivitiesHoldWithPrescribedDisplacements)
{
  Random random(106);
  TopologyProblem problem = distortedCantilever({ 4, 3, 3 }, random);
  problem.settings.filter = FilterKind::None;
  problem.prescribedDisplacement.assign(problem.supports.size(), 0.0);
  for (std::size_t i = 0; i < problem.supports.size(); ++i)
  {
    problem.prescribedDisplacement[i] = random.uniform(-0.1, 0.1);
  }
  // 2 f.u - u.K u is stationary in u, so eq. 3 holds whatever is prescribed.
  this->expectDifferences(problem, random);
}

TEST_P(TopologyOptimizerTest, PatchTest)
{
  // A linear field prescribed all around a distorted mesh is the exact solution inside, whatever
  // the shape of the elements.
  Random random(107);
  for (const double scale : { 1.0, 1e-3, 250.0 })
  {
    SCOPED_TRACE(scale);
    TopologyProblem problem = emptyProblem(makeBoxMesh({ 4, 4, 4 }, { 4.0, 4.0, 4.0 }));
    clamp(problem,
      [](const Point& p)
      {
        return *std::min_element(p.begin(), p.end()) < 1e-9 ||
          *std::max_element(p.begin(), p.end()) > 4 - 1e-9;
      });
    distort(problem.mesh, 0.18, 1.0, random);
    moveRigidly(problem.mesh, scale, random);
    problem.settings.filterRadius = 1.5 * scale;
    problem.settings.volumeFraction = 1.0;
    problem.material.youngsModulus = 7.0;
    problem.solver.tolerance = 1e-14;

    std::array<Point, 3> A{};
    for (Point& row : A)
    {
      row = { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
    }
    std::vector<double> exact(problem.mesh.points.size());
    for (std::size_t i = 0; i < exact.size(); ++i)
    {
      const Point p = nodePosition(problem.mesh, i / 3);
      exact[i] = A[i % 3][0] * p[0] + A[i % 3][1] * p[1] + A[i % 3][2] * p[2];
    }
    problem.prescribedDisplacement.assign(exact.size(), NAN);
    for (std::size_t i = 0; i < exact.size(); ++i)
    {
      problem.prescribedDisplacement[i] = problem.supports[i] != 0 ? exact[i] : 0.0;
    }

    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    EXPECT_LT(relativeDifference(optimizer->displacement(), exact), 1e-12);

    // The strain is the same everywhere, and with it the energy density.
    const double mu = 7.0 / (2 * 1.3);
    const double lambda = 7.0 * 0.3 / (1.3 * 0.4);
    const double trace = A[0][0] + A[1][1] + A[2][2];
    double energy = lambda * trace * trace / 2;
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        energy += mu * (A[i][j] + A[j][i]) * (A[i][j] + A[j][i]) / 4;
      }
    }
    for (const double value : optimizer->strainEnergyDensity())
    {
      EXPECT_NEAR(value / energy, 1.0, 1e-11);
    }
  }
}

TEST_P(TopologyOptimizerTest, DoesNotDependOnNumbering)
{
  Random random(108);
  TopologyProblem problem = distortedCantilever({ 8, 4, 4 }, random);
  problem.solver.tolerance = 1e-13;
  problem.initialDensity = randomDensity(problem, random);
  problem.settings.minimumDensity = 0.05;
  const auto original = this->optimizer(problem);
  const std::vector<double> expected = runSteps(*original, 3);
  for (int draw = 0; draw < 3; ++draw)
  {
    SCOPED_TRACE(draw);
    const Renumbered other = renumber(problem, random);
    const auto renumbered = this->optimizer(other.problem);
    const std::vector<double> compliances = runSteps(*renumbered, 3);
    EXPECT_NEAR(compliances[0] / expected[0], 1.0, 1e-10);
    // Later iterates inherit a design that bisection found to about 1e-10.
    EXPECT_NEAR(compliances[2] / expected[2], 1.0, 1e-8);
    std::vector<double> density(other.newElement.size());
    const std::vector<double> moved = renumbered->density();
    for (std::size_t e = 0; e < density.size(); ++e)
    {
      density[e] = moved[other.newElement[e]];
    }
    EXPECT_LT(relativeDifference(density, original->density()), 1e-7);
    std::vector<double> u(3 * other.newNode.size());
    const std::vector<double> movedU = renumbered->displacement(1);
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      u[i] = movedU[3 * other.newNode[i / 3] + i % 3];
    }
    EXPECT_LT(relativeDifference(u, original->displacement(1)), 1e-7);
  }
}

TEST_P(TopologyOptimizerTest, DoesNotDependOnThreads)
{
  if (GetParam() == DeviceRequest::Cuda)
  {
    GTEST_SKIP() << "Threads are the host's.";
  }
  Random random(109);
  TopologyProblem problem = distortedCantilever({ 12, 8, 8 }, random); // several blocks of elements
  problem.solver.tolerance = 1e-12;
  const int before = hostThreads();
  std::vector<double> compliances;
  for (const int threads : { 1, 2, 3, 5 })
  {
    setHostThreads(threads);
    EXPECT_EQ(hostThreads(), threads);
    compliances.push_back(firstCompliance(problem, this->Used));
    EXPECT_NEAR(compliances.back() / compliances.front(), 1.0, 1e-10) << threads << " threads";
  }
  setHostThreads(before);
}

TEST_P(TopologyOptimizerTest, RepeatsItselfOnTheHost)
{
  if (GetParam() == DeviceRequest::Cuda)
  {
    GTEST_SKIP() << "Sums of the CUDA operator may come in any order.";
  }
  const TopologyProblem problem = cantilever({ 12, 8, 8 });
  EXPECT_EQ(runSteps(*this->optimizer(problem), 4), runSteps(*this->optimizer(problem), 4));
}

TEST_P(TopologyOptimizerTest, KeepsSymmetry)
{
  // The cantilever is symmetric about its middle plane in y; so is every iterate, up to the
  // solver's tolerance and what the update makes of it.
  const int nx = 10;
  const int ny = 6;
  TopologyProblem problem = cantilever({ nx, ny, 6 });
  problem.solver.tolerance = 1e-11;
  const auto optimizer = this->optimizer(problem);
  runSteps(*optimizer, 8);
  const std::vector<double> density = optimizer->density();
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    const std::size_t i = e % nx;
    const std::size_t j = e / nx % ny;
    const std::size_t k = e / (nx * ny);
    EXPECT_NEAR(density[e], density[i + nx * (ny - 1 - j + ny * k)], 1e-7) << "element " << e;
  }
  EXPECT_GT(*std::max_element(density.begin(), density.end()), 0.9) << "no design came about";
}

TEST_P(TopologyOptimizerTest, LoadCasesAddUpByWeight)
{
  Random random(110);
  TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
  problem.solver.tolerance = 1e-13;
  double expected = 0.0;
  std::vector<double> sensitivity(problem.mesh.numberOfElements(), 0.0);
  for (const LoadCase& loadCase : problem.loadCases)
  {
    TopologyProblem alone = problem;
    alone.loadCases = { loadCase };
    alone.loadCases[0].weight = 1.0;
    const auto optimizer = this->optimizer(alone);
    expected += loadCase.weight * runSteps(*optimizer, 1)[0];
    const std::vector<double> part = optimizer->sensitivity();
    for (std::size_t e = 0; e < part.size(); ++e)
    {
      sensitivity[e] += loadCase.weight * part[e];
    }
  }
  const auto optimizer = this->optimizer(problem);
  EXPECT_NEAR(runSteps(*optimizer, 1)[0] / expected, 1.0, 1e-11);
  EXPECT_LT(relativeDifference(optimizer->sensitivity(), sensitivity), 1e-10);
}

TEST_P(TopologyOptimizerTest, ScalesAsUnitsDo)
{
  // Lengths in mm instead of m, forces in kN instead of N: C = f.u scales by F^2 / (E L).
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  problem.solver.tolerance = 1e-13;
  const auto first = this->optimizer(problem);
  const std::vector<double> expected = runSteps(*first, 3);
  for (double& x : problem.mesh.points)
  {
    x *= 1e3;
  }
  for (double& f : problem.loadCases[0].forces)
  {
    f *= 1e-3;
  }
  problem.material.youngsModulus = 2e-7;
  problem.settings.filterRadius *= 1e3;
  const auto second = this->optimizer(problem);
  const std::vector<double> scaled = runSteps(*second, 3);
  for (std::size_t k = 0; k < 3; ++k)
  {
    EXPECT_NEAR(scaled[k] * 2e-7 * 1e3 / 1e-6 / expected[k], 1.0, 1e-9) << "iterate " << k;
  }
  EXPECT_LT(relativeDifference(second->density(), first->density()), 1e-8);
}

TEST_P(TopologyOptimizerTest, MeetsTheVolumeAndTheMoveLimit)
{
  Random random(111);
  for (const FilterKind filter : { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
  {
    SCOPED_TRACE(static_cast<int>(filter));
    TopologyProblem problem = distortedCantilever({ 8, 4, 4 }, random);
    problem.settings.filter = filter;
    problem.settings.moveLimit = 0.15;
    problem.settings.volumeFraction = 0.35;
    const std::vector<double> volumes = reference::elementVolumes(problem.mesh);
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
        EXPECT_GE(density[e], problem.settings.minimumDensity * (1 - 1e-14));
        EXPECT_LE(density[e], 1.0 + 1e-14);
        change = std::max(change, std::abs(density[e] - last[e]));
      }
      last = density;
      EXPECT_NEAR(solid / total, 0.35, 1e-9);
      EXPECT_NEAR(optimizer->record().volumeFraction, solid / total, 1e-13);
      EXPECT_LE(optimizer->record().densityChange, 0.15 + 1e-14);
      EXPECT_LE(change, 0.15 + 1e-14); // filtering averages, so it holds for the filtered too
      if (filter != FilterKind::Density)
      {
        EXPECT_NEAR(optimizer->record().densityChange, change, 1e-14);
      }
    }
  }
}

TEST_P(TopologyOptimizerTest, FillsUpWhereTheVolumeDoesNotBind)
{
  // With a volume fraction of one everything becomes solid, a move limit at a time.
  TopologyProblem problem = cantilever({ 4, 2, 2 });
  problem.settings.volumeFraction = 1.0;
  problem.settings.moveLimit = 0.25;
  problem.settings.densityChangeTolerance = 0.0;
  problem.initialDensity.assign(problem.mesh.numberOfElements(), 0.5);
  const auto optimizer = this->optimizer(problem);
  runSteps(*optimizer, 4);
  for (const double rho : optimizer->density())
  {
    EXPECT_NEAR(rho, 1.0, 1e-12);
  }
  EXPECT_NEAR(optimizer->record().volumeFraction, 1.0, 1e-12);
  EXPECT_NEAR(optimizer->record().densityChange, 0.0, 1e-12);
}

TEST_P(TopologyOptimizerTest, ComplianceFallsFromTheUniformDesign)
{
  TopologyProblem problem = cantilever({ 16, 8, 8 });
  problem.solver.tolerance = 1e-8;
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
  problem.settings.densityChangeTolerance = 0.3; // above the move limit: the first update meets it
  const auto optimizer = this->optimizer(problem);
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced); // no change to speak of yet
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
  EXPECT_LT(optimizer->record().densityChange, 0.3);
  const std::vector<double> density = optimizer->density();
  EXPECT_EQ(optimizer->step(this->Silent), StepStatus::Converged);
  EXPECT_EQ(optimizer->step(this->Silent), StepStatus::Converged);
  EXPECT_EQ(optimizer->iteration(), 1);
  EXPECT_EQ(optimizer->density(), density);

  // The caller may go on with a tighter tolerance, and gets what a run with it would have given.
  optimizer->setDensityChangeTolerance(0.0);
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
  EXPECT_EQ(optimizer->iteration(), 2);
  problem.settings.densityChangeTolerance = 0.0;
  const auto other = this->optimizer(problem);
  EXPECT_NEAR(runSteps(*other, 3)[2] / optimizer->record().compliance, 1.0,
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
  EXPECT_GT(optimizer->record().solverIterations, 0);
  EXPECT_LE(optimizer->record().residual, problem.solver.tolerance);
  EXPECT_GT(optimizer->record().seconds, 0.0);
  const PhaseTimes& times = optimizer->phaseTimes();
  EXPECT_GT(times.setup, 0.0);
  EXPECT_GT(times.solve, 0.0);
  EXPECT_GE(times.moduli, 0.0);
  EXPECT_GE(times.filter, 0.0);
  EXPECT_GE(times.sensitivity, 0.0);
  EXPECT_GE(times.update, 0.0);
  EXPECT_LE(times.moduli + times.solve + times.sensitivity + times.filter + times.update,
    1.01 * optimizer->record().seconds + 1e-3);

  // At least what must be there: coordinates, connectivity, densities, four vectors of the solver.
  const std::size_t least = 8 * problem.mesh.points.size() + 4 * problem.mesh.connectivity.size() +
    8 * problem.mesh.numberOfElements() + 4 * 8 * problem.mesh.points.size();
  EXPECT_GE(optimizer->deviceMemory(), least);
  EXPECT_LE(optimizer->deviceMemory(), estimateDeviceMemory(problem));
}

TEST_P(TopologyOptimizerTest, SaysWhenMemoryDoesNotSuffice)
{
  const TopologyProblem problem = cantilever({ 8, 4, 4 });
  const std::size_t needed = estimateDeviceMemory(problem);
  EXPECT_NO_THROW(TopologyOptimizer(problem, this->Used, this->Silent, needed));
  try
  {
    const TopologyOptimizer optimizer(problem, this->Used, this->Silent, needed / 4);
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

TEST_P(TopologyOptimizerTest, StepsOfTwoOptimizersDoNotMix)
{
  const TopologyProblem a = cantilever({ 6, 3, 3 });
  TopologyProblem b = cantilever({ 4, 4, 2 });
  b.settings.filter = FilterKind::Density;
  const double tolerance = GetParam() == DeviceRequest::Host ? 0.0 : 1e-6;
  const std::vector<double> aloneA = runSteps(*this->optimizer(a), 3);
  const std::vector<double> aloneB = runSteps(*this->optimizer(b), 3);
  const auto first = this->optimizer(a);
  const auto second = this->optimizer(b);
  for (std::size_t k = 0; k < 3; ++k)
  {
    EXPECT_NEAR(runSteps(*first, 1)[0] / aloneA[k], 1.0, tolerance);
    EXPECT_NEAR(runSteps(*second, 1)[0] / aloneB[k], 1.0, tolerance);
  }
}

TRABECULA_ON_EVERY_DEVICE(TopologyOptimizerTest);

TEST(HostAgainstCuda, GiveTheSameIterates)
{
  if (!cudaAvailable())
  {
    GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
  }
  Random random(112);
  for (const FilterKind filter : { FilterKind::Sensitivity, FilterKind::Density })
  {
    TopologyProblem problem = distortedCantilever({ 10, 6, 6 }, random);
    problem.settings.filter = filter;
    problem.settings.minimumDensity = 0.05;
    problem.solver.tolerance = 1e-13;
    Observer silent;
    TopologyOptimizer host(problem, selectDevice(DeviceRequest::Host), silent);
    TopologyOptimizer cuda(problem, selectDevice(DeviceRequest::Cuda), silent);
    const std::vector<double> onHost = runSteps(host, 4);
    const std::vector<double> onCuda = runSteps(cuda, 4);
    EXPECT_NEAR(onCuda[0] / onHost[0], 1.0, 1e-11);
    EXPECT_NEAR(onCuda[3] / onHost[3], 1.0, 1e-9);
    EXPECT_LT(relativeDifference(cuda.density(), host.density()), 1e-7);
    EXPECT_LT(relativeDifference(cuda.displacement(), host.displacement()), 1e-8);
    EXPECT_LT(relativeDifference(cuda.sensitivity(), host.sensitivity()), 1e-7);
  }
}
