#include "Mesh/Nurbs/NurbsPatch.h"

#include <numeric>

namespace trabecula
{
std::array<int, 3> NurbsPatch::counts() const
{
  std::array<int, 3> result{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    result[k] = static_cast<int>(this->knots[k].size()) - this->degrees[k] - 1;
  }
  return result;
}

std::array<int, 3> NurbsPatch::elements() const
{
  std::array<int, 3> result = this->counts();
  for (std::size_t k = 0; k < 3; ++k)
  {
    result[k] -= this->degrees[k];
  }
  return result;
}

std::size_t NurbsPatch::numberOfControlPoints() const
{
  const std::array<int, 3> n = this->counts();
  return std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]);
}

std::size_t NurbsPatch::numberOfElements() const
{
  const std::array<int, 3> n = this->elements();
  return std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]);
}

int NurbsPatch::functionsPerElement() const
{
  return (this->degrees[0] + 1) * (this->degrees[1] + 1) * (this->degrees[2] + 1);
}

std::vector<double> uniformKnots(int degree, int spans)
{
  std::vector<double> knots(static_cast<std::size_t>(degree), 0.0);
  for (int i = 0; i <= spans; ++i)
  {
    knots.push_back(i == spans ? 1.0 : i * (1.0 / spans));
  }
  knots.insert(knots.end(), static_cast<std::size_t>(degree), 1.0);
  return knots;
}

std::vector<double> grevillePoints(int degree, const std::vector<double>& knots)
{
  const std::size_t count = knots.size() - static_cast<std::size_t>(degree) - 1;
  std::vector<double> points(count, 0.5);
  for (std::size_t i = 0; i < count && degree > 0; ++i)
  {
    const double* first = &knots[i + 1];
    points[i] = std::accumulate(first, first + degree, 0.0) / degree;
  }
  return points;
}

std::vector<double> breakPoints(int degree, const std::vector<double>& knots)
{
  return { knots.begin() + degree, knots.end() - degree };
}

std::vector<std::int32_t> controlPointsOfFace(const NurbsPatch& patch, int direction, int end)
{
  const std::array<int, 3> n = patch.counts();
  std::array<int, 3> first = { 0, 0, 0 };
  std::array<int, 3> last = n;
  const auto d = static_cast<std::size_t>(direction);
  first[d] = end == 0 ? 0 : n[d] - 1;
  last[d] = first[d] + 1;
  std::vector<std::int32_t> points;
  for (int k = first[2]; k < last[2]; ++k)
  {
    for (int j = first[1]; j < last[1]; ++j)
    {
      for (int i = first[0]; i < last[0]; ++i)
      {
        points.push_back(i + n[0] * (j + n[1] * k));
      }
    }
  }
  return points;
}

double determinantOf(const NurbsJacobian& j)
{
  return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) -
    j[0][1] * (j[1][0] * j[2][2] - j[1][2] * j[2][0]) +
    j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]);
}

NurbsPoint evaluateAt(const NurbsPatch& patch, const std::array<double, 3>& xi)
{
  constexpr std::size_t most = bspline::MostFunctions;
  const std::array<int, 3> n = patch.counts();
  const std::array<int, 3> spans = patch.elements();
  std::array<std::array<double, most>, 3> values{};
  std::array<std::array<double, most>, 3> slopes{};
  NurbsPoint point;
  for (std::size_t k = 0; k < 3; ++k)
  {
    const int degree = patch.degrees[k];
    const double* knots = patch.knots[k].data();
    point.element[k] = bspline::spanOf(degree, spans[k], knots, xi[k]);
    bspline::evaluate(degree, knots, point.element[k], xi[k], values[k].data(), slopes[k].data());
  }
  double weight = 0.0;
  std::array<double, 3> weightSlopes{};
  for (int c = 0; c <= patch.degrees[2]; ++c)
  {
    for (int b = 0; b <= patch.degrees[1]; ++b)
    {
      for (int a = 0; a <= patch.degrees[0]; ++a)
      {
        const std::array<std::size_t, 3> f = { std::size_t(a), std::size_t(b), std::size_t(c) };
        const auto i = static_cast<std::size_t>(point.count++);
        point.controlPoints[i] =
          point.element[0] + a + n[0] * (point.element[1] + b + n[1] * (point.element[2] + c));
        const double w = patch.weights[static_cast<std::size_t>(point.controlPoints[i])];
        point.values[i] = w * values[0][f[0]] * values[1][f[1]] * values[2][f[2]];
        weight += point.values[i];
        for (std::size_t k = 0; k < 3; ++k)
        {
          double slope = w;
          for (std::size_t l = 0; l < 3; ++l)
          {
            slope *= l == k ? slopes[l][f[l]] : values[l][f[l]];
          }
          point.derivatives[i][k] = slope;
          weightSlopes[k] += slope;
        }
      }
    }
  }
  for (std::size_t k = static_cast<std::size_t>(patch.dimension); k < 3; ++k)
  {
    point.jacobian[k][k] = 1.0;
  }
  const auto dimension = static_cast<std::size_t>(patch.dimension);
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    point.values[i] /= weight;
    const double* x = &patch.points[3 * static_cast<std::size_t>(point.controlPoints[i])];
    for (std::size_t k = 0; k < 3; ++k)
    {
      point.derivatives[i][k] =
        (point.derivatives[i][k] - point.values[i] * weightSlopes[k]) / weight;
    }
    for (std::size_t c = 0; c < 3; ++c)
    {
      point.position[c] += point.values[i] * x[c];
      for (std::size_t k = 0; k < dimension && c < dimension; ++k)
      {
        point.jacobian[c][k] += point.derivatives[i][k] * x[c];
      }
    }
  }
  return point;
}
}
