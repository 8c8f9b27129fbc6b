// Bodies cut out of designs, analysed beside them.

#include "TopologyPipelineFixture.h"

#include "vtkBodyAnalysis.h"
#include "vtkCellData.h"
#include "vtkCubeSource.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkTopologyBenchmark.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <sstream>

namespace trabecula::testing
{
namespace
{
vtkSmartPointer<vtkPolyData> cube(const std::array<double, 6>& bounds)
{
  vtkNew<vtkCubeSource> source;
  source->SetBounds(bounds.data());
  source->Update();
  return source->GetOutput();
}

vtkSmartPointer<vtkBodyAnalysis> analysisOf(vtkDataSet* design, vtkPolyData* surface)
{
  auto filter = vtkSmartPointer<vtkBodyAnalysis>::New();
  filter->SetInputDataObject(0, design);
  filter->SetInputDataObject(1, surface);
  return filter;
}

/// A value of the table; rows are Body, Density field and Ratio.
double measure(vtkBodyAnalysis* filter, const char* name, vtkIdType row)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkBodyAnalysis::COMPARISON));
  auto* column = vtkDataArray::SafeDownCast(table->GetColumnByName(name));
  return column ? column->GetComponent(row, 0) : std::nan("");
}

std::string word(vtkBodyAnalysis* filter, const char* name, vtkIdType row)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkBodyAnalysis::COMPARISON));
  return vtkStringArray::SafeDownCast(table->GetColumnByName(name))->GetValue(row);
}

/// The cantilever with a density; solid unless x is beyond an end.
vtkSmartPointer<vtkUnstructuredGrid> design(double density = 1.0)
{
  auto data = hexahedra();
  setCellArray(data, "Density",
    std::vector<double>(static_cast<std::size_t>(data->GetNumberOfCells()), density));
  return data;
}
}

TEST(BodyAnalysis, OfASolidBoxIsThatOfTheField)
{
  auto filter = analysisOf(design(), cube({ 0, 6, 0, 3, 0, 3 }));
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->SetSolverTolerance(1e-10);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(warnings.count(), 0) << warnings.text();
  EXPECT_EQ(word(filter, "Analysis", 0), "Body");
  EXPECT_EQ(word(filter, "Analysis", 1), "Density field");
  EXPECT_EQ(word(filter, "Analysis", 2), "Ratio");
  for (const char* name : { "Compliance", "Volume", "LargestVonMisesStress" })
  {
    EXPECT_NEAR(measure(filter, name, 2), 1.0, 1e-9) << name;
    EXPECT_NEAR(measure(filter, name, 0) / measure(filter, name, 1), 1.0, 1e-9) << name;
  }
  EXPECT_NEAR(measure(filter, "Volume", 0), 54.0, 1e-9);
  EXPECT_EQ(word(filter, "LoadCase", 0), "Force");
  EXPECT_NEAR(filter->GetBodyCompliance(), measure(filter, "Compliance", 0), 0.0);
  EXPECT_NEAR(filter->GetComplianceRatio(), 1.0, 1e-9);
  EXPECT_NEAR(filter->GetStressRatio(), 1.0, 1e-9);

  vtkUnstructuredGrid* body = filter->GetOutput();
  EXPECT_EQ(body->GetNumberOfCells(), 54);
  EXPECT_EQ(body->GetCellData()->GetArray("Stress")->GetNumberOfComponents(), 6);
  const std::vector<double> stress = cellValues(body, "VonMisesStress");
  EXPECT_EQ(*std::max_element(stress.begin(), stress.end()), filter->GetBodyStress());
  const std::vector<double> force = pointValues(body, "Displacement");
  EXPECT_EQ(force.size(), 3U * 112U);
  EXPECT_STREQ(body->GetCellData()->GetScalars()->GetName(), "VonMisesStress");
}

