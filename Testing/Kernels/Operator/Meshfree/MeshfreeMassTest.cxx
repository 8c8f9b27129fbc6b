// Tests of the mass of nodes without elements: the plain sum over points, and the mass of the body.

#include "Support/Dot.h"
#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Operator/Meshfree/MeshfreeMass.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
template <class Space>
class MeshfreeMassTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(MeshfreeMassTest, Spaces, SpaceNames);
}

TYPED_TEST(MeshfreeMassTest, IsThePlainSumOverPoints)
{
  const Context<TypeParam>& context = this->context();
  Random random(31);
  const std::array<int, 3> cells = { 4, 3, 2 };
  std::vector<double> places = makeBoxMesh(cells, { 4.0, 3.0, 2.0 }).points;
  for (double& x : places)
  {
    x += random.uniform(-0.15, 0.15);
  }
  const Box<TypeParam> box(context, cells, places, 2.6);
  const OperatorLayouts<TypeParam> layouts = layoutsOf(context, box.discretization);
  MeshfreeMass<TypeParam> mass(layouts, box.discretization);
  const std::vector<double> densities = random.vector(box.points.size(), 0.1, 2.0);
  const Vector<TypeParam> ofPoints(layouts.materialPoints, densities);
  mass.setModuli(ofPoints);
  const std::size_t unknowns = places.size();
  const std::vector<double> u = random.vector(unknowns, -1.0, 1.0);

  std::vector<double> product(unknowns, 0.0);
  std::vector<double> diagonal(unknowns, 0.0);
  std::vector<double> energies(box.points.size(), 0.5);
  for (std::size_t q = 0; q < box.points.size(); ++q)
  {
    const std::vector<double> shapes =
      shapesAt(context, box.cloud, positionOf(box.points.places, q));
    const double weight = box.points.weights[q];
    for (std::size_t c = 0; c < 3; ++c)
    {
      double at = 0.0;
      for (std::size_t i = 0; i < shapes.size(); ++i)
      {
        at += shapes[i] * u[3 * i + c];
      }
      energies[q] += 0.7 * weight * at * at;
      for (std::size_t i = 0; i < shapes.size(); ++i)
      {
        product[3 * i + c] += weight * densities[q] * shapes[i] * at;
        diagonal[3 * i + c] += weight * densities[q] * shapes[i] * shapes[i];
      }
    }
  }
  Vector<TypeParam> result(layouts.unknowns);
  mass.apply(Vector<TypeParam>(layouts.unknowns, u), result);
  const std::vector<double> found = result.toHost();
  mass.diagonal(result);
  const std::vector<double> foundDiagonal = result.toHost();
  for (std::size_t i = 0; i < unknowns; ++i)
  {
    EXPECT_NEAR(found[i], product[i], 1e-13);
    EXPECT_NEAR(foundDiagonal[i], diagonal[i], 1e-13);
  }
  Vector<TypeParam> foundEnergies(
    layouts.materialPoints, std::vector<double>(box.points.size(), 0.5));
  mass.addUnitEnergies(Vector<TypeParam>(layouts.unknowns, u), 0.7, foundEnergies);
  const std::vector<double> ofEach = foundEnergies.toHost();
  for (std::size_t q = 0; q < ofEach.size(); ++q)
  {
    EXPECT_NEAR(ofEach[q], energies[q], 1e-13);
  }
  // A translation moves the mass of the body.
  std::vector<double> along(unknowns, 0.0);
  for (std::size_t i = 1; i < unknowns; i += 3)
  {
    along[i] = 1.0;
  }
  mass.apply(Vector<TypeParam>(layouts.unknowns, along), result);
  const std::vector<double> moved = result.toHost();
  const double total =
    std::inner_product(densities.begin(), densities.end(), box.points.weights.begin(), 0.0);
  EXPECT_NEAR(std::inner_product(along.begin(), along.end(), moved.begin(), 0.0), total, 1e-11);
}
