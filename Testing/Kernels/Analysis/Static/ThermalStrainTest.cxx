// Tests of thermal strains: free and clamped bodies, and known answers from an independent program
// in Python.

#include "Analysis/Static/ThermalStrainTestInput.h"
#include "Support/CellTypes.h"
#include "Support/Meshes/HollowSphere.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Spaces.h"

#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/ThermalLoad.h"
#include "Core/Error.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class ThermalStrains : public OnDevice
{
protected:
  StaticAnalysis analyse(const StaticProblem& problem)
  {
    Observer silent;
    return analyseStatic(problem, this->Used, silent).value();
  }
};

using Field = std::function<double(const Point&)>;
using Four = std::array<double, 4>; // in the order of AllCellTypes

Point positionOf(const Mesh& mesh, std::size_t node)
{
  const double* x = &mesh.points[3 * node];
  return { x[0], x[1], x[2] };
}

StaticProblem heated(Mesh mesh, const Field& temperature)
{
  StaticProblem problem;
  StructuralProblem& structure = problem.structure;
  structure.mesh = std::move(mesh);
  structure.supports.assign(structure.mesh.points.size(), 0);
  structure.solver.tolerance = 1e-12;
  for (std::size_t node = 0; node < structure.mesh.numberOfNodes(); ++node)
  {
    problem.thermalStrain.temperature.push_back(temperature(positionOf(structure.mesh, node)));
  }
  problem.recovery = StressRecovery::Direct;
  return problem;
}

void holdWhere(StaticProblem& problem, const std::function<bool(const Point&, std::size_t)>& where)
{
  for (std::size_t i = 0; i < problem.structure.supports.size(); ++i)
  {
    if (where(positionOf(problem.structure.mesh, i / 3), i % 3))
    {
      problem.structure.supports[i] = 1;
    }
  }
}

double largest(const std::vector<double>& values)
{
  double found = 0.0;
  for (const double value : values)
  {
    found = std::max(found, std::abs(value));
  }
  return found;
}

double stressAt(
  const StaticProblem& problem, const StaticAnalysis& analysis, const Point& place, int component)
{
  return analysis.loadCases[0]
    .nodalStress[6 * nodeAt(problem.structure.mesh, place) + std::size_t(component)];
}

StaticProblem clampedBox(CellType type)
{
  StaticProblem problem = heated(makeBox(type, { 2, 2, 2 }, [](const Point& p) { return p; }),
    [](const Point&) { return 120.0; });
  holdWhere(problem, [](const Point& p, std::size_t) { return p[0] < 5.0; });
  problem.thermalStrain.reference = 20.0;
  problem.thermalStrain.expansion = 1e-5;
  problem.structure.material = { 200.0, 0.25 };
  return problem;
}
}

TEST_P(ThermalStrains, AFreeBodyOfLinearTemperatureHasNoStressInQuadraticElements)
{
  const Point b = { 0.3, -0.7, 0.2 };
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    const auto T = [b](const Point& p) { return 1.0 + b[0] * p[0] + b[1] * p[1] + b[2] * p[2]; };
    StaticProblem problem = heated(makeBox(type, { 3, 3, 3 },
                                     [](const Point& p) {
                                       return Point{ p[0], 0.2 * p[0] + p[1], 0.1 * p[1] + p[2] };
                                     }),
      T);
    problem.thermalStrain.expansion = 0.01;
    holdWhere(problem,
      [](const Point& p, std::size_t c)
      {
        const auto isPoint = [&p](double x, double y, double z)
        { return isAt(p[0], x) && isAt(p[1], y) && isAt(p[2], z); };
        return isPoint(0, 0, 0) || (isPoint(0, 0, 1) && c < 2) || (isPoint(0, 1, 0.1) && c == 0);
      });
    const StaticAnalysis analysis = this->analyse(problem);
    const StaticLoadCase& load = analysis.loadCases[0];
    EXPECT_EQ(load.name, "Thermal expansion");
    EXPECT_LT(load.summary.imbalance, 1e-10);
    EXPECT_LT(largest(load.reaction), 1e-10);
    if (!cellShape(type).isQuadratic())
    {
      EXPECT_GT(largest(load.nodalStress), 1e-5);
      continue;
    }
    EXPECT_LT(largest(load.nodalStress), 1e-10);
    EXPECT_LT(largest(load.stress), 1e-10);
    EXPECT_LT(load.summary.strainEnergy, 1e-18);
    // The difference to the exact displacement is a rigid-body motion: distances do not change.
    const Mesh& mesh = problem.structure.mesh;
    const auto difference = [&](std::size_t node, std::size_t c)
    {
      const Point x = positionOf(mesh, node);
      const double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
      return load.displacement[3 * node + c] - 0.01 * (T(x) * x[c] - b[c] * square / 2.0);
    };
    for (std::size_t i = 1; i < mesh.numberOfNodes(); ++i)
    {
      double change = 0.0;
      for (std::size_t c = 0; c < 3; ++c)
      {
        change += (difference(i, c) - difference(i - 1, c)) *
          (mesh.points[3 * i + c] - mesh.points[3 * i - 3 + c]);
      }
      EXPECT_LT(std::abs(change), 1e-10);
    }
  }
}

