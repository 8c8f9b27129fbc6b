#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Core/Vectors/Vector.h"
#include "Element/ElementReference.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Operator/MakeOperator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
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

/// Expected results, computed element by element from the reference's matrices.
struct Expected
{
  std::vector<double> product;
  std::vector<double> diagonal;
  std::vector<double> energies;
};

Expected expectedOf(const Mesh& mesh, const PoissonsRatios& nu, const std::vector<double>& moduli,
  const std::vector<double>& x)
{
  Expected expected = { std::vector<double>(x.size(), 0.0), std::vector<double>(x.size(), 0.0),
    {} };
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const reference::ElementMatrix K =
      reference::elementStiffness(mesh.type(e), reference::elementNodes(mesh, e), nu.of(e));
    const auto unknown = [&](std::size_t i)
    { return 3 * static_cast<std::size_t>(mesh.element(e)[i / 3]) + i % 3; };
    double energy = 0.0;
    for (std::size_t i = 0; i < K.rows; ++i)
    {
      for (std::size_t j = 0; j < K.rows; ++j)
      {
        expected.product[unknown(i)] += moduli[e] * K(i, j) * x[unknown(j)];
        energy += x[unknown(i)] * K(i, j) * x[unknown(j)];
      }
      expected.diagonal[unknown(i)] += moduli[e] * K(i, i);
    }
    expected.energies.push_back(energy);
  }
  return expected;
}

/// Compares all functions of an operator with the reference, for random moduli and vectors.
template <class Space>
void compareWithReference(
  const Context<Space>& context, const Mesh& mesh, const PoissonsRatios& nu, Random& random)
{
  const std::size_t elements = mesh.numberOfElements();
  const std::vector<double> moduli = random.vector(elements, 1e-3, 1.0);
  const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
  const Expected expected = expectedOf(mesh, nu, moduli, x);
  ElementOperator<Space> K(layoutsOf(context, mesh), mesh, nu);
  ASSERT_EQ(K.materialPoints().size(), static_cast<std::int64_t>(elements));
  ASSERT_EQ(K.size(), static_cast<std::int64_t>(mesh.points.size()));
  const Vector<Space> deviceModuli(K.materialPointsPointer(), moduli);
  const Vector<Space> deviceX(K.layoutPointer(), x);
  K.setModuli(deviceModuli);
  Vector<Space> y = poisoned(K.layoutPointer());
  K.apply(deviceX, y);
  EXPECT_LT(relativeDifference(y.toHost(), expected.product), 2e-13);
  Vector<Space> again = poisoned(K.layoutPointer());
  K.apply(deviceX, again);
  EXPECT_EQ(y.toHost(), again.toHost()) << "bit by bit";
  Vector<Space> d = poisoned(K.layoutPointer());
  K.diagonal(d);
  EXPECT_LT(relativeDifference(d.toHost(), expected.diagonal), 2e-13);
  Vector<Space> energies(K.materialPointsPointer(), std::vector<double>(elements, 1.0));
  K.addUnitEnergies(deviceX, 2.0, energies);
  std::vector<double> unit = energies.toHost();
  for (double& energy : unit)
  {
    energy = (energy - 1.0) / 2.0;
  }
  EXPECT_LT(relativeDifference(unit, expected.energies), 1e-12);
  Vector<Space> measures(K.materialPointsPointer());
  Vector<Space> positions(K.materialPoints().withComponents(3));
  K.geometry(measures, positions);
  const std::vector<double> volumes = measures.toHost();
  const std::vector<double> centroids = positions.toHost();
  for (std::size_t e = 0; e < elements; ++e)
  {
    const std::vector<reference::Position> nodes = reference::elementNodes(mesh, e);
    EXPECT_NEAR(volumes[e], reference::elementVolume(mesh.type(e), nodes), 1e-14);
    Point mean{};
    const auto corners = static_cast<std::size_t>(mesh.shape(e).corners);
    for (std::size_t i = 0; i < 3 * corners; ++i)
    {
      mean[i % 3] += nodes[i / 3][i % 3] / double(corners);
    }
    EXPECT_NEAR(std::hypot(mean[0] - centroids[3 * e], mean[1] - centroids[3 * e + 1],
                  mean[2] - centroids[3 * e + 2]),
      0.0, 1e-14);
  }
}

