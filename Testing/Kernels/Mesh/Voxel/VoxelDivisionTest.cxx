// Tests of the division of bricks among parts, and of what their grids exchange.

#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "Mesh/Distribution/VoxelDistribution.h"
#include "Mesh/Distribution/VoxelDivision.h"
#include "Mesh/Distribution/VoxelHalo.h"
#include "Mesh/Voxel/Solid/VoxelSelection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// The whole image with the grid of each part and its exchanges.
struct DividedImage
{
  DividedImage(const VoxelImage& image, VoxelParts which, const VoxelDivision& by, int parts)
    : division(by), selection(selectVoxels(image, which)), whole(image, selection)
  {
    for (int part = 0; part < parts; ++part)
    {
      grids.emplace_back(image, selection, division.ofPart(part), GhostVoxels::WholeBricks);
      halos.push_back(planVoxelHalo(grids.back(), division, part));
    }
  }

  VoxelDivision division;
  VoxelSelection selection;
  VoxelGrid whole;
  std::vector<VoxelGrid> grids;
  std::vector<VoxelHalo> halos;
};

template <class T>
std::vector<T> chosen(const std::vector<T>& values, const std::vector<std::int32_t>& which)
{
  std::vector<T> result;
  result.reserve(which.size());
  for (const std::int32_t i : which)
  {
    result.push_back(values[static_cast<std::size_t>(i)]);
  }
  return result;
}

/// Compares what parts send with what others receive. @param indices of each part's entities
void expectMatchingLists(const DividedImage& of,
  const std::vector<std::vector<std::int64_t>>& indices,
  std::vector<HaloNeighbour> VoxelHalo::*list)
{
  for (std::size_t part = 0; part < of.grids.size(); ++part)
  {
    for (const HaloNeighbour& from : of.halos[part].*list)
    {
      const auto rank = static_cast<std::size_t>(from.rank);
      const std::vector<HaloNeighbour>& others = of.halos[rank].*list;
      const auto back = std::find_if(others.begin(), others.end(),
        [part](const HaloNeighbour& one) { return one.rank == static_cast<int>(part); });
      ASSERT_NE(back, others.end());
      EXPECT_EQ(chosen(indices[part], from.received), chosen(indices[rank], back->sent));
    }
  }
}

void expectExchanges(const DividedImage& of)
{
  std::vector<std::vector<std::int64_t>> nodes;
  std::vector<std::vector<std::int64_t>> elements;
  for (const VoxelGrid& grid : of.grids)
  {
    nodes.push_back(grid.nodeIndices());
    elements.push_back(grid.elementIndices());
  }
  expectMatchingLists(of, nodes, &VoxelHalo::nodes);
  expectMatchingLists(of, elements, &VoxelHalo::elements);
  for (std::size_t part = 0; part < of.grids.size(); ++part)
  {
    const VoxelGrid& grid = of.grids[part];
    std::vector<bool> isKnown(nodes[part].size(), false);
    std::fill_n(isKnown.begin(), grid.numberOfOwnedNodes(), true);
    for (const HaloNeighbour& from : of.halos[part].nodes)
    {
      for (const std::int32_t node : from.received)
      {
        EXPECT_GE(node, grid.numberOfOwnedNodes());
        isKnown[static_cast<std::size_t>(node)] = true;
      }
    }
    // A product needs the nodes of all elements that touch a node of the part.
    const std::vector<std::int32_t> connectivity = grid.mesh().connectivity;
    for (std::size_t e = 0; e < connectivity.size(); e += 8)
    {
      const std::int32_t* corners = connectivity.data() + e;
      if (*std::min_element(corners, corners + 8) < grid.numberOfOwnedNodes())
      {
        EXPECT_TRUE(std::all_of(corners, corners + 8,
          [&](std::int32_t node) { return isKnown[static_cast<std::size_t>(node)]; }));
      }
    }
    std::size_t received = 0;
    for (const HaloNeighbour& from : of.halos[part].elements)
    {
      received += from.received.size();
    }
    EXPECT_EQ(
      static_cast<std::int64_t>(received), grid.numberOfElements() - grid.numberOfOwnedElements());
  }
}

