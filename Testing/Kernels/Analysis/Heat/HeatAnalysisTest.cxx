// Tests of heat conduction: exact solutions, known answers from an independent program in Python,
// heat balance.

#include "Analysis/Heat/HeatCases.h"
#include "Support/Meshes/HollowSphere.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Spaces.h"

#include "Analysis/Heat/HeatAnalysis.h"
#include "Analysis/Heat/HeatLoads.h"
#include "Analysis/Heat/HeatReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class HeatAnalyses : public OnDevice
{
protected:
  HeatAnalysis analyse(const HeatProblem& problem)
  {
    Observer silent;
    return analyseHeat(problem, this->Used, silent).value();
  }
};

using Four = std::array<double, 4>; // in the order of AllCellTypes

/// [0, 1]^3 distorted inside and on its faces, which remain plane.
Point wavy(const Point& p)
{
  Point q = p;
  for (std::size_t c = 0; c < 3; ++c)
  {
    q[c] += 0.04 * std::sin(M_PI * p[c]) * std::cos(2.0 * p[(c + 1) % 3] + p[(c + 2) % 3]);
  }
  return q;
}

/// A mesh with mid-edge nodes in the middle of straight edges, as the quadrature of TET10 is not
/// exact on curved elements.
Mesh straightened(Mesh mesh)
{
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const CellShape& shape = mesh.shape(e);
    for (int i = 0; shape.isQuadratic() && i < shape.edges; ++i)
    {
      const auto node = [&](int a) { return 3 * std::size_t(mesh.element(e)[a]); };
      for (std::size_t c = 0; c < 3; ++c)
      {
        mesh.points[node(shape.corners + i) + c] = 0.5 *
          (mesh.points[node(shape.edgeCorners[std::size_t(i)][0]) + c] +
            mesh.points[node(shape.edgeCorners[std::size_t(i)][1]) + c]);
      }
    }
  }
  return mesh;
}

HeatProblem slab(CellType type)
{
  HeatProblem problem = conductorOf(makeBox(type, { 4, 1, 1 },
    [](const Point& p) {
      return Point{ 2.0 * p[0], p[1], p[2] };
    }));
  problem.conductivity = 2.0;
  fixWhere(
    problem, [](const Point& p) { return isAt(p[0], 0.0); }, 1.0);
  filmWhere(
    problem, [](const Point& p) { return isAt(p[0], 2.0); }, 4.0, -1.0);
  setSource(problem, 3.0);
  return problem;
}
}

TEST_P(HeatAnalyses, ALinearTemperatureIsExactOnDistortedMeshes)
{
  const Point flux = { -1.5, 3.5, -1.0 }; // -5 times the gradient
  const auto exact = [](const Point& p) { return 0.3 * p[0] - 0.7 * p[1] + 0.2 * p[2]; };
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    HeatProblem problem = conductorOf(straightened(makeBox(type, { 3, 3, 3 }, wavy)));
    problem.conductivity = 5.0;
    fixWhere(problem, isOnCube, exact);
    const HeatAnalysis analysis = this->analyse(problem);
    for (std::size_t i = 0; i < problem.fixed.size(); ++i)
    {
      EXPECT_NEAR(analysis.temperature[i], exact(placeOf(problem.mesh, i)), 1e-11);
      for (std::size_t c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(analysis.nodalHeatFlux[3 * i + c], flux[c], 1e-9);
      }
    }
    EXPECT_NEAR(analysis.heatFlux[1], 3.5, 1e-9);
    EXPECT_LT(analysis.summary.imbalance, 1e-12);
  }
}

TEST_P(HeatAnalyses, ASlabWithSourceAndFilmIsExactAtNodesButOfLinearTetrahedra)
{
  const double b = (4.0 * (3.0 - 2.0) + 6.0) / (4.0 * 2.0 + 2.0); // 2 T' + 4 (T + 1) = 0 at x = 2
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    const HeatProblem problem = slab(type);
    const HeatAnalysis analysis = this->analyse(problem);
    EXPECT_NEAR(analysis.summary.sources, 6.0, 1e-12);
    EXPECT_LT(analysis.summary.imbalance, 1e-11);
    if (type == CellType::Tetrahedron)
    {
      continue;
    }
    for (std::size_t i = 0; i < problem.fixed.size(); ++i)
    {
      const double x = problem.mesh.points[3 * i];
      EXPECT_NEAR(analysis.temperature[i], 1.0 + b * x - 0.75 * x * x, 1e-11);
    }
    const HeatSummary& summary = analysis.summary;
    const double end = 1.0 + 2.0 * b - 3.0;
    EXPECT_NEAR(summary.films, -4.0 * (end + 1.0), 1e-10);
    EXPECT_NEAR(summary.fixed, -2.0 * b, 1e-10);
    EXPECT_NEAR(summary.lowestTemperature.value, std::min(end, 1.0), 1e-11);
    EXPECT_NEAR(analysis.volume, 2.0, 1e-13);
    double reactions = 0.0;
    for (const double reaction : analysis.reaction)
    {
      reactions += reaction;
    }
    EXPECT_NEAR(reactions, summary.films + summary.fixed, 1e-12);
  }
}

