#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/ElementGeometry.h"
#include "Element/Hex8Reference.h"
#include "Mesh/ElementFaces.h"
#include "Mesh/ElementOrder.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/Mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::vector<std::int32_t> reordered(const Mesh& mesh, const std::vector<std::int32_t>& order)
{
  std::vector<std::int32_t> connectivity;
  for (const std::int32_t element : order)
  {
    const auto first = mesh.connectivity.begin() + 8 * static_cast<std::ptrdiff_t>(element);
    connectivity.insert(connectivity.end(), first, first + 8);
  }
  return connectivity;
}
}

TEST(BoxMesh, HasBricksOfTheRightSizeAndOrder)
{
  const Mesh mesh = makeBoxMesh({ 3, 2, 4 }, { 6.0, 1.0, 2.0 }, { -1.0, 5.0, 0.5 });
  ASSERT_EQ(mesh.numberOfNodes(), 4u * 3u * 5u);
  ASSERT_EQ(mesh.numberOfElements(), 24u);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const auto corners = reference::hex8Corners(mesh, e);
    EXPECT_NEAR(reference::hex8Volume(corners), 2.0 * 0.5 * 0.5, 1e-14);
    // Elements are numbered with x fastest, then y, then z; corner 0 is the lowest, corner 6 the
    // highest.
    const std::array<std::size_t, 3> place = { e % 3, e / 3 % 2, e / 6 };
    const Point origin = { -1.0, 5.0, 0.5 };
    const Point size = { 2.0, 0.5, 0.5 };
    for (std::size_t i = 0; i < 3; ++i)
    {
      EXPECT_NEAR(corners[0][i], origin[i] + static_cast<double>(place[i]) * size[i], 1e-14);
      EXPECT_NEAR(corners[6][i] - corners[0][i], size[i], 1e-14);
    }
  }
  EXPECT_EQ(mesh.points[3], 1.0); // the second node is one step in x
}

TEST(ElementFaces, AreEachFaceOnceWithItsSides)
{
  const Mesh mesh = makeBoxMesh({ 4, 3, 2 }, { 1.0, 1.0, 1.0 });
  const ElementFaces faces = findFaces(mesh);
  EXPECT_EQ(faces.count(), 5U * 3 * 2 + 4U * 4 * 2 + 4U * 3 * 3);
  std::int64_t outer = 0;
  std::set<std::set<std::int32_t>> found;
  for (std::size_t f = 0; f < faces.count(); ++f)
  {
    std::set<std::int32_t> corners;
    for (const std::int64_t side : faces.sides[f])
    {
      outer += side == ElementFaces::None ? 1 : 0;
      if (side != ElementFaces::None)
      {
        EXPECT_EQ(faces.faceOfSide[static_cast<std::size_t>(side)], static_cast<std::int32_t>(f));
        const auto nodes = nodesOfSide(mesh, side);
        EXPECT_TRUE(
          corners.empty() || corners == std::set<std::int32_t>(nodes.begin(), nodes.end()));
        corners.insert(nodes.begin(), nodes.end());
      }
    }
    EXPECT_EQ(corners.size(), 4U);
    EXPECT_TRUE(found.insert(corners).second);
  }
  EXPECT_EQ(outer, 2 * (4 * 3 + 3 * 2 + 4 * 2));
}

TEST(ElementFaces, OfAllTypesLookOutwardAndAreShared)
{
  struct Counts
  {
    CellType type;
    std::size_t faces; ///< of 2 x 2 x 2 cells
    std::size_t nodes; ///< of each
  };
  // A cell has six tetrahedra with four faces each; each face of a cell on the surface has two
  // outer triangles.
  for (const Counts& counts : { Counts{ CellType::Tetrahedron, (48 * 4 + 48) / 2, 3 },
         { CellType::QuadraticTetrahedron, (48 * 4 + 48) / 2, 6 }, { CellType::Hexahedron, 36, 4 },
         { CellType::QuadraticHexahedron, 36, 8 } })
  {
    SCOPED_TRACE(cellShape(counts.type).name);
    const Mesh mesh =
      makeBox(counts.type, { 2, 2, 2 }, [](const std::array<double, 3>& p) { return p; });
    const ElementFaces faces = findFaces(mesh);
    EXPECT_EQ(faces.count(), counts.faces);
    for (const auto& sides : faces.sides)
    {
      const FaceLoop<std::int32_t> nodes = nodesOfSide(mesh, sides[0]);
      ASSERT_EQ(nodes.size(), counts.nodes);
      const auto point = [&](std::int32_t n)
      {
        return std::array<double, 3>{ mesh.points[3 * n], mesh.points[3 * n + 1],
          mesh.points[3 * n + 2] };
      };
      const std::array<double, 3> centre =
        elementCentroid(mesh, static_cast<std::size_t>(ElementFaces::elementOf(sides[0])));
      // The triple product of vectors from the element's centre to successive nodes is positive.
      for (std::size_t i = 0; i < nodes.size(); ++i)
      {
        double a[3];
        double b[3];
        double c[3];
        for (std::size_t d = 0; d < 3; ++d)
        {
          a[d] = point(nodes[i])[d] - centre[d];
          b[d] = point(nodes.next(i))[d] - centre[d];
          c[d] = point(nodes.next(i + 1 < nodes.size() ? i + 1 : 0))[d] - centre[d];
        }
        EXPECT_GE(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
            a[2] * (b[0] * c[1] - b[1] * c[0]),
          -1e-12);
      }
      if (sides[1] != ElementFaces::None)
      {
        // The other side has the same nodes in the opposite order.
        const FaceLoop<std::int32_t> other = nodesOfSide(mesh, sides[1]);
        const auto start =
          static_cast<std::size_t>(std::find(other.begin(), other.end(), nodes[0]) - other.begin());
        for (std::size_t i = 0; i < nodes.size(); ++i)
        {
          EXPECT_EQ(nodes[i], other[(start + nodes.size() - i) % nodes.size()]);
        }
      }
    }
  }
}

