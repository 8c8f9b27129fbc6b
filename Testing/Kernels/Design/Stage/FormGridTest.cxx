// Tests of grids over meshes, in whose layers sweeps work: what holds for places and elements, on a
// part that fills little of its box.

#include "Design/Stage/StageBox.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Design/Stage/Sweep/FormGrid.h"
#include "Design/Stage/Sweep/FormStages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class FormGridTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(FormGridTest, Spaces, SpaceNames);

/// A quarter of a ring with a thin web, of a unit cube.
std::array<double, 3> ringWithWeb(const std::array<double, 3>& p)
{
  const double angle = 1.5707963267948966 * p[0];
  const double radius = 1.4 - 0.4 * p[1];
  const double web = p[0] > 0.4 && p[0] < 0.6 ? 0.1 : 1.0;
  return { radius * std::cos(angle), radius * std::sin(angle), 0.3 * web * (p[2] - 0.5) };
}

/// Curved hexahedra or tetrahedra of the ring, all designed, with equal variables.
template <class Space>
struct RingPart : StageBox<Space>
{
  RingPart(const Context<Space>& context, CellType type)
    : StageBox<Space>(context, type, ringWithWeb, { 12, 3, 4 }),
      isDesign(this->layout(), std::vector<std::uint8_t>(this->size(), 1)),
      variables(this->layout(), std::vector<double>(this->size(), 0.5))
  {
  }

  DesignSites<Space> allSites() const { return this->sites(this->isDesign, this->variables); }

  Vector<Space, std::uint8_t> isDesign;
  Vector<Space> variables;
};

ChainSettings printedAlong(const std::array<double, 3>& direction, double angle = 45.0)
{
  ChainSettings chain;
  chain.filter = FilterKind::Density;
  chain.filterRadius = 0.25;
  chain.stages.overhang.direction = AxisDirection::Vector;
  chain.stages.overhang.vector = direction;
  chain.stages.overhang.angle = angle;
  return chain;
}
}

TYPED_TEST(FormGridTest, HasThePlacesOfTheMesh)
{
  for (const CellType type : { CellType::Hexahedron, CellType::Tetrahedron })
  {
    const RingPart<TypeParam> part(this->context(), type);
    const double volume = std::accumulate(part.volumes().begin(), part.volumes().end(), 0.0);
    for (const std::array<double, 3>& direction :
      { std::array<double, 3>{ 0.0, 0.0, 1.0 }, std::array<double, 3>{ 1.0, 2.0, -0.5 } })
    {
      ChainSettings chain = printedAlong(direction, 55.0);
      chain.stages.formGrid.edge = 0.015;
      const FormGrid<TypeParam> fine(chain, part.allSites());
      const FormShape::Vector& edges = fine.shape().edges;
      EXPECT_NEAR(edges[2] / edges[0], 1.4281480067421146, 1e-12); // the tangent of 55 degrees
      const double place = edges[0] * edges[1] * edges[2];
      EXPECT_NEAR(place * static_cast<double>(fine.homes().size()) / volume, 1.0, 0.05);
      // The middle of a place is near the centroid of its home.
      const std::vector<double> middles = fine.sites().positions.toHost();
      for (std::size_t v = 0; v < fine.homes().size(); ++v)
      {
        const auto centroid =
          elementCentroid(part.mesh(), static_cast<std::size_t>(fine.homes()[v]));
        const double distance = std::hypot(middles[3 * v] - centroid[0],
          middles[3 * v + 1] - centroid[1], middles[3 * v + 2] - centroid[2]);
        ASSERT_LT(distance, 0.2);
      }
    }
    // The web is thinner than these places; all elements have one, and keep constants.
    const ChainSettings coarse = printedAlong({ 0.0, 0.3, 1.0 });
    const FormGrid<TypeParam> grid(coarse, part.allSites());
    FormFilter<TypeParam> filter(coarse, part.allSites(), grid);
    FormSample<TypeParam> sample(part.allSites(), grid);
    Vector<TypeParam> atPlaces(grid.layout());
    Vector<TypeParam> atElements(part.layout());
    filter.forward(part.variables, atPlaces);
    sample.forward(atPlaces, atElements);
    for (const double value : atElements.toHost())
    {
      ASSERT_NEAR(value, 0.5, 1e-14);
    }
  }
}

TYPED_TEST(FormGridTest, StagesAreTransposedExactly)
{
  Random random(91);
  const RingPart<TypeParam> part(this->context(), CellType::Tetrahedron);
  ChainSettings chain = printedAlong({ 0.2, -0.7, 0.4 });
  for (const double radius : { 0.25, 0.08 }) // the second leaves places without neighbours
  {
    for (const bool isSymmetric : { false, true })
    {
      chain.filterRadius = radius;
      chain.stages.symmetry.mode = isSymmetric ? SymmetryMode::Planes : SymmetryMode::Off;
      chain.stages.symmetry.planes = 3; // Z
      const FormGrid<TypeParam> grid(chain, part.allSites());
      FormFilter<TypeParam> filter(chain, part.allSites(), grid);
      FormSample<TypeParam> sample(part.allSites(), grid);
      const Vector<TypeParam> x(part.layout(), random.vector(part.size(), 0.0, 1.0));
      const Vector<TypeParam> y(grid.layout(), random.vector(grid.homes().size(), 0.0, 1.0));
      Vector<TypeParam> atPlaces(grid.layout());
      Vector<TypeParam> atElements(part.layout());
      filter.forward(x, atPlaces);
      filter.backward(x, y, atElements);
      EXPECT_NEAR(dot(atPlaces, y) / dot(atElements, x), 1.0, 1e-13);
      sample.forward(y, atElements);
      sample.backward(y, x, atPlaces);
      EXPECT_NEAR(dot(atElements, x) / dot(atPlaces, y), 1.0, 1e-13);
    }
  }
}

