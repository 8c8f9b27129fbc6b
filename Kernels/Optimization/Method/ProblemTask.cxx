#include "Optimization/Method/ProblemTask.h"

#include <array>
#include <cstdio>

namespace trabecula
{
std::string describeTopology(const HistoryColumns& names, const HistoryRow& row)
{
  std::array<char, 96> text{};
  std::snprintf(text.data(), text.size(), "compliance %.4g, %d solver iterations",
    valueOf(names, row, "Compliance"), static_cast<int>(valueOf(names, row, "SolverIterations")));
  return text.data();
}
}
