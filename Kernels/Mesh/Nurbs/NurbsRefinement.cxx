#include "Mesh/Nurbs/NurbsRefinement.h"

#include "Core/Requirements.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
/// Homogeneous coordinates w x, w y, w z, w of each control point.
std::vector<double> homogeneous(const NurbsPatch& patch)
{
  std::vector<double> values;
  for (std::size_t i = 0; i < patch.weights.size(); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      values.push_back(patch.weights[i] * patch.points[3 * i + c]);
    }
    values.push_back(patch.weights[i]);
  }
  return values;
}

void setHomogeneous(NurbsPatch& patch, const std::vector<double>& values)
{
  patch.weights.clear();
  patch.points.clear();
  for (std::size_t i = 0; i < values.size(); i += 4)
  {
    patch.weights.push_back(values[i + 3]);
    for (std::size_t c = 0; c < 3; ++c)
    {
      patch.points.push_back(values[i + c] / values[i + 3]);
    }
  }
}

/// Calls visit(first, stride) for each line of values along one direction.
template <class Visit>
void forEachLine(const std::array<int, 3>& counts, std::size_t direction, Visit visit)
{
  std::ptrdiff_t stride = 4;
  for (std::size_t k = 0; k < direction; ++k)
  {
    stride *= counts[k];
  }
  std::ptrdiff_t outer = 1;
  for (std::size_t k = direction + 1; k < 3; ++k)
  {
    outer *= counts[k];
  }
  for (std::ptrdiff_t o = 0; o < outer; ++o)
  {
    for (std::ptrdiff_t i = 0; i < stride; ++i)
    {
      visit(o, i, stride);
    }
  }
}

bool contains(const std::vector<double>& sorted, double value)
{
  constexpr double rounding = 1e-12;
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value - rounding);
  return at != sorted.end() && *at <= value + rounding;
}

/// Replaces the space of one direction by one that contains it.
void interpolateDirection(
  NurbsPatch& patch, std::size_t direction, int degree, const std::vector<double>& knots)
{
  const std::array<int, 3> before = patch.counts();
  const int oldDegree = patch.degrees[direction];
  const std::vector<double> oldKnots = patch.knots[direction];
  const int spans = patch.elements()[direction];
  const std::vector<double> places = grevillePoints(degree, knots);
  const SplineCollocation collocation(degree, knots, places);
  const std::vector<double> old = homogeneous(patch);
  std::array<int, 3> after = before;
  after[direction] = collocation.size();
  std::vector<double> values(
    4 * std::size_t(after[0]) * std::size_t(after[1]) * std::size_t(after[2]));
  forEachLine(before, direction,
    [&](std::ptrdiff_t outer, std::ptrdiff_t inner, std::ptrdiff_t stride)
    {
      const double* from = old.data() + outer * stride * before[direction] + inner;
      double* to = values.data() + outer * stride * after[direction] + inner;
      for (std::size_t i = 0; i < places.size(); ++i)
      {
        std::array<double, bspline::MostFunctions> functions{};
        const int span = bspline::spanOf(oldDegree, spans, oldKnots.data(), places[i]);
        bspline::evaluate(oldDegree, oldKnots.data(), span, places[i], functions.data(), nullptr);
        double sum = 0.0;
        for (int a = 0; a <= oldDegree; ++a)
        {
          sum += functions[static_cast<std::size_t>(a)] * from[(span + a) * stride];
        }
        to[static_cast<std::ptrdiff_t>(i) * stride] = sum;
      }
      collocation.solve(to, stride);
    });
  patch.degrees[direction] = degree;
  patch.knots[direction] = knots;
  setHomogeneous(patch, values);
}
}

NurbsPatch refine(
  const NurbsPatch& patch, const std::array<int, 3>& degrees, const std::array<int, 3>& elements)
{
  NurbsPatch refined = patch;
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    const int old = patch.degrees[k];
    const int degree = degrees[k];
    if (degree < old || degree > bspline::LargestDegree || elements[k] < 1)
    {
      fail("A patch of degree ", old, " in direction ", k + 1, " cannot be refined to degree ",
        degree, " and ", elements[k], " elements. Use degrees from ", old, " to ",
        bspline::LargestDegree, " and one element or more.");
    }
    const std::vector<double> knots = uniformKnots(degree, elements[k]);
    const std::vector<double> breaks = breakPoints(old, patch.knots[k]);
    const std::vector<double> newBreaks = breakPoints(degree, knots);
    for (std::size_t i = 1; i + 1 < breaks.size(); ++i)
    {
      if (degree != old || !contains(newBreaks, breaks[i]))
      {
        fail("The knot ", breaks[i], " in direction ", k + 1, " is none of ", elements[k],
          " uniform elements of degree ", degree,
          ". Use a multiple of the present number of elements, and the same degree.");
      }
    }
    interpolateDirection(refined, k, degree, knots);
  }
  return refined;
}

