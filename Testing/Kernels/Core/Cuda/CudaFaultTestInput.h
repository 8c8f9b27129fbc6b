#ifndef TRABECULA_TESTING_KERNELS_CORE_CUDA_CUDAFAULTTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_CORE_CUDA_CUDAFAULTTESTINPUT_H

#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Context.h"
#include "Core/Device.h"
#include "Core/ExecutionContext.h"
#include "Optimization/TopologyTask.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <iterator>
#include <ostream>
#include <thread>
#include <vector>

#include <cuda_runtime_api.h>

namespace trabecula::testing
{
inline std::size_t numberOfThreads()
{
  return static_cast<std::size_t>(
    std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

/// The number of threads after those of ended runs, some of which are OpenMP's, have ended: waits
/// until it is at most the expected one, or does not change any more.
inline std::size_t settledNumberOfThreads(std::size_t expected)
{
  std::size_t threads = numberOfThreads();
  for (int unchanged = 0; threads > expected && unchanged < 20; ++unchanged)
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const std::size_t now = numberOfThreads();
    unchanged = now != threads ? 0 : unchanged;
    threads = now;
  }
  return threads;
}

inline Device gpu()
{
  return selectDevice(DeviceRequest::Cuda);
}

struct Work
{
  const char* name;
  std::function<std::vector<double>()> run;
};

inline void PrintTo(const Work& work, std::ostream* stream)
{
  *stream << work.name;
}
}

#endif
