// Tests of the matrix-free operator in every space against the sequential reference.

#include "Support/Operators.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Core/Vectors/Vector.h"
#include "Element/Hex8Reference.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/Hex8/Hex8OperatorReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;

template <class Space>
class Hex8OperatorTest : public OperatorTest<Space>
{
protected:
  using OperatorTest<Space>::product;

  std::vector<double> product(
    const Mesh& mesh, const std::vector<double>& moduli, const std::vector<double>& x)
  {
    Hex8Operator<Space> K(this->layouts(mesh), mesh, PoissonsRatio);
    return product(K, moduli, x);
  }
};
TYPED_TEST_SUITE(Hex8OperatorTest, Spaces, SpaceNames);

/// Sizes of boxes for which blocks, packs of elements and thread blocks are incomplete.
const std::vector<std::array<int, 3>> Boxes = { { 1, 1, 1 }, { 1, 2, 3 }, { 5, 3, 2 }, { 7, 6, 7 },
  { 13, 11, 9 } };
}

TYPED_TEST(Hex8OperatorTest, MatchesReferenceOnDistortedMeshes)
{
  Random random(51);
  for (const auto& box : Boxes)
  {
    Mesh mesh = distortedBox(box, 0.18, random);
    moveRigidly(mesh, std::pow(10.0, random.uniform(-2, 2)), random);
    SCOPED_TRACE(mesh.numberOfElements());
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
    EXPECT_LT(relativeDifference(this->product(mesh, moduli, x),
                reference::applyStiffness(mesh, PoissonsRatio, moduli, x)),
      1e-13);
  }
}

TYPED_TEST(Hex8OperatorTest, MatchesReferenceInSinglePrecision)
{
  Random random(58);
  for (const auto& box : Boxes)
  {
    for (const bool reproducible : { false, true })
    {
      Mesh mesh = distortedBox(box, 0.18, random);
      moveRigidly(mesh, std::pow(10.0, random.uniform(-5, 5)), random);
      SCOPED_TRACE(mesh.numberOfElements());
      const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-9, 1.0);
      const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
      Hex8Operator<TypeParam> K(this->layouts(mesh), mesh, PoissonsRatio, reproducible);
      const Vector<TypeParam> modulusField(K.materialPointsPointer(), moduli);
      K.setModuli(modulusField);
      const Vector<TypeParam, float> given(
        K.layoutPointer(), std::vector<float>(x.begin(), x.end()));
      Vector<TypeParam, float> result = poisoned<float>(K.layoutPointer());
      K.applySingle(given, result);
      const std::vector<float> y = result.toHost();
      EXPECT_LT(relativeDifference(std::vector<double>(y.begin(), y.end()),
                  reference::applyStiffness(mesh, PoissonsRatio, moduli, x)),
        1e-6);
      K.applySingle(given, result);
      EXPECT_TRUE(!reproducible || result.toHost() == y);
    }
  }
}

TYPED_TEST(Hex8OperatorTest, MatchesReferenceOnCongruentElements)
{
  Random random(52);
  const Mesh mesh = makeBoxMesh({ 9, 5, 4 }, { 9.0, 2.5, 4.0 });
  const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-9, 1.0);
  const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
  EXPECT_LT(relativeDifference(this->product(mesh, moduli, x),
              reference::applyStiffness(mesh, PoissonsRatio, moduli, x)),
    1e-13);
}

TYPED_TEST(Hex8OperatorTest, DoesNotDependOnNumbering)
{
  Random random(53);
  TopologyProblem problem = emptyProblem(distortedBox({ 8, 7, 6 }, 0.18, random));
  problem.design.initialDensity =
    random.vector(problem.structure.mesh.numberOfElements(), 0.1, 1.0); // moduli
  problem.structure.loadCases[0].forces =
    random.vector(problem.structure.mesh.points.size(), -1, 1); // x
  const std::vector<double> expected = this->product(
    problem.structure.mesh, problem.design.initialDensity, problem.structure.loadCases[0].forces);
  for (int draw = 0; draw < 3; ++draw)
  {
    const Renumbered other = renumber(problem, random);
    const std::vector<double> moved = this->product(other.problem.structure.mesh,
      other.problem.design.initialDensity, other.problem.structure.loadCases[0].forces);
    std::vector<double> y(moved.size());
    for (std::size_t i = 0; i < y.size(); ++i)
    {
      y[i] = moved[3 * other.newNode[i / 3] + i % 3];
    }
    EXPECT_LT(relativeDifference(y, expected), 1e-13);
  }
}

