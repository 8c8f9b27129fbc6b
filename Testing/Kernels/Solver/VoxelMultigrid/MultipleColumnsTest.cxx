// Tests of multigrid on voxel grids for multiple right-hand sides, against cycles of a single one.

#include "Solver/VoxelMultigrid/VoxelMultigridCases.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "Core/Vectors/MultiVector.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Columns of unknowns on voxels in the arrangement of the space, stored on the host.
template <class Space>
struct Columns
{
  /// Makes columns of zeros. @param count of columns; more are stored if they are interleaved
  Columns(int count, const LayoutPointer<Space>& of)
    : layout(of), isInterleaved(Space::Id == ExecutionSpace::Host),
      stored(this->isInterleaved ? interleavedColumns(count) : count),
      n(static_cast<std::size_t>(of->size())),
      stride(static_cast<std::size_t>(strideOfColumns(of->size()))),
      values(std::size_t(this->stored) * (this->isInterleaved ? this->n : this->stride), 0.0)
  {
  }

  std::size_t place(std::size_t v, std::size_t i) const
  {
    return this->isInterleaved ? std::size_t(this->stored) * i + v : this->stride * v + i;
  }
  void set(std::size_t v, const std::vector<double>& x)
  {
    for (std::size_t i = 0; i < this->n; ++i)
    {
      this->values[this->place(v, i)] = x[i];
    }
  }
  std::vector<double> column(std::size_t v) const
  {
    std::vector<double> x(this->n);
    for (std::size_t i = 0; i < this->n; ++i)
    {
      x[i] = this->values[this->place(v, i)];
    }
    return x;
  }
  /// Returns whether the first columns are bitwise equal to those of another object; memory between
  /// separately stored columns is undefined.
  bool isSame(std::size_t count, const Columns& other) const
  {
    bool same = true;
    for (std::size_t v = 0; v < count; ++v)
    {
      same = same && this->column(v) == other.column(v);
    }
    return same;
  }
  MultiVector<Space> onSpace() const
  {
    MultiVector<Space> vectors(this->layout, this->stored,
      this->isInterleaved ? Arrangement::Interleaved : Arrangement::Apart);
    this->layout->context().copyFromHost(
      vectors.data(), this->values.data(), this->values.size() * sizeof(double));
    return vectors;
  }

  LayoutPointer<Space> layout;
  bool isInterleaved;
  int stored;
  std::size_t n;
  std::size_t stride;
  std::vector<double> values;
};

template <class Space>
class MultipleColumnsTest : public OnSpace<Space>
{
protected:
  /// Applies a cycle to the active columns.
  static Columns<Space> apply(VoxelMultigrid<Space>& M, MultiVector<Space>& r,
    const Columns<Space>& like, const ColumnSet& active)
  {
    MultiVector<Space, float>& z = M.applyToColumns(r, active);
    EXPECT_EQ(z.columns(), r.columns());
    EXPECT_EQ(z.arrangement(), r.arrangement());
    std::vector<float> values(like.values.size());
    r.context().copyToHost(values.data(), z.data(), values.size() * sizeof(float));
    Columns<Space> result = like;
    result.values.assign(values.begin(), values.end());
    return result;
  }

  /// Applies a cycle to a single right-hand side.
  static std::vector<double> applyToOne(
    VoxelMultigrid<Space>& M, const LayoutPointer<Space>& layout, const std::vector<double>& r)
  {
    const Vector<Space> one(layout, r);
    return copied(M.apply(one));
  }

  /// Applies multigrid to a number of random columns, the third of which is zero, with other moduli
  /// than in their first application.
  void expectCyclesOfOne(
    const VoxelImage& image, int count, const VoxelMultigridSettings& settings, Random& random)
  {
    SCOPED_TRACE(std::to_string(count) + " columns");
    const VoxelGrid grid(image);
    const std::vector<std::uint8_t> supports = supportsBelow(grid);
    const std::size_t n = supports.size();
    const OperatorLayouts<Space> layouts = layoutsOf(this->context(), grid);
    VoxelOperator<Space> K(layouts, grid, PoissonsRatio);
    VoxelMultigrid<Space> M(grid, K, PoissonsRatio, supports, settings);
    M.update();
    EXPECT_EQ(M.columns(), 0);
    Columns<Space> given(count, layouts.unknowns);
    {
      MultiVector<Space> zeros = given.onSpace();
      EXPECT_EQ(apply(M, zeros, given, firstColumns(1)).column(0), std::vector<double>(n, 0.0));
    }
    EXPECT_EQ(M.columns(), given.stored);
    const Vector<Space> moduli(
      layouts.materialPoints, random.vector(grid.moduli().size(), 0.1, 10.0));
    K.setModuli(moduli);
    M.update();
    const auto columns = static_cast<std::size_t>(count);
    for (std::size_t v = 0; v < columns; ++v)
    {
      std::vector<double> r = random.vector(n, -1, 1);
      for (std::size_t i = 0; i < n; ++i)
      {
        r[i] *= supports[i] || v == 2 ? 0.0 : std::pow(10.0, double(v));
      }
      given.set(v, r);
    }
    MultiVector<Space> r = given.onSpace();
    const Columns<Space> found = apply(M, r, given, firstColumns(columns));
    for (std::size_t v = 0; v < columns; ++v)
    {
      const std::vector<double> expected = applyToOne(M, layouts.unknowns, given.column(v));
      if (v == 2)
      {
        EXPECT_EQ(found.column(v), std::vector<double>(n, 0.0));
        continue;
      }
      // The cycles are equal up to rounding in single precision: the first coarse level is
      // assembled for several columns, but not for a single right-hand side.
      EXPECT_LT(relativeDifference(found.column(v), expected), 2e-4) << "column " << v;
    }
    // Inactive columns affect neither other columns nor their own later results.
    for (std::size_t resting = 0; resting < columns; ++resting)
    {
      ColumnSet active = firstColumns(columns);
      active[resting] = false;
      active[columns - 1] = resting % 2 == 0 && resting != columns - 1;
      const Columns<Space> without = apply(M, r, given, active);
      for (std::size_t v = 0; v < columns; ++v)
      {
        EXPECT_TRUE(!active[v] || without.column(v) == found.column(v)) << v;
      }
    }
    EXPECT_TRUE(apply(M, r, given, firstColumns(columns)).isSame(columns, found));
  }
};
TYPED_TEST_SUITE(MultipleColumnsTest, Spaces, SpaceNames);
}

