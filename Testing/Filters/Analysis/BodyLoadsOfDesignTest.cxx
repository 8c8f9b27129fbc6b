// Tests of bodies under the loads of their design, weight and temperatures, and of what of them
// cannot be printed.

#include "BodyAnalysisTestInput.h"
#include "TopologyPipelineFixture.h"

#include "Core/Text.h"

#include "vtkBodyAnalysis.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace trabecula::testing
{
TEST(BodyAnalysis, TakesTheLoadsOfTheDesign)
{
  auto optimize = makeFilter();
  auto* input = vtkUnstructuredGrid::SafeDownCast(optimize->GetInputDataObject(0, 0));
  vtkNew<vtkDoubleArray> temperature;
  temperature->SetName("Heat");
  for (vtkIdType i = 0; i < input->GetNumberOfPoints(); ++i)
  {
    temperature->InsertNextValue(20.0 + 2.0 * input->GetPoint(i)[0]);
  }
  input->GetPointData()->AddArray(temperature);
  optimize->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  optimize->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  optimize->SetInterpolation(vtkTopologyOptimize::RAMP);
  optimize->SetPenalization(8.0);
  optimize->SetSolverTolerance(1e-10);
  optimize->SetMassDensity(0.5);
  optimize->SetAcceleration(0.0, 0.02, -0.04);
  const auto expectOfDesign = [&]
  {
    update(optimize, FinalDesign);
    vtkNew<vtkUnstructuredGrid> result;
    result->ShallowCopy(optimize->GetOutput(FinalDesign));
    vtkNew<vtkStringArray> constraint;
    constraint->SetName("Constraints");
    constraint->SetNumberOfComponents(6);
    for (const char* text : { "Compliance", "<=", "1e-3", "", "", "" })
    {
      constraint->InsertNextValue(text);
    }
    result->GetFieldData()->AddArray(constraint);
    auto filter = analysisOf(result, cube({ 0, 6, 0, 3, 0, 3 }));
    filter->SetSolverTolerance(1e-10);
    for (const int refinement : { 1, 2 })
    {
      filter->SetRefinement(refinement);
      filter->Update();
      EXPECT_NEAR(measure(filter, "Compliance", 1) / optimize->GetCompliance(), 1.0, 1e-6);
      // The constraint is judged by an optimization with these loads, not by this analysis.
      const std::string verdict = filter->GetConstraintVerdict();
      EXPECT_TRUE(contains(verdict, "The compliance is " + shortText(filter->GetBodyCompliance())))
        << verdict;
    }
    return filter;
  };
  const auto cold = expectOfDesign();
  cold->SetRefinement(1);
  cold->Update();
  const double stressOfForces = cellValues(cold->GetOutput(), "Stress")[6 * 5];
  optimize->SetThermalExpansion(0.01);
  optimize->SetReferenceTemperature(20.0);
  constexpr int temperatures = 14;
  optimize->SetInputArrayToProcess(
    temperatures, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Heat");
  const auto heated = expectOfDesign();
  heated->SetRefinement(1);
  heated->Update();
  // Away from the support the body expands freely, as the temperature is linear: what the heat adds
  // to the stress there is far below E alpha dT. The body is the same, whatever the design.
  const double stress = cellValues(heated->GetOutput(), "Stress")[6 * 5];
  constexpr double suppressed = 0.01 * 2.0 * 5.5; // of Young's modulus, at the centre of the cell
  EXPECT_LT(std::abs(stress - stressOfForces), 0.1 * suppressed);
  EXPECT_NE(stress, stressOfForces);
  // Of a temperature that is solved with the design, and with the weight of a point mass.
  vtkNew<vtkDoubleArray> fixed;
  vtkNew<vtkDoubleArray> masses;
  fixed->SetName("TemperatureSupports");
  masses->SetName("PointMass");
  for (vtkIdType i = 0; i < input->GetNumberOfPoints(); ++i)
  {
    fixed->InsertNextValue(input->GetPoint(i)[0] == 0.0 ? 1.0 : 0.0);
    masses->InsertNextValue(i + 1 == input->GetNumberOfPoints() ? 3.0 : 0.0);
  }
  vtkNew<vtkDoubleArray> sources;
  sources->SetName("HeatSource");
  sources->SetNumberOfValues(input->GetNumberOfCells());
  sources->Fill(0.5);
  input->GetPointData()->AddArray(fixed);
  input->GetPointData()->AddArray(masses);
  input->GetCellData()->AddArray(sources);
  input->Modified();
  const double before = optimize->GetCompliance();
  optimize->SetSolveTemperature(true);
  expectOfDesign();
  EXPECT_NE(optimize->GetCompliance(), before);
  optimize->SetSolveTemperature(false);
  optimize->SetThermalExpansion(0.0);
  input->GetPointData()->RemoveArray("Force");
  input->Modified();
  const auto alone = expectOfDesign();
  auto* table = vtkTable::SafeDownCast(alone->GetOutputDataObject(vtkBodyAnalysis::COMPARISON));
  EXPECT_EQ(
    vtkStringArray::SafeDownCast(table->GetColumnByName("LoadCase"))->GetValue(0), "Weight");
}

TEST(BodyAnalysis, CountsWhatIsNotSupported)
{
  // Printed downwards, the uppermost layer of the grid is the first, and has nothing of the body.
  const auto part = design();
  auto filter = analysisOf(part, cube({ 0, 6, 0, 3, 0, 2 }));
  filter->Update();
  EXPECT_TRUE(std::isnan(filter->GetUnsupportedPlaces()));
  vtkNew<vtkDoubleArray> up;
  up->SetName("BuildDirection");
  for (const double value : { 0.0, 0.0, -1.0 })
  {
    up->InsertNextValue(value);
  }
  part->GetFieldData()->AddArray(up);
  part->Modified();
  filter->Update();
  EXPECT_EQ(filter->GetUnsupportedPlaces(), 18.0);
  EXPECT_TRUE(contains(filter->GetStatus(), "18 places of the grid for layers are solid"))
    << filter->GetStatus();
  vtkNew<vtkIntArray> side;
  side->SetName("AttachedSide");
  side->InsertNextValue(1); // +X
  part->GetFieldData()->AddArray(side);
  part->Modified();
  filter->Update();
  EXPECT_EQ(filter->GetUnsupportedPlaces(), 15.0);
}
}
