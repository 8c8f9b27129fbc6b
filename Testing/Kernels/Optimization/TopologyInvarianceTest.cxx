// Tests of the invariance and scaling of whole iterations.

#include "Design/Optimizer/OptimizerOnDevice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using TopologyInvariance = OptimizerOnDevice;
}

TEST_P(TopologyInvariance, PatchTest)
{
  // A linear field that is prescribed on the whole boundary of a distorted mesh is the exact
  // solution in the interior for any shape of the elements.
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
    distort(problem.structure.mesh, 0.18, 1.0, random);
    moveRigidly(problem.structure.mesh, scale, random);
    problem.design.densities.filterRadius = 1.5 * scale;
    problem.design.settings.volumeFraction = 1.0;
    problem.structure.material.youngsModulus = 7.0;
    problem.structure.solver.tolerance = 1e-14;

    std::array<Point, 3> A{};
    for (Point& row : A)
    {
      row = { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
    }
    std::vector<double> exact(problem.structure.mesh.points.size());
    for (std::size_t i = 0; i < exact.size(); ++i)
    {
      const Point p = nodePosition(problem.structure.mesh, i / 3);
      exact[i] = A[i % 3][0] * p[0] + A[i % 3][1] * p[1] + A[i % 3][2] * p[2];
    }
    problem.structure.prescribedDisplacement.assign(exact.size(), NAN);
    for (std::size_t i = 0; i < exact.size(); ++i)
    {
      problem.structure.prescribedDisplacement[i] =
        problem.structure.supports[i] != 0 ? exact[i] : 0.0;
    }

    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    EXPECT_LT(relativeDifference(optimizer->displacement(), exact), 1e-12);

    // The strain and the energy density are uniform.
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

TEST_P(TopologyInvariance, DoesNotDependOnNumbering)
{
  Random random(108);
  TopologyProblem problem = distortedCantilever({ 8, 4, 4 }, random);
  problem.structure.solver.tolerance = 1e-13;
  problem.design.initialDensity = randomDensity(problem, random);
  problem.design.densities.minimumDensity = 0.05;
  const auto original = this->optimizer(problem);
  const std::vector<double> expected = runSteps(*original, 3);
  for (int draw = 0; draw < 3; ++draw)
  {
    SCOPED_TRACE(draw);
    const Renumbered other = renumber(problem, random);
    const auto renumbered = this->optimizer(other.problem);
    const std::vector<double> compliances = runSteps(*renumbered, 3);
    EXPECT_NEAR(compliances[0] / expected[0], 1.0, 1e-10);
    // Later iterates depend on a design that bisection found to about 1e-10.
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

TEST_P(TopologyInvariance, DoesNotDependOnThreads)
{
  if (GetParam() == DeviceRequest::Cuda)
  {
    GTEST_SKIP() << "Threads are the host's.";
  }
  Random random(109);
  TopologyProblem problem = distortedCantilever({ 12, 8, 8 }, random); // several blocks of elements
  problem.structure.solver.tolerance = 1e-12;
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

TEST_P(TopologyInvariance, RepeatsItselfOnTheHost)
{
  if (GetParam() == DeviceRequest::Cuda)
  {
    GTEST_SKIP() << "Sums of the CUDA operator may come in any order.";
  }
  const TopologyProblem problem = cantilever({ 12, 8, 8 });
  EXPECT_EQ(runSteps(*this->optimizer(problem), 4), runSteps(*this->optimizer(problem), 4));
}

TEST_P(TopologyInvariance, KeepsSymmetry)
{
  // The cantilever and all iterates are symmetric about the middle plane in y, up to the tolerance
  // of the solver and its amplification by the update.
  const int nx = 10;
  const int ny = 6;
  TopologyProblem problem = cantilever({ nx, ny, 6 });
  problem.structure.solver.tolerance = 1e-11;
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

TEST_P(TopologyInvariance, LoadCasesAddUpByWeight)
{
  Random random(110);
  TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
  problem.structure.solver.tolerance = 1e-13;
  double expected = 0.0;
  std::vector<double> sensitivity(problem.structure.mesh.numberOfElements(), 0.0);
  for (const LoadCase& loadCase : problem.structure.loadCases)
  {
    TopologyProblem alone = problem;
    alone.structure.loadCases = { loadCase };
    alone.structure.loadCases[0].weight = 1.0;
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

TEST_P(TopologyInvariance, ScalesAsUnitsDo)
{
  // If lengths are in mm instead of m and forces in kN instead of N, C = f.u scales by F^2 / (E L).
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  problem.structure.solver.tolerance = 1e-13;
  const auto first = this->optimizer(problem);
  const std::vector<double> expected = runSteps(*first, 3);
  for (double& x : problem.structure.mesh.points)
  {
    x *= 1e3;
  }
  for (double& f : problem.structure.loadCases[0].forces)
  {
    f *= 1e-3;
  }
  problem.structure.material.youngsModulus = 2e-7;
  problem.design.densities.filterRadius *= 1e3;
  const auto second = this->optimizer(problem);
  const std::vector<double> scaled = runSteps(*second, 3);
  for (std::size_t k = 0; k < 3; ++k)
  {
    EXPECT_NEAR(scaled[k] * 2e-7 * 1e3 / 1e-6 / expected[k], 1.0, 1e-9) << "iterate " << k;
  }
  EXPECT_LT(relativeDifference(second->density(), first->density()), 1e-8);
}

TEST_P(TopologyInvariance, StepsOfTwoOptimizersDoNotMix)
{
  const TopologyProblem a = cantilever({ 6, 3, 3 });
  TopologyProblem b = cantilever({ 4, 4, 2 });
  b.design.densities.filter = FilterKind::Density;
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

TRABECULA_ON_EVERY_DEVICE(TopologyInvariance);

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
    problem.design.densities.filter = filter;
    problem.design.densities.minimumDensity = 0.05;
    problem.structure.solver.tolerance = 1e-13;
    Observer silent;
    TopologyOptimizer host(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
    TopologyOptimizer cuda(problem, makeContext(selectDevice(DeviceRequest::Cuda)), silent);
    const std::vector<double> onHost = runSteps(host, 4);
    const std::vector<double> onCuda = runSteps(cuda, 4);
    EXPECT_NEAR(onCuda[0] / onHost[0], 1.0, 1e-11);
    EXPECT_NEAR(onCuda[3] / onHost[3], 1.0, 1e-9);
    EXPECT_LT(relativeDifference(cuda.density(), host.density()), 1e-7);
    EXPECT_LT(relativeDifference(cuda.displacement(), host.displacement()), 1e-8);
    EXPECT_LT(relativeDifference(cuda.sensitivity(), host.sensitivity()), 1e-7);
  }
}
