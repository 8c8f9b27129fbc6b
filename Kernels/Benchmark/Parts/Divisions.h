#ifndef TRABECULA_BENCHMARK_PARTS_DIVISIONS_H
#define TRABECULA_BENCHMARK_PARTS_DIVISIONS_H

#include "Benchmark/Benchmarks.h"
#include "Core/Device.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
/// Devices of the parts of a problem.
struct Division
{
  std::string name;
  std::vector<Device> devices; ///< one for each part
  int threads = 0;             ///< of the host, for all parts together; 0 for all
};

/// One, two, four and eight GPUs, as far as present, and two parts of one. On the host up to
/// sixteen parts with a thread each, and one part with as many threads.
template <class Space>
std::vector<Division> divisions()
{
  const Device first = deviceOf<Space>();
  std::vector<Division> result;
  if (Space::Id == ExecutionSpace::Host)
  {
    for (int count = 1; count <= std::min(16, std::max(2, hostThreads())); count *= 2)
    {
      const auto parts = static_cast<std::size_t>(count);
      result.push_back({ std::to_string(count), std::vector<Device>(parts, first), count });
      if (count > 1)
      {
        result.push_back({ std::to_string(count) + "_threads", { first }, count });
      }
    }
    return result;
  }
  result = { { "1", { first } }, { "2_on_one", { first, first } } };
  const std::vector<Device> all = cudaDevices();
  for (std::size_t count = 2; count <= all.size(); count *= 2)
  {
    result.push_back({ std::to_string(count),
      std::vector<Device>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)) });
  }
  return result;
}

/// Limits the host's threads during the lifetime of this object.
class LimitedThreads
{
public:
  explicit LimitedThreads(int threads) : Before(hostThreads())
  {
    if (threads > 0)
    {
      setHostThreads(threads);
    }
  }
  ~LimitedThreads() { setHostThreads(this->Before); }
  LimitedThreads(const LimitedThreads&) = delete;
  LimitedThreads& operator=(const LimitedThreads&) = delete;

private:
  int Before;
};
}

#endif
