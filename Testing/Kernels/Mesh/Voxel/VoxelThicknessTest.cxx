// Tests of largest inscribed balls and the smallest thickness: random images against the
// definition, and shapes of known thickness.

#include "Support/Random.h"
#include "Support/VoxelMasks.h"

#include "Core/Error.h"
#include "Mesh/Voxel/VoxelDistance.h"
#include "Mesh/Voxel/VoxelThickness.h"
#include "Mesh/Voxel/VoxelThicknessReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
MemberThickness measured(const VoxelMask& mask)
{
  Observer observer;
  return measureThickness(mask, observer).value();
}

/// A sum of random waves, solid where it is positive: members, necks and ends of all kinds.
VoxelMask waves(const std::array<int, 3>& cells, Random& random)
{
  const std::vector<double> k = random.vector(12, -1.2, 1.2);
  const std::vector<double> phase = random.vector(4, 0, 6.3);
  const double level = random.uniform(-1, 1);
  return maskOf(cells,
    [&](double x, double y, double z)
    {
      double sum = level;
      for (std::size_t w = 0; w < 4; ++w)
      {
        sum += std::sin(k[3 * w] * x + k[3 * w + 1] * y + k[3 * w + 2] * z + phase[w]);
      }
      return sum > 0;
    });
}

class StopsAfter : public Observer
{
public:
  explicit StopsAfter(int polls) : Left(polls) {}
  bool stopRequested() override { return this->Left-- == 0; }

private:
  int Left;
};
}

TEST(VoxelDistance, IsThatToEachBrickOfVoid)
{
  Random random(3201);
  for (const std::array<int, 3>& cells :
    { std::array<int, 3>{ 1, 1, 1 }, { 7, 1, 2 }, { 5, 6, 7 }, { 9, 4, 3 } })
  {
    for (const double share : { 0.3, 0.9, 0.98, 1.0 })
    {
      SCOPED_TRACE(std::to_string(cells[0]) + ", " + std::to_string(share));
      const VoxelMask mask = randomMask(cells, share, random);
      Observer observer;
      const std::vector<float> found = inscribedRadii(mask, observer).value();
      const std::vector<double> expected = reference::inscribedRadii(mask);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t v = 0; v < found.size(); ++v)
      {
        ASSERT_NEAR(found[v], expected[v], 1e-6 * expected[v]) << v;
      }
    }
  }
}

TEST(VoxelThickness, IsWhatTheDefinitionSays)
{
  Random random(3202);
  int thin = 0;
  for (int repeat = 0; repeat < 60; ++repeat)
  {
    SCOPED_TRACE(repeat);
    VoxelMask mask =
      repeat % 3 == 0 ? randomMask({ 6, 5, 7 }, 0.6, random) : waves({ 8, 7, 6 }, random);
    if (repeat % 2 == 0)
    {
      mask.spacing = { 0.7, 0.7, 0.7 };
    }
    const MemberThickness found = measured(mask);
    ASSERT_NEAR(found.smallest, reference::smallestThickness(mask), 1e-5);
    const std::vector<double> radii = reference::inscribedRadii(mask);
    ASSERT_NEAR(found.largest, 2 * *std::max_element(radii.begin(), radii.end()), 1e-5);
    thin += found.smallest < 0.9 * found.largest;
  }
  EXPECT_GT(thin, 10); // not only single members
}

TEST(VoxelThickness, OfPlatesAndRodsIsTheirs)
{
  for (int t = 1; t <= 6; ++t)
  {
    SCOPED_TRACE(t);
    const auto all = [](double, double, double) { return true; };
    VoxelMask plate = maskOf({ 20, 16, t }, all);
    EXPECT_FLOAT_EQ(static_cast<float>(measured(plate).smallest), static_cast<float>(t));
    plate.spacing = { 0.5, 0.5, 0.25 };
    EXPECT_FLOAT_EQ(static_cast<float>(measured(plate).smallest), 0.25F * static_cast<float>(t));
    EXPECT_FLOAT_EQ(
      static_cast<float>(measured(maskOf({ t, 21, t }, all)).smallest), static_cast<float>(t));
    EXPECT_FLOAT_EQ(
      static_cast<float>(measured(maskOf({ t, t, t }, all)).smallest), static_cast<float>(t));
  }
}

TEST(VoxelThickness, OfTwoRodsIsThatOfTheThinnerOne)
{
  const VoxelMask mask = maskOf({ 12, 5, 20 },
    [](double x, double y, double)
    { return (std::abs(x + 3.5) < 2.5 && std::abs(y) < 2.5) || (std::abs(x - 4) < 1 && y > 0.6); });
  EXPECT_FLOAT_EQ(static_cast<float>(measured(mask).smallest), 2.0F);
  EXPECT_FLOAT_EQ(static_cast<float>(measured(mask).largest), 5.0F);
}

