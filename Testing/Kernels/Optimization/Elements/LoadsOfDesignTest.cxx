// Tests of loads that depend on the design: weight, and the thermal strain of given temperatures.

#include "Design/Response/SumOfSquares.h"
#include "Optimization/Elements/LoadsOfDesigns.h"
#include "Support/Refusals.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Loads/DesignLoads.h"
#include "Optimization/Settings/ProblemIdentity.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
INSTANTIATE_TEST_SUITE_P(Every, LoadsOfDesigns, ::testing::ValuesIn(deviceRequests()), deviceName);

/// The same with a weight of 2 in -z, interpolated by RAMP.
TopologyProblem heavyCantilever()
{
  TopologyProblem problem = cantilever(CellType::Hexahedron, { 12, 6, 6 });
  problem.structure.ofDesign.weight = { 0.0, 0.0, -2.0 };
  problem.design.densities.interpolation = Interpolation::Ramp;
  problem.design.densities.penalization = 8.0;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 0.4;
  return problem;
}

template <class Function>
std::vector<double> ofCentroids(const Mesh& mesh, const Function& function)
{
  std::vector<double> values;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    values.push_back(function(elementCentroid(mesh, e)));
  }
  return values;
}

double normOf(const std::vector<double>& values)
{
  return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}
}

TEST_P(LoadsOfDesigns, OfWeightHaveTheKnownComplianceAndGradient)
{
  // Value and norm are from a plain program in Python.
  TopologyProblem problem = heavyCantilever();
  problem.design.initialDensity = ofCentroids(problem.structure.mesh,
    [](const Point& p) { return 0.5 + 0.4 * std::sin(7.0 * p[0] + 3.0 * p[1] + 5.0 * p[2]); });
  double value = 0.0;
  const std::vector<double> gradient = this->gradientOf(problem, &value);
  EXPECT_NEAR(value / 1238.371214, 1.0, 1e-8);
  EXPECT_NEAR(normOf(gradient) / 325.8014534, 1.0, 1e-7);
  this->expectDerivatives(problem, gradient);
}

TEST_P(LoadsOfDesigns, OfWeightHaveTheKnownTrajectory)
{
  const auto optimizer = this->optimizer(heavyCantilever());
  const std::vector<double> found = runSteps(*optimizer, 21);
  const std::array<double, 6> known = { 1745.28915, 1272.80224, 1763.74868, 1033.85287, 849.685552,
    745.079351 };
  std::size_t i = 0;
  for (const std::size_t design : { 0, 1, 2, 5, 10, 20 })
  {
    EXPECT_NEAR(found[design] / known[i++], 1.0, 1e-6) << "design " << design;
  }
}

TEST_P(LoadsOfDesigns, OfThermalStrainHaveTheKnownDerivatives)
{
  // J, dJ of element 5 and the sum of all are from a plain program in Python.
  TopologyProblem problem = cantilever(CellType::Hexahedron, { 8, 4, 4 });
  ThermalStrain& thermal = problem.structure.ofDesign.thermal;
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    thermal.temperature.push_back(5.0 * problem.structure.mesh.points[3 * n] + 7.0);
  }
  thermal.reference = 7.0;
  thermal.expansion = 1.0;
  for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
  {
    problem.design.initialDensity.push_back(0.6 + 0.3 * std::cos(double(e)));
  }
  double value = 0.0;
  const std::vector<double> gradient = this->gradientOf(problem, &value);
  EXPECT_NEAR(value, 312.112883, 1e-6);
  EXPECT_NEAR(gradient[5], 6.78144879, 1e-7);
  EXPECT_NEAR(std::accumulate(gradient.begin(), gradient.end(), 0.0), -174.091364, 1e-5);
  EXPECT_EQ(std::count_if(gradient.begin(), gradient.end(), [](double g) { return g > 0.0; }), 52);
  thermal.expansion = 0.0;
  thermal.expansions.assign(gradient.size(), 1.0);
  EXPECT_EQ(this->gradientOf(problem), gradient);
}

TEST_P(LoadsOfDesigns, HaveTheirDerivativesInAllCombinations)
{
  Random random(52);
  for (const CellType type :
    { CellType::Tetrahedron, CellType::QuadraticTetrahedron, CellType::QuadraticHexahedron })
  {
    TopologyProblem problem = cantilever(type, { 4, 2, 2 });
    problem.structure.ofDesign.weight = { 0.5, -1.0, 2.0 };
    problem.structure.ofDesign.thermal.temperature =
      random.vector(problem.structure.mesh.numberOfNodes(), -1.0, 1.0);
    problem.structure.ofDesign.thermal.expansion = 0.3;
    problem.structure.poissonsRatios =
      random.vector(problem.structure.mesh.numberOfElements(), 0.1, 0.4);
    problem.structure.loadCases.push_back(problem.structure.loadCases[0]);
    problem.structure.loadCases[1].name = "Weight alone";
    problem.structure.loadCases[1].weight = 0.7;
    std::fill(problem.structure.loadCases[1].forces.begin(),
      problem.structure.loadCases[1].forces.end(), 0.0);
    problem.design.densities.filter = FilterKind::Density;
    problem.design.densities.filterRadius = 0.6;
    problem.design.densities.stages.projection.mode = ProjectionMode::VolumePreserving;
    problem.solidFractions = random.vector(problem.structure.mesh.numberOfElements(), 0.3, 1.0);
    problem.design.initialDensity = randomDensity(problem, random);
    this->expectDerivatives(problem, this->gradientOf(problem));
  }
}

