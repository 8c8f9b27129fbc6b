#include "Design/LevelSet/Regularization/PatchPerimeter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
std::array<SplineTable, 3> tablesOf(const NurbsPatch& patch)
{
  constexpr int points = 2;
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    tables[k] = gaussTable(patch.degrees[k], patch.knots[k], patch.degrees[k] == 0 ? 0 : points);
  }
  return tables;
}
}

PatchPerimeter::PatchPerimeter(const NurbsPatch& patch, double width)
  : Dimension(patch.dimension), Width(width), Tables(tablesOf(patch)),
    Grid(this->Computing, patch, this->Tables)
{
}

double PatchPerimeter::evaluate(
  const std::vector<double>& levelSet, std::vector<double>* gradient) const
{
  return this->Dimension == 2 ? this->evaluateIn<2>(levelSet, gradient)
                              : this->evaluateIn<3>(levelSet, gradient);
}

template <int Directions>
double PatchPerimeter::evaluateIn(
  const std::vector<double>& levelSet, std::vector<double>* gradient) const
{
  if (gradient)
  {
    gradient->assign(levelSet.size(), 0.0);
  }
  double* sums = gradient ? gradient->data() : nullptr;
  const NurbsGridView grid = this->Grid.view();
  const int layers = grid.elements[Directions - 1];
  const int rows = Directions == 3 ? grid.elements[1] : 1;
  // Layers of one colour have no control points in common, so that the order of sums does not
  // depend on the number of threads.
  const int colours = grid.degrees[Directions - 1] + 1;
  std::vector<double> parts(static_cast<std::size_t>(layers), 0.0);
  for (int colour = 0; colour < colours; ++colour)
  {
#pragma omp parallel for schedule(dynamic)
    for (int layer = colour; layer < layers; layer += colours)
    {
      double part = 0.0;
      for (int row = 0; row < rows; ++row)
      {
        for (int column = 0; column < grid.elements[0]; ++column)
        {
          const std::array<int, 3> element = { column, Directions == 3 ? row : layer,
            Directions == 3 ? layer : 0 };
          part += this->evaluateElement<Directions>(element, levelSet.data(), sums);
        }
      }
      parts[static_cast<std::size_t>(layer)] = part;
    }
  }
  double sum = 0.0;
  for (const double part : parts)
  {
    sum += part;
  }
  return sum;
}

template <int Directions>
double PatchPerimeter::evaluateElement(
  const std::array<int, 3>& element, const double* levelSet, double* gradient) const
{
  constexpr int most = Directions == 2
    ? bspline::MostFunctions * bspline::MostFunctions
    : bspline::MostFunctions * bspline::MostFunctions * bspline::MostFunctions;
  const NurbsGridView grid = this->Grid.view();
  std::array<int, 3> first{};
  std::array<std::int64_t, most> points;
  int functions = 0;
  double low = this->Width;
  double high = -this->Width;
  for (std::size_t k = 0; k < 3; ++k)
  {
    first[k] = element[k] * grid.perSpan[k];
  }
  for (int c = 0; c <= grid.degrees[2]; ++c)
  {
    for (int b = 0; b <= grid.degrees[1]; ++b)
    {
      for (int a = 0; a <= grid.degrees[0]; ++a)
      {
        const std::int64_t point = grid.controlPoint(first.data(), a, b, c);
        points[static_cast<std::size_t>(functions++)] = point;
        low = std::min(low, levelSet[point]);
        high = std::max(high, levelSet[point]);
      }
    }
  }
  // The level set is within the range of its coefficients, so that the transition does not pass
  // through this element.
  if (low >= this->Width || high <= -this->Width)
  {
    return 0.0;
  }
  double sum = 0.0;
  const int local = grid.perSpan[0] * grid.perSpan[1] * grid.perSpan[2];
  for (int q = 0; q < local; ++q)
  {
    const std::array<int, 3> inside = { q % grid.perSpan[0], q / grid.perSpan[0] % grid.perSpan[1],
      q / grid.perSpan[0] / grid.perSpan[1] };
    std::array<int, 3> at{};
    double measure = 1.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      at[k] = first[k] + inside[k];
      measure *= this->Tables[k].weights[static_cast<std::size_t>(at[k])];
    }
    std::array<double, most> values;
    double gradients[most][Directions];
    double weight = 0.0;
    double level = 0.0;
    std::size_t f = 0;
    forEachFunction(grid, at.data(),
      [&](std::int64_t i, double value, const double* /*slope*/)
      {
        values[f++] = value;
        weight += value;
        level += value * levelSet[i];
      });
    const double t = level / weight / this->Width;
    if (!(std::abs(t) < 1.0))
    {
      continue;
    }
    measure *= gradientsAt<Directions>(grid, at.data(), gradients);
    double slope[Directions] = {};
    for (int i = 0; i < functions; ++i)
    {
      for (int k = 0; k < Directions; ++k)
      {
        slope[k] += gradients[i][k] * levelSet[points[static_cast<std::size_t>(i)]];
      }
    }
    double square = 0.0;
    for (int k = 0; k < Directions; ++k)
    {
      square += slope[k] * slope[k];
    }
    const double norm = std::sqrt(square);
    const double delta = 0.75 / this->Width * (1.0 - t * t);
    sum += measure * delta * norm;
    if (!gradient || !(norm > 0.0))
    {
      continue;
    }
    const double curve = -1.5 * t / (this->Width * this->Width) * norm / weight;
    for (int i = 0; i < functions; ++i)
    {
      const auto number = static_cast<std::size_t>(i);
      double along = 0.0;
      for (int k = 0; k < Directions; ++k)
      {
        along += gradients[i][k] * slope[k];
      }
      gradient[points[number]] += measure * (curve * values[number] + delta * along / norm);
    }
  }
  return sum;
}
}
