// Tests of analyses of structures of given moduli: fields against a direct solution, beams against
// theory.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/ElasticAnalysisReference.h"
#include "Analysis/Refinement/RefinedProblem.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class ElasticAnalyses : public OnDevice
{
protected:
  ElasticAnalysis analyse(const StructuralProblem& problem, const std::vector<double>& shares)
  {
    Observer silent;
    return analyseElastic(problem, shares, this->Used, silent).value();
  }
};

std::vector<double> solid(const StructuralProblem& problem)
{
  return std::vector<double>(problem.mesh.numberOfElements(), 1.0);
}

/// A bar of square section along x, supported at x = 0, with a number of elements across.
TopologyProblem bar(int across, double length, const Point& total)
{
  const int along = static_cast<int>(across * length);
  TopologyProblem problem =
    emptyProblem(makeBoxMesh({ along, across, across }, { length, 1.0, 1.0 }));
  clamp(problem, [](const Point& p) { return p[0] == 0.0; });
  problem.structure.loadCases[0].forces = uniformTraction(problem.structure.mesh, length, total);
  return problem;
}

std::string refusalOfBody(const StructuralProblem& problem, const std::vector<double>& parts)
{
  try
  {
    requireBodyBearsLoads(problem, parts, 1e-3);
    return "";
  }
  catch (const Error& error)
  {
    return error.what();
  }
}
}

TEST_P(ElasticAnalyses, FollowTheReference)
{
  Random random(6101);
  for (int draw = 0; draw < 3; ++draw)
  {
    TopologyProblem problem = distortedCantilever({ 6, 4, 3 }, random);
    problem.structure.material = { random.uniform(0.5, 300.0), random.uniform(0.0, 0.45) };
    problem.structure.solver.tolerance = 1e-13;
    if (draw > 0)
    {
      problem.structure.springs.assign(problem.structure.mesh.points.size(), 0.0);
      problem.structure.springs[random.index(problem.structure.springs.size())] =
        random.uniform(0.1, 1.0);
      problem.structure.prescribedDisplacement.resize(problem.structure.mesh.points.size());
      for (std::size_t i = 0; i < problem.structure.supports.size(); ++i)
      {
        problem.structure.prescribedDisplacement[i] =
          problem.structure.supports[i] ? random.uniform(-0.01, 0.01) : 0.0;
      }
    }
    const std::vector<double> shares =
      random.vector(problem.structure.mesh.numberOfElements(), draw == 2 ? 1e-3 : 0.2, 1.0);
    const ElasticAnalysis found = this->analyse(problem.structure, shares);
    const ElasticAnalysis expected = reference::analyseElastic(problem.structure, shares);
    EXPECT_NEAR(found.compliance / expected.compliance, 1.0, 1e-9);
    EXPECT_LT(relativeDifference(found.volumes, expected.volumes), 1e-13);
    EXPECT_LT(relativeDifference(found.strainEnergyDensity, expected.strainEnergyDensity), 1e-8);
    ASSERT_EQ(found.loadCases.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i)
    {
      const ElasticLoadCase& a = found.loadCases[i];
      const ElasticLoadCase& b = expected.loadCases[i];
      EXPECT_EQ(a.name, b.name);
      EXPECT_NEAR(a.compliance / b.compliance, 1.0, 1e-9);
      EXPECT_LT(relativeDifference(a.displacement, b.displacement), 1e-8);
      EXPECT_LT(relativeDifference(a.stress, b.stress), 1e-8);
      EXPECT_LT(relativeDifference(a.vonMisesStress, b.vonMisesStress), 1e-8);
    }
  }
}