TYPED_TEST(MultipleColumnsTest, LengthyHaveTheCyclesOfOne)
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
        image, twiceFrom == 1 ? MostColumns : interleavedColumns(1), settings, random);
      this->expectCyclesOfOne(image, twiceFrom == 1 ? 3 : 2, settings, random);
    }
  }
}

TYPED_TEST(MultipleColumnsTest, NeedNotBeAsManyAsAreInterleaved)
{
  Random random(318);
  const VoxelImage image = porousImage({ 13, 16, 11 }, 0.3, random);
  for (int count = 1; count <= MostColumns; ++count)
  {
    this->expectCyclesOfOne(image, count, VoxelMultigridSettings(), random);
  }
}

TYPED_TEST(MultipleColumnsTest, SlowOfManyNodes)
{
  // The first coarse mesh has more than 37,000 nodes, for which GPUs use other loops; the second
  // one has many rows.
  Random random(319);
  const VoxelImage image = solidImage({ 66, 64, 65 }, { 1.0, 1.1, 0.9 });
  VoxelMultigridSettings settings;
  settings.finest = settings.first = settings.coarse = { 2, 2, 8.0 };
  for (const int count : { 2, 4, 6 })
  {
    this->expectCyclesOfOne(image, count, settings, random);
  }
}

TYPED_TEST(MultipleColumnsTest, OfParallelPartsOnASmoothedCoarsestLevel)
{
  // There are two levels, and more rows than are inverted, so that the coarsest level is only
  // smoothed.
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
  const std::vector<std::uint8_t> supports = supportsBelow(grid);
  const std::size_t n = supports.size();
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supports);
  M.update();
  ASSERT_GT(M.levelSizes().back(), 4096);
  Random random(320);
  Columns<TypeParam> given(3, layouts.unknowns);
  for (std::size_t v = 0; v < 3; ++v)
  {
    std::vector<double> r = random.vector(n, -1, 1);
    for (std::size_t i = 0; i < n; ++i)
    {
      r[i] *= supports[i] ? 0.0 : 1.0;
    }
    given.set(v, r);
  }
  MultiVector<TypeParam> r = given.onSpace();
  const Columns<TypeParam> found = this->apply(M, r, given, firstColumns(3));
  for (std::size_t v = 0; v < 3; ++v)
  {
    EXPECT_LT(
      relativeDifference(found.column(v), this->applyToOne(M, layouts.unknowns, given.column(v))),
      2e-4);
  }
}

TYPED_TEST(MultipleColumnsTest, FollowTheMemoryOfTheResidualAndOfScratch)
{
  Random random(321);
  const VoxelGrid grid(porousImage({ 12, 9, 10 }, 0.3, random));
  const std::vector<std::uint8_t> supports = supportsBelow(grid);
  const std::size_t n = supports.size();
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supports);
  M.update();
  Columns<TypeParam> given(2, layouts.unknowns);
  for (std::size_t v = 0; v < 2; ++v)
  {
    given.set(v, random.vector(n, -1, 1));
  }
  MultiVector<TypeParam> r = given.onSpace();
  MultiVector<TypeParam> other = given.onSpace();
  const Vector<TypeParam> one(layouts.unknowns, given.column(0));
  const Columns<TypeParam> expected = this->apply(M, r, given, firstColumns(2));
  const std::vector<double> ofOne = copied(M.apply(one));
  EXPECT_TRUE(this->apply(M, other, given, firstColumns(2)).isSame(2, expected));
  {
    // Another lease uses the scratch memory.
    const auto lease = this->context().workspace().template lease<double>(10 * n);
    EXPECT_TRUE(this->apply(M, other, given, firstColumns(2)).isSame(2, expected));
    EXPECT_TRUE(copied(M.apply(one)) == ofOne);
  }
  EXPECT_TRUE(copied(M.apply(one)) == ofOne);
  EXPECT_TRUE(this->apply(M, other, given, firstColumns(2)).isSame(2, expected));
}

TYPED_TEST(MultipleColumnsTest, AreRefusedWithAnotherLayoutOrArrangement)
{
  Random random(322);
  const VoxelGrid grid(porousImage({ 12, 9, 10 }, 0.3, random));
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supportsBelow(grid));
  M.update();
  MultiVector<TypeParam> shorter(
    this->nodal(static_cast<std::size_t>(grid.numberOfNodes() - 1)), 4, M.arrangement());
  EXPECT_THROW(M.applyToColumns(shorter, firstColumns(4)), Error);
  MultiVector<TypeParam> turned(layouts.unknowns, 4,
    M.arrangement() == Arrangement::Apart ? Arrangement::Interleaved : Arrangement::Apart);
  EXPECT_THROW(M.applyToColumns(turned, firstColumns(4)), Error);
  const Vector<TypeParam> one(shorter.layoutPointer());
  EXPECT_THROW(M.apply(one), Error);
}
