#include "Optimization/TopologyExamplesTestInput.h"
#include "Support/Problems.h"

#include "Element/Hex8Reference.h"
#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Tests of small and odd resolutions, where rounding is coarsest, and of the paper's smallest
/// meshes.
class TopologyExampleMesh : public ::testing::TestWithParam<Case>
{
protected:
  TopologyProblem Problem = makeExample(GetParam().example, GetParam().size);
  const Mesh& Example = this->Problem.structure.mesh;
};

/// Returns the smallest determinant of the three edges at a corner over the product of their
/// lengths.
double smallestScaledJacobian(const Mesh& mesh)
{
  constexpr std::array<std::array<std::size_t, 3>, 8> edges = { { { 1, 3, 4 }, { 2, 0, 5 },
    { 3, 1, 6 }, { 0, 2, 7 }, { 7, 5, 0 }, { 4, 6, 1 }, { 5, 7, 2 }, { 6, 4, 3 } } };
  double smallest = 1.0;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const reference::Hex8Corners x = reference::hex8Corners(mesh, e);
    for (std::size_t a = 0; a < 8; ++a)
    {
      std::array<Point, 3> v{};
      double lengths = 1.0;
      for (std::size_t k = 0; k < 3; ++k)
      {
        for (std::size_t i = 0; i < 3; ++i)
        {
          v[k][i] = x[edges[a][k]][i] - x[a][i];
        }
        lengths *= std::hypot(v[k][0], v[k][1], v[k][2]);
      }
      const double determinant = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) -
        v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
        v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
      smallest = std::min(smallest, determinant / lengths);
    }
  }
  return smallest;
}

/// Returns the nodes sorted by their rounded positions, which may be mapped by a reflection.
std::vector<Point> sortedPositions(const Mesh& mesh, const std::function<Point(const Point&)>& map)
{
  std::vector<Point> positions;
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    Point p = map(nodePosition(mesh, n));
    for (double& x : p)
    {
      x = 1e-6 * std::round(1e6 * x) + 0.0; // avoids minus zero
    }
    positions.push_back(p);
  }
  std::sort(positions.begin(), positions.end());
  return positions;
}
}

TEST_P(TopologyExampleMesh, IsAValidProblem)
{
  EXPECT_NO_THROW(validate(this->Problem));
  EXPECT_EQ(this->Problem.structure.loadCases.size(), 1u);
  EXPECT_EQ(this->Problem.design.settings.densityChangeTolerance, 0.0);
}

TEST_P(TopologyExampleMesh, HasWellShapedElements)
{
  EXPECT_GT(smallestScaledJacobian(this->Example), 0.7);
}

TEST_P(TopologyExampleMesh, IsInOnePieceWithoutDuplicateNodes)
{
  std::vector<std::size_t> parent(this->Example.numberOfNodes());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::size_t node)
  {
    while (parent[node] != node)
    {
      node = parent[node] = parent[parent[node]];
    }
    return node;
  };
  std::vector<char> used(this->Example.numberOfNodes(), 0);
  for (std::size_t i = 0; i < this->Example.connectivity.size(); ++i)
  {
    const std::size_t node = at(this->Example.connectivity, i);
    used[node] = 1;
    parent[root(node)] = root(at(this->Example.connectivity, i - i % 8));
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), 0), 0) << "nodes without an element";
  for (std::size_t n = 1; n < parent.size(); ++n)
  {
    ASSERT_EQ(root(n), root(0)) << "node " << n << " is in another part";
  }
  const std::vector<Point> places =
    sortedPositions(this->Example, [](const Point& p) { return p; });
  EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end()) << "duplicate nodes";
}

TEST_P(TopologyExampleMesh, Conforms)
{
  constexpr std::array<std::array<std::size_t, 4>, 6> faces = { { { 0, 1, 2, 3 }, { 4, 5, 6, 7 },
    { 0, 1, 5, 4 }, { 1, 2, 6, 5 }, { 2, 3, 7, 6 }, { 3, 0, 4, 7 } } };
  struct Face
  {
    std::array<std::int32_t, 4> round;
    std::array<std::int32_t, 4> sorted;
  };
  std::vector<Face> all;
  for (std::size_t e = 0; e < this->Example.numberOfElements(); ++e)
  {
    const std::int32_t* nodes = &this->Example.connectivity[8 * e];
    for (const auto& face : faces)
    {
      const std::array<std::int32_t, 4> round = { nodes[face[0]], nodes[face[1]], nodes[face[2]],
        nodes[face[3]] };
      all.push_back({ round, round });
      std::sort(all.back().sorted.begin(), all.back().sorted.end());
    }
  }
  std::sort(
    all.begin(), all.end(), [](const Face& a, const Face& b) { return a.sorted < b.sorted; });

  // A face has two elements, or one if it is on the surface. A crack or a hanging node would
  // enlarge the surface, whose Euler characteristic is known: it is 2, minus 2 for each bore
  // through the part.
  std::set<std::int32_t> nodes;
  std::set<std::array<std::int32_t, 2>> edges;
  int surface = 0;
  for (std::size_t i = 0, next = 0; i < all.size(); i = next)
  {
    while (next < all.size() && all[next].sorted == all[i].sorted)
    {
      ++next;
    }
    ASSERT_LE(next - i, 2u) << "a face of more than two elements";
    if (next - i == 1)
    {
      ++surface;
      for (std::size_t a = 0; a < 4; ++a)
      {
        const auto [low, high] = std::minmax(all[i].round[a], all[i].round[(a + 1) % 4]);
        nodes.insert(low);
        nodes.insert(high);
        edges.insert({ low, high });
      }
    }
  }
  const int euler = static_cast<int>(nodes.size()) - static_cast<int>(edges.size()) + surface;
  EXPECT_EQ(euler, GetParam().example == TopologyExample::ConnectingRod ? 2 - 2 * 2 : 2);
  EXPECT_EQ(static_cast<int>(edges.size()), 2 * surface) << "the surface is not closed";
}

