// Tests of pieces, holes and cavities of voxel images: random images against ranks of homology, and
// known shapes.

#include "Support/Random.h"
#include "Support/VoxelMasks.h"

#include "Mesh/Voxel/VoxelTopology.h"
#include "Mesh/Voxel/VoxelTopologyReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
VoxelTopology measured(const VoxelMask& mask)
{
  Observer observer;
  return measureTopology(mask, observer).value();
}

void expectNumbers(const VoxelMask& mask, int pieces, int holes, int cavities)
{
  const VoxelTopology found = measured(mask);
  EXPECT_EQ(found.pieces, pieces);
  EXPECT_EQ(found.holes, holes);
  EXPECT_EQ(found.cavities, cavities);
  EXPECT_EQ(found.eulerCharacteristic, pieces - holes + cavities);
}

class Stopped : public Observer
{
public:
  bool stopRequested() override { return true; }
};

double hypot3(double x, double y, double z)
{
  return std::sqrt(x * x + y * y + z * z);
}
}

TEST(VoxelTopology, IsThatOfHomology)
{
  Random random(3101);
  for (const std::array<int, 3>& cells :
    { std::array<int, 3>{ 1, 1, 1 }, { 6, 1, 1 }, { 1, 5, 4 }, { 3, 3, 3 }, { 4, 5, 3 } })
  {
    for (const double share : { 0.0, 0.2, 0.5, 0.7, 0.9, 1.0 })
    {
      for (int repeat = 0; repeat < 4; ++repeat)
      {
        SCOPED_TRACE(std::to_string(cells[0]) + ", " + std::to_string(share));
        const VoxelMask mask = randomMask(cells, share, random);
        const VoxelTopology expected = reference::measureTopology(mask);
        const VoxelTopology found = measured(mask);
        ASSERT_EQ(found.pieces, expected.pieces);
        ASSERT_EQ(found.holes, expected.holes);
        ASSERT_EQ(found.cavities, expected.cavities);
        ASSERT_EQ(found.eulerCharacteristic, expected.eulerCharacteristic);
      }
    }
  }
}

TEST(VoxelTopology, KnowsBallsAndRings)
{
  const std::array<int, 3> cells = { 30, 31, 32 };
  expectNumbers(
    maskOf(cells, [](double x, double y, double z) { return hypot3(x, y, z) < 11; }), 1, 0, 0);
  expectNumbers(
    maskOf(
      cells, [](double x, double y, double z) { return hypot3(std::hypot(x, y) - 9, z, 0) < 4; }),
    1, 1, 0);
  expectNumbers(maskOf(cells,
                  [](double x, double y, double z)
                  {
                    const double r = hypot3(x, y, z);
                    return r < 12 && r > 6;
                  }),
    1, 0, 1);
  // A hollow ring is a torus that contains a torus of void.
  expectNumbers(maskOf(cells,
                  [](double x, double y, double z)
                  {
                    const double r = std::hypot(std::hypot(x, y) - 9, z);
                    return r < 5.5 && r > 2.5;
                  }),
    1, 2, 1);
}

TEST(VoxelTopology, KnowsPlatesAndFrames)
{
  // A plate has three windows, and one that is open to the border.
  const VoxelMask plate = maskOf({ 40, 12, 3 },
    [](double x, double y, double)
    {
      const bool window = std::abs(y) < 3 && (std::abs(std::abs(x) - 10) < 3 || std::abs(x) < 3);
      return !window && !(x > 16 && std::abs(y) < 2);
    });
  expectNumbers(plate, 1, 3, 0);
  // The edges of a cube form twelve struts with eight joints.
  const VoxelMask frame = maskOf({ 11, 11, 11 },
    [](double x, double y, double z)
    { return (std::abs(x) > 4) + (std::abs(y) > 4) + (std::abs(z) > 4) >= 2; });
  expectNumbers(frame, 1, 5, 0);
  const VoxelMask rods =
    maskOf({ 9, 9, 20 }, [](double x, double y, double) { return std::abs(x) > 2 && y > 1; });
  expectNumbers(rods, 2, 0, 0);
}

TEST(VoxelTopology, JoinsSolidThroughFacesAndVoidThroughCorners)
{
  // Two voxels that share an edge are two pieces; a cavity that is connected with the outside by a
  // corner is none.
  VoxelMask mask = maskOf({ 2, 2, 1 }, [](double x, double y, double) { return x * y > 0; });
  expectNumbers(mask, 2, 0, 0);
  mask = maskOf({ 3, 3, 3 }, [](double x, double y, double z) { return hypot3(x, y, z) > 0.5; });
  expectNumbers(mask, 1, 0, 1);
  mask.solid[0] = 0;
  expectNumbers(mask, 1, 0, 0);
  // A cavity with two openings is a tunnel.
  mask.solid[26] = 0;
  expectNumbers(mask, 1, 1, 0);
}

TEST(VoxelTopology, OfNothingIsNothing)
{
  expectNumbers(maskOf({ 4, 3, 2 }, [](double, double, double) { return false; }), 0, 0, 0);
}

TEST(VoxelTopology, StopsWhenAsked)
{
  Stopped observer;
  EXPECT_FALSE(
    measureTopology(maskOf({ 4, 4, 4 }, [](double, double, double) { return true; }), observer));
}
