// Tests of the arrays that Thermal Condition writes for each kind, and of invalid input.

#include "ConditionTestInput.h"

#include "vtkCellData.h"
#include "vtkMechanicalSupport.h"
#include "vtkPointData.h"
#include "vtkStructuredGrid.h"
#include "vtkThermalCondition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace trabecula::testing;

namespace
{
vtkDataSet* outputOf(vtkThermalCondition* filter, int port = vtkThermalCondition::MESH)
{
  filter->Update();
  return filter->GetOutput(port);
}

double sumOf(vtkDataSetAttributes* attributes, const char* name)
{
  vtkDataArray* array = attributes->GetArray(name);
  double sum = 0.0;
  for (vtkIdType i = 0; array && i < array->GetNumberOfTuples(); ++i)
  {
    sum += array->GetComponent(i, 0);
  }
  return sum;
}

void expectRefusal(vtkThermalCondition* filter, const char* word)
{
  Errors errors(filter);
  vtkDataSet* mesh = outputOf(filter);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), word)) << errors.text();
  EXPECT_EQ(
    mesh->GetPointData()->GetNumberOfArrays() + mesh->GetCellData()->GetNumberOfArrays(), 0);
}
}

TEST(ThermalCondition, FixesTemperaturesAndKeepsEarlierOnes)
{
  for (const auto& data :
    { vtkSmartPointer<vtkDataSet>(bareImage()), vtkSmartPointer<vtkDataSet>(bareGrid()) })
  {
    auto first = conditionOn<vtkThermalCondition>(data);
    first->SetTemperature(20.0);
    auto second = vtkSmartPointer<vtkThermalCondition>::New();
    second->SetInputConnection(first->GetOutputPort());
    second->SetSide(vtkThermalCondition::PLUS_X);
    second->SetTemperature(-5.0);
    vtkDataSet* mesh = outputOf(second);
    vtkDataArray* fixed = mesh->GetPointData()->GetArray("TemperatureSupports");
    vtkDataArray* temperature = mesh->GetPointData()->GetArray("PrescribedTemperature");
    ASSERT_TRUE(fixed && temperature);
    EXPECT_TRUE(contains(second->GetStatus(), "16 points at -5")) << second->GetStatus();
    for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
    {
      const double x = mesh->GetPoint(i)[0];
      EXPECT_EQ(fixed->GetComponent(i, 0), x == 0.0 || x == 6.0 ? 1.0 : 0.0);
      EXPECT_EQ(temperature->GetComponent(i, 0), x == 0.0 ? 20.0 : x == 6.0 ? -5.0 : 0.0);
    }
    EXPECT_GT(outputOf(second, vtkThermalCondition::MARKERS)->GetNumberOfCells(), 16);
    EXPECT_EQ(outputOf(second, vtkThermalCondition::CAUGHT)->GetNumberOfCells(), 9);
  }
}

TEST(ThermalCondition, HeatFlowsAddUpOnFacesAndPoints)
{
  auto whole = conditionOn<vtkThermalCondition>(bareGrid());
  whole->SetKind(vtkThermalCondition::HEAT_FLOW);
  whole->SetHeatFlow(18.0);
  auto flux = vtkSmartPointer<vtkThermalCondition>::New();
  flux->SetInputConnection(whole->GetOutputPort());
  flux->SetKind(vtkThermalCondition::HEAT_FLUX);
  flux->SetHeatFlux(-0.5);
  vtkDataSet* mesh = outputOf(flux);
  EXPECT_NEAR(whole->GetTotalPower(), 18.0, 1e-12);
  EXPECT_NEAR(flux->GetTotalPower(), -4.5, 1e-12);
  EXPECT_NEAR(sumOf(mesh->GetPointData(), "HeatFlow"), 13.5, 1e-12);
  EXPECT_TRUE(contains(flux->GetStatus(), "Cools 9 faces")) << flux->GetStatus();
  // A corner gets a quarter of a face with a power of 1.5.
  EXPECT_NEAR(mesh->GetPointData()->GetArray("HeatFlow")->GetComponent(0, 0), 0.375, 1e-12);

  auto edge = conditionOn<vtkThermalCondition>(bareGrid());
  edge->SetKind(vtkThermalCondition::HEAT_FLOW);
  edge->SetRegion(vtkThermalCondition::BOX);
  edge->SetBoxLength(0.0, 3.0, 0.0);
  edge->SetHeatFlow(8.0);
  EXPECT_NEAR(outputOf(edge)->GetPointData()->GetArray("HeatFlow")->GetComponent(0, 0), 2.0, 1e-12);
  EXPECT_TRUE(contains(edge->GetStatus(), "4 points, which share it")) << edge->GetStatus();
  edge->SetKind(vtkThermalCondition::HEAT_FLUX);
  expectRefusal(edge, "A heat flux needs faces");
}

