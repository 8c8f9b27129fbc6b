// Tests of structures with known answers from an independent program in Python, with all types of
// cells.

#include "Support/CellTypes.h"
#include "Support/Meshes/HollowSphere.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Stress/StressRecovery.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class KnownStructures : public OnDevice
{
protected:
  ElasticAnalysis analyse(const StructuralProblem& problem)
  {
    Observer silent;
    const std::vector<double> solid(problem.mesh.numberOfElements(), 1.0);
    return analyseElastic(problem, solid, this->Used, silent).value();
  }

  /// A component of the stress at a node.
  double stressAt(const StructuralProblem& problem, const ElasticAnalysis& analysis,
    const Point& position, std::size_t component, StressRecovery recovery)
  {
    const std::vector<double> stresses = nodalStresses(
      problem.mesh, { problem.material }, analysis.loadCases[0].displacement, recovery);
    return stresses[6 * nodeAt(problem.mesh, position) + component];
  }
};

/// Values in the order of AllCellTypes.
using Four = std::array<double, 4>;

Traction constantly(const Vector3& traction)
{
  return [traction](const Vector3&, const Vector3&) { return traction; };
}

TopologyProblem cantileverOf(CellType type, int m)
{
  TopologyProblem problem = structureOf(
    makeBox(type, { 10 * m, m, 2 * m },
      [](const Point& p) {
        return Point{ 10 * p[0], p[1], 2 * p[2] };
      }),
    { 210000.0, 0.3 }, [](const Point& p) { return isAt(p[0], 10.0); },
    constantly({ 0.0, 0.0, -500.0 }));
  clamp(problem, [](const Point& p) { return isAt(p[0], 0.0); });
  return problem;
}

/// A map to the region between two ellipses.
BoxMap ellipse(double thickness)
{
  return [thickness](const Point& p)
  {
    const double angle = p[1] * M_PI / 2;
    return Point{ (2 + 1.25 * p[0]) * std::cos(angle), (1 + 1.75 * p[0]) * std::sin(angle),
      thickness * p[2] };
  };
}

bool onOuterEllipse(const Point& p)
{
  return isAt(std::pow(p[0] / 3.25, 2) + std::pow(p[1] / 2.75, 2), 1.0);
}

void holdSymmetry(TopologyProblem& problem, int axes)
{
  for (int c = 0; c < axes; ++c)
  {
    hold(
      problem, [c](const Point& p) { return isAt(p[std::size_t(c)], 0.0); }, c);
  }
}

void holdEverywhere(TopologyProblem& problem, int component)
{
  hold(
    problem, [](const Point&) { return true; }, component);
}

/// An eighth of a hollow sphere, 1 <= r <= 2, with a pressure of 1 inside.
TopologyProblem sphere(CellType type, int n)
{
  TopologyProblem problem = structureOf(
    eighthOfHollowSphere(type, n), { 1.0, 0.3 },
    [](const Point& p) { return isAt(std::hypot(p[0], p[1], p[2]), 1.0); },
    [](const Vector3& x, const Vector3&)
    {
      const double r = std::hypot(x[0], x[1], x[2]);
      return Vector3{ x[0] / r, x[1] / r, x[2] / r };
    });
  holdSymmetry(problem, 3);
  return problem;
}

/// Displacement of a plate with a hole of radius 1 under unit tension along x in plane strain, E =
/// 1, nu = 0.3.
Point kirschDisplacement(const Point& p)
{
  const double r = std::hypot(p[0], p[1]);
  const double t = std::atan2(p[1], p[0]);
  const double k = 3 - 4 * 0.3;
  const double third = 2 / r - 2 / (r * r * r);
  const double ux = (r * (k + 1) + 2 / r * (1 + k)) * std::cos(t) + third * std::cos(3 * t);
  const double uy = (r * (k - 3) + 2 / r * (1 - k)) * std::sin(t) + third * std::sin(3 * t);
  return { 2.6 / 8 * ux, 2.6 / 8 * uy, 0.0 };
}
}

