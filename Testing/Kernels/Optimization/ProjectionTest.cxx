// Tests of optimizations with projections: known trajectories, continuation, states and refusals.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Support/CellTypes.h"
#include "Support/FaceTractions.h"
#include "Support/Refusals.h"

#include "Mesh/Voxel/VoxelThickness.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Settings/ProblemIdentity.h"
#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class Projections : public OptimizerOnDevice
{
};
INSTANTIATE_TEST_SUITE_P(Every, Projections, ::testing::ValuesIn(deviceRequests()), deviceName);

/// Returns a box 2 x 1 x 1, clamped at x = 0, with a unit force in -z distributed over x = 2.
TopologyProblem box(CellType type, ProjectionMode mode)
{
  const std::array<int, 3> cells =
    type == CellType::Hexahedron ? std::array<int, 3>{ 12, 6, 6 } : std::array<int, 3>{ 6, 3, 3 };
  TopologyProblem problem = emptyProblem(makeBox(type, cells,
    [](const Point& p) {
      return Point{ 2.0 * p[0], p[1], p[2] };
    }));
  clamp(problem, [](const Point& p) { return isAt(p[0], 0.0); });
  problem.structure.loadCases[0].forces = consistentForces(
    problem.structure.mesh, [](const Point& p) { return isAt(p[0], 2.0); },
    Point{ 0.0, 0.0, -1.0 });
  problem.structure.material = { 1.0, 0.3 };
  problem.structure.solver.tolerance = 1e-10;
  OptimizationSettings& settings = problem.design.settings;
  DensitySettings& densities = problem.design.densities;
  settings.optimizer = Optimizer::MovingAsymptotes;
  densities.interpolation = Interpolation::ModifiedSimp;
  settings.minimumModulusRatio = 1e-6;
  settings.volumeFraction = 0.3;
  densities.filter = FilterKind::Density;
  densities.filterRadius = 0.4;
  settings.moveLimit = 0.2;
  settings.densityChangeTolerance = 0.0;
  densities.stages.projection = { mode, 8.0, 5, 0.0 };
  return problem;
}
}