/// Compares the indices of owned entities with those of the whole.
void expectNumbers(const DividedImage& of)
{
  std::vector<int> found(static_cast<std::size_t>(of.whole.numberOfNodes()), 0);
  const std::vector<std::int64_t> nodes = of.whole.nodeIndices();
  const std::vector<std::int64_t> elements = of.whole.elementIndices();
  const auto expectSame = [](const std::vector<NumberRun>& runs,
                            const std::vector<std::int64_t>& part,
                            const std::vector<std::int64_t>& whole, std::int64_t owned)
  {
    std::int64_t next = 0;
    for (const NumberRun& run : runs)
    {
      EXPECT_EQ(run.first, next);
      next += run.count;
      EXPECT_TRUE(std::equal(part.begin() + run.first, part.begin() + next,
        whole.begin() + static_cast<std::ptrdiff_t>(run.inWhole)));
    }
    EXPECT_EQ(next, owned);
  };
  for (const VoxelGrid& grid : of.grids)
  {
    const NumbersInWhole numbers = numbersInWhole(grid, of.whole);
    expectSame(numbers.nodes, grid.nodeIndices(), nodes, grid.numberOfOwnedNodes());
    expectSame(numbers.elements, grid.elementIndices(), elements, grid.numberOfOwnedElements());
    for (const NumberRun& run : numbers.nodes)
    {
      for (std::int64_t n = 0; n < run.count; ++n)
      {
        ++found[static_cast<std::size_t>(run.inWhole + n)];
      }
    }
  }
  EXPECT_TRUE(std::all_of(found.begin(), found.end(), [](int times) { return times == 1; }));
}

TEST(VoxelDivision, BalancesPartsOfBoxesThatAreNearlyCubes)
{
  Random random(441);
  const VoxelGrid grid(randomImage({ 60, 31, 40 }, 0.3, random), VoxelParts::All);
  for (const int parts : { 1, 2, 3, 4, 7 })
  {
    SCOPED_TRACE(parts);
    const VoxelDivision division = bisectBricks(grid, parts);
    std::vector<std::int64_t> nodes(static_cast<std::size_t>(parts), 0);
    for (std::size_t b = 0; b < grid.bricks().size(); ++b)
    {
      const auto owner = static_cast<std::size_t>(division.ownerOf(grid.places()[b]));
      ASSERT_LT(owner, nodes.size());
      for (const std::uint8_t row : grid.bricks()[b].nodes)
      {
        nodes[owner] += static_cast<std::int64_t>(__builtin_popcount(row));
      }
    }
    const auto [fewest, most] = std::minmax_element(nodes.begin(), nodes.end());
    EXPECT_LE(*most - *fewest, 3 * 512); // a brick for each bisection
  }
  // The first cut is across the longest edge.
  const VoxelDivision halves = bisectBricks(grid, 2);
  EXPECT_EQ(halves.ownerOf({ 0, 3, 4 }), 0);
  EXPECT_EQ(halves.ownerOf({ 6, 0, 0 }), 1);
  try
  {
    bisectBricks(grid, 0);
    FAIL() << "was not refused";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), { "0 parts" });
  }
}

TEST(VoxelDivision, ExchangesMatchAndNumbersAreThoseOfTheWhole)
{
  Random random(442);
  const std::vector<std::pair<std::array<int, 3>, double>> images = { { { 24, 17, 9 }, 0.1 },
    { { 20, 16, 23 }, 0.5 }, { { 9, 9, 9 }, 1.0 } };
  for (const auto& [cells, solid] : images)
  {
    const VoxelImage image = randomImage(cells, solid, random);
    const VoxelParts which = solid < 0.3 ? VoxelParts::All : VoxelParts::Largest;
    const VoxelGrid grid(image, which);
    for (const int parts : { 1, 2, 3, 7 })
    {
      SCOPED_TRACE(parts);
      VoxelDivision division = bisectBricks(grid, parts);
      const DividedImage bisected(image, which, division, parts);
      expectExchanges(bisected);
      expectNumbers(bisected);
      for (std::int32_t& owner : division.owners)
      {
        owner = static_cast<std::int32_t>(random.index(static_cast<std::size_t>(parts)));
      }
      const DividedImage scattered(image, which, division, parts);
      expectExchanges(scattered);
      expectNumbers(scattered);
    }
  }
}
}
