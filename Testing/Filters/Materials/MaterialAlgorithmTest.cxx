// Materials and units of filters: values, conflicts, what outputs state, mass and safety factor.

#include "ElasticTestInput.h"
#include "ResultMarks.h"
#include "TopologyTestInput.h"
#include "UnitSystem.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkHeatConduction.h"
#include "vtkNaturalFrequencies.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkVoxelMicroFe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace trabecula::testing
{
using namespace trabecula::filters;

namespace
{
constexpr int Millimetres = static_cast<int>(UnitSystem::Millimetres);
constexpr int Metres = static_cast<int>(UnitSystem::Metres);
constexpr int Inches = static_cast<int>(UnitSystem::Inches);

/// Returns a bar of 100 x 10 x 10 mm that is pulled by 1000 N, with its numbers in some units.
vtkSmartPointer<vtkUnstructuredGrid> pulledBar(double millimetre, double newton)
{
  return bar(CellType::QuadraticHexahedron, { 5, 1, 1 },
    { 100 * millimetre, 10 * millimetre, 10 * millimetre },
    { 10 * newton / (millimetre * millimetre), 0, 0 });
}

/// Returns the unit of a quantity in the summary.
std::string unitIn(vtkElasticAnalysis* filter, const std::string& quantity)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkElasticAnalysis::SUMMARY));
  auto* names = vtkStringArray::SafeDownCast(table->GetColumnByName("Quantity"));
  auto* units = vtkStringArray::SafeDownCast(table->GetColumnByName("Unit"));
  return units->GetValue(names->LookupValue(quantity));
}

std::string unitsOf(vtkAlgorithm* filter, int port = 0)
{
  return markOf(filter->GetOutputDataObject(port), UnitsField);
}
}

TEST(Materials, TheSameBarInAllUnits)
{
  struct System
  {
    int units;
    double millimetre;
    double newton;
    double tonne;
  };
  // 1 t = 5.710147154 lbf s^2/in, as 1 lbf s^2/in = 175.1268352 kg.
  const System systems[] = { { Millimetres, 1.0, 1.0, 1.0 }, { Metres, 1e-3, 1.0, 1e3 },
    { Inches, 1.0 / 25.4, 1.0 / 4.4482216152605, 5.710147154 } };
  for (const System& system : systems)
  {
    auto filter = elasticAnalysisOf(pulledBar(system.millimetre, system.newton));
    filter->SetSolverTolerance(1e-10);
    filter->SetSolidMaterial("Steel");
    filter->SetUnits(system.units);
    Errors errors(filter);
    filter->Update();
    ASSERT_EQ(errors.count(), 0) << errors.text();
    // The end is held in all directions: the middle is stretched by 10 MPa / 210 GPa.
    EXPECT_NEAR(filter->GetMass() / system.tonne, 7.85e-9 * 1e4, 1e-12);
    const double displacement = filter->GetLargestDisplacement() / system.millimetre;
    EXPECT_NEAR(displacement / 0.00471, 1.0, 0.005);
    auto* stress = elasticResult(filter)->GetCellData()->GetArray("VonMisesStress");
    const double pressure = system.newton / (system.millimetre * system.millimetre);
    EXPECT_NEAR(stress->GetComponent(4, 0) / pressure / 10.0, 1.0, 1e-3);
    auto* factor = elasticResult(filter)->GetCellData()->GetArray("SafetyFactor");
    EXPECT_NEAR(factor->GetComponent(4, 0) / 23.5, 1.0, 5e-3);
    EXPECT_NEAR(
      filter->GetSafetyFactor() * filter->GetLargestStress() / (235.0 * pressure), 1.0, 1e-9);
    EXPECT_EQ(elasticQuantity(filter, "Mass"), filter->GetMass());
    EXPECT_EQ(unitIn(filter, "Mass"), unitOf(static_cast<UnitSystem>(system.units), "mass"));
    EXPECT_EQ(unitIn(filter, "SafetyFactor"), "-");
    const std::string status = filter->GetStatus();
    EXPECT_NE(status.find("Smallest safety factor: "), std::string::npos) << status;
    EXPECT_NE(status.find(system.units == Inches ? " lb)" : " kg"), std::string::npos) << status;
  }
}

