// Tests of the threshold of a histogram against the definition by the variances of all pairs of
// classes.

#include "Geometry/OtsuThreshold.h"

#include "Core/Error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace trabecula::testing
{
namespace
{
/// Returns the product of the weights of the classes and the squared difference of their means,
/// computed from the values.
double varianceBetween(const std::vector<double>& values, double threshold)
{
  double sums[2] = {};
  double counts[2] = {};
  for (const double value : values)
  {
    const int side = value < threshold ? 0 : 1;
    sums[side] += value;
    counts[side] += 1.0;
  }
  if (counts[0] == 0.0 || counts[1] == 0.0)
  {
    return 0.0;
  }
  const double distance = sums[0] / counts[0] - sums[1] / counts[1];
  const auto all = static_cast<double>(values.size());
  return counts[0] / all * (counts[1] / all) * distance * distance;
}

Histogram histogramOf(const std::vector<double>& values, int lowest, int highest)
{
  Histogram histogram;
  histogram.lowest = lowest - 0.5;
  histogram.highest = highest + 0.5;
  histogram.counts.assign(static_cast<std::size_t>(highest - lowest + 1), 0);
  for (const double value : values)
  {
    ++histogram.counts[histogram.binOf(value)];
  }
  return histogram;
}
}

TEST(OtsuThreshold, SeparatesRandomValuesAsTheDefinitionDoes)
{
  std::mt19937 random(7);
  for (int sample = 0; sample < 200; ++sample)
  {
    const int lowest = std::uniform_int_distribution<int>(-300, 100)(random);
    const int range = std::uniform_int_distribution<int>(1, 400)(random);
    const int count = std::uniform_int_distribution<int>(2, 300)(random);
    std::uniform_int_distribution<int> any(lowest, lowest + range);
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
    {
      values.push_back(any(random));
    }
    values[0] = lowest;
    values[1] = lowest + range;
    const double threshold = otsuThreshold(histogramOf(values, lowest, lowest + range));
    double largest = 0.0;
    for (int value = lowest; value <= lowest + range; ++value)
    {
      largest = std::max(largest, varianceBetween(values, value));
    }
    EXPECT_NEAR(varianceBetween(values, threshold), largest, 1e-9 * largest) << sample;
  }
}

TEST(OtsuThreshold, IsInTheMiddleOfAGap)
{
  EXPECT_DOUBLE_EQ(otsuThreshold(histogramOf({ 10, 10, 30, 30, 30 }, 10, 30)), 20.0);
  EXPECT_DOUBLE_EQ(otsuThreshold(histogramOf({ 10, 11, 12, 50, 51 }, 0, 60)), 31.0);
  // With wide bins, values are known up to the width of a bin.
  Histogram wide;
  wide.lowest = 0.0;
  wide.highest = 10.0;
  wide.counts = { 5, 0, 0, 0, 3 };
  EXPECT_DOUBLE_EQ(otsuThreshold(wide), 5.0);
}

TEST(OtsuThreshold, NeedsTwoClasses)
{
  EXPECT_THROW(otsuThreshold(histogramOf({ 4, 4 }, 0, 9)), Error);
  EXPECT_THROW(otsuThreshold({}), Error);
}
}
