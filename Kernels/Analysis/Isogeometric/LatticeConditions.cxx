#include "Analysis/Isogeometric/LatticeConditions.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
LatticeConditions::Direction LatticeConditions::makeDirection(
  int degree, const std::vector<double>& knots)
{
  Direction result;
  if (degree == 0)
  {
    result.functions = { { 0, 0 } };
    result.nearest = { 0 };
    return result;
  }
  const std::vector<double> breaks = breakPoints(degree, knots);
  const int spans = static_cast<int>(breaks.size()) - 1;
  const int last = spans * degree;
  std::vector<double> places;
  for (int q = 0; q <= last; ++q)
  {
    const int span = std::min(q / degree, spans - 1);
    const double low = breaks[static_cast<std::size_t>(span)];
    const double high = breaks[static_cast<std::size_t>(span) + 1];
    places.push_back(low + (high - low) * (q - span * degree) / degree);
    // Between elements, one function fewer is nonzero; at the ends only the first or the last
    // function is nonzero.
    result.functions.push_back(q == 0 ? std::array<int, 2>{ 0, 0 }
        : q == last                   ? std::array<int, 2>{ spans + degree - 1, spans + degree - 1 }
                    : std::array<int, 2>{ span, span + degree - (q % degree == 0 ? 1 : 0) });
  }
  constexpr double Rounding = 1e-12;
  for (const double place : grevillePoints(degree, knots))
  {
    std::size_t nearest = 0;
    for (std::size_t q = 1; q < places.size(); ++q)
    {
      if (std::abs(places[q] - place) < std::abs(places[nearest] - place) - Rounding)
      {
        nearest = q;
      }
    }
    result.nearest.push_back(static_cast<int>(nearest));
  }
  return result;
}

LatticeConditions::LatticeConditions(const NurbsPatch& patch) : ControlPoints(patch.counts())
{
  for (std::size_t d = 0; d < 3; ++d)
  {
    this->Directions[d] = makeDirection(patch.degrees[d], patch.knots[d]);
  }
}

std::size_t LatticeConditions::numberOfPoints() const
{
  return this->Directions[0].functions.size() * this->Directions[1].functions.size() *
    this->Directions[2].functions.size();
}

template <class Visit>
void LatticeConditions::forFunctions(const Visit& visit) const
{
  std::size_t point = 0;
  for (const auto& c : this->Directions[2].functions)
  {
    for (const auto& b : this->Directions[1].functions)
    {
      for (const auto& a : this->Directions[0].functions)
      {
        for (int k = c[0]; k <= c[1]; ++k)
        {
          for (int j = b[0]; j <= b[1]; ++j)
          {
            for (int i = a[0]; i <= a[1]; ++i)
            {
              visit(point,
                static_cast<std::size_t>(i) +
                  static_cast<std::size_t>(this->ControlPoints[0]) *
                    (static_cast<std::size_t>(j) +
                      static_cast<std::size_t>(this->ControlPoints[1]) *
                        static_cast<std::size_t>(k)));
            }
          }
        }
        ++point;
      }
    }
  }
}

std::vector<std::size_t> LatticeConditions::nearestPoints() const
{
  const std::size_t row = this->Directions[0].functions.size();
  const std::size_t layer = row * this->Directions[1].functions.size();
  std::vector<std::size_t> result;
  for (const int k : this->Directions[2].nearest)
  {
    for (const int j : this->Directions[1].nearest)
    {
      for (const int i : this->Directions[0].nearest)
      {
        result.push_back(static_cast<std::size_t>(i) + row * static_cast<std::size_t>(j) +
          layer * static_cast<std::size_t>(k));
      }
    }
  }
  return result;
}

std::vector<std::uint8_t> LatticeConditions::supports(
  const std::vector<std::uint8_t>& constrained) const
{
  std::vector<std::uint8_t> result(3 * this->numberOfPoints(), 1);
  this->forFunctions(
    [&](std::size_t point, std::size_t control)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        result[3 * point + c] &= static_cast<std::uint8_t>(constrained[3 * control + c] != 0);
      }
    });
  std::vector<std::uint8_t> isFound(constrained.size(), 0);
  this->forFunctions(
    [&](std::size_t point, std::size_t control)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        isFound[3 * control + c] |= result[3 * point + c];
      }
    });
  const std::vector<std::size_t> nearest = this->nearestPoints();
  for (std::size_t i = 0; i < constrained.size(); ++i)
  {
    if (constrained[i] != 0 && isFound[i] == 0)
    {
      result[3 * nearest[i / 3] + i % 3] = 1;
    }
  }
  return result;
}

std::vector<double> LatticeConditions::sums(const std::vector<double>& values) const
{
  std::vector<double> result(3 * this->numberOfPoints(), 0.0);
  const std::vector<std::size_t> nearest = this->nearestPoints();
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    result[3 * nearest[i / 3] + i % 3] += values[i];
  }
  return result;
}
}