TEST(Materials, NumbersCountWithoutAMaterial)
{
  auto filter = elasticAnalysisOf(pulledBar(1.0, 1.0));
  filter->SetYoungsModulus(210000.0);
  filter->SetYieldStress(235.0);
  filter->Update();
  const double displacement = filter->GetLargestDisplacement();
  EXPECT_EQ(unitsOf(filter), "");
  EXPECT_EQ(unitIn(filter, "Compliance"), "force length");
  EXPECT_TRUE(std::isnan(filter->GetMass()));
  EXPECT_EQ(std::string(filter->GetStatus()).find("Mass"), std::string::npos);

  // Units alone name what is there; nothing is computed again.
  vtkDataArray* before = elasticResult(filter)->GetCellData()->GetArray("VonMisesStress");
  filter->SetUnits(Millimetres);
  filter->Update();
  EXPECT_EQ(elasticResult(filter)->GetCellData()->GetArray("VonMisesStress"), before);
  EXPECT_EQ(unitsOf(filter), "mm, N, MPa, t");
  EXPECT_EQ(unitIn(filter, "Compliance"), "N mm");
  filter->SetUnits(Metres);
  filter->Update();
  EXPECT_EQ(unitIn(filter, "Compliance"), "N m");
  filter->SetUnits(0);
  filter->Update();
  EXPECT_EQ(elasticResult(filter)->GetCellData()->GetArray("VonMisesStress"), before);
  EXPECT_EQ(unitsOf(filter), "");
  EXPECT_EQ(unitIn(filter, "Compliance"), "force length");

  // A material counts instead, and its values depend on the units.
  filter->SetYoungsModulus(1.0);
  filter->SetSolidMaterial("Steel");
  filter->SetUnits(Millimetres);
  filter->Update();
  EXPECT_NEAR(filter->GetLargestDisplacement(), displacement, 1e-12);
  filter->SetUnits(Metres);
  filter->Update();
  EXPECT_NEAR(filter->GetLargestDisplacement() * 1e6, displacement, 1e-12);
  filter->SetSolidMaterial("Custom");
  filter->Update();
  EXPECT_NEAR(filter->GetLargestDisplacement() / 210000.0, displacement, 1e-12);
}

TEST(Materials, AZeroStressHasTheLargestSafetyFactor)
{
  // Half of the bar is not loaded: it is supported between.
  auto data = pulledBar(1.0, 1.0);
  hold(data, [](const Point& x, int) { return x[0] < 80.001; });
  auto filter = elasticAnalysisOf(data);
  filter->SetSolidMaterial("Steel");
  filter->SetUnits(Millimetres);
  filter->Update();
  auto* factor = elasticResult(filter)->GetCellData()->GetArray("SafetyFactor");
  EXPECT_EQ(factor->GetComponent(0, 0), 1000.0);
  EXPECT_LT(factor->GetComponent(4, 0), 30.0);
}

TEST(Materials, RefuseWhatDoesNotFit)
{
  auto filter = elasticAnalysisOf(pulledBar(1.0, 1.0));
  const auto errorOf = [&]
  {
    Errors errors(filter);
    filter->Update();
    EXPECT_LE(errors.count(), 1);
    return std::string(filter->GetErrorMessage());
  };
  EXPECT_EQ(errorOf(), "");
  filter->SetSolidMaterial("Steel");
  EXPECT_EQ(errorOf(),
    "The material is Steel, whose values are known in units, and no units are chosen. Choose them "
    "in the menu Trabecula > Units, or in a script by the property Units, or set Material to "
    "Custom.");
  EXPECT_TRUE(elasticResult(filter)->GetFieldData()->HasArray("OutOfDate")); // results stay
  filter->SetUnits(Millimetres);
  EXPECT_EQ(errorOf(), "");
  filter->SetSolidMaterial("Wood");
  EXPECT_EQ(errorOf().rfind("There is no material 'Wood'; there are Steel, ", 0), 0u);
  filter->SetMaterialFile("/nowhere/materials.json");
  EXPECT_EQ(errorOf(), "The file of materials '/nowhere/materials.json' cannot be read.");
  EXPECT_EQ(std::string(filter->GetMaterialError()), errorOf());
  EXPECT_EQ(filter->GetMaterialTable()->GetNumberOfValues(), 8 * 6); // those of the program
  filter->SetSolidMaterial(nullptr);
  EXPECT_EQ(errorOf(), "");
}

