// Tests of aggregates of nodes: each node belongs to one, each is connected, and none crosses a
// slit.

#include "Solver/MeshMultigridCases.h"
#include "Support/Meshes/JoinedMeshes.h"

#include "Mesh/Neighbours/NeighbourMatrixReference.h"
#include "Solver/Aggregation/ConnectedAggregates.h"
#include "Solver/Aggregation/CornerMesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
struct Graph
{
  std::vector<std::int64_t> starts{ 0 };
  std::vector<std::int32_t> neighbours;

  explicit Graph(const Mesh& mesh)
  {
    for (const std::set<std::int32_t>& row : reference::neighbours(mesh))
    {
      this->neighbours.insert(this->neighbours.end(), row.begin(), row.end());
      this->starts.push_back(static_cast<std::int64_t>(this->neighbours.size()));
    }
  }
};

void expectPartition(const Mesh& mesh, const Graph& graph, const std::vector<std::uint8_t>& used,
  double nodesPerAggregate)
{
  const AggregateNumbers found =
    connectedAggregates(mesh.points, graph.starts, graph.neighbours, used, nodesPerAggregate);
  std::map<std::int32_t, std::vector<std::int32_t>> members;
  for (std::size_t n = 0; n < used.size(); ++n)
  {
    ASSERT_EQ(found.ofNode[n] >= 0, used[n] != 0);
    ASSERT_LT(found.ofNode[n], found.count);
    if (used[n])
    {
      members[found.ofNode[n]].push_back(static_cast<std::int32_t>(n));
    }
  }
  ASSERT_EQ(members.size(), static_cast<std::size_t>(found.count));
  for (const auto& [aggregate, nodes] : members)
  {
    // Each aggregate is connected by edges between its own nodes.
    std::set<std::int32_t> reached = { nodes.front() };
    std::vector<std::int32_t> open = { nodes.front() };
    while (!open.empty())
    {
      const auto n = static_cast<std::size_t>(open.back());
      open.pop_back();
      for (std::int64_t k = graph.starts[n]; k < graph.starts[n + 1]; ++k)
      {
        const std::int32_t other = graph.neighbours[static_cast<std::size_t>(k)];
        if (found.ofNode[static_cast<std::size_t>(other)] == aggregate &&
          reached.insert(other).second)
        {
          open.push_back(other);
        }
      }
    }
    EXPECT_EQ(reached.size(), nodes.size()) << "aggregate " << aggregate;
    EXPECT_LE(double(nodes.size()), 3.0 * nodesPerAggregate + 1.0);
  }
  EXPECT_GE(
    double(found.count), 0.5 * double(std::count(used.begin(), used.end(), 1)) / nodesPerAggregate);
}
}

TEST(ConnectedAggregates, AreConnectedAndCoverWhatIsUsed)
{
  Random random(7);
  for (const CellType type : { CellType::Hexahedron, CellType::Tetrahedron })
  {
    const Mesh mesh = wavyBox(type, { 9, 7, 5 }, { 2.0, 1.0, 1.0 });
    const Graph graph(mesh);
    for (const double size : { 1.0, 6.0, 20.0, 1e4 })
    {
      std::vector<std::uint8_t> used(mesh.numberOfNodes(), 1);
      expectPartition(mesh, graph, used, size);
      for (std::uint8_t& mark : used)
      {
        mark = random.uniform(0.0, 1.0) < 0.8 ? 1 : 0;
      }
      expectPartition(mesh, graph, used, size);
    }
  }
}

TEST(ConnectedAggregates, KeepPartsApartThatTouchNowhere)
{
  // Two plates with a slit much thinner than an element.
  const auto plate = [](double bottom)
  {
    return makeBox(CellType::Hexahedron, { 12, 12, 1 },
      [bottom](const std::array<double, 3>& p) {
        return std::array<double, 3>{ p[0], p[1], bottom + 0.05 * p[2] };
      });
  };
  const Mesh mesh = joinMeshes({ plate(0.0), plate(0.051) }, 1e-6);
  const Graph graph(mesh);
  const AggregateNumbers found = connectedAggregates(mesh.points, graph.starts, graph.neighbours,
    std::vector<std::uint8_t>(mesh.numberOfNodes(), 1), 20.0);
  std::map<std::int32_t, std::set<bool>> sides;
  for (std::size_t n = 0; n < found.ofNode.size(); ++n)
  {
    sides[found.ofNode[n]].insert(mesh.points[3 * n + 2] > 0.0505);
  }
  for (const auto& [aggregate, where] : sides)
  {
    EXPECT_EQ(where.size(), 1u) << aggregate;
  }
}

TEST(ConnectedAggregates, HaveTheMeanPositions)
{
  const std::vector<double> points = { 0, 0, 0, 2, 0, 0, 5, 5, 5 };
  const std::vector<double> centres = aggregateCentres(points, { { 0, 0, 1 }, 2 });
  EXPECT_EQ(centres, (std::vector<double>{ 1, 0, 0, 5, 5, 5 }));
}

TEST(CornerMesh, HasLinearElementsOnTheCorners)
{
  for (const auto& [quadratic, linear] :
    { std::pair{ CellType::QuadraticTetrahedron, CellType::Tetrahedron },
      std::pair{ CellType::QuadraticHexahedron, CellType::Hexahedron } })
  {
    const std::array<int, 3> cells = { 3, 2, 2 };
    const auto map = [](const std::array<double, 3>& p) { return p; };
    const Mesh mesh = makeBox(quadratic, cells, map);
    const Mesh expected = makeBox(linear, cells, map);
    EXPECT_TRUE(hasQuadraticElements(mesh));
    EXPECT_FALSE(hasQuadraticElements(expected));
    const CornerMesh corners = makeCornerMesh(mesh);
    EXPECT_EQ(corners.mesh.numberOfNodes(), expected.numberOfNodes());
    EXPECT_EQ(corners.mesh.numberOfElements(), expected.numberOfElements());
    EXPECT_EQ(corners.mesh.cellType, linear);
    // A linear field is continued exactly.
    for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        double mean = 0.0;
        for (const std::int32_t end : corners.ends[n])
        {
          mean += 0.5 * corners.mesh.points[3 * static_cast<std::size_t>(end) + c];
        }
        EXPECT_NEAR(mean, mesh.points[3 * n + c], 1e-14);
      }
    }
    // Springs keep their sum.
    Random random(3);
    const std::vector<double> springs = random.vector(mesh.points.size(), 0.0, 1.0);
    const std::vector<double> ofCorners = cornerSprings(corners, springs);
    double before = 0.0;
    double after = 0.0;
    for (const double s : springs)
    {
      before += s;
    }
    for (const double s : ofCorners)
    {
      after += s;
    }
    EXPECT_NEAR(before, after, 1e-10 * before);
    EXPECT_TRUE(cornerSprings(corners, {}).empty());
  }
}
