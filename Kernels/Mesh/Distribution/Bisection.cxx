#include "Mesh/Distribution/Bisection.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace
{
class PointBisection
{
public:
  PointBisection(
    const std::vector<std::array<double, 3>>& points, const std::vector<double>& weights)
    : Points(points), Weights(weights), PartOfPoint(points.size(), 0)
  {
  }

  /// Divides a range of points among consecutive parts.
  void divide(std::int32_t* begin, std::int32_t* end, int first, int parts)
  {
    if (parts == 1)
    {
      std::for_each(begin, end,
        [&](std::int32_t i) { this->PartOfPoint[static_cast<std::size_t>(i)] = first; });
      return;
    }
    const int left = parts / 2;
    std::int32_t* middle = this->middleOf(begin, end, left, parts);
    this->divide(begin, middle, first, left);
    this->divide(middle, end, first + left, parts - left);
  }

  std::vector<std::int32_t> take() { return std::move(this->PartOfPoint); }

private:
  std::size_t longestAxis(const std::int32_t* begin, const std::int32_t* end) const
  {
    std::size_t axis = 0;
    double longest = -1.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      double low = std::numeric_limits<double>::max();
      double high = std::numeric_limits<double>::lowest();
      std::for_each(begin, end,
        [&](std::int32_t i)
        {
          low = std::min(low, this->Points[static_cast<std::size_t>(i)][c]);
          high = std::max(high, this->Points[static_cast<std::size_t>(i)][c]);
        });
      if (high - low > longest)
      {
        longest = high - low;
        axis = c;
      }
    }
    return axis;
  }

  /// Orders points so that those before the result have left of all shares of the weight.
  std::int32_t* middleOf(std::int32_t* begin, std::int32_t* end, int left, int shares)
  {
    const std::size_t axis = this->longestAxis(begin, end);
    const auto isBefore = [&](std::int32_t a, std::int32_t b)
    {
      const double atA = this->Points[static_cast<std::size_t>(a)][axis];
      const double atB = this->Points[static_cast<std::size_t>(b)][axis];
      return atA < atB || (atA == atB && a < b);
    };
    if (this->Weights.empty())
    {
      std::int32_t* middle = begin + (end - begin) * left / shares;
      std::nth_element(begin, middle, end, isBefore);
      return middle;
    }
    std::sort(begin, end, isBefore);
    const auto weightOf = [&](std::int32_t i)
    { return this->Weights[static_cast<std::size_t>(i)]; };
    const double all = std::accumulate(
      begin, end, 0.0, [&](double sum, std::int32_t i) { return sum + weightOf(i); });
    const double wanted = all * left / shares;
    double sum = 0.0;
    std::int32_t* middle = begin;
    while (middle != end && sum + 0.5 * weightOf(*middle) < wanted)
    {
      sum += weightOf(*middle);
      ++middle;
    }
    return middle;
  }

  const std::vector<std::array<double, 3>>& Points;
  const std::vector<double>& Weights;
  std::vector<std::int32_t> PartOfPoint;
};
}

std::vector<std::int32_t> bisectPoints(
  const std::vector<std::array<double, 3>>& points, const std::vector<double>& weights, int parts)
{
  std::vector<std::int32_t> numbers(points.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  PointBisection bisection(points, weights);
  bisection.divide(numbers.data(), numbers.data() + numbers.size(), 0, parts);
  return bisection.take();
}
}
