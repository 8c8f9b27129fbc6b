// Tests of the minimal volume under a bound, and of bounds on regions, through the filter.

#include "TopologyPipelineFixture.h"

#include "Design/Response/ResponseList.h"
#include "Optimization/TopologyOptimizer.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkIsogeometricLevelSet.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"
#include "vtkStringArray.h"
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

/// The small cantilever, optimized by the method of moving asymptotes.
class TopologyConstraints : public ::testing::Test
{
protected:
  void SetUp() override
  {
    this->Filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
    this->Filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
    this->Filter->SetVolumeFraction(0.5);
    this->Filter->SetSolverTolerance(1e-8);
    this->Filter->SetDensityChangeTolerance(0.0);
    this->Filter->SetMaximumIterations(Last);
    this->Problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
    this->Problem.design.densities.filter = FilterKind::Density;
    this->Problem.design.settings.volumeFraction = 0.5;
    this->Problem.design.settings.densityChangeTolerance = 0.0;
    this->Problem.structure.solver.tolerance = 1e-8;
  }

  /// Adds the third of the beam that each cell belongs to, from 1.
  void addRegions(double offset = 0.0)
  {
    std::vector<double> regions;
    for (vtkIdType cell = 0; cell < this->Grid->GetNumberOfCells(); ++cell)
    {
      double bounds[6];
      this->Grid->GetCellBounds(cell, bounds);
      regions.push_back(1.0 + std::floor(0.5 * bounds[0] + 0.1) + offset);
    }
    setCellArray(this->Grid, "VolumeRegion", regions);
    this->Grid->Modified();
  }

  /// Returns the error of an update that must fail.
  std::string refusal()
  {
    Errors errors(this->Filter);
    update(this->Filter, FinalDesign);
    return errors.text();
  }

  /// Compares the run with that of the library.
  void expectRun()
  {
    update(this->Filter, FinalDesign);
    update(this->Filter, Convergence);
    Observer silent;
    TopologyOptimizer optimizer(
      this->Problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
    const std::vector<double> compliances = column(this->Filter, "Compliance");
    ASSERT_EQ(compliances.size(), Last + 1U);
    for (const double compliance : compliances)
    {
      optimizer.step(silent);
      EXPECT_NEAR(compliance / optimizer.record()["Compliance"], 1.0, 1e-9);
    }
    EXPECT_LT(difference(density(this->Filter, FinalDesign), optimizer.density()), 1e-6);
  }

  vtkSmartPointer<vtkUnstructuredGrid> Grid = hexahedra();
  vtkSmartPointer<vtkTopologyOptimize> Filter = filterOf(Grid);
  TopologyProblem Problem = problem();
};
}

TEST_F(TopologyConstraints, LeastVolumeUnderABoundOnCompliance)
{
  update(this->Filter, Convergence);
  const double bound = 1.5 * column(this->Filter, "Compliance").front();
  this->Filter->SetObjective(vtkTopologyOptimize::VOLUME);
  this->Filter->SetConstraint(vtkTopologyOptimize::COMPLIANCE_BOUND);
  this->Filter->SetConstraintBound(bound);
  this->Problem.design.settings.objective = { "Volume" };
  this->Problem.design.settings.constraints = { { { "Compliance" }, bound } };
  this->expectRun();
  EXPECT_LT(column(this->Filter, "VolumeFraction").back(), 0.5);
}

