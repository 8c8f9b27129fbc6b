// Tests against published and independently confirmed results.

#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class KnownAnswers : public OnDevice
{
};

/**
 * Box [0,2] x [0,1] x [0,1], x = 0 clamped, uniform traction in -z of total force 1 on x = 2,
 * E = 70000 (1e-3 + (1 - 1e-3) rho^3), nu = 0.3, uniform density. From the structural-mesh problem
 * of pasteurlabs/mosaic.
 */
TopologyProblem gradedCantilever(const std::array<int, 3>& elements, double density)
{
  TopologyProblem problem = emptyProblem(makeBoxMesh(elements, { 2.0, 1.0, 1.0 }));
  clamp(problem, [](const Point& p) { return p[0] < 1e-9; });
  problem.structure.loadCases[0].forces =
    uniformTraction(problem.structure.mesh, 2.0, { 0.0, 0.0, -1.0 });
  problem.structure.material.youngsModulus = 70000.0;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-3;
  problem.design.densities.filter = FilterKind::None;
  problem.design.settings.volumeFraction = density;
  problem.structure.solver.tolerance = 1e-12;
  return problem;
}

/// Returns the default problem of TopOpt in PETSc (Aage, Andreassen and Lazarov 2015).
TopologyProblem petscCantilever()
{
  TopologyProblem problem = emptyProblem(makeBoxMesh({ 64, 32, 32 }, { 2.0, 1.0, 1.0 }));
  clamp(problem, [](const Point& p) { return p[0] < 1e-9; });
  for (const std::size_t n : nodesWhere(
         problem.structure.mesh, [](const Point& p) { return p[0] > 2 - 1e-9 && p[2] < 1e-9; }))
  {
    const double y = nodePosition(problem.structure.mesh, n)[1];
    const bool end = y < 1e-9 || y > 1 - 1e-9;
    problem.structure.loadCases[0].forces[3 * n + 2] = end ? -0.5e-3 : -1e-3;
  }
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-9;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 0.08;
  problem.design.settings.volumeFraction = 0.12;
  return problem;
}

/// Returns the problem of TopOpt-in-OpenMP (Dobberstein and Aage).
TopologyProblem openMpBeam()
{
  const int nx = 64;
  const int ny = 32;
  TopologyProblem problem = emptyProblem(makeBoxMesh({ nx, ny, 32 }, { 64.0, 32.0, 32.0 }));
  clamp(
    problem, [](const Point& p) { return p[0] < 1e-9 && (p[1] < 8 + 1e-9 || p[1] > 24 - 1e-9); });
  std::vector<std::size_t> loaded;
  for (int j = 0; j < ny; ++j)
  {
    for (int i = 0; i < nx; ++i)
    {
      if ((i - 64.0) * (i - 64.0) + (j - 15.5) * (j - 15.5) < (33.0 / 5) * (33.0 / 5))
      {
        loaded.push_back(static_cast<std::size_t>(j * nx + i));
      }
    }
  }
  for (const std::size_t e : loaded)
  {
    for (std::size_t a = 0; a < 4; ++a) // the face z = 0
    {
      const auto node = static_cast<std::size_t>(problem.structure.mesh.connectivity[8 * e + a]);
      problem.structure.loadCases[0].forces[3 * node + 2] -=
        1.0 / (4.0 * static_cast<double>(loaded.size()));
    }
  }
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-6;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 1.5;
  problem.design.settings.volumeFraction = 0.2;
  problem.design.settings.moveLimit = 0.1;
  return problem;
}
}

TEST_P(KnownAnswers, GradedCantilever)
{
  // The results have nine digits.
  struct Known
  {
    int elements;
    double density;
    double compliance;
  };
  for (const Known& known : { Known{ 8, 0.2, 5.56488027e-2 }, Known{ 8, 0.5, 3.97532499e-3 },
         Known{ 8, 0.9, 6.86156496e-4 }, Known{ 4, 0.5, 3.66518249e-3 },
         Known{ 16, 0.5, 4.06958181e-3 } })
  {
    const double compliance =
      firstCompliance(gradedCantilever({ known.elements, 2, 4 }, known.density), this->Used);
    EXPECT_NEAR(compliance / known.compliance, 1.0, 5e-9)
      << known.elements << " x 2 x 4 elements, density " << known.density;
  }
}

