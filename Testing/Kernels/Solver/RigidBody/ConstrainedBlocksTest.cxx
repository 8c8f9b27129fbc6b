// Tests of the blocks of nodes near constrained points: each is the inverse of the operator
// restricted to its nodes.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Operator/Meshfree/MeshfreeOperator.h"
#include "Solver/RigidBody/ConstrainedBlocks.h"
#include "Solver/RigidBody/NodeAggregates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
template <class Space>
class ConstrainedBlocksTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(ConstrainedBlocksTest, Spaces, SpaceNames);
}

TYPED_TEST(ConstrainedBlocksTest, InvertTheOperatorBetweenNodesOfABlock)
{
  Random random(31);
  const std::array<int, 3> cells = { 3, 14, 13 };
  const Mesh mesh = makeBoxMesh(cells, { 3.0, 14.0, 13.0 });
  const Box<TypeParam> box(this->context(), cells,
    movedNodes(mesh.points, { 3.0, 14.0, 13.0 }, 0.1), 2.0, constrainedSide(mesh, 0, 0.0, 100.0));
  MeshfreeOperator<TypeParam> K(
    layoutsOf(this->context(), box.discretization), box.discretization, Poisson);
  std::vector<double> values(box.points.size());
  for (double& value : values)
  {
    value = std::pow(10.0, random.uniform(-9.0, 0.0));
  }
  const Vector<TypeParam> moduli(K.materialPointsPointer(), values);
  K.setModuli(moduli);
  const std::size_t unknowns = box.nodes.size();
  Vector<TypeParam> inverseDiagonal(K.layoutPointer());
  K.diagonal(inverseDiagonal);
  std::vector<double> inverse = inverseDiagonal.toHost();
  for (double& entry : inverse)
  {
    entry = 1.0 / entry;
  }
  inverseDiagonal.assign(inverse);

  ConstrainedBlocks<TypeParam> blocks(this->context(), box.discretization, Poisson);
  ASSERT_FALSE(blocks.isEmpty());
  blocks.update(moduli.data(), inverseDiagonal.data());
  ASSERT_FALSE(blocks.isEmpty());

  // Other unknowns remain unchanged.
  const std::vector<double> r = random.vector(unknowns, -1.0, 1.0);
  const Vector<TypeParam> right(K.layoutPointer(), r);
  Vector<TypeParam> result(K.layoutPointer(), std::vector<double>(unknowns, 7.0));
  blocks.apply(right.data(), result.data());
  const std::vector<double> z = result.toHost();
  const std::vector<std::int32_t> near = box.discretization.constraints.nodes().toHost();
  EXPECT_EQ(std::count(z.begin(), z.end(), 7.0), std::ptrdiff_t(unknowns - 3 * near.size()));

  std::vector<double> places;
  for (const std::int32_t node : near)
  {
    const auto first = box.nodes.begin() + 3 * std::ptrdiff_t(node);
    places.insert(places.end(), first, first + 3);
  }
  const std::size_t count = (near.size() + ConstrainedBlocks<TypeParam>::MostNodes - 1) /
    ConstrainedBlocks<TypeParam>::MostNodes;
  ASSERT_GT(count, 1U);
  const NodeAggregates parts = bisectNodes(places, count);
  for (std::size_t block = 0; block < count; ++block)
  {
    std::vector<double> x(unknowns, 0.0);
    std::vector<std::size_t> own;
    for (std::int32_t i = parts.starts[block]; i < parts.starts[block + 1]; ++i)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        own.push_back(3 *
            static_cast<std::size_t>(
              near[static_cast<std::size_t>(parts.nodes[static_cast<std::size_t>(i)])]) +
          c);
        x[own.back()] = z[own.back()];
      }
    }
    const Vector<TypeParam> field(K.layoutPointer(), x);
    Vector<TypeParam> forces(K.layoutPointer());
    K.apply(field, forces);
    const std::vector<double> found = forces.toHost();
    for (const std::size_t i : own)
    {
      // The diagonal is raised by 1e-9.
      EXPECT_NEAR(found[i], r[i], 1e-7 + 2e-9 * std::abs(z[i] / inverse[i]))
        << "block " << block << ", unknown " << i;
    }
  }
}
