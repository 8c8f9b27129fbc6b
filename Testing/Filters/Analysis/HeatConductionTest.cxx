// Tests of Heat Conduction through the pipeline: arrays, outputs, images, bad input, subsequent
// thermal expansion.

#include "ConditionTestInput.h"
#include "ElasticTestInput.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkElasticAnalysis.h"
#include "vtkHeatConduction.h"
#include "vtkMechanicalSupport.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkThermalCondition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

namespace trabecula::testing
{
namespace
{
vtkDataSet* resultOf(vtkHeatConduction* filter)
{
  filter->Update();
  return vtkDataSet::SafeDownCast(filter->GetOutputDataObject(vtkHeatConduction::RESULT));
}

double quantity(vtkHeatConduction* filter, const std::string& name)
{
  filter->Update();
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkHeatConduction::SUMMARY));
  auto* names = vtkStringArray::SafeDownCast(table->GetColumnByName("Quantity"));
  for (vtkIdType i = 0; names && i < names->GetNumberOfValues(); ++i)
  {
    if (names->GetValue(i) == name)
    {
      return table->GetValueByName(i, "Result").ToDouble();
    }
  }
  return std::nan("");
}

/// Fixes one end at 100, and applies a film with a coefficient of 2 to the other, at an ambient
/// temperature of 0.
vtkSmartPointer<vtkThermalCondition> heatedAndCooled(vtkDataSet* data)
{
  auto hot = conditionOn<vtkThermalCondition>(data);
  hot->SetTemperature(100.0);
  auto film = vtkSmartPointer<vtkThermalCondition>::New();
  film->SetInputConnection(hot->GetOutputPort());
  film->SetSide(vtkThermalCondition::PLUS_X);
  film->SetKind(vtkThermalCondition::FILM);
  film->SetFilmCoefficient(2.0);
  return film;
}

vtkSmartPointer<vtkHeatConduction> conductionOf(vtkAlgorithm* input, double conductivity)
{
  auto filter = vtkSmartPointer<vtkHeatConduction>::New();
  filter->SetInputConnection(input->GetOutputPort());
  filter->SetConductivity(conductivity);
  filter->SetSolverTolerance(1e-12);
  return filter;
}

/// Returns the message with which an input is refused, which must be the only one.
std::string refusal(
  vtkDataSet* data,
  const std::function<void(vtkHeatConduction*)>& change = [](vtkHeatConduction*) {})
{
  auto filter = vtkSmartPointer<vtkHeatConduction>::New();
  filter->SetInputData(data);
  change(filter);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "Error"));
  return errors.text();
}
}

TEST(HeatConduction, ABarIsAsLongAsItsResistances)
{
  // Thermal resistances per area: 6 / 3 for the bar, 1 / 2 for the film.
  const double flux = 100.0 / (6.0 / 3.0 + 0.5);
  for (const auto& data :
    { vtkSmartPointer<vtkDataSet>(bareImage()), vtkSmartPointer<vtkDataSet>(bareGrid()) })
  {
    auto conditions = heatedAndCooled(data);
    auto filter = conductionOf(conditions, 3.0);
    filter->SetDevice(vtkHeatConduction::HOST);
    filter->SetDevices(data->IsA("vtkImageData") ? 2 : 1);
    vtkDataSet* result = resultOf(filter);
    EXPECT_EQ(contains(filter->GetDeviceUsed(), "2 parts"), filter->GetDevices() == 2)
      << filter->GetDeviceUsed();
    EXPECT_STREQ(result->GetClassName(), data->GetClassName());
    vtkDataArray* temperature = result->GetPointData()->GetArray("Temperature");
    ASSERT_TRUE(temperature);
    EXPECT_EQ(result->GetPointData()->GetScalars(), temperature);
    for (vtkIdType i = 0; i < result->GetNumberOfPoints(); ++i)
    {
      EXPECT_NEAR(
        temperature->GetComponent(i, 0), 100.0 - flux / 3.0 * result->GetPoint(i)[0], 1e-9);
      EXPECT_NEAR(result->GetPointData()->GetArray("HeatFlux")->GetComponent(i, 0), flux, 1e-9);
    }
    EXPECT_NEAR(result->GetCellData()->GetArray("HeatFlux")->GetComponent(7, 0), flux, 1e-9);
    EXPECT_NEAR(quantity(filter, "HeatOfFixedTemperatures"), 9.0 * flux, 1e-8);
    EXPECT_NEAR(quantity(filter, "HeatThroughFilms"), -9.0 * flux, 1e-8);
    EXPECT_LT(quantity(filter, "Imbalance"), 1e-10);
    EXPECT_NEAR(filter->GetHighestTemperature(), 100.0, 1e-12);
    EXPECT_NEAR(filter->GetLargestHeatFlux(), flux, 1e-9);
    EXPECT_TRUE(contains(filter->GetStatus(), "Temperatures from 20 to 100"))
      << filter->GetStatus();
  }
}

