// Tests of the diagonal with springs as a preconditioner, and of products of a system with springs.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/Vector.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/SpringOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"
#include "Solver/DiagonalPreconditioner.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class DiagonalPreconditionerTest : public OnSpace<Space>
{
protected:
  DiagonalPreconditionerTest()
    : mesh(distortedBox({ 9, 5, 4 }, 0.15, this->random)), supports(mesh.points.size()),
      springs(mesh.points.size()), residual(mesh.points.size())
  {
    for (std::size_t i = 0; i < this->supports.size(); ++i)
    {
      this->supports[i] = this->random.index(5) == 0 ? 1 : 0;
      this->springs[i] = this->random.index(3) == 0 ? this->random.uniform(0.0, 3.0) : 0.0;
      this->residual[i] = this->supports[i] ? 0.0 : this->random.uniform(-1.0, 1.0);
    }
  }

  std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse()
  {
    return std::make_unique<RigidBodyCoarseSpace<Space>>(
      this->context(), this->mesh, this->supports, PoissonsRatios(0.3), 4, this->springs);
  }

  Random random{ 601 };
  Mesh mesh;
  std::vector<std::uint8_t> supports;
  std::vector<double> springs;
  std::vector<double> residual; ///< zero on constrained unknowns
};
TYPED_TEST_SUITE(DiagonalPreconditionerTest, Spaces, SpaceNames);
}

TYPED_TEST(DiagonalPreconditionerTest, InvertsTheDiagonalWithSprings)
{
  Hex8Operator<TypeParam> K(layoutsOf(this->context(), this->mesh), this->mesh, 0.3);
  SpringOperator<TypeParam> system(K, this->springs);
  for (const bool isSupported : { true, false })
  {
    DiagonalPreconditioner<TypeParam> jacobi(
      K, system, isSupported ? this->supports : std::vector<std::uint8_t>());
    for (const double modulus : { 1.0, 0.25 }) // the moduli change in the second pass
    {
      const Vector<TypeParam> moduli(
        K.materialPointsPointer(), std::vector<double>(this->mesh.numberOfElements(), modulus));
      K.setModuli(moduli);
      jacobi.update(moduli, 1.0);
      Vector<TypeParam> diagonal(K.layoutPointer());
      K.diagonal(diagonal);
      const std::vector<double> d = diagonal.toHost();
      const Vector<TypeParam> r(K.layoutPointer(), this->residual);
      const std::vector<float> applied = jacobi.apply(r).toHost();
      const std::vector<float> free = jacobi.freeUnknowns().toHost();
      const std::vector<double> inverse = jacobi.inverseDiagonal().toHost();
      for (std::size_t i = 0; i < d.size(); ++i)
      {
        const bool isFree = !isSupported || this->supports[i] == 0;
        const double expected = isFree ? 1.0 / (d[i] + this->springs[i]) : 0.0;
        EXPECT_NEAR(inverse[i], expected, 1e-14 * expected);
        EXPECT_EQ(free[i] != 0.0F, isFree);
        EXPECT_EQ(applied[i], static_cast<float>(inverse[i] * this->residual[i]));
      }
    }
  }
}

TYPED_TEST(DiagonalPreconditionerTest, AddsTheCoarseSpace)
{
  Hex8Operator<TypeParam> K(layoutsOf(this->context(), this->mesh), this->mesh, 0.3);
  SpringOperator<TypeParam> system(K, this->springs);
  const Vector<TypeParam> moduli(
    K.materialPointsPointer(), std::vector<double>(this->mesh.numberOfElements(), 1.0));
  K.setModuli(moduli);
  const Vector<TypeParam> r(K.layoutPointer(), this->residual);
  DiagonalPreconditioner<TypeParam> jacobi(K, system, this->supports);
  jacobi.update(moduli, 1.0);
  EXPECT_EQ(jacobi.coarse(), nullptr);
  DiagonalPreconditioner<TypeParam> both(K, system, this->supports, this->coarse());
  both.update(moduli, 1.0);
  ASSERT_NE(both.coarse(), nullptr);
  const std::vector<float> fine = jacobi.apply(r).toHost();
  const std::vector<float> all = both.apply(r).toHost();
  EXPECT_NE(all, fine);
  both.update(moduli, 1.0);
  ASSERT_NE(both.coarse(), nullptr);
  EXPECT_EQ(both.apply(r).toHost(), all);
}

