// Tests of multigrid on voxels as a rung of a ladder: updates of moduli, breakdowns, and right-hand
// sides that are processed together.

#include "Solver/VoxelMultigrid/VoxelMultigridCases.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Vectors/MultiVector.h"
#include "Solver/VoxelMultigrid/VoxelMultigridPreconditioner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns the smoother settings for designs.
VoxelMultigridSettings settingsOfDesigns()
{
  VoxelMultigridSettings settings;
  settings.finest = settings.first = settings.coarse = { 3, 3, 8.0 };
  settings.twiceFrom = 2;
  settings.eigenvalueSteps = 8;
  return settings;
}

template <class Space>
Device deviceWith(std::size_t bytes)
{
  return deviceOf<Space>().limitedTo(bytes);
}

template <class Space>
class VoxelMultigridPreconditionerTest : public OnSpace<Space>
{
protected:
  VoxelMultigridPreconditionerTest()
    : Grid(solidImage({ 12, 9, 10 }, { 1.0, 1.1, 0.9 })), Supports(supportsBelow(this->Grid))
  {
  }

  std::vector<double> residual(Random& random) const
  {
    std::vector<double> r = random.vector(this->Supports.size(), -1, 1);
    for (std::size_t i = 0; i < r.size(); ++i)
    {
      r[i] *= this->Supports[i] ? 0.0 : 1.0;
    }
    return r;
  }

  VoxelGrid Grid;
  std::vector<std::uint8_t> Supports;
};
TYPED_TEST_SUITE(VoxelMultigridPreconditionerTest, Spaces, SpaceNames);
}

TYPED_TEST(VoxelMultigridPreconditionerTest, TakesVoidOfDesignsForStifferAfterBreakdowns)
{
  Random random(351);
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), this->Grid);
  constexpr double largest = 20.0;
  std::vector<double> moduli = random.vector(this->Grid.moduli().size(), 1.0, largest);
  for (std::size_t e = 0; e < moduli.size(); e += 3)
  {
    moduli[e] = 1e-12;
  }
  const Vector<TypeParam> deviceModuli(layouts.materialPoints, moduli);
  const Vector<TypeParam> r(layouts.unknowns, this->residual(random));
  VoxelMultigridPreconditioner<TypeParam> M(
    layouts, this->Grid, PoissonsRatio, this->Supports, true);
  M.update(deviceModuli, largest);
  VoxelOperator<TypeParam> raised(layouts, this->Grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> expected(
    this->Grid, raised, PoissonsRatio, this->Supports, settingsOfDesigns());
  EXPECT_EQ(M.levelSizes(), expected.levelSizes());
  std::vector<double> before;
  for (const double least : { 1e-8, 1e-7, 1e-6, 1e-5 })
  {
    EXPECT_DOUBLE_EQ(M.caution(), least);
    std::vector<double> atLeast = moduli;
    for (double& modulus : atLeast)
    {
      modulus = std::max(modulus, M.caution() * largest);
    }
    const Vector<TypeParam> raisedModuli(layouts.materialPoints, atLeast);
    raised.setModuli(raisedModuli);
    expected.update();
    const std::vector<double> found = copied(M.apply(r));
    EXPECT_EQ(found, copied(expected.apply(r)));
    EXPECT_NE(found, before);
    before = found;
    const std::string note = M.recover();
    if (least < 5e-6)
    {
      expectMessage(note, { "Rounding", "void", least < 5e-8 ? "1e-07" : "times as stiff" });
    }
    else
    {
      EXPECT_EQ(note, "");
    }
  }
  EXPECT_DOUBLE_EQ(M.caution(), 1e-5);
  EXPECT_EQ(copied(M.apply(r)), before);
  M.setCaution(1e-8);
  EXPECT_EQ(copied(M.apply(r)), before);
  M.update(deviceModuli, largest);
  EXPECT_NE(copied(M.apply(r)), before);
}

TYPED_TEST(VoxelMultigridPreconditionerTest, TakesTheModuliOfAnImage)
{
  Random random(352);
  const VoxelGrid grid(porousImage({ 13, 16, 11 }, 0.3, random));
  const std::vector<std::uint8_t> supports = supportsBelow(grid);
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  VoxelMultigridPreconditioner<TypeParam> M(K, grid, PoissonsRatio, supports);
  M.update(K.moduli(), 1.0);
  VoxelMultigrid<TypeParam> expected(grid, K, PoissonsRatio, supports);
  expected.update();
  const Vector<TypeParam> r(
    layouts.unknowns, random.vector(static_cast<std::size_t>(K.size()), -1, 1));
  const std::vector<double> found = copied(M.apply(r));
  EXPECT_EQ(found, copied(expected.apply(r)));
  EXPECT_EQ(copied(M.freeUnknowns()), copied(expected.freeUnknowns()));
  EXPECT_EQ(M.recover(), "");
  M.setCaution(1e-6);
  EXPECT_EQ(M.caution(), 0.0);
  M.update(Vector<TypeParam>(), 0.0);
  EXPECT_EQ(copied(M.apply(r)), found);
}

TYPED_TEST(VoxelMultigridPreconditionerTest, TakesColumnsWhereThatIsFasterAndThereIsMemory)
{
  const bool isHost = TypeParam::Id == ExecutionSpace::Host;
  {
    const Context<TypeParam> context(deviceWith<TypeParam>(std::size_t(4) << 30));
    const OperatorLayouts<TypeParam> layouts = layoutsOf(context, this->Grid);
    const VoxelMultigridPreconditioner<TypeParam> M(
      layouts, this->Grid, PoissonsRatio, this->Supports, true);
    EXPECT_EQ(M.arrangement(), isHost ? Arrangement::Interleaved : Arrangement::Apart);
    for (int wanted = 0; wanted < 20; ++wanted)
    {
      const bool isFaster = wanted >= (isHost ? 4 : 2);
      EXPECT_EQ(M.columnsAtOnce(wanted), isFaster ? std::min(wanted, MostColumns) : 1) << wanted;
    }
    const VoxelMultigridPreconditioner<TypeParam> other(
      layouts, this->Grid, PoissonsRatio, this->Supports, false);
    EXPECT_EQ(other.columnsAtOnce(MostColumns), 1);
  }
  int before = 1;
  for (double available = 1e5; available < 1e9; available *= 1.2)
  {
    const Context<TypeParam> context(deviceWith<TypeParam>(static_cast<std::size_t>(available)));
    const VoxelMultigridPreconditioner<TypeParam> M(
      layoutsOf(context, this->Grid), this->Grid, PoissonsRatio, this->Supports, true);
    const int columns = M.columnsAtOnce(MostColumns);
    EXPECT_GE(columns, before);
    EXPECT_EQ(M.columnsAtOnce(columns), columns);
    before = columns;
  }
  EXPECT_EQ(before, MostColumns);
}
