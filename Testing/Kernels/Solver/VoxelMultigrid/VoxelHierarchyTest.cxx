// Tests of coarse meshes and matrices of multigrid in each space, against the sequential reference.

#include "Support/Dot.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/DeviceVector.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/VoxelMultigrid/Coarse/VoxelElementForces.h"
#include "Solver/VoxelMultigrid/VoxelAssembly.h"
#include "Solver/VoxelMultigrid/VoxelCoarseningReference.h"
#include "Solver/VoxelMultigrid/VoxelGalerkin.h"
#include "Solver/VoxelMultigrid/VoxelGalerkinReference.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"
#include "Support/Problems.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;

/// Returns an image in which a random fraction of the voxels is solid, so that all kinds of
/// contacts occur.
VoxelImage noise(const std::array<int, 3>& cells, double fraction, bool oneModulus, Random& random,
  const std::array<double, 3>& spacing = { 0.1, 0.12, 0.09 })
{
  VoxelImage image;
  image.cells = cells;
  image.spacing = spacing;
  for (int v = 0; v < cells[0] * cells[1] * cells[2]; ++v)
  {
    const double modulus = oneModulus ? 1.5 : random.uniform(0.5, 2.0);
    image.moduli.push_back(random.uniform(0.0, 1.0) < fraction ? modulus : 0.0);
  }
  return image;
}

/// A mesh in host memory.
struct HostMesh
{
  std::vector<std::int32_t> cells;
  std::vector<std::int32_t> connectivity;
  std::int64_t nodes;

  template <class Space>
  explicit HostMesh(const VoxelMesh<Space>& mesh)
    : cells(mesh.cells.toHost()), connectivity(mesh.connectivity.toHost()), nodes(mesh.nodes)
  {
  }

  /// Computes the position of each node in its lattice; -1 where elements disagree.
  std::vector<std::int32_t> positions() const
  {
    std::vector<std::int32_t> result(static_cast<std::size_t>(3 * this->nodes), -2);
    for (std::size_t i = 0; i < this->connectivity.size(); ++i)
    {
      for (std::size_t d = 0; d < 3; ++d)
      {
        const std::int32_t at = this->cells[i / 8 * 3 + d] + static_cast<int>(i >> d & 1U);
        std::int32_t& position = result[3 * static_cast<std::size_t>(this->connectivity[i]) + d];
        position = position == -2 || position == at ? at : -1;
      }
    }
    return result;
  }
};

/// Returns y = P x for 3 unknowns per node.
template <class Space>
std::vector<double> prolong(
  const VoxelTransfer<Space>& transfer, const HostMesh& mesh, const std::vector<double>& x)
{
  const std::vector<std::uint32_t> anchors = transfer.anchors.toHost();
  std::vector<double> y(3 * anchors.size(), 0.0);
  for (std::size_t n = 0; n < anchors.size(); ++n)
  {
    const std::uint32_t within = anchors[n] % 27U;
    const std::uint32_t at[3] = { within % 3, within / 3 % 3, within / 9 };
    for (unsigned b = 0; b < 8; ++b)
    {
      double weight = 1.0;
      for (unsigned d = 0; d < 3; ++d)
      {
        weight *= (b >> d & 1U ? at[d] : 2.0 - at[d]) / 2.0;
      }
      const auto node = static_cast<std::size_t>(mesh.connectivity[8 * (anchors[n] / 27U) + b]);
      for (std::size_t c = 0; c < 3; ++c)
      {
        y[3 * n + c] += weight * x[3 * node + c];
      }
    }
  }
  return y;
}

/// Returns the number in the reference's mesh of each node. Elements are identified by their
/// children.
std::vector<std::int32_t> nodeMap(const HostMesh& mesh, const std::vector<std::int32_t>& parents,
  const reference::Coarsening& expected)
{
  std::vector<std::int32_t> elements(mesh.cells.size() / 3, -1);
  for (std::size_t e = 0; e < parents.size(); ++e)
  {
    std::int32_t& other = elements[static_cast<std::size_t>(parents[e])];
    EXPECT_TRUE(other < 0 || other == expected.parents[e]) << "element " << e;
    other = expected.parents[e];
  }
  std::vector<std::int32_t> nodes(static_cast<std::size_t>(mesh.nodes), -1);
  for (std::size_t i = 0; i < mesh.connectivity.size(); ++i)
  {
    std::int32_t& node = nodes[static_cast<std::size_t>(mesh.connectivity[i])];
    const std::int32_t other =
      expected.mesh.connectivity[8 * static_cast<std::size_t>(elements[i / 8]) + i % 8];
    EXPECT_TRUE(node < 0 || node == other) << "corner " << i;
    node = other;
  }
  return nodes;
}