TEST(BodyAnalysis, FollowsTheDesignsOwnCompliance)
{
  // The field's row is the optimization's last analysis, material, weights and load cases included.
  auto optimize = makeFilter();
  auto* input = vtkUnstructuredGrid::SafeDownCast(optimize->GetInputDataObject(0, 0));
  setPointArray(input, "Forward", edgeForces(0, 0.5));
  optimize->AddForceArray("Force");
  optimize->AddForceArray("Forward");
  optimize->AddLoadCaseWeight(0.5);
  optimize->AddLoadCaseWeight(2.0);
  optimize->SetYoungsModulus(210.0);
  optimize->SetPoissonsRatio(0.25);
  optimize->SetSolverTolerance(1e-9);
  for (const int interpolation : { vtkTopologyOptimize::SIMP, vtkTopologyOptimize::MODIFIED_SIMP })
  {
    optimize->SetInterpolation(interpolation);
    optimize->SetPenalization(interpolation == vtkTopologyOptimize::SIMP ? 3.0 : 2.5);
    update(optimize, FinalDesign);
    auto filter = analysisOf(optimize->GetOutput(FinalDesign), cube({ 0, 6, 0, 3, 0, 3 }));
    filter->SetSolverTolerance(1e-9);
    filter->Update();
    EXPECT_NEAR(measure(filter, "Compliance", 1) / optimize->GetCompliance(), 1.0, 1e-6);
    EXPECT_NEAR(
      0.5 * measure(filter, "Compliance_Force", 0) + 2.0 * measure(filter, "Compliance_Forward", 0),
      measure(filter, "Compliance", 0), 1e-9);
    EXPECT_LT(measure(filter, "Compliance", 2), 1.0);
    EXPECT_TRUE(filter->GetOutput()->GetCellData()->HasArray("Stress_Forward"));

    // With another material, if one is asked for.
    filter->MaterialFromDesignOff();
    filter->SetYoungsModulus(420.0);
    filter->SetPoissonsRatio(0.25);
    filter->SetInterpolation(interpolation);
    filter->SetPenalization(interpolation == vtkTopologyOptimize::SIMP ? 3.0 : 2.5);
    filter->AddForceArray("Force");
    filter->AddForceArray("Forward");
    filter->AddLoadCaseWeight(0.5);
    filter->AddLoadCaseWeight(2.0);
    filter->Update();
    EXPECT_NEAR(measure(filter, "Compliance", 1) / optimize->GetCompliance(), 0.5, 1e-6);
  }
}

TEST(BodyAnalysis, FollowsTheComplianceOfPartlySolidCells)
{
  auto optimize = makeFilter();
  auto* input = vtkUnstructuredGrid::SafeDownCast(optimize->GetInputDataObject(0, 0));
  std::vector<double> fractions;
  for (vtkIdType cell = 0; cell < input->GetNumberOfCells(); ++cell)
  {
    fractions.push_back(cell % 5 == 1 ? 0.15 : 1.0);
  }
  setCellArray(input, "SolidFraction", fractions);
  optimize->SetSolverTolerance(1e-9);
  for (const int interpolation : { vtkTopologyOptimize::SIMP, vtkTopologyOptimize::MODIFIED_SIMP })
  {
    optimize->SetInterpolation(interpolation);
    update(optimize, FinalDesign);
    auto filter = analysisOf(optimize->GetOutput(FinalDesign), cube({ 0, 6, 0, 3, 0, 3 }));
    filter->SetSolverTolerance(1e-9);
    filter->Update();
    EXPECT_NEAR(measure(filter, "Compliance", 1) / optimize->GetCompliance(), 1.0, 1e-6);
    const double solid = std::accumulate(fractions.begin(), fractions.end(), 0.0);
    EXPECT_NEAR(measure(filter, "Volume", 1), optimize->GetVolumeFraction() * solid, 1e-3 * solid);
  }
}

TEST(BodyAnalysis, MovesLoadsOfPartlySolidCellsOntoTheBody)
{
  // A body that ends within the last layer of cells, whose outer corners are loaded.
  auto data = design();
  std::vector<double> fractions;
  for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
  {
    fractions.push_back(cell % 6 == 5 ? 1e-4 : 1.0);
  }
  auto filter = analysisOf(data, cube({ 0, 5.0001, 0, 3, 0, 3 }));
  Errors errors(filter);
  filter->Update();
  EXPECT_TRUE(contains(errors.text(), "The body has no material at node")) << errors.text();
  setCellArray(data, "SolidFraction", fractions);
  errors.clear();
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_TRUE(contains(filter->GetStatus(),
    "Of the loads 100 % are at corners of partly solid cells outside of the body and act on its "
    "nearest nodes, at most 1 away."))
    << filter->GetStatus();
  EXPECT_NEAR(measure(filter, "Volume", 0), 45.0, 1e-9);
}

TEST(BodyAnalysis, TakesTheSurfaceFromAmongItsInputs)
{
  for (const bool isSurfaceFirst : { false, true })
  {
    vtkNew<vtkBodyAnalysis> filter;
    Errors errors(filter);
    const auto cells = design();
    const auto surface = cube({ 0, 6, 0, 3, 0, 3 });
    filter->AddInputDataObject(isSurfaceFirst ? static_cast<vtkDataObject*>(surface) : cells);
    filter->AddInputDataObject(isSurfaceFirst ? static_cast<vtkDataObject*>(cells) : surface);
    filter->Update();
    EXPECT_EQ(errors.count(), 0) << errors.text();
    EXPECT_NEAR(filter->GetComplianceRatio(), 1.0, 1e-4);
  }
}

