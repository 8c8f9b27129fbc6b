// Tests of stages for manufacture: known answers, derivatives against finite differences, and
// invariants that can be counted.

#include "Design/Stage/StageBox.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Design/Stage/StageKinds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class ManufacturingTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(ManufacturingTest, Spaces, SpaceNames);

constexpr int Counts[3] = { 12, 6, 6 }; // elements of a StageBox of hexahedra
constexpr double Sharpness = 8.0;

std::size_t hexahedron(int i, int j, int k)
{
  return static_cast<std::size_t>((k * Counts[1] + j) * Counts[0] + i);
}

double dotOf(const std::vector<double>& a, const std::vector<double>& b)
{
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

ChainSettings filtered()
{
  ChainSettings chain;
  chain.filter = FilterKind::Density;
  chain.filterRadius = 0.4;
  return chain;
}

ChainSettings projected()
{
  ChainSettings chain = filtered();
  chain.stages.projection.mode = ProjectionMode::Half;
  return chain;
}

ChainSettings mirrored(int planes, ChainSettings chain = filtered())
{
  chain.stages.symmetry.mode = SymmetryMode::Planes;
  chain.stages.symmetry.planes = planes;
  chain.stages.symmetry.center = { 1.0, 0.5, 0.5 };
  return chain;
}

ChainSettings turned(int turns, int axis)
{
  ChainSettings chain = filtered();
  chain.stages.symmetry.mode = SymmetryMode::Cyclic;
  chain.stages.symmetry.turns = turns;
  chain.stages.symmetry.axis = axis;
  chain.stages.symmetry.center = { 0.0, 0.5, 0.5 };
  return chain;
}

ChainSettings extruded(int axis, ChainSettings chain = filtered())
{
  chain.stages.extrusion.axis = axis;
  return chain;
}

ChainSettings drawn(AxisDirection direction, double plane, ChainSettings chain = projected())
{
  chain.stages.draw.direction = direction;
  chain.stages.draw.partingPlane = plane;
  return chain;
}

ChainSettings printed(AxisDirection direction, ChainSettings chain = projected())
{
  chain.stages.overhang.direction = direction;
  return chain;
}

/// With a grid over the mesh.
ChainSettings onGrid(ChainSettings chain)
{
  chain.stages.formGrid.edge = 1.0 / 6.0;
  return chain;
}

/// Steeper than 45 degrees.
ChainSettings steep()
{
  ChainSettings chain = onGrid(printed(AxisDirection::PlusZ));
  chain.stages.overhang.angle = 60.0;
  return chain;
}

/// 20 degrees from Z to X, with the lowest side attached.
ChainSettings tilted(ChainSettings chain = projected())
{
  constexpr double angle = 0.3490658503988659;
  chain = onGrid(printed(AxisDirection::Vector, chain));
  chain.stages.overhang.vector = { 2.0 * std::sin(angle), 0.0, 2.0 * std::cos(angle) };
  chain.stages.overhang.attachedSide = AxisDirection::MinusZ;
  return chain;
}

constexpr int X = 1; // axes of an extrusion
constexpr int Y = 2;
constexpr int PlaneY = 1; // see SymmetrySettings
constexpr int PlanesYZ = 5;
}