TEST(HeatConduction, ReadsConductivitiesAndSourcesOfCells)
{
  // The bar has two halves of conductivities 3 and 1, with a source of 2 in the first; the heat
  // flows to the fixed end.
  auto data = bareGrid();
  vtkNew<vtkDoubleArray> conductivity;
  conductivity->SetName("Conductivity");
  vtkNew<vtkDoubleArray> source;
  source->SetName("HeatSource");
  for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
  {
    double bounds[6];
    data->GetCellBounds(cell, bounds);
    conductivity->InsertNextValue(bounds[1] <= 3.0 ? 3.0 : 1.0);
    source->InsertNextValue(bounds[1] <= 3.0 ? 2.0 : 0.0);
  }
  data->GetCellData()->AddArray(conductivity);
  data->GetCellData()->AddArray(source);
  auto cold = conditionOn<vtkThermalCondition>(data);
  auto filter = conductionOf(cold, 50.0);
  EXPECT_NEAR(quantity(filter, "HeatOfSources"), 54.0, 1e-9);
  EXPECT_NEAR(quantity(filter, "HeatOfFixedTemperatures"), -54.0, 1e-8);
  // T = Q / k (3 x - x^2 / 2) up to x = 3, and constant beyond.
  EXPECT_NEAR(filter->GetHighestTemperature(), 2.0 / 3.0 * 4.5, 1e-9);
}

TEST(HeatConduction, FollowsItsParametersAndInput)
{
  auto conditions = heatedAndCooled(bareGrid());
  auto filter = conductionOf(conditions, 3.0);
  resultOf(filter);
  filter->SetConductivity(12.0);
  resultOf(filter);
  EXPECT_NEAR(filter->GetLowestTemperature(), 50.0, 1e-9);
  conditions->SetAmbientTemperature(100.0);
  resultOf(filter);
  EXPECT_NEAR(filter->GetLowestTemperature(), 100.0, 1e-9);
}

TEST(HeatConduction, RefusesWhatIsWrongWithOneMessage)
{
  EXPECT_TRUE(contains(refusal(bareGrid()), "neither a fixed temperature nor a film"));
  const auto heated = [](const char* array, double value)
  {
    auto data = bareGrid();
    const auto count = static_cast<std::size_t>(data->GetNumberOfPoints());
    std::vector<double> fixed(count, 0.0);
    fixed[0] = 1.0;
    vtkNew<vtkDoubleArray> supports;
    supports->SetName("TemperatureSupports");
    vtkNew<vtkDoubleArray> added;
    added->SetName(array);
    for (std::size_t i = 0; i < count; ++i)
    {
      supports->InsertNextValue(fixed[i]);
      added->InsertNextValue(value);
    }
    data->GetPointData()->AddArray(supports);
    data->GetPointData()->AddArray(added);
    return data;
  };
  EXPECT_TRUE(contains(refusal(heated("TemperatureSupports", 0.5)), "has the value 0.5 at node 0"));
  EXPECT_TRUE(contains(refusal(heated("FilmCoefficient", -1.0)), "Film coefficient is -1"));
  EXPECT_TRUE(contains(refusal(heated("HeatFlow", std::nan(""))), "Heat flow"));
  EXPECT_TRUE(contains(refusal(heated("Unused", 0.0),
                         [](vtkHeatConduction* filter) { filter->SetConductivity(-3.0); }),
    "Conductivity is -3"));
  EXPECT_TRUE(contains(refusal(heated("Unused", 0.0),
                         [](vtkHeatConduction* filter) {
                           filter->SetInputArrayToProcess(
                             2, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Missing");
                         }),
    "\"Missing\" is missing"));
}

TEST(HeatConduction, ItsTemperatureExpandsAPartInElasticAnalysis)
{
  // A free bar, held only against rigid-body motions, with a linear temperature from 100 to 20,
  // mean 60.
  const auto holdPoint = [](vtkAlgorithm* before, const Point& place, bool y, bool z)
  {
    auto support = vtkSmartPointer<vtkMechanicalSupport>::New();
    support->SetInputConnection(before->GetOutputPort());
    support->SetRegion(vtkMechanicalSupport::BOX);
    support->SetBoxPosition(place[0], place[1], place[2]);
    support->SetBoxLength(0.0, 0.0, 0.0);
    support->SetHoldY(y);
    support->SetHoldZ(z);
    return support;
  };
  auto conditions = heatedAndCooled(bareGrid());
  auto heat = conductionOf(conditions, 3.0);
  auto origin = holdPoint(heat, { 0.0, 0.0, 0.0 }, true, true);
  auto top = holdPoint(origin, { 0.0, 0.0, 3.0 }, true, false);
  auto side = holdPoint(top, { 0.0, 3.0, 0.0 }, false, false);
  auto filter = vtkSmartPointer<vtkElasticAnalysis>::New();
  filter->SetInputConnection(side->GetOutputPort());
  filter->SetThermalExpansion(1e-3);
  filter->SetReferenceTemperature(20.0);
  filter->SetMakeQuadratic(true);
  filter->SetSolverTolerance(1e-12);
  filter->Update();
  vtkDataSet* result = elasticResult(filter);
  ASSERT_GT(result->GetNumberOfCells(), 0) << filter->GetStatus();
  EXPECT_LT(filter->GetLargestStress(), 1e-10);
  double longest = 0.0;
  for (vtkIdType i = 0; i < result->GetNumberOfPoints(); ++i)
  {
    const double* x = result->GetPoint(i);
    if (x[0] == 6.0 && x[1] == 0.0 && x[2] == 0.0)
    {
      longest = result->GetPointData()->GetArray("Displacement")->GetComponent(i, 0);
    }
  }
  // Along the axis through the held point, the displacement is the mean strain times the length.
  EXPECT_NEAR(longest, 1e-3 * 40.0 * 6.0, 1e-10);
}

TEST(HeatConduction, AClampedPartIsLoadedByItsExpansionAlone)
{
  // All points are held: sigma = -E alpha (T - T0) / (1 - 2 nu), without any force.
  auto data = bareGrid();
  vtkNew<vtkDoubleArray> temperature;
  temperature->SetName("Temperature");
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    temperature->InsertNextValue(120.0);
  }
  data->GetPointData()->AddArray(temperature);
  auto support = conditionOn<vtkMechanicalSupport>(data);
  support->SetRegion(vtkMechanicalSupport::BOX);
  support->SetBoxPosition(-1.0, -1.0, -1.0);
  support->SetBoxLength(10.0, 10.0, 10.0);
  auto filter = vtkSmartPointer<vtkElasticAnalysis>::New();
  filter->SetInputConnection(support->GetOutputPort());
  filter->SetYoungsModulus(200.0);
  filter->SetPoissonsRatio(0.25);
  {
    Errors errors(filter);
    filter->Update();
    EXPECT_EQ(errors.count(), 1);
    EXPECT_TRUE(contains(errors.text(), "neither a thermal expansion nor a force"))
      << errors.text();
  }
  filter->SetThermalExpansion(1e-5);
  filter->SetReferenceTemperature(20.0);
  filter->Update();
  vtkDataSet* result = elasticResult(filter);
  ASSERT_GT(result->GetNumberOfCells(), 0) << filter->GetStatus();
  vtkDataArray* stress = result->GetCellData()->GetArray("Stress");
  for (vtkIdType cell = 0; cell < result->GetNumberOfCells(); ++cell)
  {
    for (int c = 0; c < 6; ++c)
    {
      EXPECT_NEAR(stress->GetComponent(cell, c), c < 3 ? -0.4 : 0.0, 1e-12);
    }
  }
  EXPECT_LT(filter->GetLargestDisplacement(), 1e-15);
  filter->SetReferenceTemperature(120.0);
  Errors errors(filter);
  filter->Update();
  EXPECT_TRUE(contains(errors.text(), "there is no thermal strain")) << errors.text();
}

