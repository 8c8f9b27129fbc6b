// Tests of voxel grids, and of their operator in every space against the sequential reference.

#include "Operator/Voxel/VoxelTestInput.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Context.h"
#include "Core/Error.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;

/// Probabilities of solid voxels; for the first ones most positions of bricks are void.
const std::vector<double> Fractions = { 0.02, 0.15, 0.6 };

/// Some of these sizes fill their bricks, and others do not.
const std::vector<std::array<int, 3>> FewSizes = { { 21, 18, 11 }, { 15, 22, 31 } };

/// Returns the fraction of the positions of bricks that have a node.
double filled(const VoxelGrid& grid)
{
  return static_cast<double>(grid.numberOfNodes()) /
    (512.0 * static_cast<double>(grid.bricks().size()));
}

template <class Space>
class VoxelOperatorTest : public OnSpace<Space>
{
protected:
  /// Compares products in both precisions with the reference.
  void expectProducts(const VoxelGrid& grid, Random& random)
  {
    const std::vector<double> x =
      random.vector(3 * static_cast<std::size_t>(grid.numberOfNodes()), -1, 1);
    const std::vector<double> expected =
      reference::applyStiffness(grid.mesh(), PoissonsRatio, grid.moduli(), x);
    EXPECT_LT(relativeDifference(this->template product<double>(grid, x), expected), 1e-13);
    EXPECT_LT(relativeDifference(this->template product<float>(grid, x), expected), 1e-6);
  }

  template <class Real>
  std::vector<double> product(const VoxelGrid& grid, const std::vector<double>& x)
  {
    VoxelOperator<Space> K(layoutsOf(this->context(), grid), grid, PoissonsRatio);
    const Vector<Space, Real> deviceX(K.layoutPointer(), std::vector<Real>(x.begin(), x.end()));
    Vector<Space, Real> y = poisoned<Real>(K.layoutPointer());
    if constexpr (std::is_same_v<Real, double>)
    {
      K.apply(deviceX, y);
    }
    else
    {
      K.multiply(deviceX.data(), y.data());
    }
    const std::vector<Real> result = y.toHost();
    return std::vector<double>(result.begin(), result.end());
  }
};

/// Compares a residual and a smoothing step of random vectors with the reference.
/// @param shift of the first number of vectors
template <class Space>
void expectFusedSteps(
  const Context<Space>& context, const VoxelGrid& grid, std::size_t shift, Random& random)
{
  const std::size_t n = 3 * static_cast<std::size_t>(grid.numberOfNodes());
  const auto floats = [&]
  {
    const std::vector<double> values = random.vector(n + shift, -1, 1);
    return std::vector<float>(values.begin(), values.end());
  };
  const std::vector<float> d = floats();
  const std::vector<float> r = floats();
  const std::vector<float> x = floats();
  const std::vector<float> inverse = floats();
  const double keep = random.uniform(0.1, 1.0);
  const double factor = random.uniform(0.1, 1.0);
  const std::vector<double> product = reference::applyStiffness(grid.mesh(), PoissonsRatio,
    grid.moduli(), std::vector<double>(d.begin() + static_cast<std::ptrdiff_t>(shift), d.end()));
  std::vector<double> residual(n);
  std::vector<double> direction(n);
  std::vector<double> sum(n);
  for (std::size_t i = 0; i < n; ++i)
  {
    const std::size_t at = i + shift;
    residual[i] = double(r[at]) - product[i];
    direction[i] = keep * double(d[at]) + factor * double(inverse[at]) * residual[i];
    sum[i] = double(x[at]) + direction[i];
  }

  VoxelOperator<Space> K(layoutsOf(context, grid), grid, PoissonsRatio);
  const DeviceVector<float, Space> deviceD(context, d);
  const DeviceVector<float, Space> deviceInverse(context, inverse);
  DeviceVector<float, Space> deviceR(context, r);
  DeviceVector<float, Space> deviceX(context, x);
  DeviceVector<float, Space> e(context, std::vector<float>(n + shift, NAN));
  const auto expectNear =
    [&](const DeviceVector<float, Space>& vector, const std::vector<double>& exact)
  {
    const std::vector<float> values = vector.toHost();
    EXPECT_LT(
      relativeDifference(
        std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(shift), values.end()),
        exact),
      1e-6);
  };
  K.residual(deviceR.data() + shift, deviceD.data() + shift, e.data() + shift);
  expectNear(e, residual);
  K.smoothingStep(deviceInverse.data() + shift, static_cast<float>(keep),
    static_cast<float>(factor), deviceD.data() + shift, deviceR.data() + shift, e.data() + shift,
    deviceX.data() + shift);
  expectNear(deviceR, residual);
  expectNear(e, direction);
  expectNear(deviceX, sum);
}
}

TYPED_TEST_SUITE(VoxelOperatorTest, Spaces, SpaceNames);