TEST(Units, ArePassedOnAndCompared)
{
  auto data = pulledBar(1.0, 1.0);
  setMark(data, UnitsField, "mm, N, MPa, t");
  auto filter = elasticAnalysisOf(data);
  filter->SetSolidMaterial("Steel");
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(unitsOf(filter), "mm, N, MPa, t");
  EXPECT_EQ(unitsOf(filter, vtkElasticAnalysis::SUMMARY), "mm, N, MPa, t");

  filter->SetUnits(Metres);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(std::string(filter->GetErrorMessage()),
    "Units are 'm, N, Pa, kg', and the input is in 'mm, N, MPa, t'. Choose units in the menu "
    "Trabecula > Units, or in a script by the property Units of the first filter.");
  filter->SetUnits(Millimetres);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(std::string(filter->GetErrorMessage()), "");

  setMark(data, UnitsField, "ells");
  data->Modified();
  filter->Update();
  EXPECT_EQ(errors.count(), 2);
  EXPECT_EQ(std::string(filter->GetErrorMessage()).rfind("There are no units 'ells'", 0), 0u);

  // Lengths of the CAD Reader.
  data->GetFieldData()->RemoveArray(UnitsField);
  setMark(data, LengthUnitField, "inch");
  data->Modified();
  filter->Update();
  EXPECT_EQ(errors.count(), 3);
  EXPECT_EQ(std::string(filter->GetErrorMessage()),
    "Units are 'mm, N, MPa, t', and the lengths of the input are in inch. Set Length Unit of the "
    "CAD Reader to that of the units, or choose other units.");
  filter->SetUnits(Inches);
  filter->Update();
  EXPECT_EQ(errors.count(), 3) << errors.text();
  setMark(data, LengthUnitField, "mm");
  data->Modified();
  filter->SetUnits(Millimetres);
  filter->Update();
  EXPECT_EQ(errors.count(), 3) << errors.text();
}

TEST(Materials, OtherFiltersTakeThem)
{
  // Frequencies of materials of one Poisson's ratio are proportional to sqrt(E/rho).
  double found[2] = {};
  for (int i = 0; i < 2; ++i)
  {
    vtkNew<vtkNaturalFrequencies> filter;
    filter->SetInputDataObject(pulledBar(1.0, 1.0));
    filter->SetNumberOfModes(1);
    filter->SetUnits(Millimetres);
    filter->SetSolidMaterial(i == 0 ? "Steel" : "Aluminium");
    Errors errors(filter);
    filter->Update();
    ASSERT_EQ(errors.count(), 0) << errors.text();
    found[i] = filter->GetFirstFrequency();
    EXPECT_NEAR(filter->GetTotalMass(), (i == 0 ? 7.85e-9 : 2.7e-9) * 1e4, 1e-13);
  }
  EXPECT_NEAR(found[0] / found[1] / std::sqrt(210000.0 / 7.85e-9 / (70000.0 / 2.7e-9)), 1.0, 1e-6);

  vtkNew<vtkHeatConduction> heat;
  auto data = pulledBar(1.0, 1.0);
  std::vector<double> fixed;
  std::vector<double> temperature;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    const double x = data->GetPoint(i)[0];
    fixed.push_back(isAt(x, 0.0) || isAt(x, 100.0) ? 1.0 : 0.0);
    temperature.push_back(x);
  }
  const auto addScalars = [&](const char* name, const std::vector<double>& values)
  {
    vtkNew<vtkDoubleArray> array;
    array->SetName(name);
    for (const double value : values)
    {
      array->InsertNextValue(value);
    }
    data->GetPointData()->AddArray(array);
  };
  addScalars("TemperatureSupports", fixed);
  addScalars("PrescribedTemperature", temperature);
  heat->SetInputDataObject(data);
  heat->SetUnits(Millimetres);
  heat->SetSolidMaterial("Steel");
  heat->Update();
  EXPECT_NEAR(heat->GetLargestHeatFlux(), 53.3, 1e-3); // 1 K/mm

  vtkNew<vtkVoxelMicroFe> voxels;
  auto cube = image();
  setCellArray(cube, "Solid", std::vector<double>(54, 1.0));
  voxels->SetInputDataObject(cube);
  voxels->SetTest(vtkVoxelMicroFe::UNIAXIAL);
  voxels->SetSolidMaterial("Steel");
  Errors errors(voxels);
  voxels->Update();
  EXPECT_EQ(errors.count(), 1); // no units
  voxels->SetUnits(Millimetres);
  voxels->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_NEAR(voxels->GetApparentModulus() / 210000.0, 1.0, 0.2); // ends are held
}
}
