// Tests of multigrid on nested spline spaces: exact prolongation, Galerkin matrices, symmetry, and
// the expected numbers of iterations.

#include "Solver/SplineMultigrid/SplineMultigridTestInput.h"
#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/SplineMultigrid/SplineHierarchy.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
double valueAt(int degree, const std::vector<double>& knots, const std::vector<double>& c, double x)
{
  const int spans = static_cast<int>(knots.size()) - 2 * degree - 1;
  const int span = bspline::spanOf(degree, spans, knots.data(), x);
  std::array<double, bspline::MostFunctions> values{};
  bspline::evaluate(degree, knots.data(), span, x, values.data(), nullptr);
  double sum = 0.0;
  for (int a = 0; a <= degree; ++a)
  {
    sum += values[static_cast<std::size_t>(a)] * c[static_cast<std::size_t>(span + a)];
  }
  return sum;
}

std::vector<double> times(const BandMatrix& matrix, const std::vector<double>& x)
{
  std::vector<double> y;
  for (std::size_t r = 0; r < matrix.first.size(); ++r)
  {
    double sum = 0.0;
    for (std::int32_t k = matrix.starts[r]; k < matrix.starts[r + 1]; ++k)
    {
      sum += matrix.values[static_cast<std::size_t>(k)] *
        x[static_cast<std::size_t>(matrix.first[r] + k - matrix.starts[r])];
    }
    y.push_back(sum);
  }
  return y;
}
}

TYPED_TEST_SUITE(SplineMultigridTest, Spaces, SpaceNames);

TEST(SplineProlongationTest, RepresentsTheSameFunctions)
{
  Random random(5);
  for (int degree = 1; degree <= 4; ++degree)
  {
    for (const int spans : { 2, 3, 8, 13 })
    {
      const std::vector<double> fine = randomKnots(random, degree, spans);
      const std::vector<double> coarse = coarsenKnots(degree, fine);
      EXPECT_EQ(coarse.size(), static_cast<std::size_t>((spans + 1) / 2 + 2 * degree + 1));
      const BandMatrix P = splineProlongation(degree, fine, coarse);
      const std::vector<double> c =
        random.vector(coarse.size() - static_cast<std::size_t>(degree) - 1, -1.0, 1.0);
      const std::vector<double> f = times(P, c);
      ASSERT_EQ(f.size(), fine.size() - static_cast<std::size_t>(degree) - 1);
      for (int i = 0; i <= 50; ++i)
      {
        const double x = i / 50.0;
        EXPECT_NEAR(valueAt(degree, fine, f, x), valueAt(degree, coarse, c, x), 1e-13);
      }
      // The transposed matrix is compared entry by entry.
      const BandMatrix T = P.transposed();
      const std::vector<double> r = random.vector(f.size(), -1.0, 1.0);
      const std::vector<double> down = times(T, r);
      EXPECT_NEAR(std::inner_product(f.begin(), f.end(), r.begin(), 0.0),
        std::inner_product(c.begin(), c.end(), down.begin(), 0.0), 1e-12);
    }
  }
}

TEST(SplineHierarchyTest, ConstrainsFunctionsThatTouchSupports)
{
  const NurbsPatch patch = makeBoxPatch(2, { 2.0, 1.0, 1.0 }, { 2, 2, 0 }, { 32, 16, 1 });
  std::vector<SplineLevel> levels = makeSplineLevels(patch);
  constrainSplines(heldFace(patch, 0, 0), levels);
  ASSERT_GE(levels.size(), 2u);
  for (const SplineLevel& level : levels)
  {
    for (std::size_t i = 0; i < level.constrained.size(); ++i)
    {
      EXPECT_EQ(level.constrained[i] != 0, i / 2 % std::size_t(level.layout.counts[0]) == 0);
    }
  }
}

