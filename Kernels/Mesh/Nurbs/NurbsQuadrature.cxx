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
    // Newton's method finds the roots of the Legendre polynomial from an asymptotic estimate.
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

GaussTables::GaussTables(const NurbsPatch& patch)
{
  for (std::size_t k = 0; k < 3; ++k)
  {
    this->tables[k] = gaussTable(patch.degrees[k], patch.knots[k]);
  }
}

void GaussTables::determinants(const NurbsPatch& patch, std::int64_t element, double* result) const
{
  const std::array<int, 3> spans = patch.elements();
  const std::array<int, 3> counts = patch.counts();
  const std::array<std::int64_t, 3> at = { element % spans[0], element / spans[0] % spans[1],
    element / spans[0] / spans[1] };
  const auto functions = static_cast<std::size_t>(patch.functionsPerElement());
  // Homogeneous coordinates of the control points.
  std::array<std::array<double, 4>, NurbsPoint::Most> net; // NOLINT: written before it is read
  for (std::size_t f = 0; f < functions; ++f)
  {
    std::array<std::int64_t, 3> local{};
    std::size_t rest = f;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const auto n = static_cast<std::size_t>(patch.degrees[k]) + 1;
      local[k] = static_cast<std::int64_t>(rest % n);
      rest /= n;
    }
    const auto i = static_cast<std::size_t>(
      at[0] + local[0] + counts[0] * (at[1] + local[1] + counts[1] * (at[2] + local[2])));
    const double w = patch.weights[i];
    net[f] = { w * patch.points[3 * i], w * patch.points[3 * i + 1], w * patch.points[3 * i + 2],
      w };
  }
  const auto dimension = static_cast<std::size_t>(patch.dimension);
  for (std::size_t q = 0; q < functions; ++q) // the number of Gauss points equals that of functions
  {
    std::array<const double*, 3> values{};
    std::array<const double*, 3> slopes{};
    std::size_t rest = q;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const SplineTable& table = this->tables[k];
      const auto n = static_cast<std::size_t>(table.perSpan);
      const std::size_t place = static_cast<std::size_t>(at[k]) * n + rest % n;
      rest /= n;
      const auto width = static_cast<std::size_t>(table.degree) + 1;
      values[k] = &table.values[width * place];
      slopes[k] = &table.derivatives[width * place];
    }
    std::array<double, 4> sums{};
    std::array<std::array<double, 4>, 3> derivatives{};
    std::size_t f = 0;
    for (int c = 0; c <= patch.degrees[2]; ++c)
    {
      for (int b = 0; b <= patch.degrees[1]; ++b)
      {
        const double bc = values[1][b] * values[2][c];
        const double slopeB = slopes[1][b] * values[2][c];
        const double slopeC = values[1][b] * slopes[2][c];
        for (int a = 0; a <= patch.degrees[0]; ++a, ++f)
        {
          for (std::size_t h = 0; h < 4; ++h)
          {
            sums[h] += values[0][a] * bc * net[f][h];
            derivatives[0][h] += slopes[0][a] * bc * net[f][h];
            derivatives[1][h] += values[0][a] * slopeB * net[f][h];
            derivatives[2][h] += values[0][a] * slopeC * net[f][h];
          }
        }
      }
    }
    NurbsJacobian jacobian{};
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t k = 0; k < 3; ++k)
      {
        jacobian[i][k] = i < dimension && k < dimension
          ? (derivatives[k][i] - sums[i] / sums[3] * derivatives[k][3]) / sums[3]
          : (i == k ? 1.0 : 0.0);
      }
    }
    result[q] = determinantOf(jacobian);
  }
}

std::vector<double> gaussMeasures(const NurbsPatch& patch)
{
  const GaussTables gauss(patch);
  const std::array<std::int64_t, 3> n = { gauss.tables[0].perSpan, gauss.tables[1].perSpan,
    gauss.tables[2].perSpan };
  const std::array<int, 3> elements = patch.elements();
  const std::int64_t perElement = n[0] * n[1] * n[2];
  const auto total = static_cast<std::int64_t>(patch.numberOfElements());
  std::vector<double> measures(static_cast<std::size_t>(total * perElement));
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < total; ++e)
  {
    const std::array<std::int64_t, 3> at = { e % elements[0], e / elements[0] % elements[1],
      e / elements[0] / elements[1] };
    double* ofElement = &measures[static_cast<std::size_t>(e * perElement)];
    gauss.determinants(patch, e, ofElement);
    for (std::int64_t q = 0; q < perElement; ++q)
    {
      const std::array<std::int64_t, 3> local = { q % n[0], q / n[0] % n[1], q / n[0] / n[1] };
      for (std::size_t k = 0; k < 3; ++k)
      {
        ofElement[q] *= gauss.tables[k].weights[static_cast<std::size_t>(at[k] * n[k] + local[k])];
      }
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
