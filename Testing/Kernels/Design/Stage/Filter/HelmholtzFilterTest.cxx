// Tests of the filter by the Helmholtz equation: known answers, what it keeps, its range, and
// derivatives on elements of any shape.

#include "Design/Stage/StageBox.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Design/Stage/Filter/HelmholtzFilter.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class HelmholtzFilterTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(HelmholtzFilterTest, Spaces, SpaceNames);

double productOf(const std::vector<double>& a, const std::vector<double>& b)
{
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

ChainSettings filteredByHelmholtz(double radius = 0.4)
{
  ChainSettings chain;
  chain.filter = FilterKind::Helmholtz;
  chain.filterRadius = radius;
  return chain;
}

/// Elements that are sheared and drawn out, so that densities leave the range of variables.
std::array<double, 3> drawnOut(const std::array<double, 3>& p)
{
  return { 30.0 * p[0] + 0.7 * p[1], p[1] + 0.3 * p[0] * p[2], 0.5 * p[2] };
}
}

TYPED_TEST(HelmholtzFilterTest, HasTheKnownAnswers)
{
  // The values are from a plain program in Python, as in the test of chains.
  struct Known
  {
    CellType type;
    double volume;
    double square;
    double gradient;
  };
  for (const Known& known : { Known{ CellType::Hexahedron, 0.493415443, 0.504517423, 11.3912489 },
         Known{ CellType::Tetrahedron, 0.49134151, 0.493782867, 8.40570249 },
         Known{ CellType::QuadraticTetrahedron, 0.49134151, 0.493782867, 8.40570249 } })
  {
    const StageBox<TypeParam> box(this->context(), known.type);
    auto design = box.design(filteredByHelmholtz(), box.field(probeDensity));
    const std::vector<double> density = design.density().toHost();
    std::vector<double> squares = density;
    for (double& value : squares)
    {
      value *= value;
    }
    const std::vector<double> gradient = box.back(design, box.field(probeDerivative));
    const double total = std::accumulate(box.volumes().begin(), box.volumes().end(), 0.0);
    EXPECT_NEAR(productOf(box.volumes(), density) / total, known.volume, 1e-9);
    EXPECT_NEAR(std::sqrt(productOf(box.volumes(), squares) / total), known.square, 1e-9);
    EXPECT_NEAR(std::sqrt(productOf(gradient, gradient)), known.gradient, 1e-7);
    EXPECT_TRUE(design.isDensityLinear());
  }
}

TYPED_TEST(HelmholtzFilterTest, KeepsConstantsVolumeAndRange)
{
  Random random(31);
  for (const CellType type : { CellType::Hexahedron, CellType::Tetrahedron,
         CellType::QuadraticHexahedron, CellType::QuadraticTetrahedron })
  {
    const StageBox<TypeParam> box(this->context(), type);
    for (const double radius : { 0.1, 0.4, 5.0 })
    {
      const ChainSettings chain = filteredByHelmholtz(radius);
      for (const double value :
        box.design(chain, std::vector<double>(box.size(), 0.7)).density().toHost())
      {
        ASSERT_NEAR(value, 0.7, 1e-12);
      }
      std::vector<double> x = random.vector(box.size(), 0.0, 1.0);
      for (double& value : x)
      {
        value = value > 0.5 ? 1.0 : 0.0;
      }
      const std::vector<double> density = box.design(chain, x).density().toHost();
      EXPECT_NEAR(productOf(box.volumes(), density) / productOf(box.volumes(), x), 1.0, 1e-9);
      EXPECT_GE(*std::min_element(density.begin(), density.end()), -1e-9);
      EXPECT_LE(*std::max_element(density.begin(), density.end()), 1.0 + 1e-9);
    }
  }
}

TYPED_TEST(HelmholtzFilterTest, HasTheDerivativesOfItsDensities)
{
  Random random(32);
  for (const CellType type : { CellType::Hexahedron, CellType::Tetrahedron })
  {
    for (const bool isSheared : { false, true })
    {
      const StageBox<TypeParam> box(
        this->context(), type, isSheared ? drawnOut : StageBox<TypeParam>::stretched);
      ChainSettings chain = filteredByHelmholtz(isSheared ? 0.8 : 0.4);
      chain.lowestDensity = 0.05;
      // Where the weights of the density of an element are negative there is material, so that this
      // density is below the range.
      auto uniform = box.design(chain, std::vector<double>(box.size(), 0.5));
      std::vector<double> unit(box.size(), 0.0);
      unit[box.size() / 2 + 5] = 1.0;
      const std::vector<double> weights = box.back(uniform, unit);
      chain.stages.projection.mode = ProjectionMode::VolumePreserving;
      std::vector<double> x(box.size());
      std::vector<double> g = random.vector(box.size(), -1.0, 1.0);
      std::vector<double> direction = random.vector(box.size(), -1.0, 1.0);
      std::vector<std::uint8_t> isDesign(box.size(), 1);
      for (std::size_t e = 0; e < box.size(); ++e)
      {
        x[e] = weights[e] < -1e-6 ? 0.9998 : 0.0502;
        if (e % 11 == 0)
        {
          isDesign[e] = 0;
          x[e] = weights[e] < -1e-6 ? 1.0 : 0.05;
          g[e] = 0.0; // as gradients by densities are
          direction[e] = 0.0;
        }
      }
      const auto valueAt = [&](double step)
      {
        std::vector<double> moved = x;
        for (std::size_t e = 0; e < box.size(); ++e)
        {
          moved[e] += step * direction[e];
        }
        return productOf(g, box.design(chain, moved, 4.0, isDesign).density().toHost());
      };
      auto design = box.design(chain, x, 4.0, isDesign);
      chain.stages.projection.mode = ProjectionMode::Off;
      auto filtered = box.design(chain, x, 4.0, isDesign);
      EXPECT_EQ(filtered.isDensityLinear(), !isSheared);
      const std::vector<double> density = filtered.density().toHost();
      const auto cut = std::count_if(density.begin(), density.end(),
                         [](double value) { return value == 0.05 || value == 1.0; }) -
        std::count(isDesign.begin(), isDesign.end(), 0);
      EXPECT_EQ(cut > 0, isSheared);
      chain.stages.projection.mode = ProjectionMode::VolumePreserving;
      double least = 1.0;
      for (const double step : { 1e-3, 3e-4, 1e-4, 1e-5 })
      {
        const double difference =
          (valueAt(-2 * step) - 8 * valueAt(-step) + 8 * valueAt(step) - valueAt(2 * step)) /
          (12 * step);
        least =
          std::min(least, std::abs(productOf(box.back(design, g), direction) / difference - 1.0));
      }
      EXPECT_LT(least, 1e-6) << (isSheared ? "sheared" : "");
      for (std::size_t e = 0; e < box.size(); ++e)
      {
        ASSERT_TRUE(isDesign[e] || design.density().toHost()[e] == x[e]);
      }
    }
  }
}

