// Tests that loads at nodes without material are moved to the nearest node of the body.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/Loads/LoadsOnBody.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Random forces on a distorted mesh of which random elements are solid.
TopologyProblem problemOf(Random& random, std::vector<double>& solid)
{
  TopologyProblem problem = distortedCantilever({ 5, 4, 3 }, random);
  problem.structure.loadCases.resize(2);
  for (LoadCase& load : problem.structure.loadCases)
  {
    load.forces = random.vector(problem.structure.mesh.points.size(), -1.0, 1.0);
  }
  solid.resize(problem.structure.mesh.numberOfElements());
  for (double& fraction : solid)
  {
    fraction = random.index(8) == 0 ? random.uniform(0.1, 1.0) : 0.01;
  }
  solid[7] = 1.0;
  for (std::uint8_t& held : problem.structure.supports)
  {
    held = random.index(4) == 0 ? 1 : 0;
  }
  return problem;
}

bool isOfBody(const Mesh& mesh, const std::vector<double>& solid, std::size_t node)
{
  for (std::size_t e = 0; e < solid.size(); ++e)
  {
    for (std::size_t a = 0; solid[e] >= 0.1 && a < mesh.nodesOf(e); ++a)
    {
      if (static_cast<std::size_t>(mesh.element(e)[a]) == node)
      {
        return true;
      }
    }
  }
  return false;
}

bool isMovable(const Mesh& mesh, const std::vector<double>& fractions, std::size_t node)
{
  bool isPartly = true;
  for (std::size_t e = 0; e < fractions.size(); ++e)
  {
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      isPartly =
        isPartly && (static_cast<std::size_t>(mesh.element(e)[a]) != node || fractions[e] < 1.0);
    }
  }
  return isPartly;
}

double distance(const Mesh& mesh, std::size_t a, std::size_t b)
{
  const double* x = &mesh.points[3 * a];
  const double* y = &mesh.points[3 * b];
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}
}

TEST(LoadsOnBody, LengthyFollowAPlainSearchOverAllNodes)
{
  Random random(31);
  for (int draw = 0; draw < 5; ++draw)
  {
    std::vector<double> solid;
    TopologyProblem problem = problemOf(random, solid);
    std::vector<double> fractions(solid.size(), 0.5);
    std::fill_n(fractions.begin(), 3 * draw, 1.0);
    const Mesh& mesh = problem.structure.mesh;
    std::vector<std::vector<double>> expected;
    double furthest = 0.0;
    double share = 0.0;
    for (const LoadCase& load : problem.structure.loadCases)
    {
      std::vector<double>& forces = expected.emplace_back(load.forces.size(), 0.0);
      double all = 0.0;
      double moved = 0.0;
      for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
      {
        std::size_t nearest = node;
        double shortest = isOfBody(mesh, solid, node) ? 0.0 : 1e300;
        for (std::size_t other = 0;
             isMovable(mesh, fractions, node) && other < mesh.numberOfNodes(); ++other)
        {
          const double way = distance(mesh, node, other);
          if (way < shortest && isOfBody(mesh, solid, other))
          {
            shortest = way;
            nearest = other;
          }
        }
        std::array<double, 3> f;
        for (std::size_t c = 0; c < 3; ++c)
        {
          const bool isHeld = problem.structure.supports[3 * node + c] != 0;
          f[c] = isHeld ? 0.0 : load.forces[3 * node + c];
          forces[3 * node + c] += isHeld ? load.forces[3 * node + c] : 0.0;
        }
        all += std::hypot(f[0], f[1], f[2]);
        moved += nearest == node ? 0.0 : std::hypot(f[0], f[1], f[2]);
        furthest = std::max(furthest, nearest == node ? 0.0 : shortest);
        for (std::size_t c = 0; c < 3; ++c)
        {
          forces[3 * nearest + c] += f[c];
        }
      }
      share = std::max(share, moved / all);
    }
    const MovedLoads found = moveLoadsOntoBody(
      problem.structure, solid, 0.1, fractions, std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      EXPECT_LT(relativeDifference(problem.structure.loadCases[i].forces, expected[i]), 1e-14);
    }
    EXPECT_DOUBLE_EQ(found.distance, furthest);
    EXPECT_NEAR(found.share, share, 1e-14);
    EXPECT_GT(found.share, 0.0);
  }
}

TEST(LoadsOnBody, StayOutOfReachAndOnTheBody)
{
  Random random(32);
  std::vector<double> solid;
  TopologyProblem problem = problemOf(random, solid);
  const std::vector<double> before = problem.structure.loadCases[0].forces;
  const std::vector<double> partly(solid.size(), 0.5);
  EXPECT_EQ(
    moveLoadsOntoBody(problem.structure, solid, 0.1, std::vector<double>(solid.size(), 1.0), 9.0)
      .share,
    0.0);
  EXPECT_EQ(problem.structure.loadCases[0].forces, before);
  EXPECT_EQ(moveLoadsOntoBody(problem.structure, solid, 0.1, partly, 1e-9).share, 0.0);
  EXPECT_EQ(problem.structure.loadCases[0].forces, before);
  solid.assign(solid.size(), 1.0);
  EXPECT_EQ(moveLoadsOntoBody(problem.structure, solid, 0.1, partly, 100.0).share, 0.0);
  EXPECT_EQ(problem.structure.loadCases[0].forces, before);
  solid.assign(solid.size(), 0.0); // there is no body
  EXPECT_EQ(moveLoadsOntoBody(problem.structure, solid, 0.1, partly, 100.0).share, 0.0);
  EXPECT_EQ(problem.structure.loadCases[0].forces, before);
}
