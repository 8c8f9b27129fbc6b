// Products with the stiffness of NURBS patches: every way against the matrix from its definition,
// for random patches, moduli and vectors.

#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Operator/Isogeometric/CongruentElements.h"
#include "Operator/Isogeometric/IsogeometricReference.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Nu = 0.3;

struct Case
{
  int dimension;
  std::array<int, 3> degrees;
  std::array<int, 3> spans;
  bool curved;
};

/// Sizes that are no multiples of a brick's.
const std::vector<Case>& cases()
{
  static const std::vector<Case> all = {
    { 2, { 1, 1, 0 }, { 19, 9, 1 }, true },
    { 2, { 2, 2, 0 }, { 10, 9, 1 }, false },
    { 2, { 2, 2, 0 }, { 9, 11, 1 }, true },
    { 2, { 3, 3, 0 }, { 9, 5, 1 }, true },
    { 2, { 4, 4, 0 }, { 5, 6, 1 }, true },
    { 2, { 1, 3, 0 }, { 5, 7, 1 }, true },
    { 2, { 2, 2, 0 }, { 1, 1, 1 }, true },
    { 3, { 1, 1, 1 }, { 9, 5, 3 }, true },
    { 3, { 2, 2, 2 }, { 5, 3, 2 }, false },
    { 3, { 2, 2, 2 }, { 3, 3, 3 }, true },
    { 3, { 3, 3, 3 }, { 3, 2, 1 }, true },
    { 3, { 4, 4, 4 }, { 2, 1, 2 }, true },
    { 3, { 2, 1, 3 }, { 3, 2, 2 }, true },
  };
  return all;
}

template <class Space>
class IsogeometricOperatorTest : public OnSpace<Space>
{
protected:
  std::vector<double> apply(StiffnessOperator<Space>& K, const std::vector<double>& x)
  {
    const DeviceVector<double, Space> from(this->context(), x);
    DeviceVector<double, Space> to(
      this->context(), std::vector<double>(x.size(), std::numeric_limits<double>::quiet_NaN()));
    K.apply(from.data(), to.data());
    return to.toHost();
  }

  static void expectNear(
    const std::vector<double>& found, const std::vector<double>& expected, double tolerance)
  {
    ASSERT_EQ(found.size(), expected.size());
    double scale = 0.0;
    for (const double value : expected)
    {
      scale = std::max(scale, std::abs(value));
    }
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      ASSERT_NEAR(found[i], expected[i], tolerance * scale) << "entry " << i;
    }
  }

  Random random{ 14 };
};
TYPED_TEST_SUITE(IsogeometricOperatorTest, Spaces, SpaceNames);

std::vector<double> times(const std::vector<double>& matrix, const std::vector<double>& x)
{
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
  {
    for (std::size_t j = 0; j < x.size(); ++j)
    {
      y[i] += matrix[x.size() * i + j] * x[j];
    }
  }
  return y;
}
}

