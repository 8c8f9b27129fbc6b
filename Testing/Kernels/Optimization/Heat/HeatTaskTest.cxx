// Tests of runs that minimize the thermal compliance: checkpoints, identities, solid neighbourhoods
// and verdicts.

#include "Optimization/Heat/HeatDesigns.h"
#include "Run/CheckpointCases.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"
#include "Support/TemporaryFolder.h"

#include "Analysis/ElementGeometry.h"
#include "Core/Error.h"
#include "Optimization/Heat/HeatTask.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Verdict/JudgeDesign.h"
#include "Run/BackgroundRun.h"
#include "Run/Checkpoint.h"
#include "Run/SynchronousRun.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr int LastDesign = 6;

RunProblem runOf(const HeatDesignProblem& problem, const CheckpointSettings& checkpoints = {})
{
  RunProblem run;
  run.task = std::make_unique<HeatTask>(problem);
  run.device = DeviceRequest::Host;
  run.checkpoints = checkpoints;
  return run;
}

HeatDesignProblem smallCube()
{
  HeatDesignProblem problem = volumeToPoint(CellType::Hexahedron, 5, 20.0);
  problem.heat.solver.reproducible = true;
  return problem;
}

/// Returns a bar of cubes along x, which is heated at one end and cooled at the other.
HeatDesignProblem heatedBar(int cells)
{
  HeatDesignProblem problem;
  problem.heat = conductorOf(makeBox(CellType::Hexahedron, { cells, 3, 3 },
    [cells](const Point& p) -> Point {
      return { cells * p[0], 3.0 * p[1], 3.0 * p[2] };
    }));
  problem.heat.heatFlow.assign(problem.heat.mesh.numberOfNodes(), 0.0);
  for (std::size_t i = 0; i < problem.heat.mesh.numberOfNodes(); ++i)
  {
    problem.heat.heatFlow[i] = placeOf(problem.heat.mesh, i)[0] > cells - 1e-9 ? 2.0 : 0.0;
  }
  fixWhere(
    problem.heat, [](const Point& p) { return isAt(p[0], 0.0); }, 0.0);
  problem.design.settings.volumeFraction = 0.5;
  problem.design.densities.filterRadius = 1.5;
  return problem;
}
}

TEST(HeatTask, ResumesTheSameRunFromACheckpoint)
{
  for (const Optimizer optimizer : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    const TemporaryFolder folder;
    const std::string path = folder.file("heat.checkpoint");
    HeatDesignProblem problem = smallCube();
    problem.design.settings.optimizer = optimizer;
    problem.design.densities.filter = FilterKind::Density;
    RunObserver silent;
    SynchronousRun whole;
    whole.setChangeTolerance(0.0);
    ASSERT_TRUE(whole.setProblem(runOf(problem), silent));
    ASSERT_TRUE(whole.computeTo(LastDesign, LastDesign, silent));
    {
      SynchronousRun first;
      first.setChangeTolerance(0.0);
      ASSERT_TRUE(first.setProblem(runOf(problem, { path, 1, "" }), silent));
      ASSERT_TRUE(first.computeTo(3, 3, silent));
    }
    EXPECT_EQ(readCheckpoint(path).iteration(), 3);
    SynchronousRun second;
    second.setChangeTolerance(0.0);
    ASSERT_TRUE(second.setProblem(runOf(problem, { "", 1, path }), silent));
    ASSERT_TRUE(second.computeTo(LastDesign, LastDesign, silent));
    expectSameHistory(whole.run().columns(), whole.run().rows(), second.run().rows());
    for (const char* field : { "Density", "HeatDissipationDensity", "Temperature" })
    {
      EXPECT_EQ(whole.iterate(LastDesign)->field(field), second.iterate(LastDesign)->field(field));
    }
  }
}

