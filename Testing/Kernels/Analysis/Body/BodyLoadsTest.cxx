// Tests of loads and supports of a design on the voxels of a body: force and moment, linear fields,
// pieces without support, and supports against a search over all nodes.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/Body/BodyLoads.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Analysis/Body/SpreadConditions.h"
#include "Core/Device.h"
#include "Geometry/Voxelization/NearestPoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
SurfaceGrid gridOf(Random& random, bool isPlane)
{
  SurfaceGrid grid;
  const double edge = random.uniform(0.1, 2.0);
  for (std::size_t d = 0; d < 3; ++d)
  {
    grid.origin[d] = random.uniform(-3.0, 3.0);
    grid.spacing[d] = edge * random.uniform(0.9, 1.1);
    grid.cells[d] = 5 + static_cast<int>(random.index(5));
  }
  if (isPlane)
  {
    grid.cells[2] = 1;
    grid.spacing[2] = 4.0 * edge;
  }
  return grid;
}

/// A body that is supported at the lower x, with a layer of solid voxels there, random voxels next
/// to it up to some x, and no voxels beyond.
BodyVoxels randomBody(const SurfaceGrid& grid, bool isPlane, Random& random)
{
  std::vector<double> fractions(grid.numberOfVoxels());
  const std::size_t end = 1 + random.index(std::size_t(grid.cells[0]));
  for (std::size_t v = 0; v < fractions.size(); ++v)
  {
    const std::size_t i = v % std::size_t(grid.cells[0]);
    const double inside = random.index(3) == 0 ? 0.0 : random.uniform(0.01, 1.0);
    fractions[v] = i == 0 ? 1.0 : i < end ? inside : 0.0;
  }
  std::vector<std::uint8_t> held(3 * grid.numberOfNodes(), 0);
  for (std::size_t n = 0; n < grid.numberOfNodes(); n += std::size_t(grid.cells[0] + 1))
  {
    std::fill_n(held.begin() + static_cast<std::ptrdiff_t>(3 * n), 3, std::uint8_t(1));
  }
  return makeBodyVoxels(grid, isPlane, fractions, held);
}

Position nodeOf(const BodyVoxels& body, std::int32_t node)
{
  const double* x = &body.mesh.points[3 * static_cast<std::size_t>(node)];
  return { x[0], x[1], x[2] };
}
}

TEST(BodyLoads, PreserveForceAndMomentAndLinearFields)
{
  Random random(9201);
  int extrapolated = 0;
  int carried = 0;
  for (int draw = 0; draw < 400; ++draw)
  {
    const bool isPlane = draw % 4 == 3;
    const SurfaceGrid grid = gridOf(random, isPlane);
    const BodyVoxels body = randomBody(grid, isPlane, random);
    const double radius = random.uniform(0.5, 4.0) * grid.spacing[0];
    const BodyLoads loads(body, radius);
    Position point;
    Position force;
    for (std::size_t d = 0; d < 3; ++d)
    {
      point[d] = grid.origin[d] + random.uniform(-0.1, 1.1) * grid.cells[d] * grid.spacing[d];
      force[d] = random.uniform(-5.0, 5.0);
    }
    force[2] = isPlane ? 0.0 : force[2];
    const BodyLoads::Patch patch = loads.patchAt(point);
    if (patch.state != BodyLoads::State::Carried)
    {
      continue;
    }
    ++carried;
    extrapolated += patch.isExtrapolated ? 1 : 0;
    std::vector<double> forces(body.mesh.points.size(), 0.0);
    loads.addForce(patch, force, forces);
    Position sum = {};
    Position moment = {};
    double size = 0.0;
    double linear = 0.0; // work of the first component with a linear field
    const Position slope = { random.uniform(-1, 1), random.uniform(-1, 1),
      isPlane ? 0.0 : random.uniform(-1, 1) };
    for (std::size_t n = 0; n < body.mesh.numberOfNodes(); ++n)
    {
      Position r = minus(nodeOf(body, static_cast<std::int32_t>(n)), point);
      const Position f = { forces[3 * n], forces[3 * n + 1], forces[3 * n + 2] };
      if (lengthOf(f) == 0.0)
      {
        continue;
      }
      r[2] = isPlane ? 0.0 : r[2];
      // The nodes are those of voxels whose centres are within the radius, or within twice the
      // radius.
      const double reach =
        std::max({ radius, grid.spacing[0], grid.spacing[1], isPlane ? 0.0 : grid.spacing[2] }) *
          (patch.isWidened ? 2.0 : 1.0) +
        0.9 * 1.1 / 0.9 * grid.spacing[0];
      ASSERT_LT(lengthOf(r), reach);
      const Position m = crossProduct(r, f);
      for (std::size_t d = 0; d < 3; ++d)
      {
        sum[d] += f[d];
        moment[d] += m[d];
      }
      size += lengthOf(f);
      linear += f[0] * (1.0 + dotProduct(slope, r));
    }
    for (std::size_t d = 0; d < 3; ++d)
    {
      ASSERT_NEAR(sum[d], force[d], 1e-12 * size) << draw;
      ASSERT_NEAR(moment[d], 0.0, 1e-11 * size * radius) << draw;
    }
    if (!patch.isExtrapolated)
    {
      ASSERT_NEAR(linear, force[0], 1e-11 * size * (1.0 + radius)) << draw;
    }
  }
  EXPECT_GT(carried, 200);
  EXPECT_GT(extrapolated, 10);
}