TYPED_TEST(VoxelOperatorTest, MatchesReference)
{
  Random random(303);
  for (const double solid : { 0.003, 0.3, 1.0 })
  {
    for (const auto& size : Sizes)
    {
      SCOPED_TRACE(size[0]);
      this->expectProducts(VoxelGrid(randomImage(size, solid, random), VoxelParts::All), random);
    }
  }
}

TYPED_TEST(VoxelOperatorTest, MatchesReferenceOnCubes)
{
  Random random(306);
  for (const auto& size : Sizes)
  {
    for (const double solid : Fractions)
    {
      SCOPED_TRACE(::testing::Message() << size[0] << ' ' << solid);
      VoxelImage image = randomImage(size, solid, random);
      image.spacing[1] = image.spacing[2] = image.spacing[0];
      this->expectProducts(VoxelGrid(image, VoxelParts::All), random);
    }
  }
}

TYPED_TEST(VoxelOperatorTest, RepeatsItselfBitwise)
{
  Random random(307);
  for (const double solid : { 0.02, 0.15, 0.6, 0.9 })
  {
    const std::array<int, 3> size = { 35, 20, 41 };
    const std::array<int, 3> full = { 31, 23, 39 };
    const VoxelGrid grid(randomImage(solid < 0.9 ? size : full, solid, random), VoxelParts::All);
    const std::vector<double> x =
      random.vector(3 * static_cast<std::size_t>(grid.numberOfNodes()), -1, 1);
    const std::vector<double> wide = this->template product<double>(grid, x);
    const std::vector<double> narrow = this->template product<float>(grid, x);
    for (int i = 0; i < 3; ++i)
    {
      EXPECT_EQ(this->template product<double>(grid, x), wide);
      EXPECT_EQ(this->template product<float>(grid, x), narrow);
    }
  }
}

TYPED_TEST(VoxelOperatorTest, FusesResidualAndSmoothingStep)
{
  Random random(308);
  double least = 1.0;
  double most = 0.0;
  for (const auto& size : Sizes)
  {
    for (const double solid : Fractions)
    {
      SCOPED_TRACE(::testing::Message() << size[0] << ' ' << solid);
      const VoxelGrid grid(randomImage(size, solid, random), VoxelParts::All);
      expectFusedSteps(this->context(), grid, 0, random);
      least = std::min(least, filled(grid));
      most = std::max(most, filled(grid));
    }
  }
  // CUDA has separate loops for grids whose bricks are well filled.
  EXPECT_LT(least, 0.1);
  EXPECT_GT(most, 0.95);
}

TYPED_TEST(VoxelOperatorTest, TakesVectorsThatBeginAnywhere)
{
  Random random(310);
  for (const auto& size : FewSizes)
  {
    for (const double solid : Fractions)
    {
      const VoxelGrid grid(randomImage(size, solid, random), VoxelParts::All);
      for (const std::size_t shift : { 1, 2, 3 })
      {
        SCOPED_TRACE(::testing::Message() << size[0] << ' ' << solid << ' ' << shift);
        expectFusedSteps(this->context(), grid, shift, random);
      }
    }
  }
}

TYPED_TEST(VoxelOperatorTest, DiagonalAndEnergiesMatchReference)
{
  Random random(304);
  for (const auto& size : Sizes)
  {
    SCOPED_TRACE(size[0]);
    const VoxelGrid grid(randomImage(size, 0.5, random), VoxelParts::All);
    const Mesh mesh = grid.mesh();
    VoxelStiffness<TypeParam> K(layoutsOf(this->context(), grid), grid, PoissonsRatio);
    Vector<TypeParam> d = poisoned(K.layoutPointer());
    K.diagonal(d);
    EXPECT_LT(relativeDifference(
                d.toHost(), reference::stiffnessDiagonal(mesh, PoissonsRatio, grid.moduli())),
      1e-13);

    const std::vector<double> u = random.vector(mesh.points.size(), -1, 1);
    const Vector<TypeParam> deviceU(K.layoutPointer(), u);
    const std::vector<double> start = random.vector(mesh.numberOfElements(), -1, 1);
    Vector<TypeParam> energies(K.materialPointsPointer(), start);
    K.addUnitEnergies(deviceU, 0.5, energies);
    std::vector<double> expected = reference::elementEnergies(mesh, PoissonsRatio, u);
    for (std::size_t e = 0; e < expected.size(); ++e)
    {
      expected[e] = start[e] + 0.5 * expected[e];
    }
    EXPECT_LT(relativeDifference(energies.toHost(), expected), 1e-13);
  }
}