TEST(BodyAnalysis, SaysWhichInputIsMissing)
{
  vtkNew<vtkBodyAnalysis> filter;
  Errors errors(filter);
  filter->SetInputDataObject(0, design());
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Topology Surface")) << errors.text();
  errors.clear();
  filter->SetInputDataObject(0, cube({ 0, 6, 0, 3, 0, 3 }));
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Final design")) << errors.text();
  errors.clear();
  filter->SetInputDataObject(0, design());
  filter->AddInputDataObject(0, design());
  filter->SetInputDataObject(1, cube({ 0, 6, 0, 3, 0, 3 }));
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "two designs")) << errors.text();
}

TEST(BodyAnalysis, MovesTheSupportsThatTheDesignMoved)
{
  auto optimize = makeFilter();
  auto* input = vtkUnstructuredGrid::SafeDownCast(optimize->GetInputDataObject(0, 0));
  std::vector<double> moved = pointValues(input, "Supports");
  for (vtkIdType point = 0; point < input->GetNumberOfPoints(); ++point)
  {
    // Pulled apart, not as a rigid body.
    moved[3 * static_cast<std::size_t>(point) + 2] *= 5.0 * input->GetPoint(point)[2];
    moved[3 * static_cast<std::size_t>(point)] = 0.0;
    moved[3 * static_cast<std::size_t>(point) + 1] = 0.0;
  }
  optimize->SetSolverTolerance(1e-9);
  update(optimize, FinalDesign);
  const double unmoved = optimize->GetCompliance();
  setPointArray(input, "PrescribedDisplacement", moved);
  update(optimize, FinalDesign);
  ASSERT_GT(std::abs(optimize->GetCompliance() - unmoved), 1e-2 * unmoved);
  auto filter = analysisOf(optimize->GetOutput(FinalDesign), cube({ 0, 6, 0, 3, 0, 3 }));
  filter->SetSolverTolerance(1e-9);
  filter->Update();
  EXPECT_NEAR(measure(filter, "Compliance", 1) / optimize->GetCompliance(), 1.0, 1e-6);
}

TEST(BodyAnalysis, OfTheExtractedSurface)
{
  vtkNew<vtkTopologyBenchmark> benchmark;
  benchmark->SetResolution(8);
  vtkNew<vtkTopologyOptimize> optimize;
  optimize->SetInputConnection(benchmark->GetOutputPort());
  optimize->SetMaximumIterations(15);
  optimize->SetVolumeFraction(0.4);
  vtkNew<vtkTopologySurface> surface;
  surface->SetInputConnection(optimize->GetOutputPort(FinalDesign));
  vtkNew<vtkBodyAnalysis> filter;
  filter->SetInputConnection(0, optimize->GetOutputPort(FinalDesign));
  filter->SetSurfaceConnection(surface->GetOutputPort());
  Errors errors(filter);
  filter->Update();
  ASSERT_EQ(errors.count(), 0) << errors.text();
  EXPECT_NEAR(measure(filter, "Volume", 2), 1.0, 0.02);
  EXPECT_GT(measure(filter, "Compliance", 2), 0.2);
  EXPECT_LT(measure(filter, "Compliance", 2), 1.0); // solid material where the field is grey
  EXPECT_GT(measure(filter, "LargestVonMisesStress", 0), 0.0);
  const auto fractions = cellValues(filter->GetOutput(), "SolidFraction");
  EXPECT_GT(*std::min_element(fractions.begin(), fractions.end()), 0.0);
  EXPECT_LT(fractions.size(), 1024U);

  const double compliance = filter->GetBodyCompliance();
  filter->SetRefinement(2);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_NEAR(filter->GetBodyCompliance() / compliance, 1.15, 0.15); // finer cells are softer
  EXPECT_GT(
    static_cast<std::size_t>(filter->GetOutput()->GetNumberOfCells()), 4 * fractions.size());
}

