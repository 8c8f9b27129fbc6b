// Tests that optimizations on several devices are those on one.

#include "Optimization/Elements/FullBeam.h"
#include "Optimization/Elements/IterateOnParts.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Core/Error.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
struct OptimizationCase
{
  std::string name;
  TopologyProblem problem;
  std::vector<int> parts = { 3 };
};

std::vector<OptimizationCase> optimizationCases()
{
  Random random(29);
  const auto unchanged = [](const Point& p) { return p; };
  std::vector<OptimizationCase> cases = { { "all arrays", fullBeam(), { 2, 3, 4, 7 } } };
  OptimizationCase projected = { "sensitivities of quadratic tetrahedra",
    beamOf(makeBox(CellType::QuadraticTetrahedron, { 3, 2, 2 }, unchanged), random) };
  projected.problem.design.densities.filter = FilterKind::Sensitivity;
  projected.problem.design.settings.minimumModulusRatio = 1e-3;
  cases.push_back(projected);
  const auto beside = [](const Point& p) { return Point{ p[0], p[1] + 1.1, p[2] }; };
  OptimizationCase mixed = { "robust projection on tetrahedra and hexahedra",
    beamOf(joinMeshes({ makeBox(CellType::Tetrahedron, { 3, 2, 2 }, unchanged),
                        makeBox(CellType::Hexahedron, { 3, 2, 2 }, beside) },
             1e-9),
      random) };
  mixed.problem.design.densities.filterRadius = 0.5;
  mixed.problem.design.densities.stages.projection = { ProjectionMode::Half, 4.0, 1, 0.01 };
  mixed.problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  mixed.problem.design.densities.stages.robust = { true, 0.0, 0.2, 2, true };
  mixed.problem.design.densities.stages.penalization = { true, 1.0, 1.0, 1, 0.01 };
  cases.push_back(mixed);
  OptimizationCase constrained = { "constraints", fullBeam(), { 2, 7 } };
  constrained.problem.structure.prescribedDisplacement.clear();
  constrained.problem.structure.poissonsRatios.clear();
  constrained.problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  constrained.problem.design.settings.constraints = { { { "Volume", 1 }, 0.25 },
    { { "LargestStress" }, 40.0 }, { { "OutputDisplacement" }, 20.0 } };
  cases.push_back(constrained);
  OptimizationCase others = { "other responses", constrained.problem, { 2, 7 } };
  others.problem.design.settings.objective = { "WorstCompliance" };
  others.problem.design.settings.constraints = { { { "LocalVolume", {}, {}, { { "Radius", 0.6 } } },
                                                   0.5 },
    { { "CentreOfGravity", 1, {}, { { "Axis", 1.0 } } }, 0.4, BoundSense::AtLeast },
    { { "Mass", 2, {}, { { "Density", 3.0 } } }, 0.4 },
    { { "OutputDisplacement", 1, { "Second" }, { { "DirectionY", 1.0 } } }, -2.0,
      BoundSense::AtLeast },
    { { "Reaction", 2, {}, { { "DirectionZ", 1.0 } } }, 20.0 } };
  cases.push_back(others);
  OptimizationCase unfiltered = cases.front();
  unfiltered.name = "no filter";
  unfiltered.parts = { 2 };
  unfiltered.problem.design.densities.filter = FilterKind::None;
  unfiltered.problem.design.initialDensity.clear();
  unfiltered.problem.structure.solver.preconditioner = Preconditioner::Auto;
  unfiltered.problem.structure.solver.aggregates = 1; // on one part the diagonal, too
  cases.push_back(unfiltered);
  OptimizationCase helmholtz = { "Helmholtz filter, densities that are cut off", fullBeam(),
    { 7 } };
  helmholtz.problem.design.densities.filter = FilterKind::Helmholtz;
  cases.push_back(helmholtz);
  return cases;
}