TEST_P(KnownStructures, SlowACantileverHasTheKnownCompliance)
{
  // Timoshenko's beam theory yields 2453.8.
  const std::array<std::pair<int, Four>, 3> expected = {
    { { 1, { 1269.50706, 2410.79666, 2108.43729, 2414.44438 } },
      { 2, { 1940.29073, 2426.87436, 2335.09714, 2427.05136 } },
      { 4, { 2275.98364, 2431.59499, 2405.46368, 2431.39700 } } }
  };
  for (const auto& [m, compliances] : expected)
  {
    for (std::size_t t = 0; t < 4; ++t)
    {
      SCOPED_TRACE(cellShape(AllCellTypes[t]).name + std::string(", m = ") + std::to_string(m));
      EXPECT_NEAR(
        this->analyse(cantileverOf(AllCellTypes[t], m).structure).compliance, compliances[t], 6e-6);
    }
  }
}

TEST_P(KnownStructures, SlowCooksMembraneBendsAsKnown)
{
  // The published value is 23.96.
  const Four expected = { 21.6058740, 23.9273763, 23.4304113, 23.9345956 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    TopologyProblem problem = structureOf(
      makeBox(AllCellTypes[t], { 16, 16, 1 },
        [](const Point& p) {
          return Point{ 48 * p[0], 44 * p[0] + p[1] * (44 - 28 * p[0]), p[2] };
        }),
      { 0.9375, 0.25 }, [](const Point& p) { return isAt(p[0], 48.0); },
      constantly({ 0.0, 1.0 / 16.0, 0.0 }));
    const auto left = [](const Point& p) { return isAt(p[0], 0.0); };
    hold(problem, left, 0);
    hold(problem, left, 1);
    holdEverywhere(problem, 2);
    const std::size_t corner = nodeAt(problem.structure.mesh, { 48.0, 52.0, 0.0 });
    EXPECT_NEAR(this->analyse(problem.structure).loadCases[0].displacement[3 * corner + 1],
      expected[t], 6e-8);
  }
}

TEST_P(KnownStructures, SlowAnEllipticMembraneHasTheKnownStress)
{
  // The value of NAFEMS LE1 in plane strain is 92.7.
  const Four expected = { 77.43814, 91.63648, 77.84821, 92.52460 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    TopologyProblem problem = structureOf(makeBox(AllCellTypes[t], { 16, 16, 1 }, ellipse(0.1)),
      { 210000.0 * 1.6 / 1.69, 0.3 / 1.3 }, onOuterEllipse,
      [](const Vector3&, const Vector3& normal) {
        return Vector3{ 10 * normal[0], 10 * normal[1], 10 * normal[2] };
      });
    holdSymmetry(problem, 2);
    holdEverywhere(problem, 2);
    EXPECT_NEAR(this->stressAt(problem.structure, this->analyse(problem.structure),
                  { 2.0, 0.0, 0.0 }, 1, StressRecovery::Extrapolated),
      expected[t], 6e-6);
  }
}

TEST_P(KnownStructures, SlowAThickPlateHasTheKnownStress)
{
  // The value of NAFEMS LE10 is -5.38.
  const Four expected = { -4.532013, -5.272064, -4.084453, -5.388762 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    TopologyProblem problem = structureOf(
      makeBox(AllCellTypes[t], { 12, 18, 6 }, ellipse(0.6)), { 210000.0, 0.3 },
      [](const Point& p) { return isAt(p[2], 0.6); }, constantly({ 0.0, 0.0, -1.0 }));
    holdSymmetry(problem, 2);
    hold(problem, onOuterEllipse, 0);
    hold(problem, onOuterEllipse, 1);
    hold(
      problem, [](const Point& p) { return onOuterEllipse(p) && isAt(p[2], 0.3); }, 2);
    EXPECT_NEAR(this->stressAt(problem.structure, this->analyse(problem.structure),
                  { 2.0, 0.0, 0.6 }, 1, StressRecovery::Extrapolated),
      expected[t], 6e-7);
  }
}

