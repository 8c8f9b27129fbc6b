#ifndef TRABECULA_TESTING_KERNELS_OPTIMIZATION_TOPOLOGYEXAMPLESTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_OPTIMIZATION_TOPOLOGYEXAMPLESTESTINPUT_H

#include "Support/Problems.h"

#include "Optimization/TopologyExamples.h"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

namespace trabecula::testing
{
struct Case
{
  const char* name;
  TopologyExample example;
  ExampleSize size;
};

inline void PrintTo(const Case& c, std::ostream* out)
{
  *out << c.name << c.size.resolution;
}

inline std::size_t at(const std::vector<std::int32_t>& numbers, std::size_t i)
{
  return static_cast<std::size_t>(numbers[i]);
}
}

#endif