TEST_P(HeatAnalyses, SlowACubeWithASourceHasTheKnownTemperature)
{
  // The exact value is 0.0201685003.
  const Four expected = { 0.0184186169, 0.0201406231, 0.0194781880, 0.0201574723 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    HeatProblem problem =
      conductorOf(makeBox(AllCellTypes[t], { 8, 8, 8 }, [](const Point& p) { return p; }));
    fixWhere(problem, isOnCube, 0.0);
    setSource(problem, 1.0);
    EXPECT_NEAR(this->analyse(problem).summary.thermalCompliance, expected[t], 6e-11);
  }
}

TEST_P(HeatAnalyses, AHollowCylinderConductsTheKnownHeat)
{
  // The exact value is pi / (2 log 2) = 2.266180071.
  const Four expected = { 2.27465034, 2.26618969, 2.27508618, 2.26618111 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    HeatProblem problem = conductorOf(makeBox(AllCellTypes[t], { 8, 8, 1 },
      [](const Point& p)
      {
        const double angle = p[1] * M_PI / 2.0;
        return Point{ (1.0 + p[0]) * std::cos(angle), (1.0 + p[0]) * std::sin(angle), p[2] };
      }));
    const auto radius = [](const Point& p) { return std::hypot(p[0], p[1]); };
    fixWhere(
      problem, [&](const Point& p) { return isAt(radius(p), 1.0); }, 1.0);
    fixWhere(
      problem, [&](const Point& p) { return isAt(radius(p), 2.0); }, 0.0);
    const HeatAnalysis analysis = this->analyse(problem);
    double flow = 0.0;
    for (std::size_t i = 0; i < problem.fixed.size(); ++i)
    {
      flow += analysis.reaction[i] * analysis.temperature[i];
    }
    EXPECT_NEAR(flow, expected[t], 6e-9);
  }
}

TEST_P(HeatAnalyses, SlowAHollowSphereWithFluxAndFilmHasTheKnownTemperature)
{
  // The exact value is 3 pi / 8.
  const Four expected = { 1.17132688, 1.17809044, 1.17108946, 1.17808721 };
  const auto isOn = [](double radius)
  { return [radius](const Point& p) { return isAt(std::hypot(p[0], p[1], p[2]), radius); }; };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    HeatProblem problem = conductorOf(eighthOfHollowSphere(AllCellTypes[t], 8));
    filmWhere(problem, isOn(2.0), 1.0, 0.0);
    problem.heatFlow = flowsOfFlux(facesWhere(problem.mesh, isOn(1.0)), 1.0);
    const HeatAnalysis analysis = this->analyse(problem);
    EXPECT_NEAR(analysis.summary.thermalCompliance, expected[t], 6e-9);
    EXPECT_NEAR(analysis.summary.films, -analysis.summary.heatFlow, 1e-10);
  }
}

TEST_P(HeatAnalyses, SlowT4HasTheKnownTemperature)
{
  // The series yields 18.25375654; the published value is 18.3.
  const Four expected = { 18.1706480, 18.2648875, 18.0927223, 18.2717572 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    HeatProblem problem = conductorOf(makeBox(AllCellTypes[t], { 12, 20, 1 },
      [](const Point& p) {
        return Point{ 0.6 * p[0], p[1], 0.1 * p[2] };
      }));
    problem.conductivity = 52.0;
    fixWhere(
      problem, [](const Point& p) { return isAt(p[1], 0.0); }, 100.0);
    // Faces at the end z = 0 or 0.1 have nodes off these planes.
    filmWhere(
      problem, [](const Point& p) { return isAt(p[0], 0.6) || isAt(p[1], 1.0); }, 750.0, 0.0);
    const HeatAnalysis analysis = this->analyse(problem);
    EXPECT_NEAR(analysis.temperature[nodeAt(problem.mesh, { 0.6, 0.2, 0.0 })], expected[t], 6e-8);
  }
}

