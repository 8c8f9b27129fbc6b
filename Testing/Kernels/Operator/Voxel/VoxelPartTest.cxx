// Tests of the voxel stiffness on the grids of parts, against that of the whole grid.

#include "Support/Parts/PartValues.h"
#include "Support/Parts/VoxelParts.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/RandomCases.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Vectors/MultiVector.h"
#include "Mesh/Distribution/VoxelDistribution.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/Voxel/VoxelStiffness.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;

std::vector<double> wide(const std::vector<float>& values)
{
  return std::vector<double>(values.begin(), values.end());
}

/// The results that a stiffness computes from displacements.
struct Results
{
  std::vector<double> product;
  std::vector<double> productInFloat;
  std::vector<double> diagonal;
  std::vector<double> energies;
  std::vector<double> volumes;
  std::vector<double> centroids;
  std::vector<double> gradients;

  template <class Space>
  Results(const OperatorLayouts<Space>& layouts, const VoxelGrid& grid,
    const std::vector<double>& moduli, const std::vector<double>& u)
  {
    VoxelStiffness<Space> K(layouts, grid, PoissonsRatio);
    const Vector<Space> deviceModuli(layouts.materialPoints, moduli);
    K.setModuli(deviceModuli);
    const Vector<Space> x(layouts.unknowns, u);
    Vector<Space> y = poisoned(layouts.unknowns);
    K.apply(x, y);
    this->product = y.toHost();
    const Vector<Space, float> narrow(layouts.unknowns, std::vector<float>(u.begin(), u.end()));
    Vector<Space, float> narrowY = poisoned<float>(layouts.unknowns);
    K.voxels().multiply(narrow.data(), narrowY.data());
    this->productInFloat = wide(narrowY.toHost());
    if (K.hasProducts(Arrangement::Interleaved))
    {
      // All columns are the same.
      const auto count = static_cast<std::size_t>(MostColumns);
      MultiVector<Space> columns(layouts.unknowns, MostColumns, Arrangement::Interleaved);
      MultiVector<Space> products(layouts.unknowns, MostColumns, Arrangement::Interleaved);
      for (std::size_t i = 0; i < count * u.size(); ++i)
      {
        columns.data()[i] = u[i / count];
      }
      K.apply(columns, products, firstColumns(count));
      for (std::int64_t i = 0; i < layouts.unknowns->ownedSize(); ++i)
      {
        const double one = products.data()[static_cast<std::size_t>(i) * count + 3];
        EXPECT_NEAR(one, this->product[static_cast<std::size_t>(i)], 1e-12);
      }
    }
    Vector<Space> d = poisoned(layouts.unknowns);
    K.diagonal(d);
    this->diagonal = d.toHost();
    Vector<Space> e(layouts.materialPoints);
    e.zero();
    K.addUnitEnergies(x, 0.5, e);
    this->energies = e.toHost();
    Vector<Space> measures = poisoned(layouts.materialPoints);
    Vector<Space> positions = poisoned(layouts.materialPoints->withComponents(3));
    K.geometry(measures, positions);
    this->volumes = measures.toHost();
    this->centroids = positions.toHost();
    Vector<Space> g = poisoned(layouts.materialPoints->withComponents(9));
    K.displacementGradients(x, g);
    this->gradients = g.toHost();
  }
};

