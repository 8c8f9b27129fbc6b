// Tests that parts of an optimization have all its arrays.

#include "Optimization/Elements/FullBeam.h"
#include "Support/Random.h"

#include "Mesh/Distribution/PartValues.h"
#include "Optimization/Elements/PartOfTopology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace trabecula::testing
{
TEST(DividedTopology, HasEachValueOnce)
{
  TopologyProblem whole = fullBeam();
  Random random(30);
  whole.structure.ofDesign.weight = { 0.0, 1.0, -2.0 };
  whole.structure.ofDesign.thermal.temperature =
    random.vector(whole.structure.mesh.numberOfNodes(), 1.0, 2.0);
  whole.structure.ofDesign.thermal.expansions =
    random.vector(whole.structure.mesh.numberOfElements(), 1.0, 2.0);
  DesignHeat& heat = whole.structure.ofDesign.heat;
  heat.fixed.assign(whole.structure.mesh.numberOfNodes(), 1);
  for (std::vector<double>* values : { &heat.prescribedTemperature, &heat.heatFlow,
         &heat.filmCoefficient, &heat.ambientTemperature })
  {
    *values = random.vector(whole.structure.mesh.numberOfNodes(), 1.0, 2.0);
  }
  heat.heatSource = random.vector(whole.structure.mesh.numberOfElements(), 1.0, 2.0);
  whole.structure.pointMasses =
    random.vector(3 * static_cast<std::size_t>(whole.structure.mesh.numberOfNodes()), 1.0, 2.0);
  for (const int parts : { 1, 2, 5, 90 })
  {
    // All arrays of the parts are put together again.
    TopologyProblem together = whole;
    const auto forEachArray = [](TopologyProblem& problem, const auto& visit)
    {
      visit(problem.structure.mesh.points, 3U);
      visit(problem.structure.supports, 3U);
      visit(problem.structure.prescribedDisplacement, 3U);
      visit(problem.structure.springs, 3U);
      visit(problem.structure.pointMasses, 3U);
      visit(problem.structure.loadCases[0].forces, 3U);
      visit(problem.structure.loadCases[1].forces, 3U);
      visit(problem.structure.poissonsRatios, 0U);
      visit(problem.structure.ofDesign.thermal.temperature, 1U);
      visit(problem.structure.ofDesign.thermal.expansions, 0U);
      visit(problem.structure.ofDesign.heat.fixed, 1U);
      visit(problem.structure.ofDesign.heat.prescribedTemperature, 1U);
      visit(problem.structure.ofDesign.heat.heatFlow, 1U);
      visit(problem.structure.ofDesign.heat.filmCoefficient, 1U);
      visit(problem.structure.ofDesign.heat.ambientTemperature, 1U);
      visit(problem.structure.ofDesign.heat.heatSource, 0U);
      visit(problem.design.outputWeights, 3U);
      visit(problem.design.pointRegion, 3U);
      visit(problem.design.volumeRegion, 0U);
      visit(problem.design.designRegion, 0U);
      visit(problem.design.initialDensity, 0U);
      visit(problem.solidFractions, 0U);
    };
    forEachArray(together, [](auto& values, std::size_t) { values.assign(values.size(), {}); });
    EXPECT_NE(fingerprint(together), fingerprint(whole));
    together.structure.mesh.connectivity.assign(whole.structure.mesh.connectivity.size(), -1);
    for (PartOfTopology& of : divideTopology(whole, nullptr, parts))
    {
      std::vector<void*> targets;
      forEachArray(together, [&](auto& values, std::size_t) { targets.push_back(&values); });
      std::size_t next = 0;
      forEachArray(of.problem,
        [&](auto& values, std::size_t ofNodes)
        {
          auto& target = *static_cast<std::decay_t<decltype(values)>*>(targets[next++]);
          const HaloPlan& plan = ofNodes > 0 ? of.part.nodes : of.part.elements;
          const std::size_t components = std::max<std::size_t>(ofNodes, 1);
          ASSERT_EQ(values.size(), components * static_cast<std::size_t>(plan.count()));
          collect(plan, values, static_cast<int>(components), target);
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
