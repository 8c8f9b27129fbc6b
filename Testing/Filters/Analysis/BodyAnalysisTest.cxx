// Tests of the analysis of bodies cut out of designs, in comparison with the designs.

#include "BodyAnalysisTestInput.h"
#include "ResultMarks.h"
#include "TopologyPipelineFixture.h"

#include "Core/Text.h"

#include "vtkBodyAnalysis.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkTopologyBenchmark.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

namespace trabecula::testing
{
namespace
{
std::string word(vtkBodyAnalysis* filter, const char* name, vtkIdType row)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkBodyAnalysis::COMPARISON));
  return vtkStringArray::SafeDownCast(table->GetColumnByName(name))->GetValue(row);
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
  // The row of the field is the last analysis of the optimization, including material, weights and
  // load cases.
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

    // Another material is used on request.
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
  // The body ends within the last layer of cells, whose outer corners are loaded.
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

TEST(BodyAnalysis, MovesTheSupportsThatTheDesignMoved)
{
  auto optimize = makeFilter();
  auto* input = vtkUnstructuredGrid::SafeDownCast(optimize->GetInputDataObject(0, 0));
  std::vector<double> moved = pointValues(input, "Supports");
  for (vtkIdType point = 0; point < input->GetNumberOfPoints(); ++point)
  {
    // The part is stretched rather than moved as a rigid body.
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
  EXPECT_LT(measure(filter, "Compliance", 2), 1.0); // solid material where the field is gray
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

TEST(BodyAnalysis, ChecksTheConstraintsOfTheDesignAnew)
{
  const auto part = design();
  std::vector<double> regions(static_cast<std::size_t>(part->GetNumberOfCells()), 1.0);
  regions.front() = 2.0;
  setCellArray(part, "VolumeRegion", regions);
  auto filter = analysisOf(part, cube({ 0, 6, 0, 3, 0, 3 }));
  filter->SetSolverTolerance(1e-10);
  filter->Update();
  EXPECT_STREQ(filter->GetConstraintVerdict(), "");
  const double compliance = filter->GetBodyCompliance();
  const double stress = filter->GetBodyStress();

  vtkNew<vtkStringArray> constraints;
  constraints->SetName("Constraints");
  constraints->SetNumberOfComponents(6);
  const auto add = [&constraints](const std::string& response, const std::string& sense,
                     double bound, const std::string& region)
  {
    for (const std::string& text :
      { response, sense, shortText(bound), region, std::string(), std::string() })
    {
      constraints->InsertNextValue(text);
    }
  };
  add("Volume", "<=", 0.8, "");
  add("Compliance", "<=", 1.01 * compliance, "");
  add("LargestStress", "<=", stress / 1.1, "1");
  add("Volume", "<=", 1.0, "2");
  add("OutputDisplacement", "<=", 1.0, "");
  part->GetFieldData()->AddArray(constraints);
  part->Modified();
  for (const int refinement : { 1, 2 })
  {
    filter->SetRefinement(refinement);
    filter->Update();
    const std::string verdict = filter->GetConstraintVerdict();
    EXPECT_TRUE(contains(verdict, "Not judged on the body: Output Displacement.")) << verdict;
    EXPECT_TRUE(contains(verdict, "The volume fraction is 1, 25 % above its bound 0.8."))
      << verdict;
    EXPECT_TRUE(contains(verdict, "The volume fraction 2 is 1; it may be at most 1.")) << verdict;
    EXPECT_TRUE(contains(filter->GetStatus(), verdict));
    EXPECT_EQ(filters::markOf(filter->GetOutput(), "ConstraintVerdict"), verdict);
    if (refinement == 1)
    {
      EXPECT_TRUE(contains(verdict, "The body meets 2 of 4 constraints.")) << verdict;
      EXPECT_TRUE(contains(verdict, "The compliance is " + shortText(compliance))) << verdict;
      EXPECT_TRUE(contains(verdict, "The largest stress 1 is " + shortText(stress))) << verdict;
      EXPECT_TRUE(contains(verdict, "10 % above its bound")) << verdict;
    }
  }
}
}
