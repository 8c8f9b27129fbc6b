// Tests of whole static analyses: equilibrium, exact solutions, known answers, bad input.

#include "Analysis/Static/StaticAnalysisTestInput.h"
#include "Support/FaceTractions.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/StaticReference.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
double largest(const std::vector<double>& values)
{
  double result = 0.0;
  for (const double value : values)
  {
    result = std::max(result, std::abs(value));
  }
  return result;
}
}

TEST_P(StaticAnalyses, AreInEquilibriumWithAllLoads)
{
  Random random(7101);
  for (const CellType type : Types)
  {
    StaticProblem problem = heldBox(type, { 4, 2, 2 }, { 2.0, 1.0, 1.0 });
    StructuralProblem& structure = problem.structure;
    const std::size_t unknowns = structure.mesh.points.size();
    structure.material.poissonsRatio = 0.3;
    problem.moduli = random.vector(structure.mesh.numberOfElements(), 1.0, 10.0);
    problem.bodyForce = { 0.3, -0.2, 1.0 };
    structure.prescribedDisplacement = random.vector(unknowns, -0.1, 0.1);
    structure.springs.assign(unknowns, 0.0);
    structure.springs[unknowns - 1] = 2.0;
    structure.loadCases.push_back({ "First", 1.0, random.vector(unknowns, -1.0, 1.0) });
    structure.loadCases.push_back({ "Second", 0.0, random.vector(unknowns, -1.0, 1.0) });
    const StaticAnalysis analysis = this->analyse(problem);
    ASSERT_EQ(analysis.loadCases.size(), 2U);
    const std::vector<double> body = reference::bodyForces(structure.mesh, problem.bodyForce);
    for (std::size_t load = 0; load < 2; ++load)
    {
      const StaticLoadCase& found = analysis.loadCases[load];
      EXPECT_EQ(found.name, load == 0 ? "First" : "Second");
      std::vector<double> rest =
        reference::internalForces(structure.mesh, problem.moduli, 0.3, found.displacement);
      for (std::size_t i = 0; i < unknowns; ++i)
      {
        if (structure.supports[i])
        {
          EXPECT_EQ(found.displacement[i], structure.prescribedDisplacement[i]);
        }
        rest[i] -= structure.loadCases[load].forces[i] + body[i] + found.reaction[i];
      }
      EXPECT_LT(largest(rest), 1e-9 * largest(found.reaction));
      EXPECT_LT(found.summary.imbalance, 1e-11);
      EXPECT_GT(std::abs(found.summary.load[2]), 0.1);
      EXPECT_NE(found.reaction[unknowns - 1], 0.0) << "a spring";
    }
  }
}

TEST_P(StaticAnalyses, HaveTheKnownComplianceOfACantilever)
{
  // Values are from an independent program in Python; that of Timoshenko's beam is 2453.8.
  const std::map<CellType, std::array<double, 2>> known = { { CellType::Tetrahedron,
                                                              { 1269.50706, 1940.29073 } },
    { CellType::QuadraticTetrahedron, { 2410.79666, 2426.87436 } },
    { CellType::Hexahedron, { 2108.43729, 2335.09714 } },
    { CellType::QuadraticHexahedron, { 2414.44438, 2427.05136 } } };
  for (const CellType type : Types)
  {
    for (int m = 1; m <= 2; ++m)
    {
      StaticProblem problem = heldBox(type, { 10 * m, m, 2 * m }, { 10.0, 1.0, 2.0 });
      problem.structure.material = { 210000.0, 0.3 };
      pull(problem, 10.0, { 0.0, 0.0, -500.0 }, "Force");
      const StaticAnalysis analysis = this->analyse(problem);
      const StaticSummary& found = analysis.loadCases[0].summary;
      EXPECT_NEAR(found.compliance / known.at(type)[std::size_t(m - 1)], 1.0, 1e-8);
      EXPECT_NEAR(found.strainEnergy / found.compliance, 0.5, 1e-9);
      EXPECT_NEAR(found.load[2], -1000.0, 1e-9);
      EXPECT_NEAR(found.reaction[2], 1000.0, 1e-6);
      EXPECT_NEAR(found.displacement.place[0], 10.0, 1e-9);
      EXPECT_NEAR(analysis.volume, 20.0, 1e-10);
    }
  }
}

