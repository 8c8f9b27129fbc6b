// Tests of the references against results that can be derived by hand.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Design/Filter/FilterReference.h"
#include "Design/Optimizer/OptimalityCriteriaReference.h"
#include "Element/Hex8Reference.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Solver/DirectSolverReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr int Draws = 5;

/// Returns u = A x + b at each node.
std::vector<double> linearField(const Mesh& mesh, const std::array<Point, 3>& A, const Point& b)
{
  std::vector<double> u(mesh.points.size());
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    const Point p = nodePosition(mesh, i / 3);
    const Point& row = A[i % 3];
    u[i] = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + b[i % 3];
  }
  return u;
}
}

TEST(Hex8Reference, IsSymmetric)
{
  Random random(11);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const Mesh mesh = distortedBox({ 1, 1, 1 }, 0.2, random);
    const auto K = reference::hex8Stiffness(reference::hex8Corners(mesh, 0), 2.0, 0.3);
    for (std::size_t r = 0; r < 24; ++r)
    {
      for (std::size_t c = 0; c < r; ++c)
      {
        EXPECT_NEAR(K[r][c], K[c][r], 1e-14);
      }
    }
  }
}

TEST(Hex8Reference, RigidMotionsHaveNoEnergy)
{
  const std::array<std::array<Point, 3>, 4> motions = { {
    { { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } } },
    { { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 0 } } },
    { { { 0, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } } },
    { { { 0, 0, 1 }, { 0, 0, 0 }, { -1, 0, 0 } } },
  } };
  Random random(12);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const Mesh mesh = distortedBox({ 1, 1, 1 }, 0.2, random);
    for (const auto& motion : motions)
    {
      const Point shift = { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
      const std::vector<double> f =
        reference::applyStiffness(mesh, 0.3, { 1.0 }, linearField(mesh, motion, shift));
      for (const double value : f)
      {
        EXPECT_NEAR(value, 0.0, 1e-14);
      }
    }
  }
}

TEST(Hex8Reference, ConstantStrainHasItsExactEnergy)
{
  // For a linear field u.K u = V e.D e for any shape of the element, as the quadrature is exact.
  const double nu = 0.3;
  const double mu = 1 / (2 * (1 + nu));
  const double lambda = nu / ((1 + nu) * (1 - 2 * nu));
  Random random(13);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const Mesh mesh = distortedBox({ 1, 1, 1 }, 0.2, random);
    std::array<Point, 3> A{};
    for (Point& row : A)
    {
      row = { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
    }
    double density = 0.0;
    const double trace = A[0][0] + A[1][1] + A[2][2];
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        const double strain = (A[i][j] + A[j][i]) / 2;
        density += 2 * mu * strain * strain;
      }
    }
    density += lambda * trace * trace;
    const double volume = reference::hex8Volume(reference::hex8Corners(mesh, 0));
    const double energy =
      reference::elementEnergies(mesh, nu, linearField(mesh, A, { 0.1, 0.2, 0.3 }))[0];
    EXPECT_NEAR(energy, volume * density, 1e-13 * energy);
  }
}

TEST(Hex8Reference, CubeHasTheKnownDiagonal)
{
  // The square of a first derivative of a corner function integrates to 1/9, so that a diagonal
  // entry is (lambda + 2 mu + mu + mu) / 9.
  const Mesh mesh = makeBoxMesh({ 1, 1, 1 }, { 1.0, 1.0, 1.0 });
  const auto K = reference::hex8Stiffness(reference::hex8Corners(mesh, 0), 1.0, 0.3);
  const double known = (2 - 3 * 0.3) / (9 * 1.3 * 0.4);
  for (std::size_t i = 0; i < 24; ++i)
  {
    EXPECT_NEAR(K[i][i], known, 1e-15);
  }
}

TEST(Hex8Reference, VolumeOfAFrustum)
{
  // A pyramid frustum with base 2 x 2, top 1 x 1 and height 3 has the volume h/3 (A + B + sqrt(A
  // B)) = 7.
  reference::Hex8Corners corners = { { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 2, 0 }, { 0, 2, 0 },
    { 0.5, 0.5, 3 }, { 1.5, 0.5, 3 }, { 1.5, 1.5, 3 }, { 0.5, 1.5, 3 } } };
  EXPECT_NEAR(reference::hex8Volume(corners), 7.0, 1e-14);
}