TYPED_TEST(HelmholtzFilterTest, FiltersAHalfAsTheWhole)
{
  Random random(33);
  const StageBox<TypeParam> whole(this->context(), CellType::Hexahedron);
  const StageBox<TypeParam> half(this->context(), CellType::Hexahedron,
    [](const std::array<double, 3>& p) {
      return std::array<double, 3>{ 2.0 * p[0], p[1], 0.5 * p[2] };
    },
    { 12, 6, 3 });
  const std::vector<double> x = random.vector(half.size(), 0.0, 1.0);
  std::vector<double> mirrored = x;
  constexpr std::size_t layer = 72;
  for (std::size_t k = 3; k-- > 0;)
  {
    mirrored.insert(mirrored.end(), x.begin() + std::ptrdiff_t(k * layer),
      x.begin() + std::ptrdiff_t((k + 1) * layer));
  }
  const std::vector<double> ofHalf = half.design(filteredByHelmholtz(), x).density().toHost();
  const std::vector<double> ofWhole =
    whole.design(filteredByHelmholtz(), mirrored).density().toHost();
  for (std::size_t e = 0; e < half.size(); ++e)
  {
    EXPECT_NEAR(ofHalf[e], ofWhole[e], 1e-9);
  }
}

TYPED_TEST(HelmholtzFilterTest, HasTheExactSolutionOfTheIterationInBoxesOfVoxels)
{
  Random random(34);
  // The box has neither cubes nor the first position of the image, and its bricks are not full.
  VoxelImage image;
  image.cells = { 15, 9, 7 };
  image.spacing = { 0.1, 0.15, 0.08 };
  for (int place = 0; place < 15 * 9 * 7; ++place)
  {
    image.moduli.push_back(place % 15 >= 2 && place / 15 % 9 >= 1 ? 1.0 : 0.0);
  }
  VoxelGrid grid(image);
  EXPECT_TRUE(fillsBox(grid));
  const Mesh mesh = grid.mesh();
  const auto size = static_cast<std::size_t>(grid.numberOfElements());
  const LayoutPointer<TypeParam> elements =
    makeLayout(this->context(), Entity::Element, grid.numberOfElements(), 1);
  const Vector<TypeParam> volumes(elements, std::vector<double>(size, 0.1 * 0.15 * 0.08));
  const Vector<TypeParam> positions(
    elements->withComponents(3), std::vector<double>(3 * size, 0.0)); // of no use to the filter
  const Vector<TypeParam, std::uint8_t> isDesign(elements, std::vector<std::uint8_t>(size, 1));
  const Vector<TypeParam> x(elements, random.vector(size, 0.0, 1.0));
  for (const double radius : { 0.05, 0.4, 3.0 })
  {
    DesignSites<TypeParam> sites = { volumes, positions, isDesign, x, nullptr, &mesh };
    HelmholtzFilter<TypeParam> iterated(filteredByHelmholtz(radius), sites);
    sites.grid = &grid;
    HelmholtzFilter<TypeParam> exact(filteredByHelmholtz(radius), sites);
    Vector<TypeParam> expected(elements);
    Vector<TypeParam> found(elements);
    iterated.forward(x, expected);
    exact.forward(x, found);
    EXPECT_LT(relativeDifference(found.toHost(), expected.toHost()), 1e-10) << radius;
    iterated.backward(x, x, expected);
    exact.backward(x, x, found);
    EXPECT_LT(relativeDifference(found.toHost(), expected.toHost()), 1e-10) << radius;
  }
  image.moduli[15 * 9 + 20] = 0.0;
  EXPECT_FALSE(fillsBox(VoxelGrid(image)));
  // Long boxes have iterations.
  image.cells = { 1, 1024, 1 };
  image.moduli.assign(1024, 1.0);
  EXPECT_TRUE(fillsBox(VoxelGrid(image)));
  image.cells = { 1, 1025, 1 };
  image.moduli.push_back(1.0);
  EXPECT_FALSE(fillsBox(VoxelGrid(image)));
}
