// Tests of stage 1 of assembly in every space, against the sequential reference and the sums of the
// oracle.

#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Device.h"
#include "Core/Error.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/Neighbours/NeighbourMatrix.h"
#include "Mesh/Neighbours/NeighbourMatrixReference.h"

#include <gtest/gtest.h>

#include <set>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class NeighbourMatrixTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(NeighbourMatrixTest, Spaces, SpaceNames);

const std::array<CellType, 4> Types = { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
  CellType::Hexahedron, CellType::QuadraticHexahedron };

Mesh box(CellType type, const std::array<int, 3>& cells)
{
  return makeBox(type, cells, [](const std::array<double, 3>& p) { return p; });
}

/// A mesh with randomly numbered nodes, some of which have no elements.
Mesh shuffled(const Mesh& mesh, Random& random)
{
  const std::size_t nodes = mesh.numberOfNodes() + 7;
  const std::vector<std::size_t> order = random.permutation(nodes);
  Mesh result = mesh;
  result.points.assign(3 * nodes, 0.0);
  for (std::int32_t& node : result.connectivity)
  {
    node = static_cast<std::int32_t>(order[static_cast<std::size_t>(node)]);
  }
  return result;
}

template <class Space>
NeighbourMatrix<Space> neighboursOf(const Context<Space>& context, const Mesh& mesh)
{
  return makeNeighbourMatrix(
    context, static_cast<std::int64_t>(mesh.numberOfNodes()), makeElementGroups(context, mesh));
}

template <class Space>
void expectReference(const Context<Space>& context, const Mesh& mesh)
{
  const NeighbourMatrix<Space> matrix = neighboursOf(context, mesh);
  const std::vector<std::int64_t> starts = matrix.starts.toHost();
  const std::vector<std::int32_t> nodes = matrix.nodes.toHost();
  const std::vector<std::set<std::int32_t>> expected = reference::neighbours(mesh);
  ASSERT_EQ(starts.size(), expected.size() + 1);
  ASSERT_EQ(starts.front(), 0);
  ASSERT_EQ(starts.back(), static_cast<std::int64_t>(nodes.size()));
  std::size_t most = 0;
  for (std::size_t n = 0; n < expected.size(); ++n)
  {
    const std::vector<std::int32_t> row(nodes.begin() + starts[n], nodes.begin() + starts[n + 1]);
    ASSERT_EQ(row, std::vector<std::int32_t>(expected[n].begin(), expected[n].end())) << n;
    most = std::max(most, expected[n].size());
  }
  EXPECT_EQ(matrix.most, static_cast<int>(most));
  const NeighbourCounts counts = countNeighbours(mesh);
  EXPECT_EQ(counts.rows, matrix.rows());
  EXPECT_EQ(counts.pairs, matrix.pairs());
  EXPECT_EQ(counts.most, matrix.most);
}

/// Returns tetrahedra around an edge between the nodes 0 and 1.
Mesh fan(std::int32_t tetrahedra)
{
  Mesh mesh;
  mesh.cellType = CellType::Tetrahedron;
  mesh.points.assign(3 * (static_cast<std::size_t>(tetrahedra) + 2), 0.0);
  for (std::int32_t e = 0; e < tetrahedra; ++e)
  {
    const std::array<std::int32_t, 4> nodes = { 0, 1, 2 + e, 2 + (e + 1) % tetrahedra };
    mesh.connectivity.insert(mesh.connectivity.end(), nodes.begin(), nodes.end());
  }
  return mesh;
}
}

TYPED_TEST(NeighbourMatrixTest, HasTheSumsOfTheOracle)
{
  // These numbers are from oracles/elements_reference.py, matrices: sum and largest number of
  // neighbours in 4 x 4 x 4.
  const std::array<std::int64_t, 4> sums = { 1333, 17025, 2197, 17329 };
  const std::array<int, 4> largest = { 15, 65, 27, 81 };
  for (std::size_t t = 0; t < Types.size(); ++t)
  {
    const NeighbourMatrix<TypeParam> matrix =
      neighboursOf(this->context(), box(Types[t], { 4, 4, 4 }));
    EXPECT_EQ(matrix.pairs(), sums[t]);
    EXPECT_EQ(matrix.most, largest[t]);
  }
}

TYPED_TEST(NeighbourMatrixTest, IsTheReferenceOnRandomNumberings)
{
  Random random(71);
  for (const CellType type : Types)
  {
    SCOPED_TRACE(cellShape(type).name);
    for (const std::array<int, 3>& cells : { std::array<int, 3>{ 1, 1, 1 }, { 5, 3, 4 } })
    {
      expectReference(this->context(), shuffled(box(type, cells), random));
    }
  }
}

TYPED_TEST(NeighbourMatrixTest, IsTheReferenceOnSeveralTypes)
{
  Random random(72);
  const Mesh tetrahedra = makeBox(CellType::Tetrahedron, { 3, 3, 3 },
    [](const std::array<double, 3>& p) {
      return std::array<double, 3>{ p[0] + 1.0, p[1], p[2] };
    });
  const Mesh mesh = joinMeshes({ box(CellType::Hexahedron, { 3, 3, 3 }), tetrahedra }, 1e-9);
  ASSERT_TRUE(mesh.isMixed());
  expectReference(this->context(), mesh);
  expectReference(this->context(), shuffled(mesh, random));
}

TYPED_TEST(NeighbourMatrixTest, TakesNodesOfManyElements)
{
  expectReference(this->context(), fan(900));
}

TYPED_TEST(NeighbourMatrixTest, RefusesNodesThatATeamsMemoryDoesNotTake)
{
  if (TypeParam::Id == ExecutionSpace::Host)
  {
    expectReference(this->context(), fan(20000));
    return;
  }
  try
  {
    neighboursOf(this->context(), fan(20000));
    FAIL() << "accepted";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), { "80000", "without an assembled matrix" });
  }
}

TYPED_TEST(NeighbourMatrixTest, IsEmptyWithoutElements)
{
  for (const std::size_t nodes : { 0, 5 })
  {
    Mesh mesh;
    mesh.points.assign(3 * nodes, 0.0);
    expectReference(this->context(), mesh);
  }
}

TEST(NeighbourMatrix, IsTheSameForAnyNumberOfThreads)
{
  Random random(73);
  const Mesh mesh = shuffled(box(CellType::QuadraticTetrahedron, { 7, 6, 5 }), random);
  const int before = hostThreads();
  const Context<HostSpace> context;
  std::vector<std::vector<std::int32_t>> nodes;
  for (const int threads : { 1, 2, 5 })
  {
    setHostThreads(threads);
    nodes.push_back(neighboursOf(context, mesh).nodes.toHost());
  }
  setHostThreads(before);
  EXPECT_EQ(nodes[0], nodes[1]);
  EXPECT_EQ(nodes[0], nodes[2]);
}
