// Tests of elements around nodes, of colours, batches and shapes of elements.

#include "Operator/Hex8/StrategyCases.h"
#include "Support/Problems.h"

#include "Mesh/ElementBatches.h"
#include "Mesh/ElementOrder.h"
#include "Mesh/ElementShapes.h"
#include "Mesh/NodeElements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::size_t at(std::int32_t index)
{
  return static_cast<std::size_t>(index);
}
}

TEST(NodeElements, ListEveryCornerOnceAtItsNode)
{
  Random random(421);
  for (const auto& [name, mesh] : manyShapes(random))
  {
    SCOPED_TRACE(name);
    const NodeElements around = findNodeElements(mesh.connectivity, mesh.numberOfNodes());
    ASSERT_EQ(around.starts.size(), mesh.numberOfNodes() + 1);
    ASSERT_EQ(around.starts.front(), 0);
    ASSERT_EQ(around.starts.back(), static_cast<std::int64_t>(mesh.connectivity.size()));
    for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
    {
      for (auto k = static_cast<std::size_t>(around.starts[node]);
           k < static_cast<std::size_t>(around.starts[node + 1]); ++k)
      {
        ASSERT_EQ(at(mesh.connectivity[8 * at(around.elements[k]) + around.corners[k]]), node);
        ASSERT_TRUE(k == static_cast<std::size_t>(around.starts[node]) ||
          around.elements[k - 1] < around.elements[k]);
      }
    }
  }
}

TEST(ColourElements, NoTwoOfAColourShareANode)
{
  Random random(422);
  std::vector<NamedMesh> meshes = manyShapes(random);
  meshes.push_back({ "fan of many wedges", fanMesh(100, 2) }); // more than there are bits
  for (const auto& [name, mesh] : meshes)
  {
    SCOPED_TRACE(name);
    const ColouredElements colours = colourElements(mesh);
    ASSERT_EQ(std::set<std::int32_t>(colours.elements.begin(), colours.elements.end()).size(),
      mesh.numberOfElements());
    ASSERT_EQ(colours.elements.size(), mesh.numberOfElements());
    ASSERT_EQ(colours.colourStarts.front(), 0);
    ASSERT_EQ(at(colours.colourStarts.back()), mesh.numberOfElements());
    for (std::size_t colour = 0; colour + 1 < colours.colourStarts.size(); ++colour)
    {
      ASSERT_LT(colours.colourStarts[colour], colours.colourStarts[colour + 1]);
      std::set<std::int32_t> nodes;
      for (std::size_t k = at(colours.colourStarts[colour]);
           k < at(colours.colourStarts[colour + 1]); ++k)
      {
        const std::int32_t* corners = mesh.connectivity.data() + 8 * at(colours.elements[k]);
        for (int a = 0; a < 8; ++a)
        {
          ASSERT_TRUE(nodes.insert(corners[a]).second) << "node " << corners[a];
        }
      }
    }
  }
}