TEST(HeatTask, RunsInTheBackgroundAndGoesOnFromADesign)
{
  const HeatDesignProblem problem = smallCube();
  RunObserver silent;
  SynchronousRun waited;
  waited.setChangeTolerance(0.0);
  ASSERT_TRUE(waited.setProblem(runOf(problem), silent));
  ASSERT_TRUE(waited.computeTo(LastDesign, LastDesign, silent));
  BackgroundRun run;
  run.setChangeTolerance(0.0);
  run.setMaximumIterations(LastDesign);
  run.compute(runOf(problem));
  run.wait();
  const BackgroundReport first = run.report();
  EXPECT_EQ(first.failure, "");
  EXPECT_EQ(first.state, BackgroundState::Finished);
  expectSameHistory(waited.run().columns(), waited.run().rows(), first.rows);

  // The next problem has more heat in the same cells, and starts from the design.
  HeatDesignProblem hotter = problem;
  setSource(hotter.heat, 2.0);
  RunProblem next = runOf(hotter);
  next.fromPresentDesign = true;
  run.compute(std::move(next));
  run.wait();
  const BackgroundReport second = run.report();
  EXPECT_EQ(second.failure, "");
  ASSERT_GT(second.rows.size(), first.rows.size());
  const auto compliance = [&](std::size_t row)
  { return valueOf(second.columns, second.rows[row], ColumnRole::Objective); };
  // Temperatures and heat are doubled.
  EXPECT_NEAR(compliance(first.rows.size()) / compliance(first.rows.size() - 1), 4.0, 1e-6);
  run.stop();
}

TEST(HeatTask, NamesItsColumnsAndDescribesItsIterates)
{
  const HeatTask task(smallCube());
  const HistoryColumns columns = task.columns();
  EXPECT_EQ(columns.find("Compliance"), -1);
  EXPECT_EQ(columns[static_cast<std::size_t>(columns.find(ColumnRole::Objective))].name,
    "ThermalCompliance");
  EXPECT_GE(columns.find("VolumeFraction"), 0);
  HistoryRow row;
  row.values.assign(columns.size(), 0.0);
  row.values[static_cast<std::size_t>(columns.find("ThermalCompliance"))] = 12.5;
  EXPECT_EQ(task.describe(row), "thermal compliance 12.5, 0 solver iterations");
  EXPECT_TRUE(task.isReproducible());
}

TEST(HeatTask, IdentitiesTellWhatDiffers)
{
  const HeatDesignProblem problem = smallCube();
  const HeatTask task(problem);
  EXPECT_EQ(HeatTask(problem).fingerprint(), task.fingerprint());
  const auto difference = [&](const std::function<void(HeatDesignProblem&)>& change)
  {
    HeatDesignProblem changed = problem;
    change(changed);
    const HeatTask other(changed);
    EXPECT_NE(other.fingerprint(), task.fingerprint());
    return differenceInWords(task.identity(), other.identity());
  };
  EXPECT_EQ(difference([](HeatDesignProblem& p) { p.heat.conductivity = 3.0; }),
    "Conductivity was 1 and is 3");
  EXPECT_EQ(difference([](HeatDesignProblem& p) { p.heat.heatSource[0] = 2.0; }),
    "the array of heat sources has other values");
  EXPECT_EQ(difference([](HeatDesignProblem& p)
              { p.heat.heatFlow.assign(p.heat.mesh.numberOfNodes(), 1.0); }),
    "the array of heat flows was none and is given");
  EXPECT_EQ(difference([](HeatDesignProblem& p) { p.heat.prescribedTemperature[0] = 1.0; }),
    "the array of prescribed temperatures has other values");
  EXPECT_EQ(difference([](HeatDesignProblem& p) { p.design.settings.volumeFraction = 0.25; }),
    "Volume Fraction was 0.2 and is 0.25");
  HeatDesignProblem longer = problem;
  longer.design.settings.densityChangeTolerance = 0.5;
  EXPECT_EQ(HeatTask(longer).fingerprint(), task.fingerprint());

  // A structure on the same mesh has the same design space, but is a different problem.
  TopologyProblem structure;
  structure.structure.mesh = problem.heat.mesh;
  const TopologyTask ofStructure(structure);
  EXPECT_EQ(ofStructure.designSpace(), task.designSpace());
  EXPECT_NE(ofStructure.fingerprint(), task.fingerprint());
  EXPECT_NE(differenceInWords(ofStructure.identity(), task.identity()), "");
}

