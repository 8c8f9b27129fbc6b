// Tests that designs with manufacturing stages on several devices are those on one.

#include "Optimization/Elements/FullBeam.h"
#include "Optimization/Elements/IterateOnParts.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Core/Error.h"
#include "Design/Stage/StageKinds.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Validation/StageValidation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
enum class StagesOn
{
  Voxels,    ///< of a single brick of the grid, so that all parts but one are empty
  TwoBricks, ///< of the grid
  Hexahedra, ///< that are no rows
  MixedMesh  ///< tetrahedra and hexahedra
};

TopologyProblem problemOn(StagesOn kind)
{
  Random random(91);
  const auto unchanged = [](const Point& p) { return p; };
  const auto beside = [](const Point& p) { return Point{ p[0], p[1] + 1.1, p[2] }; };
  TopologyProblem problem;
  if (kind == StagesOn::Hexahedra)
  {
    problem = fullBeam();
    problem.structure.loadCases.pop_back();
  }
  else if (kind == StagesOn::MixedMesh)
  {
    problem = beamOf(joinMeshes({ makeBox(CellType::Tetrahedron, { 3, 2, 2 }, unchanged),
                                  makeBox(CellType::Hexahedron, { 3, 2, 3 }, beside) },
                       1e-9),
      random);
    problem.structure.loadCases.pop_back();
  }
  else
  {
    const int length = kind == StagesOn::TwoBricks ? 10 : 6;
    problem = cantilever({ length, 3, 4 });
    problem.structure.solver.preconditioner = Preconditioner::Multigrid;
    problem.structure.solver.tolerance = 1e-12;
    problem.design.densities.interpolation = Interpolation::ModifiedSimp;
    problem.design.settings.minimumModulusRatio = 1e-3;
    problem.design.densities.filter = FilterKind::Density;
    problem.design.densities.filterRadius = 1.5;
    problem.design.settings.densityChangeTolerance = 0.0;
    const std::size_t elements = problem.structure.mesh.numberOfElements();
    problem.design.designRegion.assign(elements, DesignRegion::Design);
    problem.design.designRegion[5] = DesignRegion::Solid;
    problem.design.designRegion[elements / 2] = DesignRegion::Void;
  }
  return problem;
}

/// Makes cells of void design ones if a mould could not be drawn from solid ones past them.
void allowDrawing(DensityDesign& design)
{
  if (design.densities.stages.draw.direction != AxisDirection::Off)
  {
    std::replace(design.designRegion.begin(), design.designRegion.end(), DesignRegion::Void,
      DesignRegion::Design);
  }
}

struct StagesCase
{
  std::string name;
  StagesOn kind;
  std::function<void(DensitySettings& densities)> add;
  std::vector<int> parts = { 3 };
  Optimizer optimizer = Optimizer::MovingAsymptotes;
};

std::vector<StagesCase> stagesCases()
{
  const auto symmetry = [](DensitySettings& densities) {
    densities.stages.symmetry = { SymmetryMode::PlanesAndCyclic, 1, 2, 0, { 1.0, 0.5, 0.5 } };
  };
  const auto extrusion = [](DensitySettings& densities) { densities.stages.extrusion.axis = 2; };
  const auto draw = [](DensitySettings& densities) {
    densities.stages.draw = { AxisDirection::MinusZ, 0.4, {} };
  };
  const auto overhang = [](DensitySettings& densities) {
    densities.stages.overhang = { AxisDirection::PlusZ, {}, 45.0, AxisDirection::MinusX };
  };
  const auto slanted = [](DensitySettings& densities) {
    densities.stages.overhang = { AxisDirection::Vector, { 0.2, 0.0, 1.0 }, 40.0 };
  };
  const auto robust = [draw](DensitySettings& densities)
  {
    draw(densities);
    densities.stages.projection = { ProjectionMode::Half, 4.0, 1, 0.01 };
    densities.stages.robust = { true, 0.0, 0.2, 2, true };
    densities.stages.penalization = { true, 1.0, 1.0, 1, 0.01 };
  };
  const auto preserving = [](DensitySettings& densities)
  {
    densities.filter = FilterKind::Helmholtz;
    densities.stages.extrusion.axis = 3;
    densities.stages.projection = { ProjectionMode::VolumePreserving, 4.0, 1, 0.01 };
  };
  const Optimizer criteria = Optimizer::OptimalityCriteria;
  return {
    { "symmetry", StagesOn::MixedMesh, symmetry, { 2, 7 }, criteria },
    { "extrusion", StagesOn::TwoBricks, extrusion, { 3 }, criteria },
    { "extrusion", StagesOn::Hexahedra, extrusion, { 4 } },
    { "draw direction", StagesOn::MixedMesh, draw, { 3 } },
    { "overhang", StagesOn::Voxels, overhang, { 2, 7 } },
    { "overhang along a vector", StagesOn::TwoBricks, slanted, { 2, 3, 4 } },
    { "robust design", StagesOn::TwoBricks, robust, { 2 } },
    { "robust design", StagesOn::Hexahedra, robust, { 3 } },
    { "Helmholtz filter, extrusion, projection", StagesOn::TwoBricks, preserving, { 2 } },
  };
}

