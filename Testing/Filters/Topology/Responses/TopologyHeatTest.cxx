// Tests of the minimal thermal compliance through the pipeline: known trajectory, outputs,
// checkpoints, bad input.

#include "TopologyPipelineFixture.h"

#include "vtkBodyAnalysis.h"
#include "vtkCellData.h"
#include "vtkCompareTopologies.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Returns a unit cube of voxels with a source, whose temperature is fixed at a small square.
vtkSmartPointer<vtkImageData> heatedCube(int cells, double temperature = 0.0)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(cells + 1, cells + 1, cells + 1);
  image->SetSpacing(1.0 / cells, 1.0 / cells, 1.0 / cells);
  std::vector<double> fixed;
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    double x[3];
    image->GetPoint(i, x);
    const bool isInSquare =
      x[2] == 0.0 && std::abs(x[0] - 0.5) < 0.1 + 1e-9 && std::abs(x[1] - 0.5) < 0.1 + 1e-9;
    fixed.push_back(isInSquare ? 1.0 : 0.0);
  }
  const auto add =
    [](vtkDataSetAttributes* attributes, const char* name, const std::vector<double>& values)
  {
    vtkNew<vtkDoubleArray> array;
    array->SetName(name);
    std::for_each(values.begin(), values.end(), [&](double v) { array->InsertNextValue(v); });
    attributes->AddArray(array);
  };
  add(image->GetPointData(), "TemperatureSupports", fixed);
  add(
    image->GetPointData(), "PrescribedTemperature", std::vector<double>(fixed.size(), temperature));
  add(image->GetCellData(), "HeatSource",
    std::vector<double>(static_cast<std::size_t>(image->GetNumberOfCells()), 1.0));
  return image;
}

vtkSmartPointer<vtkTopologyOptimize> coolestOf(vtkDataSet* data, int iterations)
{
  auto filter = filterOf(data);
  filter->SetObjective(vtkTopologyOptimize::THERMAL_COMPLIANCE);
  filter->SetInterpolation(vtkTopologyOptimize::MODIFIED_SIMP);
  filter->SetMinimumModulusRatio(1e-3);
  filter->SetVolumeFraction(0.2);
  filter->SetFilterRadius(0.15);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetSolverTolerance(1e-11);
  filter->SetSolidLayers(vtkTopologyOptimize::NO_LAYERS);
  filter->SetMaximumIterations(iterations);
  return filter;
}

/// Returns the message with which a problem is refused, which must be the only one.
std::string refusalOfHeat(const std::function<void(vtkImageData*, vtkTopologyOptimize*)>& change)
{
  const auto data = heatedCube(5);
  auto filter = coolestOf(data, 1);
  change(data, filter);
  Errors errors(filter);
  update(filter, FinalDesign);
  EXPECT_EQ(errors.count(), 1) << errors.text();
  return errors.text();
}

void fillScalars(vtkDataSetAttributes* attributes, const char* name, double value)
{
  vtkDataArray* array = attributes->GetArray(name);
  ASSERT_TRUE(array);
  array->Fill(value);
}

void addConstant(vtkDataSetAttributes* attributes, const char* name, vtkIdType count, double value)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfTuples(count);
  array->Fill(value);
  attributes->AddArray(array);
}
}

TEST(TopologyHeat, FollowsTheKnownTrajectory)
{
  struct Case
  {
    int filter;
    std::array<double, 6> compliances; // of designs 0, 1, 2, 5, 10, 20
  };
  constexpr std::array<std::size_t, 6> designs = { 0, 1, 2, 5, 10, 20 };
  const std::array<Case, 2> cases = { {
    { vtkTopologyOptimize::SENSITIVITY_FILTER,
      { 165.880178, 35.6353670, 20.4055361, 12.5520461, 10.0211559, 8.62824009 } },
    { vtkTopologyOptimize::DENSITY_FILTER,
      { 165.880178, 35.8398241, 20.5884227, 12.8540613, 10.2251537, 8.41196425 } },
  } };
  for (const Case& known : cases)
  {
    auto filter = coolestOf(heatedCube(10), 20);
    filter->SetFilterType(known.filter);
    update(filter, Convergence);
    const std::vector<double> found = column(filter, "ThermalCompliance");
    ASSERT_EQ(found.size(), 21U);
    for (std::size_t i = 0; i < designs.size(); ++i)
    {
      EXPECT_NEAR(found[designs[i]] / known.compliances[i], 1.0, 1e-6) << "design " << designs[i];
    }
    EXPECT_TRUE(column(filter, "Compliance").empty());
    EXPECT_EQ(filter->GetThermalCompliance(), found.back());
    EXPECT_EQ(filter->GetCompliance(), 0.0);
  }
}

