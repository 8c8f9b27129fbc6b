#include "Optimization/Method/ProblemTask.h"

#include <array>
#include <cstdio>

namespace trabecula
{
std::string describeTopology(const HistoryColumns& names, const HistoryRow& row)
{
  const bool isOfHeat = names.find("ThermalCompliance") >= 0;
  std::array<char, 96> text{};
  std::snprintf(text.data(), text.size(), "%s %.4g, %d solver iterations",
    isOfHeat ? "thermal compliance" : "compliance",
    valueOf(names, row, isOfHeat ? "ThermalCompliance" : "Compliance"),
    static_cast<int>(valueOf(names, row, "SolverIterations")));
  return text.data();
}
}