TEST_P(ThermalStrains, LayersBetweenWallsHaveThePressureOfTheirExpansion)
{
  // Each layer can expand along x, and is supported in y and z.
  constexpr std::size_t layers = 6;
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    StaticProblem problem =
      heated(makeBox(type, { int(layers), 1, 1 }, [](const Point& p) { return p; }),
        [](const Point&) { return 120.0; });
    problem.thermalStrain.reference = 20.0;
    holdWhere(problem, [](const Point& p, std::size_t c) { return c > 0 || isAt(p[0], 0.0); });
    const std::size_t elements = problem.structure.mesh.numberOfElements();
    const auto ratioOf = [](std::size_t layer) { return layer % 3 == 0 ? 0.25 : 0.4; };
    for (std::size_t e = 0; e < elements; ++e)
    {
      const std::size_t layer = layers * e / elements;
      problem.moduli.push_back(layer % 2 == 0 ? 200.0 : 100.0);
      problem.thermalStrain.expansions.push_back(layer < layers / 2 ? 1e-5 : 3e-5);
      problem.structure.poissonsRatios.push_back(ratioOf(layer));
    }
    const StaticAnalysis analysis = this->analyse(problem);
    double energy = 0.0;
    for (std::size_t e = 0; e < elements; ++e)
    {
      const double nu = ratioOf(layers * e / elements);
      const double stress =
        -problem.moduli[e] / (1.0 - nu) * problem.thermalStrain.expansions[e] * 100.0;
      for (std::size_t c = 0; c < 6; ++c)
      {
        EXPECT_NEAR(
          analysis.loadCases[0].stress[6 * e + c], c == 1 || c == 2 ? stress : 0.0, 1e-11);
      }
      const double density = (1.0 - nu) * stress * stress / problem.moduli[e];
      EXPECT_NEAR(analysis.loadCases[0].strainEnergyDensity[e], density, 1e-10 * density);
      energy += density / double(elements);
    }
    EXPECT_NEAR(analysis.loadCases[0].summary.strainEnergy, energy, 1e-10 * energy);
  }
}

