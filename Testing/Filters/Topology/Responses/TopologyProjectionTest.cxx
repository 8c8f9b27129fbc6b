// Tests of projections of densities of elements and of nodes, through the filters.

#include "MeshfreeTestInput.h"
#include "TopologyPipelineFixture.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkVariant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
std::string refusalOf(vtkTopologyOptimize* filter)
{
  Errors errors(filter);
  update(filter, FinalDesign);
  return errors.text();
}
}

TEST(TopologyProjection, IsThatOfTheLibrary)
{
  constexpr int last = 7;
  vtkSmartPointer<vtkTopologyOptimize> filter = filterOf(hexahedra());
  EXPECT_EQ(filter->GetStageSetting("Projection"), 0.0);
  EXPECT_EQ(filter->GetStageSetting("ProjectionSharpness"), 32.0);
  EXPECT_EQ(filter->GetStageSetting("ProjectionInterval"), 40.0);
  EXPECT_EQ(filter->GetStageSetting("NoSuchThing"), 0.0);
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  filter->SetSolverTolerance(1e-8);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetMaximumIterations(last);
  TopologyProblem given = problem();
  given.design.densities.filter = FilterKind::Density;
  given.design.settings.optimizer = Optimizer::MovingAsymptotes;
  given.design.settings.densityChangeTolerance = 0.0;
  given.structure.solver.tolerance = 1e-8;
  given.design.densities.stages.projection = { ProjectionMode::Half, 4.0, 2, 0.0 };
  filter->SetStageSetting("ProjectionSharpness", 4.0);
  filter->SetStageSetting("ProjectionInterval", 2.0);
  filter->SetStageSetting("ProjectionChange", 0.0);
  for (const ProjectionMode mode : { ProjectionMode::Half, ProjectionMode::VolumePreserving })
  {
    filter->SetStageSetting("Projection", static_cast<double>(mode));
    EXPECT_EQ(filter->GetStageSetting("Projection"), static_cast<double>(mode));
    given.design.densities.stages.projection.mode = mode;
    update(filter, FinalDesign);
    update(filter, Convergence);
    Observer silent;
    TopologyOptimizer optimizer(given, makeContext(selectDevice(DeviceRequest::Host)), silent);
    const std::vector<double> compliances = column(filter, "Compliance");
    ASSERT_EQ(compliances.size(), last + 1U);
    for (const double compliance : compliances)
    {
      optimizer.step(silent);
      EXPECT_NEAR(compliance / optimizer.record()["Compliance"], 1.0, 1e-9);
    }
    EXPECT_LT(difference(density(filter, FinalDesign), optimizer.density()), 1e-6);
    EXPECT_EQ(column(filter, "ProjectionSharpness"),
      std::vector<double>({ 1.0, 1.0, 2.0, 2.0, 4.0, 4.0, 4.0, 4.0 }));
  }
  filter->SetStageSetting("Projection", 0.0);
  update(filter, Convergence);
  EXPECT_TRUE(column(filter, "ProjectionSharpness").empty());
}

