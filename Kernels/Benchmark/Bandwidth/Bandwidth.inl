#include "Benchmark/Bandwidth/Bandwidth.h"

#include "Core/Device.h"
#include "Core/Parallel.h"
#include "Core/Timer.h"

#include <algorithm>
#include <vector>

namespace trabecula::benchmarks
{
template <class Space>
void triad(const Context<Space>& context, std::int64_t n, double s, const double* b,
  const double* c, double* a)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { a[i] = b[i] + s * c[i]; });
}

template <class Space>
void fillValues(const Context<Space>& context, std::int64_t n, double* values, double value)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { values[i] = value; });
}

template <class Space>
void fill(DeviceVector<double, Space>& vector, double value)
{
  fillValues(vector.context(), static_cast<std::int64_t>(vector.size()), vector.data(), value);
}

template <class Space>
void fill(Vector<Space>& vector, double value)
{
  fillValues(vector.context(), vector.size(), vector.data(), value);
}

template <class Space>
void dotInto(
  const Context<Space>& context, std::int64_t n, const double* x, const double* y, double* result)
{
  context.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = x[i] * y[i];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}

template <class Space>
double triadBandwidth()
{
  static const double bandwidth = []
  {
    const std::int64_t n = Space::Id == ExecutionSpace::Host ? 1 << 24 : 1 << 26;
    constexpr int repetitions = 15;
    const Context<Space> context(
      selectDevice(Space::Id == ExecutionSpace::Host ? DeviceRequest::Host : DeviceRequest::Cuda));
    DeviceVector<double, Space> a(context, n);
    DeviceVector<double, Space> b(context, n);
    DeviceVector<double, Space> c(context, n);
    // The arrays are initialized in parallel, so that each thread's pages are on its NUMA node
    // (first touch).
    fill(a, 1.0);
    fill(b, 1.0);
    fill(c, 1.0);
    std::vector<double> seconds;
    for (int i = 0; i < repetitions; ++i)
    {
      context.synchronize();
      const Timer timer;
      triad(context, n, 0.5, b.data(), c.data(), a.data());
      context.synchronize();
      seconds.push_back(timer.seconds());
    }
    std::nth_element(seconds.begin(), seconds.begin() + repetitions / 2, seconds.end());
    return 24.0 * static_cast<double>(n) / seconds[repetitions / 2];
  }();
  return bandwidth;
}

#define TRABECULA_INSTANTIATE_BANDWIDTH(Space)                                                     \
  template void triad(const Context<Space>& context, std::int64_t n, double s, const double* b,    \
    const double* c, double* a);                                                                   \
  template void fill(DeviceVector<double, Space>& vector, double value);                           \
  template void fill(Vector<Space>& vector, double value);                                         \
  template void dotInto(const Context<Space>& context, std::int64_t n, const double* x,            \
    const double* y, double* result);                                                              \
  template double triadBandwidth<Space>()
}