/// Values of the reference's nodes, in the order of others.
std::vector<double> reorder(
  const std::vector<double>& values, const std::vector<std::int32_t>& nodes)
{
  std::vector<double> result;
  for (const std::int32_t node : nodes)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      result.push_back(values[3 * static_cast<std::size_t>(node) + c]);
    }
  }
  return result;
}

/// All data that multigrid computes for a grid: three coarse meshes and their matrices.
template <class Space>
struct Hierarchy
{
  VoxelOperator<Space> K;
  std::vector<VoxelTransfer<Space>> transfers;
  std::vector<VoxelMesh<Space>> meshes;
  VoxelCoarseElements<Space> first;
  std::vector<BlockMatrix<Space>> matrices; ///< matrices of the second and the third mesh

  Hierarchy(
    const Context<Space>& context, const VoxelGrid& grid, const std::vector<std::uint8_t>& supports)
    : K(layoutsOf(context, grid), grid, PoissonsRatio), transfers(3)
  {
    std::vector<std::int32_t> places;
    for (const auto& place : grid.places())
    {
      places.insert(places.end(), place.begin(), place.end());
    }
    this->meshes.push_back(
      coarsenVoxels(context, this->K.bricks(), DeviceVector<std::int32_t, Space>(context, places),
        grid.numberOfNodes(), this->transfers[0]));
    this->meshes.push_back(coarsenMesh(context, this->meshes[0], this->transfers[1]));
    this->meshes.push_back(coarsenMesh(context, this->meshes[1], this->transfers[2]));
    const DeviceVector<std::uint8_t, Space> constrained(context, supports);
    this->first = makeCoarseElements(context, this->K.bricks(), this->transfers[0],
      constrained.data(), grid.spacing(), VoxelLaw<3>(PoissonsRatio));
    setModuli(context, this->K.bricks(), this->transfers[0], this->K.moduli().data(), this->first);
    const auto matricesOf = [&](std::size_t l)
    {
      const auto elements = static_cast<std::size_t>(this->meshes[l].elements);
      return DeviceVector<float, Space>(
        context, std::vector<float>(VoxelMatrixEntries * elements, NAN));
    };
    DeviceVector<float, Space> second = matricesOf(1);
    DeviceVector<float, Space> third = matricesOf(2);
    galerkinOfVoxels(context, this->first, this->transfers[1], second.data());
    galerkinOfElements(context, second.data(), this->transfers[2], third.data());
    for (std::size_t l = 1; l < 3; ++l)
    {
      this->matrices.push_back(blockPattern(context, this->meshes[l]));
      assemble(
        context, this->meshes[l], l == 1 ? second.data() : third.data(), this->matrices.back());
    }
  }

  /// The coarse element of each fine one.
  std::vector<std::int32_t> parents(const VoxelGrid& grid, std::size_t level) const
  {
    const std::vector<std::uint32_t> children = this->transfers[level].children.toHost();
    std::vector<std::int32_t> result;
    if (level == 0)
    {
      const std::vector<std::int32_t> positions = grid.elementPositions();
      const std::vector<std::int32_t> cells = this->meshes[0].cells.toHost();
      for (std::size_t e = 0; e < positions.size() / 3; ++e)
      {
        for (std::size_t c = 0; c < cells.size() / 3; ++c)
        {
          if (cells[3 * c] == positions[3 * e] / 2 &&
            cells[3 * c + 1] == positions[3 * e + 1] / 2 &&
            cells[3 * c + 2] == positions[3 * e + 2] / 2)
          {
            result.push_back(static_cast<std::int32_t>(c));
          }
        }
      }
      return result;
    }
    const std::vector<std::int32_t> starts = this->transfers[level].childStarts.toHost();
    result.assign(children.size(), -1);
    for (std::size_t e = 0; e + 1 < starts.size(); ++e)
    {
      for (std::int32_t k = starts[e]; k < starts[e + 1]; ++k)
      {
        result[children[static_cast<std::size_t>(k)] / 8] = static_cast<std::int32_t>(e);
      }
    }
    return result;
  }

