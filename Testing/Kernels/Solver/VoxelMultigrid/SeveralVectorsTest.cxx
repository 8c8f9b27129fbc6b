// Multigrid on voxel grids for several vectors at once, against one at a time.

#include "Solver/VoxelMultigrid/VoxelMultigridCases.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/DeviceVector.h"
#include "Operator/SeveralVectors.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Vectors of unknowns on voxels as the space has them.
template <class Space>
struct Vectors
{
  Vectors(int count, std::size_t unknowns)
    : vectors(std::size_t(AreVectorsApart<Space> ? count : sideBySide(count))), n(unknowns),
      stride(std::size_t(strideOfVectors(std::int64_t(unknowns)))),
      values(this->vectors * (AreVectorsApart<Space> ? this->stride : this->n), 0.0)
  {
  }

  std::size_t place(std::size_t v, std::size_t i) const
  {
    return AreVectorsApart<Space> ? this->stride * v + i : this->vectors * i + v;
  }
  void set(std::size_t v, const std::vector<double>& x)
  {
    for (std::size_t i = 0; i < this->n; ++i)
    {
      this->values[this->place(v, i)] = x[i];
    }
  }
  std::vector<double> vector(std::size_t v) const
  {
    std::vector<double> x(this->n);
    for (std::size_t i = 0; i < this->n; ++i)
    {
      x[i] = this->values[this->place(v, i)];
    }
    return x;
  }
  /// Whether the first vectors are those of another, bit for bit; there is undefined memory between
  /// vectors that are apart.
  bool isSame(std::size_t count, const Vectors& other) const
  {
    bool same = true;
    for (std::size_t v = 0; v < count; ++v)
    {
      same = same && this->vector(v) == other.vector(v);
    }
    return same;
  }

  std::size_t vectors;
  std::size_t n;
  std::size_t stride;
  std::vector<double> values;
};

template <class Space>
class SeveralVectorsTest : public OnSpace<Space>
{
protected:
  /// Cycles of so many vectors, without those that rest, in the memory r.
  static Vectors<Space> apply(VoxelMultigrid<Space>& M, const DeviceVector<double, Space>& r,
    const Vectors<Space>& like, const VectorSet& active)
  {
    Vectors<Space> result = like;
    result.values = copied<Space>(M.applyToSeveral(r.data(), active), like.values.size());
    return result;
  }

  /// Applies multigrid to so many random vectors, of which the third is zero, with other moduli
  /// than those it was prepared with.
  void expectCyclesOfOne(
    const VoxelImage& image, int count, const VoxelMultigridSettings& settings, Random& random)
  {
    SCOPED_TRACE(std::to_string(count) + " vectors");
    const VoxelGrid grid(image);
    const std::vector<std::uint8_t> supports = heldBelow(grid);
    const std::size_t n = supports.size();
    VoxelOperator<Space> K(grid, PoissonsRatio);
    VoxelMultigrid<Space> M(this->context(), grid, K, PoissonsRatio, supports, settings);
    M.update();
    Vectors<Space> several(count, n);
    M.prepareSeveral(static_cast<int>(several.vectors));
    const DeviceVector<double, Space> moduli(random.vector(grid.moduli().size(), 0.1, 10.0));
    K.setModuli(moduli.data());
    M.update();
    const auto vectors = static_cast<std::size_t>(count);
    for (std::size_t v = 0; v < vectors; ++v)
    {
      std::vector<double> r = random.vector(n, -1, 1);
      for (std::size_t i = 0; i < n; ++i)
      {
        r[i] *= supports[i] || v == 2 ? 0.0 : std::pow(10.0, double(v));
      }
      several.set(v, r);
    }
    const DeviceVector<double, Space> r(several.values);
    const Vectors<Space> found = apply(M, r, several, firstVectors(vectors));
    for (std::size_t v = 0; v < vectors; ++v)
    {
      const DeviceVector<double, Space> one(several.vector(v));
      const std::vector<double> expected = copied<Space>(M.apply(one.data()), n);
      if (v == 2)
      {
        EXPECT_EQ(found.vector(v), std::vector<double>(n, 0.0));
        continue;
      }
      // The same cycle but for rounding to single precision: the first coarse level is assembled
      // for several vectors, and not for one.
      EXPECT_LT(relativeDifference(found.vector(v), expected), 2e-4) << "vector " << v;
    }
    // Vectors that rest change nothing for others, nor later for themselves.
    for (std::size_t resting = 0; resting < vectors; ++resting)
    {
      VectorSet active = firstVectors(vectors);
      active[resting] = false;
      active[vectors - 1] = resting % 2 == 0 && resting != vectors - 1;
      const Vectors<Space> without = apply(M, r, several, active);
      for (std::size_t v = 0; v < vectors; ++v)
      {
        EXPECT_TRUE(!active[v] || without.vector(v) == found.vector(v)) << v;
      }
    }
    EXPECT_TRUE(apply(M, r, several, firstVectors(vectors)).isSame(vectors, found));
  }
};
TYPED_TEST_SUITE(SeveralVectorsTest, Spaces, SpaceNames);
}

