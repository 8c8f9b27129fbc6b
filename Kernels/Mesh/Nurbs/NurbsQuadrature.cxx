#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

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

std::vector<double> gaussMeasures(const NurbsPatch& patch)
{
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    tables[k] = gaussTable(patch.degrees[k], patch.knots[k]);
  }
  const std::array<std::int64_t, 3> n = { tables[0].perSpan, tables[1].perSpan, tables[2].perSpan };
  const std::array<int, 3> elements = patch.elements();
  const std::int64_t perElement = n[0] * n[1] * n[2];
  const auto total = static_cast<std::int64_t>(patch.numberOfElements());
  std::vector<double> measures(static_cast<std::size_t>(total * perElement));
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < total; ++e)
  {
    const std::array<std::int64_t, 3> at = { e % elements[0], e / elements[0] % elements[1],
      e / elements[0] / elements[1] };
    for (std::int64_t q = 0; q < perElement; ++q)
    {
      const std::array<std::int64_t, 3> local = { q % n[0], q / n[0] % n[1], q / n[0] / n[1] };
      std::array<double, 3> xi{};
      double weight = 1.0;
      for (std::size_t k = 0; k < 3; ++k)
      {
        const auto place = static_cast<std::size_t>(at[k] * n[k] + local[k]);
        xi[k] = tables[k].places[place];
        weight *= tables[k].weights[place];
      }
      measures[static_cast<std::size_t>(e * perElement + q)] =
        weight * evaluateAt(patch, xi).determinant();
    }
  }
  return measures;
}

double measureOf(const NurbsPatch& patch)
{
  const std::vector<double> measures = gaussMeasures(patch);
  return std::accumulate(measures.begin(), measures.end(), 0.0);
}

double meanElementSize(const NurbsPatch& patch)
{
  const double mean = measureOf(patch) / static_cast<double>(patch.numberOfElements());
  return patch.dimension == 2 ? std::sqrt(mean) : std::cbrt(mean);
}
}