  /// The stiffness of a level times x; level 0 is the first coarse mesh.
  std::vector<double> multiply(std::size_t level, const std::vector<double>& x)
  {
    const Context<Space>& context = this->K.context();
    const DeviceVector<float, Space> onSpace(context, std::vector<float>(x.begin(), x.end()));
    std::vector<double> y(x.size(), 0.0);
    if (level > 0)
    {
      reference::BlockMatrix matrix;
      matrix.starts = this->matrices[level - 1].starts.toHost();
      matrix.columns = this->matrices[level - 1].columns.toHost();
      matrix.blocks = this->matrices[level - 1].blocks.toHost();
      return reference::multiply(matrix, x);
    }
    const std::int64_t n = this->first.elements;
    DeviceVector<float, Space> forces(
      context, std::vector<float>(static_cast<std::size_t>(sizeOfForces<Space>(n)), NAN));
    elementForces(context, this->first, this->meshes[0], onSpace.data(), forces.data());
    const std::vector<float> values = forces.toHost();
    const std::vector<std::int32_t> nodes = this->meshes[0].connectivity.toHost();
    constexpr std::size_t vtk[8] = { 0, 1, 3, 2, 4, 5, 7, 6 };
    for (std::int64_t e = 0; e < n; ++e)
    {
      for (std::size_t i = 0; i < 24; ++i)
      {
        const auto a = i / 3;
        const auto node = static_cast<std::size_t>(nodes[8 * static_cast<std::size_t>(e) + a]);
        const auto place = placeOfForce<Space>(n, e, static_cast<int>(8 * (i % 3) + vtk[a]));
        y[3 * node + i % 3] += static_cast<double>(values[static_cast<std::size_t>(place)]);
      }
    }
    return y;
  }
};

template <class Space>
class VoxelHierarchyTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(VoxelHierarchyTest, Spaces, SpaceNames);
}

TYPED_TEST(VoxelHierarchyTest, MatchesTheReference)
{
  Random random(411);
  for (const double fraction : { 0.25, 0.45, 0.8, 1.0 })
  {
    // There are separate code paths for cells with a single modulus, and for cubes.
    const double height = fraction == 0.45 || fraction == 1.0 ? 0.1 : 0.09;
    const VoxelGrid grid(noise({ 19, 14, 17 }, fraction, fraction >= 0.8, random,
                           { 0.1, height < 0.1 ? 0.12 : 0.1, height }),
      VoxelParts::All);
    std::vector<std::uint8_t> supports(static_cast<std::size_t>(3 * grid.numberOfNodes()));
    for (std::uint8_t& isSupport : supports)
    {
      isSupport = random.uniform(0.0, 1.0) < 0.02;
    }
    Hierarchy<TypeParam> made(this->context(), grid, supports);
    std::vector<reference::Coarsening> expected(1);
    const reference::LatticeMesh voxels = reference::latticeMesh(grid);
    expected[0] = reference::coarsen(voxels);
    reference::ElementMatrices matrices = reference::galerkinOfVoxels(
      voxels, expected[0], grid.moduli(), grid.spacing(), PoissonsRatio, supports);
    // These are the reference's numbers of the elements of the previous mesh.
    std::vector<std::int32_t> elements(grid.moduli().size());
    for (std::size_t e = 0; e < elements.size(); ++e)
    {
      elements[e] = static_cast<std::int32_t>(e);
    }
    for (std::size_t l = 0; l < 3; ++l)
    {
      if (l > 0)
      {
        expected.push_back(reference::coarsen(expected[l - 1].mesh));
        matrices = reference::galerkinOfElements(expected[l - 1].mesh, expected[l], matrices);
      }
      const HostMesh mesh(made.meshes[l]);
      ASSERT_EQ(mesh.cells.size() / 3, expected[l].mesh.numberOfElements());
      ASSERT_EQ(static_cast<std::size_t>(mesh.nodes), expected[l].mesh.numberOfNodes());
      const std::vector<std::int32_t> made1 = made.parents(grid, l);
      ASSERT_EQ(made1.size(), elements.size());
      std::vector<std::int32_t> parents(made1.size());
      for (std::size_t e = 0; e < parents.size(); ++e)
      {
        parents[static_cast<std::size_t>(elements[e])] = made1[e];
      }
      const std::vector<std::int32_t> nodes = nodeMap(mesh, parents, expected[l]);
      ASSERT_FALSE(this->HasFailure());
      std::vector<std::int32_t> next(mesh.cells.size() / 3);
      for (std::size_t e = 0; e < parents.size(); ++e)
      {
        next[static_cast<std::size_t>(parents[e])] = expected[l].parents[e];
      }
      elements = next;

      const std::vector<double> x = random.vector(3 * expected[l].mesh.numberOfNodes(), -1, 1);
      const std::vector<double> y =
        reference::multiply(reference::assemble(expected[l].mesh, matrices), x);
      EXPECT_LT(relativeDifference(made.multiply(l, reorder(x, nodes)), reorder(y, nodes)), 1e-6)
        << "level " << l << ", fraction " << fraction;
    }
  }
}

