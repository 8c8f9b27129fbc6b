// Tests of voxels over a mesh: their moduli, the interpolation of displacements, and supports.

#include "Solver/AuxiliaryLattice/MeshLattice.h"
#include "Solver/MeshMultigridCases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
const std::array<CellType, 4> AllTypes = { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
  CellType::Hexahedron, CellType::QuadraticHexahedron };

template <class Space>
class MeshLatticeTest : public OnSpace<Space>
{
protected:
  MeshLattice<Space> make(const Mesh& mesh, double edges, const std::vector<std::uint8_t>& supports)
  {
    const std::optional<LatticeFrame> frame = latticeAround(mesh, edges);
    EXPECT_TRUE(frame.has_value());
    return MeshLattice<Space>(layoutsOf(this->context(), mesh), mesh, *frame, CaseRatio, supports);
  }
  MeshLattice<Space> make(const Mesh& mesh, double edges)
  {
    return this->make(mesh, edges, std::vector<std::uint8_t>(mesh.points.size(), 0));
  }

  std::vector<double> moduliOf(
    MeshLattice<Space>& lattice, const std::vector<double>& moduli, double least = 0.0)
  {
    const Vector<Space> there(makeLayout(this->context(), Entity::MaterialPoint,
                                static_cast<std::int64_t>(moduli.size()), 1),
      moduli);
    lattice.setModuli(there, least);
    return lattice.voxels().moduli().toHost();
  }

  /// Returns P coarse.
  std::vector<float> prolonged(MeshLattice<Space>& lattice, const std::vector<double>& coarse)
  {
    const Vector<Space, float> from(
      lattice.voxels().layoutPointer(), std::vector<float>(coarse.begin(), coarse.end()));
    const auto n = static_cast<std::size_t>(lattice.free().size());
    DeviceVector<float, Space> d(this->context(), n);
    DeviceVector<float, Space> x(this->context(), n);
    x.zero();
    lattice.prolong(from, d.data(), x.data());
    EXPECT_EQ(x.toHost(), d.toHost());
    return d.toHost();
  }

  Random random{ 61 };
};
TYPED_TEST_SUITE(MeshLatticeTest, Spaces, SpaceNames);

double edgeProduct(const VoxelGrid& grid)
{
  return grid.spacing()[0] * grid.spacing()[1] * grid.spacing()[2];
}

/// Positions of the grid's nodes.
std::vector<double> positionsOf(const VoxelGrid& grid)
{
  std::vector<double> result;
  for (const std::int32_t at : grid.nodePositions())
  {
    const std::size_t d = result.size() % 3;
    result.push_back(grid.origin()[d] + at * grid.spacing()[d]);
  }
  return result;
}

/// A displacement that is linear in the position.
std::vector<double> linearField(const std::vector<double>& points)
{
  std::vector<double> field(points.size());
  for (std::size_t i = 0; i < points.size(); i += 3)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      field[i + c] = 0.3 * double(c) + 0.2 * points[i] - 0.5 * double(c + 1) * points[i + 1] +
        0.1 * double(c * c) * points[i + 2];
    }
  }
  return field;
}
}

TYPED_TEST(MeshLatticeTest, HasTheElementsOfAMeshThatFollowsIt)
{
  const Mesh mesh = makeBox(CellType::Hexahedron, { 7, 9, 5 },
    [](const std::array<double, 3>& p) {
      return std::array<double, 3>{ 7.0 * p[0], 18.0 * p[1], 2.5 * p[2] };
    });
  auto lattice = this->make(mesh, 1.0);
  ASSERT_EQ(lattice.grid().numberOfElements(), 7 * 9 * 5);
  const std::vector<double> moduli = this->random.vector(mesh.numberOfElements(), 0.1, 1.0);
  const std::vector<double> found = this->moduliOf(lattice, moduli);
  const std::vector<std::int64_t> places = lattice.grid().elementIndices();
  for (std::size_t v = 0; v < found.size(); ++v)
  {
    // The value is exact, except for sample points at corners, some of which are assigned to
    // neighbouring voxels.
    EXPECT_NEAR(found[v], moduli[static_cast<std::size_t>(places[v])], 0.2);
  }
}

