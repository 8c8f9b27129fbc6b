// Mass and safety factor of designs and of the bodies in them.

#include "BodyAnalysisTestInput.h"
#include "ResultMarks.h"
#include "TopologyTestInput.h"
#include "UnitSystem.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace trabecula::testing
{
using namespace trabecula::filters;

namespace
{
constexpr int UnitsOfMillimetres = static_cast<int>(UnitSystem::Millimetres);

/// Updates the last design and the convergence table.
void updateLast(vtkTopologyOptimize* filter)
{
  filter->Update(vtkTopologyOptimize::FINAL_DESIGN);
  filter->Update(vtkTopologyOptimize::CONVERGENCE);
}
}

TEST(Materials, DesignsHaveAMass)
{
  auto filter = filterOf(hexahedra()); // 54 unit cubes
  filter->SetSolidMaterial("Aluminium");
  filter->SetUnits(UnitsOfMillimetres);
  filter->SetMaximumIterations(2);
  filter->SetVolumeFraction(0.4);
  Errors errors(filter);
  updateLast(filter);
  ASSERT_EQ(errors.count(), 0) << errors.text();
  vtkFieldData* fields = filter->GetOutputDataObject(1)->GetFieldData();
  const auto number = [&](const char* name)
  { return fields->GetArray(name) ? fields->GetArray(name)->GetComponent(0, 0) : -1.0; };
  EXPECT_EQ(number("YoungsModulus"), 70000.0);
  EXPECT_NEAR(number("MassDensity"), 2.7e-9, 1e-20);
  EXPECT_NEAR(number("YieldStress"), 250.0, 1e-9);
  EXPECT_NEAR(number("Mass"), 2.7e-9 * 54.0 * number("VolumeFraction"), 1e-18);
  EXPECT_NEAR(number("Mass"), 2.7e-9 * 54.0 * 0.4, 1e-11);
  EXPECT_EQ(markOf(filter->GetOutputDataObject(1), "Material"), "Aluminium");
  EXPECT_EQ(markOf(filter->GetOutputDataObject(1), UnitsField), "mm, N, MPa, t");
  auto* table =
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkTopologyOptimize::CONVERGENCE));
  auto* column = vtkDataArray::SafeDownCast(table->GetColumnByName("Mass"));
  ASSERT_TRUE(column);
  EXPECT_EQ(column->GetNumberOfTuples(), 3);
  EXPECT_EQ(column->GetComponent(2, 0), number("Mass"));
  vtkStringArray* columns = filter->GetHistoryColumns();
  const vtkIdType count = columns->GetNumberOfTuples();
  EXPECT_EQ(columns->GetValue(3 * (count - 1)), "Mass");
  EXPECT_EQ(filter->GetHistory()->GetNumberOfComponents(), count);
  EXPECT_EQ(filter->GetHistory()->GetComponent(2, static_cast<int>(count - 1)), number("Mass"));

  // Without a mass density nothing of this is there, and the run is the same problem.
  const int analyses = filter->GetNumberOfAnalyses();
  filter->SetSolidMaterial("Custom");
  filter->SetYoungsModulus(70000.0);
  updateLast(filter);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses);
  fields = filter->GetOutputDataObject(1)->GetFieldData();
  EXPECT_EQ(number("Mass"), -1.0);
  EXPECT_EQ(filter->GetHistoryColumns()->GetNumberOfTuples(), count - 1);

  // A mass density that is typed.
  filter->SetMassDensity(2.0);
  updateLast(filter);
  fields = filter->GetOutputDataObject(1)->GetFieldData();
  EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses);
  EXPECT_NEAR(number("Mass"), 2.0 * 54.0 * number("VolumeFraction"), 1e-9);
}

TEST(Materials, BoundsOnTheMassHaveTheDensityOfTheMaterial)
{
  auto filter = filterOf(hexahedra());
  filter->SetSolidMaterial("Steel");
  filter->SetUnits(UnitsOfMillimetres);
  filter->SetMaximumIterations(1);
  filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  filter->AddConstraint("Mass", "<=", "1e-7", "", "", "");
  Errors errors(filter);
  updateLast(filter);
  ASSERT_EQ(errors.count(), 0) << errors.text();
  auto* table =
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkTopologyOptimize::CONVERGENCE));
  auto* bounded = vtkDataArray::SafeDownCast(table->GetColumnByName("Mass_D7.85e-09"));
  auto* derived = vtkDataArray::SafeDownCast(table->GetColumnByName("Mass"));
  ASSERT_TRUE(bounded && derived);
  EXPECT_NEAR(bounded->GetComponent(0, 0) / derived->GetComponent(0, 0), 1.0, 1e-12);
}

