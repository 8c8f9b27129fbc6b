#include "Operator/Isogeometric/CongruentElements.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/PatchPoint.h"
#include "Operator/Isogeometric/ProductKernels.h"

#include <cmath>

namespace trabecula
{
SpanClasses congruentSpans(int degree, const std::vector<double>& knots)
{
  const auto p = static_cast<std::size_t>(degree);
  const std::size_t spans = knots.size() - 2 * p - 1;
  // The basis functions of a span depend on the p knots on either side of it.
  const auto differ = [&](std::size_t a, std::size_t b)
  {
    const double length = knots[a + p + 1] - knots[a + p];
    for (std::size_t i = 1; i <= 2 * p; ++i)
    {
      const double left = knots[a + i] - knots[a + p];
      const double right = knots[b + i] - knots[b + p];
      if (std::abs(left - right) > 1e-12 * length)
      {
        return true;
      }
    }
    return false;
  };
  SpanClasses classes;
  for (std::size_t span = 0; span < spans; ++span)
  {
    std::size_t c = classes.representatives.size();
    // Neighbouring spans are most likely to be congruent.
    while (c > 0 && differ(static_cast<std::size_t>(classes.representatives[c - 1]), span))
    {
      --c;
    }
    if (c == 0)
    {
      classes.representatives.push_back(static_cast<std::int32_t>(span));
      c = classes.representatives.size();
    }
    classes.ofSpan.push_back(static_cast<std::int32_t>(c - 1));
  }
  return classes;
}

std::size_t CongruentElements::count() const
{
  std::size_t count = 1;
  for (const SpanClasses& ofDirection : this->classes)
  {
    count *= ofDirection.representatives.size();
  }
  return count;
}

std::size_t congruentClasses(const NurbsPatch& patch)
{
  std::size_t count = 1;
  for (std::size_t k = 0; k < 3; ++k)
  {
    count *= congruentSpans(patch.degrees[k], patch.knots[k]).representatives.size();
  }
  return count;
}

CongruentElements makeCongruentElements(const NurbsPatch& patch, double poissonsRatio)
{
  CongruentElements result;
  for (std::size_t k = 0; k < 3; ++k)
  {
    result.classes[k] = congruentSpans(patch.degrees[k], patch.knots[k]);
  }
  const int d = patch.dimension;
  const SplineGrid grid = gridOf(patch);
  const int functions = patch.functionsPerElement();
  const std::size_t side = static_cast<std::size_t>(functions) * static_cast<std::size_t>(d);
  result.matrices.assign(result.count() * side * side, 0.0);
  const LameConstants<double> lame = unitLame<double>(d, poissonsRatio);
  const PatchView view = { grid,
    { patch.knots[0].data(), patch.knots[1].data(), patch.knots[2].data() }, patch.points.data(),
    patch.weights.data() };
  std::array<GaussRule, 3> rules = { GaussRule(patch.degrees[0] + 1),
    GaussRule(patch.degrees[1] + 1), GaussRule(patch.degrees[2] + 1) };
  std::vector<double> gradients(static_cast<std::size_t>(functions) * 3);
  for (std::size_t number = 0; number < result.count(); ++number)
  {
    std::int32_t e[3] = {};
    std::size_t rest = number;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const std::vector<std::int32_t>& spans = result.classes[k].representatives;
      e[k] = spans[rest % spans.size()];
      rest /= spans.size();
    }
    double* matrix = &result.matrices[number * side * side];
    for (int local = 0; local < functions; ++local)
    {
      int q[3] = {};
      splitPoint(grid, local, q);
      double xi[3] = {};
      double measure = 1.0;
      for (int k = 0; k < 3; ++k)
      {
        const double* u = view.knots[k] + grid.degrees[k] + e[k];
        const GaussRule& rule = rules[static_cast<std::size_t>(k)];
        const auto at = static_cast<std::size_t>(q[k]);
        xi[k] = u[0] + 0.5 * (rule.places[at] + 1.0) * (u[1] - u[0]);
        measure *= 0.5 * rule.weights[at] * (u[1] - u[0]);
      }
      const PointBasis basis(view, e, xi);
      const PatchPoint point(view, e, basis);
      measure *= point.determinant;
      std::size_t f = 0;
      forEachFunction(grid, e,
        [&](std::int64_t /*controlPoint*/, int a, int b, int c)
        {
          for (int i = 0; i < 3; ++i)
          {
            gradients[3 * f + static_cast<std::size_t>(i)] = 0.0;
            for (int k = 0; k < d; ++k)
            {
              gradients[3 * f + static_cast<std::size_t>(i)] +=
                basis.product(a, b, c, k) * point.inverse[3 * k + i];
            }
          }
          ++f;
        });
      for (std::size_t i = 0; i < side; ++i)
      {
        const double* g = &gradients[3 * (i / static_cast<std::size_t>(d))];
        const auto r = static_cast<std::size_t>(i % static_cast<std::size_t>(d));
        for (std::size_t j = 0; j < side; ++j)
        {
          const double* h = &gradients[3 * (j / static_cast<std::size_t>(d))];
          const auto c = static_cast<std::size_t>(j % static_cast<std::size_t>(d));
          double entry = lame.lambda * g[r] * h[c] + lame.mu * g[c] * h[r];
          if (r == c)
          {
            entry += lame.mu * (g[0] * h[0] + g[1] * h[1] + g[2] * h[2]);
          }
          matrix[side * i + j] += measure * entry;
        }
      }
    }
  }
  return result;
}
}
