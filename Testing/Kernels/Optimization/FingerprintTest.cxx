// What tells one problem from another.

#include "Support/Refusals.h"

#include "Optimization/Settings/ProblemIdentity.h"
#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;

TEST(Fingerprint, FollowsEverythingThatDeterminesTheIterates)
{
  const std::vector<std::function<void(TopologyProblem&)>> changes = {
    [](TopologyProblem& p) { p.mesh.points[7] += 1e-12; },
    [](TopologyProblem& p) { std::swap(p.mesh.connectivity[0], p.mesh.connectivity[1]); },
    [](TopologyProblem& p) { p.material.youngsModulus = 2.0; },
    [](TopologyProblem& p) { p.material.poissonsRatio = 0.31; },
    [](TopologyProblem& p) { p.supports[100] ^= 1; },
    [](TopologyProblem& p) { p.prescribedDisplacement.assign(180, 0.1); },
    [](TopologyProblem& p) { p.loadCases[0].forces[90] = 0.5; },
    [](TopologyProblem& p) { p.loadCases[0].weight = 0.5; },
    [](TopologyProblem& p) { p.loadCases.push_back(p.loadCases[0]); },
    [](TopologyProblem& p) { p.designRegion.assign(24, DesignRegion::Design); },
    [](TopologyProblem& p) { p.solidFractions.assign(24, 0.5); },
    [](TopologyProblem& p) { p.initialDensity.assign(24, 0.2); },
    [](TopologyProblem& p) { p.settings.interpolation = Interpolation::ModifiedSimp; },
    [](TopologyProblem& p) { p.settings.penalization = 3.5; },
    [](TopologyProblem& p) { p.settings.minimumDensity = 1e-2; },
    [](TopologyProblem& p) { p.settings.minimumModulusRatio = 1e-6; },
    [](TopologyProblem& p) { p.settings.volumeFraction = 0.31; },
    [](TopologyProblem& p) { p.settings.filter = FilterKind::Density; },
    [](TopologyProblem& p) { p.settings.filterRadius = 1.6; },
    [](TopologyProblem& p) { p.settings.volumeWeightedFilter = false; },
    [](TopologyProblem& p) { p.settings.moveLimit = 0.1; },
    [](TopologyProblem& p) { p.settings.damping = 0.4; },
    [](TopologyProblem& p) { p.settings.objective = { "OutputDisplacement" }; },
    [](TopologyProblem& p) { p.settings.optimizer = Optimizer::MovingAsymptotes; },
    [](TopologyProblem& p) { p.springs.assign(180, 0.1); },
    [](TopologyProblem& p) { p.outputWeights.assign(180, 0.1); },
    [](TopologyProblem& p) { p.solver.tolerance = 1e-6; },
    [](TopologyProblem& p) { p.solver.maximumIterations = 10; },
  };
  std::vector<std::uint64_t> seen = { fingerprint(good()) };
  EXPECT_EQ(fingerprint(good()), seen[0]);
  for (std::size_t i = 0; i < changes.size(); ++i)
  {
    TopologyProblem problem = good();
    changes[i](problem);
    const std::uint64_t print = fingerprint(problem);
    for (std::size_t j = 0; j < seen.size(); ++j)
    {
      EXPECT_NE(print, seen[j]) << "change " << i << " looks like state " << j;
    }
    seen.push_back(print);
    EXPECT_NE(differenceInWords(identify(good()), identify(problem)), "") << "change " << i;
  }
  TopologyProblem problem = good();
  problem.settings.densityChangeTolerance = 0.5;
  EXPECT_EQ(fingerprint(problem), seen[0]);
  EXPECT_EQ(differenceInWords(identify(good()), identify(problem)), "");
}

TEST(Fingerprint, IsThatOfVersionsBefore)
{
  // Files of these problems are in the world, so that the numbers may not change.
  TopologyProblem problem;
  problem.mesh = makeBoxMesh({ 3, 2, 2 }, { 3.0, 2.0, 2.0 });
  const std::size_t unknowns = problem.mesh.points.size();
  problem.supports.assign(unknowns, 0);
  problem.loadCases.resize(2);
  problem.loadCases[1].weight = 0.5;
  for (LoadCase& load : problem.loadCases)
  {
    load.forces.assign(unknowns, 0.25);
  }
  problem.settings.filterRadius = 1.5;
  EXPECT_EQ(fingerprint(problem), 0x783de3e7662d62cbULL);
  problem.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.settings.objective = { "OutputDisplacement" };
  problem.outputWeights.assign(unknowns, 0.5);
  EXPECT_EQ(fingerprint(problem), 0x24a1e33c47250776ULL);
  problem.settings.objective = { "Volume" };
  problem.volumeRegion.assign(problem.mesh.numberOfElements(), 7);
  problem.settings.constraints = { { { "Volume", 7 }, 0.25 }, { { "Compliance" }, 12.5 },
    { { "OutputDisplacement" }, -0.125 } };
  EXPECT_EQ(fingerprint(problem), 0xf2483e9bff524b27ULL);
}
