#include "Design/Optimizer/MovingAsymptotesTestInput.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/Vector.h"
#include "Design/Optimizer/MovingAsymptotes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TYPED_TEST_SUITE(MovingAsymptotesTest, Spaces, SpaceNames);

TYPED_TEST(MovingAsymptotesTest, SolvesItsSubproblems)
{
  // The optimality conditions of the subproblem are evaluated from the asymptotes alone.
  Random random(202);
  for (const std::size_t m : { 1, 2, 5 })
  {
    const std::size_t n = 20000; // enough for several threads and blocks
    const RandomProblem problem(n, m, random);
    Input input = randomStart(n, random);
    const Settings settings;
    typename TestFixture::Method method(this->layout(n), static_cast<int>(m), settings);
    for (int k = 0; k < 4; ++k)
    {
      SCOPED_TRACE("constraints: " + std::to_string(m) + ", update " + std::to_string(k));
      problem(input);
      const auto [x, result] = this->update(method, input);
      method.accept();
      const std::vector<double> L = method.lowerAsymptotes();
      const std::vector<double> U = method.upperAsymptotes();
      std::vector<double> f = input.f;
      double worst = 0.0;
      for (std::size_t j = 0; j < n; ++j)
      {
        if (input.lower[j] == input.upper[j])
        {
          EXPECT_EQ(x[j], input.x[j]);
          continue;
        }
        const double x0 = input.x[j];
        double gradient = 0.0;
        double size = 0.0;
        const auto add = [&](double df, double multiplier)
        {
          const double plus = std::max(df, 0.0) + 1e-3 * std::abs(df) + 1e-5;
          const double minus = std::max(-df, 0.0) + 1e-3 * std::abs(df) + 1e-5;
          const double p = (U[j] - x0) * (U[j] - x0) * plus;
          const double q = (x0 - L[j]) * (x0 - L[j]) * minus;
          gradient += multiplier *
            (p / ((U[j] - x[j]) * (U[j] - x[j])) - q / ((x[j] - L[j]) * (x[j] - L[j])));
          size += multiplier * (plus + minus);
          return p / (U[j] - x[j]) + q / (x[j] - L[j]) - p / (U[j] - x0) - q / (x0 - L[j]);
        };
        add(input.df0[j], 1.0);
        for (std::size_t i = 0; i < m; ++i)
        {
          f[i] += add(input.df[i * n + j], result.multipliers[i]);
        }
        const double low = std::max({ 0.0, L[j] + 0.1 * (x0 - L[j]), x0 - 0.5 });
        const double high = std::min({ 1.0, U[j] - 0.1 * (U[j] - x0), x0 + 0.5 });
        ASSERT_GE(x[j], low - 1e-15);
        ASSERT_LE(x[j], high + 1e-15);
        const bool atLow = x[j] <= low + 1e-12;
        const bool atHigh = x[j] >= high - 1e-12;
        const double violation =
          atLow ? std::min(gradient, 0.0) : (atHigh ? std::max(gradient, 0.0) : gradient);
        worst = std::max(worst, std::abs(violation) / size);
      }
      EXPECT_LT(worst, 1e-10);
      for (std::size_t i = 0; i < m; ++i)
      {
        EXPECT_NEAR(f[i], result.constraints[i], 1e-12);
        const double y = std::max(0.0, result.multipliers[i] - settings.linearPenalty);
        EXPECT_GT(result.multipliers[i], 0.0);
        EXPECT_LE(f[i] - y, 1e-9);
        // With a multiplier of 1000, where the constraints are infeasible, the rounding of sums is
        // noticeable.
        EXPECT_LE(std::abs(result.multipliers[i] * (f[i] - y)), 3 * settings.tolerance);
      }
      EXPECT_LE(result.residual, 3 * settings.tolerance);
      EXPECT_LT(result.evaluations, m < 5 ? 40 : 150); // five constraints are infeasible at first
      input.x = x;
    }
  }
}

