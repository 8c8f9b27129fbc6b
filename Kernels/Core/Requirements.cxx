#include "Core/Requirements.h"

#include "Core/Execution/HostLoops.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
void requireInside(
  const char* name, double value, double low, bool lowIncluded, double high, bool highIncluded)
{
  const bool ok = (lowIncluded ? value >= low : value > low) &&
    (highIncluded ? value <= high : value < high) && std::isfinite(value);
  if (!ok)
  {
    fail(name, " is ", value, ", but must be ", lowIncluded ? "at least " : "greater than ", low,
      std::isfinite(high) ? (highIncluded ? " and at most " : " and less than ") : "",
      std::isfinite(high) ? shortText(high) : "", ".");
  }
}

void requireScale(const std::string& name, double value, const char* of)
{
  if (!(std::abs(value) >= SmallestScale && std::abs(value) <= LargestScale))
  {
    fail(name, " is ", value, of, ", too ", std::abs(value) < 1.0 ? "small" : "large",
      " to compute with. Use units in which it lies between ", SmallestScale, " and ", LargestScale,
      ".");
  }
}

void requireScale(const std::string& name, const std::vector<double>& values)
{
  double largest = 0.0;
  const std::size_t n = values.size();
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (std::size_t i = 0; i < n; ++i)
  {
    largest = std::max(largest, std::abs(values[i]));
  }
  if (largest > 0.0)
  {
    requireScale(name, largest, " at most");
  }
}

void requireSize(const std::string& name, std::size_t size, std::size_t expected, const char* each)
{
  if (size != expected)
  {
    fail(name, " has ", size, " values, but ", expected, " are needed: ", each, ".");
  }
}

void requireFinite(
  const std::string& name, const std::vector<double>& values, int components, const char* entity)
{
  const std::size_t i =
    firstWhere(values.size(), [&values](std::size_t k) { return !std::isfinite(values[k]); });
  if (i < values.size())
  {
    fail(name, " is ", std::isnan(values[i]) ? "NaN" : "infinite", " at ", entity, " ",
      i / components, ". All values must be finite.");
  }
}
}
