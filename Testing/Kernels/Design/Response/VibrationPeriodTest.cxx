// Tests of the vibration period: a trajectory and modes of void from an independent program in
// Python, derivatives against differences, checkpoints, parts, and refusals.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Optimization/Elements/IterateOnParts.h"
#include "Support/CellTypes.h"
#include "Support/FaceTractions.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Core/Error.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/TopologyOptimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;

/// Returns a box of 2 x 1 x 1, clamped at x = 0, with masses of 0.25 in all in the middle of the
/// other end.
TopologyProblem vibratingBox(CellType type, const std::array<int, 3>& cells)
{
  TopologyProblem problem = emptyProblem(makeBox(type, cells,
    [](const Point& p) {
      return Point{ 2.0 * p[0], p[1], p[2] };
    }));
  clamp(problem, [](const Point& p) { return isAt(p[0], 0.0); });
  const Mesh& mesh = problem.structure.mesh;
  problem.structure.loadCases[0].forces = consistentForces(
    mesh, [](const Point& p) { return isAt(p[0], 2.0); }, Point{ 0.0, 0.0, -1.0 });
  problem.structure.pointMasses = consistentForces(
    mesh,
    [](const Point& p)
    { return isAt(p[0], 2.0) && std::max(std::abs(p[1] - 0.5), std::abs(p[2] - 0.5)) < 0.2501; },
    Point{ 1.0, 1.0, 1.0 });
  problem.structure.material = { 1.0, 0.3 };
  problem.structure.solver.tolerance = 1e-9;
  problem.structure.solver.preconditioner = Preconditioner::Multigrid; // also for small meshes
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = cells[0] < 8 ? 0.8 : 0.4;
  OptimizationSettings& settings = problem.design.settings;
  settings.minimumModulusRatio = 1e-6;
  settings.volumeFraction = 0.5;
  settings.moveLimit = 0.1;
  settings.densityChangeTolerance = 0.0;
  settings.objective = { "VibrationPeriod" };
  return problem;
}

/// The smooth lowest eigenvalue, and the lowest one.
double eigenvalueOf(const TopologyOptimizer& optimizer, const char* column = "Frequency")
{
  return std::pow(2.0 * Pi * optimizer.record()[column], 2.0);
}

class VibrationPeriods : public OptimizerOnDevice
{
};
TRABECULA_ON_EVERY_DEVICE(VibrationPeriods);
}

TEST_P(VibrationPeriods, DesignsFollowTheKnownTrajectory)
{
  constexpr std::array<int, 6> designs = { 0, 1, 2, 5, 10, 20 };
  constexpr std::array<double, 6> known = { 0.00620339288, 0.00903286428, 0.0102591688,
    0.0123833933, 0.0137329044, 0.0150168726 };
  const TopologyProblem problem = vibratingBox(CellType::Hexahedron, { 8, 4, 4 });
  const auto optimizer = this->optimizer(problem);
  std::size_t next = 0;
  for (int iteration = 0; iteration <= designs.back(); ++iteration)
  {
    ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
    if (iteration == designs[next])
    {
      EXPECT_NEAR(eigenvalueOf(*optimizer) / known[next], 1.0, 1e-6) << "design " << iteration;
      EXPECT_NEAR(optimizer->record().objective() * optimizer->record()["Frequency"], 1.0, 1e-12);
      EXPECT_GE(optimizer->record()["FirstFrequency"], optimizer->record()["Frequency"]);
      ++next;
    }
  }
}

TEST_P(VibrationPeriods, VoidHasNoModesOfItsOwn)
{
  // Solid below, a density of 0.01 above: with a mass in proportion the lowest eigenvalue would be
  // 6.4e-4. Computed by an independent program in Python; that of the solid part is 0.0176413850.
  TopologyProblem problem = vibratingBox(CellType::Hexahedron, { 8, 4, 4 });
  problem.structure.pointMasses.clear();
  problem.design.densities.filter = FilterKind::None;
  const Mesh& mesh = problem.structure.mesh;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const double z = nodePosition(mesh, static_cast<std::size_t>(mesh.element(e)[0]))[2];
    problem.design.initialDensity.push_back(z < 0.49 ? 1.0 : 0.01);
  }
  problem.design.settings.volumeFraction = 0.6;
  const auto optimizer = this->optimizer(problem);
  optimizer->step(this->Silent);
  EXPECT_NEAR(eigenvalueOf(*optimizer, "FirstFrequency") / 0.0176417064, 1.0, 1e-7);
}