TYPED_TEST(MovingAsymptotesTest, ConvergesToTheSolutionOfARandomProblem)
{
  Random random(203);
  const std::size_t n = 300;
  const RandomProblem problem(n, 3, random);
  Input input = randomStart(n, random);
  typename TestFixture::Method method(this->layout(n), 3, Settings());
  double change = 1.0;
  std::vector<double> multipliers;
  for (int k = 0; k < 60; ++k)
  {
    problem(input);
    const auto updated = this->update(method, input);
    method.accept();
    input.x = updated.x;
    change = updated.result.change;
    multipliers = updated.result.multipliers;
  }
  EXPECT_LT(change, 1e-3);
  // The optimality conditions are those of the original problem, not of an approximation.
  problem(input);
  for (std::size_t i = 0; i < 3; ++i)
  {
    EXPECT_LT(input.f[i], 1e-5);
    EXPECT_LT(std::abs(multipliers[i] * input.f[i]), 1e-4);
  }
  for (std::size_t j = 0; j < n; ++j)
  {
    double gradient = input.df0[j];
    for (std::size_t i = 0; i < 3; ++i)
    {
      gradient += multipliers[i] * input.df[i * n + j];
    }
    if (input.lower[j] < input.upper[j])
    {
      const double violation = input.x[j] < 1e-6 ? std::min(gradient, 0.0)
        : input.x[j] > 1 - 1e-6                  ? std::max(gradient, 0.0)
                                                 : gradient;
      EXPECT_LT(std::abs(violation), 1e-3 * 20.0 / static_cast<double>(n)) << "variable " << j;
    }
  }
}

TYPED_TEST(MovingAsymptotesTest, MinimizesTheLargestOfSeveral)
{
  // There are three values, and one or ten constraints.
  Random random(204);
  for (const std::size_t m : { 4, 13 })
  {
    const std::size_t n = 400;
    const RandomProblem problem(n, m, random);
    Input input = randomStart(n, random);
    typename TestFixture::Method method(this->layout(n), static_cast<int>(m), Settings());
    std::vector<double> shares(m, 0.0);
    std::fill_n(shares.begin(), 3, 1.0);
    for (int k = 0; k < 20; ++k)
    {
      problem(input);
      for (std::size_t i = 0; i < m * n; ++i)
      {
        input.df[i] *= i < 3 * n ? 30.0 : 1.0;
      }
      for (std::size_t i = 0; i < 3; ++i)
      {
        input.f[i] = 30.0 * input.f[i] + 20.0;
      }
      std::fill(input.df0.begin(), input.df0.end(), 0.0);
      const auto [x, result] = this->update(method, input, shares);
      method.accept();
      SCOPED_TRACE(std::to_string(m) + " functions, update " + std::to_string(k));
      const double largest =
        std::max({ result.constraints[0], result.constraints[1], result.constraints[2] });
      double sum = 0.0;
      for (std::size_t i = 0; i < m; ++i)
      {
        sum += shares[i] * result.multipliers[i];
        EXPECT_GE(result.multipliers[i], 0.0);
        if (i < 3)
        {
          EXPECT_NEAR(result.multipliers[i] * (result.constraints[i] - largest), 0.0, 1e-7);
        }
      }
      EXPECT_NEAR(sum, 1.0, 1e-9); // z is positive
      EXPECT_LT(result.evaluations, 150);
      input.x = x;
    }
  }
}

TYPED_TEST(MovingAsymptotesTest, ComesAsCloseAsItMayWhereNothingIsFeasible)
{
  // The constraint sum x <= -1 is infeasible: all variables decrease as far as possible, and y is
  // the remaining violation.
  const std::size_t n = 50;
  Input input{ std::vector<double>(n, 0.5), std::vector<double>(n, 0.0),
    std::vector<double>(n, 1.0), std::vector<double>(n, -1e-3),
    { 0.5 * static_cast<double>(n) + 1.0 }, std::vector<double>(n, 1.0) };
  Settings settings;
  settings.moveLimit = 0.2;
  typename TestFixture::Method method(this->layout(n), 1, settings);
  const auto updated = this->update(method, input);
  for (const double x : updated.x)
  {
    EXPECT_NEAR(x, 0.3, 1e-12);
  }
  EXPECT_NEAR(updated.result.change, 0.2, 1e-12);
  const double y = updated.result.constraints[0];
  EXPECT_NEAR(
    updated.result.multipliers[0], settings.linearPenalty + settings.quadraticPenalty * y, 1e-6);
}
