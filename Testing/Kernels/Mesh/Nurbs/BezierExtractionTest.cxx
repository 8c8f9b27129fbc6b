// Tests that the Bezier form of random patches equals the patch, element by element.

#include "Support/Patches.h"
#include "Support/Random.h"

#include "Mesh/Nurbs/BezierExtraction.h"
#include "Mesh/Nurbs/NurbsGenerators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
NurbsPatch randomPatch(Random& random, int dimension)
{
  NurbsPatch patch;
  patch.dimension = dimension;
  patch.degrees = { 0, 0, 0 };
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
  {
    patch.degrees[d] = 1 + static_cast<int>(random.uniform(0.0, 3.999));
    patch.knots[d] =
      randomKnots(random, patch.degrees[d], 1 + static_cast<int>(random.uniform(0.0, 3.999)));
  }
  for (std::size_t i = 0; i < patch.numberOfControlPoints(); ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      patch.points.push_back(c < dimension ? random.uniform(-1.0, 1.0) : 0.0);
    }
    patch.weights.push_back(random.uniform(0.3, 2.0));
  }
  return patch;
}

double bernstein(int degree, int i, double t)
{
  double value = 1.0;
  for (int k = 0; k < i; ++k)
  {
    value *= t * (degree - k) / (k + 1);
  }
  return value * std::pow(1.0 - t, degree - i);
}

/// A field in the Bezier form at a point of an element, by the definition.
std::vector<double> valueAt(const BezierExtraction& bezier, const NurbsPatch& patch,
  const std::vector<double>& values, std::size_t components, const std::array<int, 3>& element,
  const std::array<double, 3>& t)
{
  const std::vector<std::int64_t> points = bezier.pointsOfElement(element);
  std::vector<double> sum(components, 0.0);
  double weight = 0.0;
  std::size_t local = 0;
  for (int k = 0; k <= patch.degrees[2]; ++k)
  {
    for (int j = 0; j <= patch.degrees[1]; ++j)
    {
      for (int i = 0; i <= patch.degrees[0]; ++i, ++local)
      {
        const auto point = static_cast<std::size_t>(points[local]);
        const double b = bezier.weights()[point] * bernstein(patch.degrees[0], i, t[0]) *
          bernstein(patch.degrees[1], j, t[1]) * bernstein(patch.degrees[2], k, t[2]);
        weight += b;
        for (std::size_t c = 0; c < components; ++c)
        {
          sum[c] += b * values[components * point + c];
        }
      }
    }
  }
  for (double& value : sum)
  {
    value /= weight;
  }
  return sum;
}
}

TEST(BezierExtraction, EvaluatesAsTheSplines)
{
  Random random(11);
  for (int trial = 0; trial < 40; ++trial)
  {
    const NurbsPatch patch = randomPatch(random, trial % 2 == 0 ? 2 : 3);
    const BezierExtraction bezier(patch);
    std::vector<double> field(2 * patch.numberOfControlPoints());
    std::generate(field.begin(), field.end(), [&] { return random.uniform(-3.0, 3.0); });
    const std::vector<double> points = bezier(patch.points, 3);
    const std::vector<double> values = bezier(field, 2);
    ASSERT_EQ(points.size(), 3 * bezier.numberOfPoints());
    for (int sample = 0; sample < 10; ++sample)
    {
      std::array<int, 3> element{};
      std::array<double, 3> t{};
      std::array<double, 3> xi{};
      for (std::size_t d = 0; d < 3; ++d)
      {
        element[d] = static_cast<int>(random.uniform(0.0, patch.elements()[d] - 1e-9));
        t[d] = random.uniform(0.0, 1.0);
        const double* knots = &patch.knots[d][static_cast<std::size_t>(patch.degrees[d])];
        xi[d] = knots[element[d]] + t[d] * (knots[element[d] + 1] - knots[element[d]]);
      }
      const NurbsPoint exact = evaluateAt(patch, xi);
      const std::vector<double> x = valueAt(bezier, patch, points, 3, element, t);
      const std::vector<double> f = valueAt(bezier, patch, values, 2, element, t);
      for (std::size_t c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(x[c], exact.position[c], 1e-12);
      }
      for (std::size_t c = 0; c < 2; ++c)
      {
        double sum = 0.0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(exact.count); ++i)
        {
          sum += exact.values[i] * field[2 * static_cast<std::size_t>(exact.controlPoints[i]) + c];
        }
        EXPECT_NEAR(f[c], sum, 1e-11);
      }
    }
  }
}

TEST(BezierExtraction, AnArcIsItsThreePoints)
{
  const BezierExtraction bezier(makeQuarterAnnulusPatch(1.0, 2.0, { 1, 2 }, { 1, 1 }));
  EXPECT_EQ(bezier.numberOfPoints(), 6U);
  EXPECT_NEAR(bezier.weights()[2], std::sqrt(0.5), 1e-15);
}