TEST_P(Projections, HaveTheKnownTrajectories)
{
  // The compliances of designs 0, 1, 2, 5, 10 and 20 are from a plain program in Python.
  struct Known
  {
    CellType type;
    ProjectionMode mode;
    std::array<double, 6> compliances;
    DrawSettings draw = {};
    OverhangSettings overhang = {};
    FormGridSettings grid = {};
    FilterKind filter = FilterKind::Density;
    RobustSettings robust = {};
  };
  for (const Known& known : {
         Known{ CellType::Hexahedron, ProjectionMode::Off,
           { 1338.46555, 1137.60351, 990.593867, 834.389678, 702.910529, 433.300942 } },
         Known{ CellType::Hexahedron, ProjectionMode::Half,
           { 1537.61321, 1145.81613, 984.508779, 1133.41356, 1655.63652, 310.426202 } },
         Known{ CellType::Hexahedron, ProjectionMode::VolumePreserving,
           { 1338.46555, 1130.67403, 971.368976, 793.645641, 668.082555, 1248.17873 } },
         Known{ CellType::QuadraticTetrahedron, ProjectionMode::Off,
           { 1360.80139, 1161.82211, 1017.62518, 874.134613, 768.35385, 438.497248 } },
         Known{ CellType::Hexahedron, ProjectionMode::Half,
           { 1938.88248, 1302.85102, 1125.58119, 1501.36897, 3032.61783, 370.344549 },
           { AxisDirection::PlusZ, 0.5 } },
         Known{ CellType::Hexahedron, ProjectionMode::Half,
           { 291.572818, 985.06175, 1129.49965, 1476.60268, 2787.67562, 404.370443 }, {},
           { AxisDirection::PlusZ } },
         Known{ CellType::Tetrahedron, ProjectionMode::Off,
           { 213.105165, 644.022934, 893.221675, 787.129877, 728.894358, 298.327293 }, {},
           { AxisDirection::PlusZ }, { 1.0 / 6.0 } },
         Known{ CellType::Hexahedron, ProjectionMode::Off,
           { 1338.46555, 1155.45025, 1021.69276, 888.918263, 728.962977, 606.495628 }, {}, {}, {},
           FilterKind::Helmholtz },
         Known{ CellType::QuadraticTetrahedron, ProjectionMode::Off,
           { 1360.80139, 1204.40402, 1090.84521, 1017.07763, 913.407771, 667.106882 }, {}, {}, {},
           FilterKind::Helmholtz },
         Known{ CellType::Hexahedron, ProjectionMode::Half,
           { 1877.84172, 1385.3648, 1182.66377, 2173.21596, 9085.09973, 504.915815 }, {}, {}, {},
           FilterKind::Density, { true, 0.0, 0.1, 5 } },
       })
  {
    SCOPED_TRACE(std::to_string(static_cast<int>(known.type)) + ", projection " +
      std::to_string(static_cast<int>(known.mode)));
    TopologyProblem problem = box(known.type, known.mode);
    problem.design.densities.stages.draw = known.draw;
    problem.design.densities.stages.overhang = known.overhang;
    problem.design.densities.stages.formGrid = known.grid;
    problem.design.densities.filter = known.filter;
    problem.design.densities.stages.robust = known.robust;
    if (known.overhang.direction != AxisDirection::Off)
    {
      problem.design.initialDensity.assign(problem.structure.mesh.numberOfElements(), 0.5);
    }
    const auto optimizer = this->optimizer(problem);
    const std::vector<double> found = runSteps(*optimizer, 21);
    std::size_t i = 0;
    for (const std::size_t design : { 0, 1, 2, 5, 10, 20 })
    {
      EXPECT_NEAR(found[design] / known.compliances[i++], 1.0, 1e-6) << "design " << design;
    }
  }
}

TEST_P(Projections, ConvergeOnlyAfterTheLastSharpness)
{
  TopologyProblem problem = box(CellType::Hexahedron, ProjectionMode::Half);
  problem.design.settings.densityChangeTolerance = 1.1; // every change is below it
  problem.design.densities.stages.projection.doublingInterval = 3;
  problem.design.densities.stages.projection.largestSharpness = 4.0;
  problem.structure.solver.tolerance = 1e-5;
  const auto optimizer = this->optimizer(problem);
  const HistoryColumns columns = columnsOf(problem);
  std::vector<HistoryRow> rows;
  while (optimizer->step(this->Silent) == StepStatus::Advanced)
  {
    rows.push_back(optimizer->historyRow());
    ASSERT_LT(rows.size(), 20U);
    const int k = optimizer->iteration();
    EXPECT_EQ(valueOf(columns, rows.back(), "ProjectionSharpness"),
      k < 3     ? 1.0
        : k < 6 ? 2.0
                : 4.0);
  }
  EXPECT_EQ(optimizer->iteration(), 7);
  EXPECT_EQ(convergenceOf(problem.design.densities).convergedIteration(columns, rows, 1.1), 7);
  EXPECT_EQ(ConvergenceRule().convergedIteration(columns, rows, 1.1), 1);
}