TEST(ThermalCondition, FilmsAreOnNodesOfFacesAlone)
{
  auto film = conditionOn<vtkThermalCondition>(bareGrid());
  film->SetKind(vtkThermalCondition::FILM);
  film->SetFilmCoefficient(3.0);
  film->SetAmbientTemperature(25.0);
  auto other = vtkSmartPointer<vtkThermalCondition>::New();
  other->SetInputConnection(film->GetOutputPort());
  other->SetKind(vtkThermalCondition::FILM);
  other->SetSide(vtkThermalCondition::MINUS_Y);
  other->SetFilmCoefficient(7.0);
  vtkDataSet* mesh = outputOf(other);
  vtkDataArray* coefficient = mesh->GetPointData()->GetArray("FilmCoefficient");
  vtkDataArray* ambient = mesh->GetPointData()->GetArray("AmbientTemperature");
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
  {
    const double* x = mesh->GetPoint(i);
    EXPECT_EQ(coefficient->GetComponent(i, 0), x[1] == 0.0 ? 7.0 : x[0] == 0.0 ? 3.0 : 0.0);
    EXPECT_EQ(ambient->GetComponent(i, 0), x[1] != 0.0 && x[0] == 0.0 ? 25.0 : 0.0);
  }
  EXPECT_TRUE(contains(other->GetStatus(), "A film on 18 faces. It has 4 points of another film"))
    << other->GetStatus();
  film->SetFilmCoefficient(0.0);
  expectRefusal(film, "Film Coefficient is 0, but must be above 0");
}

TEST(ThermalCondition, SourcesAddUpInCells)
{
  auto first = conditionOn<vtkThermalCondition>(bareImage());
  first->SetKind(vtkThermalCondition::SOURCE);
  first->SetRegion(vtkThermalCondition::BOX);
  first->SetBoxLength(2.0, 3.0, 3.0);
  first->SetHeatSource(0.5);
  auto second = vtkSmartPointer<vtkThermalCondition>::New();
  second->SetInputConnection(first->GetOutputPort());
  second->SetKind(vtkThermalCondition::SOURCE);
  second->SetRegion(vtkThermalCondition::SPHERE);
  second->SetSphereCenter(1.5, 1.5, 1.5);
  second->SetSphereRadius(0.2);
  second->SetHeatSource(2.0);
  vtkDataSet* mesh = outputOf(second);
  EXPECT_NEAR(sumOf(mesh->GetCellData(), "HeatSource"), 18 * 0.5 + 2.0, 1e-12);
  EXPECT_NEAR(first->GetTotalPower(), 9.0, 1e-12);
  EXPECT_NEAR(second->GetTotalPower(), 2.0, 1e-12);
  EXPECT_TRUE(second->GetIsInside());
  EXPECT_FALSE(first->GetIsInside());
  EXPECT_GT(outputOf(second, vtkThermalCondition::MARKERS)->GetNumberOfCells(), 0);
}

TEST(ThermalCondition, StandsBesideMechanicalConditions)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareGrid());
  auto heat = vtkSmartPointer<vtkThermalCondition>::New();
  heat->SetInputConnection(support->GetOutputPort());
  vtkDataSet* mesh = outputOf(heat);
  EXPECT_TRUE(mesh->GetPointData()->HasArray("Supports"));
  EXPECT_TRUE(mesh->GetPointData()->HasArray("TemperatureSupports"));
}

TEST(ThermalCondition, RefusesWhatItCannotUse)
{
  auto condition = conditionOn<vtkThermalCondition>(bareGrid());
  condition->SetTemperature(std::numeric_limits<double>::quiet_NaN());
  expectRefusal(condition, "Temperature is not a number");
  condition->SetTemperature(0.0);
  condition->SetRegion(vtkThermalCondition::SPHERE);
  condition->SetSphereCenter(100.0, 0.0, 0.0);
  Errors warnings(condition, vtkCommand::WarningEvent);
  EXPECT_EQ(outputOf(condition)->GetPointData()->GetNumberOfArrays(), 0);
  EXPECT_EQ(warnings.count(), 1);

  auto damaged = bareGrid();
  setPointArray(damaged, "TemperatureSupports",
    std::vector<double>(static_cast<std::size_t>(3 * damaged->GetNumberOfPoints()), 0.0));
  auto again = conditionOn<vtkThermalCondition>(damaged);
  Errors errors(again);
  outputOf(again);
  EXPECT_TRUE(contains(errors.text(), "has 3 components")) << errors.text();
}