TYPED_TEST(VoxelOperatorTest, FollowsItsModuliAndCountsItsMemory)
{
  Random random(305);
  for (const double solid : { 0.02, 0.15, 0.6, 0.9 })
  {
    const std::array<int, 3> size = { 12, 9, 10 };
    const std::array<int, 3> full = { 15, 7, 23 };
    const VoxelGrid grid(randomImage(solid < 0.9 ? size : full, solid, random), VoxelParts::All);
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
    const std::size_t before = this->context().allocated();
    VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
    EXPECT_LE(this->context().allocated() - before,
      VoxelOperator<TypeParam>::memory(grid.bricks().size(), grid.moduli().size()));
    const std::vector<double> x =
      random.vector(3 * static_cast<std::size_t>(grid.numberOfNodes()), -1, 1);
    std::vector<double> moduli = random.vector(grid.moduli().size(), 1e-9, 1.0);
    const Vector<TypeParam> deviceModuli(layouts.materialPoints, moduli);
    for (const double least : { 0.0, 0.3 })
    {
      K.setModuli(deviceModuli, least);
      for (double& modulus : moduli)
      {
        modulus = std::max(modulus, least);
      }
      EXPECT_EQ(K.moduli().toHost(), moduli);
      const std::vector<double> expected =
        reference::applyStiffness(grid.mesh(), PoissonsRatio, moduli, x);
      const Vector<TypeParam> wide(layouts.unknowns, x);
      Vector<TypeParam> y(layouts.unknowns);
      K.apply(wide, y);
      EXPECT_LT(relativeDifference(y.toHost(), expected), 1e-13);
      const Vector<TypeParam, float> narrow(
        layouts.unknowns, std::vector<float>(x.begin(), x.end()));
      Vector<TypeParam, float> narrowY(layouts.unknowns);
      K.multiply(narrow.data(), narrowY.data());
      const std::vector<float> result = narrowY.toHost();
      EXPECT_LT(
        relativeDifference(std::vector<double>(result.begin(), result.end()), expected), 1e-6);
    }
  }
}

TYPED_TEST(VoxelOperatorTest, RefusesLayoutsOfAnotherGrid)
{
  const VoxelGrid grid(solidImage({ 3, 2, 2 }, { 1.0, 1.0, 1.0 }));
  const VoxelGrid other(solidImage({ 3, 2, 1 }, { 1.0, 1.0, 1.0 }));
  const auto refusal = [&](const OperatorLayouts<TypeParam>& layouts) -> std::string
  {
    try
    {
      const VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
    }
    catch (const Error& error)
    {
      return error.what();
    }
    return {};
  };
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  const OperatorLayouts<TypeParam> ofOther = layoutsOf(this->context(), other);
  EXPECT_EQ(refusal(layouts), "");
  expectMessage(refusal({ ofOther.unknowns, layouts.materialPoints }), { "36 nodes", "24 nodes" });
  expectMessage(refusal({ layouts.unknowns, ofOther.materialPoints }), { "12 values" });
}

TEST(VoxelOperatorOnHost, MultipliesInterleavedColumns)
{
  Random random(309);
  const Context<HostSpace> context;
  for (const auto& size : Sizes)
  {
    const VoxelGrid grid(randomImage(size, 0.5, random), VoxelParts::All);
    const OperatorLayouts<HostSpace> layouts = layoutsOf(context, grid);
    VoxelOperator<HostSpace> K(layouts, grid, PoissonsRatio);
    VoxelStiffness<HostSpace> stiffness(layouts, grid, PoissonsRatio);
    EXPECT_TRUE(K.hasProducts(Arrangement::Interleaved));
    EXPECT_TRUE(stiffness.hasProducts(Arrangement::Interleaved));
    const auto n = static_cast<std::size_t>(K.size());
    for (const int columns : { interleavedColumns(1), MostColumns })
    {
      const auto count = static_cast<std::size_t>(columns);
      const std::vector<double> all = random.vector(count * n, -1, 1);
      MultiVector<HostSpace> x(layouts.unknowns, columns, Arrangement::Interleaved);
      MultiVector<HostSpace> y(layouts.unknowns, columns, Arrangement::Interleaved);
      MultiVector<HostSpace> same(layouts.unknowns, columns, Arrangement::Interleaved);
      ASSERT_EQ(x.entries(), all.size());
      std::copy(all.begin(), all.end(), x.data());
      K.apply(x, y, firstColumns(count));
      stiffness.apply(x, same, firstColumns(count));
      const std::vector<float> narrow(all.begin(), all.end());
      std::vector<float> narrowProducts(all.size(), NAN);
      K.multiplyInterleaved(columns, narrow.data(), narrowProducts.data());
      for (std::size_t v = 0; v < count; ++v)
      {
        std::vector<double> ofColumn(n);
        std::vector<double> product(n);
        std::vector<double> inFloat(n);
        for (std::size_t i = 0; i < n; ++i)
        {
          ofColumn[i] = all[count * i + v];
          product[i] = y.data()[count * i + v];
          inFloat[i] = narrowProducts[count * i + v];
          EXPECT_EQ(same.data()[count * i + v], product[i]);
        }
        const Vector<HostSpace> one(layouts.unknowns, ofColumn);
        Vector<HostSpace> expected = poisoned(layouts.unknowns);
        K.apply(one, expected);
        EXPECT_LT(relativeDifference(product, expected.toHost()), 1e-14);
        EXPECT_LT(relativeDifference(inFloat, expected.toHost()), 1e-6);
      }
    }
  }
}