TEST_P(Projections, ConvergeOnlyAfterTheLastPenalization)
{
  TopologyProblem problem = box(CellType::Hexahedron, ProjectionMode::Off);
  problem.design.settings.densityChangeTolerance = 1.1; // every change is below it
  problem.design.densities.stages.penalization = { true, 1.0, 1.25, 2, 0.0 };
  problem.structure.solver.tolerance = 1e-8;
  const auto optimizer = this->optimizer(problem);
  const HistoryColumns columns = columnsOf(problem);
  std::vector<HistoryRow> rows;
  const std::vector<double> expected = { 1.0, 1.0, 2.25, 2.25, 3.0, 3.0 };
  while (optimizer->step(this->Silent) == StepStatus::Advanced)
  {
    rows.push_back(optimizer->historyRow());
    ASSERT_LE(rows.size(), expected.size());
    EXPECT_EQ(valueOf(columns, rows.back(), "Penalization"), expected[rows.size() - 1]);
    // The compliance is that of a run which starts with the same density and penalization.
    TopologyProblem other = problem;
    other.design.densities.stages.penalization.isOn = false;
    other.design.densities.penalization = expected[rows.size() - 1];
    other.design.densities.filter = FilterKind::None;
    other.design.initialDensity = optimizer->density();
    const auto same = this->optimizer(other);
    EXPECT_NEAR(runSteps(*same, 1)[0] / valueOf(columns, rows.back(), "Compliance"), 1.0, 1e-7);
  }
  EXPECT_EQ(rows.size(), expected.size());
  EXPECT_EQ(convergenceOf(problem.design.densities).convergedIteration(columns, rows, 1.1), 5);
}

TEST_P(Projections, ContinueFromStates)
{
  for (const ProjectionMode mode : { ProjectionMode::Half, ProjectionMode::VolumePreserving })
  {
    TopologyProblem problem = box(CellType::Hexahedron, mode);
    // One of the designs is robust, too, and another's penalization is increased.
    problem.design.densities.stages.robust = { mode == ProjectionMode::Half, 0.0, 0.2, 3 };
    problem.design.densities.stages.penalization = { true, 1.0, 0.5, 2, 0.0 };
    problem.structure.solver.tolerance = 1e-6;
    problem.structure.solver.reproducible = true;
    problem.design.densities.stages.projection.doublingInterval = 2;
    const auto straight = this->optimizer(problem);
    runSteps(*straight, 4);
    const OptimizationState state = straight->saveState();
    EXPECT_EQ(state.scalar("projectionSharpness"), 2.0);
    EXPECT_EQ(state.scalar("projectionSince"), 2.0);
    EXPECT_EQ(state.scalar("penalization"), 1.5);
    const auto other = this->optimizer(problem);
    other->restoreState(state);
    EXPECT_EQ(other->historyRow().values, straight->historyRow().values);
    EXPECT_EQ(other->density(), straight->density());
    EXPECT_EQ(runSteps(*other, 5), runSteps(*straight, 5));
    EXPECT_EQ(other->density(), straight->density());
  }
}

TEST_P(Projections, HaveTheirMinimumSize)
{
  // A cantilever of one layer of voxels.
  constexpr std::array<int, 3> cells = { 40, 20, 1 };
  constexpr double size = 4.0; // voxels
  TopologyProblem problem = emptyProblem(makeBox(CellType::Hexahedron, cells,
    [&](const Point& p) {
      return Point{ cells[0] * p[0], cells[1] * p[1], cells[2] * p[2] };
    }));
  clamp(problem, [](const Point& p) { return isAt(p[0], 0.0); });
  problem.structure.loadCases[0].forces = consistentForces(
    problem.structure.mesh,
    [&](const Point& p) { return isAt(p[0], cells[0]) && std::abs(p[1] - 10.0) < 2.5; },
    Point{ 0.0, -1.0, 0.0 });
  problem.structure.solver.tolerance = 1e-5;
  OptimizationSettings& settings = problem.design.settings;
  settings.optimizer = Optimizer::MovingAsymptotes;
  settings.minimumModulusRatio = 1e-6;
  settings.volumeFraction = 0.5;
  settings.densityChangeTolerance = 0.0;
  DensitySettings& densities = problem.design.densities;
  densities.interpolation = Interpolation::ModifiedSimp;
  densities.filter = FilterKind::Density;
  densities.filterRadius = 1.5;
  densities.stages.projection = { ProjectionMode::Half, 16.0, 15, 0.0 };
  const auto thicknessOf = [&](bool robust)
  {
    densities.stages.robust = { robust, size, 0.1, 10 };
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 80);
    // Bounds of robust designs are renewed after the last sharpness until the run ends.
    EXPECT_NEAR(optimizer->record()["VolumeFraction"], 0.5, 0.02);
    EXPECT_LE(optimizer->record()["VolumeFraction"], 0.5 * 1.003);
    const std::vector<double> density = optimizer->density();
    // The filter sees half of its neighbourhood at a surface, as if the body went on as its mirror
    // image: what is measured is the body among its images. The thickness is that in the plane, of
    // many equal layers.
    constexpr int layers = 16;
    VoxelMask mask;
    mask.cells = { 3 * cells[0], 3 * cells[1], layers };
    const auto mirrored = [](int i, int n) {
      return i < n ? n - 1 - i : i < 2 * n ? i - n : 3 * n - 1 - i;
    };
    for (std::size_t v = 0; v < mask.size(); ++v)
    {
      const int i = mirrored(static_cast<int>(v) % mask.cells[0], cells[0]);
      const int j = mirrored(static_cast<int>(v) / mask.cells[0] % mask.cells[1], cells[1]);
      mask.solid.push_back(density[static_cast<std::size_t>(i + cells[0] * j)] > 0.5);
    }
    return measureThickness(mask, this->Silent)->smallest;
  };
  const double thin = thicknessOf(false);
  const double thick = thicknessOf(true);
  EXPECT_LT(thin, size - 1.5);
  EXPECT_GE(thick, size - 0.5); // inclined members of voxels are rough
}