TEST(ElementBatches, LeadEveryCornerToItsNodeAndBack)
{
  Random random(423);
  for (const auto& [name, mesh] : manyShapes(random))
  {
    for (const int size : { 128, 64, 32, 16 })
    {
      SCOPED_TRACE(name + ", " + std::to_string(size));
      const std::vector<std::int32_t>& connectivity = mesh.connectivity;
      const ElementBatches b = makeElementBatches(connectivity, mesh.numberOfNodes(), size);
      ASSERT_EQ(b.size, size);
      ASSERT_EQ(b.starts.size(), (mesh.numberOfElements() + at(size) - 1) / at(size) + 1);
      ASSERT_EQ(at(b.starts.back()), b.nodes.size());
      std::vector<int> corners(connectivity.size(), 0); // number of times that each is summed
      std::vector<int> slots(mesh.numberOfNodes(), 0);
      for (std::size_t batch = 0; batch + 1 < b.starts.size(); ++batch)
      {
        ASSERT_LE(b.starts[batch + 1] - b.starts[batch], b.mostSlots);
        for (std::size_t s = at(b.starts[batch]); s < at(b.starts[batch + 1]); ++s)
        {
          const std::int32_t node = b.nodes[s] < 0 ? ~b.nodes[s] : b.nodes[s];
          ++slots[at(node)];
          for (std::size_t k = 0; k < ElementBatches::EntriesPerSlot; ++k)
          {
            const std::uint16_t entry = b.entries[ElementBatches::EntriesPerSlot * s + k];
            if (entry != ElementBatches::NoEntry)
            {
              const std::size_t corner =
                8 * (batch * at(size) + entry % at(size)) + entry / at(size);
              ASSERT_EQ(connectivity[corner], node);
              ASSERT_EQ(at(b.starts[batch]) + b.corners[corner], s);
              ++corners[corner];
            }
          }
        }
      }
      EXPECT_EQ(std::count(corners.begin(), corners.end(), 1),
        static_cast<std::ptrdiff_t>(connectivity.size()));

      // The slots of nodes with one slot are marked, all other nodes are listed.
      ASSERT_EQ(b.sharedStarts.size(), b.sharedNodes.size() + 1);
      for (std::size_t s = 0; s < b.nodes.size(); ++s)
      {
        ASSERT_EQ(b.nodes[s] < 0, slots[at(b.nodes[s] < 0 ? ~b.nodes[s] : b.nodes[s])] == 1);
      }
      std::size_t shared = 0;
      for (std::size_t i = 0; i < b.sharedNodes.size(); ++i)
      {
        ASSERT_EQ(b.sharedStarts[i + 1] - b.sharedStarts[i], slots[at(b.sharedNodes[i])]);
        for (std::size_t k = at(b.sharedStarts[i]); k < at(b.sharedStarts[i + 1]); ++k)
        {
          ASSERT_EQ(b.nodes[at(b.sharedSlots[k])], b.sharedNodes[i]);
        }
        ++shared;
      }
      EXPECT_EQ(static_cast<std::ptrdiff_t>(shared),
        static_cast<std::ptrdiff_t>(slots.size()) - std::count(slots.begin(), slots.end(), 1));
    }
  }
}

TEST(ElementShapes, AreTheSameForTranslations)
{
  Random random(424);
  const Mesh bricks = makeBoxMesh({ 7, 6, 5 }, { 0.7, 1.3, 2.9 }, { 100.0, -30.0, 0.01 });
  const ElementShapes one = findElementShapes(bricks);
  EXPECT_EQ(one.elementsSeen, bricks.numberOfElements());
  ASSERT_EQ(one.shapes.size(), 1u);
  EXPECT_EQ(one.shapeOfElement, std::vector<std::uint8_t>(bricks.numberOfElements(), 0));

  // A brick that starts at another corner has the same position, but another order of corners.
  Mesh turned = bricks;
  std::rotate(turned.connectivity.begin() + 80, turned.connectivity.begin() + 81,
    turned.connectivity.begin() + 84);
  std::rotate(turned.connectivity.begin() + 84, turned.connectivity.begin() + 85,
    turned.connectivity.begin() + 88);
  const ElementShapes two = findElementShapes(turned);
  ASSERT_EQ(two.shapes.size(), 2u);
  for (std::size_t e = 0; e < turned.numberOfElements(); ++e)
  {
    EXPECT_EQ(two.shapeOfElement[e], e == 10 ? 1 : 0);
  }

  // An element with a corner that is moved by a millionth of an edge has another shape.
  Mesh moved = bricks;
  moved.points[3 * at(moved.connectivity[8 * 11])] += 1e-7;
  EXPECT_GT(findElementShapes(moved).shapes.size(), 1u);

  const ElementShapes many = findElementShapes(distortedBox({ 5, 5, 5 }, 0.1, random));
  EXPECT_EQ(many.elementsSeen, ElementShapes::Most);
  EXPECT_EQ(many.shapes.size(), ElementShapes::Most);
}