TEST_P(ThermalStrains, AClampedBodyIsLoadedByItsExpansionAlone)
{
  // Without any strain, sigma = -E alpha (T - T0) / (1 - 2 nu) in each direction. The clamped box
  // has no free node; the other one has free nodes inside, at which the forces of a uniform
  // temperature cancel.
  const double expected = -200.0 * 1e-5 * 100.0 / (1.0 - 2.0 * 0.25);
  for (const CellType type : AllCellTypes)
  {
    for (const bool isFreeInside : { false, true })
    {
      SCOPED_TRACE(cellShape(type).name);
      SCOPED_TRACE(isFreeInside ? "free inside" : "clamped throughout");
      StaticProblem problem = clampedBox(type);
      if (isFreeInside)
      {
        problem.structure.supports.assign(problem.structure.supports.size(), 0);
        const auto isOnSurface = [](const Point& p) {
          return std::any_of(
            p.begin(), p.end(), [](double x) { return isAt(x, 0.0) || isAt(x, 1.0); });
        };
        holdWhere(problem, [&](const Point& p, std::size_t) { return isOnSurface(p); });
      }
      const StaticAnalysis analysis = this->analyse(problem);
      const StaticLoadCase& load = analysis.loadCases[0];
      EXPECT_EQ(load.name, "Thermal expansion");
      EXPECT_LT(largest(load.displacement), 1e-15);
      for (std::size_t i = 0; i < load.stress.size(); ++i)
      {
        EXPECT_NEAR(load.stress[i], i % 6 < 3 ? expected : 0.0, 1e-12);
      }
      for (std::size_t i = 0; i < load.nodalStress.size(); ++i)
      {
        EXPECT_NEAR(load.nodalStress[i], i % 6 < 3 ? expected : 0.0, 1e-12);
      }
      EXPECT_LT(load.summary.vonMisesStress.value, 1e-12);
      EXPECT_NEAR(load.summary.compliance, 0.0, 1e-15);
      // This is half of stress times mechanical strain, in three directions.
      EXPECT_NEAR(load.summary.strainEnergy, -1.5 * expected * 1e-5 * 100.0, 1e-14);
      EXPECT_LT(load.summary.imbalance, 1e-12);
      EXPECT_LT(load.summary.relativeError, 1e-6);
    }
  }
}

TEST_P(ThermalStrains, ABarBetweenWallsHasTheStressOfItsExpansion)
{
  // The bar is supported along x at both ends and free across: sigma = -E alpha (T - T0) along the
  // bar. Its only load is its thermal expansion, which acts on supported and free components.
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    StaticProblem problem = heated(makeBox(type, { 4, 2, 2 },
                                     [](const Point& p) {
                                       return Point{ 4.0 * p[0], p[1], p[2] };
                                     }),
      [](const Point&) { return 120.0; });
    problem.thermalStrain.reference = 20.0;
    problem.thermalStrain.expansion = 1e-5;
    problem.structure.material = { 200.0, 0.25 };
    holdWhere(problem,
      [](const Point& p, std::size_t c)
      { return c == 0 ? isAt(p[0], 0.0) || isAt(p[0], 4.0) : isAt(p[c], 0.0); });
    const StaticAnalysis analysis = this->analyse(problem);
    const std::vector<double>& stress = analysis.loadCases[0].stress;
    for (std::size_t i = 0; i < stress.size(); ++i)
    {
      EXPECT_NEAR(stress[i], i % 6 == 0 ? -200.0 * 1e-5 * 100.0 : 0.0, 1e-11);
    }
    EXPECT_NEAR(analysis.loadCases[0].summary.vonMisesStress.value, 0.2, 1e-11);
  }
}

TEST_P(ThermalStrains, ExpansionAddsToTheLoadCasesAsALoadOfItsOwn)
{
  StaticProblem problem = clampedBox(CellType::Hexahedron);
  problem.structure.supports.assign(problem.structure.supports.size(), 0);
  holdWhere(problem, [](const Point& p, std::size_t) { return isAt(p[0], 0.0); });
  const std::vector<double> heat = this->analyse(problem).loadCases[0].displacement;
  LoadCase pull;
  pull.name = "Pull";
  pull.forces.assign(problem.structure.mesh.points.size(), 0.0);
  pull.forces[3 * nodeAt(problem.structure.mesh, { 1.0, 1.0, 1.0 })] = 2.0;
  problem.structure.loadCases = { pull };
  const StaticAnalysis both = this->analyse(problem);
  problem.thermalStrain = {};
  const StaticAnalysis alone = this->analyse(problem);
  ASSERT_EQ(both.loadCases.size(), 1U);
  for (std::size_t i = 0; i < heat.size(); ++i)
  {
    EXPECT_NEAR(
      both.loadCases[0].displacement[i], heat[i] + alone.loadCases[0].displacement[i], 1e-11);
  }
}