TEST_P(TopologyExampleMesh, IsMirroredAboutItsAxis)
{
  std::function<Point(const Point&)> mirror;
  switch (GetParam().example)
  {
    case TopologyExample::Cantilever:
      mirror = [](const Point& p) {
        return Point{ p[0], GetParam().size.resolution - p[1], p[2] };
      };
      break;
    case TopologyExample::LBeam: // symmetric about the diagonal of its plane
      mirror = [](const Point& p) { return Point{ p[1], p[0], p[2] }; };
      break;
    case TopologyExample::MichellCantilever:
      mirror = [](const Point& p) { return Point{ p[0], -p[1], p[2] }; };
      break;
    case TopologyExample::ConnectingRod:
      mirror = [](const Point& p) { return Point{ -p[0], p[1], p[2] }; };
      break;
    case TopologyExample::ForceInverter:
      FAIL() << "a box, see ForceInverterTest.cxx";
  }
  EXPECT_TRUE(sortedPositions(this->Example, mirror) ==
    sortedPositions(this->Example, [](const Point& p) { return p; }));
}

INSTANTIATE_TEST_SUITE_P(All, TopologyExampleMesh,
  ::testing::Values(Case{ "CB", TopologyExample::Cantilever, { 1, 0 } },
    Case{ "CB", TopologyExample::Cantilever, { 7, 0 } },
    Case{ "LB", TopologyExample::LBeam, { 3, 0 } }, Case{ "LB", TopologyExample::LBeam, { 17, 0 } },
    Case{ "LB", TopologyExample::LBeam, paperSize(TopologyExample::LBeam, 1) },
    Case{ "MC", TopologyExample::MichellCantilever, { 4, 0 } },
    Case{ "MC", TopologyExample::MichellCantilever, { 9, 2 } },
    Case{ "MC", TopologyExample::MichellCantilever, { 13, 0 } },
    Case{ "MC", TopologyExample::MichellCantilever, { 31, 0 } },
    Case{
      "MC", TopologyExample::MichellCantilever, paperSize(TopologyExample::MichellCantilever, 1) },
    Case{ "CR", TopologyExample::ConnectingRod, { 14, 0 } },
    Case{ "CR", TopologyExample::ConnectingRod, { 17, 3 } },
    Case{ "CR", TopologyExample::ConnectingRod, { 23, 0 } },
    Case{ "CR", TopologyExample::ConnectingRod, { 45, 0 } },
    Case{ "CR", TopologyExample::ConnectingRod, paperSize(TopologyExample::ConnectingRod, 1) }),
  [](const auto& one)
  { return std::string(one.param.name) + "At" + std::to_string(one.param.size.resolution); });

TEST(TopologyExamples, SlowHaveThePapersSizes)
{
  // Table 1 of the EbE paper has these sizes. CB and LB consist of cubes with these numbers; the
  // other meshes were made for the examples.
  struct Row
  {
    TopologyExample example;
    std::array<double, NumberOfPaperSizes> elements;
    double tolerance;
  };
  const std::array<Row, 4> table = { {
    { TopologyExample::Cantilever, { 31250, 85750, 182250, 432000, 1024000 }, 0.0 },
    { TopologyExample::LBeam, { 32768, 85184, 188384, 438976, 1000000 }, 0.0 },
    { TopologyExample::MichellCantilever, { 38148, 85674, 183432, 453175, 1170894 }, 0.02 },
    { TopologyExample::ConnectingRod, { 33178, 85376, 182637, 465708, 1033820 }, 0.02 },
  } };
  const std::array<int, NumberOfPaperSizes> michellLayers = { 3, 3, 4, 5, 6 };
  for (const Row& row : table)
  {
    for (int size = 1; size <= NumberOfPaperSizes; ++size)
    {
      const ExampleSize paper = paperSize(row.example, size);
      const double published = row.elements[static_cast<std::size_t>(size) - 1];
      const auto elements =
        static_cast<double>(makeExample(row.example, paper).structure.mesh.numberOfElements());
      EXPECT_LE(std::abs(elements / published - 1.0), row.tolerance)
        << elements << " for " << published;
      if (row.example == TopologyExample::MichellCantilever)
      {
        EXPECT_EQ(paper.layers, michellLayers[static_cast<std::size_t>(size) - 1]);
      }
    }
  }
}