TEST(HeatTask, StartsFromAGivenDesign)
{
  HeatTask task(smallCube());
  Observer silent;
  const auto context = makeContext(selectDevice(DeviceRequest::Host));
  const std::unique_ptr<Optimization> first = task.make(context, silent);
  first->step(silent);
  first->step(silent);
  const std::vector<double> design = task.designOf(first->saveState());
  ASSERT_EQ(design.size(), 125U);
  task.setStart(design);
  EXPECT_EQ(task.start(), design);
  const std::unique_ptr<Optimization> second = task.make(context, silent);
  second->step(silent);
  // The initial guess of the solver differs.
  EXPECT_NEAR(second->historyRow().values[0] / first->historyRow().values[0], 1.0, 1e-9);
  task.setStart(std::vector<double>(3, 0.5));
  EXPECT_THROW(task.validate(), Error);
}

TEST(HeatTask, MemoryIsEstimatedBeforeItIsAllocated)
{
  const HeatDesignProblem problem = smallCube();
  const HeatTask task(problem);
  Device device = selectDevice(DeviceRequest::Host);
  device.availableMemory = estimateDeviceMemory(problem);
  task.checkDevice(device);
  device.availableMemory = 1 << 20;
  EXPECT_THROW(task.checkDevice(device), Error);
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  optimizer.step(silent);
  optimizer.step(silent);
  EXPECT_LE(optimizer.peakDeviceMemory(), estimateDeviceMemory(problem));
}

TEST(HeatTask, KeepsFixedTemperaturesAndHeatFlowsSolid)
{
  HeatDesignProblem problem = heatedBar(20);
  const std::vector<std::uint8_t> marked = fixedAndHeatedNodes(problem.heat);
  EXPECT_EQ(std::count(marked.begin(), marked.end(), 1), 32);
  EXPECT_EQ(keepConditionsSolid(problem, 0), 0U);
  EXPECT_EQ(keepConditionsSolid(problem, 1), 18U);
  const std::vector<DesignRegion>& region = problem.design.designRegion;
  EXPECT_EQ(std::count(region.begin(), region.end(), DesignRegion::Solid), 18);
  for (std::size_t e = 0; e < region.size(); ++e)
  {
    const double x = elementCentroid(problem.heat.mesh, e)[0];
    EXPECT_EQ(region[e] == DesignRegion::Solid, x < 1.0 || x > 19.0);
  }
  EXPECT_EQ(keepConditionsSolid(problem, 1), 0U);

  HeatDesignProblem other = heatedBar(20);
  const KeptSolid kept = keepNeighbourhoodSolid(other, 0.25);
  EXPECT_EQ(kept.made, 18U);
  EXPECT_NEAR(kept.share, 0.1, 1e-12);
  HeatDesignProblem tight = heatedBar(20);
  EXPECT_TRUE(keepNeighbourhoodSolid(tight, 0.05).isTooMuch);
  EXPECT_TRUE(tight.design.designRegion.empty());

  // Heat flows at all nodes do not count as a place that is kept solid.
  HeatDesignProblem everywhere = heatedBar(4);
  everywhere.heat.heatFlow.assign(everywhere.heat.mesh.numberOfNodes(), 1.0);
  const std::vector<std::uint8_t> fixed = fixedAndHeatedNodes(everywhere.heat);
  EXPECT_EQ(std::count(fixed.begin(), fixed.end(), 1), 16);
}

