// Tests of the fingerprints of problems.

#include "Support/Refusals.h"

#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/Settings/ProblemIdentity.h"
#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace trabecula;
using namespace trabecula::testing;

TEST(Fingerprint, FollowsEverythingThatDeterminesTheIterates)
{
  const std::vector<std::function<void(TopologyProblem&)>> changes = {
    [](TopologyProblem& p) { p.structure.mesh.points[7] += 1e-12; },
    [](TopologyProblem& p)
    { std::swap(p.structure.mesh.connectivity[0], p.structure.mesh.connectivity[1]); },
    [](TopologyProblem& p) { p.structure.material.youngsModulus = 2.0; },
    [](TopologyProblem& p) { p.structure.material.poissonsRatio = 0.31; },
    [](TopologyProblem& p) { p.structure.supports[100] ^= 1; },
    [](TopologyProblem& p) { p.structure.prescribedDisplacement.assign(180, 0.1); },
    [](TopologyProblem& p) { p.structure.loadCases[0].forces[90] = 0.5; },
    [](TopologyProblem& p) { p.structure.loadCases[0].weight = 0.5; },
    [](TopologyProblem& p) { p.structure.loadCases.push_back(p.structure.loadCases[0]); },
    [](TopologyProblem& p) { p.design.designRegion.assign(24, DesignRegion::Design); },
    [](TopologyProblem& p) { p.solidFractions.assign(24, 0.5); },
    [](TopologyProblem& p) { p.design.initialDensity.assign(24, 0.2); },
    [](TopologyProblem& p) { p.design.densities.interpolation = Interpolation::ModifiedSimp; },
    [](TopologyProblem& p) { p.design.densities.penalization = 3.5; },
    [](TopologyProblem& p) { p.design.densities.minimumDensity = 1e-2; },
    [](TopologyProblem& p) { p.design.settings.minimumModulusRatio = 1e-6; },
    [](TopologyProblem& p) { p.design.settings.volumeFraction = 0.31; },
    [](TopologyProblem& p) { p.design.densities.filter = FilterKind::Density; },
    [](TopologyProblem& p) { p.design.densities.filterRadius = 1.6; },
    [](TopologyProblem& p) { p.design.densities.volumeWeightedFilter = false; },
    [](TopologyProblem& p) { p.design.settings.moveLimit = 0.1; },
    [](TopologyProblem& p) { p.design.settings.damping = 0.4; },
    [](TopologyProblem& p) { p.design.settings.objective = { "OutputDisplacement" }; },
    [](TopologyProblem& p) { p.design.settings.optimizer = Optimizer::MovingAsymptotes; },
    [](TopologyProblem& p) { p.structure.springs.assign(180, 0.1); },
    [](TopologyProblem& p) { p.design.outputWeights.assign(180, 0.1); },
    [](TopologyProblem& p) { p.structure.solver.tolerance = 1e-6; },
    [](TopologyProblem& p) { p.structure.solver.maximumIterations = 10; },
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
  problem.design.settings.densityChangeTolerance = 0.5;
  EXPECT_EQ(fingerprint(problem), seen[0]);
  EXPECT_EQ(differenceInWords(identify(good()), identify(problem)), "");
}

TEST(Fingerprint, IsThatOfVersionsBefore)
{
  // There are checkpoints of these problems, so that the fingerprints must not change.
  TopologyProblem problem;
  problem.structure.mesh = makeBoxMesh({ 3, 2, 2 }, { 3.0, 2.0, 2.0 });
  const std::size_t unknowns = problem.structure.mesh.points.size();
  problem.structure.supports.assign(unknowns, 0);
  problem.structure.loadCases.resize(2);
  problem.structure.loadCases[1].weight = 0.5;
  for (LoadCase& load : problem.structure.loadCases)
  {
    load.forces.assign(unknowns, 0.25);
  }
  problem.design.densities.filterRadius = 1.5;
  EXPECT_EQ(fingerprint(problem), 0x783de3e7662d62cbULL);
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.objective = { "OutputDisplacement" };
  problem.design.outputWeights.assign(unknowns, 0.5);
  EXPECT_EQ(fingerprint(problem), 0x24a1e33c47250776ULL);
  problem.design.settings.objective = { "Volume" };
  problem.design.volumeRegion.assign(problem.structure.mesh.numberOfElements(), 7);
  problem.design.settings.constraints = { { { "Volume", 7 }, 0.25 }, { { "Compliance" }, 12.5 },
    { { "OutputDisplacement" }, -0.125 } };
  EXPECT_EQ(fingerprint(problem), 0xf2483e9bff524b27ULL);
}

TEST(Fingerprint, MethodsAreThoseOfEarlierVersions)
{
  LevelSetProblem levelSet;
  levelSet.patch = makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 1, 1, 0 }, { 2, 1, 1 });
  const std::size_t unknowns = levelSet.patch.points.size();
  levelSet.conditions.supports.assign(unknowns, 1);
  levelSet.conditions.loadCases.resize(1);
  levelSet.conditions.loadCases[0].forces.assign(unknowns, 0.25);
  EXPECT_EQ(fingerprint(levelSet), 0x9eb271792a0031f5ULL);
  // Identities include settings of densities with the values that earlier versions of level sets
  // had.
  const ProblemIdentity identity = identify(levelSet);
  const auto isPenalization = [](const IdentityPart& part)
  { return part.name == "Penalization" && part.value == "1"; };
  EXPECT_EQ(std::count_if(identity.begin(), identity.end(), isPenalization), 1);

  MeshfreeProblem meshfree;
  meshfree.structure.mesh = makeBoxMesh({ 3, 2, 2 }, { 3.0, 2.0, 2.0 });
  meshfree.solidFractions.assign(12, 0.5);
  EXPECT_EQ(fingerprint(meshfree), 0xbc1a5713cf6b9cbaULL);
}