TEST(TopologyProjection, RobustDesignsWithWeightAndContinuationAreThoseOfTheLibrary)
{
  constexpr int last = 5;
  vtkSmartPointer<vtkTopologyOptimize> filter = filterOf(hexahedra());
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  filter->SetSolverTolerance(1e-8);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetMaximumIterations(last);
  TopologyProblem given = problem();
  DensitySettings& densities = given.design.densities;
  densities.filter = FilterKind::Density;
  given.design.settings.optimizer = Optimizer::MovingAsymptotes;
  given.design.settings.densityChangeTolerance = 0.0;
  given.structure.solver.tolerance = 1e-8;
  const auto expectSame = [&]
  {
    update(filter, FinalDesign);
    update(filter, Convergence);
    Observer silent;
    TopologyOptimizer optimizer(given, makeContext(selectDevice(DeviceRequest::Host)), silent);
    const std::vector<double> compliances = column(filter, "Compliance");
    ASSERT_EQ(compliances.size(), last + 1U);
    for (const double compliance : compliances)
    {
      optimizer.step(silent);
      EXPECT_NEAR(compliance / optimizer.record()["Compliance"], 1.0, 1e-9);
    }
    EXPECT_LT(difference(density(filter, FinalDesign), optimizer.density()), 1e-6);
  };

  filter->SetStageSetting("Projection", 1.0);
  filter->SetStageSetting("Robust", 1.0);
  filter->SetStageSetting("MinimumSize", 1.76);
  filter->SetStageSetting("RobustInterval", 2.0);
  filter->SetStageSetting("PenalizationContinuation", 1.0);
  filter->SetStageSetting("PenalizationStep", 0.75);
  filter->SetStageSetting("PenalizationInterval", 2.0);
  filter->SetStageSetting("PenalizationChange", 0.0);
  densities.stages.projection.mode = ProjectionMode::Half;
  densities.stages.robust = { true, 1.76, 0.25, 2 };
  densities.stages.penalization = { true, 1.0, 0.75, 2, 0.0 };
  expectSame();
  EXPECT_NEAR(filter->GetFilterRadiusUsed(), 2.0, 1e-12);
  EXPECT_EQ(
    column(filter, "Penalization"), std::vector<double>({ 1.0, 1.0, 1.75, 1.75, 2.5, 2.5 }));
  EXPECT_GT(
    column(filter, "DilatedVolumeFraction").back(), column(filter, "VolumeFraction").back());
  filter->SetStageSetting("RobustAnalysis", 1.0);
  densities.stages.robust.analysesAll = true;
  expectSame();

  // The weight alone, in another interpolation; then with heat.
  filter->SetStageSetting("Robust", 0.0);
  filter->SetStageSetting("PenalizationContinuation", 0.0);
  filter->SetInterpolation(vtkTopologyOptimize::RAMP);
  filter->SetPenalization(8.0);
  filter->SetMassDensity(0.5);
  filter->SetAcceleration(0.0, 1.0, -2.0);
  vtkSmartPointer<vtkUnstructuredGrid> unloaded = hexahedra();
  unloaded->GetPointData()->RemoveArray("Force");
  filter->SetInputData(unloaded);
  densities.stages.robust = {};
  densities.stages.penalization = {};
  densities.interpolation = Interpolation::Ramp;
  densities.penalization = 8.0;
  given.structure.ofDesign.weight = { 0.0, 0.5, -1.0 };
  given.structure.loadCases[0].name = "Weight";
  std::fill(
    given.structure.loadCases[0].forces.begin(), given.structure.loadCases[0].forces.end(), 0.0);
  expectSame();
  ThermalStrain& thermal = given.structure.ofDesign.thermal;
  vtkNew<vtkDoubleArray> temperature;
  temperature->SetName("Temperature");
  for (vtkIdType i = 0; i < unloaded->GetNumberOfPoints(); ++i)
  {
    thermal.temperature.push_back(20.0 + unloaded->GetPoint(i)[0]);
    temperature->InsertNextValue(thermal.temperature.back());
  }
  unloaded->GetPointData()->AddArray(temperature);
  filter->SetThermalExpansion(0.1);
  filter->SetReferenceTemperature(20.0);
  thermal.expansion = 0.1;
  thermal.reference = 20.0;
  expectSame();

  // The temperature that is solved with the design, and the weight of point masses.
  DesignHeat& heat = given.structure.ofDesign.heat;
  vtkNew<vtkDoubleArray> fixed;
  vtkNew<vtkDoubleArray> masses;
  vtkNew<vtkDoubleArray> sources;
  fixed->SetName("TemperatureSupports");
  masses->SetName("PointMass");
  sources->SetName("HeatSource");
  for (vtkIdType i = 0; i < unloaded->GetNumberOfPoints(); ++i)
  {
    heat.fixed.push_back(unloaded->GetPoint(i)[0] == 0.0 ? 1 : 0);
    fixed->InsertNextValue(heat.fixed.back());
    masses->InsertNextValue(i % 3 == 1 ? 0.25 : 0.0);
    given.structure.pointMasses.insert(given.structure.pointMasses.end(), 3, masses->GetValue(i));
  }
  for (vtkIdType e = 0; e < unloaded->GetNumberOfCells(); ++e)
  {
    heat.heatSource.push_back(0.2 + 0.01 * static_cast<double>(e));
    sources->InsertNextValue(heat.heatSource.back());
  }
  for (std::size_t i = 0; i < given.structure.pointMasses.size(); ++i)
  {
    const std::array<double, 3> acceleration = { 0.0, 1.0, -2.0 };
    given.structure.loadCases[0].forces[i] = given.structure.pointMasses[i] * acceleration[i % 3];
  }
  heat.conductivity = 3.0;
  heat.leastRatio = 0.01;
  thermal.temperature.clear();
  filter->SetSolveTemperature(true);
  const std::string unheated = refusalOf(filter);
  EXPECT_TRUE(contains(unheated, "Thermal Condition")) << unheated;
  unloaded->GetPointData()->AddArray(fixed);
  unloaded->GetPointData()->AddArray(masses);
  unloaded->GetCellData()->AddArray(sources);
  unloaded->Modified();
  filter->SetConductivity(3.0);
  filter->SetMinimumConductivityRatio(0.01);
  expectSame();
  vtkDataSet* final = vtkDataSet::SafeDownCast(filter->GetOutputDataObject(FinalDesign));
  vtkDataArray* solved = final->GetPointData()->GetArray("Temperature");
  ASSERT_NE(solved, nullptr);
  EXPECT_EQ(solved->GetComponent(0, 0), 0.0);
  EXPECT_GT(solved->GetRange()[1], 1.0);
  EXPECT_EQ(
    final->GetFieldData()->GetAbstractArray("TemperatureArray")->GetVariantValue(0), "Temperature");
  filter->SetThermalExpansion(0.0);
  const std::string useless = refusalOf(filter);
  EXPECT_TRUE(contains(useless, "Solve Temperature is on")) << useless;
  filter->SetSolveTemperature(false);

  filter->SetAcceleration(0.0, std::numeric_limits<double>::infinity(), 0.0);
  const std::string infinite = refusalOf(filter);
  EXPECT_TRUE(contains(infinite, "Acceleration is inf in y")) << infinite;
  filter->SetAcceleration(0.0, 1.0, -2.0);
  filter->SetOptimizer(vtkTopologyOptimize::OPTIMALITY_CRITERIA);
  const std::string text = refusalOf(filter);
  EXPECT_TRUE(contains(text, "Acceleration")) << text;
  EXPECT_TRUE(contains(text, "Optimizer MMA")) << text;
}

