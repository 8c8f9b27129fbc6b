// Tests that parts of an optimization have all its arrays.

#include "Optimization/Elements/FullBeam.h"

#include "Mesh/Distribution/PartValues.h"
#include "Optimization/Elements/PartOfTopology.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace trabecula::testing
{
TEST(DividedTopology, HasEachValueOnce)
{
  const TopologyProblem whole = fullBeam();
  for (const int parts : { 1, 2, 5, 90 })
  {
    // All arrays of the parts are put together again.
    TopologyProblem together = whole;
    const auto forEachArray = [](TopologyProblem& problem, const auto& visit)
    {
      visit(problem.structure.mesh.points, true);
      visit(problem.structure.supports, true);
      visit(problem.structure.prescribedDisplacement, true);
      visit(problem.structure.springs, true);
      visit(problem.structure.loadCases[0].forces, true);
      visit(problem.structure.loadCases[1].forces, true);
      visit(problem.structure.poissonsRatios, false);
      visit(problem.design.outputWeights, true);
      visit(problem.design.volumeRegion, false);
      visit(problem.design.designRegion, false);
      visit(problem.design.initialDensity, false);
      visit(problem.solidFractions, false);
    };
    forEachArray(together, [](auto& values, bool) { values.assign(values.size(), {}); });
    EXPECT_NE(fingerprint(together), fingerprint(whole));
    together.structure.mesh.connectivity.assign(whole.structure.mesh.connectivity.size(), -1);
    for (PartOfTopology& of : divideTopology(whole, nullptr, parts))
    {
      std::vector<void*> targets;
      forEachArray(together, [&](auto& values, bool) { targets.push_back(&values); });
      std::size_t next = 0;
      forEachArray(of.problem,
        [&](auto& values, bool isOfNodes)
        {
          auto& target = *static_cast<std::decay_t<decltype(values)>*>(targets[next++]);
          const HaloPlan& plan = isOfNodes ? of.part.nodes : of.part.elements;
          ASSERT_EQ(values.size(), (isOfNodes ? 3U : 1U) * static_cast<std::size_t>(plan.count()));
          collect(plan, values, isOfNodes ? 3 : 1, target);
        });
      const std::vector<std::int32_t> nodes = of.part.nodes.all();
      std::vector<std::int32_t> connectivity = of.problem.structure.mesh.connectivity;
      for (std::int32_t& node : connectivity)
      {
        node = nodes[static_cast<std::size_t>(node)];
      }
      collect(of.part.elements, connectivity, 8, together.structure.mesh.connectivity);
      EXPECT_EQ(of.problem.structure.hasGivenStrain, whole.structure.hasGivenStrain);
      EXPECT_EQ(of.problem.structure.loadCases[1].weight, 0.5);
      together.structure.solver = of.problem.structure.solver;
      together.structure.material = of.problem.structure.material;
      together.design.settings = of.problem.design.settings;
      together.design.densities = of.problem.design.densities;
    }
    EXPECT_EQ(fingerprint(together), fingerprint(whole));
  }
}
}
