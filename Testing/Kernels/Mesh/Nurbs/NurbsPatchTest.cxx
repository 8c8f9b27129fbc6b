// Tests of NURBS patches: known values, exactness of geometry, refinement, quadrature, refused
// input.

#include "Support/Random.h"
#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Mesh/Nurbs/NurbsRefinement.h"
#include "Mesh/Nurbs/NurbsValidation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
NurbsPatch annulus(int degree, int elements)
{
  return makeQuarterAnnulusPatch(1.0, 2.0, { degree, degree }, { elements, elements });
}

void expectSameGeometry(const NurbsPatch& a, const NurbsPatch& b)
{
  Random random(7);
  for (int i = 0; i < 50; ++i)
  {
    const std::array<double, 3> xi = { random.uniform(0.0, 1.0), random.uniform(0.0, 1.0),
      random.uniform(0.0, 1.0) };
    const NurbsPoint x = evaluateAt(a, xi);
    const NurbsPoint y = evaluateAt(b, xi);
    for (std::size_t c = 0; c < 3; ++c)
    {
      EXPECT_NEAR(x.position[c], y.position[c], 1e-13);
      for (std::size_t k = 0; k < 3; ++k)
      {
        EXPECT_NEAR(x.jacobian[c][k], y.jacobian[c][k], 1e-12);
      }
    }
  }
}

std::string refusalOf(const NurbsPatch& patch)
{
  try
  {
    validate(patch);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}

void expectRefusalOf(
  const std::function<void(NurbsPatch&)>& change, const std::vector<std::string>& words)
{
  NurbsPatch patch = annulus(2, 3);
  change(patch);
  expectMessage(refusalOf(patch), words);
}
}

TEST(NurbsBasis, HasKnownValues)
{
  const std::vector<double> quadratic = uniformKnots(2, 4);
  const SplineTable two = tableAt(2, quadratic, { 0.3 });
  EXPECT_EQ(two.first[0], 1);
  const std::array<double, 3> values2 = { 0.32, 0.66, 0.02 };
  const std::array<double, 3> slopes2 = { -3.2, 2.4, 0.8 };
  for (std::size_t i = 0; i < 3; ++i)
  {
    EXPECT_NEAR(two.values[i], values2[i], 1e-15);
    EXPECT_NEAR(two.derivatives[i], slopes2[i], 1e-14);
  }
  const SplineTable three = tableAt(3, uniformKnots(3, 4), { 0.3 });
  EXPECT_EQ(three.first[0], 1);
  const std::array<double, 4> values3 = { 0.128, 0.588, 0.282667, 0.001333 };
  const std::array<double, 4> slopes3 = { -1.92, -0.72, 2.56, 0.08 };
  for (std::size_t i = 0; i < 4; ++i)
  {
    EXPECT_NEAR(three.values[i], values3[i], 5e-7);
    EXPECT_NEAR(three.derivatives[i], slopes3[i], 1e-14);
  }
}

TEST(NurbsBasis, IsAPartitionOfUnityWithItsDerivatives)
{
  Random random(3);
  for (int degree = 0; degree <= bspline::LargestDegree; ++degree)
  {
    std::vector<double> knots(static_cast<std::size_t>(degree) + 1, 0.0);
    const std::array<double, 4> inner = { 0.1, 0.35, 0.4, 0.85 };
    if (degree > 0)
    {
      knots.insert(knots.end(), inner.begin(), inner.end());
    }
    knots.insert(knots.end(), static_cast<std::size_t>(degree) + 1, 1.0);
    for (int i = 0; i < 20; ++i)
    {
      const double x = i == 0 ? 0.0 : i == 1 ? 1.0 : random.uniform(0.01, 0.99);
      const double h = 1e-6;
      const SplineTable at = tableAt(degree, knots, { x });
      const auto functions = static_cast<std::size_t>(degree) + 1;
      double sum = 0.0;
      double slope = 0.0;
      for (std::size_t a = 0; a < functions; ++a)
      {
        EXPECT_GE(at.values[a], -1e-16);
        sum += at.values[a];
        slope += at.derivatives[a];
      }
      EXPECT_NEAR(sum, 1.0, 1e-14);
      EXPECT_NEAR(slope, 0.0, 1e-12);
      if (i > 1)
      {
        const SplineTable moved = tableAt(degree, knots, { x - h, x + h });
        for (std::size_t a = 0; a < functions && moved.first[0] == moved.first[1]; ++a)
        {
          EXPECT_NEAR(
            at.derivatives[a], (moved.values[functions + a] - moved.values[a]) / (2.0 * h), 1e-6);
        }
      }
    }
  }
}

