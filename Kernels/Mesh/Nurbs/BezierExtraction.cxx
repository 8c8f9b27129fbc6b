#include "Mesh/Nurbs/BezierExtraction.h"

#include <utility>

namespace trabecula
{
namespace
{
/**
 * The blossom of a B-spline's polynomial on a span, which is the Bezier coefficient if its
 * arguments are the ends of the span (Ramshaw 1987): de Boor's algorithm with another argument in
 * each step.
 *
 * @param values coefficients of the degree + 1 functions of the span; overwritten
 * @param atEnd number of arguments that are the end of the span; the others are its begin
 */
double blossom(int degree, const double* knots, int span, int atEnd, double* values)
{
  const int k = degree + span;
  for (int step = 1; step <= degree; ++step)
  {
    const double t = step <= atEnd ? knots[k + 1] : knots[k];
    for (int j = degree; j >= step; --j)
    {
      const int i = k - degree + j;
      const double a = (t - knots[i]) / (knots[i + degree + 1 - step] - knots[i]);
      values[j] = (1.0 - a) * values[j - 1] + a * values[j];
    }
  }
  return values[degree];
}
}

BezierExtraction::Direction BezierExtraction::makeDirection(
  int degree, const std::vector<double>& knots)
{
  const int spans = static_cast<int>(knots.size()) - 2 * degree - 1;
  Direction result;
  result.degree = degree;
  const auto add = [&](int span, int atEnd)
  {
    result.first.push_back(span);
    for (int j = 0; j <= degree; ++j)
    {
      std::array<double, bspline::MostFunctions> unit{};
      unit[static_cast<std::size_t>(j)] = 1.0;
      result.coefficients.push_back(blossom(degree, knots.data(), span, atEnd, unit.data()));
    }
  };
  for (int span = 0; span < spans; ++span)
  {
    for (int i = 0; i < degree; ++i)
    {
      add(span, i);
    }
  }
  add(spans - 1, degree);
  return result;
}

BezierExtraction::BezierExtraction(const NurbsPatch& patch)
  : Degrees(patch.degrees), ControlPoints(patch.counts()), PatchWeights(patch.weights)
{
  for (std::size_t d = 0; d < 3; ++d)
  {
    this->Directions[d] = makeDirection(patch.degrees[d], patch.knots[d]);
    this->Counts[d] = static_cast<int>(this->Directions[d].first.size());
  }
  this->Weights = this->extract(patch.weights, 1);
}

std::size_t BezierExtraction::numberOfPoints() const
{
  return std::size_t(this->Counts[0]) * std::size_t(this->Counts[1]) * std::size_t(this->Counts[2]);
}

std::vector<double> BezierExtraction::extract(
  std::vector<double> values, std::size_t components) const
{
  // A direction is a loop over rows of `inner` values, `outer` times.
  std::size_t inner = components;
  std::size_t outer = 1;
  for (const int n : this->ControlPoints)
  {
    outer *= static_cast<std::size_t>(n);
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    const Direction& direction = this->Directions[d];
    const auto from = static_cast<std::size_t>(this->ControlPoints[d]);
    const std::size_t to = direction.first.size();
    const auto functions = static_cast<std::size_t>(direction.degree) + 1;
    outer /= from;
    std::vector<double> next(outer * to * inner, 0.0);
    for (std::size_t o = 0; o < outer; ++o)
    {
      for (std::size_t q = 0; q < to; ++q)
      {
        double* sum = &next[(o * to + q) * inner];
        for (std::size_t a = 0; a < functions; ++a)
        {
          const double coefficient = direction.coefficients[q * functions + a];
          const double* value =
            &values[(o * from + static_cast<std::size_t>(direction.first[q]) + a) * inner];
          for (std::size_t i = 0; i < inner; ++i)
          {
            sum[i] += coefficient * value[i];
          }
        }
      }
    }
    values = std::move(next);
    inner *= to;
  }
  return values;
}

std::vector<double> BezierExtraction::operator()(
  const std::vector<double>& values, std::size_t components) const
{
  std::vector<double> weighted(values);
  for (std::size_t i = 0; i < weighted.size(); ++i)
  {
    weighted[i] *= this->PatchWeights[i / components];
  }
  std::vector<double> result = this->extract(std::move(weighted), components);
  for (std::size_t i = 0; i < result.size(); ++i)
  {
    result[i] /= this->Weights[i / components];
  }
  return result;
}

std::vector<std::int64_t> BezierExtraction::pointsOfElement(const std::array<int, 3>& element) const
{
  std::vector<std::int64_t> points;
  const auto& p = this->Degrees;
  for (int k = 0; k <= p[2]; ++k)
  {
    for (int j = 0; j <= p[1]; ++j)
    {
      for (int i = 0; i <= p[0]; ++i)
      {
        points.push_back(element[0] * p[0] + i +
          std::int64_t(this->Counts[0]) *
            (element[1] * p[1] + j + std::int64_t(this->Counts[1]) * (element[2] * p[2] + k)));
      }
    }
  }
  return points;
}
}