TEST(TopologyProjection, OfNodesMakesDesignsClearer)
{
  std::vector<double> greyness;
  for (const double projection : { 0.0, 1.0, 2.0 })
  {
    vtkSmartPointer<vtkMeshfreeTopologyOptimize> filter =
      meshfreeFilter(meshfreeImage({ 12, 6, 2 }), 60);
    filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
    filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
    filter->SetFilterRadius(1.5);
    filter->SetSolverTolerance(1e-6);
    filter->SetStageSetting("Projection", projection);
    filter->SetStageSetting("ProjectionSharpness", 32.0);
    filter->SetStageSetting("ProjectionInterval", 8.0);
    filter->Update(Convergence);
    greyness.push_back(column(filter, "Greyness").back());
    EXPECT_NEAR(column(filter, "VolumeFraction").back(), 0.39, 0.012);
    EXPECT_EQ(column(filter, "ProjectionSharpness").empty(), projection == 0.0);
  }
  // Shape functions smooth the projected densities of nodes.
  EXPECT_LT(greyness[1], 0.9 * greyness[0]);
  EXPECT_LT(greyness[2], 0.9 * greyness[0]);
}

TEST(TopologyProjection, BadSettingsAreNamed)
{
  vtkSmartPointer<vtkTopologyOptimize> filter = filterOf(hexahedra());
  filter->SetMaximumIterations(1);
  filter->SetStageSetting("Projection", 1.0);
  std::string text = refusalOf(filter);
  EXPECT_TRUE(contains(text, "sensitivity filter")) << text;
  EXPECT_TRUE(contains(text, "Filter Type Density")) << text;
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  filter->SetStageSetting("Projection", 2.0);
  text = refusalOf(filter);
  EXPECT_TRUE(contains(text, "Optimizer MMA")) << text;
  filter->SetStageSetting("Projection", 1.0);
  filter->SetStageSetting("ProjectionSharpness", 0.5);
  text = refusalOf(filter);
  EXPECT_TRUE(contains(text, "Projection Sharpness is 0.5")) << text;
  filter->SetStageSetting("Projection", 0.0); // the sharpness then has no effect
  EXPECT_EQ(refusalOf(filter), "");
  filter->SetStageSetting("Projection", 0.5);
  text = refusalOf(filter);
  EXPECT_TRUE(contains(text, "whole number")) << text;
  filter->SetStageSetting("Projection", 1.0);
  filter->SetStageSetting("ProjectionSharpness", 8.0);
  filter->SetStageSetting("Projektion", 1.0);
  text = refusalOf(filter);
  EXPECT_TRUE(contains(text, "Projektion")) << text;
}
}
