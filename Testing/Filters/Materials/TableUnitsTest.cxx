// Units of the columns of tables.

#include "TableUnits.h"
#include "BodyAnalysisTestInput.h"
#include "CompareTestInput.h"
#include "TopologyTestInput.h"

#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkInformation.h"
#include "vtkInformationStringKey.h"
#include "vtkNaturalFrequencies.h"
#include "vtkNew.h"
#include "vtkStringArray.h"
#include "vtkSurfaceFaces.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace trabecula::testing
{
using namespace trabecula::filters;

namespace
{
/// Returns the unit of a column; empty if it has none.
std::string labelOf(vtkTable* table, const char* name)
{
  vtkAbstractArray* column = table->GetColumnByName(name);
  const char* label = column && column->HasInformation()
    ? column->GetInformation()->Get(vtkDataArray::UNITS_LABEL())
    : nullptr;
  return label ? label : "";
}

void addNumbers(vtkTable* table, const char* name)
{
  vtkNew<vtkDoubleArray> column;
  column->SetName(name);
  column->InsertNextValue(3.0);
  table->AddColumn(column);
}

/// Expects a table of a filter to have these units; other columns of real numbers are ratios.
void expectUnits(vtkAlgorithm* filter, int port, const std::map<std::string, std::string>& units,
  const std::set<std::string>& ratios)
{
  filter->Update(port);
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(port));
  ASSERT_GT(table->GetNumberOfRows(), 0);
  std::set<std::string> found;
  for (vtkIdType i = 0; i < table->GetNumberOfColumns(); ++i)
  {
    const std::string name = table->GetColumnName(i);
    const auto known = units.find(name);
    EXPECT_EQ(labelOf(table, name.c_str()), known == units.end() ? "" : known->second) << name;
    found.insert(name);
    if (vtkDoubleArray::SafeDownCast(table->GetColumn(i)))
    {
      EXPECT_TRUE(known != units.end() || ratios.count(name) == 1) << name << " has no unit";
    }
  }
  for (const auto& [name, unit] : units)
  {
    EXPECT_EQ(found.count(name), 1u) << name << " (" << unit << ") is no column";
  }
}
}

TEST(TableUnits, LabelColumnsAndKeepTheirNamesAndOrder)
{
  vtkNew<vtkTable> shared;
  for (const char* name : { "Compliance_Wind", "Residual", "X", "MyLength" })
  {
    addNumbers(shared, name);
  }
  vtkNew<vtkTable> table;
  table->ShallowCopy(shared);
  stateUnits(table, UnitSystem::Millimetres);
  EXPECT_EQ(labelOf(table, "Compliance_Wind"), "N mm");
  EXPECT_EQ(labelOf(table, "Residual"), "");
  EXPECT_EQ(labelOf(table, "X"), "mm");
  EXPECT_EQ(labelOf(table, "MyLength"), "");
  for (vtkIdType i = 0; i < 4; ++i)
  {
    EXPECT_STREQ(table->GetColumnName(i), shared->GetColumnName(i));
    EXPECT_EQ(table->GetValue(0, i).ToDouble(), 3.0);
    // Other tables with the column are not labelled, and no number is copied.
    EXPECT_EQ(labelOf(shared, shared->GetColumnName(i)), "");
    EXPECT_EQ(table->GetColumn(i)->GetVoidPointer(0), shared->GetColumn(i)->GetVoidPointer(0));
  }
  stateUnits(table, UnitSystem::Inches);
  EXPECT_EQ(labelOf(table, "Compliance_Wind"), "lbf in");
}

TEST(TableUnits, AreInTheColumnOfUnitsIfThereIsOne)
{
  // A column with the name of a load case is no force.
  vtkNew<vtkTable> table;
  addNumbers(table, "Force");
  vtkNew<vtkStringArray> units;
  units->SetName("Unit");
  units->InsertNextValue("force / area");
  table->AddColumn(units);
  stateUnits(table, UnitSystem::Metres);
  EXPECT_EQ(table->GetValueByName(0, "Unit").ToString(), "Pa");
  EXPECT_EQ(labelOf(table, "Force"), "");
}

TEST(TableUnits, AreStatedByAllFilters)
{
  constexpr int millimetres = static_cast<int>(UnitSystem::Millimetres);
  auto run = filterOf(hexahedra());
  run->SetMaximumIterations(1);
  run->SetSolidMaterial("Steel");
  run->SetUnits(millimetres);
  run->Update(vtkTopologyOptimize::FINAL_DESIGN);
  expectUnits(run, vtkTopologyOptimize::CONVERGENCE,
    { { "Compliance", "N mm" }, { "Mass", "t" }, { "Seconds", "s" } },
    { "VolumeFraction", "Greyness", "BoundExcess", "DensityChange", "Residual" });

  auto body = analysisOf(design(), cube({ 0, 6, 0, 3, 0, 3 }));
  body->SetSolidMaterial("Steel");
  body->SetUnits(millimetres);
  expectUnits(body, vtkBodyAnalysis::COMPARISON,
    { { "Compliance", "N mm" }, { "Volume", "mm^3" }, { "Mass", "t" },
      { "LargestVonMisesStress", "MPa" }, { "X", "mm" }, { "Y", "mm" }, { "Z", "mm" } },
    { "SafetyFactor", "ComplianceError" });

  auto part = hexahedra();
  vtkNew<vtkNaturalFrequencies> frequencies;
  frequencies->SetInputData(part);
  frequencies->SetDevice(vtkNaturalFrequencies::HOST);
  frequencies->SetNumberOfModes(2);
  frequencies->SetUnits(millimetres);
  expectUnits(frequencies, vtkNaturalFrequencies::SUMMARY,
    { { "Frequency", "Hz" }, { "EffectiveMassX", "t" }, { "EffectiveMassY", "t" },
      { "EffectiveMassZ", "t" } },
    { "Residual" });

  const auto solid = [](double, double, double) { return 1.0; };
  const auto one = densityImage({ 4, 2, 2 }, { 1, 1, 1 }, { 0, 0, 0 }, solid);
  auto comparison = comparisonOf({ one, one });
  comparison->SetUnits(millimetres);
  expectUnits(comparison, vtkCompareTopologies::MEASURES,
    { { "BodyCompliance", "N mm" }, { "Compliance", "N mm" }, { "BodyVolume", "mm^3" },
      { "Volume", "mm^3" }, { "SolidVolume", "mm^3" }, { "Hausdorff", "mm" },
      { "MeanSurfaceDistance", "mm" }, { "SmallestThickness", "mm" }, { "VoxelSize", "mm" } },
    { "BodyComplianceError", "ComplianceRatio", "BodyVolumeFraction", "VolumeFraction", "Greyness",
      "Dice" });

  vtkNew<vtkSurfaceFaces> faces;
  faces->SetInputData(cube({ 0, 6, 0, 3, 0, 3 }));
  faces->SetUnits(millimetres);
  expectUnits(faces, vtkSurfaceFaces::FACES,
    { { "Area", "mm^2" }, { "Centre", "mm" }, { "Radius", "mm" } }, { "Direction" });
}
}