TEST(BodyLoads, DivideSprings)
{
  Random random(9202);
  for (int draw = 0; draw < 20; ++draw)
  {
    const SurfaceGrid grid = gridOf(random, false);
    const BodyVoxels body = randomBody(grid, false, random);
    const BodyLoads loads(body, 2.0 * grid.spacing[0]);
    const BodyLoads::Patch patch = loads.patchAt(grid.inSpace({ 0.5, 2.5, 2.5 }));
    ASSERT_EQ(patch.state, BodyLoads::State::Carried);
    std::vector<double> springs(body.mesh.points.size(), 0.0);
    const Position stiffness = { 0.0, random.uniform(0, 2), random.uniform(0, 2) };
    BodyLoads::addSpring(patch, stiffness, springs);
    Position sum = {};
    for (std::size_t i = 0; i < springs.size(); ++i)
    {
      ASSERT_GE(springs[i], 0.0);
      sum[i % 3] += springs[i];
    }
    for (std::size_t d = 0; d < 3; ++d)
    {
      EXPECT_NEAR(sum[d], stiffness[d], 1e-13);
    }
  }
}

TEST(BodyLoads, AreSpreadByAllThreadsAlike)
{
  Random random(9204);
  const SurfaceGrid grid = gridOf(random, false);
  const BodyVoxels body = randomBody(grid, false, random);
  const double radius = 1.5 * grid.spacing[0];
  StructuralProblem design;
  design.loadCases.resize(3);
  for (std::size_t n = 0; n < 3000; ++n)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      design.mesh.points.push_back(
        grid.origin[d] + random.uniform(-0.1, 1.1) * grid.cells[d] * grid.spacing[d]);
      for (LoadCase& load : design.loadCases)
      {
        load.forces.push_back(n % 3 == 0 ? random.uniform(-5.0, 5.0) : 0.0);
      }
      design.springs.push_back(n % 5 == 0 ? random.uniform(0.0, 2.0) : 0.0);
    }
  }
  Observer silent;
  setHostThreads(1);
  const SpreadConditions one = spreadConditions(design, body, radius, silent).value();
  setHostThreads(4);
  const SpreadConditions four = spreadConditions(design, body, radius, silent).value();
  setHostThreads(0);
  EXPECT_EQ(one.springs, four.springs);
  EXPECT_EQ(one.lostSprings, four.lostSprings);

  const BodyLoads loads(body, radius);
  std::vector<double> springs(body.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < design.loadCases.size(); ++i)
  {
    EXPECT_EQ(one.loads[i].forces, four.loads[i].forces);
    std::vector<double> forces(body.mesh.points.size(), 0.0);
    double detached = 0.0;
    double all = 0.0;
    for (std::size_t n = 0; n < design.mesh.numberOfNodes(); ++n)
    {
      const auto at = [n](const std::vector<double>& values) {
        return Position{ values[3 * n], values[3 * n + 1], values[3 * n + 2] };
      };
      const Position force = at(design.loadCases[i].forces);
      const BodyLoads::Patch patch = loads.patchAt(at(design.mesh.points));
      const bool isCarried = patch.state == BodyLoads::State::Carried;
      all += lengthOf(force);
      detached += isCarried ? 0.0 : lengthOf(force);
      if (isCarried)
      {
        loads.addForce(patch, force, forces);
      }
      if (i == 0)
      {
        BodyLoads::addSpring(patch, at(design.springs), springs);
      }
    }
    EXPECT_EQ(one.loads[i].forces, forces);
    EXPECT_NEAR(one.loads[i].detachedPart(), detached / all, 1e-12);
  }
  EXPECT_EQ(one.springs, springs);

  class Stopping : public Observer
  {
  public:
    bool stopRequested() override { return true; }
  };
  Stopping stopping;
  EXPECT_FALSE(spreadConditions(design, body, radius, stopping).has_value());
}

TEST(BodyLoads, KnowPiecesWithoutSupport)
{
  // One of two separate blocks is supported.
  SurfaceGrid grid;
  grid.spacing = { 1, 1, 1 };
  grid.cells = { 20, 2, 2 };
  std::vector<double> fractions(grid.numberOfVoxels(), 0.0);
  for (std::size_t v = 0; v < fractions.size(); ++v)
  {
    const std::size_t i = v % 20;
    fractions[v] = i < 6 || i >= 14 ? 1.0 : 0.0;
  }
  std::vector<std::uint8_t> held(3 * grid.numberOfNodes(), 0);
  const auto hold = [&](int i, std::size_t c)
  {
    for (int k = 0; k <= 2; ++k)
    {
      for (int j = 0; j <= 2; ++j)
      {
        held[3 * grid.node(i, j, k) + c] = 1;
      }
    }
  };
  hold(0, 0);
  hold(0, 1);
  hold(0, 2);
  hold(20, 0); // the other block can still slide in its plane
  const BodyVoxels body = makeBodyVoxels(grid, false, fractions, held);
  EXPECT_EQ(body.numberOfPieces(), 2);
  EXPECT_EQ(body.numberOfLoosePieces(), 1);
  EXPECT_EQ(body.mesh.numberOfElements(), 24U);
  EXPECT_DOUBLE_EQ(body.looseVolume, 24.0);
  const BodyLoads loads(body, 2.0);
  const auto stateAt = [&](double x) { return loads.patchAt({ x, 1.0, 1.0 }).state; };
  EXPECT_EQ(stateAt(3.0), BodyLoads::State::Carried);
  EXPECT_EQ(stateAt(9.0), BodyLoads::State::Carried); // within twice the radius
  EXPECT_TRUE(loads.patchAt({ 9.0, 1.0, 1.0 }).isWidened);
  EXPECT_EQ(stateAt(10.1), BodyLoads::State::NoMaterial);
  EXPECT_EQ(stateAt(15.0), BodyLoads::State::Loose);

  hold(20, 1);
  hold(20, 2);
  EXPECT_EQ(makeBodyVoxels(grid, false, fractions, held).numberOfLoosePieces(), 0);
}