TEST(Materials, BodiesHaveTheMaterialOfTheDesign)
{
  auto data = design();
  const auto addNumber = [&](const char* name, double value)
  {
    vtkNew<vtkDoubleArray> array;
    array->SetName(name);
    array->InsertNextValue(value);
    data->GetFieldData()->AddArray(array);
  };
  addNumber("YoungsModulus", 70000.0);
  addNumber("MassDensity", 2.7e-9);
  addNumber("YieldStress", 250.0);
  setMark(data, UnitsField, "mm, N, MPa, t");
  auto filter = analysisOf(data, cube({ 0, 6, 0, 3, 0, 3 }));
  Errors errors(filter);
  filter->Update();
  ASSERT_EQ(errors.count(), 0) << errors.text();
  EXPECT_NEAR(filter->GetMass(), 2.7e-9 * 54.0, 1e-15);
  EXPECT_NEAR(filter->GetSafetyFactor() * filter->GetBodyStress(), 250.0, 1e-9);
  EXPECT_EQ(measure(filter, "SafetyFactor", 0), filter->GetSafetyFactor());
  EXPECT_EQ(measure(filter, "Mass", 0), filter->GetMass());
  EXPECT_EQ(measure(filter, "Mass", 2), 1.0);
  auto* factors = filter->GetOutput()->GetCellData()->GetArray("SafetyFactor");
  ASSERT_TRUE(factors);
  EXPECT_EQ(factors->GetRange()[0], filter->GetSafetyFactor());
  const std::string status = filter->GetStatus();
  EXPECT_NE(status.find(" Safety factor "), std::string::npos) << status;
  EXPECT_NE(status.find(" kg)"), std::string::npos) << status;
  const double compliance = filter->GetBodyCompliance();

  filter->SetYieldStress(500.0);
  filter->Update();
  EXPECT_NEAR(filter->GetSafetyFactor() * filter->GetBodyStress(), 500.0, 1e-9);

  filter->SetSolidMaterial("Steel"); // counts before both
  filter->Update();
  EXPECT_NEAR(filter->GetSafetyFactor() * filter->GetBodyStress(), 235.0, 1e-9);
  EXPECT_NEAR(filter->GetMass(), 7.85e-9 * 54.0, 1e-15);
  EXPECT_NEAR(filter->GetBodyCompliance() / compliance, 1.0 / 3.0, 1e-4);

  filter->SetSolidMaterial("Custom");
  filter->MaterialFromDesignOff();
  filter->SetYieldStress(0.0);
  filter->Update();
  EXPECT_TRUE(std::isnan(filter->GetSafetyFactor()));
  EXPECT_TRUE(std::isnan(filter->GetMass()));
  EXPECT_FALSE(filter->GetOutput()->GetCellData()->HasArray("SafetyFactor"));
  filter->SetYieldStress(-1.0);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
}

TEST(Materials, SurfacesHaveTheMassOfTheirVolume)
{
  auto filter = filterOf(hexahedra());
  filter->SetSolidMaterial("PLA");
  filter->SetUnits(UnitsOfMillimetres);
  filter->SetMaximumIterations(1);
  vtkNew<vtkTopologySurface> surface;
  surface->SetInputConnection(filter->GetOutputPort(1));
  Errors errors(surface);
  surface->Update();
  ASSERT_EQ(errors.count(), 0) << errors.text();
  EXPECT_GT(surface->GetVolume(), 1.0);
  EXPECT_NEAR(surface->GetMass() / (1.24e-9 * surface->GetVolume()), 1.0, 1e-12);
  vtkDataArray* mass = surface->GetOutput()->GetFieldData()->GetArray("Mass");
  ASSERT_TRUE(mass);
  EXPECT_EQ(mass->GetComponent(0, 0), surface->GetMass());
  EXPECT_NE(std::string(surface->GetStatus()).find(" Mass: "), std::string::npos);
  filter->SetSolidMaterial("Custom");
  surface->Update();
  EXPECT_TRUE(std::isnan(surface->GetMass()));
  EXPECT_FALSE(surface->GetOutput()->GetFieldData()->HasArray("Mass"));
}
}