TYPED_TEST(DiagonalPreconditionerTest, RefusesVectorsOfOtherLengths)
{
  Hex8Operator<TypeParam> K(layoutsOf(this->context(), this->mesh), this->mesh, 0.3);
  SpringOperator<TypeParam> system(K, {});
  const Vector<TypeParam> moduli(
    K.materialPointsPointer(), std::vector<double>(this->mesh.numberOfElements(), 1.0));
  K.setModuli(moduli);
  EXPECT_THROW(SpringOperator<TypeParam>(K, { 1.0, 2.0 }), Error);
  EXPECT_THROW(
    DiagonalPreconditioner<TypeParam>(K, system, std::vector<std::uint8_t>(7, 0)), Error);
  DiagonalPreconditioner<TypeParam> jacobi(K, system, this->supports);
  jacobi.update(moduli, 1.0);
  const Vector<TypeParam> other(this->nodal(this->mesh.numberOfNodes() + 1));
  EXPECT_THROW(jacobi.apply(other), Error);
  EXPECT_THROW(this->coarse()->solve(other), Error);
}

TYPED_TEST(DiagonalPreconditionerTest, SystemsHaveTheProductsOfTheStiffnessWithoutSprings)
{
  VoxelImage image;
  image.cells = { 6, 5, 4 };
  image.spacing = { 1.0, 1.0, 1.0 };
  image.moduli = this->random.vector(6 * 5 * 4, 0.5, 1.0);
  const VoxelGrid grid(image);
  const OperatorLayouts<TypeParam> layouts = { this->nodal(
                                                 static_cast<std::size_t>(grid.numberOfNodes())),
    makeLayout(this->context(), Entity::MaterialPoint, grid.numberOfElements(), 1) };
  VoxelStiffness<TypeParam> K(layouts, grid, 0.3);
  const auto n = static_cast<std::size_t>(K.size());
  SpringOperator<TypeParam> plain(K, {});
  SpringOperator<TypeParam> sprung(K, std::vector<double>(n, 0.5));
  for (const Arrangement arrangement : { Arrangement::Apart, Arrangement::Interleaved })
  {
    EXPECT_EQ(plain.hasProducts(arrangement), K.hasProducts(arrangement));
    EXPECT_EQ(sprung.hasProducts(arrangement), arrangement == Arrangement::Apart);
    if (!K.hasProducts(arrangement))
    {
      continue;
    }
    const int columns = interleavedColumns(3);
    MultiVector<TypeParam> x(K.layoutPointer(), columns, arrangement);
    MultiVector<TypeParam> expected(K.layoutPointer(), columns, arrangement);
    MultiVector<TypeParam> found(K.layoutPointer(), columns, arrangement);
    const std::vector<double> values = this->random.vector(x.entries(), -1.0, 1.0);
    this->context().copyFromHost(x.data(), values.data(), values.size() * sizeof(double));
    expected.zero();
    found.zero();
    K.apply(x, expected, firstColumns(3));
    plain.apply(x, found, firstColumns(3));
    std::vector<double> a(x.entries());
    std::vector<double> b(x.entries());
    this->context().copyToHost(a.data(), expected.data(), a.size() * sizeof(double));
    this->context().copyToHost(b.data(), found.data(), b.size() * sizeof(double));
    EXPECT_EQ(a, b);
    if (arrangement == Arrangement::Interleaved)
    {
      EXPECT_THROW(sprung.apply(x, found, firstColumns(3)), Error);
    }
  }
}
