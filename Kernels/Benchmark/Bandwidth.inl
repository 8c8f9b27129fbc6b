#include "Benchmark/Bandwidth.h"

#include "Core/Parallel.h"
#include "Core/Timer.h"

#include <algorithm>
#include <vector>

namespace trabecula::benchmarks
{
template <class Space>
void triad(std::int64_t n, double s, const double* b, const double* c, double* a)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { a[i] = b[i] + s * c[i]; });
}

template <class Space>
void fill(DeviceVector<double, Space>& vector, double value)
{
  double* values = vector.data();
  forEach<Space>(
    static_cast<std::int64_t>(vector.size()),
    TRABECULA_LAMBDA(std::int64_t i) { values[i] = value; });
}

template <class Space>
struct Dot<Space>::Workspace
{
  Reducer<Space> reducer;
};

template <class Space>
Dot<Space>::Dot() : Work(new Workspace)
{
}

template <class Space>
Dot<Space>::~Dot()
{
  delete this->Work;
}

namespace detail
{
// nvcc does not allow device lambdas in private or protected members.
template <class Space>
void dotInto(
  Reducer<Space>& reducer, std::int64_t n, const double* x, const double* y, double* result)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = x[i] * y[i];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}
}

template <class Space>
void Dot<Space>::operator()(std::int64_t n, const double* x, const double* y, double* result)
{
  detail::dotInto<Space>(this->Work->reducer, n, x, y, result);
}

template <class Space>
double triadBandwidth()
{
  static const double bandwidth = []
  {
    const std::int64_t n = Space::Id == ExecutionSpace::Host ? 1 << 24 : 1 << 26;
    constexpr int repetitions = 15;
    DeviceVector<double, Space> a(n);
    DeviceVector<double, Space> b(n);
    DeviceVector<double, Space> c(n);
    // First touch in parallel, so that each thread's pages are on its NUMA node.
    fill<Space>(a, 1.0);
    fill<Space>(b, 1.0);
    fill<Space>(c, 1.0);
    std::vector<double> seconds;
    for (int i = 0; i < repetitions; ++i)
    {
      Memory<Space>::synchronize();
      const Timer timer;
      triad<Space>(n, 0.5, b.data(), c.data(), a.data());
      Memory<Space>::synchronize();
      seconds.push_back(timer.seconds());
    }
    std::nth_element(seconds.begin(), seconds.begin() + repetitions / 2, seconds.end());
    return 24.0 * static_cast<double>(n) / seconds[repetitions / 2];
  }();
  return bandwidth;
}

#define TRABECULA_INSTANTIATE_BANDWIDTH(Space)                                                     \
  template void triad<Space>(                                                                      \
    std::int64_t n, double s, const double* b, const double* c, double* a);                        \
  template void fill<Space>(DeviceVector<double, Space> & vector, double value);                   \
  template class Dot<Space>;                                                                       \
  template double triadBandwidth<Space>()
}
