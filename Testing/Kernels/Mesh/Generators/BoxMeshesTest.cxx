#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Problems.h"

#include "Analysis/ElementGeometry.h"
#include "Element/ElementReference.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/Generators/QuadraticMesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
double totalVolume(const Mesh& mesh)
{
  const std::vector<double> volumes = elementVolumes(mesh);
  return std::accumulate(volumes.begin(), volumes.end(), 0.0);
}

Point same(const Point& p)
{
  return p;
}
}

TEST(BoxMeshes, HasTheKnownNumbersOfNeighbours)
{
  // Numbers of node pairs and largest numbers of neighbours are from an independent program in
  // Python.
  struct Known
  {
    CellType type;
    std::size_t nodes, elements, pairs, most;
  };
  for (const Known& known : { Known{ CellType::Tetrahedron, 125, 384, 1333, 15 },
         { CellType::QuadraticTetrahedron, 729, 384, 17025, 65 },
         { CellType::Hexahedron, 125, 64, 2197, 27 },
         { CellType::QuadraticHexahedron, 425, 64, 17329, 81 } })
  {
    const Mesh mesh = makeBox(known.type, { 4, 4, 4 }, same);
    EXPECT_EQ(mesh.numberOfNodes(), known.nodes);
    EXPECT_EQ(mesh.numberOfElements(), known.elements);
    std::vector<std::set<std::int32_t>> neighbours(mesh.numberOfNodes());
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        neighbours[static_cast<std::size_t>(mesh.element(e)[a])].insert(
          mesh.element(e), mesh.element(e) + mesh.nodesOf(e));
      }
    }
    std::size_t pairs = 0;
    std::size_t most = 0;
    for (const auto& row : neighbours)
    {
      pairs += row.size();
      most = std::max(most, row.size());
    }
    EXPECT_EQ(pairs, known.pairs);
    EXPECT_EQ(most, known.most);
    EXPECT_NEAR(totalVolume(mesh), 1.0, 1e-13);
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      EXPECT_GT(elementSize(mesh, e).smallestDeterminant, 0.0);
    }
  }
}

TEST(BoxMeshes, PutsMidEdgeNodesOnCurves)
{
  const BoxMap quarterRing = [](const Point& p)
  {
    const double r = 1.0 + p[0];
    const double angle = p[1] * M_PI / 2;
    return Point{ r * std::cos(angle), r * std::sin(angle), p[2] };
  };
  for (const CellType type : { CellType::QuadraticTetrahedron, CellType::QuadraticHexahedron })
  {
    const Mesh mesh = makeBox(type, { 2, 4, 1 }, quarterRing);
    // There are nodes at five radii.
    for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
    {
      const Point p = nodePosition(mesh, n);
      const double steps = 4 * (std::hypot(p[0], p[1]) - 1.0);
      EXPECT_NEAR(steps, std::round(steps), 1e-12);
    }
    const double exact = 0.75 * M_PI;
    const double coarse = std::abs(totalVolume(mesh) - exact);
    const double fine = std::abs(totalVolume(makeBox(type, { 4, 8, 1 }, quarterRing)) - exact);
    EXPECT_LT(coarse, 2e-4);
    EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.1) << "order of the geometry";
  }
}

TEST(BoxMeshes, BecomeQuadratic)
{
  for (const CellType type : { CellType::Tetrahedron, CellType::Hexahedron })
  {
    const Mesh linear = makeBox(type, { 3, 2, 4 }, same);
    const QuadraticMesh quadratic = makeQuadratic(linear);
    const Mesh expected = makeBox(quadraticType(type), { 3, 2, 4 }, same);
    ASSERT_EQ(quadratic.mesh.numberOfNodes(), expected.numberOfNodes());
    ASSERT_EQ(quadratic.mesh.connectivity.size(), expected.connectivity.size());
    ASSERT_EQ(quadratic.ends.size(), expected.numberOfNodes() - linear.numberOfNodes());
    EXPECT_TRUE(
      std::equal(linear.points.begin(), linear.points.end(), quadratic.mesh.points.begin()));
    for (std::size_t i = 0; i < expected.connectivity.size(); ++i)
    {
      const Point a = nodePosition(expected, std::size_t(expected.connectivity[i]));
      const Point b = nodePosition(quadratic.mesh, std::size_t(quadratic.mesh.connectivity[i]));
      EXPECT_NEAR(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 0.0, 1e-15);
    }
    EXPECT_EQ(makeQuadratic(quadratic.mesh).ends.size(), 0U) << "nothing is left to add";
  }
}

TEST(BoxMeshes, BecomeQuadraticAlsoBesideQuadraticCells)
{
  const Mesh a = makeBox(CellType::Hexahedron, { 1, 1, 1 }, same);
  const Mesh b = makeBox(CellType::QuadraticHexahedron, { 1, 1, 1 },
    [](const Point& p) {
      return Point{ p[0] + 1.0, p[1], p[2] };
    });
  const QuadraticMesh all = makeQuadratic(joinMeshes({ a, b }, 1e-9));
  EXPECT_FALSE(all.mesh.isMixed());
  EXPECT_EQ(all.mesh.numberOfNodes(), 32U);
  EXPECT_EQ(all.ends.size(), 8U) << "four edges are shared";
}

TEST(BoxMeshes, AreJoinedWherePointsCoincide)
{
  const Mesh a = makeBox(CellType::Hexahedron, { 2, 2, 2 }, same);
  const Mesh b = makeBox(CellType::Hexahedron, { 2, 2, 2 },
    [](const Point& p) {
      return Point{ p[0] + 1.0 + 3e-10, p[1] - 2e-10, p[2] };
    });
  EXPECT_EQ(joinMeshes({ a, b }, 1e-9).numberOfNodes(), 45U);
  EXPECT_EQ(joinMeshes({ a, b }, 1e-10).numberOfNodes(), 54U);
}
