// Tests of the strategies of Xia et al. 2017 that the benchmark measures, against plain references.

#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Benchmark/Paper/Isogeometric/PaperAssembly.h"
#include "Benchmark/Paper/Isogeometric/PaperInitialDesign.h"
#include "Benchmark/Paper/Isogeometric/PaperUpdate.h"
#include "Design/LevelSet/LevelSetReference.h"
#include "Operator/Isogeometric/IsogeometricReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Nu = 0.3;

template <class Space>
class PaperStrategiesTest : public OnSpace<Space>
{
protected:
  NurbsPatch patch(int degree)
  {
    return randomPatch(this->random, 2, { degree, degree, 0 }, { 7, 6, 1 }, true);
  }

  Random random{ 77 };
};
TYPED_TEST_SUITE(PaperStrategiesTest, Spaces, SpaceNames);
}

TYPED_TEST(PaperStrategiesTest, CollocatesAndInterpolates)
{
  for (int degree = 1; degree <= 4; ++degree)
  {
    const NurbsPatch patch = this->patch(degree);
    const std::vector<double> centres = { 0.5, 0.5, 0.0, 1.4, 0.3, 0.0, 1.0, 0.9, 0.0 };
    PaperInitialDesign<TypeParam> design(this->context(), patch);
    design.compute(DeviceVector<double, TypeParam>(this->context(), centres), 0.1);
    const std::vector<double> positions = design.positions().toHost();
    const std::vector<double> values = design.values().toHost();
    const std::vector<double> phi = this->random.vector(patch.numberOfControlPoints(), -1.0, 1.0);
    const DeviceVector<double, TypeParam> coefficients(this->context(), phi);
    DeviceVector<double, TypeParam> product(this->context(), phi.size());
    design.collocation().multiply(coefficients.data(), product.data());
    const std::vector<double> collocated = product.toHost();

    const std::vector<double> x = grevillePoints(degree, patch.knots[0]);
    const std::vector<double> y = grevillePoints(degree, patch.knots[1]);
    for (std::size_t i = 0; i < phi.size(); ++i)
    {
      const std::array<double, 3> xi = { x[i % x.size()], y[i / x.size()], 0.0 };
      const NurbsPoint at = evaluateAt(patch, xi);
      double nearest = 1e300;
      for (std::size_t h = 0; h < centres.size(); h += 3)
      {
        nearest = std::min(
          nearest, std::hypot(at.position[0] - centres[h], at.position[1] - centres[h + 1]) - 0.1);
      }
      EXPECT_NEAR(positions[2 * i], at.position[0], 1e-13);
      EXPECT_NEAR(positions[2 * i + 1], at.position[1], 1e-13);
      EXPECT_NEAR(values[i], nearest, 1e-13);
      EXPECT_NEAR(collocated[i], reference::levelSetAt(patch, phi, xi), 1e-13);
    }

    const std::vector<double> breaksX = breakPoints(degree, patch.knots[0]);
    const std::vector<double> breaksY = breakPoints(degree, patch.knots[1]);
    DeviceVector<double, TypeParam> vertices(
      this->context(), static_cast<std::size_t>(design.interpolation().rows));
    ASSERT_EQ(vertices.size(), breaksX.size() * breaksY.size());
    design.interpolation().multiply(coefficients.data(), vertices.data());
    const std::vector<double> found = vertices.toHost();
    for (std::size_t v = 0; v < found.size(); ++v)
    {
      EXPECT_NEAR(found[v],
        reference::levelSetAt(
          patch, phi, { breaksX[v % breaksX.size()], breaksY[v / breaksX.size()], 0.0 }),
        1e-13);
    }
  }
}

