// Tests of the meshfree paper's assembly by pairs of nodes, against the library's assembly by rows.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Benchmark/Paper/Meshfree/PairAssembly.h"
#include "Core/Error.h"
#include "Operator/Meshfree/MeshfreeMatrixOperator.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
template <class Space>
class PairAssemblyTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(PairAssemblyTest, Spaces, SpaceNames);
}

TYPED_TEST(PairAssemblyTest, AssemblesTheMatrixOfRows)
{
  const Context<TypeParam>& context = this->context();
  Random random(5);
  const std::array<int, 3> cells = { 4, 3, 3 };
  std::vector<double> nodes = makeBoxMesh(cells, { 4.0, 3.0, 3.0 }).points;
  for (double& x : nodes)
  {
    x += random.uniform(-0.15, 0.15);
  }
  const Box<TypeParam> box(context, cells, nodes, 2.4);
  MeshfreeMatrixOperator<TypeParam> A(
    layoutsOf(context, box.discretization), box.discretization, Poisson);
  const Vector<TypeParam> moduli(
    A.materialPointsPointer(), random.vector(box.points.size(), 0.1, 2.0));
  A.setModuli(moduli);
  const std::vector<double> byRow = A.matrix().toHost().values;
  PairAssembly<TypeParam> pairs(context, box.discretization, Poisson);
  for (const int threads : { 32, 64, 128, 256, 512, 1024 })
  {
    pairs.assemble(moduli, threads);
    const std::vector<double> byPair = pairs.matrix().toHost().values;
    ASSERT_EQ(byPair.size(), byRow.size());
    for (std::size_t i = 0; i < byRow.size(); ++i)
    {
      ASSERT_NEAR(byPair[i], byRow[i], 1e-13) << threads;
    }
  }
  EXPECT_THROW(pairs.assemble(moduli, 48), Error);
}
