#include "Operator/Voxel/VoxelTestInput.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::string refusalOf(const std::function<void(VoxelImage&)>& change)
{
  VoxelImage image;
  image.cells = { 3, 2, 2 };
  image.moduli.assign(12, 1.0);
  change(image);
  try
  {
    const VoxelGrid grid(image);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}

/// Indices of positions in a lattice of this size, x fastest.
std::vector<std::int64_t> indicesOf(
  const std::vector<std::int32_t>& positions, const std::array<int, 3>& size)
{
  std::vector<std::int64_t> indices;
  for (std::size_t n = 0; n < positions.size(); n += 3)
  {
    indices.push_back(positions[n] +
      std::int64_t(size[0]) * (positions[n + 1] + std::int64_t(size[1]) * positions[n + 2]));
  }
  return indices;
}
}

TEST(VoxelGrid, KeepsEveryVoxelOfAnImage)
{
  Random random(301);
  for (const auto& size : Sizes)
  {
    const VoxelImage image = randomImage(size, 0.4, random);
    const VoxelGrid grid(image, VoxelParts::All);
    std::vector<int> seen(static_cast<std::size_t>(grid.numberOfElements()), 0);
    for (int k = 0; k < size[2]; ++k)
    {
      for (int j = 0; j < size[1]; ++j)
      {
        for (int i = 0; i < size[0]; ++i)
        {
          const std::int32_t e = grid.element(i, j, k);
          const double modulus =
            image.moduli[static_cast<std::size_t>(i + size[0] * (j + size[1] * k))];
          ASSERT_EQ(e >= 0, modulus > 0.0);
          if (e >= 0)
          {
            ++seen[static_cast<std::size_t>(e)];
            EXPECT_EQ(grid.moduli()[static_cast<std::size_t>(e)], modulus);
            for (int a = 0; a < 8; ++a)
            {
              EXPECT_GE(grid.node(i + (a & 1), j + (a / 2 & 1), k + a / 4), 0);
            }
          }
        }
      }
    }
    for (const int count : seen)
    {
      EXPECT_EQ(count, 1);
    }
    EXPECT_EQ(grid.droppedVoxels(), 0);
  }
}

TEST(VoxelGrid, NumbersNodesOnceAndWhereTheyAre)
{
  Random random(302);
  for (const auto& size : Sizes)
  {
    const VoxelGrid grid(randomImage(size, 0.3, random), VoxelParts::All);
    const std::vector<std::int32_t> positions = grid.nodePositions();
    ASSERT_EQ(positions.size(), 3 * static_cast<std::size_t>(grid.numberOfNodes()));
    const std::array<int, 3> lattice = { size[0] + 1, size[1] + 1, size[2] + 1 };
    EXPECT_EQ(grid.nodeIndices(), indicesOf(positions, lattice));
    EXPECT_EQ(grid.elementIndices(), indicesOf(grid.elementPositions(), size));
    std::vector<int> used(static_cast<std::size_t>(grid.numberOfNodes()), 0);
    for (const std::int32_t node : grid.mesh().connectivity)
    {
      ++used[static_cast<std::size_t>(node)];
    }
    for (std::size_t n = 0; n < used.size(); ++n)
    {
      EXPECT_GT(used[n], 0);
      EXPECT_EQ(grid.node(positions[3 * n], positions[3 * n + 1], positions[3 * n + 2]),
        static_cast<std::int32_t>(n));
    }
    EXPECT_EQ(grid.node(-1, 0, 0), -1);
    EXPECT_EQ(grid.node(size[0] + 1, 0, 0), -1);
  }
}

TEST(VoxelGrid, KeepsTheLargestPartJoinedThroughFaces)
{
  VoxelImage image;
  image.cells = { 6, 2, 2 };
  image.moduli.assign(24, 0.0);
  // There are three voxels in a row, one that touches them along an edge, and a separate one.
  image.moduli[0] = image.moduli[1] = image.moduli[2] = 2.0;
  image.moduli[3 + 6] = 3.0;
  image.moduli[5 + 12] = 4.0;
  const VoxelGrid largest(image);
  EXPECT_EQ(largest.numberOfElements(), 3);
  EXPECT_EQ(largest.numberOfNodes(), 16);
  EXPECT_EQ(largest.droppedVoxels(), 2);
  EXPECT_EQ(largest.droppedParts(), 2);
  const VoxelGrid all(image, VoxelParts::All);
  EXPECT_EQ(all.numberOfElements(), 5);
}

TEST(VoxelGrid, JoinsPartsThatMeetLate)
{
  // The teeth of a comb get different labels before its back joins them.
  VoxelImage image;
  image.cells = { 9, 5, 4 };
  image.moduli.assign(180, 0.0);
  for (std::size_t k = 0; k < 4; ++k)
  {
    for (std::size_t j = 0; j < 5; ++j)
    {
      for (std::size_t i = 0; i < 9; ++i)
      {
        image.moduli[i + 9 * (j + 5 * k)] = (k == 3 && j == 4) || i % 2 == 0 ? 1.0 : 0.0;
      }
    }
  }
  const VoxelGrid grid(image);
  EXPECT_EQ(grid.droppedParts(), 0);
  EXPECT_EQ(grid.numberOfElements(), 5 * 20 + 4);
}

TEST(VoxelGrid, RefusesBadImages)
{
  expectMessage(refusalOf([](VoxelImage& i) { i.cells[1] = 0; }), { "no voxels", "3 x 0 x 2" });
  expectMessage(refusalOf([](VoxelImage& i) { i.spacing[2] = 0.0; }), { "spacing", "z" });
  expectMessage(refusalOf([](VoxelImage& i) { i.moduli.pop_back(); }), { "11 moduli" });
  expectMessage(refusalOf([](VoxelImage& i) { i.moduli[4] = -1.0; }), { "voxel 4", "-1" });
  expectMessage(refusalOf([](VoxelImage& i) { i.moduli[7] = NotANumber; }), { "voxel 7", "nan" });
  expectMessage(
    refusalOf([](VoxelImage& i) { i.moduli.assign(12, 0.0); }), { "void", "threshold" });
  EXPECT_EQ(refusalOf([](VoxelImage&) {}), "");
}
