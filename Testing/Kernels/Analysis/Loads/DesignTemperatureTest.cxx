// Tests of temperatures that are solved with the design, in optimizations: a known answer,
// derivatives against differences, the field, and states.

#include "Optimization/Elements/LoadsOfDesigns.h"

#include "Analysis/Heat/HeatAnalysis.h"
#include "Analysis/Heat/HeatOfDesign.h"

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
class DesignTemperatures : public LoadsOfDesigns
{
};
INSTANTIATE_TEST_SUITE_P(
  Every, DesignTemperatures, ::testing::ValuesIn(deviceRequests()), deviceName);

/// Adds cooling at x = 2, flows, random sources and temperatures.
void heatInManyWays(TopologyProblem& problem, Random& random)
{
  heat(problem);
  const Mesh& mesh = problem.structure.mesh;
  DesignHeat& heat = problem.structure.ofDesign.heat;
  const std::size_t nodes = mesh.numberOfNodes();
  heat.conductivity = 2.0;
  heat.heatSource = random.vector(mesh.numberOfElements(), -1.0, 2.0);
  heat.heatFlow = random.vector(nodes, -0.1, 0.2);
  heat.prescribedTemperature = random.vector(nodes, -1.0, 1.0);
  heat.ambientTemperature = random.vector(nodes, -2.0, 0.0);
  heat.filmCoefficient = random.vector(nodes, 0.5, 1.0);
  for (std::size_t n = 0; n < nodes; ++n)
  {
    heat.filmCoefficient[n] *= isAt(mesh.points[3 * n], 2.0) ? 1.0 : 0.0;
  }
  problem.structure.ofDesign.thermal.reference = 0.3;
}

/// The field of a name of the last iterate.
std::vector<double> fieldOf(const TopologyOptimizer& optimizer, const std::string& name)
{
  const std::vector<FieldDescription> fields = optimizer.fields();
  for (std::size_t i = 0; i < fields.size(); ++i)
  {
    if (fields[i].name == name)
    {
      return optimizer.field(i);
    }
  }
  return {};
}
}

TEST_P(DesignTemperatures, HaveTheKnownDerivatives)
{
  // J, dJ of element 5 and the sum of all are from a plain program in Python.
  TopologyProblem problem = cantilever(CellType::Hexahedron, { 8, 4, 4 });
  heat(problem);
  for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
  {
    problem.design.initialDensity.push_back(0.6 + 0.3 * std::cos(double(e)));
  }
  // The second is solved in the order of a voxel grid.
  for (const Preconditioner preconditioner : { Preconditioner::Auto, Preconditioner::Multigrid })
  {
    problem.structure.solver.preconditioner = preconditioner;
    double value = 0.0;
    const std::vector<double> gradient = this->gradientOf(problem, &value);
    EXPECT_NEAR(value, 318.331835, 1e-6);
    EXPECT_NEAR(gradient[5], 4.73337128, 1e-7);
    EXPECT_NEAR(std::accumulate(gradient.begin(), gradient.end(), 0.0), -1625.60205, 1e-5);
    EXPECT_EQ(
      std::count_if(gradient.begin(), gradient.end(), [](double g) { return g > 0.0; }), 31);
  }
}

TEST_P(DesignTemperatures, HaveTheirDerivativesInAllCombinations)
{
  Random random(53);
  for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
         CellType::Hexahedron, CellType::QuadraticHexahedron })
  {
    TopologyProblem problem = cantilever(type, { 4, 2, 2 });
    heatInManyWays(problem, random);
    DensitySettings& densities = problem.design.densities;
    densities.filter = FilterKind::Density;
    densities.filterRadius = 0.6;
    if (type == CellType::Hexahedron)
    {
      problem.structure.solver.preconditioner = Preconditioner::Multigrid;
      densities.stages.projection.mode = ProjectionMode::Half;
      densities.stages.robust.isOn = true;
      densities.stages.robust.analysesAll = true;
    }
    else
    {
      problem.structure.ofDesign.weight = { 0.5, -1.0, 2.0 };
      problem.structure.poissonsRatios =
        random.vector(problem.structure.mesh.numberOfElements(), 0.1, 0.4);
      problem.structure.ofDesign.thermal.expansions =
        random.vector(problem.structure.mesh.numberOfElements(), 0.1, 0.4);
      densities.stages.projection.mode = ProjectionMode::VolumePreserving;
    }
    problem.structure.loadCases.push_back(problem.structure.loadCases[0]);
    problem.structure.loadCases[1].name = "Second";
    problem.structure.loadCases[1].weight = 0.7;
    std::rotate(problem.structure.loadCases[1].forces.begin(),
      problem.structure.loadCases[1].forces.begin() + 1,
      problem.structure.loadCases[1].forces.end());
    problem.solidFractions = random.vector(problem.structure.mesh.numberOfElements(), 0.3, 1.0);
    problem.design.initialDensity = randomDensity(problem, random);
    this->expectDerivatives(problem, this->gradientOf(problem));
  }
}

TEST_P(DesignTemperatures, ShowThatOfHeatConduction)
{
  Random random(54);
  TopologyProblem problem = cantilever(CellType::Hexahedron, { 4, 2, 2 });
  heatInManyWays(problem, random);
  problem.design.initialDensity = randomDensity(problem, random);
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  const auto optimizer = this->optimizer(problem);
  runSteps(*optimizer, 3);
  HeatProblem heated = heatOfDesign(problem.structure, {});
  for (const double density : optimizer->density())
  {
    heated.conductivities.push_back(2.0 * (1e-3 + std::pow(density, 3.0) * (1.0 - 1e-3)));
  }
  const std::vector<double> expected =
    analyseHeat(heated, selectDevice(DeviceRequest::Host), this->Silent)->temperature;
  const std::vector<double> found = fieldOf(*optimizer, "Temperature");
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t n = 0; n < found.size(); ++n)
  {
    EXPECT_NEAR(found[n], expected[n], 1e-7);
  }
  // The temperature and its adjoint are part of states.
  const auto other = this->optimizer(problem);
  other->restoreState(optimizer->saveState());
  EXPECT_EQ(fieldOf(*other, "Temperature"), found);
  EXPECT_EQ(other->gradient(), optimizer->gradient());
  const std::vector<double> further = runSteps(*other, 2);
  const std::vector<double> straight = runSteps(*optimizer, 2);
  for (std::size_t i = 0; i < further.size(); ++i)
  {
    EXPECT_NEAR(further[i] / straight[i], 1.0, 1e-9);
  }
}
