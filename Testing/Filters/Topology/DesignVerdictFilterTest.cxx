// Verdicts on designs, as status and as field data.

#include "ResultMarks.h"
#include "TopologyPipelineFixture.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
std::string textOf(vtkDataObject* data, const char* name)
{
  auto* array = vtkStringArray::SafeDownCast(data->GetFieldData()->GetAbstractArray(name));
  return array && array->GetNumberOfValues() == 1 ? std::string(array->GetValue(0)) : "";
}

double numberOf(vtkDataObject* data, const char* name)
{
  vtkDataArray* array = data->GetFieldData()->GetArray(name);
  return array && array->GetNumberOfValues() == 1 ? array->GetComponent(0, 0) : NAN;
}

/// Makes the cells with a centre at an x between two values void.
void cut(vtkDataSet* data, double from, double to)
{
  std::vector<double> regions;
  for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
  {
    double bounds[6];
    data->GetCellBounds(cell, bounds);
    const double x = 0.5 * (bounds[0] + bounds[1]);
    regions.push_back(x > from && x < to ? 2.0 : 0.0);
  }
  setCellArray(data, "DesignRegion", regions);
}
}

TEST(DesignVerdictOfFilter, SoundDesignsSaySo)
{
  auto filter = filterOf(hexahedra());
  filter->SetFilterRadius(1.2);
  filter->SetVolumeFraction(0.6);
  filter->SetMaximumIterations(12);
  update(filter, FinalDesign);
  EXPECT_TRUE(contains(filter->GetStatus(), "Sound: ")) << filter->GetStatus();
  EXPECT_EQ(0u, std::string(filter->GetStatus()).find("At iteration 12 of 12."))
    << filter->GetStatus();
  EXPECT_TRUE(contains(filter->GetStatus(), "Not converged: ")) << filter->GetStatus();
  EXPECT_STREQ("", filter->GetDesignFault());
  for (const int port : { Iterations, FinalDesign, Convergence })
  {
    update(filter, port, port == Iterations ? 12.0 : -1.0);
    vtkDataObject* data = filter->GetOutputDataObject(port);
    EXPECT_FALSE(data->GetFieldData()->HasArray(filters::DesignFault));
    EXPECT_TRUE(contains(textOf(data, filters::VerdictText), "Sound: ")) << port;
    EXPECT_EQ(1.0, numberOf(data, "CarriedLoad"));
    EXPECT_EQ(0.0, numberOf(data, "Converged"));
  }
  EXPECT_NEAR(column(filter, "Greyness").back(),
    numberOf(filter->GetOutputDataObject(FinalDesign), "Greyness"), 1e-12);
}

TEST(DesignVerdictOfFilter, BoundsThatCannotBeMet)
{
  // The full solid has a larger compliance than the bound.
  vtkSmartPointer<vtkUnstructuredGrid> grid = hexahedra();
  auto filter = filterOf(grid);
  filter->SetObjective(vtkTopologyOptimize::VOLUME);
  filter->SetConstraint(vtkTopologyOptimize::COMPLIANCE_BOUND);
  filter->SetConstraintBound(1.0);
  filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  filter->SetMaximumIterations(30);
  update(filter, FinalDesign);
  vtkDataObject* design = filter->GetOutputDataObject(FinalDesign);
  const double compliance = column(filter, "Compliance").back();
  ASSERT_GT(compliance, 2.0);
  EXPECT_EQ(0u, std::string(filter->GetStatus()).find("Not sound: The compliance is "))
    << filter->GetStatus();
  EXPECT_TRUE(contains(textOf(design, filters::DesignFault), "above its bound 1."));
  EXPECT_NEAR(compliance - 1.0, numberOf(design, "BoundExcess"), 1e-9);
  EXPECT_NEAR(compliance - 1.0, column(filter, "BoundExcess").back(), 1e-9);
}

TEST(DesignVerdictOfFilter, SolidRegionsBeyondTheVolume)
{
  vtkSmartPointer<vtkUnstructuredGrid> grid = hexahedra();
  std::vector<double> regions(static_cast<std::size_t>(grid->GetNumberOfCells()), 1.0);
  for (std::size_t cell = 0; cell < 8; ++cell)
  {
    regions[7 * cell] = 0.0;
  }
  setCellArray(grid, "DesignRegion", regions);
  auto filter = filterOf(grid);
  filter->SetVolumeFraction(0.2);
  Errors errors(filter);
  filter->SetMaximumIterations(3);
  update(filter, FinalDesign);
  // Refused, or said: never a result that looks like one of the volume asked for.
  if (errors.count() == 0)
  {
    EXPECT_TRUE(contains(filter->GetStatus(), "Not sound: The volume fraction is 0.85"))
      << filter->GetStatus();
  }
}

TEST(DesignVerdictOfFilter, DesignsBeforeMaterialReachesTheLoad)
{
  vtkSmartPointer<vtkUnstructuredGrid> grid = hexahedra();
  cut(grid, 3.0, 4.0);
  auto filter = filterOf(grid);
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->SetMaximumIterations(2);
  update(filter, FinalDesign);
  if (errors.count() == 0)
  {
    EXPECT_TRUE(contains(filter->GetDesignFault(), "The load Force ")) << filter->GetStatus();
    EXPECT_EQ(0.0, numberOf(filter->GetOutputDataObject(FinalDesign), "CarriedLoad"));
  }
}
}
