// Tests of faces of voxel grids against a count of all faces, and of the volume that they enclose.

#include "Support/Random.h"

#include "Mesh/Voxel/VoxelSurface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Place = std::array<std::int32_t, 3>;

VoxelGrid randomGrid(const std::array<int, 3>& cells, double share, Random& random)
{
  VoxelImage image;
  image.cells = cells;
  for (int i = 0; i < cells[0] * cells[1] * cells[2]; ++i)
  {
    image.moduli.push_back(random.uniform(0, 1) < share ? 1.0 : 0.0);
  }
  image.moduli.front() = 1.0;
  return VoxelGrid(image, VoxelParts::All);
}

/// Twice the centre of each face without an element on its other side, with the element.
std::set<std::pair<Place, std::int32_t>> plainFaces(const VoxelGrid& grid)
{
  std::set<std::pair<Place, std::int32_t>> faces;
  const std::vector<std::int32_t> positions = grid.elementPositions();
  for (std::int32_t e = 0; e < grid.numberOfElements(); ++e)
  {
    for (int d = 0; d < 3; ++d)
    {
      for (const int side : { -1, 1 })
      {
        Place next = { positions[3 * e], positions[3 * e + 1], positions[3 * e + 2] };
        Place middle = { 2 * next[0] + 1, 2 * next[1] + 1, 2 * next[2] + 1 };
        next[d] += side;
        middle[d] += side;
        const bool isInside = next[d] >= 0 && next[d] < grid.cells()[d];
        if (!isInside || grid.element(next[0], next[1], next[2]) < 0)
        {
          faces.insert({ middle, e });
        }
      }
    }
  }
  return faces;
}

void expectSurface(const VoxelGrid& grid)
{
  const VoxelSurface surface = makeVoxelSurface(grid);
  const std::vector<std::int32_t> positions = grid.nodePositions();
  ASSERT_EQ(surface.faces.size(), 4 * surface.elements.size());
  const VoxelSurfaceSize size = sizeOfVoxelSurface(grid);
  EXPECT_EQ(size.nodes, static_cast<std::int64_t>(surface.nodes.size()));
  EXPECT_EQ(size.faces, static_cast<std::int64_t>(surface.elements.size()));
  EXPECT_TRUE(std::is_sorted(surface.elements.begin(), surface.elements.end()));
  EXPECT_TRUE(std::is_sorted(surface.nodes.begin(), surface.nodes.end()));
  const auto corner = [&](std::size_t face, std::size_t c)
  {
    const auto node = static_cast<std::size_t>(
      surface.nodes.at(static_cast<std::size_t>(surface.faces[4 * face + c])));
    return Place{ positions[3 * node], positions[3 * node + 1], positions[3 * node + 2] };
  };
  std::set<std::pair<Place, std::int32_t>> found;
  std::set<std::int32_t> used(surface.faces.begin(), surface.faces.end());
  std::map<std::pair<std::int32_t, std::int32_t>, int> edges; // forward less backward
  double volume = 0.0;
  for (std::size_t f = 0; f < surface.elements.size(); ++f)
  {
    const Place a = corner(f, 0);
    const Place b = corner(f, 1);
    const Place c = corner(f, 2);
    const Place d = corner(f, 3);
    Place middle;
    for (std::size_t i = 0; i < 3; ++i)
    {
      middle[i] = (a[i] + b[i] + c[i] + d[i]) / 2;
      // The volume is a third of the integral of x.n over faces, which are parallelograms of unit
      // area.
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      volume +=
        (b[j] - a[j]) * (d[k] - a[k]) * a[i] / 3.0 - (b[k] - a[k]) * (d[j] - a[j]) * a[i] / 3.0;
      EXPECT_EQ(a[i] + c[i], b[i] + d[i]);
    }
    found.insert({ middle, surface.elements[f] });
    for (std::size_t i = 0; i < 4; ++i)
    {
      const std::int32_t from = surface.faces[4 * f + i];
      const std::int32_t to = surface.faces[4 * f + (i + 1) % 4];
      edges[{ std::min(from, to), std::max(from, to) }] += from < to ? 1 : -1;
    }
  }
  EXPECT_EQ(found.size(), surface.elements.size());
  EXPECT_EQ(found, plainFaces(grid));
  EXPECT_EQ(used.size(), surface.nodes.size()); // all nodes are of faces
  for (const auto& [edge, balance] : edges)
  {
    EXPECT_EQ(balance, 0);
  }
  EXPECT_NEAR(volume, static_cast<double>(grid.numberOfElements()), 1e-6 * volume);
}
}

TEST(VoxelSurface, HasAllFacesOfRandomGrids)
{
  Random random(3301);
  // Grids consist of a part of a brick, of one whole brick, and of several.
  for (const std::array<int, 3>& cells :
    { std::array<int, 3>{ 1, 1, 1 }, { 3, 2, 4 }, { 8, 8, 8 }, { 17, 9, 8 }, { 7, 16, 25 } })
  {
    for (const double share : { 0.1, 0.5, 0.9, 1.0 })
    {
      expectSurface(randomGrid(cells, share, random));
    }
  }
}

TEST(VoxelSurface, LeavesOutNodesInside)
{
  VoxelImage image;
  image.cells = { 10, 11, 12 };
  image.moduli.assign(10 * 11 * 12, 1.0);
  const VoxelSurface surface = makeVoxelSurface(VoxelGrid(image));
  EXPECT_EQ(surface.nodes.size(), 11U * 12U * 13U - 9U * 10U * 11U);
  EXPECT_EQ(surface.elements.size(), 2U * (10U * 11U + 11U * 12U + 10U * 12U));
}
