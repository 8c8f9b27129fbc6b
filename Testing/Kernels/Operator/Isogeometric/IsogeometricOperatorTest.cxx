// Tests of products with the stiffness of NURBS patches: every method against the matrix by its
// definition, for random patches, moduli and vectors.

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

/// Returns patches whose sizes are not multiples of a brick's.
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
  static std::vector<double> apply(StiffnessOperator<Space>& K, const std::vector<double>& x)
  {
    const Vector<Space> from(K.layoutPointer(), x);
    Vector<Space> to(
      K.layoutPointer(), std::vector<double>(x.size(), std::numeric_limits<double>::quiet_NaN()));
    K.apply(from, to);
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

TYPED_TEST(IsogeometricOperatorTest, LengthyIsTheMatrixOfTheDefinition)
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
      const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), patch, perGaussPoint);
      const Vector<TypeParam> E(layouts.materialPoints, moduli);
      const Vector<TypeParam> displacement(layouts.unknowns, u);
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
        const auto K = makeIsogeometricOperator(layouts, patch, Nu, perGaussPoint, product);
        K->setModuli(E);
        ASSERT_EQ(static_cast<std::size_t>(K->size()), u.size());
        ASSERT_EQ(static_cast<std::size_t>(K->materialPoints().size()), moduli.size());
        this->expectNear(this->apply(*K, u), times(matrix, u), 1e-12);

        Vector<TypeParam> diagonal(layouts.unknowns);
        K->diagonal(diagonal);
        std::vector<double> expected(u.size());
        for (std::size_t i = 0; i < u.size(); ++i)
        {
          expected[i] = matrix[(u.size() + 1) * i];
        }
        this->expectNear(diagonal.toHost(), expected, 1e-13);

        Vector<TypeParam> energies(layouts.materialPoints);
        energies.zero();
        K->addUnitEnergies(displacement, 0.25, energies);
        K->addUnitEnergies(displacement, 0.75, energies);
        this->expectNear(energies.toHost(), reference.unitEnergies(u), 1e-12);

        Vector<TypeParam> volumes(layouts.materialPoints);
        Vector<TypeParam> positions(layouts.materialPoints->withComponents(3));
        K->geometry(volumes, positions);
        this->expectNear(volumes.toHost(), measures, 1e-12);
      }
    }
  }
}

TYPED_TEST(IsogeometricOperatorTest, HasGradientsAndPositionsOfLinearFields)
{
  // Displacements that are linear in the position are linear in the control points on any patch.
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
      const auto K = makeIsogeometricOperator(
        layoutsOf(this->context(), patch, perGaussPoint), patch, Nu, perGaussPoint);
      const auto points = static_cast<std::size_t>(K->materialPoints().size());
      const Vector<TypeParam> field(K->layoutPointer(), u);
      Vector<TypeParam> gradients(K->materialPoints().withComponents(9));
      K->displacementGradients(field, gradients);
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
    const auto K =
      makeIsogeometricOperator(layoutsOf(this->context(), patch, false), patch, Nu, false);
    const Vector<TypeParam> moduli(
      K->materialPointsPointer(), this->random.vector(patch.numberOfElements(), 0.1, 1.0));
    K->setModuli(moduli);
    K->prepareSingle();
    const auto n = static_cast<std::size_t>(K->size());
    const std::vector<double> u = this->random.vector(n, -1.0, 1.0);
    // The weights scale rows and columns: K = W A W.
    std::vector<float> scaled(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      scaled[i] =
        static_cast<float>(u[i] * patch.weights[i / static_cast<std::size_t>(one.dimension)]);
    }
    const Vector<TypeParam, float> x(K->layoutPointer(), scaled);
    Vector<TypeParam, float> y(K->layoutPointer());
    K->applyHomogeneous(x, y);
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
      const std::size_t before = this->context().allocated();
      const auto K =
        makeIsogeometricOperator(layoutsOf(this->context(), patch, true), patch, Nu, true, product);
      const Vector<TypeParam> moduli(K->materialPointsPointer(),
        std::vector<double>(static_cast<std::size_t>(K->materialPoints().size()), 1.0));
      K->setModuli(moduli);
      K->prepareSingle();
      const Vector<TypeParam, float> x(
        K->layoutPointer(), std::vector<float>(static_cast<std::size_t>(K->size()), 1.0F));
      Vector<TypeParam, float> y(K->layoutPointer());
      K->applyHomogeneous(x, y);
      const std::size_t used =
        this->context().allocated() - before - moduli.bytes() - x.bytes() - y.bytes();
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
  const Context<HostSpace> context;
  EXPECT_THROW(makeIsogeometricOperator(layoutsOf(context, annulus, false), annulus, 0.3, false,
                 IsogeometricProduct::Congruent),
    Error);
  // These are the layouts of another patch, and of other material points.
  EXPECT_THROW(
    makeIsogeometricOperator(layoutsOf(context, box, false), annulus, 0.3, false), Error);
  EXPECT_THROW(makeIsogeometricOperator(layoutsOf(context, box, true), box, 0.3, false), Error);
}