TEST(HeatConduction, ShowsTheTemperatureOfAnImageWithHiddenCells)
{
  // The cell scalars of the input would be shown instead, because cell scalars take precedence.
  auto data = bareImage();
  data->AllocateCellGhostArray();
  data->GetCellGhostArray()->SetValue(0, vtkDataSetAttributes::HIDDENCELL);
  vtkNew<vtkDoubleArray> fraction;
  fraction->SetName("SolidFraction");
  fraction->SetNumberOfValues(data->GetNumberOfCells());
  fraction->FillValue(1.0);
  data->GetCellData()->SetScalars(fraction);
  auto conditions = heatedAndCooled(data);
  auto filter = conductionOf(conditions, 3.0);
  vtkDataSet* result = resultOf(filter);
  ASSERT_STREQ(result->GetClassName(), "vtkImageData") << filter->GetStatus();
  EXPECT_EQ(result->GetPointData()->GetScalars(), result->GetPointData()->GetArray("Temperature"));
  EXPECT_EQ(result->GetCellData()->GetScalars(), nullptr);
  EXPECT_TRUE(result->GetCellData()->HasArray("SolidFraction"));
}

TEST(HeatConduction, ElasticAnalysisReadsATemperatureOnlyWithAnExpansion)
{
  auto data = smallBar();
  auto plain = elasticAnalysisOf(data);
  plain->Update();
  const double before = plain->GetLargestStress();
  vtkNew<vtkDoubleArray> temperature;
  temperature->SetName("Temperature");
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    temperature->InsertNextValue(300.0);
  }
  data->GetPointData()->AddArray(temperature);
  auto same = elasticAnalysisOf(data);
  same->Update();
  EXPECT_EQ(same->GetLargestStress(), before);
  same->SetThermalExpansion(1e-3);
  same->Update();
  EXPECT_GT(std::abs(same->GetLargestStress() / before - 1.0), 1e-6);

  data->GetPointData()->RemoveArray("Temperature");
  auto without = elasticAnalysisOf(data);
  without->SetThermalExpansion(1e-3);
  Errors errors(without);
  without->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "no temperature")) << errors.text();
}
}
