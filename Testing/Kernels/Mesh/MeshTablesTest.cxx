// Tests that tables of a mesh do not depend on the number of threads. The mesh has enough elements
// for several threads.

#include "Support/ThreadCounts.h"

#include "Mesh/ElementBatches.h"
#include "Mesh/ElementOrder.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/MeshFaces.h"
#include "Mesh/MeshParts.h"
#include "Mesh/NodeElements.h"
#include "Solver/Aggregation/CornerMesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Numbers = std::vector<std::int64_t>;

Mesh largeBox()
{
  Mesh mesh = makeBox(CellType::QuadraticTetrahedron, { 16, 12, 12 },
    [](const std::array<double, 3>& p) { return p; });
  EXPECT_GT(mesh.connectivity.size(), 65536U);
  return mesh;
}

/// Two copies of a box, far apart, without common nodes.
Mesh twoBoxes()
{
  Mesh mesh = largeBox();
  const Mesh one = mesh;
  const auto nodes = static_cast<std::int32_t>(one.numberOfNodes());
  for (const std::int32_t node : one.connectivity)
  {
    mesh.connectivity.push_back(node + nodes);
  }
  for (const double x : one.points)
  {
    mesh.points.push_back(x + 2.0);
  }
  return mesh;
}
}

TEST(MeshTables, HaveElementsAroundNodes)
{
  const Mesh mesh = largeBox();
  expectSameWithThreads(
    [&mesh]
    {
      const NodeElements around = findNodeElements(mesh);
      for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
      {
        for (auto k = static_cast<std::size_t>(around.starts[node]);
             k < static_cast<std::size_t>(around.starts[node + 1]); ++k)
        {
          const auto e = static_cast<std::size_t>(around.elements[k]);
          EXPECT_EQ(static_cast<std::size_t>(mesh.element(e)[around.corners[k]]), node);
        }
      }
      return joined<std::int64_t>(around.starts, around.elements, around.corners);
    });
}

TEST(MeshTables, HaveSortedFaces)
{
  const Mesh mesh = largeBox();
  expectSameWithThreads(
    [&mesh]
    {
      const SortedFaces faces = sortFaces(mesh);
      const std::vector<std::uint64_t> keys = faces.keys.toHost();
      EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
      // Faces on the surface have no neighbour: there are two triangles for each side of a cell.
      std::size_t alone = 0;
      for (std::size_t i = 0; i < keys.size(); ++i)
      {
        const bool first = i == 0 || keys[i - 1] != keys[i];
        const bool last = i + 1 == keys.size() || keys[i + 1] != keys[i];
        alone += first && last ? 1 : 0;
      }
      EXPECT_EQ(alone, 4U * (16 * 12 + 16 * 12 + 12 * 12));
      return joined<std::int64_t>(keys, faces.elements.toHost(), faces.faces.toHost());
    });
}

TEST(MeshTables, FindPartsAndTheirMotions)
{
  const Mesh mesh = twoBoxes();
  const std::size_t half = mesh.numberOfElements() / 2;
  const Numbers parts =
    expectSameWithThreads([&mesh] { return joined<std::int64_t>(findParts(mesh).partOfElement); });
  EXPECT_TRUE(std::all_of(parts.begin(), parts.begin() + std::ptrdiff_t(half),
    [](std::int64_t part) { return part == 0; }));
  EXPECT_TRUE(std::all_of(parts.begin() + std::ptrdiff_t(half), parts.end(),
    [](std::int64_t part) { return part == 1; }));
  // The first box is supported on one side.
  std::vector<std::uint8_t> supports(mesh.points.size(), 0);
  for (std::size_t i = 0; i < supports.size(); ++i)
  {
    supports[i] = mesh.points[i - i % 3] < 1e-9 ? 1 : 0;
  }
  EXPECT_NE(describeFreeMotion(mesh, findParts(mesh), supports)
              .find("element " + std::to_string(half) + " can move"),
    std::string::npos);
  EXPECT_EQ(describeFreeMotion(largeBox(), findParts(largeBox()), supports), "");
}

TEST(MeshTables, FindOneMismatchAmongManyFaces)
{
  Mesh mesh = largeBox();
  ASSERT_EQ(describeMismatch(mesh), "");
  // A node of a shared edge is replaced in one element by another node at the same place.
  const std::size_t place = 10 * (mesh.numberOfElements() / 2) + 4;
  const auto node = static_cast<std::size_t>(mesh.connectivity[place]);
  const std::vector<double> point(mesh.points.begin() + std::ptrdiff_t(3 * node),
    mesh.points.begin() + std::ptrdiff_t(3 * node + 3));
  mesh.connectivity[place] = static_cast<std::int32_t>(mesh.numberOfNodes());
  mesh.points.insert(mesh.points.end(), point.begin(), point.end());
  expectSameWithThreads(
    [&mesh]
    {
      const std::string text = describeMismatch(mesh);
      EXPECT_NE(text.find("2 pairs of faces do not match"), std::string::npos) << text;
      return Numbers(text.begin(), text.end());
    });
}

TEST(MeshTables, HaveTheSameBatches)
{
  const Mesh mesh = largeBox();
  const std::vector<std::int32_t> connectivity = connectivityInOrder(mesh, mortonOrder(mesh));
  expectSameWithThreads(
    [&]
    {
      const ElementBatches batches =
        makeElementBatches(connectivity, mesh.numberOfNodes(), 128, 10);
      return joined<std::int64_t>(batches.starts, batches.nodes, batches.corners, batches.entries,
        batches.sharedNodes, batches.sharedStarts, batches.sharedSlots);
    });
}

TEST(MeshTables, HaveCornersAtTheEndsOfEdges)
{
  const Mesh mesh = largeBox();
  expectSameWithThreads(
    [&mesh]
    {
      const CornerMesh corners = makeCornerMesh(mesh);
      for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          const auto coordinate = [&](int end)
          {
            return corners.mesh
              .points[3 * static_cast<std::size_t>(corners.ends[n][static_cast<std::size_t>(end)]) +
                c];
          };
          EXPECT_NEAR(0.5 * (coordinate(0) + coordinate(1)), mesh.points[3 * n + c], 1e-14);
        }
      }
      Numbers all;
      append(all, corners.mesh.connectivity);
      for (const auto& ends : corners.ends)
      {
        append(all, ends);
      }
      return all;
    });
}
