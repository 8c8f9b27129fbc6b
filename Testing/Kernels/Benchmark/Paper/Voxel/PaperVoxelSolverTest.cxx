// Tests of the micro-FE paper's solver: its coarse grids, its interpolation, its solutions.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Benchmark/Paper/Voxel/CurveTransfer.h"
#include "Benchmark/Paper/Voxel/MortonOrder.h"
#include "Benchmark/Paper/Voxel/PaperVoxelSolver.h"
#include "MicroFe/VoxelMicroFe.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Position along an axis of a key: every third bit.
int coordinateOf(std::uint64_t key, int axis)
{
  int result = 0;
  for (int bit = 0; bit < 20; ++bit)
  {
    result |= static_cast<int>(key >> (3 * bit + axis) & 1U) << bit;
  }
  return result;
}

template <class Space>
class PaperVoxelSolverTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(PaperVoxelSolverTest, Spaces, SpaceNames);
}

TEST(PaperVoxelGrids, HaveMeansOfModuliAndInterpolateTrilinearly)
{
  Random random(411);
  for (const double solid : { 0.1, 0.6, 1.0 })
  {
    SCOPED_TRACE(solid);
    const VoxelImage image = randomImage({ 13, 8, 11 }, solid, random);
    const VoxelGrid grid(image, VoxelParts::All);
    const MortonOrder fine = makeMortonOrder(grid);
    const MortonOrder coarse = coarsened(fine);

    std::map<std::uint64_t, double> means;
    std::set<std::uint64_t> nodes;
    for (int k = 0; k < image.cells[2]; ++k)
    {
      for (int j = 0; j < image.cells[1]; ++j)
      {
        for (int i = 0; i < image.cells[0]; ++i)
        {
          if (image.moduli[voxel(image, i, j, k)] > 0.0)
          {
            means[morton::key(i / 2, j / 2, k / 2)] += image.moduli[voxel(image, i, j, k)] / 8;
            for (int a = 0; a < 8; ++a)
            {
              nodes.insert(morton::key(i / 2 + (a & 1), j / 2 + (a >> 1 & 1), k / 2 + (a >> 2)));
            }
          }
        }
      }
    }
    ASSERT_EQ(coarse.elementKeys.size(), means.size());
    std::size_t element = 0;
    for (const auto& [key, mean] : means)
    {
      EXPECT_EQ(coarse.elementKeys[element], key);
      EXPECT_NEAR(coarse.moduli[element], mean, 1e-15);
      ++element;
    }
    EXPECT_EQ(coarse.nodeKeys, std::vector<std::uint64_t>(nodes.begin(), nodes.end()));
    EXPECT_EQ(coarse.spacing[1], 2.0 * image.spacing[1]);

    // Each fine node is the child of one coarse node, and in the middle of all of its parents.
    const CurveTransfer transfer = makeCurveTransfer(fine, coarse);
    const std::size_t count = coarse.nodeKeys.size();
    std::vector<int> found(fine.nodeKeys.size(), 0);
    for (std::size_t c = 0; c < count; ++c)
    {
      auto child = static_cast<std::size_t>(transfer.firstChild[c]);
      for (unsigned b = 0; b < 8; ++b)
      {
        if ((transfer.children[c] >> b & 1U) == 0)
        {
          continue;
        }
        ASSERT_LT(child, found.size());
        ++found[child];
        std::array<int, 3> sum = {};
        int parents = 0;
        for (unsigned s = 0; s < 8; ++s)
        {
          if ((s & ~b) != 0)
          {
            continue;
          }
          const std::int32_t parent =
            s == 0 ? static_cast<std::int32_t>(c) : transfer.neighbours[(s - 1) * count + c];
          ASSERT_GE(parent, 0);
          ++parents;
          for (int d = 0; d < 3; ++d)
          {
            sum[static_cast<std::size_t>(d)] +=
              coordinateOf(coarse.nodeKeys[static_cast<std::size_t>(parent)], d);
          }
        }
        for (int d = 0; d < 3; ++d)
        {
          EXPECT_EQ(
            2 * sum[static_cast<std::size_t>(d)], parents * coordinateOf(fine.nodeKeys[child], d));
        }
        ++child;
      }
    }
    EXPECT_EQ(found, std::vector<int>(found.size(), 1));
  }
}

TYPED_TEST(PaperVoxelSolverTest, SolutionsAreTheLibrarys)
{
  Random random(412);
  VoxelMicroFeProblem problem;
  problem.image = porousImage({ 13, 10, 17 }, 0.4, random);
  problem.test = MechanicalTest::Axial;
  problem.tolerance = 1e-11;
  Observer silent;
  VoxelMicroFe analysis(problem, deviceOf<TypeParam>(), silent);
  analysis.solve(silent);
  for (const VoxelStorage storage : { VoxelStorage::Offsets, VoxelStorage::Hash })
  {
    PaperVoxelSettings settings;
    settings.storage = storage;
    settings.tolerance = 1e-10;
    PaperVoxelSolver<TypeParam> solver(this->context(), problem, settings);
    EXPECT_TRUE(solver.solve().converged);
    EXPECT_LT(relativeDifference(solver.displacement(), analysis.solution().displacement), 1e-7);
  }
}

TYPED_TEST(PaperVoxelSolverTest, SolidsTakeFewIterations)
{
  // Averaged moduli are the Galerkin product of a solid whose faces are those of coarse elements,
  // and the paper's solids take 5 to 7 iterations. Other numbers of elements are slightly worse.
  Random random(413);
  for (const int edge : { 16, 15 })
  {
    VoxelMicroFeProblem problem;
    problem.image = solidImage({ edge, edge, edge }, { 1, 1, 1 }, random.uniform(0.5, 2.0));
    problem.test = MechanicalTest::Axial;
    PaperVoxelSolver<TypeParam> solver(this->context(), problem, PaperVoxelSettings());
    EXPECT_EQ(solver.multigrid().numberOfLevels(), 4U);
    const SolverReport report = solver.solve();
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.iterations, edge == 16 ? 3 : 4);
  }
}
