#include "Design/LevelSet/LevelSetReference.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trabecula::reference
{
namespace
{
/// A vertex of a polygon, with the value of the level set.
struct Corner
{
  double x;
  double y;
  double value;
};

/// Returns the area of the part of a triangle in which a linear function is positive, by clipping.
double positiveArea(const std::array<Corner, 3>& triangle)
{
  std::vector<Corner> part;
  for (std::size_t k = 0; k < 3; ++k)
  {
    const Corner& a = triangle[k];
    const Corner& b = triangle[(k + 1) % 3];
    if (a.value > 0.0)
    {
      part.push_back(a);
    }
    if ((a.value > 0.0) != (b.value > 0.0))
    {
      const double t = a.value / (a.value - b.value);
      part.push_back({ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), 0.0 });
    }
  }
  double area = 0.0;
  for (std::size_t k = 0; k < part.size(); ++k)
  {
    const Corner& a = part[k];
    const Corner& b = part[(k + 1) % part.size()];
    area += 0.5 * (a.x * b.y - b.x * a.y);
  }
  return area;
}

/// Returns E eps^T D eps for E = 1 in plane stress.
double energyDensity(
  const NurbsPatch& patch, double nu, const std::array<double, 3>& xi, const std::vector<double>& u)
{
  const NurbsPoint point = evaluateAt(patch, xi);
  const auto& j = point.jacobian;
  const double determinant = point.determinant();
  double g[2][2] = {};
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    const double dx =
      (point.derivatives[i][0] * j[1][1] - point.derivatives[i][1] * j[1][0]) / determinant;
    const double dy =
      (point.derivatives[i][1] * j[0][0] - point.derivatives[i][0] * j[0][1]) / determinant;
    for (std::size_t c = 0; c < 2; ++c)
    {
      const double value = u[2 * static_cast<std::size_t>(point.controlPoints[i]) + c];
      g[c][0] += dx * value;
      g[c][1] += dy * value;
    }
  }
  const double shear = g[0][1] + g[1][0];
  return (g[0][0] * g[0][0] + g[1][1] * g[1][1] + 2.0 * nu * g[0][0] * g[1][1] +
           0.5 * (1.0 - nu) * shear * shear) /
    (1.0 - nu * nu);
}

std::size_t elementAt(const NurbsPatch& patch, const std::array<double, 3>& xi)
{
  const NurbsPoint point = evaluateAt(patch, xi);
  return static_cast<std::size_t>(point.element[0] + patch.elements()[0] * point.element[1]);
}
}

double levelSetAt(
  const NurbsPatch& patch, const std::vector<double>& coefficients, const std::array<double, 3>& xi)
{
  const NurbsPoint point = evaluateAt(patch, xi);
  double value = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    value += point.values[i] * coefficients[static_cast<std::size_t>(point.controlPoints[i])];
  }
  return value;
}

std::vector<double> cutElements(const NurbsPatch& patch, const std::vector<double>& coefficients)
{
  const std::vector<double> x = breakPoints(patch.degrees[0], patch.knots[0]);
  const std::vector<double> y = breakPoints(patch.degrees[1], patch.knots[1]);
  std::vector<double> parts;
  for (std::size_t j = 0; j + 1 < y.size(); ++j)
  {
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
    {
      const auto corner = [&](std::size_t a, std::size_t b)
      {
        return Corner{ static_cast<double>(a), static_cast<double>(b),
          levelSetAt(patch, coefficients, { x[i + a], y[j + b], 0.0 }) };
      };
      const std::array<Corner, 4> around = { corner(0, 0), corner(1, 0), corner(1, 1),
        corner(0, 1) };
      Corner middle = { 0.5, 0.5, 0.0 };
      for (const Corner& c : around)
      {
        middle.value += 0.25 * c.value;
      }
      double part = 0.0;
      for (std::size_t k = 0; k < 4; ++k)
      {
        part += positiveArea({ around[k], around[(k + 1) % 4], middle });
      }
      parts.push_back(part);
    }
  }
  return parts;
}