TEST_P(ElasticAnalyses, PatchTest)
{
  // A linear field is prescribed on the boundary of a distorted mesh: the stress is constant for
  // any shapes of the elements.
  Random random(6102);
  TopologyProblem problem = emptyProblem(makeBoxMesh({ 4, 4, 4 }, { 4.0, 4.0, 4.0 }));
  clamp(problem,
    [](const Point& p)
    {
      return *std::min_element(p.begin(), p.end()) < 1e-9 ||
        *std::max_element(p.begin(), p.end()) > 4 - 1e-9;
    });
  distort(problem.structure.mesh, 0.18, 1.0, random);
  problem.structure.material = { 7.0, 0.3 };
  problem.structure.solver.tolerance = 1e-14;
  std::array<std::array<double, 3>, 3> A{};
  for (auto& row : A)
  {
    row = { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
  }
  problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < problem.structure.prescribedDisplacement.size(); ++i)
  {
    const Point p = nodePosition(problem.structure.mesh, i / 3);
    const auto& row = A[i % 3];
    problem.structure.prescribedDisplacement[i] =
      problem.structure.supports[i] ? row[0] * p[0] + row[1] * p[1] + row[2] * p[2] : 0.0;
  }
  const double mu = 7.0 / 2.6;
  const double lambda = 7.0 * 0.3 / (1.3 * 0.4);
  const double pressure = lambda * (A[0][0] + A[1][1] + A[2][2]);
  const std::array<double, 6> expected = { 2 * mu * A[0][0] + pressure, 2 * mu * A[1][1] + pressure,
    2 * mu * A[2][2] + pressure, mu * (A[0][1] + A[1][0]), mu * (A[1][2] + A[2][1]),
    mu * (A[0][2] + A[2][0]) };
  const ElasticAnalysis found = this->analyse(problem.structure, solid(problem.structure));
  const std::vector<double>& stress = found.loadCases[0].stress;
  for (std::size_t i = 0; i < stress.size(); ++i)
  {
    EXPECT_NEAR(stress[i], expected[i % 6], 1e-10);
  }
}

TEST_P(ElasticAnalyses, CantileverBendsAsBeamsDo)
{
  // The axial stress M z / I at centres of elements away from both ends, and the deflection of
  // Timoshenko's beam, are approximated within 2 % by 8 trilinear elements across.
  const double length = 8.0;
  const double force = 0.01;
  TopologyProblem problem = bar(8, length, { 0.0, 0.0, -force });
  problem.structure.material = { 200.0, 0.0 };
  problem.structure.solver.tolerance = 1e-10;
  const ElasticAnalysis found = this->analyse(problem.structure, solid(problem.structure));
  const double inertia = 1.0 / 12.0;
  double worst = 0.0;
  for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
  {
    const double x = (double(e % 64) + 0.5) / 8.0;
    const double z = (double(e / 512) + 0.5) / 8.0 - 0.5;
    if (x > 2.0 && x < 6.0)
    {
      const double expected = force * (length - x) * z / inertia;
      const double outermost = force * (length - x) * 0.4375 / inertia;
      worst = std::max(worst, std::abs(found.loadCases[0].stress[6 * e] - expected) / outermost);
    }
  }
  EXPECT_LT(worst, 0.02);
  const double shearModulus = 100.0;
  const double deflection = force * length * length * length / (3.0 * 200.0 * inertia) +
    force * length / (5.0 / 6.0 * shearModulus);
  EXPECT_NEAR(found.compliance / (force * deflection), 1.0, 0.02);
  // The largest stress is at the clamped end, in the outermost layer.
  const auto peak = largestStress(found, solid(problem.structure), 0.5);
  ASSERT_TRUE(peak);
  EXPECT_EQ(peak->element % 64, 0U);
}

TEST_P(ElasticAnalyses, BarUnderTensionIsExact)
{
  TopologyProblem problem = bar(3, 4.0, { 2.5, 0.0, 0.0 });
  problem.structure.material = { 50.0, 0.0 };
  problem.structure.solver.tolerance = 1e-13;
  const ElasticAnalysis found = this->analyse(problem.structure, solid(problem.structure));
  EXPECT_NEAR(found.compliance, 2.5 * 2.5 * 4.0 / 50.0, 1e-10);
  for (const double stress : found.loadCases[0].vonMisesStress)
  {
    EXPECT_NEAR(stress, 2.5, 1e-9);
  }
  EXPECT_NEAR(std::accumulate(found.volumes.begin(), found.volumes.end(), 0.0), 4.0, 1e-12);
}