TEST(VoxelThickness, OfADumbbellIsThatOfItsNeck)
{
  for (const int neck : { 1, 2, 3, 4, 7 })
  {
    for (const double length : { 1.0, 12.0 })
    {
      SCOPED_TRACE(std::to_string(neck) + ", " + std::to_string(length));
      // The middle is a voxel, or between two voxels, depending on the width of the neck.
      const int width = 16 + neck % 2;
      const VoxelMask mask = maskOf({ 44, width, width },
        [&](double x, double y, double z)
        {
          const double ball =
            std::sqrt(std::pow(std::abs(x) - 7 - 0.5 * length, 2) + y * y + z * z);
          return ball < 7 || (std::abs(x) < 7 && 2 * std::max(std::abs(y), std::abs(z)) < neck);
        });
      EXPECT_FLOAT_EQ(static_cast<float>(measured(mask).smallest), static_cast<float>(neck));
    }
  }
}

TEST(VoxelThickness, SeesMembersWithAFreeEnd)
{
  for (const int thickness : { 1, 2, 3 })
  {
    SCOPED_TRACE(thickness);
    // One block has a flange, another one a rod.
    const VoxelMask flange = maskOf(
      { 40, 12, 12 }, [&](double x, double, double z) { return x < 0 || z + 6 < thickness; });
    EXPECT_FLOAT_EQ(static_cast<float>(measured(flange).smallest), static_cast<float>(thickness));
    const VoxelMask rod = maskOf({ 40, 12, 12 },
      [&](double x, double y, double z)
      { return x < 0 || (z + 6 < thickness && y + 6 < thickness); });
    EXPECT_FLOAT_EQ(static_cast<float>(measured(rod).smallest), static_cast<float>(thickness));
  }
}

TEST(VoxelThickness, TakesNoBumpOrStepForAMember)
{
  // Balls of voxels have steps and poles of a few voxels, a block has bumps of one voxel.
  for (const double radius : { 5.0, 6.5, 9.3 })
  {
    const VoxelMask ball = maskOf({ 21, 21, 21 },
      [&](double x, double y, double z) { return x * x + y * y + z * z < radius * radius; });
    EXPECT_NEAR(measured(ball).smallest, 2 * radius - 1, 1.0) << radius;
    EXPECT_EQ(measured(ball).smallest, measured(ball).largest) << radius;
  }
  Random random(3203);
  const VoxelMask bumps = maskOf({ 20, 20, 14 },
    [&](double, double, double z) { return std::abs(z) < 6 || random.uniform(0, 1) < 0.1; });
  EXPECT_GE(measured(bumps).smallest, 12.0);
}

TEST(VoxelThickness, OfSlantingPlatesAndRodsIsUpToTwoVoxelsLess)
{
  Random random(3204);
  for (int repeat = 0; repeat < 12; ++repeat)
  {
    const double thickness = random.uniform(2.5, 7);
    const double angle = random.uniform(0, 1.5);
    const double tilt = random.uniform(0, 1.5);
    const double normal[3] = { std::cos(angle) * std::cos(tilt), std::sin(angle) * std::cos(tilt),
      std::sin(tilt) };
    SCOPED_TRACE(std::to_string(thickness) + ", " + std::to_string(angle));
    const auto along = [&](double x, double y, double z)
    { return x * normal[0] + y * normal[1] + z * normal[2]; };
    const auto inside = [](double x, double y, double z) { return x * x + y * y + z * z < 196; };
    const VoxelMask plate = maskOf({ 30, 30, 30 },
      [&](double x, double y, double z)
      { return inside(x, y, z) && 2 * std::abs(along(x, y, z)) < thickness; });
    EXPECT_NEAR(measured(plate).smallest, thickness - 1, 1.0);
    const VoxelMask rod = maskOf({ 30, 30, 30 },
      [&](double x, double y, double z)
      {
        const double s = along(x, y, z);
        return inside(x, y, z) && 4 * (x * x + y * y + z * z - s * s) < thickness * thickness;
      });
    EXPECT_NEAR(measured(rod).smallest, thickness - 1, 1.0);
  }
}

TEST(VoxelThickness, OfNothingIsNothing)
{
  const VoxelMask mask = maskOf({ 4, 3, 2 }, [](double, double, double) { return false; });
  EXPECT_EQ(measured(mask).smallest, 0.0);
  EXPECT_EQ(measured(mask).largest, 0.0);
}

TEST(VoxelThickness, RefusesMoreVoxelsThanItCanCount)
{
  VoxelMask mask;
  mask.cells = { 2048, 1024, 1024 }; // refused before values are read
  EXPECT_THROW(measured(mask), Error);
}

TEST(VoxelThickness, StopsWhenAsked)
{
  const VoxelMask mask = maskOf({ 12, 12, 12 }, [](double, double, double) { return true; });
  for (int polls = 0; polls < 6; ++polls)
  {
    StopsAfter observer(polls);
    EXPECT_FALSE(measureThickness(mask, observer)) << polls;
  }
}
