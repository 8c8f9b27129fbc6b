// Tests of meshes of several types of cells, and of faces that do not match.

#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"

#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/Generators/QuadraticMesh.h"
#include "Mesh/MeshFaces.h"
#include "Mesh/MeshParts.h"
#include "Mesh/NodeElements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
Mesh boxAt(CellType type, double x)
{
  return makeBox(type, { 1, 1, 1 }, [x](const Point& p) { return Point{ p[0] + x, p[1], p[2] }; });
}

Mesh sideBySide(CellType first, CellType second)
{
  return joinMeshes({ boxAt(first, 0.0), boxAt(second, 1.0) }, 1e-9);
}
}

TEST(MixedMesh, HasTypesOnlyWhereTheyDiffer)
{
  const std::vector<std::int32_t> nodes = { 0, 1, 2, 3, 4, 5, 6, 7 };
  Mesh mesh;
  mesh.append(CellType::Tetrahedron, nodes.data());
  mesh.append(CellType::Tetrahedron, nodes.data() + 1);
  EXPECT_FALSE(mesh.isMixed());
  EXPECT_EQ(mesh.cellType, CellType::Tetrahedron);
  EXPECT_EQ(mesh.numberOfElements(), 2U);
  EXPECT_FALSE(isHexahedral(mesh));
  mesh.append(CellType::Hexahedron, nodes.data());
  mesh.append(CellType::Tetrahedron, nodes.data() + 4);
  ASSERT_TRUE(mesh.isMixed());
  EXPECT_FALSE(isHexahedral(mesh));
  EXPECT_EQ(mesh.numberOfElements(), 4U);
  EXPECT_EQ(mesh.offsets, (std::vector<std::int64_t>{ 0, 4, 8, 16, 20 }));
  EXPECT_EQ(mesh.type(1), CellType::Tetrahedron);
  EXPECT_EQ(mesh.type(2), CellType::Hexahedron);
  EXPECT_EQ(mesh.nodesOf(2), 8U);
  EXPECT_EQ(mesh.element(2)[7], 7);
  EXPECT_EQ(mesh.element(3)[0], 4);
  EXPECT_EQ(
    mesh.allTypes(), (std::vector<CellType>{ CellType::Tetrahedron, CellType::Hexahedron }));
  EXPECT_EQ(cellTypesText(mesh), "tetrahedra and hexahedra");
}

TEST(MixedMesh, KeepsTypesOfElementsThatAreKept)
{
  const Mesh mesh =
    joinMeshes({ boxAt(CellType::Hexahedron, 0.0), boxAt(CellType::Tetrahedron, 3.0) }, 1e-9);
  std::vector<std::uint8_t> keep(mesh.numberOfElements(), 0);
  keep[0] = keep[2] = 1;
  const Mesh kept = keepElements(mesh, keep);
  ASSERT_EQ(kept.numberOfElements(), 2U);
  EXPECT_EQ(kept.type(0), CellType::Hexahedron);
  EXPECT_EQ(kept.type(1), CellType::Tetrahedron);
  EXPECT_EQ(kept.numberOfNodes(), 12U);
  keep[0] = 0;
  EXPECT_FALSE(keepElements(mesh, keep).isMixed());
}

TEST(MixedMesh, KnowsTheElementsAroundNodes)
{
  const Mesh mesh = sideBySide(CellType::Hexahedron, CellType::Tetrahedron);
  const NodeElements around = findNodeElements(mesh);
  ASSERT_EQ(around.starts.back(), static_cast<std::int64_t>(mesh.connectivity.size()));
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    const auto begin = static_cast<std::size_t>(around.starts[n]);
    const auto end = static_cast<std::size_t>(around.starts[n + 1]);
    EXPECT_TRUE(std::is_sorted(&around.elements[begin], &around.elements[begin] + (end - begin)));
    for (std::size_t i = begin; i < end; ++i)
    {
      const auto e = static_cast<std::size_t>(around.elements[i]);
      ASSERT_LT(around.corners[i], mesh.nodesOf(e));
      EXPECT_EQ(mesh.element(e)[around.corners[i]], static_cast<std::int32_t>(n));
    }
  }
}

TEST(MixedMesh, MatchesWhereOneTypeIs)
{
  for (const CellShape& shape : CellShapes)
  {
    const Mesh mesh = makeBox(shape.type, { 3, 2, 2 }, [](const Point& p) { return p; });
    EXPECT_EQ(describeMismatch(mesh), "");
    EXPECT_EQ(findParts(mesh).count, 1);
    // Faces of separate cells, or of cells with a common edge only, need not match.
    EXPECT_EQ(describeMismatch(
                joinMeshes({ boxAt(shape.type, 0.0), boxAt(CellType::Tetrahedron, 5.0) }, 1e-9)),
      "");
  }
}

TEST(MixedMesh, IsRefusedWhereFacesDoNotMatch)
{
  const std::string quads =
    describeMismatch(sideBySide(CellType::Hexahedron, CellType::Tetrahedron));
  EXPECT_NE(quads.find("element 0, a hexahedron"), std::string::npos) << quads;
  EXPECT_NE(quads.find("quadrilateral is against triangles"), std::string::npos) << quads;
  EXPECT_NE(quads.find("1 pair"), std::string::npos) << quads;
  const std::string orders =
    describeMismatch(sideBySide(CellType::Tetrahedron, CellType::QuadraticTetrahedron));
  EXPECT_NE(orders.find("linear cell is against a quadratic"), std::string::npos) << orders;
  EXPECT_NE(orders.find("2 pairs"), std::string::npos) << orders;
  EXPECT_NE(describeMismatch(sideBySide(CellType::Hexahedron, CellType::QuadraticHexahedron)), "");
  EXPECT_NE(
    describeMismatch(sideBySide(CellType::QuadraticHexahedron, CellType::QuadraticTetrahedron)),
    "");
}

TEST(MixedMesh, IsRefusedWhereMidEdgeNodesAreTwo)
{
  Mesh mesh = sideBySide(CellType::QuadraticHexahedron, CellType::QuadraticHexahedron);
  ASSERT_EQ(describeMismatch(mesh), "");
  // This is the mid-edge node of edge 37 of the second cell, which also belongs to the first one.
  std::int32_t& node = mesh.connectivity[20 + 19];
  const double* p = &mesh.points[3 * static_cast<std::size_t>(node)];
  const std::vector<double> copy(p, p + 3);
  node = static_cast<std::int32_t>(mesh.numberOfNodes());
  mesh.points.insert(mesh.points.end(), copy.begin(), copy.end());
  const std::string text = describeMismatch(mesh);
  EXPECT_NE(text.find("other nodes in the middle of edges"), std::string::npos) << text;
}