TEST_P(ThermalStrains, SlowAHollowSphereHasTheKnownStress)
{
  // The value of Timoshenko and Goodier, section 151, is -50 / 49.
  const Four expected = { -0.847447302, -1.02280514, -0.924954182, -1.03540170 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    StaticProblem problem = heated(eighthOfHollowSphere(AllCellTypes[t], 8),
      [](const Point& p) { return 2.0 / std::hypot(p[0], p[1], p[2]) - 1.0; });
    problem.thermalStrain.expansion = 1.0;
    holdWhere(problem, [](const Point& p, std::size_t c) { return isAt(p[c], 0.0); });
    EXPECT_NEAR(stressAt(problem, this->analyse(problem), { 0.0, 0.0, 1.0 }, 0), expected[t], 6e-9);
  }
}

TEST_P(ThermalStrains, SlowLE11HasTheKnownStress)
{
  // The published value is -105.
  const Four expected = { -82.4200258, -98.9133273, -110.357118, -103.181651 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    StaticProblem problem = heated(
      le11Mesh(AllCellTypes[t], 2), [](const Point& p) { return std::hypot(p[0], p[1]) + p[2]; });
    problem.structure.material = { 210e3, 0.3 };
    problem.thermalStrain.expansion = 2.3e-4;
    holdWhere(problem,
      [](const Point& p, std::size_t c)
      { return isAt(p[c], 0.0) || (c == 2 && isAt(p[2], 1.79)); });
    EXPECT_NEAR(stressAt(problem, this->analyse(problem), { 1.0, 0.0, 0.0 }, 2), expected[t], 6e-7);
  }
}

TEST_P(ThermalStrains, ForcesOfMixedMeshesAreInEquilibrium)
{
  const auto shifted = [](double by) {
    return [by](const Point& p) { return Point{ p[0] + by, p[1] * (1.0 + 0.1 * p[0]), p[2] }; };
  };
  const Mesh mesh =
    joinMeshes({ makeBox(CellType::QuadraticHexahedron, { 2, 2, 2 }, shifted(0.0)),
                 makeBox(CellType::QuadraticTetrahedron, { 2, 2, 2 }, shifted(3.0)) },
      1e-9);
  ThermalStrain strain;
  strain.expansion = 0.5;
  for (std::size_t i = 0; i < mesh.numberOfNodes(); ++i)
  {
    strain.temperature.push_back(std::cos(double(i)));
  }
  const std::vector<double> forces = thermalForces(mesh, { { 3.0, 0.2 } }, strain);
  const Resultant resultant = resultantOf(mesh.points, forces);
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(resultant.force[c], 0.0, 1e-13);
    EXPECT_NEAR(resultant.moment[c], 0.0, 1e-12);
  }
  EXPECT_GT(largest(forces), 0.01);
}

TEST_P(ThermalStrains, RefusesWhatItCannotComputeWith)
{
  const auto refusal = [this](const std::function<void(StaticProblem&)>& change)
  {
    StaticProblem problem = clampedBox(CellType::Hexahedron);
    change(problem);
    try
    {
      this->analyse(problem);
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal([](StaticProblem& p) { p.thermalStrain.temperature.pop_back(); }),
    "Temperature has 26 values, but 27 are needed: one for each point.");
  EXPECT_NE(refusal([](StaticProblem& p)
              { p.thermalStrain.temperature[4] = std::numeric_limits<double>::quiet_NaN(); })
              .find("Temperature"),
    std::string::npos);
  EXPECT_NE(refusal([](StaticProblem& p) { p.thermalStrain.reference = INFINITY; })
              .find("The reference temperature is inf"),
    std::string::npos);
  EXPECT_NE(refusal([](StaticProblem& p) { p.thermalStrain.expansion = INFINITY; })
              .find("Thermal expansion is inf"),
    std::string::npos);
  EXPECT_EQ(refusal([](StaticProblem& p) { p.thermalStrain.reference = 120.0; }),
    "Load case 'Thermal expansion' has no load: all its forces are zero, and there is no thermal "
    "strain, as the temperature is the reference temperature everywhere, or the thermal expansion "
    "is 0. Change one of them, or give some nodes a force.");
  EXPECT_EQ(refusal([](StaticProblem& p) { p.thermalStrain.expansions = { 1.0 }; }),
    "Thermal expansion has 1 values, but 8 are needed: one for each element.");
}

TRABECULA_ON_EVERY_DEVICE(ThermalStrains);