TEST(TopologyHeat, DesignsHaveTemperatures)
{
  auto filter = coolestOf(heatedCube(6, 40.0), 5);
  filter->SetConductivity(2.0);
  filter->SetResultGeometry(vtkTopologyOptimize::AS_INPUT);
  for (const int port : { Iterations, FinalDesign })
  {
    update(filter, port, port == Iterations ? 5.0 : -1.0);
    auto* design = vtkDataSet::SafeDownCast(filter->GetOutputDataObject(port));
    EXPECT_STREQ(design->GetClassName(), "vtkImageData");
    EXPECT_STREQ(design->GetCellData()->GetScalars()->GetName(), "Density");
    EXPECT_TRUE(design->GetCellData()->HasArray("HeatDissipationDensity"));
    EXPECT_FALSE(design->GetPointData()->HasArray("Displacement"));
    const std::vector<double> temperature = pointValues(design, "Temperature");
    const std::vector<double> fixed = pointValues(design, "TemperatureSupports");
    ASSERT_EQ(temperature.size(), 343U);
    for (std::size_t i = 0; i < temperature.size(); ++i)
    {
      if (fixed[i] != 0.0)
      {
        EXPECT_EQ(temperature[i], 40.0);
      }
      else
      {
        EXPECT_GT(temperature[i], 40.0);
      }
    }
    // The work of the sources is twice the sum of the dissipation of the cells.
    const std::vector<double> dissipation = cellValues(design, "HeatDissipationDensity");
    double sum = 0.0;
    for (const double value : dissipation)
    {
      sum += 2.0 * value / 216.0;
    }
    EXPECT_NEAR(sum / filter->GetThermalCompliance(), 1.0, 1e-6);
    vtkFieldData* fields = design->GetFieldData();
    EXPECT_EQ(fields->GetArray("Conductivity")->GetComponent(0, 0), 2.0);
    EXPECT_EQ(
      fields->GetArray("ThermalCompliance")->GetComponent(0, 0), filter->GetThermalCompliance());
    for (const char* name : { "Compliance", "YoungsModulus", "LoadCases" })
    {
      EXPECT_FALSE(fields->HasArray(name)) << name;
    }
  }
  EXPECT_TRUE(contains(filter->GetStatus(), "At iteration 5 of 5.")) << filter->GetStatus();
  EXPECT_TRUE(contains(filter->GetVerdict(), "reyness")) << filter->GetVerdict();
}

TEST(TopologyHeat, RunsFromACheckpoint)
{
  const std::filesystem::path folder =
    std::filesystem::path(::testing::TempDir()) / "trabecula-heat";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "run.checkpoint").string();
  const auto make = []
  {
    auto filter = coolestOf(heatedCube(5), 6);
    filter->SetReproducible(true);
    return filter;
  };
  auto whole = make();
  update(whole, FinalDesign);
  update(whole, Convergence);
  auto first = make();
  first->SetCheckpointFile(path.c_str());
  Watcher watcher(first, "Iteration 3 ");
  update(first, FinalDesign);
  auto second = make();
  second->SetResumeFrom(path.c_str());
  update(second, FinalDesign);
  update(second, Convergence);
  EXPECT_TRUE(contains(second->GetStatus(), "esumed")) << second->GetStatus();
  EXPECT_EQ(density(whole, FinalDesign), density(second, FinalDesign));
  EXPECT_EQ(column(whole, "ThermalCompliance"), column(second, "ThermalCompliance"));
  auto other = make();
  other->SetConductivity(2.0);
  other->SetResumeFrom(path.c_str());
  Errors errors(other);
  update(other, FinalDesign);
  EXPECT_TRUE(contains(errors.text(), "Conductivity was 1 and is 2")) << errors.text();
  std::filesystem::remove_all(folder);
}

TEST(TopologyHeat, KeepsConditionsSolidAndJudges)
{
  // Heat enters at one end of a bar and leaves at the other.
  auto data = hexahedra();
  data->GetFieldData()->RemoveArray("SolidLayers");
  std::vector<double> x;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    x.push_back(data->GetPoint(i)[0]);
  }
  addConstant(data->GetPointData(), "TemperatureSupports", data->GetNumberOfPoints(), 0.0);
  addConstant(data->GetPointData(), "HeatFlow", data->GetNumberOfPoints(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
  {
    const auto point = static_cast<vtkIdType>(i);
    data->GetPointData()->GetArray("TemperatureSupports")->SetComponent(point, 0, x[i] == 0.0);
    data->GetPointData()->GetArray("HeatFlow")->SetComponent(point, 0, x[i] == 6.0 ? 1.0 : 0.0);
  }
  auto filter = coolestOf(data, 20);
  filter->SetFilterRadius(1.5);
  filter->SetVolumeFraction(0.7);
  filter->SetSolidLayers(vtkTopologyOptimize::AUTOMATIC_LAYERS);
  update(filter, FinalDesign);
  const std::string status = filter->GetStatus();
  EXPECT_TRUE(contains(status, "Kept solid at fixed temperatures and heat flows: 18 cells."))
    << status;
  EXPECT_TRUE(contains(status, "Supports and forces have no effect")) << status;
  EXPECT_TRUE(contains(status, "leads the heat to fixed temperatures or films")) << status;
  const std::vector<double> found = density(filter, FinalDesign);
  EXPECT_EQ(std::count(found.begin(), found.end(), 1.0) >= 18, true);
  filter->SetVolumeFraction(0.3);
  update(filter, FinalDesign);
  EXPECT_TRUE(contains(filter->GetStatus(), "Fixed temperatures and heat flows are not kept solid"))
    << filter->GetStatus();
}

TEST(TopologyHeat, FiltersAfterItTakeTheDesignOrSayWhyNot)
{
  auto filter = coolestOf(heatedCube(6), 10);
  auto surface = vtkSmartPointer<vtkTopologySurface>::New();
  surface->SetInputConnection(filter->GetOutputPort(FinalDesign));
  surface->Update();
  EXPECT_GT(surface->GetOutput()->GetNumberOfCells(), 0);

  auto body = vtkSmartPointer<vtkBodyAnalysis>::New();
  body->SetInputConnection(0, filter->GetOutputPort(FinalDesign));
  body->SetInputConnection(1, surface->GetOutputPort());
  Errors errors(body);
  body->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "conducts heat, which is no structure")) << errors.text();

  auto compare = vtkSmartPointer<vtkCompareTopologies>::New();
  compare->AddInputConnection(0, filter->GetOutputPort(FinalDesign));
  auto other = coolestOf(heatedCube(6), 3);
  compare->AddInputConnection(0, other->GetOutputPort(FinalDesign));
  Errors none(compare);
  compare->Update();
  EXPECT_EQ(none.count(), 0) << none.text();
}