/// The message of the error that work throws; empty if it throws none.
std::string errorOf(const std::function<void()>& work)
{
  try
  {
    work();
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}

/// Throws, or asks to stop, when told to.
class Interruption : public Observer
{
public:
  void note(const std::string& text) override { this->Notes += text; }
  bool stopRequested() override
  {
    if (this->Throws)
    {
      throw std::runtime_error("The user's display has failed.");
    }
    return this->Stops;
  }

  bool Throws = false;
  bool Stops = false;
  std::string Notes;
};
}

template <class Space>
class TopologyOnParts : public OnSpace<Space>
{
protected:
  static std::vector<Device> devices(int parts) { return devicesOfParts<Space>(parts); }
  Observer Silent;
};
TYPED_TEST_SUITE(TopologyOnParts, Spaces, SpaceNames);

TYPED_TEST(TopologyOnParts, IsThatOfOnePart)
{
  for (const OptimizationCase& of : optimizationCases())
  {
    SCOPED_TRACE(of.name);
    const HistoryColumns columns = columnsOf(of.problem);
    const auto single = optimizerOn(this->devices(1), of.problem, this->Silent);
    runSteps(*single, 3);
    const Iterate expected(*single);
    for (const int parts : of.parts)
    {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      const auto several = optimizerOn(this->devices(parts), of.problem, this->Silent);
      EXPECT_GT(several->deviceMemory(), 0U);
      runSteps(*several, 3);
      EXPECT_GE(several->peakDeviceMemory(), several->deviceMemory());
      Iterate(*several).expectNear(expected, columns, 1e-8, 3);
    }
  }
}

TYPED_TEST(TopologyOnParts, HasMultigridOnVoxels)
{
  // Bricks have eight voxels an edge: there are twelve, of which some parts of 13 have none.
  TopologyProblem problem = cantilever({ 20, 11, 10 });
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  problem.structure.solver.tolerance = 1e-11;
  problem.structure.mesh.points.insert(problem.structure.mesh.points.end(), { 50.0, 0.0, 0.0 });
  problem.structure.supports.resize(problem.structure.mesh.points.size(), 0); // of no element
  problem.structure.loadCases[0].forces.resize(problem.structure.mesh.points.size(), 0.0);
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.constraints = { { { "LocalVolume", {}, {}, { { "Radius", 2.2 } } },
    0.4 } };
  for (const auto& [filter, numbers] : std::vector<std::pair<FilterKind, std::vector<int>>>{
         { FilterKind::Density, { 2, 4, 13 } }, { FilterKind::Helmholtz, { 13 } } })
  {
    problem.design.densities.filter = filter;
    const auto single = optimizerOn(this->devices(1), problem, this->Silent);
    runSteps(*single, 3);
    const Iterate expected(*single);
    for (const int parts : numbers)
    {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      const auto several = optimizerOn(this->devices(parts), problem, this->Silent);
      runSteps(*several, 3);
      Iterate(*several).expectNear(expected, columnsOf(problem), 1e-8, 3);
    }
  }
}

TYPED_TEST(TopologyOnParts, HasMultigridOnALattice)
{
  // Inner points are moved, so that the mesh is no lattice.
  TopologyProblem problem = cantilever({ 20, 11, 10 });
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  problem.structure.solver.tolerance = 1e-11;
  for (std::size_t i = 0; i < problem.structure.mesh.points.size(); i += 3)
  {
    double* p = &problem.structure.mesh.points[i];
    p[0] += 0.2 * std::sin(p[0] * 0.31415926535897931) * std::sin(p[1]) * std::cos(p[2]);
  }
  const auto single = optimizerOn(this->devices(1), problem, this->Silent);
  runSteps(*single, 3);
  const Iterate expected(*single);
  for (const int parts : { 2, 4, 7 })
  {
    SCOPED_TRACE(std::to_string(parts) + " parts");
    const auto several = optimizerOn(this->devices(parts), problem, this->Silent);
    runSteps(*several, 3);
    Iterate(*several).expectNear(expected, columnsOf(problem), 1e-8, 3);
  }
}

