#include "Operator/Meshfree/MeshfreeOperatorTestInput.h"
#include "Support/Dot.h"
#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Operator/Meshfree/Lattice/MeshfreeLattice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

TYPED_TEST_SUITE(MeshfreeOperatorTest, Spaces, SpaceNames);

TYPED_TEST(MeshfreeOperatorTest, NamesWhatIsWrong)
{
  const Context<TypeParam>& context = this->context();
  const std::array<int, 3> cells = { 4, 3, 2 };
  const std::vector<double> nodes = makeBoxMesh(cells, { 4.0, 3.0, 2.0 }).points;
  const auto refusal = [&](const std::vector<double>& places, double scale)
  {
    try
    {
      Box<TypeParam>(context, cells, places, scale);
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(nodes, 2.0), "");
  expectMessage(refusal(nodes, 0.7),
    { "The integration point (0.211325, 0.211325, 0.211325) in cell 0 has 1 node in reach",
      "needs 4", "Support Scale" });
  std::vector<double> far = nodes;
  far.insert(far.end(), { 50.0, 0.0, 0.0, 51.0, 0.0, 0.0 });
  expectMessage(refusal(far, 2.0), { "Node 60 at (50, 0, 0)", "reaches no integration point" });
  std::vector<double> twice = nodes;
  std::copy_n(twice.begin() + 15, 3, twice.begin() + 60);
  expectMessage(refusal(twice, 2.0), { "Node 5", "coincides" });

  // These weights do not occur on cells; irregular nodes with such integrals are difficult to
  // construct.
  Box<TypeParam> box(context, cells);
  IntegrationPoints points = box.points;
  for (std::size_t q = 0; q < points.size(); ++q)
  {
    points.weights[q] *= points.places[3 * q] > 3.0 ? -1.0 : 1.0;
  }
  try
  {
    MeshfreeDiscretization<TypeParam>(context, box.cloud, points, nullptr, {});
    FAIL() << "integrals are not positive";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), { "Node 4 at (4, 0, 0)", "not positive", "finer cells" });
  }
}

TYPED_TEST(MeshfreeOperatorTest, RefusesVectorsOfOtherLayouts)
{
  const Context<TypeParam>& context = this->context();
  const std::array<int, 3> cells = { 4, 3, 2 };
  const Mesh mesh = makeBoxMesh(cells, { 4.0, 3.0, 2.0 });
  const ConstrainedPoints constrained = constrainedSide(mesh, 0, 0.0, 50.0);
  Box<TypeParam> box(context, cells, {}, 2.0, constrained);
  MeshfreeOperator<TypeParam> A(
    layoutsOf(context, box.discretization), box.discretization, Poisson);
  const Vector<TypeParam> ofPoints(A.materialPointsPointer());
  Vector<TypeParam> result(A.layoutPointer());
  EXPECT_THROW(A.apply(ofPoints, result), Error);
  EXPECT_THROW(A.setModuli(result), Error);
  EXPECT_THROW(A.constantEnergy(ofPoints, result), Error);
  Vector<TypeParam> onNodes(A.layout().withComponents(2));
  EXPECT_THROW(box.discretization.constraints.addForces(
                 std::vector<double>(constrained.places.size(), 1.0), onNodes),
    Error);
}

TEST(MeshfreeLatticeTest, IsFoundOfBoxesOnly)
{
  const Mesh box = makeBoxMesh({ 4, 3, 2 }, { 8.0, 3.0, 3.0 }, { -1.0, 2.0, 5.0 });
  const std::optional<MeshfreeLattice> lattice = findMeshfreeLattice(box.points, box);
  ASSERT_TRUE(lattice);
  EXPECT_EQ(lattice->cells, (std::array<std::int32_t, 3>{ 4, 3, 2 }));
  EXPECT_EQ(lattice->strides, (std::array<std::int32_t, 3>{ 1, 5, 20 }));
  EXPECT_EQ(lattice->cellStrides, (std::array<std::int32_t, 3>{ 1, 4, 12 }));

  Mesh moved = box;
  moved.points[7] += 1e-6;
  EXPECT_FALSE(findMeshfreeLattice(moved.points, moved));
  EXPECT_FALSE(findMeshfreeLattice(moved.points, box));
  Mesh graded = box;
  for (std::size_t i = 0; i < graded.points.size(); i += 3)
  {
    graded.points[i] = graded.points[i] > 2.0 ? graded.points[i] + 0.5 : graded.points[i];
  }
  EXPECT_FALSE(findMeshfreeLattice(graded.points, graded));
  std::vector<std::uint8_t> keep(box.numberOfElements(), 1);
  keep[5] = 0;
  const Mesh hollow = keepElements(box, keep);
  EXPECT_FALSE(findMeshfreeLattice(hollow.points, hollow));
}
