// Tests of the settings that vtkTopologyOptimize prints: the library's table of settings.

#include "TopologyTestInput.h"

#include "Optimization/Settings/SettingsTable.h"

#include "vtkNew.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
using Filter = vtkTopologyOptimize;

/// Whether the text contains an indented line as a whole.
bool hasLine(const std::string& text, const std::string& line)
{
  return contains(text, "\n  " + line + "\n");
}

std::string printed(Filter* filter)
{
  std::ostringstream text;
  filter->Print(text);
  return text.str();
}

/// Random numbers that are the same on every machine.
class Random
{
public:
  double uniform(double low, double high)
  {
    return low + (high - low) * (static_cast<double>(this->Engine() >> 11) * 0x1p-53);
  }

private:
  std::mt19937_64 Engine{ 811 };
};

/// Returns a problem in which every setting of the filter differs from its default.
TopologyProblem drawSettings(Random& random)
{
  TopologyProblem problem;
  problem.structure.material = { random.uniform(2.0, 9.0), random.uniform(0.0, 0.25) };
  OptimizationSettings& settings = problem.design.settings;
  DensitySettings& densities = problem.design.densities;
  settings.objective = { "Volume" };
  settings.optimizer = Optimizer::MovingAsymptotes;
  settings.volumeFraction = random.uniform(0.4, 0.9);
  densities.interpolation = Interpolation::ModifiedSimp;
  densities.penalization = random.uniform(4.0, 9.0);
  densities.minimumDensity = random.uniform(0.01, 0.1);
  settings.minimumModulusRatio = random.uniform(0.01, 0.1);
  densities.filter = FilterKind::Density;
  densities.filterRadius = random.uniform(1.0, 9.0);
  densities.volumeWeightedFilter = false;
  settings.moveLimit = random.uniform(0.3, 0.9);
  settings.damping = random.uniform(0.6, 0.9);
  settings.densityChangeTolerance = random.uniform(0.02, 0.1);
  settings.constraints = { { { "Compliance" }, random.uniform(2.0, 9.0) },
    { { "Volume", 7 }, random.uniform(0.1, 0.9) } };
  problem.structure.solver.tolerance = random.uniform(1e-4, 1e-3);
  problem.structure.solver.maximumIterations = static_cast<int>(random.uniform(1, 9999));
  problem.structure.solver.strategy = Strategy::Nbn;
  problem.structure.solver.preconditioner = Preconditioner::Jacobi;
  problem.structure.solver.reproducible = true;
  return problem;
}

void set(Filter* filter, const TopologyProblem& problem)
{
  const OptimizationSettings& settings = problem.design.settings;
  const DensitySettings& densities = problem.design.densities;
  filter->SetYoungsModulus(problem.structure.material.youngsModulus);
  filter->SetPoissonsRatio(problem.structure.material.poissonsRatio);
  filter->SetObjective(Filter::VOLUME);
  filter->SetOptimizer(Filter::MOVING_ASYMPTOTES);
  filter->SetVolumeFraction(settings.volumeFraction);
  filter->SetInterpolation(Filter::MODIFIED_SIMP);
  filter->SetPenalization(densities.penalization);
  filter->SetMinimumDensity(densities.minimumDensity);
  filter->SetMinimumModulusRatio(settings.minimumModulusRatio);
  filter->SetFilterType(Filter::DENSITY_FILTER);
  filter->SetFilterRadius(densities.filterRadius);
  filter->SetVolumeWeightedFilter(densities.volumeWeightedFilter);
  filter->SetMoveLimit(settings.moveLimit);
  filter->SetDamping(settings.damping);
  filter->SetDensityChangeTolerance(settings.densityChangeTolerance);
  filter->SetConstraint(Filter::COMPLIANCE_BOUND);
  filter->SetConstraintBound(settings.constraints[0].bound);
  filter->AddRegionVolumeBound(
    *settings.constraints[1].response.region, settings.constraints[1].bound);
  filter->SetSolverTolerance(problem.structure.solver.tolerance);
  filter->SetSolverMaximumIterations(problem.structure.solver.maximumIterations);
  filter->SetStrategy(static_cast<int>(problem.structure.solver.strategy));
  filter->SetPreconditioner(Filter::JACOBI);
  filter->SetReproducible(problem.structure.solver.reproducible);
}
}

TEST(TopologySettings, AreAllPrinted)
{
  Random random;
  vtkNew<Filter> untouched;
  const std::string before = printed(untouched);
  for (int draw = 0; draw < 5; ++draw)
  {
    const TopologyProblem problem = drawSettings(random);
    vtkNew<Filter> filter;
    set(filter, problem);
    const std::string text = printed(filter);
    const std::vector<Setting> table =
      settingsOf(problem.structure, problem.design.settings, problem.design.densities);
    EXPECT_EQ(table.size(), 23U);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
      std::count(before.begin(), before.end(), '\n') + 2); // the bounds
    for (const Setting& setting : table)
    {
      const std::string line = setting.name + ": " + textOf(setting);
      EXPECT_TRUE(hasLine(text, line)) << line << " is not in\n" << text;
      // The filter leaves the number of aggregates to the library.
      EXPECT_EQ(hasLine(before, line), setting.name == "Aggregates") << line;
    }
  }
}

TEST(TopologySettings, OfANewFilterAreThoseOfItsDocumentation)
{
  vtkNew<Filter> filter;
  const std::string text = printed(filter);
  for (const char* line : { "Young's Modulus: 1", "Poisson's Ratio: 0.3", "Objective: Compliance",
         "Optimizer: Optimality Criteria", "Volume Fraction: 0.3", "Interpolation: SIMP",
         "Penalization: 3", "Minimum Density: 0.001", "Minimum Modulus Ratio: 1e-09",
         "Filter Type: Sensitivity", "Filter Radius: 0", "Volume Weighted Filter: on",
         "Move Limit: 0.2", "Damping: 0.5", "Density Change Tolerance: 0.01",
         "Solver Tolerance: 1e-05", "Solver Maximum Iterations: 10000", "Strategy: auto",
         "Preconditioner: Auto", "Reproducible: off", "ConstraintBound: 1",
         "ForceArrays:", "DensityThreshold: 0" })
  {
    EXPECT_TRUE(hasLine(text, line)) << line << " is not in\n" << text;
  }
}

TEST(TopologySettings, ThatAreNoneAreExplained)
{
  vtkNew<Filter> filter;
  filter->SetStrategy(99);
  EXPECT_TRUE(contains(printed(filter), "Settings: There is no strategy of number 99"));
  filter->SetStrategy(0);
  filter->AddRegionVolumeBound(0.5, 0.3);
  EXPECT_TRUE(contains(printed(filter), "Settings: Region Volume Bounds name the region 0.5"));
}
}