TYPED_TEST(FormGridTest, PrintsInAnyDirection)
{
  Random random(92);
  const RingPart<TypeParam> part(this->context(), CellType::Hexahedron);
  std::vector<double> x = random.vector(part.size(), 0.0, 1.0);
  std::vector<std::uint8_t> isDesign(part.size(), 1);
  for (std::size_t e = 0; e < part.size(); e += 50)
  {
    isDesign[e] = 0;
    x[e] = e % 100 == 0 ? 1.0 : 0.0;
  }
  for (const double angle : { 30.0, 45.0, 65.0 })
  {
    const ChainSettings chain = printedAlong({ 0.6, -1.0, 2.0 }, angle);
    EXPECT_EQ(part.design(chain, x).columnValues(), std::vector<double>{ 0.0 });
    const auto fixed = part.design(chain, x, 1.0, isDesign);
    const std::vector<double> density = fixed.density().toHost();
    for (std::size_t e = 0; e < part.size(); ++e)
    {
      EXPECT_TRUE(isDesign[e] || density[e] == x[e]);
      EXPECT_GE(density[e], 0.0);
      EXPECT_LE(density[e], 1.005);
    }
  }
}

TYPED_TEST(FormGridTest, RobustDesignsShareTheFilterAndAreSweptEach)
{
  // The three designs on the grid are ordered, are the designs of one threshold alone, have its
  // places without support, and have their derivatives.
  Random random(93);
  const RingPart<TypeParam> part(this->context(), CellType::Tetrahedron);
  using Design = RobustParametrization<TypeParam>;
  std::vector<double> x = random.vector(part.size(), 0.0, 1.0);
  std::vector<double> direction = random.vector(part.size(), -1.0, 1.0);
  std::vector<std::uint8_t> isDesign(part.size(), 1);
  for (std::size_t e = 0; e < part.size(); e += 40)
  {
    isDesign[e] = 0;
    x[e] = e % 80 == 0 ? 1.0 : 0.0;
    direction[e] = 0.0;
  }
  const std::vector<double> g = random.vector(part.size(), -1.0, 1.0);
  const Vector<TypeParam> ofDensity(part.layout(), g);
  const auto dotOf = [](const std::vector<double>& a, const std::vector<double>& b)
  { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); };
  for (const bool isSwept : { true, false }) // or drawn and extruded
  {
    ChainSettings chain = printedAlong({ 0.6, -1.0, 2.0 }, 55.0);
    chain.stages.projection.mode = ProjectionMode::Half;
    if (!isSwept)
    {
      chain.stages.overhang = {};
      chain.stages.draw.direction = AxisDirection::PlusZ;
      chain.stages.extrusion.axis = 2;
    }
    ChainSettings robust = chain;
    robust.stages.robust = { true, 0.0, 0.2, 20, true };
    const auto at = [&](double step)
    {
      std::vector<double> moved = x;
      for (std::size_t e = 0; e < x.size(); ++e)
      {
        moved[e] += step * direction[e];
      }
      return part.robust(robust, moved, 4.0, isDesign);
    };
    constexpr double step = 1e-3; // of differences of order 4
    const auto design = at(0.0);
    const auto low2 = at(-2 * step);
    const auto low = at(-step);
    const auto high = at(step);
    const auto high2 = at(2 * step);
    for (int i = 0; i < Design::Realizations; ++i)
    {
      const auto one = static_cast<typename Design::Realization>(i);
      const auto valueOf = [&](const Design& of) { return dotOf(g, of.densityOf(one).toHost()); };
      const double difference =
        (valueOf(*low2) - 8 * valueOf(*low) + 8 * valueOf(*high) - valueOf(*high2)) / (12 * step);
      Vector<TypeParam> gradient(design->variables().layoutPointer());
      design->pullBackFrom(one, ofDensity, gradient);
      EXPECT_NEAR(dotOf(gradient.toHost(), direction) / difference, 1.0, 1e-6) << i;
      ChainSettings alone = chain;
      alone.stages.projection.threshold = i == 0 ? 0.5 + 0.2 : i == 1 ? 0.5 : 0.5 - 0.2;
      const auto& ofAlone = part.design(alone, x, 4.0, isDesign);
      EXPECT_EQ(design->densityOf(one).toHost(), ofAlone.density().toHost());
      if (one == Design::Intermediate)
      {
        // Elements that stay solid may be above nothing. The last value is the dilated volume.
        std::vector<double> columns = design->columnValues();
        columns.pop_back();
        EXPECT_EQ(columns, ofAlone.columnValues());
      }
    }
    const std::vector<double> eroded = design->erodedDensity().toHost();
    const std::vector<double> middle = design->density().toHost();
    const std::vector<double> dilated = design->boundedDensity().toHost();
    for (std::size_t e = 0; e < part.size(); ++e)
    {
      ASSERT_LE(eroded[e], middle[e] + 1e-15);
      ASSERT_LE(middle[e], dilated[e] + 1e-15);
    }
    const auto other = at(0.01);
    other->restore(x, design->filteredDensity(), design->stageState());
    EXPECT_EQ(other->boundedDensity().toHost(), dilated);
  }
}