TEST_P(ElasticAnalyses, OfZerosAndOnesAreThoseOfTheDesign)
{
  // The compliance of a design without intermediate densities equals that of the optimizer.
  Random random(6103);
  TopologyProblem problem = cantilever({ 10, 5, 4 });
  problem.structure.solver.tolerance = 1e-12;
  problem.design.densities.filter = FilterKind::None;
  problem.design.settings.volumeFraction = 1.0;
  problem.design.initialDensity.resize(problem.structure.mesh.numberOfElements());
  std::vector<double> shares(problem.design.initialDensity.size());
  for (std::size_t e = 0; e < shares.size(); ++e)
  {
    const bool full = random.uniform(0, 1) < 0.8;
    problem.design.initialDensity[e] = full ? 1.0 : 1e-2;
    shares[e] = full ? 1.0 : 1e-6;
  }
  problem.design.densities.minimumDensity = 1e-2;
  const double compliance = firstCompliance(problem, this->Used);
  EXPECT_NEAR(this->analyse(problem.structure, shares).compliance / compliance, 1.0, 1e-8);
}

TEST_P(ElasticAnalyses, GoOnWithFinerMeshes)
{
  // The compliance increases with refinement by decreasing steps, towards that of Timoshenko's
  // beam.
  const TopologyProblem coarse = bar(2, 4.0, { 0.0, 0.0, -0.01 });
  std::vector<double> compliances;
  for (const int parts : { 1, 2, 4 })
  {
    const MeshRefinement refinement(coarse.structure.mesh, parts);
    StructuralProblem fine = refineProblem(coarse.structure, refinement);
    EXPECT_NO_THROW(validate(fine));
    fine.solver.tolerance = 1e-10;
    compliances.push_back(this->analyse(fine, solid(fine)).compliance);
  }
  EXPECT_GT(compliances[1], compliances[0]);
  EXPECT_GT(compliances[2], compliances[1]);
  EXPECT_LT(compliances[2] - compliances[1], 0.5 * (compliances[1] - compliances[0]));
}

TEST_P(ElasticAnalyses, StopAndRefuse)
{
  class Stops : public Observer
  {
  public:
    bool stopRequested() override { return true; }
  };
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  Stops stops;
  Observer silent;
  std::vector<double> shares = solid(problem.structure);
  EXPECT_FALSE(analyseElastic(problem.structure, shares, this->Used, stops));
  shares[17] = 0.0;
  EXPECT_THROW(analyseElastic(problem.structure, shares, this->Used, silent), Error);
  shares[17] = 1.5;
  EXPECT_THROW(analyseElastic(problem.structure, shares, this->Used, silent), Error);
  shares.pop_back();
  EXPECT_THROW(analyseElastic(problem.structure, shares, this->Used, silent), Error);
}

TRABECULA_ON_EVERY_DEVICE(ElasticAnalyses);

TEST(BodiesThatBearLoads, TouchThemAndHangTogetherWithSupports)
{
  // Nodes have x from 0 to 6; forces are at x = 6, z = 0, supports at x = 0.
  const TopologyProblem problem = cantilever({ 6, 3, 3 });
  std::vector<double> parts = solid(problem.structure);
  EXPECT_EQ(refusalOfBody(problem.structure, parts), "");
  parts[5] = 0.0; // one node of the loaded edge, at the corner y = 0, has no solid element
  expectMessage(
    refusalOfBody(problem.structure, parts), { "no material at node 6", "(6, 0, 0)", "Force" });
  parts = solid(problem.structure);
  for (std::size_t e = 0; e < parts.size(); ++e)
  {
    parts[e] = e % 6 == 3 ? 1e-4 : 0.5;
  }
  expectMessage(refusalOfBody(problem.structure, parts), { "hang together", "support" });
  parts[3] = 0.002;
  EXPECT_EQ(refusalOfBody(problem.structure, parts), "");
}