TEST(HeatTask, DesignsAreJudgedByWhereTheirHeatGoes)
{
  const HeatDesignProblem problem = heatedBar(6);
  const DesignConditions conditions = heatConditions(problem);
  ASSERT_EQ(conditions.loads.size(), 1U);
  EXPECT_EQ(conditions.loads[0].name, "heat flow");
  EXPECT_EQ(conditions.loads[0].nodes.size(), 16U);
  EXPECT_EQ(conditions.held.size(), 16U);
  ASSERT_EQ(conditions.bounds.size(), 1U);
  EXPECT_EQ(conditions.bounds[0].column, "VolumeFraction");
  const Mesh& mesh = problem.heat.mesh;
  std::vector<double> density(mesh.numberOfElements(), 1.0);
  EXPECT_EQ(judgeElements(conditions, mesh, density).faultText(), "");
  expectMessage(
    judgeElements(conditions, mesh, density).remarkText(), { "leads the heat to fixed" });
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    const double x = elementCentroid(mesh, e)[0];
    density[e] = x > 2.0 && x < 3.0 ? 0.0 : 1.0;
  }
  const std::string cut = judgeElements(conditions, mesh, density).faultText();
  expectMessage(cut, { "The heat flow is not connected to a fixed temperature or film" });
  expectMessage(cut, { "of the material is not connected to a fixed temperature or film" });
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    density[e] = elementCentroid(mesh, e)[0] < 3.0 ? 1.0 : 0.0;
  }
  expectMessage(
    judgeElements(conditions, mesh, density).faultText(), { "The heat flow acts on no material" });

  // A film resists the heat like a fixed temperature. A source counts as a load if it is in some
  // cells, but not if it is in all.
  HeatDesignProblem cooled = heatedBar(6);
  std::fill(cooled.heat.fixed.begin(), cooled.heat.fixed.end(), std::uint8_t(0));
  filmWhere(
    cooled.heat, [](const Point& p) { return isAt(p[0], 0.0); }, 2.0, 0.0);
  cooled.heat.heatFlow.clear();
  cooled.heat.heatSource.assign(mesh.numberOfElements(), 0.0);
  cooled.heat.heatSource.back() = 1.0;
  const DesignConditions ofFilm = heatConditions(cooled);
  EXPECT_EQ(ofFilm.held.size(), 16U);
  ASSERT_EQ(ofFilm.loads.size(), 1U);
  EXPECT_EQ(ofFilm.loads[0].name, "heat source");
  EXPECT_EQ(ofFilm.loads[0].nodes.size(), 8U);
  setSource(cooled.heat, 1.0);
  EXPECT_TRUE(heatConditions(cooled).loads.empty());
}

TEST(HeatTask, StagesAndRegionsWorkAsForStructures)
{
  HeatDesignProblem problem = volumeToPoint(CellType::Hexahedron, 6);
  OptimizationSettings& settings = problem.design.settings;
  settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 0.25;
  problem.design.densities.stages.projection = { ProjectionMode::VolumePreserving, 8.0, 5, 0.0 };
  const std::size_t elements = problem.heat.mesh.numberOfElements();
  problem.design.designRegion.assign(elements, DesignRegion::Design);
  for (std::size_t e = 0; e < elements; ++e)
  {
    const std::array<double, 3> x = elementCentroid(problem.heat.mesh, e);
    problem.design.designRegion[e] = x[2] > 0.9 ? DesignRegion::Void : DesignRegion::Design;
    problem.design.volumeRegion.push_back(x[0] < 0.5 ? 1 : 2);
  }
  settings.constraints.push_back({ { "Volume", 2 }, 0.1 });
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  for (int i = 0; i <= 30; ++i)
  {
    ASSERT_EQ(optimizer.step(silent), StepStatus::Advanced);
  }
  EXPECT_LE(optimizer.record()["VolumeFraction"], 0.2 * 1.01);
  EXPECT_LE(optimizer.record()["VolumeFraction_2"], 0.1 * 1.02);
  EXPECT_EQ(optimizer.record()["ProjectionSharpness"], 8.0);
  const std::vector<double> density = optimizer.density();
  for (std::size_t e = 0; e < elements; ++e)
  {
    if (problem.design.designRegion[e] == DesignRegion::Void)
    {
      EXPECT_EQ(density[e], 0.0);
    }
  }
}

TEST(HeatTask, WarnsOfSourcesInVoidThatConductsNothing)
{
  HeatDesignProblem problem = smallCube();
  EXPECT_TRUE(HeatTask(problem).warnings().empty());
  problem.design.densities.interpolation = Interpolation::Simp;
  const std::vector<std::string> warnings = HeatTask(problem).warnings();
  ASSERT_EQ(warnings.size(), 1U);
  expectMessage(warnings[0], { "void conducts 1e-09 times", "Minimum Modulus Ratio" });
}
