#ifndef TRABECULA_GEOMETRY_OTSUTHRESHOLD_H
#define TRABECULA_GEOMETRY_OTSUTHRESHOLD_H

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Counts of values in bins of equal width.
struct Histogram
{
  double lowest = 0.0;  ///< lower end of the first bin
  double highest = 0.0; ///< upper end of the last bin
  std::vector<std::int64_t> counts;

  /// The bin of a value between the ends.
  std::size_t binOf(double value) const;
  /// Lower end of a bin.
  double lowerEnd(std::size_t bin) const;
};

/**
 * The threshold that maximizes the variance between the classes below and above it (Otsu, "A
 * threshold selection method from gray-level histograms", 1979, eq. 18), in the unit of the values.
 * Values of at least the threshold are the upper class. All thresholds between two neighbouring
 * nonempty bins have the same variance; the result is the middle of them.
 *
 * @throws Error for a histogram with values in fewer than two bins
 */
double otsuThreshold(const Histogram& histogram);
}

#endif
