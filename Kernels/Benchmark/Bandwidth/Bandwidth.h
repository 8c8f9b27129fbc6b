#ifndef TRABECULA_BENCHMARK_BANDWIDTH_BANDWIDTH_H
#define TRABECULA_BENCHMARK_BANDWIDTH_BANDWIDTH_H

#include "Core/Context.h"
#include "Core/Vectors/Vector.h"

#include <cstdint>

namespace trabecula::benchmarks
{
/// a = b + s c, the STREAM triad: 24 bytes per entry.
template <class Space>
void triad(const Context<Space>& context, std::int64_t n, double s, const double* b,
  const double* c, double* a);

template <class Space>
void fill(DeviceVector<double, Space>& vector, double value);
template <class Space>
void fill(Vector<Space>& vector, double value);

/// x.y left in result[0] on the device, by the library's own reduction: 16 bytes per entry.
template <class Space>
void dotInto(
  const Context<Space>& context, std::int64_t n, const double* x, const double* y, double* result);

/// Bytes per second of the triad in a space, on arrays larger than the caches. Measured at the
/// first call, in a context of its own; reference of the other figures of the run.
template <class Space>
double triadBandwidth();
}

#endif