NurbsPatch insertKnots(const NurbsPatch& patch, int direction, const std::vector<double>& knots)
{
  const auto k = static_cast<std::size_t>(direction);
  const auto degree = static_cast<std::size_t>(patch.degrees[k]);
  NurbsPatch result = patch;
  for (const double knot : knots)
  {
    const std::vector<double>& old = result.knots[k];
    if (!(knot > 0.0 && knot < 1.0) || contains(old, knot))
    {
      fail("The knot ", knot, " cannot be inserted in direction ", direction + 1,
        ": knots must be inside of 0 and 1 and differ from those that there are.");
    }
    const std::array<int, 3> before = result.counts();
    std::array<int, 3> after = before;
    ++after[k];
    const auto span = static_cast<std::size_t>(bspline::spanOf(
                        static_cast<int>(degree), result.elements()[k], old.data(), knot)) +
      degree;
    const std::vector<double> from = homogeneous(result);
    std::vector<double> to(
      4 * std::size_t(after[0]) * std::size_t(after[1]) * std::size_t(after[2]));
    forEachLine(before, k,
      [&](std::ptrdiff_t outer, std::ptrdiff_t inner, std::ptrdiff_t stride)
      {
        const double* line = from.data() + outer * stride * before[k] + inner;
        double* target = to.data() + outer * stride * after[k] + inner;
        for (std::size_t i = 0; i < static_cast<std::size_t>(after[k]); ++i)
        {
          // Q_i = alpha P_i + (1 - alpha) P_(i-1)
          const double alpha = i + degree <= span ? 1.0
            : i > span                            ? 0.0
                                                  : (knot - old[i]) / (old[i + degree] - old[i]);
          const auto at = static_cast<std::ptrdiff_t>(i);
          target[at * stride] = (alpha > 0.0 ? alpha * line[at * stride] : 0.0) +
            (alpha < 1.0 ? (1.0 - alpha) * line[(at - 1) * stride] : 0.0);
        }
      });
    result.knots[k].insert(result.knots[k].begin() + static_cast<std::ptrdiff_t>(span) + 1, knot);
    setHomogeneous(result, to);
  }
  return result;
}

NurbsPatch halveSpans(const NurbsPatch& patch)
{
  NurbsPatch result = patch;
  for (int k = 0; k < patch.dimension; ++k)
  {
    const auto d = static_cast<std::size_t>(k);
    const std::vector<double> breaks = breakPoints(patch.degrees[d], patch.knots[d]);
    std::vector<double> middles;
    for (std::size_t i = 1; i < breaks.size(); ++i)
    {
      middles.push_back(0.5 * (breaks[i - 1] + breaks[i]));
    }
    result = insertKnots(result, k, middles);
  }
  return result;
}

SplineCollocation::SplineCollocation(
  int degree, const std::vector<double>& knots, const std::vector<double>& places)
  : Size(static_cast<int>(places.size())), Bandwidth(0)
{
  const int spans = this->Size - degree;
  std::vector<int> first;
  for (int i = 0; i < this->Size; ++i)
  {
    first.push_back(
      bspline::spanOf(degree, spans, knots.data(), places[static_cast<std::size_t>(i)]));
    this->Bandwidth = std::max({ this->Bandwidth, i - first.back(), first.back() + degree - i });
  }
  const int band = this->Bandwidth;
  const int row = 2 * band + 1;
  this->Factors.assign(std::size_t(this->Size) * std::size_t(row), 0.0);
  const auto entry = [&](int i, int j) -> double&
  { return this->Factors[std::size_t(i) * std::size_t(row) + std::size_t(j - i + band)]; };
  for (int i = 0; i < this->Size; ++i)
  {
    std::array<double, bspline::MostFunctions> functions{};
    const auto at = static_cast<std::size_t>(i);
    bspline::evaluate(degree, knots.data(), first[at], places[at], functions.data(), nullptr);
    for (int a = 0; a <= degree; ++a)
    {
      entry(i, first[at] + a) = functions[static_cast<std::size_t>(a)];
    }
  }
  for (int j = 0; j < this->Size; ++j)
  {
    for (int i = j + 1; i <= std::min(j + band, this->Size - 1); ++i)
    {
      entry(i, j) /= entry(j, j);
      for (int c = j + 1; c <= std::min(j + band, this->Size - 1); ++c)
      {
        entry(i, c) -= entry(i, j) * entry(j, c);
      }
    }
  }
}

void SplineCollocation::solve(double* values, std::ptrdiff_t stride) const
{
  const int band = this->Bandwidth;
  const int row = 2 * band + 1;
  for (int i = 0; i < this->Size; ++i)
  {
    const double* factors = &this->Factors[std::size_t(i) * std::size_t(row)];
    for (int j = std::max(0, i - band); j < i; ++j)
    {
      values[i * stride] -= factors[j - i + band] * values[j * stride];
    }
  }
  for (int i = this->Size - 1; i >= 0; --i)
  {
    const double* factors = &this->Factors[std::size_t(i) * std::size_t(row)];
    for (int j = i + 1; j <= std::min(i + band, this->Size - 1); ++j)
    {
      values[i * stride] -= factors[j - i + band] * values[j * stride];
    }
    values[i * stride] /= factors[band];
  }
}
}