TYPED_TEST(ManufacturingTest, HasTheKnownAnswers)
{
  // The values are from a plain program in Python, as in the test of chains.
  struct Known
  {
    const char* name;
    CellType type;
    ChainSettings chain;
    double volume;
    double square;
    double gradient;
  };
  constexpr CellType hexahedra = CellType::Hexahedron;
  constexpr CellType tetrahedra = CellType::Tetrahedron;
  for (const Known& known : {
         Known{ "mirror", hexahedra, mirrored(PlaneY), 0.493169276, 0.502549117, 12.1006746 },
         Known{ "turns", hexahedra, turned(3, 0), 0.493122658, 0.496139897, 6.69493169 },
         Known{ "extrusion", hexahedra, extruded(Y), 0.493169276, 0.50213418, 12.0834225 },
         Known{ "draw", hexahedra, drawn(AxisDirection::PlusZ, 1.0 / 3.0), 0.365194241, 0.489385763,
           22.1174091 },
         Known{ "overhang", hexahedra, printed(AxisDirection::PlusZ), 0.478375802, 0.593134709,
           24.8455082 },
         Known{ "overhang -X", hexahedra, printed(AxisDirection::MinusX), 0.258758545, 0.373774468,
           28.6102441 },
         Known{ "mirror", tetrahedra, mirrored(PlaneY), 0.491915238, 0.502237702, 10.5350607 },
         Known{ "turns", tetrahedra, turned(3, 0), 0.491283557, 0.494591879, 5.78020626 },
         Known{ "grid, overhang", tetrahedra, onGrid(printed(AxisDirection::PlusZ)), 0.475800961,
           0.576859015, 22.8115648 },
         Known{ "grid, 60 degrees", tetrahedra, steep(), 0.454961908, 0.54749988, 19.0415118 },
         Known{ "grid, tilted", tetrahedra, tilted(), 0.417502828, 0.511836599, 20.2454728 },
         Known{ "grid, draw", tetrahedra, onGrid(drawn(AxisDirection::PlusY, 0.5)), 0.427255526,
           0.535791114, 25.0493105 },
       })
  {
    const StageBox<TypeParam> box(this->context(), known.type);
    auto design = box.design(known.chain, box.field(probeDensity), Sharpness);
    const std::vector<double> density = design.density().toHost();
    std::vector<double> squares = density;
    for (double& value : squares)
    {
      value *= value;
    }
    const std::vector<double> gradient = box.back(design, box.field(probeDerivative));
    const double total = std::accumulate(box.volumes().begin(), box.volumes().end(), 0.0);
    EXPECT_NEAR(dotOf(box.volumes(), density) / total, known.volume, 1e-9) << known.name;
    EXPECT_NEAR(std::sqrt(dotOf(box.volumes(), squares) / total), known.square, 1e-9) << known.name;
    EXPECT_NEAR(std::sqrt(dotOf(gradient, gradient)), known.gradient, 1e-7) << known.name;
  }
}

