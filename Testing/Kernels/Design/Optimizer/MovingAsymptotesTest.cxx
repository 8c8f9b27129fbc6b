// Tests of the method of moving asymptotes: published problems, a plain reference, and the
// optimality conditions of its subproblems.

#include "Design/Optimizer/MovingAsymptotesTestInput.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/Vector.h"
#include "Design/Optimizer/DualInteriorPoint.h"
#include "Design/Optimizer/MovingAsymptotes.h"
#include "Design/Optimizer/MovingAsymptotesReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Evaluates the cantilever of five box beams (Svanberg 1987, section 5.2): minimum weight with a
/// bound on the tip displacement.
double fiveSegments(Input& input)
{
  const std::vector<double> a = { 61.0, 37.0, 19.0, 7.0, 1.0 };
  double weight = 0.0;
  input.f = { -1.0 };
  input.df0.assign(5, 0.0624);
  input.df.resize(5);
  for (std::size_t j = 0; j < 5; ++j)
  {
    const double x = input.x[j];
    weight += 0.0624 * x;
    input.f[0] += a[j] / (x * x * x);
    input.df[j] = -3.0 * a[j] / (x * x * x * x);
  }
  return weight;
}

/// Evaluates the two-bar truss (Svanberg 1987, section 5.1): the variables are the area and half
/// the distance of the supports, the weight is minimized, and the stress in both bars is at most 1.
double twoBars(Input& input)
{
  const double x = input.x[0];
  const double y = input.x[1];
  const double root = std::sqrt(1.0 + y * y);
  const double c = 0.124;
  input.df0 = { root, x * y / root };
  input.f.clear();
  input.df.clear();
  for (const double sign : { 1.0, -1.0 })
  {
    const double sum = 8.0 / x + sign / (x * y);
    input.f.push_back(c * root * sum - 1.0);
    input.df.push_back(c * root * (-8.0 / (x * x) - sign / (x * x * y)));
    input.df.push_back(c * (y / root * sum - root * sign / (x * y * y)));
  }
  return x * root;
}

/// Evaluates the problem of the point in the intersection of two balls that is nearest to the
/// origin (an example of Svanberg's programs).
double twoBalls(Input& input)
{
  const double centres[2][3] = { { 5.0, 2.0, 1.0 }, { 3.0, 4.0, 3.0 } };
  double objective = 0.0;
  input.df0.resize(3);
  input.f = { -9.0, -9.0 };
  input.df.resize(6);
  for (std::size_t j = 0; j < 3; ++j)
  {
    objective += input.x[j] * input.x[j];
    input.df0[j] = 2.0 * input.x[j];
    for (std::size_t i = 0; i < 2; ++i)
    {
      const double d = input.x[j] - centres[i][j];
      input.f[i] += d * d;
      input.df[3 * i + j] = 2.0 * d;
    }
  }
  return objective;
}
}

TYPED_TEST_SUITE(MovingAsymptotesTest, Spaces, SpaceNames);

TYPED_TEST(MovingAsymptotesTest, FiveSegmentCantilever)
{
  Input input{ std::vector<double>(5, 5.0), std::vector<double>(5, 1.0),
    std::vector<double>(5, 10.0), {}, {}, {} };
  const double weight = this->run(fiveSegments, input, Settings(), 1, 25);
  EXPECT_NEAR(weight, 1.340, 5e-4);
  EXPECT_LE(input.f[0], 1e-6);
  const std::vector<double> published = { 6.016, 5.309, 4.494, 3.502, 2.153 };
  for (std::size_t j = 0; j < 5; ++j)
  {
    EXPECT_NEAR(input.x[j], published[j], 2e-3) << "segment " << j;
  }
}

TYPED_TEST(MovingAsymptotesTest, TwoBarTruss)
{
  Input input{ { 1.5, 0.5 }, { 0.2, 0.1 }, { 4.0, 1.6 }, {}, {}, {} };
  const double weight = this->run(twoBars, input, Settings(), 2, 25);
  EXPECT_NEAR(weight, 1.51, 5e-3);
  EXPECT_NEAR(input.x[0], 1.41, 5e-3);
  EXPECT_NEAR(input.x[1], 0.38, 5e-3);
  EXPECT_LE(*std::max_element(input.f.begin(), input.f.end()), 1e-6);
}

TYPED_TEST(MovingAsymptotesTest, NearestPointOfTwoBalls)
{
  Input input{ { 4.0, 3.0, 2.0 }, { 0.0, 0.0, 0.0 }, { 5.0, 5.0, 5.0 }, {}, {}, {} };
  this->run(twoBalls, input, Settings(), 2, 30);
  // The solution is the point where both spheres intersect the plane through the origin and the two
  // centres.
  const std::vector<double> published = { 2.0175, 1.7800, 1.2375 };
  for (std::size_t j = 0; j < 3; ++j)
  {
    EXPECT_NEAR(input.x[j], published[j], 2e-4);
  }
  EXPECT_NEAR(input.f[0], 0.0, 1e-5);
  EXPECT_NEAR(input.f[1], 0.0, 1e-5);
}

