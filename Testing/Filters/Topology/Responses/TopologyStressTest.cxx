// Tests of the largest stress as objective and as bound, through the filter.

#include "TopologyPipelineFixture.h"

#include "Design/Response/ResponseList.h"
#include "Optimization/TopologyOptimizer.h"

#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
constexpr int Last = 6;

/// Returns the value of the property Objective for a response.
int placeOfResponse(const std::string& name)
{
  int place = 0;
  for (const ResponseDescription& response : responses())
  {
    if (response.name == name)
    {
      return place;
    }
    ++place;
  }
  return -1;
}

/// The small cantilever under two load cases, with a region for each half.
class TopologyStress : public ::testing::Test
{
protected:
  void SetUp() override
  {
    std::vector<double> side(this->Problem.structure.mesh.points.size(), 0.0);
    for (std::size_t i = 0; i + 2 < side.size(); i += 3)
    {
      side[i + 1] = 0.5 * this->Problem.structure.loadCases[0].forces[i + 2];
    }
    setPointArray(this->Grid, "ForceSide", side);
    this->Problem.structure.loadCases.push_back({ "ForceSide", 1.0, side });
    std::vector<double> regions;
    for (vtkIdType cell = 0; cell < this->Grid->GetNumberOfCells(); ++cell)
    {
      regions.push_back(cell % 2 == 0 ? 4.0 : 5.0);
    }
    setCellArray(this->Grid, "VolumeRegion", regions);
    this->Filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
    this->Filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
    this->Filter->SetVolumeFraction(0.5);
    this->Filter->SetSolverTolerance(1e-10);
    this->Filter->SetDensityChangeTolerance(0.0);
    this->Filter->SetMaximumIterations(Last);
    OptimizationSettings& settings = this->Problem.design.settings;
    settings.optimizer = Optimizer::MovingAsymptotes;
    this->Problem.design.densities.filter = FilterKind::Density;
    settings.volumeFraction = 0.5;
    settings.densityChangeTolerance = 0.0;
    this->Problem.structure.solver.tolerance = 1e-10;
    for (const double region : regions)
    {
      this->Problem.design.volumeRegion.push_back(static_cast<int>(region));
    }
  }

  std::string refusal()
  {
    Errors errors(this->Filter);
    update(this->Filter, FinalDesign);
    return errors.text();
  }

  /// Compares a column of the run with that of the library.
  void expectRun(const char* name)
  {
    update(this->Filter, FinalDesign);
    update(this->Filter, Convergence);
    Observer silent;
    TopologyOptimizer optimizer(
      this->Problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
    const std::vector<double> values = column(this->Filter, name);
    ASSERT_EQ(values.size(), Last + 1U);
    for (const double value : values)
    {
      optimizer.step(silent);
      EXPECT_NEAR(value / optimizer.record()[name], 1.0, 1e-7);
    }
    EXPECT_LT(difference(density(this->Filter, FinalDesign), optimizer.density()), 1e-5);
  }

  vtkSmartPointer<vtkUnstructuredGrid> Grid = hexahedra();
  vtkSmartPointer<vtkTopologyOptimize> Filter = filterOf(Grid);
  TopologyProblem Problem = problem();
};
}

TEST_F(TopologyStress, IsBoundedByExponentRegionAndLoadCase)
{
  this->Filter->SetResponseSetting("LargestStressBound", 2.0);
  EXPECT_EQ(this->Filter->GetResponseSetting("LargestStressBound"), 2.0);
  this->Problem.design.settings.constraints = { { { "LargestStress" }, 2.0 } };
  this->expectRun("LargestStress");
  this->expectRun("ScaledStressNorm");

  this->Filter->SetResponseSetting("LargestStressExponent", 12.0);
  this->Filter->SetResponseSetting("LargestStressOfRegion", 1.0);
  this->Filter->SetResponseSetting("LargestStressRegion", 5.0);
  this->Filter->AddResponseLoadCase("ForceSide");
  EXPECT_EQ(this->Filter->GetNumberOfResponseLoadCases(), 1);
  this->Problem.design.settings.constraints[0].response = { "LargestStress", 5, { "ForceSide" },
    { { "Exponent", 12.0 } } };
  this->expectRun("LargestStress_5_ForceSide_P12");
  this->Filter->ClearResponseLoadCases();
  this->Filter->SetResponseSetting("LargestStressOfRegion", 0.0);
  this->Filter->SetResponseSetting("LargestStressBound", 0.0);
  update(this->Filter, Convergence);
  EXPECT_TRUE(column(this->Filter, "LargestStress").empty());
}