TEST_P(Projections, MakeDesignsBlackAndWhiteByOptimalityCriteria)
{
  TopologyProblem problem = box(CellType::Hexahedron, ProjectionMode::Half);
  problem.structure.solver.tolerance = 1e-6;
  problem.design.settings.optimizer = Optimizer::OptimalityCriteria;
  problem.design.densities.stages.projection = { ProjectionMode::Half, 16.0, 15, 0.0 };
  for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
  {
    problem.design.densities.interpolation = interpolation;
    problem.design.densities.stages.projection.mode = ProjectionMode::Off;
    const auto plain = this->optimizer(problem);
    runSteps(*plain, 90);
    problem.design.densities.stages.projection.mode = ProjectionMode::Half;
    const auto projected = this->optimizer(problem);
    runSteps(*projected, 90);
    EXPECT_LT(projected->record()["Greyness"], 0.4 * plain->record()["Greyness"]);
    EXPECT_NEAR(projected->record()["VolumeFraction"], 0.3, 1e-3);
    const std::vector<double> density = projected->density();
    const double lowest =
      interpolation == Interpolation::Simp ? problem.design.densities.minimumDensity : 0.0;
    EXPECT_GE(*std::min_element(density.begin(), density.end()), lowest);
    EXPECT_LE(*std::max_element(density.begin(), density.end()), 1.0 + 1e-12);
  }
}

TEST(ProjectionSettings, AreListedWhereThereIsAProjection)
{
  TopologyProblem problem = good();
  const std::uint64_t without = fingerprint(problem);
  const auto lines = [&]
  {
    std::string all;
    for (const std::string& line :
      linesOf(settingsOf(problem.structure, problem.design.settings, problem.design.densities)))
    {
      all += line + "\n";
    }
    return all;
  };
  const std::string before = lines();
  problem.design.densities.stages.projection.largestSharpness = 16.0; // has no effect
  EXPECT_EQ(fingerprint(problem), without);
  EXPECT_EQ(lines(), before);
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.stages.projection.mode = ProjectionMode::Half;
  std::vector<std::uint64_t> seen = { without, fingerprint(problem) };
  EXPECT_NE(seen[0], seen[1]);
  EXPECT_NE(lines().find("Projection: On\nProjection Sharpness: 16\nProjection Interval: 40\n"),
    std::string::npos);
  problem.design.densities.stages.projection.doublingInterval = 41;
  EXPECT_EQ(std::count(seen.begin(), seen.end(), fingerprint(problem)), 0);
  EXPECT_TRUE(columnsOf(problem).find("ProjectionSharpness") >= 0);
  EXPECT_TRUE(columnsOf(good()).find("ProjectionSharpness") < 0);
}