TYPED_TEST(SplineMultigridTest, HasGalerkinMatrices)
{
  // The matrix of the first coarse level, which is integrated, is compared with products of the
  // operator: P^T A P c.
  struct Case
  {
    int dimension;
    std::array<int, 3> degrees;
    std::array<int, 3> spans;
  };
  for (const Case& one : { Case{ 2, { 2, 2, 0 }, { 24, 15, 1 } },
         Case{ 2, { 3, 3, 0 }, { 16, 16, 1 } }, Case{ 2, { 1, 2, 0 }, { 23, 14, 1 } },
         Case{ 3, { 2, 2, 2 }, { 9, 6, 4 } }, Case{ 3, { 1, 1, 1 }, { 10, 7, 6 } } })
  {
    const NurbsPatch patch = randomPatch(this->random, one.dimension, one.degrees, one.spans, true);
    const std::vector<double> moduli = this->random.vector(patch.numberOfElements(), 0.1, 1.0);
    std::vector<SplineLevel> levels = makeSplineLevels(patch);
    ASSERT_GE(levels.size(), 2u);
    const std::vector<std::uint8_t> supports = heldFace(patch, 0, 0);
    std::array<std::vector<float>, 2> products;
    for (const bool stored : { false, true })
    {
      const auto system = this->make(patch, moduli, supports, stored);
      const RowLayoutOfGrid& coarse = levels[1].layout;
      const std::vector<float> A = system->multigrid->matrix(1).toHost();
      const auto n = static_cast<std::size_t>(coarse.unknowns());
      const std::vector<double> c = Random(9).vector(n, -1.0, 1.0);
      std::vector<float> product(n, 0.0F);
      for (std::int64_t i = 0; i < coarse.points(); ++i)
      {
        std::int32_t at[3];
        coarse.pointAt(i, at);
        for (int r = 0; r < coarse.dimension; ++r)
        {
          for (int w = 0; w < coarse.window(); ++w)
          {
            const std::int32_t j[3] = { coarse.first(0, at[0]) + w % coarse.widths[0],
              coarse.first(1, at[1]) + w / coarse.widths[0] % coarse.widths[1],
              coarse.first(2, at[2]) + w / coarse.widths[0] / coarse.widths[1] };
            for (int s = 0; s < coarse.dimension; ++s)
            {
              const std::int64_t row = i * coarse.dimension + r;
              product[static_cast<std::size_t>(row)] += static_cast<float>(
                A[static_cast<std::size_t>((row * coarse.window() + w) * coarse.dimension + s)] *
                c[static_cast<std::size_t>(coarse.numberOf(j) * coarse.dimension + s)]);
            }
          }
        }
      }
      products[stored ? 1 : 0] = product;

      // P c, then A (P c), then P^T A P c.
      const RowLayoutOfGrid& fine = levels[0].layout;
      const auto weightOf = [&](const std::int32_t* f, const std::int32_t* j)
      {
        double weight = 1.0;
        for (std::size_t k = 0; k < 3; ++k)
        {
          const BandMatrix& P = levels[0].prolongations[k];
          const auto row = static_cast<std::size_t>(f[k]);
          const std::int32_t place = j[k] - P.first[row];
          weight *= place >= 0 && place < P.starts[row + 1] - P.starts[row]
            ? P.values[static_cast<std::size_t>(P.starts[row] + place)]
            : 0.0;
        }
        return weight;
      };
      const auto d = static_cast<std::size_t>(fine.dimension);
      std::vector<float> prolonged(static_cast<std::size_t>(fine.unknowns()), 0.0F);
      const auto forEachPair = [&](const auto& body)
      {
        for (std::int64_t i = 0; i < fine.points(); ++i)
        {
          std::int32_t f[3];
          fine.pointAt(i, f);
          for (std::int64_t k = 0; k < coarse.points(); ++k)
          {
            std::int32_t j[3];
            coarse.pointAt(k, j);
            const double weight = weightOf(f, j);
            if (weight != 0.0)
            {
              body(static_cast<std::size_t>(i), static_cast<std::size_t>(k), weight);
            }
          }
        }
      };
      forEachPair(
        [&](std::size_t i, std::size_t k, double weight)
        {
          for (std::size_t s = 0; s < d; ++s)
          {
            prolonged[d * i + s] += static_cast<float>(weight * c[d * k + s]);
          }
        });
      const Vector<TypeParam, float> x(system->K->layoutPointer(), prolonged);
      Vector<TypeParam, float> y(system->K->layoutPointer());
      system->K->applyHomogeneous(x, y);
      const std::vector<float> force = y.toHost();
      std::vector<double> expected(n, 0.0);
      forEachPair(
        [&](std::size_t i, std::size_t k, double weight)
        {
          for (std::size_t s = 0; s < d; ++s)
          {
            expected[d * k + s] += weight * double(force[d * i + s]);
          }
        });
      double scale = 0.0;
      for (const double value : expected)
      {
        scale = std::max(scale, std::abs(value));
      }
      for (std::size_t i = 0; i < n; ++i)
      {
        ASSERT_NEAR(double(product[i]), expected[i], 1e-5 * scale)
          << i << (stored ? " stored" : "");
      }
    }
  }
}