TEST_P(KnownAnswers, SlowFirstIterationOfTopOptInPetsc)
{
  // The result 26.0918 has six digits, to which the square of the solver's tolerance is negligible.
  EXPECT_NEAR(firstCompliance(petscCantilever(), this->Used), 26.0918, 0.0001);
}

TEST_P(KnownAnswers, SlowMovingAsymptotesOfTopOptInPetsc)
{
  // That code counts iterations from 1. It has the same asymptotes but another solver of the
  // subproblem: the differences are 0.13, 0.28, -0.09 and 0.19 %. See below for the tolerance of
  // the solver. On the host, a hundred iterations would take minutes.
  TopologyProblem problem = petscCantilever();
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.structure.solver.tolerance = 1e-3;
  Observer observer;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), observer);
  const int last = this->Used.space == ExecutionSpace::Host ? 20 : 100;
  const std::vector<double> compliances = runSteps(optimizer, last);
  EXPECT_NEAR(compliances[0] / 26.0918, 1.0, 1e-5);
  EXPECT_NEAR(compliances[1] / 18.0225, 1.0, 0.003);
  EXPECT_NEAR(compliances[9] / 4.2770, 1.0, 0.003);
  EXPECT_NEAR(compliances[19] / 0.6378, 1.0, 0.003);
  if (last >= 100)
  {
    EXPECT_NEAR(compliances[99] / 0.5047, 1.0, 0.003);
  }
  EXPECT_LE(optimizer.record()["VolumeFraction"], 0.12 + 1e-9);
}

TEST_P(KnownAnswers, SlowFirstIterationOfTopOptInOpenMp)
{
  EXPECT_NEAR(firstCompliance(openMpBeam(), this->Used), 172.167, 0.0006);
}

TEST_P(KnownAnswers, SlowFirstIterationsOfTheEbeCantilever)
{
  // The results are from a small independent code, with six digits.
  constexpr TopologyExample cantilever = TopologyExample::Cantilever;
  const TopologyProblem first = makeExample(cantilever, paperSize(cantilever, 1));
  const TopologyProblem second = makeExample(cantilever, paperSize(cantilever, 2));
  EXPECT_NEAR(firstCompliance(first, this->Used), 43716.7, 0.1);
  EXPECT_NEAR(firstCompliance(second, this->Used), 60779.7, 0.1);
}

TEST_P(KnownAnswers, SlowFiftiethIterationOfTheEbeCantilever)
{
  // The same code has 4956.3 at its iteration 50, counted from 1, and Table 2 of the paper has
  // 4945. See below for the tolerance of the solver.
  TopologyProblem problem =
    makeExample(TopologyExample::Cantilever, paperSize(TopologyExample::Cantilever, 1));
  problem.structure.solver.tolerance = 1e-3;
  Observer observer;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), observer);
  const double compliance = runSteps(optimizer, 50).back();
  EXPECT_NEAR(compliance / 4956.3, 1.0, 0.002);
  EXPECT_NEAR(compliance / 4945.0, 1.0, 0.005);
}

TEST_P(KnownAnswers, SlowFiftiethIterationOfTheEbeLBeam)
{
  // The result is from Table 2 of the paper for LB1. See below for the tolerance of the solver.
  TopologyProblem problem =
    makeExample(TopologyExample::LBeam, paperSize(TopologyExample::LBeam, 1));
  problem.structure.solver.tolerance = 1e-3;
  Observer observer;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), observer);
  EXPECT_NEAR(runSteps(optimizer, 50).back() / 2107.0, 1.0, 0.01);
}

TEST_P(KnownAnswers, SlowTwentiethIterationOfTopOptInOpenMp)
{
  // That code counts iterations from 1. It has the same optimality criteria, move limit and filter,
  // but another solver, and designs depend on rounding, so that the tolerance is 2 %. The error of
  // the compliance is the square of the solver's residual: 1e-3 is as accurate as 1e-5 of that code
  // and takes half the time.
  TopologyProblem problem = openMpBeam();
  problem.structure.solver.tolerance = 1e-3;
  Observer observer;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), observer);
  const std::vector<double> compliances = runSteps(optimizer, 20);
  EXPECT_NEAR(compliances.back() / 5.563, 1.0, 0.02);
  EXPECT_NEAR(optimizer.record()["VolumeFraction"], 0.2, 1e-9);
}

TRABECULA_ON_EVERY_DEVICE(KnownAnswers);
