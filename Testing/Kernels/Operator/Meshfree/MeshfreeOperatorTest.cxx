// Tests of the element-free Galerkin stiffness: known numbers, the plain sum over points, all
// products, exact fields, and refused input.

#include "Operator/Meshfree/MeshfreeOperatorTestInput.h"
#include "Support/Dot.h"
#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Operator/Meshfree/Lattice/MeshfreeLattice.h"
#include "Operator/Meshfree/MakeMeshfreeOperator.h"
#include "Operator/Meshfree/MeshfreeMatrixOperator.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
std::vector<double> shaken(std::vector<double> points, double by, Random& random)
{
  for (double& x : points)
  {
    x += random.uniform(-by, by);
  }
  return points;
}
}

TYPED_TEST_SUITE(MeshfreeOperatorTest, Spaces, SpaceNames);

TYPED_TEST(MeshfreeOperatorTest, CountsThePartOfCellsThatIsSolid)
{
  // The result must be that of moduli of the points multiplied by the solid fraction.
  const Context<TypeParam>& context = this->context();
  Random random(17);
  for (const bool isConsistent : { false, true })
  {
    const Box<TypeParam> whole(context, { 5, 3, 2 }, {}, 2.0, {}, isConsistent);
    IntegrationPoints points = whole.points;
    points.solidFractions = random.vector(whole.mesh.numberOfElements(), 0.01, 1.0);
    MeshfreeDiscretization<TypeParam> partly(
      context, whole.cloud, points, isConsistent ? &whole.faces : nullptr, {});
    const std::vector<double> volumes = partly.volumes.toHost();
    EXPECT_NEAR(std::accumulate(volumes.begin(), volumes.end(), 0.0),
      std::accumulate(points.solidFractions.begin(), points.solidFractions.end(), 0.0), 1e-12);

    const std::vector<double> moduli = random.vector(points.size(), 0.1, 2.0);
    std::vector<double> scaled = moduli;
    for (std::size_t q = 0; q < scaled.size(); ++q)
    {
      scaled[q] *= points.solidFractions[q / 8];
    }
    const OperatorLayouts<TypeParam> layouts = layoutsOf(context, partly);
    const Vector<TypeParam> given(layouts.materialPoints, moduli);
    const Vector<TypeParam> reduced(layouts.materialPoints, scaled);
    const std::vector<double> x = random.vector(whole.nodes.size(), -1.0, 1.0);
    for (const MeshfreeProduct kind :
      { MeshfreeProduct::Assembled, MeshfreeProduct::MatrixFree, MeshfreeProduct::LatticeTable })
    {
      if (isConsistent && kind == MeshfreeProduct::LatticeTable)
      {
        continue; // its gradients belong to a single cell
      }
      const auto lattice = findMeshfreeLattice(whole.nodes, whole.mesh);
      const auto A = makeMeshfreeOperator<TypeParam>(layouts, partly, Poisson, kind, lattice, 2.0);
      const auto B =
        makeMeshfreeOperator<TypeParam>(layouts, whole.discretization, Poisson, kind, lattice, 2.0);
      A->setModuli(given);
      B->setModuli(reduced);
      const std::vector<double> found = product(*A, x);
      const std::vector<double> expected = product(*B, x);
      const double scale = std::sqrt(dot(expected, expected));
      for (std::size_t i = 0; i < x.size(); ++i)
      {
        ASSERT_NEAR(found[i], expected[i], 1e-13 * scale) << static_cast<int>(kind);
      }
    }
  }
}

TYPED_TEST(MeshfreeOperatorTest, HasTheKnownNumbers)
{
  // The box has 20 x 10 x 2 unit cells. Values are from an independent program in Python: traces,
  // the norm of the matrix, the integral of a corner's shape function.
  const Context<TypeParam>& context = this->context();
  const std::array<int, 3> cells = { 20, 10, 2 };
  Box<TypeParam> solid(context, cells);
  MeshfreeMatrixOperator<TypeParam> A(
    layoutsOf(context, solid.discretization), solid.discretization, Poisson);
  const Vector<TypeParam> moduli(
    A.materialPointsPointer(), std::vector<double>(solid.points.size(), YoungsModulus));
  A.setModuli(moduli);
  const HostMatrix matrix = A.matrix().toHost();
  EXPECT_NEAR(std::sqrt(dot(matrix.values, matrix.values)) / 4457071.89003, 1.0, 1e-11);
  const auto traceOf = [&](StiffnessOperator<TypeParam>& K)
  {
    Vector<TypeParam> diagonal(K.layoutPointer());
    K.diagonal(diagonal);
    const std::vector<double> d = diagonal.toHost();
    return std::accumulate(d.begin(), d.end(), 0.0);
  };
  EXPECT_NEAR(traceOf(A) / 135426559.096, 1.0, 1e-11);
  EXPECT_NEAR(solid.discretization.volumes.toHost()[0], 0.18260917855, 1e-11);

  const ConstrainedPoints constrained = constrainedSide(solid.mesh, 0, 0.0, 2e7);
  Box<TypeParam> penalized(context, cells, {}, 2.0, constrained);
  MeshfreeOperator<TypeParam> penalty(
    layoutsOf(context, penalized.discretization), penalized.discretization, Poisson);
  const Vector<TypeParam> none(
    penalty.materialPointsPointer(), std::vector<double>(penalized.points.size(), 0.0));
  penalty.setModuli(none);
  EXPECT_NEAR(traceOf(penalty) / 346237268.755, 1.0, 1e-11);
}

