// Tests of the lattice over a mesh: its cells, bounds of the numbers of its voxels, and meshes
// without a suitable lattice.

#include "Solver/AuxiliaryLattice/LatticeFrame.h"
#include "Solver/MeshMultigridCases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
Mesh box(CellType type, const std::array<int, 3>& cells, const std::array<double, 3>& size)
{
  return makeBox(type, cells,
    [&](const std::array<double, 3>& p) {
      return std::array<double, 3>{ size[0] * p[0] - 1.0, size[1] * p[1], size[2] * p[2] + 5.0 };
    });
}
}

TEST(LatticeFrameTest, HasCellsOfTheDistanceOfNodes)
{
  for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
         CellType::Hexahedron, CellType::QuadraticHexahedron })
  {
    SCOPED_TRACE(static_cast<int>(type));
    const int nodes =
      type == CellType::QuadraticTetrahedron || type == CellType::QuadraticHexahedron
      ? 2
      : 1; // on an edge
    const auto frame = latticeAround(box(type, { 12, 6, 6 }, { 6.0, 9.0, 3.0 }), 1.5);
    ASSERT_TRUE(frame.has_value());
    const int expected[3] = { nodes * 8, nodes * 4, nodes * 4 };
    const double size[3] = { 6.0, 9.0, 3.0 };
    const double origin[3] = { -1.0, 0.0, 5.0 };
    for (int d = 0; d < 3; ++d)
    {
      EXPECT_EQ(frame->cells[d], expected[d]);
      EXPECT_DOUBLE_EQ(frame->spacing[d], size[d] / expected[d]);
      EXPECT_NEAR(frame->origin[d], origin[d], 1e-12);
    }
    EXPECT_EQ(frame->voxels, frame->size());
  }
}

TEST(LatticeFrameTest, BoundsVoxelsByBoxesOfElements)
{
  Random random(77);
  const Mesh all = wavyBox(CellType::Hexahedron, { 9, 8, 7 }, { 2.0, 1.0, 1.5 });
  std::vector<std::uint8_t> keep(all.numberOfElements());
  for (std::uint8_t& kept : keep)
  {
    kept = random.uniform(0, 1) < 0.2;
  }
  const Mesh mesh = keepElements(all, keep);
  const auto frame = latticeAround(mesh, 0.8);
  ASSERT_TRUE(frame.has_value());
  std::set<std::int64_t> cells;
  std::int64_t pairs = 0;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (std::int64_t c = 0; c < frame->size(); ++c)
    {
      const std::int64_t at[3] = { c % frame->cells[0], c / frame->cells[0] % frame->cells[1],
        c / frame->cells[0] / frame->cells[1] };
      bool meets = true;
      for (int d = 0; d < 3; ++d)
      {
        double low = 1e300;
        double high = -1e300;
        for (int a = 0; a < 8; ++a)
        {
          const double x =
            frame->local(&mesh.points[3 * static_cast<std::size_t>(mesh.element(e)[a])], d);
          low = std::min(low, x);
          high = std::max(high, x);
        }
        // A node between two cells belongs to the second.
        meets = meets && low < double(at[d] + 1) && high >= double(at[d]);
      }
      if (meets)
      {
        cells.insert(c);
        ++pairs;
      }
    }
  }
  EXPECT_EQ(frame->voxels, static_cast<std::int64_t>(cells.size()));
  EXPECT_EQ(frame->shares, pairs);
  std::set<std::array<std::int64_t, 3>> nodes;
  for (const std::int64_t c : cells)
  {
    for (int a = 0; a < 8; ++a)
    {
      nodes.insert(
        { c % frame->cells[0] + (a & 1), c / frame->cells[0] % frame->cells[1] + (a >> 1 & 1),
          c / frame->cells[0] / frame->cells[1] + (a >> 2) });
    }
  }
  EXPECT_EQ(frame->nodes, static_cast<std::int64_t>(nodes.size()));
}

TEST(LatticeFrameTest, SuitsNoMeshesOfElementsOfAllSizes)
{
  Mesh graded = box(CellType::Hexahedron, { 20, 20, 20 }, { 20.0, 20.0, 20.0 });
  EXPECT_TRUE(latticeAround(graded, 1.25).has_value());
  for (double& x : graded.points)
  {
    x = std::exp(0.3 * x);
  }
  EXPECT_FALSE(latticeAround(graded, 1.25).has_value());
  // Some elements are longer than all others together.
  Mesh large = box(CellType::Hexahedron, { 20, 20, 20 }, { 20.0, 20.0, 20.0 });
  for (std::size_t i = 0; i < large.points.size(); i += 3)
  {
    large.points[i] += large.points[i] > 18.5 ? 200.0 : 0.0;
  }
  EXPECT_FALSE(latticeAround(large, 1.25).has_value());
}

TEST(LatticeFrameTest, SuitsNoMeshesOfFlatElements)
{
  EXPECT_TRUE(
    latticeAround(box(CellType::Hexahedron, { 20, 20, 4 }, { 20.0, 20.0, 1.0 }), 1.25).has_value());
  EXPECT_FALSE(
    latticeAround(box(CellType::Hexahedron, { 20, 20, 4 }, { 20.0, 20.0, 0.5 }), 1.25).has_value());
}

TEST(LatticeFrameTest, SuitsNoMeshesThatFillLittleOfTheirBox)
{
  // The rod is along the diagonal.
  Mesh rod = box(CellType::Hexahedron, { 200, 2, 2 }, { 200.0, 2.0, 2.0 });
  EXPECT_TRUE(latticeAround(rod, 1.25).has_value());
  for (std::size_t i = 0; i < rod.points.size(); i += 3)
  {
    rod.points[i + 1] += rod.points[i];
    rod.points[i + 2] += rod.points[i];
  }
  EXPECT_FALSE(latticeAround(rod, 1.25).has_value());
  EXPECT_FALSE(latticeAround(Mesh(), 1.25).has_value());
  // The mesh has no thickness.
  Mesh flat = box(CellType::Hexahedron, { 4, 4, 4 }, { 4.0, 4.0, 4.0 });
  for (std::size_t i = 2; i < flat.points.size(); i += 3)
  {
    flat.points[i] = 5.0;
  }
  EXPECT_FALSE(latticeAround(flat, 1.25).has_value());
}