TEST(MortonOrder, IsAPermutationWithNeighboursClose)
{
  Random random(31);
  const TopologyProblem problem = emptyProblem(distortedBox({ 16, 8, 8 }, 0.1, random));
  const Mesh mesh = renumber(problem, random).problem.structure.mesh; // in random order
  const std::vector<std::int32_t> order = mortonOrder(mesh);
  const std::set<std::int32_t> all(order.begin(), order.end());
  ASSERT_EQ(order.size(), mesh.numberOfElements());
  ASSERT_EQ(all.size(), mesh.numberOfElements());
  ASSERT_EQ(*all.begin(), 0);

  // Along a Morton curve on a 16 x 8 x 8 grid the mean step is about 1.6 elements; between random
  // elements it would be about 7.
  double path = 0.0;
  for (std::size_t i = 1; i < order.size(); ++i)
  {
    const Point a =
      reference::hex8Centroid(reference::hex8Corners(mesh, static_cast<std::size_t>(order[i - 1])));
    const Point b =
      reference::hex8Centroid(reference::hex8Corners(mesh, static_cast<std::size_t>(order[i])));
    path += std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  }
  EXPECT_LT(path / static_cast<double>(order.size()), 3.0);
}

TEST(ColourBlocks, BlocksOfAColourShareNoNode)
{
  Random random(32);
  for (const bool ordered : { true, false })
  {
    SCOPED_TRACE(ordered ? "along the Morton curve" : "in random order");
    // In random order all pairs of blocks touch, and there are more blocks than bits in a mask.
    const Mesh mesh = renumber(emptyProblem(makeBoxMesh({ 33, 33, 17 }, { 1.0, 1.0, 1.0 })), random)
                        .problem.structure.mesh;
    const std::vector<std::int32_t> connectivity =
      ordered ? reordered(mesh, mortonOrder(mesh)) : mesh.connectivity;
    const ColouredBlocks colours = colourBlocks(connectivity, mesh.numberOfNodes());

    const std::size_t size = mesh.numberOfElements();
    const auto blockSize = static_cast<std::size_t>(ColouredBlocks::BlockSize);
    const std::size_t blocks = (size + blockSize - 1) / blockSize;
    ASSERT_EQ(colours.blocks.size(), blocks);
    ASSERT_EQ(std::set<std::int32_t>(colours.blocks.begin(), colours.blocks.end()).size(), blocks);
    ASSERT_EQ(colours.colourStarts.front(), 0);
    ASSERT_EQ(static_cast<std::size_t>(colours.colourStarts.back()), blocks);
    for (std::size_t colour = 0; colour + 1 < colours.colourStarts.size(); ++colour)
    {
      std::vector<std::int32_t> owner(mesh.numberOfNodes(), -1);
      ASSERT_LT(colours.colourStarts[colour], colours.colourStarts[colour + 1]);
      for (auto k = static_cast<std::size_t>(colours.colourStarts[colour]);
           k < static_cast<std::size_t>(colours.colourStarts[colour + 1]); ++k)
      {
        const auto first = static_cast<std::size_t>(colours.blocks[k]) * blockSize;
        for (std::size_t i = 8 * first; i < 8 * std::min(size, first + blockSize); ++i)
        {
          std::int32_t& who = owner[static_cast<std::size_t>(connectivity[i])];
          ASSERT_TRUE(who == -1 || who == colours.blocks[k]) << "node " << connectivity[i];
          who = colours.blocks[k];
        }
      }
    }
  }
}
