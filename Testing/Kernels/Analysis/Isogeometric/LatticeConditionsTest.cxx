// Tests of conditions of control points on lattice points, against the definition by values of all
// functions.

#include "Support/BezierPatches.h"
#include "Support/Patches.h"

#include "Analysis/Isogeometric/LatticeConditions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::vector<std::array<double, 3>> grevilleOf(const NurbsPatch& patch)
{
  std::array<std::vector<double>, 3> places;
  for (std::size_t d = 0; d < 3; ++d)
  {
    places[d] = patch.degrees[d] > 0 ? grevillePoints(patch.degrees[d], patch.knots[d])
                                     : std::vector<double>{ 0.0 };
  }
  std::vector<std::array<double, 3>> result;
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        result.push_back({ x, y, z });
      }
    }
  }
  return result;
}

/// The nearest lattice point in each direction; the lower one of two equally near ones.
std::size_t nearestTo(
  const std::vector<std::array<double, 3>>& lattice, const std::array<double, 3>& place)
{
  std::size_t best = 0;
  std::array<double, 3> least;
  least.fill(std::numeric_limits<double>::infinity());
  for (std::size_t q = 0; q < lattice.size(); ++q)
  {
    bool isNearer = true;
    std::array<double, 3> distance{};
    for (std::size_t d = 0; d < 3; ++d)
    {
      distance[d] = std::abs(lattice[q][d] - place[d]);
      isNearer = isNearer && distance[d] <= least[d] + 1e-12;
    }
    const bool isBetter = distance[0] < least[0] - 1e-12 || distance[1] < least[1] - 1e-12 ||
      distance[2] < least[2] - 1e-12;
    if (isNearer && isBetter)
    {
      best = q;
      least = distance;
    }
  }
  return best;
}

NurbsPatch anyPatch(Random& random, int trial)
{
  const int dimension = 2 + trial % 2;
  std::array<int, 3> degrees{};
  std::array<int, 3> spans = { 1, 1, 1 };
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
  {
    degrees[d] = 1 + static_cast<int>(random.index(4));
    spans[d] = 1 + static_cast<int>(random.index(4));
  }
  return randomPatch(random, dimension, degrees, spans, true);
}
}

TEST(LatticeConditions, HoldWhatAllFunctionsThereHold)
{
  Random random(31);
  for (int trial = 0; trial < 30; ++trial)
  {
    const NurbsPatch patch = anyPatch(random, trial);
    const std::size_t controls = patch.numberOfControlPoints();
    const std::vector<std::array<double, 3>> lattice = latticeOf(patch);
    const std::vector<std::array<double, 3>> greville = grevilleOf(patch);
    std::vector<std::uint8_t> constrained(3 * controls);
    const double share = random.uniform(0.1, 0.9);
    for (std::uint8_t& flag : constrained)
    {
      flag = random.uniform(0.0, 1.0) < share ? 1 : 0;
    }
    const LatticeConditions conditions(patch);
    ASSERT_EQ(conditions.numberOfPoints(), lattice.size());
    std::vector<std::uint8_t> expected(3 * lattice.size(), 1);
    std::vector<std::uint8_t> isFound(constrained.size(), 0);
    for (std::size_t c = 0; c < 3; ++c)
    {
      for (std::size_t q = 0; q < lattice.size(); ++q)
      {
        const NurbsPoint point = evaluateAt(patch, lattice[q]);
        const auto forPoints = [&](const auto& visit)
        {
          for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
          {
            if (point.values[i] > 1e-12)
            {
              visit(3 * static_cast<std::size_t>(point.controlPoints[i]) + c);
            }
          }
        };
        forPoints([&](std::size_t i) { expected[3 * q + c] &= constrained[i]; });
        forPoints([&](std::size_t i) { isFound[i] |= expected[3 * q + c]; });
      }
    }
    for (std::size_t i = 0; i < constrained.size(); ++i)
    {
      if (constrained[i] != 0 && isFound[i] == 0)
      {
        expected[3 * nearestTo(lattice, greville[i / 3]) + i % 3] = 1;
      }
    }
    EXPECT_EQ(conditions.supports(constrained), expected) << trial;
  }
}

TEST(LatticeConditions, OfASideHoldTheSide)
{
  Random random(32);
  const NurbsPatch patch = randomPatch(random, 3, { 2, 3, 1 }, { 3, 2, 4 }, true);
  for (int direction = 0; direction < 3; ++direction)
  {
    for (const int end : { 0, 1 })
    {
      const std::vector<std::uint8_t> supports =
        LatticeConditions(patch).supports(heldFace(patch, direction, end));
      const std::vector<std::array<double, 3>> lattice = latticeOf(patch);
      for (std::size_t i = 0; i < supports.size(); ++i)
      {
        EXPECT_EQ(supports[i] != 0, lattice[i / 3][static_cast<std::size_t>(direction)] == end);
      }
    }
  }
}

TEST(LatticeConditions, KeepSumsAtGrevillePoints)
{
  Random random(33);
  for (int trial = 0; trial < 20; ++trial)
  {
    const NurbsPatch patch = anyPatch(random, trial);
    const std::vector<double> forces = random.vector(patch.points.size(), -1.0, 1.0);
    const std::vector<double> moved = LatticeConditions(patch).sums(forces);
    const std::vector<std::array<double, 3>> lattice = latticeOf(patch);
    const std::vector<std::array<double, 3>> greville = grevilleOf(patch);
    ASSERT_EQ(moved.size(), 3 * lattice.size());
    std::vector<double> expected(moved.size(), 0.0);
    for (std::size_t i = 0; i < forces.size(); ++i)
    {
      expected[3 * nearestTo(lattice, greville[i / 3]) + i % 3] += forces[i];
    }
    for (std::size_t i = 0; i < moved.size(); ++i)
    {
      EXPECT_NEAR(moved[i], expected[i], 1e-12) << trial;
    }
  }
}

TEST(LatticeConditions, OfUniformQuadraticsKeepMoments)
{
  // Greville points are lattice points of this patch.
  Random random(34);
  const NurbsPatch patch = makeBoxPatch(3, { 2.0, 1.0, 1.5 }, { 2, 2, 2 }, { 3, 4, 2 });
  const std::vector<double> forces = random.vector(patch.points.size(), -1.0, 1.0);
  const std::vector<double> moved = LatticeConditions(patch).sums(forces);
  const std::vector<std::array<double, 3>> lattice = latticeOf(patch);
  for (std::size_t c = 0; c < 3; ++c)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      double before = 0.0;
      double after = 0.0;
      for (std::size_t i = 0; i < patch.numberOfControlPoints(); ++i)
      {
        before += patch.points[3 * i + d] * forces[3 * i + c];
      }
      for (std::size_t q = 0; q < lattice.size(); ++q)
      {
        after += evaluateAt(patch, lattice[q]).position[d] * moved[3 * q + c];
      }
      EXPECT_NEAR(after, before, 1e-12);
    }
  }
}
