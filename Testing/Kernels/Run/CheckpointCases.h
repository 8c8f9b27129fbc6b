#ifndef TRABECULA_TESTING_KERNELS_CHECKPOINTCASES_H
#define TRABECULA_TESTING_KERNELS_CHECKPOINTCASES_H

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Optimization/History.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace trabecula::testing
{
/// A cantilever of cubes with two load cases, one of them with displaced supports.
inline TopologyProblem twoLoadCases(Random& random)
{
  TopologyProblem problem = cantilever({ 9, 5, 4 });
  problem.loadCases.push_back(problem.loadCases[0]);
  problem.loadCases[1].name = "Second";
  problem.loadCases[1].weight = random.uniform(0.2, 2.0);
  for (double& force : problem.loadCases[1].forces)
  {
    force = random.uniform(-0.1, 0.1);
  }
  problem.prescribedDisplacement.assign(problem.mesh.points.size(), 0.0);
  for (const std::size_t node :
    nodesWhere(problem.mesh, [](const Point& p) { return p[0] > 8.9 && p[2] > 3.9; }))
  {
    problem.supports[3 * node + 1] = 1;
    problem.prescribedDisplacement[3 * node + 1] = random.uniform(0.5, 1.0);
  }
  return problem;
}

/// All but the seconds, to the last bit.
inline void expectSameHistory(
  const HistoryColumns& columns, const std::vector<HistoryRow>& a, const std::vector<HistoryRow>& b)
{
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    EXPECT_EQ(a[i].iteration, b[i].iteration);
    ASSERT_EQ(a[i].values.size(), columns.size());
    ASSERT_EQ(b[i].values.size(), columns.size());
    for (std::size_t k = 0; k < columns.size(); ++k)
    {
      if (columns[k].role != ColumnRole::Seconds)
      {
        EXPECT_EQ(a[i].values[k], b[i].values[k]) << columns[k].name;
      }
    }
  }
}
}

#endif
