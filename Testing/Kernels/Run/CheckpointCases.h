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
/// Returns a cantilever of cubes with two load cases, one of them with displaced supports.
inline TopologyProblem twoLoadCases(Random& random)
{
  TopologyProblem problem = cantilever({ 9, 5, 4 });
  problem.structure.loadCases.push_back(problem.structure.loadCases[0]);
  problem.structure.loadCases[1].name = "Second";
  problem.structure.loadCases[1].weight = random.uniform(0.2, 2.0);
  for (double& force : problem.structure.loadCases[1].forces)
  {
    force = random.uniform(-0.1, 0.1);
  }
  problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
  for (const std::size_t node :
    nodesWhere(problem.structure.mesh, [](const Point& p) { return p[0] > 8.9 && p[2] > 3.9; }))
  {
    problem.structure.supports[3 * node + 1] = 1;
    problem.structure.prescribedDisplacement[3 * node + 1] = random.uniform(0.5, 1.0);
  }
  return problem;
}

/// Expects that histories are equal bit by bit, except for the seconds.
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
