#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <cmath>

namespace trabecula
{
GaussRule::GaussRule(int points)
  : places(static_cast<std::size_t>(points)), weights(static_cast<std::size_t>(points))
{
  constexpr double pi = 3.14159265358979323846;
  for (int i = 0; i < points; ++i)
  {
    // Newton's method for the roots of the Legendre polynomial, whose estimate is close.
    double x = -std::cos(pi * (i + 0.75) / (points + 0.5));
    double slope = 1.0;
    for (int step = 0; step < 10; ++step)
    {
      double value = x;
      double before = 1.0;
      for (int n = 2; n <= points; ++n)
      {
        const double next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
        before = value;
        value = next;
      }
      slope = points * (x * value - before) / (x * x - 1.0);
      x -= value / slope;
    }
    const auto at = static_cast<std::size_t>(i);
    this->places[at] = 2 * i + 1 == points ? 0.0 : x;
    this->weights[at] = 2.0 / ((1.0 - x * x) * slope * slope);
  }
}

SplineTable tableAt(int degree, const std::vector<double>& knots, const std::vector<double>& places)
{
  SplineTable table;
  table.degree = degree;
  table.places = places;
  const auto functions = static_cast<std::size_t>(degree) + 1;
  const int spans = static_cast<int>(knots.size()) - 2 * degree - 1;
  table.values.resize(functions * places.size());
  table.derivatives.resize(functions * places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    table.first.push_back(bspline::spanOf(degree, spans, knots.data(), places[i]));
    bspline::evaluate(degree, knots.data(), table.first[i], places[i], &table.values[functions * i],
      &table.derivatives[functions * i]);
  }
  return table;
}

SplineTable gaussTable(int degree, const std::vector<double>& knots, int points)
{
  const int perSpan = degree == 0 ? 1 : points > 0 ? points : degree + 1;
  const GaussRule rule(perSpan);
  const std::vector<double> breaks = breakPoints(degree, knots);
  std::vector<double> places;
  std::vector<double> weights;
  for (std::size_t s = 1; s < breaks.size(); ++s)
  {
    const double half = 0.5 * (breaks[s] - breaks[s - 1]);
    for (std::size_t q = 0; q < rule.places.size(); ++q)
    {
      places.push_back(breaks[s - 1] + half * (rule.places[q] + 1.0));
      weights.push_back(half * rule.weights[q]);
    }
  }
  SplineTable table = tableAt(degree, knots, places);
  table.perSpan = perSpan;
  table.weights = std::move(weights);
  return table;
}
}