TEST_P(StaticAnalyses, OfAHangingBarFollowTheFormula)
{
  // Without lateral contraction u = b (L x - x^2 / 2) / E along x, which is exact in quadratic
  // elements.
  for (const CellType type : Types)
  {
    StaticProblem problem = heldBox(type, { 6, 2, 2 }, { 3.0, 1.0, 1.0 });
    problem.structure.material = { 50.0, 0.0 };
    problem.bodyForce = { 2.0, 0.0, 0.0 };
    const StaticAnalysis analysis = this->analyse(problem);
    const StaticLoadCase& found = analysis.loadCases[0];
    EXPECT_EQ(found.name, "Body force");
    EXPECT_NEAR(found.summary.reaction[0], -6.0, 1e-9);
    if (!cellShape(type).isQuadratic())
    {
      EXPECT_GT(found.summary.relativeError, 1e-3);
      continue;
    }
    const Mesh& mesh = problem.structure.mesh;
    for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
    {
      const double x = mesh.points[3 * node];
      EXPECT_NEAR(found.displacement[3 * node], 2.0 * (3.0 * x - 0.5 * x * x) / 50.0, 1e-10);
      EXPECT_NEAR(found.nodalStress[6 * node], 2.0 * (3.0 - x), 1e-8);
    }
    EXPECT_LT(found.summary.relativeError, 1e-8);
  }
}

TEST_P(StaticAnalyses, OfABarOfTwoMaterialsHaveTheirStiffness)
{
  for (const CellType type : Types)
  {
    StaticProblem problem = heldBox(type, { 4, 2, 2 }, { 4.0, 1.0, 1.0 });
    StructuralProblem& structure = problem.structure;
    letSlide(structure);
    structure.material.poissonsRatio = 0.0;
    for (std::size_t e = 0; e < structure.mesh.numberOfElements(); ++e)
    {
      double centre = 0.0;
      for (std::size_t a = 0; a < structure.mesh.nodesOf(e); ++a)
      {
        centre += structure.mesh.points[3 * std::size_t(structure.mesh.element(e)[a])];
      }
      problem.moduli.push_back(centre < 2.0 * double(structure.mesh.nodesOf(e)) ? 10.0 : 40.0);
    }
    problem.yieldStress = 30.0;
    pull(problem, 4.0, { 6.0, 0.0, 0.0 }, "Force");
    const StaticAnalysis analysis = this->analyse(problem);
    const StaticLoadCase& found = analysis.loadCases[0];
    EXPECT_NEAR(found.summary.displacement.value, 6.0 * (2.0 / 10.0 + 2.0 / 40.0), 1e-8);
    for (std::size_t e = 0; e < problem.moduli.size(); ++e)
    {
      EXPECT_NEAR(found.vonMisesStress[e], 6.0, 1e-7);
      EXPECT_NEAR(found.principalStress[3 * e], 6.0, 1e-7);
      EXPECT_NEAR(found.principalStress[3 * e + 2], 0.0, 1e-7);
      EXPECT_NEAR(found.strainEnergyDensity[e], 18.0 / problem.moduli[e], 1e-7);
      EXPECT_NEAR(found.stressError[e], 0.0, 1e-6);
      EXPECT_NEAR(found.safetyFactor[e], 5.0, 1e-6);
    }
    EXPECT_NEAR(found.summary.safetyFactor, 5.0, 1e-6);
  }
}

TEST_P(StaticAnalyses, TakeTheSafetyFactorFromTheLargestStressOfAnElement)
{
  // In bending, stresses at nodes exceed those at centres of elements.
  for (const CellType type : Types)
  {
    StaticProblem problem = heldBox(type, { 6, 2, 2 }, { 6.0, 1.0, 1.0 });
    pull(problem, 6.0, { 0.0, 0.0, -1.0 }, "Force");
    problem.yieldStress = 200.0;
    const StaticAnalysis analysis = this->analyse(problem);
    const StaticLoadCase& found = analysis.loadCases[0];
    const Mesh& mesh = problem.structure.mesh;
    int ofNodes = 0;
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      double largest = found.vonMisesStress[e];
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        largest = std::max(
          largest, found.nodalVonMisesStress[static_cast<std::size_t>(mesh.element(e)[a])]);
      }
      ofNodes += largest > found.vonMisesStress[e] ? 1 : 0;
      EXPECT_NEAR(
        found.safetyFactor[e] / std::min(200.0 / largest, LargestSafetyFactor), 1.0, 1e-12);
    }
    EXPECT_GT(ofNodes, 0);
  }
}