/// Compares gradients for u = G x, whose gradient is G everywhere.
template <class Space>
void compareGradients(const Context<Space>& context, const Mesh& mesh, Random& random)
{
  const std::vector<double> G = random.vector(9, -1, 1);
  std::vector<double> u(mesh.points.size(), 0.0);
  std::vector<double> expected;
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      u[i] += G[3 * (i % 3) + c] * mesh.points[i / 3 * 3 + c];
    }
  }
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    expected.insert(expected.end(), G.begin(), G.end());
  }
  ElementOperator<Space> K(layoutsOf(context, mesh), mesh, 0.3);
  Vector<Space> gradients = poisoned(K.materialPoints().withComponents(9));
  K.displacementGradients(Vector<Space>(K.layoutPointer(), u), gradients);
  EXPECT_LT(relativeDifference(gradients.toHost(), expected), 1e-11);
}

constexpr CellType AllTypes[] = { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
  CellType::Hexahedron, CellType::QuadraticHexahedron };

Mesh distortedBoxOf(CellType type, const std::array<int, 3>& cells, Random& random)
{
  Mesh mesh = makeBox(type, cells, [](const Point& p) { return p; });
  distort(mesh, 0.1, 0.25, random);
  return mesh;
}
}

TYPED_TEST(ElementOperatorTest, MatchesTheReferenceOnAllTypes)
{
  Random random(411);
  for (const CellType type : AllTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    // The last box has several batches of each type.
    for (const std::array<int, 3>& box :
      { std::array<int, 3>{ 1, 1, 1 }, { 4, 3, 2 }, { 7, 5, 4 } })
    {
      const Mesh mesh = distortedBoxOf(type, box, random);
      compareWithReference(this->context(), mesh, 0.3, random);
      compareWithReference(
        this->context(), mesh, { 0.3, random.vector(mesh.numberOfElements(), -0.5, 0.49) }, random);
      compareGradients(this->context(), mesh, random);
    }
  }
}

TYPED_TEST(ElementOperatorTest, MatchesTheReferenceOnMixedMeshes)
{
  Random random(413);
  // Boxes of all types share one corner; the element types are in random order.
  Mesh mesh;
  std::vector<Mesh> parts;
  for (const CellType type : AllTypes)
  {
    const double side = cellShape(type).isQuadratic() ? -1.0 : 1.0;
    const double other = cellShape(type).corners == 4 ? -1.0 : 1.0;
    parts.push_back(makeBox(type, { 2, 1, 2 },
      [&](const Point& p) {
        return Point{ side * p[0], other * p[1], side * other * p[2] };
      }));
  }
  const Mesh joined = joinMeshes(parts, 1e-9);
  ASSERT_TRUE(joined.isMixed());
  mesh.points = joined.points;
  for (const std::size_t e : random.permutation(joined.numberOfElements()))
  {
    mesh.append(joined.type(e), joined.element(e));
  }
  distort(mesh, 0.1, 0.25, random);
  compareWithReference(this->context(), mesh, 0.3, random);
  compareWithReference(
    this->context(), mesh, { 0.3, random.vector(mesh.numberOfElements(), -0.5, 0.49) }, random);
  compareGradients(this->context(), mesh, random);
}

TYPED_TEST(ElementOperatorTest, TakesNoMoreMemoryThanEstimated)
{
  Random random(414);
  for (const CellType type : AllTypes)
  {
    const Mesh mesh = distortedBoxOf(type, { 8, 8, 8 }, random);
    const std::size_t before = this->context().allocated();
    const ElementOperator<TypeParam> K(layoutsOf(this->context(), mesh), mesh, 0.3);
    const std::size_t used = this->context().allocated() - before;
    // Rounding of allocations up to whole memory lines is not counted exactly.
    const std::size_t counted = ElementOperator<TypeParam>::memory(mesh);
    EXPECT_LE(used, counted + (std::size_t(1) << 13));
    EXPECT_LT(counted, 2 * used);
  }
}