TEST(BodyAnalysis, BadInputIsNamedAndTheLastResultStays)
{
  auto filter = analysisOf(design(), cube({ 0, 6, 0, 3, 0, 3 }));
  Errors errors(filter);
  filter->Update();
  const double compliance = filter->GetBodyCompliance();
  const auto expectRefusal = [&](const std::string& text)
  {
    filter->Update();
    EXPECT_EQ(errors.count(), 1) << text;
    EXPECT_TRUE(contains(errors.text(), text)) << errors.text();
    EXPECT_TRUE(contains(filter->GetStatus(), "Error: "));
    EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), 54);
    EXPECT_EQ(measure(filter, "Compliance", 0), compliance);
    errors.clear();
  };
  vtkNew<vtkPolyData> nothing;
  filter->SetInputDataObject(1, nothing);
  expectRefusal("no polygons");
  auto open = cube({ 0, 6, 0, 3, 0, 3 });
  open->BuildLinks();
  open->DeleteCell(2);
  open->RemoveDeletedCells();
  filter->SetInputDataObject(1, open);
  expectRefusal("not closed: it has 4 open edges");
  filter->SetInputDataObject(1, cube({ 10, 12, 0, 3, 0, 3 }));
  expectRefusal("encloses nothing of the design's mesh");
  filter->SetInputDataObject(1, cube({ 0, 4, 0, 3, 0, 3 }));
  expectRefusal("no material at node");
  filter->SetInputDataObject(1, cube({ 3, 6, 0, 3, 0, 3 }));
  expectRefusal("hang together with any support");

  filter->SetInputDataObject(1, cube({ 0, 6, 0, 3, 0, 3 }));
  filter->SetInputDataObject(0, hexahedra());
  expectRefusal("Density");
  auto tooDense = design(1.5);
  filter->SetInputDataObject(0, tooDense);
  expectRefusal("1.5 in cell 0");
  auto unloaded = design();
  unloaded->GetPointData()->RemoveArray("Force");
  filter->SetInputDataObject(0, unloaded);
  expectRefusal("no load");
  auto trimmed = design();
  vtkNew<vtkDoubleArray> threshold;
  threshold->SetName("DensityThreshold");
  threshold->InsertNextValue(0.3);
  trimmed->GetFieldData()->AddArray(threshold);
  filter->SetInputDataObject(0, trimmed);
  expectRefusal("Density Threshold");
  filter->SetInputDataObject(0, design());
  filter->SetYoungsModulus(-1.0);
  expectRefusal("Young's");
  filter->SetYoungsModulus(1.0);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
}

TEST(BodyAnalysis, RefusesBlocks)
{
  const auto part = design();
  const auto surface = cube({ 0, 6, 0, 3, 0, 3 });
  for (const int port : { 0, 1 })
  {
    auto filter = analysisOf(part, surface);
    Errors errors(filter);
    vtkNew<vtkMultiBlockDataSet> blocks;
    for (const unsigned int block : { 0U, 1U })
    {
      blocks->SetBlock(block, filter->GetInputDataObject(port, 0));
    }
    filter->SetInputDataObject(port, blocks);
    filter->Update();
    EXPECT_EQ(errors.count(), 1);
    EXPECT_TRUE(contains(errors.text(), "Extract Block")) << errors.text();
    filter->SetInputDataObject(0, part);
    filter->SetInputDataObject(1, surface);
    filter->Update();
    EXPECT_EQ(errors.count(), 1) << errors.text();
    EXPECT_NEAR(measure(filter, "Compliance", 2), 1.0, 1e-6);
  }
}

TEST(BodyAnalysis, SaysWhatLiesOutsideOfTheMesh)
{
  auto filter = analysisOf(design(), cube({ 0, 6, 0, 3, 0, 6 }));
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "encloses 108, of which the mesh has 54"))
    << warnings.text();
}

TEST(BodyAnalysis, StopsAndKeepsTheLastResult)
{
  auto filter = analysisOf(design(), cube({ 0, 6, 0, 3, 0, 3 }));
  filter->Update();
  filter->SetInputDataObject(0, design(0.5));
  Watcher watcher(filter, "Reading design and surface");
  filter->Update();
  EXPECT_TRUE(contains(filter->GetStatus(), "Stopped")) << filter->GetStatus();
  EXPECT_EQ(filter->GetAbortExecute(), 0);
  EXPECT_NEAR(measure(filter, "Compliance", 2), 1.0, 1e-9);
  filter->RemoveObservers(vtkCommand::ProgressEvent);
  filter->Continue();
  filter->Update();
  EXPECT_NEAR(measure(filter, "Volume", 2), 2.0, 1e-9);
}

TEST(BodyAnalysis, PrintsItsSettings)
{
  vtkNew<vtkBodyAnalysis> filter;
  filter->SetYoungsModulus(7.25);
  filter->SetPoissonsRatio(0.125);
  filter->SetInterpolation(vtkBodyAnalysis::MODIFIED_SIMP);
  filter->SetPenalization(4.5);
  filter->SetMinimumDensity(0.25);
  filter->SetMinimumModulusRatio(0.375);
  filter->SetSolverTolerance(0.0625);
  filter->AddForceArray("Wind");
  filter->AddForceArray("Snow");
  filter->AddLoadCaseWeight(2.5);
  filter->SetRefinement(3);
  std::ostringstream text;
  filter->Print(text);
  for (const char* line : { "Young's Modulus: 7.25", "Poisson's Ratio: 0.125",
         "Interpolation: Modified SIMP", "Penalization: 4.5", "Minimum Density: 0.25",
         "Minimum Modulus Ratio: 0.375", "Solver Tolerance: 0.0625", "ForceArrays: Wind Snow",
         "LoadCaseWeights: 2.5", "Refinement: 3" })
  {
    EXPECT_TRUE(contains(text.str(), "\n  " + std::string(line) + "\n")) << line;
  }
}
}