TEST(Refinement, SplitsCellsAndSharesNodes)
{
  Random random(6201);
  for (const int parts : { 1, 2, 3 })
  {
    const Mesh coarse = distortedBox({ 4, 3, 2 }, 0.15, random);
    const MeshRefinement refinement(coarse, parts);
    const Mesh& fine = refinement.mesh();
    const auto p = static_cast<std::size_t>(parts);
    EXPECT_EQ(fine.numberOfElements(), 24 * p * p * p);
    EXPECT_EQ(fine.numberOfNodes(), (4 * p + 1) * (3 * p + 1) * (2 * p + 1));
    TopologyProblem problem = emptyProblem(fine);
    problem.structure.supports.assign(problem.structure.supports.size(), 1);
    problem.structure.supports[0] = 0;
    problem.structure.loadCases[0].forces[0] = 1.0;
    EXPECT_EQ(refusal(problem), ""); // elements of positive volume, no node of its own
    for (std::size_t n = 0; n < coarse.points.size(); ++n)
    {
      EXPECT_EQ(fine.points[n], coarse.points[n]);
    }
  }
  EXPECT_THROW(MeshRefinement(distortedBox({ 1, 1, 1 }, 0.1, random), 0), Error);
  EXPECT_THROW(MeshRefinement(distortedBox({ 1, 1, 1 }, 0.1, random), 17), Error);
}

TEST(Refinement, ForcesDoTheSameWorkOnCoarseDisplacements)
{
  Random random(6202);
  for (int draw = 0; draw < 6; ++draw)
  {
    const Mesh coarse = distortedBox({ 4, 3, 3 }, 0.15, random);
    const MeshRefinement refinement(coarse, 2 + draw % 3);
    // Either all nodes at x = 4 are loaded, or some: faces, edges and single nodes.
    std::vector<double> forces(coarse.points.size(), 0.0);
    for (std::size_t n = 0; n < coarse.numberOfNodes(); ++n)
    {
      const bool loaded = draw < 3 ? n % 5 == 4 : random.uniform(0, 1) < 0.4;
      for (std::size_t c = 0; loaded && c < 3; ++c)
      {
        forces[3 * n + c] = random.uniform(-1, 1);
      }
    }
    const std::vector<double> fine = refineForces(coarse, refinement, forces);
    const std::vector<double> u = random.vector(coarse.points.size(), -1, 1);
    double expected = 0.0;
    double found = 0.0;
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      expected += u[i] * forces[i];
    }
    for (std::size_t i = 0; i < fine.size(); ++i)
    {
      for (const auto* s = refinement.begin(i / 3); s != refinement.end(i / 3); ++s)
      {
        found += fine[i] * s->weight * u[3 * static_cast<std::size_t>(s->node) + i % 3];
      }
    }
    EXPECT_NEAR(found, expected, 1e-10);
  }
}

TEST(Refinement, UniformTractionStaysUniform)
{
  const Mesh coarse = makeBoxMesh({ 3, 3, 2 }, { 3.0, 1.5, 5.0 });
  const MeshRefinement refinement(coarse, 3);
  const std::vector<double> fine =
    refineForces(coarse, refinement, uniformTraction(coarse, 3.0, { 1.0, -2.0, 0.5 }));
  const std::vector<double> expected = uniformTraction(refinement.mesh(), 3.0, { 1.0, -2.0, 0.5 });
  EXPECT_LT(relativeDifference(fine, expected), 1e-12);
}

TEST(Refinement, SupportsAreHeldBetweenHeldNodes)
{
  TopologyProblem problem = cantilever({ 4, 2, 2 });
  problem.structure.supports[3 * 4 + 1] = 1; // one node at x = 4 alone
  problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.structure.mesh, n);
    problem.structure.prescribedDisplacement[3 * n + 2] = p[0] == 0.0 ? 0.1 * p[1] : 0.0;
  }
  const StructuralProblem fine =
    refineProblem(problem.structure, MeshRefinement(problem.structure.mesh, 2));
  for (std::size_t n = 0; n < fine.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(fine.mesh, n);
    EXPECT_EQ(fine.supports[3 * n] != 0, p[0] == 0.0);
    EXPECT_EQ(fine.supports[3 * n + 1] != 0, p[0] == 0.0 || n == 4);
    EXPECT_NEAR(fine.prescribedDisplacement[3 * n + 2], p[0] == 0.0 ? 0.1 * p[1] : 0.0, 1e-15);
  }
}
