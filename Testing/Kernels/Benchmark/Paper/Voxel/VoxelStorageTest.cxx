// Tests of the micro-FE paper's storage formats for voxels: Morton order, offsets, perfect hashing.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Benchmark/Paper/Voxel/MortonOrder.h"
#include "Benchmark/Paper/Voxel/PerfectHash.h"
#include "Benchmark/Paper/Voxel/VoxelHashOperator.h"
#include "Benchmark/Paper/Voxel/VoxelOffsetOperator.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;
const std::vector<std::array<int, 3>> Sizes = { { 1, 1, 1 }, { 7, 8, 9 }, { 33, 5, 3 },
  { 20, 18, 25 }, { 65, 40, 9 } };

VoxelGrid randomGrid(const std::array<int, 3>& cells, double solid, Random& random)
{
  return VoxelGrid(randomImage(cells, solid, random), VoxelParts::All);
}

template <class Space>
class VoxelStorageTest : public OnSpace<Space>
{
protected:
  /// Returns the product of an operator whose vectors are ordered along the curve, in the order of
  /// the grid.
  template <class Real, class Operator>
  static std::vector<double> product(Operator& K, const std::vector<double>& x)
  {
    std::vector<Real> along(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
    {
      along[i] = static_cast<Real>(x[3 * static_cast<std::size_t>(K.order()[i / 3]) + i % 3]);
    }
    const Vector<Space, Real> deviceX(K.layoutPointer(), along);
    Vector<Space, Real> y = poisoned<Real>(K.layoutPointer());
    if constexpr (std::is_same_v<Real, double>)
    {
      K.apply(deviceX, y);
    }
    else
    {
      K.multiply(deviceX.data(), y.data());
    }
    const std::vector<Real> result = y.toHost();
    std::vector<double> byGrid(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
    {
      byGrid[3 * static_cast<std::size_t>(K.order()[i / 3]) + i % 3] = result[i];
    }
    return byGrid;
  }

  /// Compares the products of an operator with those of the reference, in both precisions.
  template <class Operator>
  void compare(Random& random)
  {
    for (const double solid : { 0.3, 1.0 })
    {
      for (const auto& size : Sizes)
      {
        SCOPED_TRACE(size[0]);
        const VoxelGrid grid = randomGrid(size, solid, random);
        const std::vector<double> x =
          random.vector(3 * static_cast<std::size_t>(grid.numberOfNodes()), -1, 1);
        const std::vector<double> expected =
          reference::applyStiffness(grid.mesh(), PoissonsRatio, grid.moduli(), x);
        Operator K(layoutsOf(this->context(), grid), grid, PoissonsRatio);
        EXPECT_LT(relativeDifference(product<double>(K, x), expected), 1e-13);
        EXPECT_LT(relativeDifference(product<float>(K, x), expected), 2e-6);
      }
    }
  }
};
TYPED_TEST_SUITE(VoxelStorageTest, Spaces, SpaceNames);
}

TEST(MortonOrder, StepsToCornersOfElements)
{
  Random random(401);
  for (int i = 0; i < 1000; ++i)
  {
    const auto x = static_cast<std::int64_t>(random.index(1 << 20));
    const auto y = static_cast<std::int64_t>(random.index(1 << 20));
    const auto z = static_cast<std::int64_t>(random.index(1 << 20));
    for (int a = 0; a < 8; ++a)
    {
      EXPECT_EQ(morton::corner(morton::key(x, y, z), a),
        morton::key(x + (a & 1), y + (a >> 1 & 1), z + (a >> 2)));
    }
  }
}

TEST(MortonOrder, NumbersWhatTheGridHas)
{
  Random random(402);
  const VoxelGrid grid = randomGrid({ 19, 12, 30 }, 0.3, random);
  const MortonOrder order = makeMortonOrder(grid);
  const std::vector<std::int32_t> positions = grid.elementPositions();
  ASSERT_EQ(order.nodes.size(), static_cast<std::size_t>(grid.numberOfNodes()));
  ASSERT_EQ(order.elements.size(), static_cast<std::size_t>(grid.numberOfElements()));
  EXPECT_TRUE(std::is_sorted(order.nodeKeys.begin(), order.nodeKeys.end()));
  for (std::size_t e = 0; e < order.elements.size(); ++e)
  {
    const std::int32_t* p = positions.data() + 3 * order.elements[e];
    const std::array<std::int32_t, 8> corners = mortonCorners(order, e);
    for (std::size_t a = 0; a < 8; ++a)
    {
      const int step = static_cast<int>(a);
      EXPECT_EQ(order.nodes[static_cast<std::size_t>(corners[a])],
        grid.node(p[0] + (step & 1), p[1] + (step >> 1 & 1), p[2] + (step >> 2)));
    }
  }
}

TEST(MortonOrder, HasThePapersFractionsOfShortElements)
{
  // This is the lemma of appendix A with the two fractions that it states. Half of the blocks have
  // a 0 in the bit above the block, so that two consecutive blocks are counted.
  const auto count = [](int bits)
  {
    // These are the edges of a block, and the next one along the direction of the following bit.
    const int edges[3] = { 1 << (bits + 2) / 3, 1 << (bits + 1) / 3, 1 << bits / 3 };
    const int next = bits % 3;
    int within = 0;
    for (int block = 0; block < 2; ++block)
    {
      for (int z = 0; z < edges[2]; ++z)
      {
        for (int y = 0; y < edges[1]; ++y)
        {
          for (int x = 0; x < edges[0]; ++x)
          {
            const std::uint64_t first = morton::key(x + (next == 0 ? block * edges[0] : 0),
              y + (next == 1 ? block * edges[1] : 0), z + (next == 2 ? block * edges[2] : 0));
            within += morton::corner(first, 7) - first < std::uint64_t(1) << bits;
          }
        }
      }
    }
    return within;
  };
  EXPECT_EQ(count(8), 2 * 165);
  EXPECT_EQ(count(16), 2 * 61473);
}

TEST(PerfectHash, FindsEveryKey)
{
  Random random(403);
  for (const std::size_t count : { std::size_t(1), std::size_t(1000), std::size_t(100000) })
  {
    for (const bool dense : { false, true })
    {
      SCOPED_TRACE(count);
      std::vector<std::uint64_t> keys(count);
      for (std::size_t i = 0; i < count; ++i)
      {
        keys[i] = dense ? i : random.index(std::size_t(1) << 40);
      }
      std::sort(keys.begin(), keys.end());
      keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
      const PerfectHash hash = makePerfectHash(keys);
      const PerfectHashTables tables = { hash.slots.data(), hash.offsets.data(), hash.parts.data(),
        hash.shift };
      for (std::size_t i = 0; i < keys.size(); ++i)
      {
        ASSERT_EQ(tables(keys[i]), static_cast<std::int32_t>(i));
      }
      EXPECT_LE(hash.slots.size(), 2 * keys.size() + 64);
    }
  }
}

TYPED_TEST(VoxelStorageTest, OffsetsMatchReference)
{
  Random random(404);
  this->template compare<VoxelOffsetOperator<TypeParam>>(random);
}

TYPED_TEST(VoxelStorageTest, HashMatchesReference)
{
  Random random(405);
  this->template compare<VoxelHashOperator<TypeParam>>(random);
}

TYPED_TEST(VoxelStorageTest, AllStoragesAgree)
{
  Random random(406);
  const VoxelGrid grid = randomGrid({ 70, 66, 41 }, 0.5, random);
  const std::vector<double> x =
    random.vector(3 * static_cast<std::size_t>(grid.numberOfNodes()), -1, 1);
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> bricks(layouts, grid, PoissonsRatio);
  VoxelOffsetOperator<TypeParam> offsets(layouts, grid, PoissonsRatio);
  VoxelHashOperator<TypeParam> hash(layouts, grid, PoissonsRatio);
  const Vector<TypeParam> deviceX(layouts.unknowns, x);
  Vector<TypeParam> y = poisoned(layouts.unknowns);
  bricks.apply(deviceX, y);
  const std::vector<double> byOffsets = this->template product<double>(offsets, x);
  const std::vector<double> byHash = this->template product<double>(hash, x);
  EXPECT_LT(relativeDifference(byOffsets, y.toHost()), 1e-13);
  EXPECT_LT(relativeDifference(byHash, y.toHost()), 1e-13);
  EXPECT_LT(relativeDifference(byHash, byOffsets), 1e-13);
}

TYPED_TEST(VoxelStorageTest, CountsBytesOfOffsets)
{
  Random random(407);
  // The grid is large enough for all three classes.
  const VoxelGrid grid = randomGrid({ 70, 66, 41 }, 1.0, random);
  const VoxelOffsetOperator<TypeParam> K(layoutsOf(this->context(), grid), grid, PoissonsRatio);
  const std::array<std::int64_t, 3> classes = K.classes();
  EXPECT_EQ(classes[0] + classes[1] + classes[2], grid.numberOfElements());
  for (const std::int64_t count : classes)
  {
    EXPECT_GT(count, 0);
  }
  const auto bytes =
    static_cast<double>((4 + 7 * 4) * classes[0] + (4 + 7 * 2) * classes[1] + (4 + 7) * classes[2]);
  EXPECT_DOUBLE_EQ(K.bytesPerElement(), bytes / static_cast<double>(grid.numberOfElements()));
}
