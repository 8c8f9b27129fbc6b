#include "Analysis/MultipleLoadsTestInput.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Core/Vectors/MultiVector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TYPED_TEST_SUITE(MultipleLoads, Spaces, SpaceNames);

TYPED_TEST(MultipleLoads, AreAsManyAtOnceAsThereIsMemoryFor)
{
  Random random(2305);
  const Loads loads(random);
  const Context<TypeParam> context(deviceWith<TypeParam>(4 * Gibibyte));
  {
    const auto model =
      makeElasticModel<TypeParam>(context, loads.problem.structure, &loads.grid, MultigridChoice());
    EXPECT_EQ(model->columnsAtOnce(1), 1);
    EXPECT_EQ(model->columnsAtOnce(6), 6);
    EXPECT_EQ(model->columnsAtOnce(20), MostColumns);
  }
  std::set<int> numbers;
  int before = 0;
  for (double available = 1e5; available < 4e9; available *= 1.2)
  {
    const Context<TypeParam> limited(deviceWith<TypeParam>(static_cast<std::size_t>(available)));
    const auto model =
      makeElasticModel<TypeParam>(limited, loads.problem.structure, &loads.grid, MultigridChoice());
    const int atOnce = model->columnsAtOnce(MostColumns);
    EXPECT_EQ(model->columnsAtOnce(atOnce), atOnce);
    EXPECT_GE(atOnce, before);
    before = atOnce;
    numbers.insert(atOnce);
  }
  EXPECT_EQ(*numbers.begin(), 1);
  EXPECT_EQ(*numbers.rbegin(), MostColumns);
  EXPECT_GT(numbers.size(), 2U);
}

TYPED_TEST(MultipleLoads, SlowTakeNoMoreMemoryThanIsCounted)
{
  for (const bool isSolid : { true, false })
  {
    VoxelImage image;
    image.cells = { 64, 60, 62 };
    Random random(2306);
    for (int voxel = 0; voxel < 64 * 60 * 62; ++voxel)
    {
      // The mesh consists of struts of two voxels, or of all voxels.
      const int i = voxel % 64 % 8;
      const int j = voxel / 64 % 60 % 8;
      const int k = voxel / 64 / 60 % 8;
      image.moduli.push_back(isSolid || (i < 2 && j < 2) || (j < 2 && k < 2) || (k < 2 && i < 2));
    }
    const VoxelGrid grid(image);
    const auto unknowns = 3 * static_cast<std::size_t>(grid.numberOfNodes());
    std::vector<std::uint8_t> supports(unknowns, 0);
    std::fill_n(supports.begin(), 300, std::uint8_t(1));
    // A few loads are solved faster one after another on the host.
    const std::size_t few = TypeParam::Id == ExecutionSpace::Host ? 4 : 2;
    for (const std::size_t count : { few, std::size_t(6) })
    {
      const Context<TypeParam> context(deviceWith<TypeParam>(64 * Gibibyte));
      VoxelOperator<TypeParam>* voxels = nullptr;
      const auto model =
        makeImageModel<TypeParam>(layoutsOf(context, grid), grid, 0.3, supports, voxels);
      std::vector<Vector<TypeParam>> solutions;
      std::vector<Vector<TypeParam>*> u;
      solutions.reserve(count);
      for (std::size_t v = 0; v < count; ++v)
      {
        std::vector<double> start(unknowns, 0.0);
        for (std::size_t i = 0; i < 300; ++i)
        {
          start[i] = random.uniform(-1, 1);
        }
        u.push_back(&solutions.emplace_back(model->unknowns(), start));
      }
      const std::vector<RightHandSide<TypeParam>> f(count);
      Observer silent;
      // First, the vectors of a single solution are allocated.
      model->solve(f[0], *u[0], 1e-1, 1, silent);
      context.startPeak();
      const std::size_t before = context.allocated();
      model->solve(f, u, 1e-1, 1, silent);
      const std::size_t taken = context.peak() - before;
      // Half of the available memory must be sufficient, with the additional memory of forces and
      // an update.
      const auto takes = [&](std::size_t available)
      {
        const Context<TypeParam> limited(deviceWith<TypeParam>(available));
        VoxelOperator<TypeParam>* notUsed = nullptr;
        return makeImageModel<TypeParam>(layoutsOf(limited, grid), grid, 0.3, supports, notUsed)
                 ->columnsAtOnce(static_cast<int>(count)) == static_cast<int>(count);
      };
      EXPECT_FALSE(takes(2 * taken)) << count << (isSolid ? " in a solid" : " in struts");
      EXPECT_TRUE(takes(4 * taken)) << count << (isSolid ? " in a solid" : " in struts");
    }
  }
}
