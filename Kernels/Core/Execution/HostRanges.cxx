#include "Core/Execution/HostRanges.h"

#include "Core/Device.h"

#include <exception>

namespace trabecula
{
namespace
{
/// Below this size a parallel region costs more time than it saves.
constexpr std::int64_t LeastParallel = 8192;
}

int numberOfHostRanges(std::int64_t n)
{
  return n < LeastParallel ? 1 : hostThreads();
}

void forHostRanges(
  std::int64_t n, const std::function<void(int range, std::int64_t begin, std::int64_t end)>& body)
{
  const int ranges = numberOfHostRanges(n);
  std::exception_ptr thrown;
#pragma omp parallel for schedule(static) if (ranges > 1)
  for (int range = 0; range < ranges; ++range)
  {
    try
    {
      body(range, n * range / ranges, n * (range + 1) / ranges);
    }
    catch (...)
    {
#pragma omp critical
      thrown = std::current_exception();
    }
  }
  if (thrown)
  {
    std::rethrow_exception(thrown);
  }
}
}
