#ifndef TRABECULA_DESIGN_RESPONSE_POWERMEAN_H
#define TRABECULA_DESIGN_RESPONSE_POWERMEAN_H

// The largest of many values by their P-mean, for the sources of responses, which are compiled for
// all spaces.

#include "Core/Parallel.h"

#include <cmath>
#include <cstdint>

namespace trabecula
{
namespace detail
{
template <class Space>
double largestOf(const Context<Space>& context, std::int64_t n, const double* values)
{
  return context.reduce(
    n, 0.0, TRABECULA_LAMBDA(std::int64_t i) { return values[i]; }, Maximum());
}

/// Returns (sum of weights times values^P)^(1/P) for values that are not negative, as many of each
/// point as the stride. They are scaled by the largest one, so that powers do not overflow.
template <class Space>
double powerMean(const Context<Space>& context, std::int64_t n, std::int64_t stride,
  double exponent, double largest, const double* weights, const double* values)
{
  if (!(largest > 0.0))
  {
    return largest;
  }
  const Sums<1> sum = context.reduce(
    n * stride, Sums<1>(),
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> term;
      term.v[0] = weights[i / stride] * pow(values[i] / largest, exponent);
      return term;
    },
    AddSums());
  return largest * pow(sum.v[0], 1.0 / exponent);
}
}

/**
 * A P-mean PM and the largest value, which it understates: c PM is bounded instead, with c =
 * largest / PM in the first iterate, and then the mean of the last c and of this ratio (Le et al.
 * 2010).
 */
struct ScaledMean
{
  double norm = 0.0;      ///< PM
  double scale = 0.0;     ///< c of the last evaluated iterate
  double lastScale = 0.0; ///< of the last accepted iterate; 0 before the first

  void set(double ofMean, double largest)
  {
    this->norm = ofMean;
    const double ratio = ofMean > 0.0 ? largest / ofMean : 1.0;
    this->scale = this->lastScale > 0.0 ? 0.5 * (this->lastScale + ratio) : ratio;
  }
  void accept() { this->lastScale = this->scale; }
};
}

#endif