TEST(LoadsOfDesign, OfPointMassesAreTheirWeight)
{
  TopologyProblem problem = cantilever(CellType::Hexahedron, { 4, 2, 2 });
  std::vector<double>& forces = problem.structure.loadCases[0].forces;
  std::fill(forces.begin(), forces.end(), 1.0);
  problem.structure.pointMasses =
    onThreeComponents(std::vector<double>(problem.structure.mesh.numberOfNodes(), 0.0));
  std::fill_n(problem.structure.pointMasses.begin() + 9, 3, 0.25);
  addWeightOfPoints(problem.structure); // without an acceleration
  EXPECT_EQ(forces, std::vector<double>(forces.size(), 1.0));
  problem.structure.ofDesign.ofPoints = { 1.0, 2.0, -8.0 };
  addWeightOfPoints(problem.structure);
  for (std::size_t i = 0; i < forces.size(); ++i)
  {
    const std::array<double, 3> weight = { 0.25, 0.5, -2.0 };
    EXPECT_DOUBLE_EQ(forces[i], 1.0 + (i / 3 == 3 ? weight[i % 3] : 0.0));
  }
  EXPECT_FALSE(problem.structure.ofDesign.isPresent());
  EXPECT_TRUE(problem.structure.ofDesign.areSome());
  problem.structure.pointMasses[4] = -1.0;
  EXPECT_THROW(addWeightOfPoints(problem.structure), Error);
}

TEST_P(LoadsOfDesigns, ContinueFromStates)
{
  TopologyProblem problem = heavyCantilever();
  problem.structure.solver.tolerance = 1e-6;
  problem.structure.solver.reproducible = true;
  const auto straight = this->optimizer(problem);
  runSteps(*straight, 3);
  const auto other = this->optimizer(problem);
  other->restoreState(straight->saveState());
  EXPECT_EQ(other->gradient(), straight->gradient());
  EXPECT_EQ(runSteps(*other, 3), runSteps(*straight, 3));
}

TEST(LoadsOfDesign, AreRefusedWhereTheyCannotBe)
{
  const auto heavy = [](TopologyProblem& p)
  {
    p.structure.ofDesign.weight = { 0.0, 0.0, -1.0 };
    p.design.settings.optimizer = Optimizer::MovingAsymptotes;
    p.design.densities.filter = FilterKind::Density;
  };
  addSumOfSquares();
  TopologyProblem problem = good();
  const std::uint64_t without = fingerprint(problem);
  heavy(problem);
  problem.structure.ofDesign.weight = {};
  const std::uint64_t light = fingerprint(problem);
  heavy(problem);
  EXPECT_NE(fingerprint(problem), light);
  EXPECT_NE(light, without);
  TopologyProblem hot = problem;
  heat(hot);
  const std::uint64_t solved = fingerprint(hot);
  EXPECT_NE(solved, fingerprint(problem));
  hot.structure.ofDesign.heat.heatSource[0] = 2.0;
  EXPECT_NE(fingerprint(hot), solved);
  std::fill(problem.structure.loadCases[0].forces.begin(),
    problem.structure.loadCases[0].forces.end(), 0.0);
  EXPECT_EQ(refusal(problem), ""); // the weight is a load
  using Change = std::function<void(TopologyProblem&)>;
  const std::vector<std::pair<Change, std::vector<std::string>>> cases = {
    { [](TopologyProblem& p) { p.design.settings.optimizer = Optimizer::OptimalityCriteria; },
      { "Acceleration", "Optimizer MMA" } },
    { [](TopologyProblem& p) { p.design.densities.filter = FilterKind::Sensitivity; },
      { "Acceleration", "Filter Type Density" } },
    { [](TopologyProblem& p)
      {
        p.design.densities.stages.projection.mode = ProjectionMode::Half;
        p.design.densities.stages.robust.isOn = true;
      },
      { "Acceleration", "Robust Design", "All Three Designs" } },
    { [](TopologyProblem& p) {
       p.design.settings.constraints = { { { "SumOfSquares" }, 1.0 } };
     },
      { "Acceleration", "sum of squares", "no derivatives by forces" } },
    { [](TopologyProblem& p) { p.structure.ofDesign.weight[1] = NotANumber; },
      { "Mass Density", "finite" } },
    { [](TopologyProblem& p) { p.structure.ofDesign.thermal.temperature = { 1.0 }; },
      { "Temperature", "one for each point" } },
    { [](TopologyProblem& p)
      {
        p.structure.ofDesign.thermal.temperature.assign(p.structure.mesh.numberOfNodes(), 1.0);
        p.structure.ofDesign.thermal.expansion = Infinity;
      },
      { "Thermal Expansion", "finite" } },
    { [](TopologyProblem& p)
      {
        heat(p);
        p.structure.ofDesign.thermal.expansion = NotANumber;
      },
      { "Thermal Expansion", "finite" } },
    { [](TopologyProblem& p)
      {
        heat(p);
        p.structure.ofDesign.thermal.temperature.assign(p.structure.mesh.numberOfNodes(), 1.0);
      },
      { "temperature is given", "solved with the design" } },
    { [](TopologyProblem& p)
      {
        p.structure.ofDesign.weight = {};
        heat(p);
        p.design.settings.optimizer = Optimizer::OptimalityCriteria;
      },
      { "solved with the design", "Optimizer MMA" } },
    { [](TopologyProblem& p)
      {
        heat(p);
        std::fill(p.structure.ofDesign.heat.fixed.begin(), p.structure.ofDesign.heat.fixed.end(),
          std::uint8_t(0));
      },
      { "Nothing determines the temperature" } },
    { [](TopologyProblem& p)
      {
        heat(p);
        p.structure.ofDesign.heat.leastRatio = 1.0;
      },
      { "Minimum Conductivity Ratio is 1" } },
  };
  for (const auto& [change, words] : cases)
  {
    expectRefusal(
      [&, &with = change](TopologyProblem& p)
      {
        heavy(p);
        with(p);
      },
      words);
  }
}
