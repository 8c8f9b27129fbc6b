#ifndef TRABECULA_TESTING_KERNELS_ITERATEONPARTS_H
#define TRABECULA_TESTING_KERNELS_ITERATEONPARTS_H

#include "Support/Problems.h"

#include "Core/ExecutionContext.h"
#include "Optimization/TopologyOptimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula::testing
{
/// @param devices one for each part
template <class Problem>
std::unique_ptr<TopologyOptimizer> optimizerOn(
  const std::vector<Device>& devices, const Problem& problem, Observer& observer)
{
  return std::make_unique<TopologyOptimizer>(problem, makeContext(devices), observer);
}

/// The iterate of an optimizer in numbers.
struct Iterate
{
  explicit Iterate(const TopologyOptimizer& optimizer)
    : record(optimizer.historyRow()), state(optimizer.saveState()),
      sensitivity(optimizer.sensitivity()), gradient(optimizer.gradient()),
      variables(optimizer.variables())
  {
    for (std::size_t i = 0; i < optimizer.fields().size(); ++i)
    {
      fields.push_back(optimizer.field(i));
    }
  }

  void expectNear(
    const Iterate& expected, const HistoryColumns& columns, double tolerance, int iterations) const
  {
    EXPECT_EQ(this->record.iteration, expected.record.iteration);
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
      const HistoryColumn& column = columns[i];
      const double value = expected.record.values[i];
      if (column.name == "SolverIterations")
      {
        // Sums are in another order.
        EXPECT_NEAR(this->record.values[i], value, std::max(double(iterations), 0.02 * value))
          << column.name;
      }
      else if (column.role != ColumnRole::Seconds && column.name != "Residual")
      {
        EXPECT_NEAR(this->record.values[i], value, tolerance * (1.0 + std::abs(value)))
          << column.name;
      }
    }
    ASSERT_EQ(this->fields.size(), expected.fields.size());
    for (std::size_t i = 0; i < this->fields.size(); ++i)
    {
      EXPECT_LT(relativeDifference(expected.fields[i], this->fields[i]), 10.0 * tolerance) << i;
    }
    EXPECT_LT(relativeDifference(expected.variables, this->variables), 10.0 * tolerance);
    EXPECT_LT(relativeDifference(expected.sensitivity, this->sensitivity), 10.0 * tolerance);
    EXPECT_LT(relativeDifference(expected.gradient, this->gradient), 10.0 * tolerance);
    ASSERT_EQ(this->state.fields.size(), expected.state.fields.size());
    for (std::size_t i = 0; i < this->state.fields.size(); ++i)
    {
      EXPECT_EQ(this->state.fields[i].first, expected.state.fields[i].first);
      EXPECT_LT(relativeDifference(expected.state.fields[i].second, this->state.fields[i].second),
        10.0 * tolerance)
        << this->state.fields[i].first;
    }
  }

  HistoryRow record;
  OptimizationState state;
  std::vector<double> sensitivity;
  std::vector<double> gradient;
  std::vector<double> variables;
  std::vector<std::vector<double>> fields;
};
}

#endif