TEST_P(HeatAnalyses, T2RadiatesToTheKnownTemperature)
{
  // In NAFEMS T2, Newton's method for s (T^4 - Ta^4) is a film of 4 s T^3. The published value is
  // 927.0.
  constexpr double s = 0.98 * 5.67e-8;
  HeatProblem problem = conductorOf(makeBox(CellType::Hexahedron, { 1, 1, 1 },
    [](const Point& p) {
      return Point{ 0.1 * p[0], 0.1 * p[1], 0.1 * p[2] };
    }));
  problem.conductivity = 55.6;
  const auto radiates = [](const Point& p) { return isAt(p[0], 0.1); };
  fixWhere(
    problem, [](const Point& p) { return isAt(p[0], 0.0); }, 1000.0);
  double T = 1000.0;
  for (int i = 0; i < 6; ++i)
  {
    const double cube = T * T * T;
    filmWhere(
      problem, radiates, 4.0 * s * cube, T - (cube * T - std::pow(300.0, 4)) / (4.0 * cube));
    T = this->analyse(problem).temperature[nodeAt(problem.mesh, { 0.1, 0.0, 0.0 })];
  }
  EXPECT_NEAR(T, 927.0076062, 6e-8);
}

TEST_P(HeatAnalyses, AgreesWithTheReferenceForAnyLoadsAndMaterials)
{
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    HeatProblem problem = conductorOf(makeBox(type, { 4, 3, 3 }, wavy));
    const std::size_t nodes = problem.fixed.size();
    fixWhere(
      problem, [](const Point& p) { return isAt(p[0], 0.0) && p[1] < 0.5; },
      [](const Point& p) { return 3.0 + p[2]; });
    filmWhere(
      problem, [](const Point& p) { return isAt(p[2], 1.0); }, 1.0, 0.0);
    for (std::size_t i = 0; i < nodes; ++i)
    {
      problem.filmCoefficient[i] *= 2.0 + std::cos(double(i));
      problem.ambientTemperature[i] = std::sin(double(i));
      problem.heatFlow.push_back(i % 7 == 0 ? std::cos(double(3 * i)) : 0.0);
    }
    for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
    {
      problem.conductivities.push_back(1.5 + std::sin(double(e)));
      problem.heatSource.push_back(e % 3 == 0 ? 5.0 : -1.0);
      problem.solidFractions.push_back(0.6 + 0.4 * std::cos(double(e)) * std::cos(double(e)));
    }
    const HeatAnalysis analysis = this->analyse(problem);
    const std::vector<double> expected = reference::solveHeat(problem);
    const std::vector<double> flux = reference::nodalHeatFlux(problem, expected);
    const std::vector<double> conducted = reference::conductedHeat(problem, expected);
    const std::vector<double> sources = reference::sourceHeat(problem);
    for (std::size_t i = 0; i < nodes; ++i)
    {
      EXPECT_NEAR(analysis.temperature[i], expected[i], 1e-9);
      // Heat that flows from nodes into elements comes from loads, films or fixed nodes.
      EXPECT_NEAR(analysis.reaction[i], conducted[i] - sources[i] - problem.heatFlow[i], 1e-8);
    }
    for (std::size_t i = 0; i < flux.size(); ++i)
    {
      EXPECT_NEAR(analysis.nodalHeatFlux[i], flux[i], 1e-7);
    }
    EXPECT_LT(analysis.summary.imbalance, 1e-10);
  }
}

TEST_P(HeatAnalyses, ConductsThroughMixedMeshesAndLeavesLoosePointsAlone)
{
  const auto shifted = [](double by) {
    return [by](const Point& p) { return Point{ p[0] + by, p[1], p[2] }; };
  };
  HeatProblem problem =
    conductorOf(joinMeshes({ makeBox(CellType::Hexahedron, { 2, 2, 2 }, shifted(0.0)),
                             makeBox(CellType::QuadraticTetrahedron, { 2, 2, 2 }, shifted(2.0)) },
      1e-9));
  problem.mesh.points.insert(problem.mesh.points.end(), { 9.0, 9.0, 9.0 });
  problem.fixed.push_back(0);
  fixWhere(
    problem, [](const Point& p) { return isAt(p[0], 0.0) || isAt(p[0], 2.0); }, 1.0);
  fixWhere(
    problem, [](const Point& p) { return isAt(p[0], 1.0) || isAt(p[0], 3.0); }, 2.0);
  const HeatAnalysis analysis = this->analyse(problem);
  for (std::size_t i = 0; i + 1 < problem.fixed.size(); ++i)
  {
    const double x = problem.mesh.points[3 * i];
    EXPECT_NEAR(analysis.temperature[i], 1.0 + (x > 1.5 ? x - 2.0 : x), 1e-11);
  }
  EXPECT_EQ(analysis.temperature.back(), 0.0);
  EXPECT_NEAR(analysis.summary.lowestTemperature.value, 1.0, 1e-12);
}

TEST_P(HeatAnalyses, StopsWhenAskedTo)
{
  class Stopping : public Observer
  {
  public:
    bool stopRequested() override { return true; }
  };
  Stopping observer;
  EXPECT_FALSE(analyseHeat(slab(CellType::Hexahedron), this->Used, observer).has_value());
}

TRABECULA_ON_EVERY_DEVICE(HeatAnalyses);