TYPED_TEST(MeshLatticeTest, SharesTheStiffnessOfElements)
{
  for (const CellType type : AllTypes)
  {
    SCOPED_TRACE(static_cast<int>(type));
    for (const double edges : { 1.1, 1.25, 2.0 })
    {
      const Mesh mesh = wavyBox(type, { 10, 6, 7 }, { 2.0, 1.0, 1.0 });
      const std::optional<LatticeFrame> frame = latticeAround(mesh, edges);
      ASSERT_TRUE(frame.has_value());
      auto lattice = this->make(mesh, edges);
      // If moduli are nearly constant within a voxel, those of inner voxels are reproduced.
      std::vector<double> moduli(mesh.numberOfElements());
      for (std::size_t e = 0; e < moduli.size(); ++e)
      {
        const std::int32_t* nodes = mesh.element(e);
        moduli[e] = 2.0 + mesh.points[3 * static_cast<std::size_t>(nodes[0])];
      }
      const std::vector<double> found = this->moduliOf(lattice, moduli);
      const VoxelGrid& grid = lattice.grid();
      EXPECT_LE(grid.numberOfElements(), frame->voxels);
      EXPECT_LE(grid.numberOfNodes(), frame->nodes);
      const std::vector<std::int32_t> at = grid.elementPositions();
      double sum = 0.0;
      std::array<double, 2> ofHalf = {};   // of inner voxels
      std::array<double, 2> expected = {}; // from the moduli at their centres
      for (std::size_t v = 0; v < found.size(); ++v)
      {
        EXPECT_GT(found[v], 0.0);
        sum += found[v] * edgeProduct(grid);
        bool isInside = true;
        for (std::size_t d = 0; d < 3; ++d)
        {
          isInside = isInside && at[3 * v + d] > 0 && at[3 * v + d] < grid.cells()[d] - 1;
        }
        const double x = grid.origin()[0] + (at[3 * v] + 0.5) * grid.spacing()[0];
        if (isInside)
        {
          const std::size_t half = x < 1.0 ? 0 : 1;
          ofHalf[half] += found[v];
          expected[half] += 2.0 + x;
        }
      }
      // With few points in each element moduli of inner voxels are up to a quarter too low, but
      // equal on both sides.
      const double left = ofHalf[0] / expected[0];
      EXPECT_NEAR(left, 0.9, 0.2) << edges;
      EXPECT_NEAR(ofHalf[1] / expected[1] / left, 1.0, 0.05) << edges;
      // The sum over all voxels is the integral of 2 + x over the box, up to the error of the
      // points that represent elements.
      EXPECT_NEAR(sum, 6.0, 0.3);
    }
  }
}

TYPED_TEST(MeshLatticeTest, RaisesModuli)
{
  const Mesh mesh = wavyBox(CellType::Hexahedron, { 6, 5, 4 }, { 2.0, 1.0, 1.0 });
  auto lattice = this->make(mesh, 1.25);
  std::vector<double> moduli(mesh.numberOfElements(), 1e-9);
  moduli[17] = 1.0;
  const std::vector<double> found = this->moduliOf(lattice, moduli, 1e-4);
  for (const double modulus : found)
  {
    EXPECT_GE(modulus, 1e-4);
  }
  EXPECT_GT(*std::max_element(found.begin(), found.end()), 0.1);
}

TYPED_TEST(MeshLatticeTest, HasStiffnessWhereAnyStiffElementHasNodes)
{
  // Single stiff elements in void: no voxel in which one of their nodes is interpolated is void.
  const Mesh mesh = wavyBox(CellType::Hexahedron, { 9, 8, 7 }, { 2.0, 1.0, 1.0 });
  auto lattice = this->make(mesh, 1.25);
  for (int repeat = 0; repeat < 20; ++repeat)
  {
    std::vector<double> moduli(mesh.numberOfElements(), 0.0);
    const std::size_t stiff = this->random.index(moduli.size());
    moduli[stiff] = 1.0;
    const std::vector<double> found = this->moduliOf(lattice, moduli);
    const VoxelGrid& grid = lattice.grid();
    for (int a = 0; a < 8; ++a)
    {
      const double* p = &mesh.points[3 * static_cast<std::size_t>(mesh.element(stiff)[a])];
      int at[3];
      for (std::size_t d = 0; d < 3; ++d)
      {
        const double cell = (p[d] - grid.origin()[d]) / grid.spacing()[d];
        at[d] = std::clamp(static_cast<int>(cell), 0, grid.cells()[d] - 1);
      }
      const std::int32_t voxel = grid.element(at[0], at[1], at[2]);
      ASSERT_GE(voxel, 0);
      EXPECT_GT(found[static_cast<std::size_t>(voxel)], 1e-3);
    }
  }
}