TEST(DirectSolverReference, StretchesABar)
{
  // The exact solution is sigma = F / A, u = sigma L / E, as lateral contraction is free.
  reference::LinearProblem problem;
  problem.mesh = makeBoxMesh({ 5, 2, 2 }, { 10.0, 1.0, 2.0 });
  problem.moduli.assign(problem.mesh.numberOfElements(), 200.0);
  problem.supports.assign(problem.mesh.points.size(), 0);
  for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
  {
    const auto [x, y, z] = nodePosition(problem.mesh, n);
    problem.supports[3 * n] = x < 1e-9;
    problem.supports[3 * n + 1] = y < 1e-9;
    problem.supports[3 * n + 2] = z < 1e-9;
  }
  problem.forces = uniformTraction(problem.mesh, 10.0, { 4.0, 0.0, 0.0 });
  const std::vector<double> u = reference::solveDirect(problem);
  for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
  {
    const auto [x, y, z] = nodePosition(problem.mesh, n);
    const double strain = 4.0 / 2.0 / 200.0;
    EXPECT_NEAR(u[3 * n], strain * x, 1e-14);
    EXPECT_NEAR(u[3 * n + 1], -0.3 * strain * y, 1e-14);
    EXPECT_NEAR(u[3 * n + 2], -0.3 * strain * z, 1e-14);
  }
  EXPECT_LT(reference::relativeResidual(problem, u), 1e-13);
}

TEST(FilterReference, MatchesALineOfCubes)
{
  // For three unit cubes in a row and R = 1.5, H is 1.5 on the diagonal and 0.5 beside it.
  const Mesh mesh = makeBoxMesh({ 3, 1, 1 }, { 3.0, 1.0, 1.0 });
  const auto neighbours = reference::findNeighbours(mesh, 1.5);
  const std::vector<double> ones(3, 1.0);
  const std::vector<double> density = { 0.2, 0.6, 1.0 };
  const std::vector<double> filtered = reference::filterDensity(neighbours, ones, density);
  EXPECT_NEAR(filtered[0], (1.5 * 0.2 + 0.5 * 0.6) / 2.0, 1e-15);
  EXPECT_NEAR(filtered[1], (0.5 * 0.2 + 1.5 * 0.6 + 0.5 * 1.0) / 2.5, 1e-15);
  const std::vector<double> c =
    reference::filterSensitivity(neighbours, ones, density, { -1.0, -2.0, -3.0 });
  EXPECT_NEAR(c[0], -(1.5 * 0.2 * 1 + 0.5 * 0.6 * 2) / (0.2 * 2.0), 1e-15);
  EXPECT_NEAR(c[2], -(0.5 * 0.6 * 2 + 1.5 * 1.0 * 3) / (1.0 * 2.0), 1e-15);
}

TEST(OptimalityCriteriaReference, EqualSensitivitiesKeepAUniformDesign)
{
  reference::OptimalityCriteriaInput input;
  input.density.assign(10, 0.4);
  input.complianceSensitivity.assign(10, -3.0);
  input.volumeSensitivity.assign(10, 0.5);
  for (const double rho : reference::updateByOptimalityCriteria(input))
  {
    EXPECT_NEAR(rho, 0.4, 1e-14);
  }
  input.volumeChange = 10 * 0.5 * 0.1;
  for (const double rho : reference::updateByOptimalityCriteria(input))
  {
    EXPECT_NEAR(rho, 0.5, 1e-14);
  }
}

TEST(OptimalityCriteriaReference, MovesVolumeToWhereItCounts)
{
  // If no bound is active, the updated density is rho_e sqrt(-dC/drho_e / lambda).
  reference::OptimalityCriteriaInput input;
  input.density = { 0.5, 0.5 };
  input.complianceSensitivity = { -1.21, -0.81 };
  input.volumeSensitivity = { 1.0, 1.0 };
  input.moveLimit = 0.3;
  const std::vector<double> rho = reference::updateByOptimalityCriteria(input);
  EXPECT_NEAR(rho[0], 0.55, 1e-14);
  EXPECT_NEAR(rho[1], 0.45, 1e-14);
  input.moveLimit = 0.02;
  EXPECT_NEAR(reference::updateByOptimalityCriteria(input)[0], 0.52, 1e-14);
}
