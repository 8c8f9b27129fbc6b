// Tests of stacks of elements for products on porous grids.

#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Operator/Voxel/VoxelStacks.h"
#include "Operator/Voxel/VoxelTiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class VoxelStacksTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(VoxelStacksTest, Spaces, SpaceNames);

template <class T, class Space>
std::vector<T> copyOf(const Context<Space>& context, const T* from, std::size_t size)
{
  std::vector<T> values(size);
  context.copyToHost(values.data(), from, size * sizeof(T));
  return values;
}

VoxelGrid randomGrid(const std::array<int, 3>& cells, double solid, Random& random)
{
  return VoxelGrid(randomImage(cells, solid, random), VoxelParts::All);
}
}

TYPED_TEST(VoxelStacksTest, HaveEveryElementOfATileOnceAndLongStacksFirst)
{
  using Stacks = VoxelStacks<TypeParam>;
  Random random(320);
  for (const double solid : { 0.01, 0.3, 0.5, 0.9, 1.0 })
  {
    SCOPED_TRACE(solid);
    const VoxelGrid grid = randomGrid({ 19, 17, 26 }, solid, random);
    const Context<TypeParam>& context = this->context();
    const DeviceVector<VoxelBrick, TypeParam> bricks(context, grid.bricks());
    const Stacks stacks(context, bricks);
    const std::size_t tiles = std::size_t(Stacks::Tiles) * grid.bricks().size();
    const std::vector<std::uint32_t> firstGroups = copyOf(context, stacks.firstGroups(), tiles + 1);
    const std::size_t groups = firstGroups.back();
    const std::vector<std::uint16_t> all =
      copyOf(context, stacks.stacks(), groups * Stacks::GroupSize);
    const std::vector<std::uint32_t> firstModuli =
      copyOf(context, stacks.firstModuli(), groups + 1);
    ASSERT_EQ(firstGroups[0], 0U);
    ASSERT_EQ(firstModuli[0], 0U);
    ASSERT_EQ(firstModuli.back(), stacks.numberOfModuli());

    const DeviceVector<double, TypeParam> moduli(context, grid.moduli());
    DeviceVector<float, TypeParam> arranged(
      context, std::vector<float>(stacks.numberOfModuli(), -1.0F));
    stacks.arrange(bricks, moduli.data(), arranged.data());
    const std::vector<float> ofStacks = arranged.toHost();

    for (std::size_t tile = 0; tile < tiles; ++tile)
    {
      const std::array<std::int32_t, 3>& place = grid.places()[tile / Stacks::Tiles];
      const std::array<int, 3> lowest = { VoxelBrick::Edge * place[0], VoxelBrick::Edge * place[1],
        VoxelBrick::Edge * place[2] + Stacks::Layers * static_cast<int>(tile % Stacks::Tiles) };
      std::set<std::int32_t> expected;
      for (int k = -1; k < Stacks::Layers; ++k)
      {
        for (int j = -1; j < VoxelBrick::Edge; ++j)
        {
          for (int i = -1; i < VoxelBrick::Edge; ++i)
          {
            const std::int32_t e = grid.element(lowest[0] + i, lowest[1] + j, lowest[2] + k);
            if (e >= 0)
            {
              expected.insert(e);
            }
          }
        }
      }
      std::set<std::int32_t> found;
      int longest = Stacks::Layers + 1;
      for (std::size_t s = std::size_t(Stacks::GroupSize) * firstGroups[tile];
           s < std::size_t(Stacks::GroupSize) * firstGroups[tile + 1]; ++s)
      {
        const std::size_t group = s / Stacks::GroupSize;
        const int length = Stacks::length(all[s]);
        const int steps =
          static_cast<int>(firstModuli[group + 1] - firstModuli[group]) / Stacks::GroupSize;
        ASSERT_LE(length, longest);
        ASSERT_LE(length, steps);
        longest = length;
        for (int step = 0; step < steps; ++step)
        {
          const float modulus = ofStacks[firstModuli[group] +
            std::size_t(Stacks::GroupSize * step) + s % Stacks::GroupSize];
          if (step >= length)
          {
            ASSERT_EQ(modulus, 0.0F);
            continue;
          }
          const int column = Stacks::column(all[s]);
          const std::int32_t e = grid.element(lowest[0] + column % Stacks::Wide - 1,
            lowest[1] + column / Stacks::Wide - 1, lowest[2] + Stacks::first(all[s]) + step - 1);
          ASSERT_GE(e, 0);
          ASSERT_TRUE(found.insert(e).second) << "twice";
          ASSERT_EQ(modulus, static_cast<float>(grid.moduli()[static_cast<std::size_t>(e)]));
        }
        if (length > 0)
        {
          // A stack ends where there is no element, or at the end of the tile.
          const int above = Stacks::first(all[s]) + length;
          const int column = Stacks::column(all[s]);
          ASSERT_TRUE(above > Stacks::Layers ||
            grid.element(lowest[0] + column % Stacks::Wide - 1,
              lowest[1] + column / Stacks::Wide - 1, lowest[2] + above - 1) < 0);
        }
      }
      ASSERT_EQ(found, expected);
    }
  }
}

TYPED_TEST(VoxelStacksTest, TakeNoMoreMemoryThanEstimated)
{
  Random random(321);
  for (const double solid : { 0.001, 0.02, 0.1, 0.5, 1.0 })
  {
    SCOPED_TRACE(solid);
    const VoxelGrid grid = randomGrid({ 33, 20, 27 }, solid, random);
    const Context<TypeParam>& context = this->context();
    const DeviceVector<VoxelBrick, TypeParam> bricks(context, grid.bricks());
    const std::size_t before = context.allocated();
    const VoxelStacks<TypeParam> stacks(context, bricks);
    const std::size_t bytes =
      context.allocated() - before + stacks.numberOfModuli() * sizeof(float);
    EXPECT_LE(bytes, VoxelStacks<TypeParam>::memory(grid.bricks().size(), grid.moduli().size()));
  }
}

TEST(VoxelStacks, LeaveOperatorsOfAGpuWithinTheEstimateOfTheHost)
{
  // Memory estimates of analyses use the host's operator for any device.
  Random random(322);
  const Context<HostSpace> context;
  for (const std::array<int, 3>& cells :
    { std::array<int, 3>{ 33, 20, 27 }, { 64, 64, 64 }, { 5, 70, 9 } })
  {
    for (const double solid : { 0.001, 0.02, 0.1, 0.5, 1.0 })
    {
      SCOPED_TRACE(::testing::Message() << cells[0] << ' ' << solid);
      const VoxelGrid grid = randomGrid(cells, solid, random);
      const std::size_t bricks = grid.bricks().size();
      const VoxelTiles tiles = makeVoxelTiles(grid, 2, 4);
      const std::size_t before = context.allocated();
      const VoxelStacks<HostSpace> stacks(
        context, DeviceVector<VoxelBrick, HostSpace>(context, grid.bricks()));
      const std::size_t bytes = context.allocated() - before +
        stacks.numberOfModuli() * sizeof(float) + grid.moduli().size() * sizeof(double) +
        bricks * sizeof(VoxelBrick) + (bricks + 1) * sizeof(VoxelBrickRows) +
        tiles.tiles.size() * sizeof(VoxelTile) + tiles.columns.size() * sizeof(VoxelColumn);
      EXPECT_LE(
        bytes, VoxelOperator<HostSpace>::memory(grid.bricks().size(), grid.moduli().size()));
    }
  }
}
