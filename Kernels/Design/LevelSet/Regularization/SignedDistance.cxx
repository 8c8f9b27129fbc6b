#include "Design/LevelSet/Regularization/SignedDistance.h"

#include "Design/LevelSet/InitialLevelSet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace trabecula
{
SignedDistance::SignedDistance(const NurbsPatch& patch, double most)
  : Patch(patch), Most(most), Counts(patch.counts()), Grid(makeGrevilleGrid(this->Computing, patch))
{
  for (std::size_t k = 0; k < 3; ++k)
  {
    this->Greville[k] = grevillePoints(patch.degrees[k], patch.knots[k]);
  }
  const std::size_t count = patch.numberOfControlPoints();
  this->Positions.resize(3 * count);
  std::vector<double> given(count);
  std::vector<double> values(count);
  for (std::size_t k = 0; k < 3; ++k)
  {
    for (std::size_t i = 0; i < count; ++i)
    {
      given[i] = patch.points[3 * i + k];
    }
    this->Grid.evaluate(given.data(), values.data());
    for (std::size_t i = 0; i < count; ++i)
    {
      this->Positions[3 * i + k] = values[i];
    }
  }
}

SignedDistance::Position SignedDistance::positionOf(std::size_t point) const
{
  const double* x = &this->Positions[3 * point];
  return { x[0], x[1], x[2] };
}

std::array<int, 3> SignedDistance::placeOf(std::size_t point) const
{
  const int p = static_cast<int>(point);
  return { p % this->Counts[0], p / this->Counts[0] % this->Counts[1],
    p / this->Counts[0] / this->Counts[1] };
}

double SignedDistance::squaredDistance(std::size_t point, const Position& foot) const
{
  double square = 0.0;
  for (std::size_t k = 0; k < 3; ++k)
  {
    const double difference = this->Positions[3 * point + k] - foot[k];
    square += difference * difference;
  }
  return square;
}

bool SignedDistance::findFoot(
  const std::vector<double>& levelSet, std::size_t point, Position& foot) const
{
  const std::array<int, 3> at = this->placeOf(point);
  const auto dimension = static_cast<std::size_t>(this->Patch.dimension);
  Position xi{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    xi[k] = this->Greville[k][static_cast<std::size_t>(at[k])];
  }
  double first = 0.0;
  constexpr int steps = 6;
  constexpr double enough = 1e-6;
  for (int step = 0; step <= steps; ++step)
  {
    const NurbsPoint here = evaluateAt(this->Patch, xi);
    double level = 0.0;
    Position slope{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(here.count); ++i)
    {
      const double coefficient = levelSet[static_cast<std::size_t>(here.controlPoints[i])];
      level += here.values[i] * coefficient;
      for (std::size_t k = 0; k < dimension; ++k)
      {
        slope[k] += here.derivatives[i][k] * coefficient;
      }
    }
    first = step == 0 ? std::abs(level) : first;
    if (std::abs(level) <= enough * first)
    {
      foot = here.position;
      return true;
    }
    // The step along the gradient in space, in terms of the parameters, is the solution of J J^T d
    // = -Phi g / |grad Phi|^2 by means of the metric.
    double metric[3][3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    for (std::size_t a = 0; a < dimension; ++a)
    {
      for (std::size_t b = 0; b < dimension; ++b)
      {
        metric[a][b] = 0.0;
        for (std::size_t c = 0; c < dimension; ++c)
        {
          metric[a][b] += here.jacobian[c][a] * here.jacobian[c][b];
        }
      }
    }
    invertJacobian<3>(metric);
    Position way{};
    double square = 0.0;
    for (std::size_t a = 0; a < dimension; ++a)
    {
      for (std::size_t b = 0; b < dimension; ++b)
      {
        way[a] += metric[a][b] * slope[b];
      }
      square += way[a] * slope[a];
    }
    if (!(square > 0.0))
    {
      return false;
    }
    for (std::size_t k = 0; k < dimension; ++k)
    {
      xi[k] = std::clamp(xi[k] - level * way[k] / square, 0.0, 1.0);
    }
  }
  return false;
}

void SignedDistance::sweep(
  std::vector<Position>& feet, std::vector<double>& squares, int directions) const
{
  std::array<std::ptrdiff_t, 3> strides = { 1, this->Counts[0],
    std::ptrdiff_t(this->Counts[0]) * this->Counts[1] };
  std::array<int, 3> at{};
  for (int c = 0; c < this->Counts[2]; ++c)
  {
    at[2] = directions & 4 ? this->Counts[2] - 1 - c : c;
    for (int b = 0; b < this->Counts[1]; ++b)
    {
      at[1] = directions & 2 ? this->Counts[1] - 1 - b : b;
      for (int a = 0; a < this->Counts[0]; ++a)
      {
        at[0] = directions & 1 ? this->Counts[0] - 1 - a : a;
        const std::ptrdiff_t point = at[0] + strides[1] * at[1] + strides[2] * at[2];
        const auto here = static_cast<std::size_t>(point);
        for (std::size_t k = 0; k < 3; ++k)
        {
          const int before = directions >> k & 1 ? at[k] + 1 : at[k] - 1;
          if (before < 0 || before >= this->Counts[k])
          {
            continue;
          }
          const auto other = static_cast<std::size_t>(point + (before - at[k]) * strides[k]);
          if (squares[other] == std::numeric_limits<double>::infinity())
          {
            continue;
          }
          const double square = this->squaredDistance(here, feet[other]);
          if (square < squares[here])
          {
            squares[here] = square;
            feet[here] = feet[other];
          }
        }
      }
    }
  }
}

std::vector<double> SignedDistance::values(const std::vector<double>& levelSet) const
{
  const std::size_t count = levelSet.size();
  std::vector<double> levels(count);
  this->Grid.evaluate(levelSet.data(), levels.data());
  std::vector<Position> feet(count);
  std::vector<double> squares(count, std::numeric_limits<double>::infinity());
  const std::array<std::ptrdiff_t, 3> strides = { 1, this->Counts[0],
    std::ptrdiff_t(this->Counts[0]) * this->Counts[1] };
  const auto points = static_cast<std::int64_t>(count);
#pragma omp parallel for schedule(dynamic, 256)
  for (std::int64_t p = 0; p < points; ++p)
  {
    const auto point = static_cast<std::size_t>(p);
    const std::array<int, 3> at = this->placeOf(point);
    const bool isSolid = levels[point] > 0.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      for (const int step : { -1, 1 })
      {
        if (at[k] + step < 0 || at[k] + step >= this->Counts[k])
        {
          continue;
        }
        const auto other = static_cast<std::size_t>(p + step * strides[k]);
        if ((levels[other] > 0.0) == isSolid)
        {
          continue;
        }
        const double t = levels[point] / (levels[point] - levels[other]);
        Position foot = this->positionOf(point);
        for (std::size_t d = 0; d < 3; ++d)
        {
          foot[d] += t * (this->Positions[3 * other + d] - foot[d]);
        }
        const double square = this->squaredDistance(point, foot);
        if (square < squares[point])
        {
          squares[point] = square;
          feet[point] = foot;
        }
      }
    }
    Position foot{};
    if (squares[point] < std::numeric_limits<double>::infinity() &&
      this->findFoot(levelSet, point, foot))
    {
      const double square = this->squaredDistance(point, foot);
      if (square < squares[point])
      {
        squares[point] = square;
        feet[point] = foot;
      }
    }
  }
  constexpr int rounds = 2;
  const int orders = this->Patch.dimension == 3 ? 8 : 4;
  for (int pass = 0; pass < rounds * orders; ++pass)
  {
    this->sweep(feet, squares, pass % orders);
  }
  for (std::size_t i = 0; i < count; ++i)
  {
    levels[i] = std::copysign(std::min(this->Most, std::sqrt(squares[i])), levels[i]);
  }
  return levels;
}

std::vector<double> SignedDistance::coefficients(
  const std::vector<double>& levelSet, double rounding) const
{
  const std::vector<double> distances = this->values(levelSet);
  std::vector<double> result = levelSetOfValues(this->Computing, this->Patch, distances);
  for (std::size_t i = 0; i < result.size(); ++i)
  {
    result[i] += rounding * (distances[i] - result[i]);
  }
  return result;
}
}