TEST_P(KnownStructures, SlowAPressurizedSphereHasTheKnownEnergyAndConverges)
{
  const Four coarse = { 0.582331909, 0.628008431, 0.598301003, 0.628026294 };
  const Four fine = { 0.614908544, 0.628295603, 0.620463370, 0.628299065 };
  const double exact = M_PI / 5;
  // These are values at the pole on the coarse mesh; the exact ones are 0.8 and 5 / 7.
  const Four radial = { 0.668085528, 0.794496452, 0.774920274, 0.799716693 };
  const Four direct = { 0.5785141, 0.7102462, 0.9312765, 0.7485742 };
  const Four extrapolated = { 0.5785141, 0.6971166, 0.5405913, 0.7105441 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    const TopologyProblem problem = sphere(AllCellTypes[t], 4);
    const ElasticAnalysis analysis = this->analyse(problem.structure);
    const double four = analysis.compliance / 2;
    const double eight = this->analyse(sphere(AllCellTypes[t], 8).structure).compliance / 2;
    EXPECT_NEAR(four, coarse[t], 6e-10);
    EXPECT_NEAR(eight, fine[t], 6e-10);
    const bool quadratic = cellShape(AllCellTypes[t]).isQuadratic();
    EXPECT_NEAR(std::log2((four - exact) / (eight - exact)), quadratic ? 4.0 : 2.0, 0.25);
    const std::size_t node = nodeAt(problem.structure.mesh, { 0.0, 0.0, 1.0 });
    EXPECT_NEAR(analysis.loadCases[0].displacement[3 * node + 2], radial[t], 6e-10);
    const Point pole = { 0.0, 0.0, 1.0 };
    EXPECT_NEAR(this->stressAt(problem.structure, analysis, pole, 0, StressRecovery::Direct),
      direct[t], 6e-8);
    EXPECT_NEAR(this->stressAt(problem.structure, analysis, pole, 0, StressRecovery::Extrapolated),
      extrapolated[t], 6e-8);
  }
}

TEST_P(KnownStructures, SlowAHoleHasTheKnownStress)
{
  // Kirsch's solution is 3.
  const Four expected = { 2.939663, 2.998921, 3.057540, 3.001198 };
  const auto ring = [](const Point& p)
  {
    const double r = std::pow(4.0, p[0]);
    const double angle = p[1] * M_PI / 2;
    return Point{ r * std::cos(angle), r * std::sin(angle), p[2] / 4 };
  };
  for (std::size_t t = 0; t < 4; ++t)
  {
    SCOPED_TRACE(cellShape(AllCellTypes[t]).name);
    TopologyProblem problem = emptyProblem(makeBox(AllCellTypes[t], { 32, 32, 1 }, ring));
    problem.structure.solver.tolerance = 1e-12;
    problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
    const auto rim = [](const Point& p) { return isAt(std::hypot(p[0], p[1]), 4.0); };
    for (const std::size_t node : nodesWhere(problem.structure.mesh, rim))
    {
      const Point u = kirschDisplacement(nodePosition(problem.structure.mesh, node));
      std::copy(u.begin(), u.end(), &problem.structure.prescribedDisplacement[3 * node]);
    }
    hold(problem, rim, 0);
    hold(problem, rim, 1);
    holdEverywhere(problem, 2);
    // On the axes the rounding error of cos(pi / 2) is prescribed, which counts as zero.
    holdSymmetry(problem, 2);
    EXPECT_NEAR(this->stressAt(problem.structure, this->analyse(problem.structure),
                  { 0.0, 1.0, 0.0 }, 0, StressRecovery::Direct),
      expected[t], 6e-7);
  }
}

TRABECULA_ON_EVERY_DEVICE(KnownStructures);
