#include "Geometry/OtsuThreshold.h"

#include "Core/Error.h"

#include <algorithm>

namespace trabecula
{
std::size_t Histogram::binOf(double value) const
{
  const auto bins = static_cast<double>(this->counts.size());
  const double position = (value - this->lowest) / (this->highest - this->lowest) * bins;
  return static_cast<std::size_t>(std::clamp(position, 0.0, bins - 1.0));
}

double Histogram::lowerEnd(std::size_t bin) const
{
  const double share = static_cast<double>(bin) / static_cast<double>(this->counts.size());
  return this->lowest + share * (this->highest - this->lowest);
}

double otsuThreshold(const Histogram& histogram)
{
  const std::vector<std::int64_t>& counts = histogram.counts;
  double total = 0.0;
  double sum = 0.0; // sum of values in units of bins, in which the class means are measured, too
  for (std::size_t bin = 0; bin < counts.size(); ++bin)
  {
    total += static_cast<double>(counts[bin]);
    sum += static_cast<double>(counts[bin]) * static_cast<double>(bin);
  }
  double below = 0.0;
  double sumBelow = 0.0;
  double largest = -1.0;
  std::size_t first = 0; // first bin of the upper class for the smallest and largest optimum
  std::size_t last = 0;
  bool isPlateau = false; // whether all bins since the largest variance were empty
  for (std::size_t bin = 0; bin < counts.size(); ++bin)
  {
    if (below > 0.0 && below < total)
    {
      const double difference = sumBelow / below - (sum - sumBelow) / (total - below);
      const double variance = below * (total - below) * difference * difference;
      if (variance > largest)
      {
        largest = variance;
        first = bin;
        isPlateau = true;
      }
      if (isPlateau)
      {
        last = bin;
      }
    }
    if (counts[bin] > 0)
    {
      below += static_cast<double>(counts[bin]);
      sumBelow += static_cast<double>(counts[bin]) * static_cast<double>(bin);
      isPlateau = false;
    }
  }
  if (largest < 0.0)
  {
    throw Error("All values are equal; a threshold needs two classes.");
  }
  return 0.5 * (histogram.lowerEnd(first) + histogram.lowerEnd(last));
}
}
