#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/Tetrahedra.h"

#include "Core/DeviceVector.h"
#include "Element/Hex8Element.h"
#include "Element/Tet4Element.h"
#include "Element/Tet4Reference.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Operator/MakeOperator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class ElementOperatorTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(ElementOperatorTest, Spaces, SpaceNames);

reference::Tet4Corners cornersOf(const Mesh& mesh, std::size_t e)
{
  reference::Tet4Corners corners{};
  for (std::size_t a = 0; a < 4; ++a)
  {
    corners[a] = nodePosition(mesh, static_cast<std::size_t>(mesh.element(e)[a]));
  }
  return corners;
}

/// Element by element, from the reference's matrices.
struct Expected
{
  std::vector<double> product;
  std::vector<double> diagonal;
  std::vector<double> energies;
};

Expected expectedOf(
  const Mesh& mesh, double nu, const std::vector<double>& moduli, const std::vector<double>& x)
{
  Expected expected = { std::vector<double>(x.size(), 0.0), std::vector<double>(x.size(), 0.0),
    {} };
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const reference::Tet4Matrix K = reference::tet4Stiffness(cornersOf(mesh, e), nu);
    const auto unknown = [&](std::size_t i)
    { return 3 * static_cast<std::size_t>(mesh.element(e)[i / 3]) + i % 3; };
    double energy = 0.0;
    for (std::size_t i = 0; i < 12; ++i)
    {
      for (std::size_t j = 0; j < 12; ++j)
      {
        expected.product[unknown(i)] += moduli[e] * K[i][j] * x[unknown(j)];
        energy += x[unknown(i)] * K[i][j] * x[unknown(j)];
      }
      expected.diagonal[unknown(i)] += moduli[e] * K[i][i];
    }
    expected.energies.push_back(energy);
  }
  return expected;
}
}

TYPED_TEST(ElementOperatorTest, MatchesTheReferenceOnTetrahedra)
{
  using Vector = DeviceVector<double, TypeParam>;
  Random random(411);
  for (const std::array<int, 3>& box : { std::array<int, 3>{ 1, 1, 1 }, { 4, 3, 2 } })
  {
    Mesh mesh = tetrahedra(makeBoxMesh(box, { 1.0, 1.0, 1.0 }));
    distort(mesh, 0.1, 0.25, random);
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
    const Expected expected = expectedOf(mesh, 0.3, moduli, x);
    const auto K = makeOperator<TypeParam>(mesh, 0.3, {});
    ASSERT_EQ(K->numberOfMaterialPoints(), static_cast<std::int64_t>(mesh.numberOfElements()));
    const Vector deviceModuli(moduli);
    const Vector deviceX(x);
    K->setModuli(deviceModuli.data());
    Vector y(std::vector<double>(x.size(), NAN));
    K->apply(deviceX.data(), y.data());
    EXPECT_LT(relativeDifference(y.toHost(), expected.product), 1e-13);
    Vector d(std::vector<double>(x.size(), NAN));
    K->diagonal(d.data());
    EXPECT_LT(relativeDifference(d.toHost(), expected.diagonal), 1e-13);
    Vector energies(std::vector<double>(mesh.numberOfElements(), 0.0));
    K->addUnitEnergies(deviceX.data(), 1.0, energies.data());
    EXPECT_LT(relativeDifference(energies.toHost(), expected.energies), 1e-13);
    Vector volumes(mesh.numberOfElements());
    Vector centroids(3 * mesh.numberOfElements());
    K->geometry(volumes.data(), centroids.data());
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      EXPECT_NEAR(volumes.toHost()[e], reference::tet4Volume(cornersOf(mesh, e)), 1e-15);
    }
  }
}

TYPED_TEST(ElementOperatorTest, MatchesTheOtherOperatorsOnHexahedra)
{
  using Vector = DeviceVector<double, TypeParam>;
  Random random(412);
  const Mesh mesh = distortedBox({ 4, 3, 5 }, 0.18, random);
  const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
  const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
  ElementOperator<TypeParam, Hex8Element> K(mesh, 0.3);
  Hex8Operator<TypeParam> other(mesh, 0.3);
  const Vector deviceModuli(moduli);
  const Vector deviceX(x);
  K.setModuli(deviceModuli.data());
  Vector y(std::vector<double>(x.size(), NAN));
  K.apply(deviceX.data(), y.data());
  EXPECT_LT(relativeDifference(y.toHost(), reference::applyStiffness(mesh, 0.3, moduli, x)), 1e-13);
  Vector d(std::vector<double>(x.size(), NAN));
  K.diagonal(d.data());
  EXPECT_LT(relativeDifference(d.toHost(), reference::stiffnessDiagonal(mesh, 0.3, moduli)), 1e-13);
  Vector gradients(std::vector<double>(9 * mesh.numberOfElements(), NAN));
  Vector otherGradients(std::vector<double>(9 * mesh.numberOfElements(), NAN));
  K.displacementGradients(deviceX.data(), gradients.data());
  other.displacementGradients(deviceX.data(), otherGradients.data());
  EXPECT_LT(relativeDifference(gradients.toHost(), otherGradients.toHost()), 1e-13);
}