template <class Space>
class VoxelPartTest : public OnSpace<Space>
{
protected:
  void expectPart(const VoxelGrid& whole, const GridOfPart& part, const Results& expected,
    const std::vector<double>& moduli, const std::vector<double>& u)
  {
    ASSERT_EQ(valuesOfPart(part.nodes, whole.nodeIndices(), 1), part.grid.nodeIndices());
    ASSERT_EQ(valuesOfPart(part.elements, whole.elementIndices(), 1), part.grid.elementIndices());
    const Results found(layoutsWithoutNeighbours(this->context(), part.nodes, part.elements),
      part.grid, valuesOfPart(part.elements, moduli, 1), valuesOfPart(part.nodes, u, 3));
    // Results at ghosts are undefined and are not compared.
    const auto expectNear = [](std::vector<double> some, const std::vector<double>& all,
                              const HaloPlan& plan, std::size_t components, double tolerance)
    {
      std::vector<double> exact = valuesOfPart(plan, all, components);
      ASSERT_EQ(some.size(), exact.size());
      some.resize(components * plan.owned.size());
      exact.resize(some.size());
      if (!exact.empty())
      {
        EXPECT_LT(relativeDifference(some, exact), tolerance);
      }
    };
    const auto onNodes = [&](const std::vector<double>& some, const std::vector<double>& all,
                           double tolerance) { expectNear(some, all, part.nodes, 3, tolerance); };
    const auto onElements =
      [&](const std::vector<double>& some, const std::vector<double>& all, std::size_t components)
    { expectNear(some, all, part.elements, components, 1e-13); };
    onNodes(found.product, expected.product, 1e-13);
    onNodes(found.productInFloat, expected.productInFloat, 1e-6);
    onNodes(found.diagonal, expected.diagonal, 1e-14);
    onElements(found.energies, expected.energies, 1);
    onElements(found.volumes, expected.volumes, 1);
    onElements(found.centroids, expected.centroids, 3);
    onElements(found.gradients, expected.gradients, 9);
    if (this->context().device().space == ExecutionSpace::Host)
    {
      // The results are bitwise equal.
      onNodes(found.product, expected.product, 1e-300);
    }
  }
};
TYPED_TEST_SUITE(VoxelPartTest, Spaces, SpaceNames);
}

TYPED_TEST(VoxelPartTest, HasTheResultsOfTheGridOnWhatItOwns)
{
  Random random(341);
  for (const auto& size : { std::array<int, 3>{ 1, 1, 1 }, { 9, 17, 8 },
         { randomCases(30, 10), 22, randomCases(35, 17) } })
  {
    for (const double solid : { 0.05, 0.5, 1.0 })
    {
      const VoxelImage image = randomImage(size, solid, random);
      const VoxelGrid whole(image, VoxelParts::All);
      const std::vector<double> moduli = random.vector(whole.moduli().size(), 0.1, 1.0);
      const std::vector<double> u =
        random.vector(3 * static_cast<std::size_t>(whole.numberOfNodes()), -1, 1);
      const Results expected(layoutsOf(this->context(), whole), whole, moduli, u);
      for (const BrickDivision& division : divisionsOf(size, random))
      {
        const std::vector<GridOfPart> parts = distributeVoxels(
          image, VoxelParts::All,
          [&](const std::array<std::int32_t, 3>& place) { return division.ownerOf(place); },
          division.parts);
        for (std::size_t part = 0; part < parts.size(); ++part)
        {
          SCOPED_TRACE(
            ::testing::Message() << size[0] << ' ' << solid << ' ' << division.name << ' ' << part);
          this->expectPart(whole, parts[part], expected, moduli, u);
        }
      }
    }
  }
}

TYPED_TEST(VoxelPartTest, DoesNothingWithoutBricks)
{
  Random random(342);
  const GridOfPart part = distributeVoxels(
    randomImage({ 20, 18, 11 }, 0.3, random), VoxelParts::All,
    [](const std::array<std::int32_t, 3>&) { return 1; }, 2)[0];
  const VoxelGrid& grid = part.grid;
  const OperatorLayouts<TypeParam> layouts =
    layoutsWithoutNeighbours(this->context(), part.nodes, part.elements);
  const Results results(layouts, grid, {}, {});
  EXPECT_TRUE(results.product.empty());
  EXPECT_TRUE(results.gradients.empty());
  VoxelStiffness<TypeParam> K(layouts, grid, PoissonsRatio);
  float* const none = nullptr;
  K.voxels().residual(none, none, none);
  K.voxels().smoothingStep(none, 1.0F, 1.0F, none, none, none, none);
  this->context().synchronize();
}