TYPED_TEST(MeshfreeOperatorTest, IsThePlainSumOverPointsOfRandomClouds)
{
  for (const int seed : { 1, 2, 3 })
  {
    Random random(static_cast<unsigned>(seed));
    const std::array<int, 3> cells = { 5, 4, 3 };
    const Mesh mesh = makeBoxMesh(cells, { 5.0, 4.0, 3.0 });
    const ConstrainedPoints constrained = constrainedSide(mesh, 0, 0.0, 50.0);
    Box<TypeParam> box(this->context(), cells, shaken(mesh.points, 0.2, random), 2.6, constrained);
    this->compareProducts(box, constrained, std::nullopt, random);
  }
}

TYPED_TEST(MeshfreeOperatorTest, IsThePlainSumOverPointsOfLattices)
{
  Random random(17);
  for (const std::array<int, 3>& cells :
    { std::array<int, 3>{ 6, 5, 4 }, std::array<int, 3>{ 9, 2, 1 }, std::array<int, 3>{ 1, 1, 1 } })
  {
    const Mesh mesh = makeBoxMesh(cells, { double(cells[0]), double(cells[1]), double(cells[2]) });
    const ConstrainedPoints constrained = constrainedSide(mesh, 2, 0.0, 50.0);
    Box<TypeParam> box(this->context(), cells, {}, 2.0, constrained);
    const std::optional<MeshfreeLattice> lattice = findMeshfreeLattice(box.nodes, box.mesh);
    ASSERT_TRUE(lattice);
    this->compareProducts(box, constrained, lattice, random);
  }
}

TYPED_TEST(MeshfreeOperatorTest, HasTheEnergiesOfItsProducts)
{
  const Context<TypeParam>& context = this->context();
  Random random(1284);
  const std::array<int, 3> cells = { 5, 4, 3 };
  const Mesh mesh = makeBoxMesh(cells, { 5.0, 4.0, 3.0 });
  Box<TypeParam> box(
    context, cells, shaken(mesh.points, 0.2, random), 2.6, constrainedSide(mesh, 1, 0.0, 50.0));
  MeshfreeOperator<TypeParam> A(
    layoutsOf(context, box.discretization), box.discretization, Poisson);
  const std::vector<double> moduli = random.vector(box.points.size(), 0.1, 2.0);
  const Vector<TypeParam> onDevice(A.materialPointsPointer(), moduli);
  A.setModuli(onDevice);
  const std::vector<double> u = random.vector(box.nodes.size(), -1.0, 1.0);
  const Vector<TypeParam> field(A.layoutPointer(), u);
  Vector<TypeParam> energies(A.materialPointsPointer());
  energies.zero();
  A.addUnitEnergies(field, 1.0, energies);
  EXPECT_NEAR(
    (dot(moduli, energies.toHost()) + A.constantEnergy(field, field)) / dot(u, product(A, u)), 1.0,
    1e-12);
}

TYPED_TEST(MeshfreeOperatorTest, HasNoForcesOfRigidMotions)
{
  const Context<TypeParam>& context = this->context();
  Random random(8);
  const std::array<int, 3> cells = { 4, 3, 3 };
  const Mesh mesh = makeBoxMesh(cells, { 4.0, 3.0, 3.0 });
  for (const bool isConsistent : { false, true })
  {
    Box<TypeParam> box(context, cells, shaken(mesh.points, 0.15, random), 2.6, {}, isConsistent);
    MeshfreeOperator<TypeParam> A(
      layoutsOf(context, box.discretization), box.discretization, Poisson);
    const Vector<TypeParam> moduli(
      A.materialPointsPointer(), random.vector(box.points.size(), 0.1, 2.0));
    A.setModuli(moduli);
    for (std::size_t motion = 0; motion < 6; ++motion)
    {
      std::vector<double> u(box.nodes.size(), 0.0);
      for (std::size_t n = 0; n < u.size(); n += 3)
      {
        const std::size_t a = motion % 3;
        if (motion < 3)
        {
          u[n + a] = 1.0;
        }
        else
        {
          u[n + (a + 1) % 3] = -box.nodes[n + (a + 2) % 3];
          u[n + (a + 2) % 3] = box.nodes[n + (a + 1) % 3];
        }
      }
      for (const double force : product(A, u))
      {
        EXPECT_NEAR(force, 0.0, 1e-10);
      }
    }
  }
}