TYPED_TEST(TopologyOnParts, ResumesOnAnyNumberOfParts)
{
  for (const Optimizer optimizer : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    TopologyProblem problem = fullBeam();
    problem.design.settings.optimizer = optimizer;
    const auto single = optimizerOn(this->devices(1), problem, this->Silent);
    runSteps(*single, 5);
    OptimizationState state;
    int done = 0;
    for (const auto& [parts, steps] :
      std::vector<std::pair<int, int>>{ { 3, 3 }, { 2, 1 }, { 1, 1 }, { 4, 0 } })
    {
      const auto next = optimizerOn(this->devices(parts), problem, this->Silent);
      if (done > 0)
      {
        next->restoreState(state);
        EXPECT_EQ(next->iteration(), done - 1);
        const OptimizationState again = next->saveState();
        EXPECT_EQ(again.fields, state.fields);
        EXPECT_EQ(again.scalars, state.scalars);
      }
      runSteps(*next, steps);
      done += steps;
      state = next->saveState();
    }
    EXPECT_EQ(state.iteration(), single->iteration());
    const OptimizationState expected = single->saveState();
    for (const auto& [name, values] : expected.fields)
    {
      EXPECT_LT(relativeDifference(values, state.field(name)), 1e-8) << name;
    }
    const auto other = optimizerOn(this->devices(2), cantilever({ 4, 3, 3 }), this->Silent);
    EXPECT_THROW(other->restoreState(state), Error);
  }
}

TYPED_TEST(TopologyOnParts, EndsTogether)
{
  TopologyProblem problem = fullBeam();
  problem.structure.solver.preconditioner = Preconditioner::Auto;
  const std::vector<Device> three = this->devices(3);
  Interruption observer;
  {
    observer.Stops = true;
    EXPECT_THROW(optimizerOn(three, problem, observer), SetupStopped);
    observer.Stops = false;
  }
  const auto optimizer = optimizerOn(three, problem, observer);
  EXPECT_EQ(optimizer->step(observer), StepStatus::Advanced);
  const Iterate first(*optimizer);
  observer.Stops = true;
  EXPECT_EQ(optimizer->step(observer), StepStatus::Stopped);
  EXPECT_EQ(optimizer->iteration(), 0);
  observer.Stops = false;
  optimizer->setChangeTolerance(2.0);
  EXPECT_EQ(optimizer->step(observer), StepStatus::Advanced);
  EXPECT_EQ(optimizer->step(observer), StepStatus::Converged);
  optimizer->setChangeTolerance(0.0);
  EXPECT_EQ(optimizer->step(observer), StepStatus::Advanced);
  const Iterate third(*optimizer);

  // A part that fails leaves others at another place of the iteration.
  observer.Throws = true;
  EXPECT_THROW(optimizer->step(observer), std::runtime_error);
  observer.Throws = false;
  EXPECT_NE(errorOf([&] { optimizer->step(observer); }).find("failed on one of its devices"),
    std::string::npos);
  EXPECT_EQ(optimizer->iteration(), 2);
  optimizer->restoreState(first.state);
  runSteps(*optimizer, 2);
  Iterate(*optimizer).expectNear(third, columnsOf(problem), 1e-8, 3);
}

TYPED_TEST(TopologyOnParts, RefusesBeforeAllocation)
{
  TopologyProblem problem = fullBeam();
  std::vector<Device> three = this->devices(3);
  const auto refuses = [&](const char* words)
  {
    const std::string message = errorOf([&] { optimizerOn(three, problem, this->Silent); });
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  problem.structure.solver.preconditioner = Preconditioner::RigidBodyModes;
  refuses("rigid-body modes");
  problem.structure.solver.preconditioner = Preconditioner::Auto;
  three[1].availableMemory = 1000;
  refuses("of it, but");
  problem.structure.ofDesign.weight = { 0.0, 0.0, -1.0 };
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  refuses("depend on the design");
  const LevelSetProblem levelSet = makeLevelSetExample(LevelSetExample::Cantilever, { 8, 4, 1 });
  const std::string message =
    errorOf([&] { TopologyOptimizer(levelSet, makeContext(three), this->Silent); });
  EXPECT_NE(message.find("3 devices"), std::string::npos) << message;
}
}