TYPED_TEST(IsogeometricOperatorTest, IsTheMatrixOfTheDefinition)
{
  for (const Case& one : cases())
  {
    const NurbsPatch patch =
      randomPatch(this->random, one.dimension, one.degrees, one.spans, one.curved);
    for (const bool perGaussPoint : { false, true })
    {
      const reference::IsogeometricStiffness reference(patch, Nu, perGaussPoint);
      const std::vector<double> measures = reference.measures();
      const std::vector<double> moduli = this->random.vector(measures.size(), 1e-3, 1.0);
      const std::vector<double> matrix = reference.matrix(moduli);
      const std::vector<double> u = this->random.vector(reference.size(), -1.0, 1.0);
      const DeviceVector<double, TypeParam> E(this->context(), moduli);
      const DeviceVector<double, TypeParam> displacement(this->context(), u);
      for (const IsogeometricProduct product : { IsogeometricProduct::Points,
             IsogeometricProduct::Congruent, IsogeometricProduct::Assembled })
      {
        if (product == IsogeometricProduct::Congruent && (perGaussPoint || one.curved))
        {
          continue;
        }
        SCOPED_TRACE(std::to_string(one.dimension) + " dimensions, degree " +
          std::to_string(one.degrees[0]) + (perGaussPoint ? ", points" : ", elements") +
          ", product " + std::to_string(static_cast<int>(product)));
        const auto K =
          makeIsogeometricOperator<TypeParam>(this->context(), patch, Nu, perGaussPoint, product);
        K->setModuli(E.data());
        ASSERT_EQ(static_cast<std::size_t>(K->size()), u.size());
        ASSERT_EQ(static_cast<std::size_t>(K->numberOfMaterialPoints()), moduli.size());
        this->expectNear(this->apply(*K, u), times(matrix, u), 1e-12);

        DeviceVector<double, TypeParam> diagonal(this->context(), u.size());
        K->diagonal(diagonal.data());
        std::vector<double> expected(u.size());
        for (std::size_t i = 0; i < u.size(); ++i)
        {
          expected[i] = matrix[(u.size() + 1) * i];
        }
        this->expectNear(diagonal.toHost(), expected, 1e-13);

        DeviceVector<double, TypeParam> energies(this->context(), moduli.size());
        energies.zero();
        K->addUnitEnergies(displacement.data(), 0.25, energies.data());
        K->addUnitEnergies(displacement.data(), 0.75, energies.data());
        this->expectNear(energies.toHost(), reference.unitEnergies(u), 1e-12);

        DeviceVector<double, TypeParam> volumes(this->context(), moduli.size());
        DeviceVector<double, TypeParam> positions(this->context(), 3 * moduli.size());
        K->geometry(volumes.data(), positions.data());
        this->expectNear(volumes.toHost(), measures, 1e-12);
      }
    }
  }
}

TYPED_TEST(IsogeometricOperatorTest, HasGradientsAndPositionsOfLinearFields)
{
  // Displacements that are linear in the position are linear in control points, on any patch.
  for (const Case& one : cases())
  {
    const NurbsPatch patch =
      randomPatch(this->random, one.dimension, one.degrees, one.spans, one.curved);
    const auto d = static_cast<std::size_t>(one.dimension);
    const std::vector<double> slopes = this->random.vector(9, -1.0, 1.0);
    std::vector<double> u;
    for (std::size_t p = 0; p < patch.numberOfControlPoints(); ++p)
    {
      for (std::size_t i = 0; i < d; ++i)
      {
        double value = 0.3;
        for (std::size_t j = 0; j < d; ++j)
        {
          value += slopes[3 * i + j] * patch.points[3 * p + j];
        }
        u.push_back(value);
      }
    }
    for (const bool perGaussPoint : { false, true })
    {
      const auto K = makeIsogeometricOperator<TypeParam>(this->context(), patch, Nu, perGaussPoint);
      const auto points = static_cast<std::size_t>(K->numberOfMaterialPoints());
      const DeviceVector<double, TypeParam> field(this->context(), u);
      DeviceVector<double, TypeParam> gradients(this->context(), 9 * points);
      K->displacementGradients(field.data(), gradients.data());
      const std::vector<double> found = gradients.toHost();
      for (std::size_t p = 0; p < points; ++p)
      {
        for (std::size_t i = 0; i < 3; ++i)
        {
          for (std::size_t j = 0; j < 3; ++j)
          {
            ASSERT_NEAR(found[9 * p + 3 * i + j], i < d && j < d ? slopes[3 * i + j] : 0.0, 1e-11);
          }
        }
      }
    }
  }
}

