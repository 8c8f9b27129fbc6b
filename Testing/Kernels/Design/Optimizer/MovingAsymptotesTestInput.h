#ifndef TRABECULA_TESTING_KERNELS_DESIGN_OPTIMIZER_MOVINGASYMPTOTESTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_DESIGN_OPTIMIZER_MOVINGASYMPTOTESTESTINPUT_H

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/Vector.h"
#include "Design/Optimizer/MovingAsymptotes.h"
#include "Design/Optimizer/MovingAsymptotesReference.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace trabecula::testing
{
using Input = reference::MovingAsymptotesInput;

using Settings = MovingAsymptotesSettings;

/// Returns the objective at input.x, and sets the derivatives and constraints.
using Problem = std::function<double(Input&)>;

template <class Space>
class MovingAsymptotesTest : public OnSpace<Space>
{
protected:
  using Method = MovingAsymptotes<Space>;

  struct Updated
  {
    std::vector<double> x;
    typename Method::Result result;
  };

  /// @param shares see MovingAsymptotes::update()
  Updated update(Method& method, const Input& input, const std::vector<double>& shares = {})
  {
    const std::size_t n = input.x.size();
    const auto x = this->vector(input.x);
    const auto lower = this->vector(input.lower);
    const auto upper = this->vector(input.upper);
    const auto df0 = this->vector(input.df0);
    const int constraints = static_cast<int>(input.f.size());
    MultiVector<Space> df(x.layoutPointer(), constraints, Arrangement::Apart);
    for (int i = 0; i < constraints; ++i)
    {
      const auto first = input.df.begin() + static_cast<std::ptrdiff_t>(n) * i;
      df.column(i).assign(std::vector<double>(first, first + static_cast<std::ptrdiff_t>(n)));
    }
    auto next = poisoned(x.layoutPointer());
    const auto result = method.update(x, lower, upper, df0, input.f, df, next, shares);
    return { next.toHost(), result };
  }

  /// Runs a problem and returns the objective; input.x becomes the solution.
  double run(
    const Problem& problem, Input& input, const Settings& settings, int constraints, int updates)
  {
    Method method(this->layout(input.x.size()), constraints, settings);
    for (int k = 0; k < updates; ++k)
    {
      problem(input);
      input.x = this->update(method, input).x;
      method.accept();
    }
    return problem(input);
  }
};

/// A separable quadratic objective and m constraints that are quadratic around random points.
struct RandomProblem
{
  std::vector<double> weights, targets; ///< n
  std::vector<double> slopes, bends;    ///< m times n
  std::vector<double> limits;           ///< m

  RandomProblem(std::size_t n, std::size_t m, Random& random)
    : weights(random.vector(n, 0.1, 2.0)), targets(random.vector(n, -0.5, 1.5)),
      slopes(random.vector(m * n, -1.0, 1.0)), bends(random.vector(m * n, 0.0, 1.0)),
      limits(random.vector(m, -0.05, 0.05))
  {
  }

  double operator()(Input& input) const
  {
    const std::size_t n = input.x.size();
    const auto scale = 1.0 / static_cast<double>(n);
    double objective = 0.0;
    input.df0.resize(n);
    input.f = limits;
    input.df.resize(limits.size() * n);
    for (std::size_t j = 0; j < n; ++j)
    {
      const double d = input.x[j] - targets[j];
      objective += 10.0 * scale * weights[j] * d * d;
      input.df0[j] = 20.0 * scale * weights[j] * d;
      const double x = input.x[j] - 0.5;
      for (std::size_t i = 0; i < limits.size(); ++i)
      {
        const std::size_t k = i * n + j;
        input.f[i] += scale * (slopes[k] * x + bends[k] * (x * x - 0.05));
        input.df[k] = scale * (slopes[k] + 2.0 * bends[k] * x);
      }
    }
    return objective;
  }
};

/// Returns n variables in [0, 1] with random initial values, every seventh of which is fixed.
inline Input randomStart(std::size_t n, Random& random)
{
  Input input;
  input.x = random.vector(n, 0.0, 1.0);
  input.lower.assign(n, 0.0);
  input.upper.assign(n, 1.0);
  for (std::size_t j = 0; j < n; j += 7)
  {
    input.lower[j] = input.upper[j] = input.x[j];
  }
  return input;
}
}

#endif