TYPED_TEST(PaperStrategiesTest, AssemblesTheSameMatrixByAllMethods)
{
  for (int degree = 1; degree <= 4; ++degree)
  {
    const NurbsPatch patch = this->patch(degree);
    const std::vector<double> moduli = this->random.vector(patch.numberOfElements(), 1e-4, 1.0);
    const auto E = this->vector(moduli);
    const reference::IsogeometricStiffness reference(patch, Nu, false);
    const std::vector<double> expected = reference.matrix(moduli);
    const std::size_t n = reference.size();
    const double scale = *std::max_element(expected.begin(), expected.end());
    PaperAssembly<TypeParam> assembly(this->context(), patch, Nu);
    for (const PaperAssemblyMethod method :
      { PaperAssemblyMethod::Triplets, PaperAssemblyMethod::Atomics, PaperAssemblyMethod::Coloured,
        PaperAssemblyMethod::ByRow })
    {
      assembly.assemble(method, E);
      std::vector<double> found(n * n, 0.0);
      if (method == PaperAssemblyMethod::Triplets)
      {
        const std::vector<std::uint64_t> keys = assembly.keys().toHost();
        const std::vector<double> sums = assembly.sums().toHost();
        for (std::size_t t = 0; t < static_cast<std::size_t>(assembly.entries()); ++t)
        {
          if (t > 0)
          {
            ASSERT_LT(keys[t - 1], keys[t]);
          }
          found[(keys[t] >> 32) * n + (keys[t] & 0xffffffffU)] = sums[t];
        }
      }
      else
      {
        const RowLayoutOfGrid& layout = assembly.rows().layout();
        const std::vector<double> values = assembly.rows().toHost();
        for (std::size_t t = 0; t < values.size(); ++t)
        {
          const auto w =
            static_cast<std::int32_t>(t / 2 % static_cast<std::size_t>(layout.window()));
          const std::size_t row = t / 2 / static_cast<std::size_t>(layout.window());
          std::int32_t at[3];
          layout.pointAt(static_cast<std::int64_t>(row / 2), at);
          const std::int32_t j[3] = { layout.first(0, at[0]) + w % layout.widths[0],
            layout.first(1, at[1]) + w / layout.widths[0], 0 };
          found[row * n + 2 * static_cast<std::size_t>(layout.numberOf(j)) + t % 2] = values[t];
        }
      }
      for (std::size_t t = 0; t < found.size(); ++t)
      {
        ASSERT_NEAR(found[t], expected[t], 1e-12 * scale)
          << "degree " << degree << ", method " << static_cast<int>(method) << ", entry " << t;
      }
    }
  }
}

TYPED_TEST(PaperStrategiesTest, ComputesSensitivities)
{
  for (int degree = 1; degree <= 4; ++degree)
  {
    const NurbsPatch patch = this->patch(degree);
    const std::vector<double> moduli = this->random.vector(patch.numberOfElements(), 1e-4, 1.0);
    const std::vector<double> u = this->random.vector(2 * patch.numberOfControlPoints(), -1.0, 1.0);
    const PatchData<TypeParam> data(this->context(), patch);
    const auto E = this->vector(moduli);
    const Vector<TypeParam> field(this->nodal(u.size() / 2, 2), u);
    Vector<TypeParam> energies(this->nodal(u.size() / 2, 1));
    computePaperSensitivities(data.view(), Nu, E, field, energies);
    const std::vector<double> found = energies.toHost();
    const std::vector<double> expected = reference::pointSensitivities(patch, Nu, moduli, u);
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      EXPECT_NEAR(found[i], -expected[i], 1e-10 * std::abs(expected[i]) + 1e-12);
    }
  }
}

TYPED_TEST(PaperStrategiesTest, UpdatesAsTheReference)
{
  const NurbsPatch patch = this->patch(2);
  const std::size_t n = patch.numberOfControlPoints();
  const std::vector<double> start = this->random.vector(n, -0.4, 0.6);
  const std::vector<double> energies = this->random.vector(n, 0.1, 2.0);
  const std::vector<double> measures =
    reference::IsogeometricStiffness(patch, Nu, false).measures();
  double total = 0.0;
  for (const double measure : measures)
  {
    total += measure;
  }
  PaperUpdateSettings settings;
  settings.lower = -0.8;
  settings.upper = 1.2;
  const auto volume = [&](const std::vector<double>& phi)
  {
    const std::vector<double> parts = reference::cutElements(patch, phi);
    double sum = 0.0;
    for (std::size_t e = 0; e < parts.size(); ++e)
    {
      sum += parts[e] * measures[e];
    }
    return sum;
  };
  settings.volumeBound = 0.97 * volume(start);

  reference::LevelSetUpdateProblem problem;
  for (const double phi : start)
  {
    problem.variables.push_back((phi + 0.8) / 2.0);
  }
  for (const double energy : energies)
  {
    problem.ofCompliance.push_back(-energy);
  }
  problem.ofVolume.assign(n, 1.0);
  problem.isDesign.assign(n, 1);
  problem.volume = [&](const std::vector<double>& x)
  {
    std::vector<double> phi;
    for (const double value : x)
    {
      phi.push_back(-0.8 + 2.0 * value);
    }
    return volume(phi) / settings.volumeBound;
  };
  const std::vector<double> expected = reference::updateLevelSet(problem);

  PaperInitialDesign<TypeParam> design(this->context(), patch);
  design.compute(
    DeviceVector<double, TypeParam>(this->context(), std::vector<double>{ 0.0, 0.0, 0.0 }), 0.1);
  const auto areas = this->vector(measures);
  PaperUpdate<TypeParam> update(gridOf(patch), design.interpolation(), areas);
  const auto D = this->vector(energies);
  auto phi = this->vector(start);
  EXPECT_NEAR(update.volume(phi), volume(start), 1e-12 * total);
  EXPECT_GT(update.update(settings, D, phi), 10);
  const std::vector<double> found = phi.toHost();
  for (std::size_t i = 0; i < n; ++i)
  {
    EXPECT_NEAR(found[i], -0.8 + 2.0 * expected[i], 1e-8);
  }
}
