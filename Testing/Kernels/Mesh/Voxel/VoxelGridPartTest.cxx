// Tests of voxel grids of the parts that solve one problem together.

#include "Support/Parts/VoxelParts.h"
#include "Support/Random.h"
#include "Support/VoxelImages.h"

#include "Mesh/Voxel/VoxelGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
const std::vector<std::array<int, 3>> Sizes = { { 1, 1, 1 }, { 8, 8, 8 }, { 7, 17, 9 },
  { 31, 24, 20 } };

std::array<std::int32_t, 3> positionAt(const std::vector<std::int32_t>& positions, std::int64_t i)
{
  const auto begin = positions.begin() + 3 * i;
  return { begin[0], begin[1], begin[2] };
}

std::array<std::int32_t, 3> brickOf(const std::array<std::int32_t, 3>& position)
{
  return { position[0] / VoxelBrick::Edge, position[1] / VoxelBrick::Edge,
    position[2] / VoxelBrick::Edge };
}

/// Whether a part owns a corner of an element.
bool touches(const BrickDivision& division, int part, const std::array<std::int32_t, 3>& element)
{
  for (int a = 0; a < 8; ++a)
  {
    if (division.ownerOf(brickOf(
          { element[0] + (a & 1), element[1] + (a >> 1 & 1), element[2] + (a >> 2) })) == part)
    {
      return true;
    }
  }
  return false;
}

void append(std::vector<std::int64_t>& all, const std::vector<std::int64_t>& some, std::int64_t n)
{
  all.insert(all.end(), some.begin(), some.begin() + n);
}

std::vector<std::int64_t> sorted(std::vector<std::int64_t> values)
{
  std::sort(values.begin(), values.end());
  return values;
}

/// Expects the nodes and elements of a part by their positions.
void expectPart(
  const VoxelGrid& whole, const VoxelGrid& grid, const BrickDivision& division, int part)
{
  const std::vector<std::int32_t> nodes = grid.nodePositions();
  for (std::int64_t n = 0; n < grid.numberOfNodes(); ++n)
  {
    const bool isOwned = division.ownerOf(brickOf(positionAt(nodes, n))) == part;
    ASSERT_EQ(isOwned, n < grid.numberOfOwnedNodes());
  }
  const std::vector<std::int32_t> elements = grid.elementPositions();
  std::vector<int> uses(static_cast<std::size_t>(grid.numberOfNodes()), 0);
  for (std::int64_t e = 0; e < grid.numberOfElements(); ++e)
  {
    const std::array<std::int32_t, 3> p = positionAt(elements, e);
    const bool isOwned = division.ownerOf(brickOf(p)) == part;
    ASSERT_EQ(isOwned, e < grid.numberOfOwnedElements());
    ASSERT_TRUE(touches(division, part, p));
    ASSERT_EQ(grid.element(p[0], p[1], p[2]), e);
    const std::int32_t inWhole = whole.element(p[0], p[1], p[2]);
    ASSERT_GE(inWhole, 0);
    ASSERT_EQ(grid.moduli()[static_cast<std::size_t>(e)],
      whole.moduli()[static_cast<std::size_t>(inWhole)]);
    for (int a = 0; a < 8; ++a)
    {
      const std::int32_t node = grid.node(p[0] + (a & 1), p[1] + (a >> 1 & 1), p[2] + (a >> 2));
      ASSERT_GE(node, 0);
      ++uses[static_cast<std::size_t>(node)];
    }
  }
  EXPECT_EQ(std::count(uses.begin(), uses.end(), 0), 0) << "nodes without elements";
  // No element is missing.
  const std::vector<std::int32_t> all = whole.elementPositions();
  std::int64_t wanted = 0;
  for (std::int64_t e = 0; e < whole.numberOfElements(); ++e)
  {
    wanted += touches(division, part, positionAt(all, e)) ? 1 : 0;
  }
  EXPECT_EQ(grid.numberOfElements(), wanted);
  EXPECT_EQ(grid.droppedVoxels(), whole.droppedVoxels());
  EXPECT_EQ(grid.droppedParts(), whole.droppedParts());
}
}

TEST(VoxelGridPart, HasTheElementsOfItsNodesAndAllPartsTogetherTheGrid)
{
  Random random(331);
  for (const auto& size : Sizes)
  {
    for (const VoxelParts parts : { VoxelParts::All, VoxelParts::Largest })
    {
      const VoxelImage image = randomImage(size, 0.4, random);
      const VoxelGrid whole(image, parts);
      EXPECT_EQ(whole.numberOfOwnedNodes(), whole.numberOfNodes());
      EXPECT_EQ(whole.numberOfOwnedElements(), whole.numberOfElements());
      for (const BrickDivision& division : divisionsOf(size, random))
      {
        SCOPED_TRACE(::testing::Message() << size[0] << ' ' << division.name);
        std::vector<std::int64_t> nodes;
        std::vector<std::int64_t> elements;
        for (int part = 0; part < division.parts; ++part)
        {
          const VoxelGrid grid(image, parts, division.ofPart(part));
          expectPart(whole, grid, division, part);
          ASSERT_FALSE(::testing::Test::HasFailure());
          append(nodes, grid.nodeIndices(), grid.numberOfOwnedNodes());
          append(elements, grid.elementIndices(), grid.numberOfOwnedElements());
        }
        EXPECT_EQ(sorted(nodes), sorted(whole.nodeIndices()));
        EXPECT_EQ(sorted(elements), sorted(whole.elementIndices()));
      }
    }
  }
}

TEST(VoxelGridPart, ThatOwnsAllBricksIsTheGrid)
{
  Random random(332);
  const VoxelImage image = randomImage({ 20, 18, 11 }, 0.3, random);
  const VoxelGrid whole(image);
  const VoxelGrid part(
    image, VoxelParts::Largest, [](const std::array<std::int32_t, 3>&) { return true; });
  EXPECT_EQ(part.places(), whole.places());
  EXPECT_EQ(part.nodeIndices(), whole.nodeIndices());
  EXPECT_EQ(part.elementIndices(), whole.elementIndices());
  EXPECT_EQ(part.moduli(), whole.moduli());
}

TEST(VoxelGridPart, ThatOwnsNothingIsEmpty)
{
  Random random(333);
  const VoxelImage image = randomImage({ 20, 18, 11 }, 0.3, random);
  const VoxelGrid part(
    image, VoxelParts::All, [](const std::array<std::int32_t, 3>&) { return false; });
  EXPECT_EQ(part.numberOfNodes(), 0);
  EXPECT_EQ(part.numberOfElements(), 0);
  EXPECT_EQ(part.numberOfOwnedNodes(), 0);
  EXPECT_EQ(part.numberOfOwnedElements(), 0);
  EXPECT_TRUE(part.bricks().empty());
  EXPECT_EQ(part.node(3, 3, 3), -1);
  EXPECT_TRUE(part.mesh().connectivity.empty());
}