TYPED_TEST(MeshLatticeTest, ProlongsLinearFieldsExactly)
{
  for (const CellType type : AllTypes)
  {
    SCOPED_TRACE(static_cast<int>(type));
    const Mesh mesh = wavyBox(type, { 8, 5, 6 }, { 2.0, 1.0, 1.0 });
    auto lattice = this->make(mesh, 1.25);
    const std::vector<float> found =
      this->prolonged(lattice, linearField(positionsOf(lattice.grid())));
    const std::vector<double> expected = linearField(mesh.points);
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      ASSERT_NEAR(found[i], expected[i], 1e-5);
    }
  }
}

TYPED_TEST(MeshLatticeTest, RestrictsByTheTransposeOfFreeUnknowns)
{
  const Mesh mesh = wavyBox(CellType::Hexahedron, { 8, 5, 6 }, { 2.0, 1.0, 1.0 });
  const std::vector<std::uint8_t> supports = clampedEnd(mesh);
  auto lattice = this->make(mesh, 1.25, supports);
  const auto n = 3 * static_cast<std::size_t>(lattice.grid().numberOfNodes());
  std::vector<double> coarse = this->random.vector(n, -1.0, 1.0);
  std::vector<float> free(n);
  for (std::size_t i = 0; i < n; ++i)
  {
    free[i] = lattice.supports()[i] ? 0.0F : 1.0F;
    coarse[i] *= double(free[i]);
  }
  const std::vector<double> fine = this->random.vector(supports.size(), -1.0, 1.0);
  const std::vector<float> there = this->prolonged(lattice, coarse);
  const DeviceVector<float, TypeParam> r(
    this->context(), std::vector<float>(fine.begin(), fine.end()));
  const Vector<TypeParam, float> marks(lattice.voxels().layoutPointer(), free);
  Vector<TypeParam> back(lattice.voxels().layoutPointer());
  lattice.restrictTo(r.data(), marks, back);
  const std::vector<double> found = back.toHost();
  double left = 0.0;
  double right = 0.0;
  for (std::size_t i = 0; i < n; ++i)
  {
    left += found[i] * coarse[i];
    EXPECT_TRUE(found[i] == 0.0 || !lattice.supports()[i]);
  }
  for (std::size_t i = 0; i < fine.size(); ++i)
  {
    right += fine[i] * double(there[i]);
    EXPECT_TRUE(there[i] == 0.0F || !supports[i]);
  }
  EXPECT_NEAR(left, right, 1e-4 * double(n));
  EXPECT_NE(left, 0.0);
}

TYPED_TEST(MeshLatticeTest, ConstrainsTheNodesNearestToSupports)
{
  const Mesh mesh = wavyBox(CellType::Hexahedron, { 12, 6, 6 }, { 2.0, 1.0, 1.0 });
  std::vector<std::uint8_t> supports = clampedEnd(mesh);
  for (std::size_t i = 0; i < supports.size(); i += 3)
  {
    supports[i + 1] = 0; // not along y
  }
  auto lattice = this->make(mesh, 1.25, supports);
  const std::vector<double> positions = positionsOf(lattice.grid());
  for (std::size_t i = 0; i < positions.size(); ++i)
  {
    const bool isAtEnd = positions[i - i % 3] < 1e-9;
    EXPECT_EQ(lattice.supports()[i] != 0, isAtEnd && i % 3 != 1);
  }
}

TYPED_TEST(MeshLatticeTest, LeavesNodesOfNoElementAlone)
{
  Mesh mesh = wavyBox(CellType::Hexahedron, { 6, 5, 4 }, { 2.0, 1.0, 1.0 });
  mesh.points.insert(mesh.points.end(), { 50.0, 50.0, 50.0 });
  auto lattice = this->make(mesh, 1.25);
  const std::vector<float> found = this->prolonged(lattice,
    std::vector<double>(3 * static_cast<std::size_t>(lattice.grid().numberOfNodes()), 1.0));
  for (std::size_t i = 0; i < found.size(); ++i)
  {
    EXPECT_NEAR(found[i], i + 3 < found.size() ? 1.0 : 0.0, 1e-5);
  }
}
