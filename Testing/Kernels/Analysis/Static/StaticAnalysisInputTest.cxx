#include "Analysis/Static/StaticAnalysisTestInput.h"
#include "Support/FaceTractions.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/StiffnessMatrix.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TEST_P(StaticAnalyses, OfAPrescribedDisplacementAloneHaveNoLoad)
{
  StaticProblem problem = heldBox(CellType::QuadraticTetrahedron, { 2, 2, 2 }, { 1.0, 1.0, 1.0 });
  StructuralProblem& structure = problem.structure;
  letSlide(structure);
  structure.material = { 10.0, 0.3 };
  structure.prescribedDisplacement.assign(structure.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < structure.supports.size(); i += 3)
  {
    if (isAt(structure.mesh.points[i], 1.0))
    {
      structure.supports[i] = 1;
      structure.prescribedDisplacement[i] = 0.02;
    }
  }
  const StaticAnalysis analysis = this->analyse(problem);
  const StaticLoadCase& found = analysis.loadCases[0];
  EXPECT_EQ(found.name, "Prescribed displacement");
  EXPECT_EQ(found.summary.compliance, 0.0);
  EXPECT_NEAR(found.summary.strainEnergy, 0.5 * 10.0 * 0.02 * 0.02, 1e-10);
  EXPECT_NEAR(found.summary.reaction[0], 0.0, 1e-10);
  double end = 0.0;
  for (std::size_t i = 0; i < structure.supports.size(); i += 3)
  {
    end += isAt(structure.mesh.points[i], 1.0) ? found.reaction[i] : 0.0;
  }
  EXPECT_NEAR(end, 0.2, 1e-9);
  EXPECT_NEAR(found.summary.vonMisesStress.value, 0.2, 1e-9);
}

TEST_P(StaticAnalyses, WarnOfWhatIsTooStiffOrHalfHeld)
{
  StaticProblem problem = heldBox(CellType::Tetrahedron, { 2, 1, 1 }, { 2.0, 1.0, 1.0 });
  problem.structure.material.poissonsRatio = 0.47;
  pull(problem, 2.0, { 1.0, 0.0, 0.0 }, "Force");
  this->analyse(problem);
  ASSERT_EQ(this->Heard.Messages.size(), 2U);
  expectMessage(this->Heard.Messages[0], { "0.47", "locking", "quadratic" });
  expectMessage(this->Heard.Messages[1], { "12 cells", "four-node tetrahedra", "too stiff" });

  this->Heard.Messages.clear();
  problem = heldBox(CellType::QuadraticHexahedron, { 2, 1, 1 }, { 2.0, 1.0, 1.0 });
  problem.structure.material.poissonsRatio = 0.47;
  pull(problem, 2.0, { 1.0, 0.0, 0.0 }, "Force");
  this->analyse(problem);
  EXPECT_TRUE(this->Heard.Messages.empty());
  const Mesh& mesh = problem.structure.mesh;
  for (std::size_t a = 8; a < 20; ++a)
  {
    const auto node = static_cast<std::size_t>(mesh.element(0)[a]);
    std::fill_n(&problem.structure.supports[3 * node], 3, std::uint8_t(0));
  }
  this->analyse(problem);
  ASSERT_EQ(this->Heard.Messages.size(), 1U);
  expectMessage(this->Heard.Messages[0], { "element 0", "corners", "1 element", "middle" });
}

TEST_P(StaticAnalyses, RefuseBadInput)
{
  const auto refusalOf = [this](const std::function<void(StaticProblem&)>& change)
  {
    StaticProblem problem = heldBox(CellType::QuadraticTetrahedron, { 2, 1, 1 }, { 2, 1, 1 });
    pull(problem, 2.0, { 1.0, 0.0, 0.0 }, "Force");
    change(problem);
    try
    {
      this->analyse(problem);
      return std::string();
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refusalOf([](StaticProblem&) {}), "");
  const auto setModulus = [](StaticProblem& problem, double value)
  {
    problem.moduli.assign(problem.structure.mesh.numberOfElements(), 1.0);
    problem.moduli[5] = problem.moduli[7] = value;
  };
  for (const double value : { 0.0, -1.0, NotANumber, Infinity })
  {
    expectMessage(refusalOf([&](StaticProblem& p) { setModulus(p, value); }),
      { "Young's modulus", "element 5", "2 elements" });
  }
  expectMessage(
    refusalOf([](StaticProblem& p) { p.moduli.assign(3, 1.0); }), { "Young's modulus", "3" });
  expectMessage(
    refusalOf([](StaticProblem& p) { p.bodyForce[1] = NotANumber; }), { "body force", "finite" });
  expectMessage(refusalOf([](StaticProblem& p) { p.yieldStress = -1.0; }), { "Yield stress" });
  expectMessage(refusalOf([](StaticProblem& p) { p.structure.loadCases.clear(); }), { "no load" });
  expectMessage(refusalOf([](StaticProblem& p) { p.structure.material.poissonsRatio = 0.5; }),
    { "Poisson's ratio" });
  expectMessage(
    refusalOf([](StaticProblem& p)
      { std::fill(p.structure.supports.begin(), p.structure.supports.end(), std::uint8_t(0)); }),
    { "rigid-body motion" });
}

TEST(StiffnessMatrix, MeetsLoadsReactionsAndSprings)
{
  Random random(71);
  for (const CellType type : Types)
  {
    SCOPED_TRACE(cellShape(type).name);
    StaticProblem problem = heldBox(type, { 3, 2, 2 }, { 3, 1, 2 });
    StructuralProblem& structure = problem.structure;
    const std::size_t elements = structure.mesh.numberOfElements();
    const std::size_t unknowns = structure.mesh.points.size();
    problem.moduli = random.vector(elements, 0.5, 2.0);
    structure.poissonsRatios = random.vector(elements, 0.0, 0.4);
    structure.springs = random.vector(unknowns, 0.0, 0.3);
    structure.loadCases.push_back({ "Force", 1.0, random.vector(unknowns, -1.0, 1.0) });
    Observer silent;
    const StaticAnalysis analysis =
      analyseStatic(problem, selectDevice(DeviceRequest::Host), silent).value();
    const HostMatrix matrix = stiffnessMatrix(problem);
    ASSERT_EQ(matrix.rows(), static_cast<std::int64_t>(unknowns));
    const std::vector<double>& u = analysis.loadCases[0].displacement;
    for (std::size_t row = 0; row < unknowns; ++row)
    {
      double product = 0.0;
      for (std::int64_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k)
      {
        product += matrix.values[std::size_t(k)] * u[std::size_t(matrix.columns[std::size_t(k)])];
      }
      if (!structure.supports[row])
      {
        EXPECT_NEAR(product, structure.loadCases[0].forces[row], 1e-9);
      }
    }
  }
}