TYPED_TEST(ElementOperatorTest, SaysThatItHasNoProductsInSinglePrecision)
{
  Random random(415);
  const Mesh mesh = distortedBoxOf(CellType::Tetrahedron, { 2, 2, 2 }, random);
  ElementOperator<TypeParam> K(layoutsOf(this->context(), mesh), mesh, 0.3);
  const Vector<TypeParam, float> x(K.layoutPointer(), std::vector<float>(mesh.points.size(), 1.0F));
  Vector<TypeParam, float> y(K.layoutPointer());
  EXPECT_FALSE(K.hasSingle());
  EXPECT_THROW(K.applySingle(x, y), Error);
}

TYPED_TEST(ElementOperatorTest, HasTheKnownProductOfAWavyBox)
{
  // These are x.K x for x = cos(3 X + c) and the trace, by an independent program in Python.
  const double expected[] = { 17.4750646, 18.3257941, 17.4704589, 18.3226489 };
  const double traces[] = { 204.298530, 940.069645, 90.6136610, 535.229700 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    const Mesh mesh = makeBox(AllTypes[t], { 4, 4, 4 },
      [](const Point& p)
      {
        const double bump =
          0.05 * std::sin(M_PI * p[0]) * std::sin(M_PI * p[1]) * std::sin(M_PI * p[2]);
        return Point{ p[0] + bump, p[1] - 0.7 * bump, p[2] + 0.4 * bump };
      });
    std::vector<double> x(mesh.points.size());
    for (std::size_t i = 0; i < x.size(); ++i)
    {
      x[i] = std::cos(3.0 * mesh.points[i] + double(i % 3));
    }
    const auto K = makeOperator(layoutsOf(this->context(), mesh), mesh, 0.3, {});
    const Vector<TypeParam> moduli(
      K->materialPointsPointer(), std::vector<double>(mesh.numberOfElements(), 1.0));
    const Vector<TypeParam> deviceX(K->layoutPointer(), x);
    K->setModuli(moduli);
    Vector<TypeParam> product(K->layoutPointer());
    K->apply(deviceX, product);
    const std::vector<double> y = product.toHost();
    EXPECT_NEAR(std::inner_product(x.begin(), x.end(), y.begin(), 0.0), expected[t], 6e-8);
    K->diagonal(product);
    const std::vector<double> d = product.toHost();
    EXPECT_NEAR(std::accumulate(d.begin(), d.end(), 0.0), traces[t], 6e-7);
  }
}

TYPED_TEST(ElementOperatorTest, MatchesTheOtherOperatorsOnHexahedra)
{
  Random random(412);
  const Mesh mesh = distortedBox({ 4, 3, 5 }, 0.18, random);
  const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
  const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
  ElementOperator<TypeParam> K(layoutsOf(this->context(), mesh), mesh, 0.3);
  Hex8Operator<TypeParam> other(layoutsOf(this->context(), mesh), mesh, 0.3);
  const Vector<TypeParam> deviceModuli(K.materialPointsPointer(), moduli);
  const Vector<TypeParam> deviceX(K.layoutPointer(), x);
  K.setModuli(deviceModuli);
  Vector<TypeParam> y = poisoned(K.layoutPointer());
  K.apply(deviceX, y);
  EXPECT_LT(relativeDifference(y.toHost(), reference::applyStiffness(mesh, 0.3, moduli, x)), 1e-13);
  Vector<TypeParam> d = poisoned(K.layoutPointer());
  K.diagonal(d);
  EXPECT_LT(relativeDifference(d.toHost(), reference::stiffnessDiagonal(mesh, 0.3, moduli)), 1e-13);
  Vector<TypeParam> gradients = poisoned(K.materialPoints().withComponents(9));
  Vector<TypeParam> otherGradients = poisoned(K.materialPoints().withComponents(9));
  K.displacementGradients(deviceX, gradients);
  const Vector<TypeParam> sameX(other.layoutPointer(), x);
  other.displacementGradients(sameX, otherGradients);
  EXPECT_LT(relativeDifference(gradients.toHost(), otherGradients.toHost()), 1e-13);
}