TYPED_TEST(Hex8OperatorTest, IsSymmetricAndBlindToRigidMotions)
{
  Random random(54);
  const Mesh mesh = distortedBox({ 6, 5, 4 }, 0.18, random);
  Hex8Operator<TypeParam> K(this->layouts(mesh), mesh, PoissonsRatio);
  this->expectSymmetricAndBlindToRigidMotions(K, mesh, random);
}

TYPED_TEST(Hex8OperatorTest, FollowsItsModuli)
{
  // The model is built once; only the moduli change between systems.
  Random random(55);
  const Mesh mesh = distortedBox({ 4, 4, 4 }, 0.18, random);
  Hex8Operator<TypeParam> K(this->layouts(mesh), mesh, PoissonsRatio);
  EXPECT_EQ(K.size(), static_cast<std::int64_t>(mesh.points.size()));
  EXPECT_EQ(K.layout().count(), static_cast<std::int64_t>(mesh.numberOfNodes()));
  EXPECT_EQ(K.materialPoints().size(), static_cast<std::int64_t>(mesh.numberOfElements()));
  const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
  for (int draw = 0; draw < 3; ++draw)
  {
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 0.1, 10.0);
    EXPECT_LT(relativeDifference(this->product(K, moduli, x),
                reference::applyStiffness(mesh, PoissonsRatio, moduli, x)),
      1e-13);
  }
}

TYPED_TEST(Hex8OperatorTest, DiagonalMatchesReference)
{
  Random random(56);
  for (const auto& box : Boxes)
  {
    const Mesh mesh = distortedBox(box, 0.18, random);
    SCOPED_TRACE(mesh.numberOfElements());
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    Hex8Operator<TypeParam> K(this->layouts(mesh), mesh, PoissonsRatio);
    EXPECT_LT(relativeDifference(this->diagonal(K, moduli),
                reference::stiffnessDiagonal(mesh, PoissonsRatio, moduli)),
      1e-13);
  }
}

TYPED_TEST(Hex8OperatorTest, EnergiesMatchReferenceAndAddUp)
{
  Random random(57);
  for (const auto& box : Boxes)
  {
    const Mesh mesh = distortedBox(box, 0.18, random);
    SCOPED_TRACE(mesh.numberOfElements());
    const std::vector<double> u = random.vector(mesh.points.size(), -1, 1);
    const std::vector<double> start = random.vector(mesh.numberOfElements(), -1, 1);
    Hex8Operator<TypeParam> K(this->layouts(mesh), mesh, PoissonsRatio);
    const Vector<TypeParam> deviceU(K.layoutPointer(), u);
    Vector<TypeParam> energies(K.materialPointsPointer(), start);
    K.addUnitEnergies(deviceU, 0.5, energies);
    K.addUnitEnergies(deviceU, 2.0, energies);
    std::vector<double> expected = reference::elementEnergies(mesh, PoissonsRatio, u);
    for (std::size_t e = 0; e < expected.size(); ++e)
    {
      expected[e] = start[e] + 2.5 * expected[e];
    }
    EXPECT_LT(relativeDifference(energies.toHost(), expected), 1e-13);
  }
}

TYPED_TEST(Hex8OperatorTest, KnowsVolumesAndCentroids)
{
  Random random(58);
  const Mesh mesh = distortedBox({ 5, 4, 3 }, 0.18, random);
  Hex8Operator<TypeParam> K(this->layouts(mesh), mesh, PoissonsRatio);
  Vector<TypeParam> volumes = poisoned(K.materialPointsPointer());
  Vector<TypeParam> centroids = poisoned(K.materialPoints().withComponents(3));
  K.geometry(volumes, centroids);
  std::vector<double> expectedVolumes;
  std::vector<double> expectedCentroids;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const auto corners = reference::hex8Corners(mesh, e);
    expectedVolumes.push_back(reference::hex8Volume(corners));
    for (const double x : reference::hex8Centroid(corners))
    {
      expectedCentroids.push_back(x);
    }
  }
  EXPECT_LT(relativeDifference(volumes.toHost(), expectedVolumes), 1e-14);
  EXPECT_LT(relativeDifference(centroids.toHost(), expectedCentroids), 1e-15);
}

TYPED_TEST(Hex8OperatorTest, TakesNoMoreMemoryThanItSays)
{
  const Mesh mesh = makeBoxMesh({ 8, 8, 8 }, { 1.0, 1.0, 1.0 });
  const std::size_t before = this->context().allocated();
  const Hex8Operator<TypeParam> K(this->layouts(mesh), mesh, PoissonsRatio);
  EXPECT_LE(this->context().allocated() - before,
    Hex8Operator<TypeParam>::memory(mesh.numberOfNodes(), mesh.numberOfElements(), false));
}