TEST_P(StaticAnalyses, ReportTheLargestResidualOfAllLoadCases)
{
  Random random(7103);
  StaticProblem problem = heldBox(CellType::Hexahedron, { 6, 3, 3 }, { 2.0, 1.0, 1.0 });
  problem.structure.solver.tolerance = 1e-3;
  problem.structure.solver.reproducible = true;
  const std::size_t unknowns = problem.structure.mesh.points.size();
  const std::array<LoadCase, 2> loads = { LoadCase{ "First", 1.0, random.vector(unknowns, -1, 1) },
    LoadCase{ "Second", 1.0, random.vector(unknowns, -1, 1) } };
  const auto residual = [&](const std::vector<LoadCase>& cases)
  {
    problem.structure.loadCases = cases;
    return this->analyse(problem).residual;
  };
  const double first = residual({ loads[0] });
  const double second = residual({ loads[1] });
  ASSERT_GT(std::abs(first - second), 1e-6);
  EXPECT_NEAR(residual({ loads[0], loads[1] }), std::max(first, second), 1e-9);
  EXPECT_NEAR(residual({ loads[1], loads[0] }), std::max(first, second), 1e-9);
}

TEST(SolidFractionsOfStaticAnalyses, ScaleModuli)
{
  StaticProblem problem;
  problem.structure.material.youngsModulus = 200.0;
  setSolidFractions(problem, {});
  EXPECT_TRUE(problem.moduli.empty());
  setSolidFractions(problem, { 0.25, 1.0 });
  EXPECT_EQ(problem.moduli, (std::vector<double>{ 50.0, 200.0 }));
  EXPECT_THROW(setSolidFractions(problem, { 0.5 }), Error);
  EXPECT_THROW(setSolidFractions(problem, { 0.5, 0.0 }), Error);
  EXPECT_THROW(setSolidFractions(problem, { 0.5, 1.5 }), Error);
  EXPECT_THROW(setSolidFractions(problem, { NotANumber, 0.5 }), Error);
  EXPECT_EQ(problem.solidFractions, (std::vector<double>{ 0.25, 1.0 }));
  problem.moduli = { 100.0, 10.0 };
  setSolidFractions(problem, { 0.5, 0.5 });
  EXPECT_EQ(problem.moduli, (std::vector<double>{ 50.0, 5.0 }));
}

TEST_P(StaticAnalyses, OfHalfSolidElementsSagAsWholeOnes)
{
  // A part of half the stiffness is loaded by half of the weight.
  for (const CellType type : Types)
  {
    StaticProblem problem = heldBox(type, { 4, 2, 2 }, { 4.0, 1.0, 1.0 });
    problem.bodyForce = { 0.1, 0.0, -2.0 };
    const StaticAnalysis whole = this->analyse(problem);
    setSolidFractions(problem, std::vector<double>(problem.structure.mesh.numberOfElements(), 0.5));
    const StaticAnalysis half = this->analyse(problem);
    const StaticSummary& summary = half.loadCases[0].summary;
    EXPECT_LT(
      relativeDifference(half.loadCases[0].displacement, whole.loadCases[0].displacement), 1e-9);
    EXPECT_NEAR(half.volume, 2.0, 1e-12);
    EXPECT_NEAR(summary.load[2], -4.0, 1e-12);
    EXPECT_NEAR(
      summary.compliance, 0.5 * whole.loadCases[0].summary.compliance, 1e-9 * summary.compliance);
  }
}

TEST_P(StaticAnalyses, TakeAPoissonsRatioOfEachElement)
{
  // A common material is equivalent to equal materials of elements; adjacent halves with different
  // ratios contract differently.
  Random random(7102);
  for (const CellType type : Types)
  {
    StaticProblem problem = heldBox(type, { 4, 2, 2 }, { 4.0, 1.0, 1.0 });
    StructuralProblem& structure = problem.structure;
    const std::size_t elements = structure.mesh.numberOfElements();
    structure.material.poissonsRatio = 0.2;
    pull(problem, 4.0, { 1.0, 0.5, 0.0 }, "Force");
    problem.moduli = random.vector(elements, 1.0, 3.0);
    const StaticAnalysis one = this->analyse(problem);
    structure.material.poissonsRatio = 0.4;
    structure.poissonsRatios.assign(elements, 0.2);
    const StaticAnalysis each = this->analyse(problem);
    EXPECT_LT(
      relativeDifference(each.loadCases[0].displacement, one.loadCases[0].displacement), 1e-9);
    EXPECT_LT(
      relativeDifference(each.loadCases[0].nodalStress, one.loadCases[0].nodalStress), 1e-8);
    EXPECT_LT(relativeDifference(each.loadCases[0].stress, one.loadCases[0].stress), 1e-8);
    structure.poissonsRatios = random.vector(elements, 0.0, 0.45);
    const StaticLoadCase varied = this->analyse(problem).loadCases[0];
    EXPECT_LT(varied.summary.imbalance, 1e-11);
    EXPECT_NEAR(varied.summary.strainEnergy / varied.summary.compliance, 0.5, 1e-9);
    EXPECT_GT(relativeDifference(varied.displacement, one.loadCases[0].displacement), 1e-3);
  }
}

TRABECULA_ON_EVERY_DEVICE(StaticAnalyses);