TopologyProblem problemOf(const StagesCase& of)
{
  TopologyProblem problem = problemOn(of.kind);
  of.add(problem.design.densities);
  problem.design.settings.optimizer = of.optimizer;
  allowDrawing(problem.design);
  return problem;
}

/// Adds random stages of which at least one needs the whole.
/// @param isInRows whether sweeps need no grid, and so no density filter
void addRandomStages(DensityDesign& design, bool isInRows, Random& random)
{
  const DensityDesign plain = design;
  const auto any = [&] { return random.index(2) == 0; };
  const auto axis = [&] { return static_cast<AxisDirection>(random.index(7)); };
  for (bool areChosen = false; !areChosen;)
  {
    design = plain;
    StageSettings& stages = design.densities.stages;
    design.densities.filter = any() || !isInRows ? FilterKind::Density : FilterKind::Helmholtz;
    if (any())
    {
      stages.symmetry = { static_cast<SymmetryMode>(random.index(4)),
        static_cast<int>(random.index(7)), 2, static_cast<int>(random.index(3)),
        { 1.0, 1.0, 0.5 } };
    }
    stages.extrusion.axis = any() ? static_cast<int>(random.index(4)) : 0;
    stages.projection = { static_cast<ProjectionMode>(random.index(3)), 4.0, 1, 0.01 };
    stages.draw = { axis(), random.uniform(0.0, 1.0), {} };
    stages.overhang = { any() ? axis() : AxisDirection::Off, {}, 45.0, AxisDirection::MinusX };
    stages.penalization.isOn = any();
    stages.robust = { any(), 0.0, 0.2, 2, any() };
    design.settings.optimizer = any() ? Optimizer::OptimalityCriteria : Optimizer::MovingAsymptotes;
    try
    {
      checkStages(design.densities, design.settings);
      areChosen = needsWhole(chainSettings(design.densities));
    }
    catch (const Error&)
    {
      // These conflict with each other.
    }
  }
}

void runStages(TopologyOptimizer& optimizer, int steps)
{
  Observer silent;
  for (int k = 0; k < steps; ++k)
  {
    ASSERT_EQ(optimizer.step(silent), StepStatus::Advanced);
  }
}

/// Runs two steps of a design on one and on several devices.
void expectSame(const std::function<std::vector<Device>(int parts)>& devices,
  const TopologyProblem& problem, const std::vector<int>& numbers)
{
  Observer silent;
  const HistoryColumns columns = columnsOf(problem);
  const auto single = optimizerOn(devices(1), problem, silent);
  runStages(*single, 1);
  const std::vector<double> gradient = single->gradient();
  runStages(*single, 1);
  const Iterate expected(*single);
  for (const int parts : numbers)
  {
    SCOPED_TRACE(std::to_string(parts) + " parts");
    const auto several = optimizerOn(devices(parts), problem, silent);
    runStages(*several, 1);
    EXPECT_LT(relativeDifference(gradient, several->gradient()), 1e-10);
    runStages(*several, 1);
    Iterate(*several).expectNear(expected, columns, 1e-8, 3);
  }
}
}