TEST(NurbsQuadrature, IsExactForPolynomials)
{
  for (int points = 1; points <= 8; ++points)
  {
    const GaussRule rule(points);
    for (int power = 0; power < 2 * points; ++power)
    {
      double sum = 0.0;
      for (std::size_t q = 0; q < rule.places.size(); ++q)
      {
        sum += rule.weights[q] * std::pow(rule.places[q], power);
      }
      EXPECT_NEAR(sum, power % 2 ? 0.0 : 2.0 / (power + 1), 1e-14);
    }
  }
}

TEST(NurbsPatch, OfTheQuarterAnnulusIsKnown)
{
  const NurbsPatch patch = annulus(2, 2);
  const std::array<int, 3> n = patch.counts();
  EXPECT_EQ(n, (std::array<int, 3>{ 4, 4, 1 }));
  const std::array<double, 4> weights = { 1.0, 0.85355339, 0.85355339, 1.0 };
  for (std::size_t j = 0; j < 4; ++j)
  {
    EXPECT_NEAR(patch.weights[4 * j], weights[j], 5e-9);
  }
  const NurbsPoint point = evaluateAt(patch, { 0.3, 0.7, 0.0 });
  EXPECT_NEAR(point.position[0], 0.57364766, 5e-9);
  EXPECT_NEAR(point.position[1], 1.16658834, 5e-9);
  EXPECT_NEAR(std::hypot(point.position[0], point.position[1]), 1.3, 1e-14);
  validate(patch);
}

TEST(NurbsPatch, BoxesAreLinearMaps)
{
  for (int degree = 1; degree <= 4; ++degree)
  {
    const NurbsPatch patch =
      makeBoxPatch(3, { 2.0, 1.0, 0.5 }, { degree, degree, degree }, { 5, 3, 2 });
    validate(patch);
    const NurbsPoint point = evaluateAt(patch, { 0.31, 0.77, 0.2 });
    EXPECT_NEAR(point.position[0], 0.62, 1e-14);
    EXPECT_NEAR(point.position[1], 0.77, 1e-14);
    EXPECT_NEAR(point.position[2], 0.1, 1e-14);
    EXPECT_NEAR(point.determinant(), 1.0, 1e-13);
    EXPECT_NEAR(point.jacobian[0][0], 2.0, 1e-13);
  }
}

TEST(NurbsPatch, ExtrudesAlongZ)
{
  const NurbsPatch patch = extrude(annulus(2, 3), 1.5, 3, 2);
  validate(patch);
  EXPECT_EQ(patch.counts(), (std::array<int, 3>{ 5, 5, 5 }));
  const NurbsPoint point = evaluateAt(patch, { 0.25, 0.4, 0.3 });
  EXPECT_NEAR(std::hypot(point.position[0], point.position[1]), 1.25, 1e-14);
  EXPECT_NEAR(point.position[2], 0.45, 1e-14);
}

TEST(NurbsPatch, RefinementKeepsTheGeometry)
{
  const NurbsPatch coarse = annulus(2, 2);
  expectSameGeometry(coarse, refine(coarse, { 2, 2, 0 }, { 6, 4, 1 }));
  expectSameGeometry(coarse, halveSpans(coarse));
  expectSameGeometry(coarse, insertKnots(coarse, 1, { 0.2, 0.7, 0.71 }));
  expectSameGeometry(annulus(2, 4), annulus(4, 8));
  const NurbsPatch body = extrude(annulus(2, 2), 1.0, 2, 2);
  expectSameGeometry(body, halveSpans(body));
  // Both methods of refinement to the same space result in the same control points.
  const NurbsPatch inserted = halveSpans(coarse);
  const NurbsPatch interpolated = annulus(2, 4);
  ASSERT_EQ(inserted.points.size(), interpolated.points.size());
  for (std::size_t i = 0; i < inserted.points.size(); ++i)
  {
    EXPECT_NEAR(inserted.points[i], interpolated.points[i], 1e-13);
  }
  EXPECT_THROW(refine(coarse, { 2, 2, 0 }, { 3, 2, 1 }), Error);
  EXPECT_THROW(refine(coarse, { 1, 2, 0 }, { 2, 2, 1 }), Error);
  EXPECT_THROW(refine(coarse, { 3, 3, 0 }, { 2, 2, 1 }), Error);
  EXPECT_THROW(insertKnots(coarse, 0, { 0.5 }), Error);
}