std::vector<double> smoothElements(
  const NurbsPatch& patch, const std::vector<double>& values, double radius)
{
  const int columns = patch.elements()[0];
  std::vector<double> result;
  for (std::size_t e = 0; e < values.size(); ++e)
  {
    double sum = 0.0;
    double total = 0.0;
    for (std::size_t f = 0; f < values.size(); ++f)
    {
      const int di = static_cast<int>(e) % columns - static_cast<int>(f) % columns;
      const int dj = static_cast<int>(e) / columns - static_cast<int>(f) / columns;
      const double weight = std::max(0.0, radius - std::hypot(di, dj));
      sum += weight * values[f];
      total += weight;
    }
    result.push_back(sum / total);
  }
  return result;
}

std::vector<double> updateLevelSet(const LevelSetUpdateProblem& problem)
{
  const std::size_t n = problem.variables.size();
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i)
  {
    largest = problem.isDesign[i] ? std::max(largest, problem.ofVolume[i]) : largest;
  }
  double low = 0.0;
  double high = 1e9;
  std::vector<double> next(n);
  while (high - low > 1e-13 * (low + high) && high > 1e-40)
  {
    const double lambda = 0.5 * (low + high);
    for (std::size_t i = 0; i < n; ++i)
    {
      const double x = problem.variables[i];
      const bool isKnown = problem.ofVolume[i] > 1e-9 * largest;
      const double driver =
        isKnown ? std::max(0.0, -problem.ofCompliance[i]) / problem.ofVolume[i] : 0.0;
      const double wanted = std::clamp(x * std::pow(driver / lambda, problem.damping),
        x - problem.moveLimit, x + problem.moveLimit);
      next[i] = problem.isDesign[i] ? std::clamp(wanted, problem.leastVariable, 1.0) : x;
    }
    (problem.volume(next) > 1.0 ? low : high) = lambda;
  }
  return next;
}

std::vector<double> pointSensitivities(const NurbsPatch& patch, double poissonsRatio,
  const std::vector<double>& moduli, const std::vector<double>& u)
{
  std::vector<double> result;
  for (const double y : grevillePoints(patch.degrees[1], patch.knots[1]))
  {
    for (const double x : grevillePoints(patch.degrees[0], patch.knots[0]))
    {
      const std::array<double, 3> xi = { x, y, 0.0 };
      result.push_back(-moduli[elementAt(patch, xi)] * energyDensity(patch, poissonsRatio, xi, u));
    }
  }
  return result;
}

std::vector<double> integralSensitivities(const NurbsPatch& patch, double poissonsRatio,
  double deltaWidth, const std::vector<double>& coefficients, const std::vector<double>& moduli,
  const std::vector<double>& u)
{
  constexpr double pi = 3.14159265358979323846;
  std::vector<double> result(coefficients.size(), 0.0);
  const SplineTable first = gaussTable(patch.degrees[0], patch.knots[0]);
  const SplineTable second = gaussTable(patch.degrees[1], patch.knots[1]);
  for (std::size_t b = 0; b < second.size(); ++b)
  {
    for (std::size_t a = 0; a < first.size(); ++a)
    {
      const std::array<double, 3> xi = { first.places[a], second.places[b], 0.0 };
      const NurbsPoint point = evaluateAt(patch, xi);
      const double level = levelSetAt(patch, coefficients, xi);
      const double delta = deltaWidth / (pi * (level * level + deltaWidth * deltaWidth));
      const double factor = delta * first.weights[a] * second.weights[b] * point.determinant() *
        (u.empty() ? 1.0
                   : -moduli[elementAt(patch, xi)] * energyDensity(patch, poissonsRatio, xi, u));
      for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
      {
        result[static_cast<std::size_t>(point.controlPoints[i])] += factor * point.values[i];
      }
    }
  }
  return result;
}
}