TYPED_TEST(ManufacturingTest, DerivativesAreThoseOfDifferences)
{
  Random random(4711);
  const StageBox<TypeParam> hexahedra(this->context(), CellType::Hexahedron);
  const StageBox<TypeParam> tetrahedra(this->context(), CellType::Tetrahedron);
  const std::vector<ChainSettings> chains = { mirrored(PlanesYZ), turned(5, 0), extruded(X),
    drawn(AxisDirection::MinusY, 0.0, filtered()), printed(AxisDirection::PlusZ, filtered()),
    mirrored(PlaneY, extruded(Y, printed(AxisDirection::PlusX))),
    extruded(Y, drawn(AxisDirection::PlusX, 0.5, mirrored(PlaneY, projected()))),
    drawn(AxisDirection::PlusY, 0.5, printed(AxisDirection::MinusZ)), tilted(filtered()),
    // These have a grid over tetrahedra.
    extruded(X), steep(), tilted(), mirrored(PlaneY, extruded(Y, tilted())),
    drawn(AxisDirection::PlusY, 0.5, printed(AxisDirection::MinusZ)) };
  constexpr std::size_t first = 9; // of tetrahedra
  for (std::size_t c = 0; c < chains.size(); ++c)
  {
    const StageBox<TypeParam>& box = c < first ? hexahedra : tetrahedra;
    for (const bool isPassive : { false, true })
    {
      ChainSettings chain = chains[c];
      chain.lowestDensity = isPassive ? 0.05 : 0.0;
      std::vector<double> x = random.vector(box.size(), 0.1, 0.95);
      std::vector<double> direction = random.vector(box.size(), -1.0, 1.0);
      std::vector<double> g = random.vector(box.size(), -1.0, 1.0);
      std::vector<std::uint8_t> isDesign(box.size(), 1);
      for (int i = 0; isPassive && i < 4; ++i)
      {
        // These are a solid row and a void column.
        const std::size_t fixed[] = { hexahedron(8 + i, 0, 0),
          hexahedron(2, 5, 5 - i) % box.size() };
        for (const std::size_t e : fixed)
        {
          isDesign[e] = 0;
          x[e] = e == fixed[0] ? 1.0 : chain.lowestDensity;
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
        return dotOf(g, box.design(chain, moved, Sharpness, isDesign).density().toHost());
      };
      auto design = box.design(chain, x, Sharpness, isDesign);
      const std::vector<double> gradient = box.back(design, g);
      // The smooth minimum changes within a hundredth, so that the best step is not known before.
      double least = std::numeric_limits<double>::infinity();
      for (const double step : { 1e-3, 3e-4, 1e-4 })
      {
        const double difference =
          (valueAt(-2 * step) - 8 * valueAt(-step) + 8 * valueAt(step) - valueAt(2 * step)) /
          (12 * step);
        least = std::min(least, std::abs(dotOf(gradient, direction) / difference - 1.0));
      }
      EXPECT_LT(least, 1e-7) << "chain " << c << (isPassive ? " with fixed densities" : "");
      for (std::size_t e = 0; e < box.size(); ++e)
      {
        const double density = design.density().toHost()[e];
        ASSERT_TRUE(isDesign[e] || density == x[e]) << e;
      }
    }
  }
}

TYPED_TEST(ManufacturingTest, SymmetricDensitiesAreThoseOfTheirImages)
{
  Random random(77);
  const StageBox<TypeParam> box(this->context(), CellType::Hexahedron);
  const std::vector<double> x = random.vector(box.size(), 0.0, 1.0);
  const auto density = box.design(mirrored(PlanesYZ, projected()), x, Sharpness).density().toHost();
  for (int k = 0; k < Counts[2]; ++k)
  {
    for (int j = 0; j < Counts[1]; ++j)
    {
      for (int i = 0; i < Counts[0]; ++i)
      {
        const double own = density[hexahedron(i, j, k)];
        EXPECT_NEAR(own, density[hexahedron(i, Counts[1] - 1 - j, k)], 1e-14);
        EXPECT_NEAR(own, density[hexahedron(i, j, Counts[2] - 1 - k)], 1e-14);
      }
    }
  }
}

TYPED_TEST(ManufacturingTest, ExtrudedColumnsHaveOneDensity)
{
  Random random(78);
  const StageBox<TypeParam> box(this->context(), CellType::Hexahedron);
  const auto density =
    box.design(extruded(X, projected()), random.vector(box.size(), 0.0, 1.0)).density().toHost();
  for (int k = 0; k < Counts[2]; ++k)
  {
    for (int j = 0; j < Counts[1]; ++j)
    {
      for (int i = 1; i < Counts[0]; ++i)
      {
        EXPECT_EQ(density[hexahedron(i, j, k)], density[hexahedron(0, j, k)]);
      }
    }
  }
}

TYPED_TEST(ManufacturingTest, DrawnDensitiesDoNotGrowOutwards)
{
  Random random(79);
  const StageBox<TypeParam> box(this->context(), CellType::Hexahedron);
  const auto density =
    box.design(drawn(AxisDirection::PlusX, 0.25), random.vector(box.size(), 0.0, 1.0), 32.0)
      .density()
      .toHost();
  constexpr int plane = 3; // of 12 layers
  for (int k = 0; k < Counts[2]; ++k)
  {
    for (int j = 0; j < Counts[1]; ++j)
    {
      for (int i = 0; i + 1 < Counts[0]; ++i)
      {
        const double lower = density[hexahedron(i, j, k)];
        const double upper = density[hexahedron(i + 1, j, k)];
        EXPECT_TRUE(i + 1 == plane || (i + 1 < plane ? lower <= upper : upper <= lower));
      }
    }
  }
}

TYPED_TEST(ManufacturingTest, PrintedDensitiesAreSupported)
{
  Random random(80);
  const StageBox<TypeParam> box(this->context(), CellType::Hexahedron);
  std::vector<double> x = random.vector(box.size(), 0.0, 1.0);
  for (const AxisDirection direction : { AxisDirection::PlusY, AxisDirection::MinusZ })
  {
    EXPECT_EQ(box.design(printed(direction), x, 32.0).columnValues().back(), 0.0);
  }
  // Solid material that is fixed above void is not supported, and this is told.
  std::vector<std::uint8_t> isDesign(box.size(), 1);
  std::fill(x.begin(), x.end(), 0.0);
  for (const int i : { 5, 6, 7 })
  {
    isDesign[hexahedron(i, 2, 3)] = 0;
    x[hexahedron(i, 2, 3)] = 1.0;
  }
  EXPECT_EQ(
    box.design(printed(AxisDirection::PlusZ), x, 32.0, isDesign).columnValues().back(), 3.0);
}

TYPED_TEST(ManufacturingTest, RefusesWhatCannotBe)
{
  const auto messageOf = [](const auto& work)
  {
    try
    {
      work();
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  const StageBox<TypeParam> tetrahedra(this->context(), CellType::Tetrahedron);
  const StageBox<TypeParam> box(this->context(), CellType::Hexahedron);
  const std::vector<double> ofTetrahedra(tetrahedra.size(), 0.5);
  std::vector<double> x(box.size(), 0.5);
  ChainSettings skew = tilted();
  skew.stages.extrusion.axis = X;
  ChainSettings zero = tilted();
  zero.stages.overhang.vector = {};
  ChainSettings unfilteredGrid = printed(AxisDirection::PlusZ);
  unfilteredGrid.filter = FilterKind::None;
  ChainSettings fine = tilted();
  fine.stages.formGrid.edge = 1e-3;
  for (const auto& [chain, words] : std::vector<std::pair<ChainSettings, const char*>>{
         { skew, "parallel or perpendicular" }, { zero, "is zero" },
         { unfilteredGrid, "Filter Type Density" }, { fine, "places for 324 cells" } })
  {
    EXPECT_NE(messageOf([&, chain = chain] { tetrahedra.design(chain, ofTetrahedra); }).find(words),
      std::string::npos)
      << words;
  }
  ChainSettings away = mirrored(PlaneY);
  away.stages.symmetry.center = { 0.0, 3.0, 0.0 };
  EXPECT_NE(messageOf([&] { box.design(away, x); }).find("outside"), std::string::npos);
  ChainSettings unfiltered = mirrored(PlaneY);
  unfiltered.filter = FilterKind::None;
  EXPECT_NE(messageOf([&] { box.design(unfiltered, x); }).find("Filter Type"), std::string::npos);
  std::vector<std::uint8_t> isDesign(box.size(), 1);
  isDesign[hexahedron(4, 3, 1)] = 0;
  x[hexahedron(4, 3, 1)] = 0.0;
  isDesign[hexahedron(4, 3, 4)] = 0;
  x[hexahedron(4, 3, 4)] = 1.0;
  const auto draw = [&](AxisDirection direction, double plane)
  { return messageOf([&] { box.design(drawn(direction, plane), x, 1.0, isDesign); }); };
  EXPECT_NE(draw(AxisDirection::PlusZ, 0.0).find("1 elements"), std::string::npos);
  EXPECT_EQ(draw(AxisDirection::MinusZ, 0.0), "");
  EXPECT_EQ(draw(AxisDirection::PlusZ, 0.5), "");
}
