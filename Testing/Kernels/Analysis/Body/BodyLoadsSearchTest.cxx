#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/Body/BodySupports.h"
#include "Geometry/Voxelization/NearestPoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TEST(BodySupports, AreThoseOfASearchOverAllNodes)
{
  Random random(9203);
  for (int draw = 0; draw < 30; ++draw)
  {
    const bool isPlane = draw % 3 == 2;
    const std::array<int, 3> cells = { 3, 2, isPlane ? 1 : 2 };
    TopologyProblem design =
      emptyProblem(makeBoxMesh(cells, { double(cells[0]), double(cells[1]), double(cells[2]) }));
    if (!isPlane)
    {
      distort(design.structure.mesh, 0.15, 1.0, random);
    }
    for (std::size_t n = 0; n < design.structure.mesh.numberOfNodes(); ++n)
    {
      // Large parts of some sides, and single nodes, are supported.
      const Point p = nodePosition(design.structure.mesh, n);
      for (std::size_t c = 0; c < 3; ++c)
      {
        const bool onSide = p[c % 2] < 0.3 && draw % 2 == 0;
        design.structure.supports[3 * n + c] =
          random.index(8) == 0 || (onSide && random.index(5) > 0);
      }
    }
    SurfaceGrid grid;
    grid.origin = { -0.3, -0.3, isPlane ? 0.0 : -0.3 };
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double length = cells[d] + 0.6;
      grid.cells[d] = isPlane && d == 2 ? 1 : static_cast<int>(5 + random.index(12));
      grid.spacing[d] = isPlane && d == 2 ? 1.0 : length / grid.cells[d];
    }
    const double longest = isPlane ? std::max(grid.spacing[0], grid.spacing[1])
                                   : *std::max_element(grid.spacing.begin(), grid.spacing.end());
    const double reach = longest * random.uniform(0.5, 1.5);
    const std::vector<std::uint8_t> found = supportsOnGrid(design.structure, grid, isPlane, reach);

    const double used = std::max(reach, 0.87 * longest);
    const auto place = [&](std::int32_t node)
    {
      Position x = nodePosition(design.structure.mesh, static_cast<std::size_t>(node));
      x[2] = isPlane ? 0.0 : x[2];
      return x;
    };
    const auto distance =
      [&](const Position& x, const std::vector<std::int32_t>& nodes, const Position& unit)
    {
      std::array<Position, 3> corners;
      Position from = x;
      for (std::size_t d = 0; d < 3; ++d)
      {
        from[d] /= unit[d];
        for (std::size_t i = 0; i < 3; ++i)
        {
          corners[i][d] = place(nodes[i])[d] / unit[d];
        }
      }
      return std::sqrt(nearestInTriangle(from, corners).squaredDistance);
    };
    const Mesh& mesh = design.structure.mesh;
    for (std::size_t c = 0; c < 3; ++c)
    {
      const auto isHeld = [&](std::int32_t node)
      { return design.structure.supports[3 * static_cast<std::size_t>(node) + c] != 0; };
      std::vector<std::vector<std::int32_t>> triangles;
      std::vector<std::uint8_t> inFace(mesh.numberOfNodes(), 0);
      std::vector<std::uint8_t> inEdge(mesh.numberOfNodes(), 0);
      for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
      {
        for (const auto& face : mesh.shape(e).faceNodes)
        {
          std::vector<std::int32_t> nodes;
          for (std::size_t i = 0; i < 4; ++i)
          {
            nodes.push_back(mesh.element(e)[face[i]]);
          }
          if (std::all_of(nodes.begin(), nodes.end(), isHeld))
          {
            triangles.push_back({ nodes[0], nodes[1], nodes[2] });
            triangles.push_back({ nodes[0], nodes[2], nodes[3] });
            for (const std::int32_t node : nodes)
            {
              inFace[static_cast<std::size_t>(node)] = 1;
            }
          }
        }
      }
      std::vector<std::vector<std::int32_t>> segments;
      for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
      {
        for (const auto& edge : mesh.shape(e).edgeCorners)
        {
          const std::int32_t a = mesh.element(e)[edge[0]];
          const std::int32_t b = mesh.element(e)[edge[1]];
          const bool isInFace =
            inFace[static_cast<std::size_t>(a)] && inFace[static_cast<std::size_t>(b)];
          if (isHeld(a) && isHeld(b) && !isInFace)
          {
            segments.push_back({ a, b, b });
            inEdge[static_cast<std::size_t>(a)] = 1;
            inEdge[static_cast<std::size_t>(b)] = 1;
          }
        }
      }
      for (std::int32_t n = 0; n < static_cast<std::int32_t>(mesh.numberOfNodes()); ++n)
      {
        const auto at = static_cast<std::size_t>(n);
        if (isHeld(n) && !inFace[at] && !inEdge[at])
        {
          segments.push_back({ n, n, n });
        }
      }
      for (int k = 0; k <= grid.cells[2]; ++k)
      {
        for (int j = 0; j <= grid.cells[1]; ++j)
        {
          for (int i = 0; i <= grid.cells[0]; ++i)
          {
            Position x = grid.inSpace({ double(i), double(j), double(k) });
            x[2] = isPlane ? 0.0 : x[2];
            bool expected = false;
            for (const auto& triangle : triangles)
            {
              expected = expected || distance(x, triangle, grid.spacing) <= 0.5 + 1e-9;
            }
            for (const auto& segment : segments)
            {
              expected = expected || distance(x, segment, { 1, 1, 1 }) <= used;
            }
            expected = expected && !(isPlane && c == 2);
            ASSERT_EQ(found[3 * grid.node(i, j, k) + c] != 0, expected)
              << draw << ": " << i << " " << j << " " << k << " " << c;
          }
        }
      }
    }
  }
}