TEST_F(TopologyStress, IsMinimizedUnderABoundOnTheCompliance)
{
  update(this->Filter, Convergence);
  const double bound = 1.2 * column(this->Filter, "Compliance").front();
  this->Filter->SetObjective(placeOfResponse("LargestStress"));
  this->Filter->SetConstraint(vtkTopologyOptimize::COMPLIANCE_BOUND);
  this->Filter->SetConstraintBound(bound);
  this->Problem.design.settings.objective = { "LargestStress" };
  this->Problem.design.settings.constraints = { { { "Compliance" }, bound } };
  this->expectRun("LargestStress");
  const std::vector<double> stress = column(this->Filter, "StressNorm");
  EXPECT_LT(stress.back(), stress.front());
}

TEST_F(TopologyStress, VerdictsSayWhetherTheBoundHolds)
{
  this->Filter->SetResponseSetting("LargestStressBound", 1e-3);
  this->Filter->SetMaximumIterations(2);
  update(this->Filter, FinalDesign);
  const std::string verdict = this->Filter->GetVerdict();
  EXPECT_TRUE(contains(verdict, "The largest stress is ")) << verdict;
  EXPECT_TRUE(contains(verdict, "above its bound 0.001")) << verdict;
}

TEST_F(TopologyStress, DisplacementsOfRegionsOfPointsAreBoundedToo)
{
  // The loaded points are a region of all components.
  std::vector<double> regions(this->Problem.structure.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < regions.size(); ++i)
  {
    const std::size_t z = 3 * (i / 3) + 2;
    regions[i] = this->Problem.structure.loadCases[0].forces[z] != 0.0 ? 2.0 : 0.0;
    this->Problem.design.pointRegion.push_back(static_cast<int>(regions[i]));
  }
  setPointArray(this->Grid, "PointRegion", regions);
  this->Filter->SetResponseSetting("OutputDisplacementBound", 1e-3);
  this->Filter->SetResponseSetting("OutputDisplacementOfRegion", 1.0);
  this->Filter->SetResponseSetting("OutputDisplacementRegion", 2.0);
  this->Filter->SetResponseSetting("OutputDisplacementDirectionZ", 1.0);
  this->Problem.design.settings.constraints = {
    { { "OutputDisplacement", 2, {}, { { "DirectionZ", 1.0 } } }, 1e-3 }
  };
  this->expectRun("OutputDisplacement_2_Z");
  regions[0] = 0.5;
  setPointArray(this->Grid, "PointRegion", regions);
  EXPECT_TRUE(contains(this->refusal(), "a point region is a whole number"));
}

TEST_F(TopologyStress, BadOnesAreNamed)
{
  this->Filter->SetResponseSetting("LargestStressBound", -1.0);
  EXPECT_TRUE(contains(this->refusal(), "bound on the largest stress is -1"));
  this->Filter->SetResponseSetting("LargestStressBound", 2.0);
  this->Filter->SetResponseSetting("LargestStressExponent", 0.5);
  EXPECT_TRUE(contains(this->refusal(), "exponent of the largest stress is 0.5"));
  this->Filter->SetResponseSetting("LargestStressExponent", 8.0);
  this->Filter->SetResponseSetting("LargestStressOfRegion", 1.0);
  this->Filter->SetResponseSetting("LargestStressRegion", 0.5);
  EXPECT_TRUE(contains(this->refusal(), "region of the largest stress is 0.5"));
  this->Filter->SetResponseSetting("LargestStressRegion", 9.0);
  EXPECT_TRUE(contains(this->refusal(), "region 9"));
  this->Filter->SetResponseSetting("LargestStressOfRegion", 0.0);
  this->Filter->AddResponseLoadCase("Wind");
  EXPECT_TRUE(contains(this->refusal(), "load case 'Wind'"));
  this->Filter->ClearResponseLoadCases();
  this->Filter->SetFilterType(vtkTopologyOptimize::SENSITIVITY_FILTER);
  EXPECT_TRUE(contains(this->refusal(), "Choose the density filter"));
  this->Filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  this->Filter->SetOptimizer(vtkTopologyOptimize::OPTIMALITY_CRITERIA);
  EXPECT_TRUE(contains(this->refusal(), "Choose the optimizer MMA"));
  this->Filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  this->Filter->SetObjective(vtkTopologyOptimize::VOLUME);
  EXPECT_TRUE(contains(this->refusal(), "nothing else is bounded"));
  this->Filter->SetObjective(vtkTopologyOptimize::COMPLIANCE);
  this->Filter->SetResponseSetting("LargestStrain", 1.0);
  EXPECT_TRUE(contains(this->refusal(), "'LargestStrain'"));
}
}