TEST_F(TopologyConstraints, LeastVolumeUnderABoundOnADisplacement)
{
  this->Filter->SetInputArrayToProcess(3, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Force");
  update(this->Filter, Convergence);
  const double bound = 1.5 * column(this->Filter, "Compliance").front();
  this->Filter->SetObjective(vtkTopologyOptimize::VOLUME);
  this->Filter->SetConstraint(vtkTopologyOptimize::OUTPUT_DISPLACEMENT_BOUND);
  this->Filter->SetConstraintBound(bound);
  this->Problem.design.settings.objective = { "Volume" };
  this->Problem.design.settings.constraints = { { { "OutputDisplacement" }, bound } };
  this->Problem.design.outputWeights = this->Problem.structure.loadCases[0].forces;
  this->expectRun();
  EXPECT_NEAR(this->Filter->GetOutputDisplacement() / this->Filter->GetCompliance(), 1.0, 1e-4);
}

TEST_F(TopologyConstraints, VolumesOfRegions)
{
  this->addRegions();
  this->Filter->AddRegionVolumeBound(1, 0.3);
  this->Filter->AddRegionVolumeBound(3, 0.2);
  EXPECT_EQ(this->Filter->GetNumberOfRegionVolumeBounds(), 2);
  for (const double region : cellValues(this->Grid, "VolumeRegion"))
  {
    this->Problem.design.volumeRegion.push_back(static_cast<int>(region));
  }
  this->Problem.design.settings.constraints = { { { "Volume", 1 }, 0.3 },
    { { "Volume", 3 }, 0.2 } };
  this->expectRun();
  EXPECT_LE(column(this->Filter, "VolumeFraction_1").back(), 0.301);
  EXPECT_LE(column(this->Filter, "VolumeFraction_3").back(), 0.201);

  this->Filter->ClearRegionVolumeBounds();
  this->Problem.design.settings.constraints.clear();
  this->Problem.design.volumeRegion.clear();
  this->expectRun();
}

TEST_F(TopologyConstraints, BadOnesAreNamed)
{
  this->Filter->SetObjective(vtkTopologyOptimize::VOLUME);
  EXPECT_TRUE(contains(this->refusal(), "Give a bound on the compliance"));
  this->Filter->SetConstraint(vtkTopologyOptimize::COMPLIANCE_BOUND);
  this->Filter->SetConstraintBound(-1.0);
  EXPECT_TRUE(contains(this->refusal(), "bound on the compliance is -1"));
  this->Filter->SetConstraintBound(1e3);
  this->Filter->SetFilterType(vtkTopologyOptimize::SENSITIVITY_FILTER);
  EXPECT_TRUE(contains(this->refusal(), "Choose the density filter"));
  this->Filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  this->Filter->SetOptimizer(vtkTopologyOptimize::OPTIMALITY_CRITERIA);
  EXPECT_TRUE(contains(this->refusal(), "Choose the optimizer MMA"));
  this->Filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  this->Filter->SetConstraint(vtkTopologyOptimize::OUTPUT_DISPLACEMENT_BOUND);
  EXPECT_TRUE(contains(this->refusal(), "OutputWeights"));
  this->Filter->SetConstraint(vtkTopologyOptimize::NO_CONSTRAINT);
  this->Filter->SetObjective(vtkTopologyOptimize::COMPLIANCE);
  this->Filter->AddRegionVolumeBound(1.5, 0.2);
  EXPECT_TRUE(contains(this->refusal(), "region 1.5"));
  this->Filter->ClearRegionVolumeBounds();
  this->Filter->AddRegionVolumeBound(7, 0.2);
  EXPECT_TRUE(contains(this->refusal(), "VolumeRegion"));
  this->addRegions();
  EXPECT_TRUE(contains(this->refusal(), "region 7"));
  this->Grid->GetCellData()->RemoveArray("VolumeRegion");
  this->addRegions(0.25);
  EXPECT_TRUE(contains(this->refusal(), "has the value 1.25 in cell 0"));
  this->Filter->ClearRegionVolumeBounds();
  EXPECT_EQ(this->refusal(), "");
}

TEST_F(TopologyConstraints, ListsOfTexts)
{
  this->addRegions();
  this->Filter->SetObjective(vtkTopologyOptimize::LARGEST_STRESS);
  this->Filter->AddObjectiveOptions("1", "Force", "Exponent=6");
  this->Filter->AddConstraint("Volume", "<=", "0.3", "2");
  this->Filter->AddConstraint("Compliance", "<=", "1e6");
  EXPECT_EQ(this->Filter->GetNumberOfConstraints(), 2);
  EXPECT_EQ(this->Filter->GetNumberOfObjectiveOptions(), 1);
  EXPECT_STREQ(this->Filter->GetConflicts(), "");
  for (const double region : cellValues(this->Grid, "VolumeRegion"))
  {
    this->Problem.design.volumeRegion.push_back(static_cast<int>(region));
  }
  this->Problem.design.settings.objective = { "LargestStress", 1,
    { this->Problem.structure.loadCases[0].name }, { { "Exponent", 6.0 } } };
  this->Problem.design.settings.constraints = { { { "Volume", 2 }, 0.3 },
    { { "Compliance" }, 1e6 } };
  this->expectRun();

  // Each edit is known before and during an execution, by the same message.
  const auto expectConflict = [this](const std::string& part)
  {
    EXPECT_TRUE(contains(this->Filter->GetConflicts(), part)) << this->Filter->GetConflicts();
    EXPECT_TRUE(contains(this->refusal(), part));
  };
  this->Filter->AddConstraint("Compliance", "<=", "2e6");
  expectConflict("two bounds on the same side");
  this->Filter->ClearConstraints();
  expectConflict("nothing else is bounded");
  this->Filter->AddConstraint("Compliance", "<=", "much");
  expectConflict("'much', which is not a number");
  this->Filter->ClearConstraints();
  this->Filter->AddConstraint("Compliance", "<=", "1e6");
  this->Filter->SetFilterType(vtkTopologyOptimize::SENSITIVITY_FILTER);
  expectConflict("Choose the density filter");
  this->Filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  this->Grid->GetCellData()->RemoveArray("VolumeRegion");
  this->Grid->Modified();
  expectConflict("VolumeRegion");
  this->Filter->ClearObjectiveOptions();
  EXPECT_STREQ(this->Filter->GetConflicts(), "");
  EXPECT_EQ(this->refusal(), "");
}

TEST(TopologyResponseKinds, AreThoseOfTheLibrary)
{
  vtkNew<vtkTopologyOptimize> densities;
  vtkNew<vtkIsogeometricLevelSet> levelSet;
  const auto namesOf = [](vtkStringArray* kinds)
  {
    std::vector<std::string> names;
    for (vtkIdType i = 0; i < kinds->GetNumberOfTuples(); ++i)
    {
      names.push_back(kinds->GetValue(i * vtkTopologyOptimize::WORDS_OF_RESPONSE));
    }
    return names;
  };
  std::vector<std::string> all;
  std::vector<std::string> ofLevelSets;
  for (const ResponseDescription& kind : responses())
  {
    all.push_back(kind.name);
    if (kind.isOfLevelSets && kind.isOfStructures)
    {
      ofLevelSets.push_back(kind.name);
    }
  }
  EXPECT_EQ(namesOf(densities->GetResponseKinds()), all);
  EXPECT_EQ(namesOf(levelSet->GetResponseKinds()), ofLevelSets);
  const std::vector<std::string> stress = { "LargestStress", "Largest Stress", "force per area",
    "<=", "cells", "load cases", "Exponent" };
  for (std::size_t i = 0; i < stress.size(); ++i)
  {
    const vtkIdType first = 3 * vtkTopologyOptimize::WORDS_OF_RESPONSE;
    EXPECT_EQ(
      densities->GetResponseKinds()->GetValue(first + static_cast<vtkIdType>(i)), stress[i]);
  }
  levelSet->AddConstraint("VirtualTemperature", "<=", "1");
  EXPECT_TRUE(contains(levelSet->GetConflicts(), "not defined for level sets"));
}
}