TYPED_TEST(VoxelHierarchyTest, KeepsRigidMotionsAndConstantStrainsOnEveryLevel)
{
  Random random(412);
  const VoxelGrid grid(noise({ 18, 21, 16 }, 0.4, false, random), VoxelParts::All);
  Hierarchy<TypeParam> made(this->context(), grid,
    std::vector<std::uint8_t>(static_cast<std::size_t>(3 * grid.numberOfNodes()), 0));
  // Displacements at a point, as a linear function with and without strain.
  std::array<double, 9> gradient = {};
  for (const bool strained : { false, true })
  {
    for (std::size_t i = 0; i < 9; ++i)
    {
      gradient[i] = random.uniform(-1.0, 1.0);
    }
    for (std::size_t i = 0; i < 9 && !strained; ++i)
    {
      gradient[i] = i % 4 == 0 ? 0.0 : i / 3 < i % 3 ? gradient[i] : -gradient[3 * (i % 3) + i / 3];
    }
    const auto field = [&](const std::vector<std::int32_t>& positions, double edge)
    {
      std::vector<double> values(positions.size());
      for (std::size_t i = 0; i < values.size(); ++i)
      {
        values[i] = 0.3;
        for (std::size_t d = 0; d < 3; ++d)
        {
          values[i] +=
            gradient[3 * (i % 3) + d] * edge * grid.spacing()[d] * positions[i / 3 * 3 + d];
        }
      }
      return values;
    };
    const std::vector<double> exact = field(grid.nodePositions(), 1.0);
    const Vector<TypeParam> u(made.K.layoutPointer(), exact);
    Vector<TypeParam> forces(made.K.layoutPointer());
    made.K.apply(u, forces);
    const double energy = dot(exact, forces.toHost());
    std::vector<std::vector<double>> fields(1, exact);
    for (std::size_t l = 0; l < 3; ++l)
    {
      const HostMesh mesh(made.meshes[l]);
      const std::vector<double> x =
        field(mesh.positions(), std::ldexp(1.0, static_cast<int>(l) + 1));
      EXPECT_LT(relativeDifference(prolong(made.transfers[l], mesh, x), fields.back()), 1e-14);
      fields.push_back(x);
      const double coarse = dot(x, made.multiply(l, x));
      if (strained)
      {
        EXPECT_NEAR(coarse, energy, 2e-6 * energy) << "level " << l;
      }
      else
      {
        // The energy is compared with that of a field of the same magnitude without cancellation.
        const std::vector<double> y = made.multiply(l, random.vector(x.size(), -1, 1));
        EXPECT_LT(std::abs(coarse), 2e-6 * std::sqrt(dot(x, x) * dot(y, y))) << "level " << l;
      }
    }
  }
}