TEST(NurbsPatch, CollocationSolvesAtGrevillePoints)
{
  Random random(11);
  for (int degree = 1; degree <= 4; ++degree)
  {
    std::vector<double> knots(static_cast<std::size_t>(degree) + 1, 0.0);
    for (int i = 1; i < 12; ++i)
    {
      knots.push_back((i + random.uniform(-0.3, 0.3)) / 12.0);
    }
    knots.insert(knots.end(), static_cast<std::size_t>(degree) + 1, 1.0);
    const std::vector<double> places = grevillePoints(degree, knots);
    const SplineCollocation collocation(degree, knots, places);
    const std::vector<double> expected = random.vector(places.size(), -1.0, 1.0);
    const SplineTable table = tableAt(degree, knots, places);
    std::vector<double> values(places.size(), 0.0);
    const auto functions = static_cast<std::size_t>(degree) + 1;
    for (std::size_t i = 0; i < places.size(); ++i)
    {
      for (std::size_t a = 0; a < functions; ++a)
      {
        values[i] +=
          table.values[functions * i + a] * expected[static_cast<std::size_t>(table.first[i]) + a];
      }
    }
    collocation.solve(values.data(), 1);
    for (std::size_t i = 0; i < places.size(); ++i)
    {
      EXPECT_NEAR(values[i], expected[i], 1e-12);
    }
  }
}

TEST(NurbsPatch, KnowsTheControlPointsOfItsFaces)
{
  const NurbsPatch patch = makeBoxPatch(2, { 1.0, 1.0, 0.0 }, { 1, 1, 0 }, { 2, 1, 0 });
  EXPECT_EQ(controlPointsOfFace(patch, 0, 0), (std::vector<std::int32_t>{ 0, 3 }));
  EXPECT_EQ(controlPointsOfFace(patch, 0, 1), (std::vector<std::int32_t>{ 2, 5 }));
  EXPECT_EQ(controlPointsOfFace(patch, 1, 1), (std::vector<std::int32_t>{ 3, 4, 5 }));
}

TEST(NurbsRefusals, NameTheCulprit)
{
  EXPECT_EQ(refusalOf(annulus(3, 4)), "");
  expectRefusalOf([](NurbsPatch& p) { p.weights[7] = 0.0; }, { "Weight", "7", "positive" });
  expectRefusalOf([](NurbsPatch& p) { p.weights[7] = NotANumber; }, { "Weight", "7" });
  expectRefusalOf([](NurbsPatch& p) { p.knots[1][4] = 0.2; }, { "eta", "decreases", "knot 4" });
  expectRefusalOf([](NurbsPatch& p) { p.knots[0][2] = 0.1; }, { "xi", "open" });
  expectRefusalOf(
    [](NurbsPatch& p) { p.knots[0][4] = p.knots[0][3]; }, { "xi", "repeats", "knots 3 and 4" });
  expectRefusalOf([](NurbsPatch& p) { p.knots[0][4] = NotANumber; }, { "xi", "knot 4", "finite" });
  expectRefusalOf([](NurbsPatch& p) { p.degrees[0] = 3; }, { "xi" });
  expectRefusalOf([](NurbsPatch& p) { p.degrees[0] = 5; }, { "degree", "xi", "5", "1 to 4" });
  expectRefusalOf([](NurbsPatch& p) { p.points.resize(30); }, { "5 x 5", "25", "10" });
  expectRefusalOf([](NurbsPatch& p) { p.weights.pop_back(); }, { "Weight" });
  expectRefusalOf([](NurbsPatch& p) { p.points[5] = 0.1; }, { "Control point 1", "z = 0.1" });
  expectRefusalOf([](NurbsPatch& p) { p.points[3] = Infinity; }, { "control point", "1" });
  expectRefusalOf([](NurbsPatch& p) { p.points[3 * 12] += 5.0; }, { "Jacobian", "element" });
  expectRefusalOf([](NurbsPatch& p) { p.dimension = 4; }, { "4", "2 or 3" });
}