TEST_P(VibrationPeriods, DerivativesAreThoseOfDifferences)
{
  Random random(3841);
  for (const CellType type : { CellType::Hexahedron, CellType::QuadraticTetrahedron })
  {
    SCOPED_TRACE(cellShape(type).name);
    TopologyProblem problem = vibratingBox(type, { 4, 2, 2 });
    problem.structure.solver.tolerance = 1e-11;
    problem.design.settings.objective.parameters = { { "MassDensity", 1.7 } };
    const std::size_t elements = problem.structure.mesh.numberOfElements();
    problem.design.initialDensity = random.vector(elements, 0.02, 1.0);
    const auto period = [&](std::size_t element, double change)
    {
      TopologyProblem other = problem;
      other.design.initialDensity[element] += change;
      const auto optimizer = this->optimizer(other);
      optimizer->step(this->Silent);
      return optimizer->record().objective();
    };
    const auto optimizer = this->optimizer(problem);
    optimizer->step(this->Silent);
    const std::vector<double> gradient = optimizer->gradient();
    const double largest = *std::max_element(gradient.begin(), gradient.end(),
      [](double a, double b) { return std::abs(a) < std::abs(b); });
    for (const std::size_t element : { std::size_t(0), elements / 3, elements - 1 })
    {
      const double difference = (period(element, 1e-4) - period(element, -1e-4)) / 2e-4;
      EXPECT_NEAR(gradient[element], difference, 2e-6 * std::abs(largest));
    }
  }
}

TEST_P(VibrationPeriods, GoesOnFromAStateAndOnParts)
{
  TopologyProblem problem = vibratingBox(CellType::Hexahedron, { 8, 4, 4 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.objective = { "Compliance" };
  const auto first = this->optimizer(problem);
  first->step(this->Silent);
  // A bound on the period of 0.95 of that of the start.
  problem.design.settings.objective = { "VibrationPeriod" };
  const auto start = this->optimizer(problem);
  start->step(this->Silent);
  problem.design.settings.objective = { "Compliance" };
  problem.design.settings.constraints = { { { "VibrationPeriod" },
    0.95 * start->record().objective() } };
  const auto whole = this->optimizer(problem);
  for (int i = 0; i < 2; ++i)
  {
    whole->step(this->Silent);
  }
  const OptimizationState state = whole->saveState();
  whole->step(this->Silent);
  const auto resumed = this->optimizer(problem);
  resumed->restoreState(state);
  resumed->step(this->Silent);
  EXPECT_EQ(resumed->record()["VibrationPeriod"], whole->record()["VibrationPeriod"]);
  EXPECT_EQ(resumed->density(), whole->density());

  const auto divided = optimizerOn(std::vector<Device>(2, this->Used), problem, this->Silent);
  divided->step(this->Silent);
  EXPECT_NEAR(divided->record()["VibrationPeriod"] / start->record().objective(), 1.0, 1e-7);
  for (int i = 0; i < 9; ++i)
  {
    whole->step(this->Silent);
  }
  EXPECT_LT(whole->record()["BoundExcess"], 0.01);
}

TEST(VibrationPeriodInput, RefusesWhatHasNoMass)
{
  const auto refusal = [](const std::function<void(TopologyProblem&)>& change) -> std::string
  {
    TopologyProblem problem = vibratingBox(CellType::Hexahedron, { 4, 2, 2 });
    change(problem);
    try
    {
      validate(problem);
    }
    catch (const Error& error)
    {
      return error.what();
    }
    return "nothing was refused";
  };
  const auto expect = [&](const char* text, const std::function<void(TopologyProblem&)>& change)
  { EXPECT_NE(refusal(change).find(text), std::string::npos) << refusal(change); };
  expect("mass density",
    [](TopologyProblem& p) {
      p.design.settings.objective.parameters = { { "MassDensity", 0.0 } };
    });
  expect(
    "Point mass is -1 at point 0", [](TopologyProblem& p) { p.structure.pointMasses[0] = -1.0; });
  expect("Point mass", [](TopologyProblem& p) { p.structure.pointMasses.pop_back(); });
}