template <class Space>
class StagesOnParts : public OnSpace<Space>
{
protected:
  static std::vector<Device> devices(int parts) { return devicesOfParts<Space>(parts); }
  Observer Silent;
};
TYPED_TEST_SUITE(StagesOnParts, Spaces, SpaceNames);

TYPED_TEST(StagesOnParts, AreThoseOfOnePart)
{
  for (const StagesCase& of : stagesCases())
  {
    SCOPED_TRACE(of.name + " on mesh " + std::to_string(static_cast<int>(of.kind)));
    expectSame(this->devices, problemOf(of), of.parts);
  }
}

TYPED_TEST(StagesOnParts, CombineAtRandom)
{
  Random random(92);
  const std::array<StagesOn, 4> kinds = { StagesOn::Voxels, StagesOn::TwoBricks,
    StagesOn::Hexahedra, StagesOn::MixedMesh };
  const std::array<int, 3> numbers = { 2, 3, 4 };
  for (std::size_t i = 0; i < 10; ++i)
  {
    const StagesOn kind = kinds[i % kinds.size()];
    TopologyProblem problem = problemOn(kind);
    addRandomStages(
      problem.design, kind == StagesOn::Voxels || kind == StagesOn::TwoBricks, random);
    allowDrawing(problem.design);
    std::string names;
    for (const StageSetting& setting : stageSettings(chainSettings(problem.design.densities)))
    {
      names += std::string(setting.key) + " " +
        std::to_string(setting.get(problem.design.densities.stages)) + "; ";
    }
    SCOPED_TRACE(names);
    expectSame(this->devices, problem, { numbers[random.index(numbers.size())] });
  }
}

TYPED_TEST(StagesOnParts, ResumeOnAnotherNumberOfParts)
{
  for (const StagesCase& of : stagesCases())
  {
    if (of.name != "robust design")
    {
      continue;
    }
    SCOPED_TRACE(of.name + " on mesh " + std::to_string(static_cast<int>(of.kind)));
    const TopologyProblem problem = problemOf(of);
    const auto single = optimizerOn(this->devices(1), problem, this->Silent);
    runStages(*single, 3);
    const auto three = optimizerOn(this->devices(3), problem, this->Silent);
    runStages(*three, 1);
    const OptimizationState state = three->saveState();
    const auto two = optimizerOn(this->devices(2), problem, this->Silent);
    two->restoreState(state);
    const OptimizationState again = two->saveState();
    EXPECT_EQ(again.fields, state.fields);
    EXPECT_EQ(again.scalars, state.scalars);
    runStages(*two, 2);
    Iterate(*two).expectNear(Iterate(*single), columnsOf(problem), 1e-8, 3);
  }
}

TYPED_TEST(StagesOnParts, HaveAnUpperBoundOfTheirMemory)
{
  if (this->devices(1).front().space != ExecutionSpace::Host)
  {
    GTEST_SKIP() << "Devices of parts share memory on the host alone.";
  }
  // So many elements that constant allowances do not decide.
  TopologyProblem problem = cantilever({ 40, 20, 20 });
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  problem.structure.solver.tolerance = 1e-2;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 1.5;
  problem.design.densities.stages.overhang = { AxisDirection::Vector, { 0.2, 0.0, 1.0 }, 40.0 };
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  std::vector<Device> two = this->devices(2);
  const auto optimizer = optimizerOn(two, problem, this->Silent);
  runStages(*optimizer, 1);
  for (Device& device : two)
  {
    device.availableMemory = optimizer->peakDeviceMemory() - 1;
  }
  EXPECT_THROW(optimizerOn(two, problem, this->Silent), Error);
  problem.design.densities.stages.overhang = {};
  const auto divided = optimizerOn(this->devices(2), problem, this->Silent);
  EXPECT_LT(divided->deviceMemory(), optimizer->deviceMemory());
}
}