TYPED_TEST(IsogeometricOperatorTest, HasTheSameMatrixInSinglePrecision)
{
  for (const Case& one : cases())
  {
    const NurbsPatch patch =
      randomPatch(this->random, one.dimension, one.degrees, one.spans, one.curved);
    const auto K = makeIsogeometricOperator<TypeParam>(this->context(), patch, Nu, false);
    const DeviceVector<double, TypeParam> moduli(
      this->context(), this->random.vector(patch.numberOfElements(), 0.1, 1.0));
    K->setModuli(moduli.data());
    K->prepareSingle();
    const auto n = static_cast<std::size_t>(K->size());
    const std::vector<double> u = this->random.vector(n, -1.0, 1.0);
    // K = W A W.
    std::vector<float> scaled(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      scaled[i] =
        static_cast<float>(u[i] * patch.weights[i / static_cast<std::size_t>(one.dimension)]);
    }
    const DeviceVector<float, TypeParam> x(this->context(), scaled);
    DeviceVector<float, TypeParam> y(this->context(), n);
    K->applyHomogeneous(x.data(), y.data());
    const std::vector<float> product = y.toHost();
    std::vector<double> found(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      found[i] = double(product[i]) * patch.weights[i / static_cast<std::size_t>(one.dimension)];
    }
    this->expectNear(found, this->apply(*K, u), 2e-6);
  }
}

TYPED_TEST(IsogeometricOperatorTest, KeepsToItsMemory)
{
  for (const Case& one : cases())
  {
    const NurbsPatch patch =
      randomPatch(this->random, one.dimension, one.degrees, one.spans, one.curved);
    for (const IsogeometricProduct product :
      { IsogeometricProduct::Points, IsogeometricProduct::Assembled })
    {
      this->context();
      const std::size_t before = Memory<TypeParam>::allocatedByThisThread();
      const auto K = makeIsogeometricOperator<TypeParam>(this->context(), patch, Nu, true, product);
      const DeviceVector<double, TypeParam> moduli(this->context(),
        std::vector<double>(static_cast<std::size_t>(K->numberOfMaterialPoints()), 1.0));
      K->setModuli(moduli.data());
      K->prepareSingle();
      const DeviceVector<float, TypeParam> x(
        this->context(), std::vector<float>(static_cast<std::size_t>(K->size()), 1.0F));
      DeviceVector<float, TypeParam> y(this->context(), x.size());
      K->applyHomogeneous(x.data(), y.data());
      const std::size_t used = Memory<TypeParam>::allocatedByThisThread() - before -
        moduli.bytes() - x.bytes() - y.bytes();
      EXPECT_LE(used, IsogeometricOperator<TypeParam>::memory(patch, true, product, true));
    }
  }
}

TEST(CongruentElementsTest, AreFewOnUniformKnots)
{
  for (int degree = 1; degree <= 4; ++degree)
  {
    const SpanClasses classes = congruentSpans(degree, uniformKnots(degree, 20));
    EXPECT_EQ(classes.representatives.size(), static_cast<std::size_t>(2 * degree - 1));
    EXPECT_EQ(classes.ofSpan[10], classes.ofSpan[11]);
  }
  Random random(3);
  EXPECT_EQ(congruentSpans(2, randomKnots(random, 2, 9)).representatives.size(), 9u);
}

TEST(CongruentElementsTest, AreChosenOnPlaneBoxes)
{
  const NurbsPatch box = makeBoxPatch(2, { 2.0, 1.0, 1.0 }, { 2, 2, 0 }, { 8, 4, 1 });
  const NurbsPatch annulus = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 4, 4 });
  const auto automatic = IsogeometricProduct::Auto;
  EXPECT_EQ(chooseProduct(box, false, automatic), IsogeometricProduct::Congruent);
  EXPECT_EQ(chooseProduct(box, true, automatic), IsogeometricProduct::Points);
  EXPECT_EQ(chooseProduct(annulus, false, automatic), IsogeometricProduct::Points);
  Context<HostSpace> context;
  EXPECT_THROW(makeIsogeometricOperator<HostSpace>(
                 context, annulus, 0.3, false, IsogeometricProduct::Congruent),
    Error);
}