TYPED_TEST(MovingAsymptotesTest, FollowsTheReference)
{
  Random random(201);
  for (const std::size_t m : { 0, 1, 2, 3, 6 })
  {
    for (const auto measure : { Settings::Measure::Bounds, Settings::Measure::MoveLimits })
    {
      SCOPED_TRACE("constraints: " + std::to_string(m));
      const std::size_t n = 400;
      const RandomProblem problem(n, m, random);
      Input input = randomStart(n, random);
      Settings settings;
      settings.measure = measure;
      settings.moveLimit = measure == Settings::Measure::Bounds ? 0.5 : 0.2;
      typename TestFixture::Method method(this->layout(n), static_cast<int>(m), settings);
      reference::MovingAsymptotesHistory history;
      for (int k = 0; k < 6; ++k)
      {
        SCOPED_TRACE("update " + std::to_string(k));
        problem(input);
        const auto updated = this->update(method, input);
        const auto expected = reference::updateByMovingAsymptotes(input, settings, history);
        method.accept();
        // Both solvers stop at a complementarity of 1e-10, and square roots of curvatures increase
        // the difference.
        ASSERT_LT(relativeDifference(updated.x, expected.x), 1e-5);
        for (std::size_t i = 0; i < m; ++i)
        {
          EXPECT_NEAR(updated.result.multipliers[i], expected.multipliers[i],
            1e-5 * (1.0 + expected.multipliers[i]));
        }
        EXPECT_LT(relativeDifference(method.lowerAsymptotes(), history.lowerAsymptotes), 1e-12);
        EXPECT_LT(relativeDifference(method.upperAsymptotes(), history.upperAsymptotes), 1e-12);
        input.x = expected.x;
      }
    }
  }
}

TYPED_TEST(MovingAsymptotesTest, ConstraintsThatDoNotBindAreAsIfAbsent)
{
  Random random(204);
  const std::size_t n = 100;
  const RandomProblem free(n, 0, random);
  Input input = randomStart(n, random);
  free(input);
  typename TestFixture::Method without(this->layout(n), 0, Settings());
  const std::vector<double> expected = this->update(without, input).x;
  input.f = { -1e3 };
  input.df = random.vector(n, -1e-2, 1e-2);
  typename TestFixture::Method with(this->layout(n), 1, Settings());
  const auto updated = this->update(with, input);
  EXPECT_LT(relativeDifference(updated.x, expected), 1e-7);
  EXPECT_LT(updated.result.multipliers[0], 1e-12);
}

TYPED_TEST(MovingAsymptotesTest, RepeatsItselfUntilAccepted)
{
  // If a run is stopped between update and analysis, the same update is computed again.
  Random random(205);
  const std::size_t n = 20000;
  const RandomProblem problem(n, 2, random);
  Input input = randomStart(n, random);
  typename TestFixture::Method method(this->layout(n), 2, Settings());
  typename TestFixture::Method other(this->layout(n), 2, Settings());
  for (int k = 0; k < 4; ++k)
  {
    problem(input);
    this->update(method, input);
    const std::vector<double> again = this->update(method, input).x;
    method.accept();
    const std::vector<double> once = this->update(other, input).x;
    other.accept();
    EXPECT_EQ(again, once); // bitwise equal
    EXPECT_EQ(method.lowerAsymptotes(), other.lowerAsymptotes());
    input.x = once;
  }
}

TYPED_TEST(MovingAsymptotesTest, FindsTheMultiplierFromAnywhere)
{
  // Sensitivities of a topology optimization range over many orders of magnitude, and the volume
  // constraint is active for any multiplier below the penalty.
  Random random(206);
  const std::size_t n = 3000;
  for (const double scale : { 1e-6, 1e-3, 1.0, 1e2 })
  {
    Input input{ random.vector(n, 0.0, 1.0), std::vector<double>(n, 0.0),
      std::vector<double>(n, 1.0), {}, {}, std::vector<double>(n, 1.0 / n) };
    double volume = 0.0;
    for (std::size_t j = 0; j < n; ++j)
    {
      volume += input.x[j] / n;
      input.df0.push_back(-scale * std::pow(10.0, random.uniform(-9.0, 0.0)) / n);
    }
    input.f = { volume - 0.5 };
    Settings settings;
    settings.moveLimit = 0.2;
    typename TestFixture::Method method(this->layout(n), 1, settings);
    const auto updated = this->update(method, input);
    EXPECT_LE(updated.result.residual, settings.tolerance) << "scale " << scale;
    EXPECT_LE(updated.result.constraints[0], 1e-9);
    EXPECT_LT(updated.result.evaluations, 60);
  }
}

TEST(DualInteriorPoint, PassesKinks)
{
  // All variables of this dual are at a bound for lambda below 7, so that its gradient is constant
  // there and steep beyond.
  const auto evaluate = [](const std::vector<double>& lambda)
  {
    const double beyond = std::max(0.0, lambda[0] - 7.0);
    return DualPoint{ { 1.0 - 1e3 * beyond }, { beyond > 0.0 ? 1e3 : 0.0 } };
  };
  const DualSolution solution = maximizeDual(1, evaluate, 1e-10);
  EXPECT_NEAR(solution.multipliers[0], 7.001, 1e-10);
  EXPECT_LT(solution.evaluations, 60);
}