TYPED_TEST(SeveralVectorsTest, HaveTheCyclesOfOne)
{
  Random random(317);
  for (const VoxelCycle cycle : { VoxelCycle::V, VoxelCycle::W, VoxelCycle::Krylov })
  {
    for (const std::size_t twiceFrom : { 1, 2 })
    {
      VoxelMultigridSettings settings;
      settings.cycle = cycle;
      settings.twiceFrom = twiceFrom;
      const VoxelSmootherSettings smoother =
        twiceFrom == 1 ? VoxelSmootherSettings{ 0, 8, 20.0 } : VoxelSmootherSettings{ 3, 3, 8.0 };
      settings.finest = settings.first = settings.coarse = smoother;
      const int edge = twiceFrom == 1 ? 26 : 15;
      const VoxelImage image = lattice({ edge, edge - 1, edge + 2 }, 2, 6, random);
      this->expectCyclesOfOne(
        image, twiceFrom == 1 ? SeveralVectors : FewVectors, settings, random);
      this->expectCyclesOfOne(image, twiceFrom == 1 ? 3 : 2, settings, random);
    }
  }
}

TYPED_TEST(SeveralVectorsTest, NeedNotBeAsManyAsAreSideBySide)
{
  Random random(318);
  const VoxelImage image = porousImage({ 13, 16, 11 }, 0.3, random);
  for (int count = 1; count <= SeveralVectors; ++count)
  {
    this->expectCyclesOfOne(image, count, VoxelMultigridSettings(), random);
  }
}

TYPED_TEST(SeveralVectorsTest, SlowOfManyNodes)
{
  // The first coarse mesh has 37,000 nodes, above which GPUs have other loops, the second many
  // rows.
  Random random(319);
  const VoxelImage image = solidImage({ 66, 64, 65 }, { 1.0, 1.1, 0.9 });
  VoxelMultigridSettings settings;
  settings.finest = settings.first = settings.coarse = { 2, 2, 8.0 };
  for (const int count : { 2, 4, 6 })
  {
    this->expectCyclesOfOne(image, count, settings, random);
  }
}

TYPED_TEST(SeveralVectorsTest, OfParallelPartsOnASmoothedCoarsestLevel)
{
  // More rows than are inverted, on two levels: a coarsest level that is only smoothed.
  VoxelImage image;
  image.cells = { 32, 32, 2 };
  for (int k = 0; k < 2; ++k)
  {
    for (int j = 0; j < 32; ++j)
    {
      for (int i = 0; i < 32; ++i)
      {
        image.moduli.push_back(i % 2 == 0 && j % 2 == 0 ? 1.0 : 0.0);
      }
    }
  }
  const VoxelGrid grid(image, VoxelParts::All);
  const std::vector<std::uint8_t> supports = heldBelow(grid);
  const std::size_t n = supports.size();
  VoxelOperator<TypeParam> K(grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> M(this->context(), grid, K, PoissonsRatio, supports);
  M.update();
  ASSERT_GT(M.levelSizes().back(), 4096);
  Random random(320);
  Vectors<TypeParam> several(3, n);
  M.prepareSeveral(static_cast<int>(several.vectors));
  for (std::size_t v = 0; v < 3; ++v)
  {
    std::vector<double> r = random.vector(n, -1, 1);
    for (std::size_t i = 0; i < n; ++i)
    {
      r[i] *= supports[i] ? 0.0 : 1.0;
    }
    several.set(v, r);
  }
  const DeviceVector<double, TypeParam> r(several.values);
  const Vectors<TypeParam> found = this->apply(M, r, several, firstVectors(3));
  for (std::size_t v = 0; v < 3; ++v)
  {
    const DeviceVector<double, TypeParam> one(several.vector(v));
    EXPECT_LT(relativeDifference(found.vector(v), copied<TypeParam>(M.apply(one.data()), n)), 2e-4);
  }
}

TYPED_TEST(SeveralVectorsTest, FollowTheMemoryOfTheResidualAndOfScratch)
{
  Random random(321);
  const VoxelGrid grid(porousImage({ 12, 9, 10 }, 0.3, random));
  const std::vector<std::uint8_t> supports = heldBelow(grid);
  const std::size_t n = supports.size();
  VoxelOperator<TypeParam> K(grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> M(this->context(), grid, K, PoissonsRatio, supports);
  M.update();
  Vectors<TypeParam> several(2, n);
  M.prepareSeveral(static_cast<int>(several.vectors));
  for (std::size_t v = 0; v < 2; ++v)
  {
    several.set(v, random.vector(n, -1, 1));
  }
  const DeviceVector<double, TypeParam> r(several.values);
  const DeviceVector<double, TypeParam> other(several.values);
  const DeviceVector<double, TypeParam> one(several.vector(0));
  const Vectors<TypeParam> expected = this->apply(M, r, several, firstVectors(2));
  const std::vector<double> ofOne = copied<TypeParam>(M.apply(one.data()), n);
  EXPECT_TRUE(this->apply(M, other, several, firstVectors(2)).isSame(2, expected));
  {
    // Something else takes the scratch memory.
    const auto lease = this->context().workspace().template lease<double>(10 * n);
    EXPECT_TRUE(this->apply(M, other, several, firstVectors(2)).isSame(2, expected));
    EXPECT_TRUE(copied<TypeParam>(M.apply(one.data()), n) == ofOne);
  }
  EXPECT_TRUE(copied<TypeParam>(M.apply(one.data()), n) == ofOne);
  EXPECT_TRUE(this->apply(M, other, several, firstVectors(2)).isSame(2, expected));
}