TEST(ProjectionSettings, OfRobustDesignsAndPenalizationsAreChecked)
{
  const auto robust = [](TopologyProblem& p)
  {
    p.design.densities.filter = FilterKind::Density;
    p.design.densities.stages.projection.mode = ProjectionMode::Half;
    p.design.densities.stages.robust.isOn = true;
    p.design.settings.optimizer = Optimizer::MovingAsymptotes;
  };
  const auto with = [&](auto change)
  {
    return [=](TopologyProblem& p)
    {
      robust(p);
      change(p);
    };
  };
  TopologyProblem problem = good();
  robust(problem);
  EXPECT_EQ(refusal(problem), "");
  EXPECT_TRUE(columnsOf(problem).find("DilatedVolumeFraction") >= 0);
  EXPECT_EQ(filterRadiusOf(problem.design.densities), problem.design.densities.filterRadius);
  problem.design.densities.stages.robust.minimumSize = 1.76;
  EXPECT_NEAR(filterRadiusOf(problem.design.densities), 2.0, 1e-14);
  expectRefusal(with([](TopologyProblem& p)
                  { p.design.densities.stages.projection.mode = ProjectionMode::Off; }),
    { "Robust Design", "Projection On" });
  expectRefusal(with([](TopologyProblem& p) { p.design.densities.stages.robust.shift = 0.5; }),
    { "Robust Threshold Shift", "0.5" });
  expectRefusal(with(
                  [](TopologyProblem& p) {
                    p.design.settings.constraints = { { { "LargestStress" }, 1.0 } };
                  }),
    { "Robust Design", "eroded", "largest stress" });
  expectRefusal(
    with([](TopologyProblem& p) { p.design.settings.optimizer = Optimizer::OptimalityCriteria; }),
    { "Robust Design", "Optimizer MMA" });
  const auto continued = [](TopologyProblem& p, double first) {
    p.design.densities.stages.penalization = { true, first };
  };
  problem = good();
  continued(problem, 1.5); // with the sensitivity filter, too
  EXPECT_EQ(refusal(problem), "");
  expectRefusal([&](TopologyProblem& p) { continued(p, 0.5); },
    { "Initial Penalization is 0.5", "at least 1" });
  expectRefusal([&](TopologyProblem& p) { continued(p, 3.5); },
    { "Initial Penalization is 3.5", "at most", "which is 3" });
}

TEST(ProjectionSettings, AreRefusedWhereTheyCannotBe)
{
  const auto project = [](TopologyProblem& p, ProjectionMode mode)
  {
    p.design.densities.filter = FilterKind::Density;
    p.design.densities.stages.projection.mode = mode;
  };
  expectRefusal(
    [&](TopologyProblem& p)
    {
      project(p, ProjectionMode::Half);
      p.design.densities.filter = FilterKind::Sensitivity;
    },
    { "Projection On", "sensitivity filter", "Density" });
  expectRefusal([&](TopologyProblem& p) { project(p, ProjectionMode::VolumePreserving); },
    { "Volume-Preserving", "optimality criteria", "MMA" });
  expectRefusal(
    [&](TopologyProblem& p)
    {
      project(p, ProjectionMode::Half);
      p.design.densities.stages.projection.largestSharpness = 1e3;
    },
    { "Projection Sharpness", "1000", "256" });
  expectRefusal(
    [&](TopologyProblem& p)
    {
      project(p, ProjectionMode::Half);
      p.design.densities.stages.projection.doublingInterval = 0;
    },
    { "Projection Interval", "0" });
  expectRefusal(
    [&](TopologyProblem& p) { project(p, static_cast<ProjectionMode>(7)); }, { "Projection", "7" });
}