TEST(TopologyHeat, IsOfDensitiesOfCellsAlone)
{
  auto meshfree = vtkSmartPointer<vtkMeshfreeTopologyOptimize>::New();
  meshfree->SetInputData(image());
  meshfree->SetObjective(vtkTopologyOptimize::THERMAL_COMPLIANCE);
  meshfree->SetMaximumIterations(1);
  Errors errors(meshfree);
  meshfree->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "with Topology Optimize")) << errors.text();
}

TEST(TopologyHeat, BadInputIsNamed)
{
  std::string text = refusalOfHeat([](vtkImageData* data, vtkTopologyOptimize*)
    { fillScalars(data->GetPointData(), "TemperatureSupports", 0.0); });
  EXPECT_TRUE(contains(text, "neither a fixed temperature nor a film")) << text;

  text = refusalOfHeat([](vtkImageData* data, vtkTopologyOptimize*)
    { data->GetPointData()->GetArray("PrescribedTemperature")->SetComponent(14, 0, 3.0); });
  EXPECT_TRUE(contains(text, "range from 0 to 3")) << text;

  text = refusalOfHeat([](vtkImageData* data, vtkTopologyOptimize*)
    { fillScalars(data->GetCellData(), "HeatSource", 0.0); });
  EXPECT_TRUE(contains(text, "Nothing heats the body")) << text;

  text = refusalOfHeat([](vtkImageData* data, vtkTopologyOptimize*)
    { addConstant(data->GetCellData(), "Conductivity", data->GetNumberOfCells(), 1.0); });
  EXPECT_TRUE(contains(text, "conductivities of their own")) << text;

  text =
    refusalOfHeat([](vtkImageData*, vtkTopologyOptimize* filter) { filter->SetConductivity(0.0); });
  EXPECT_TRUE(contains(text, "Conductivity is 0")) << text;

  text = refusalOfHeat(
    [](vtkImageData*, vtkTopologyOptimize* filter) { filter->SetMakeQuadratic(true); });
  EXPECT_TRUE(contains(text, "Make Quadratic is on")) << text;

  text = refusalOfHeat([](vtkImageData*, vtkTopologyOptimize* filter)
    { filter->SetConstraint(vtkTopologyOptimize::OUTPUT_DISPLACEMENT_BOUND); });
  EXPECT_TRUE(contains(text, "The output displacement is that of a structure")) << text;

  text = refusalOfHeat([](vtkImageData*, vtkTopologyOptimize* filter)
    { filter->SetResponseSetting("LargestStressBound", 3.0); });
  EXPECT_TRUE(contains(text, "The largest stress is that of a structure")) << text;

  text = refusalOfHeat([](vtkImageData*, vtkTopologyOptimize* filter)
    { filter->SetPreconditioner(vtkTopologyOptimize::RIGID_BODY_MODES); });
  EXPECT_TRUE(contains(text, "Rigid-body modes")) << text;

  text = refusalOfHeat([](vtkImageData* data, vtkTopologyOptimize*)
    { data->GetPointData()->GetArray("TemperatureSupports")->SetComponent(5, 0, 0.5); });
  EXPECT_TRUE(contains(text, "0.5 at node 5")) << text;

  text = refusalOfHeat(
    [](vtkImageData*, vtkTopologyOptimize* filter) { filter->AddRegionVolumeBound(1, 0.1); });
  EXPECT_TRUE(contains(text, "VolumeRegion")) << text;

  text = refusalOfHeat(
    [](vtkImageData*, vtkTopologyOptimize* filter) { filter->SetVolumeFraction(0.0); });
  EXPECT_TRUE(contains(text, "olume fraction is 0")) << text;
}
}