TYPED_TEST(SplineMultigridTest, IsSymmetricAndPositiveDefinite)
{
  for (const bool stored : { false, true })
  {
    for (const int dimension : { 2, 3 })
    {
      const NurbsPatch patch = dimension == 2
        ? randomPatch(this->random, 2, { 2, 2, 0 }, { 20, 14, 1 }, true)
        : randomPatch(this->random, 3, { 2, 2, 2 }, { 8, 6, 5 }, true);
      const std::vector<std::uint8_t> constrained = heldFace(patch, 0, 0);
      const auto system = this->make(patch, holes(patch, 1e-4), constrained, stored);
      const std::vector<double> a = this->random.vector(constrained.size(), -1.0, 1.0);
      const std::vector<double> b = this->random.vector(constrained.size(), -1.0, 1.0);
      const std::vector<float> Ma = this->apply(*system, a);
      const std::vector<float> Mb = this->apply(*system, b);
      double aMb = 0.0;
      double bMa = 0.0;
      double aMa = 0.0;
      double bMb = 0.0;
      for (std::size_t i = 0; i < constrained.size(); ++i)
      {
        aMb += a[i] * double(Mb[i]);
        bMa += b[i] * double(Ma[i]);
        aMa += a[i] * double(Ma[i]);
        bMb += b[i] * double(Mb[i]);
        if (constrained[i])
        {
          ASSERT_EQ(Ma[i], 0.0F);
        }
      }
      EXPECT_GT(aMa, 0.0);
      EXPECT_GT(bMb, 0.0);
      EXPECT_NEAR(aMb, bMa, 1e-5 * std::sqrt(aMa * bMb)) << dimension << " dimensions";
    }
  }
}

TYPED_TEST(SplineMultigridTest, SolvesOnceMoreAfterUpdatesAndWithSprings)
{
  const NurbsPatch patch = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 16, 16 });
  const std::vector<std::uint8_t> constrained = heldFace(patch, 1, 0);
  for (const bool stored : { false, true })
  {
    std::vector<double> springs(constrained.size(), 0.0);
    springs[constrained.size() - 1] = 0.5;
    const auto system = this->make(
      patch, std::vector<double>(patch.numberOfElements(), 1.0), constrained, stored, springs);
    // Measured numbers are 11 and 18 with stored matrices, and 13 and 16 (CUDA: 18) without. With
    // smoothing steps of half the length they are 13 and 19, and 16 and 19, on the host.
    EXPECT_LE(this->iterations(*system), stored ? 12 : 14);
    system->moduli.assign(holes(patch, 1e-4));
    system->K->setModuli(system->moduli);
    system->multigrid->update();
    EXPECT_LE(this->iterations(*system),
      stored                                    ? 19
        : TypeParam::Id == ExecutionSpace::Host ? 17
                                                : 19);
  }
}

TYPED_TEST(SplineMultigridTest, KeepsToItsMemory)
{
  for (const NurbsPatch& patch : { makeBoxPatch(2, { 2.0, 1.0, 1.0 }, { 2, 2, 0 }, { 64, 32, 1 }),
         makeQuarterAnnulusPatch(1.0, 2.0, { 3, 3 }, { 24, 24 }),
         makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { 2, 2, 2 }, { 12, 6, 6 }) })
  {
    for (const bool stored : { false, true })
    {
      SplineMultigridSettings settings = SplineMultigridSettings::of(patch, TypeParam::Id);
      settings.storeFinest = stored;
      const Context<TypeParam> own;
      const auto K = makeIsogeometricOperator(layoutsOf(own, patch, false), patch, Nu, false);
      const Vector<TypeParam> moduli(
        K->materialPointsPointer(), std::vector<double>(patch.numberOfElements(), 1.0));
      K->setModuli(moduli);
      K->prepareSingle();
      const Vector<TypeParam> r(
        K->layoutPointer(), std::vector<double>(static_cast<std::size_t>(K->size()), 1.0));
      const std::size_t before = own.allocated();
      SplineMultigrid<TypeParam> multigrid(patch, *K, heldFace(patch, 0, 0), {}, settings);
      multigrid.update();
      multigrid.apply(r);
      // Memory for products in single precision belongs to the operator.
      const std::size_t used = own.allocated() - before;
      EXPECT_LE(used,
        SplineMultigrid<TypeParam>::memory(patch, settings) +
          IsogeometricOperator<TypeParam>::memory(patch, false, K->productUsed(), true));
    }
  }
}
