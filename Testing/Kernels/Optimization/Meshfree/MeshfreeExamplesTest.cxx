// Tests of the loads and supports of the EFG paper's examples.

#include "Optimization/Meshfree/MeshfreeExamples.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

using namespace trabecula;

namespace
{
struct Expected
{
  MeshfreeExample example;
  std::array<double, 3> force; ///< N
  std::array<double, 3> place; ///< mm
};

const Expected Examples[] = {
  { MeshfreeExample::Cantilever, { 0.0, -1000.0, 0.0 }, { 100.0, 25.0, 2.0 } },
  { MeshfreeExample::QuarterAnnulus, { -1000.0, 0.0, 0.0 }, { 0.0, 125.0, 4.0 } },
  { MeshfreeExample::Cube, { 0.0, 0.0, -10000.0 }, { 100.0, 100.0, 200.0 } },
};
}

TEST(MeshfreeExamples, HaveTheirLoadInItsPlace)
{
  for (const Expected& expected : Examples)
  {
    const int least = leastResolution(expected.example);
    // There are resolutions with and without a node in the middle of sides.
    for (const int resolution : { least, least + 1, least + 2, least + 3 })
    {
      SCOPED_TRACE("example " + std::to_string(int(expected.example) + 1) + ", resolution " +
        std::to_string(resolution));
      const MeshfreeProblem problem =
        makeMeshfreeExample(expected.example, cellsOf(expected.example, resolution));
      ASSERT_EQ(problem.structure.loadCases.size(), 1U);
      const std::vector<double>& forces = problem.structure.loadCases[0].forces;
      const std::vector<double>& points = problem.structure.mesh.points;
      ASSERT_EQ(forces.size(), points.size());
      // The nodal forces have the direction of the force, and the same sum and point of
      // application.
      const std::size_t axis = expected.force[0] != 0.0 ? 0 : expected.force[1] != 0.0 ? 1 : 2;
      double sum = 0.0;
      int loaded = 0;
      std::array<double, 3> mean{};
      for (std::size_t node = 0; 3 * node < forces.size(); ++node)
      {
        const double share = forces[3 * node + axis] / expected.force[axis];
        EXPECT_GE(share, 0.0);
        loaded += share > 0.0 ? 1 : 0;
        sum += share;
        for (std::size_t d = 0; d < 3; ++d)
        {
          mean[d] += share * points[3 * node + d];
          EXPECT_TRUE(d == axis || forces[3 * node + d] == 0.0);
        }
      }
      EXPECT_NEAR(sum, 1.0, 1e-14);
      EXPECT_LE(loaded, 8) << "more than the nodes of a cell";
      for (std::size_t d = 0; d < 3; ++d)
      {
        EXPECT_NEAR(mean[d], expected.place[d], 1e-11);
      }
    }
  }
}
