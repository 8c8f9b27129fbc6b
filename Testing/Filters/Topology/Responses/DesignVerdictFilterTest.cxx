// Tests of verdicts on designs in the status and in field data.

#include "ResultMarks.h"
#include "TopologyPipelineFixture.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkIsogeometricLevelSet.h"
#include "vtkNurbsPatch.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkStructuredGrid.h"
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
}

TEST(DesignVerdictOfFilter, SoundDesignsSaySo)
{
  auto filter = filterOf(hexahedra());
  filter->SetFilterRadius(1.2);
  filter->SetVolumeFraction(0.6);
  filter->SetMaximumIterations(12);
  update(filter, FinalDesign);
  EXPECT_TRUE(contains(filter->GetStatus(), "Sound: ")) << filter->GetStatus();
  EXPECT_EQ(0u, std::string(filter->GetStatus()).find("At iteration 12 of 12. Not converged: "))
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
  // The solid body already exceeds the bound on the compliance.
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

TEST(DesignVerdictOfFilter, SolidRegionsOfALevelSetBeyondTheVolumeAreRefused)
{
  vtkNew<vtkNurbsPatch> source;
  source->SetPreset(vtkNurbsPatch::CANTILEVER);
  source->SetElements(32, 16, 1);
  source->Update();
  vtkNew<vtkStructuredGrid> net;
  net->DeepCopy(source->GetOutput());
  std::vector<double> regions(static_cast<std::size_t>(net->GetNumberOfPoints()));
  for (vtkIdType point = 0; point < net->GetNumberOfPoints(); ++point)
  {
    regions[static_cast<std::size_t>(point)] = net->GetPoint(point)[0] < 1.7 ? 1.0 : 0.0;
  }
  vtkNew<vtkDoubleArray> array;
  array->SetName("DesignRegion");
  for (const double region : regions)
  {
    array->InsertNextValue(region);
  }
  net->GetPointData()->AddArray(array);
  vtkNew<vtkIsogeometricLevelSet> filter;
  filter->SetInputData(net);
  filter->SetVolumeFraction(0.2);
  filter->SetMaximumIterations(5);
  Errors errors(filter);
  filter->Update(vtkIsogeometricLevelSet::FINAL_DESIGN);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(
    contains(errors.text(), "Volume fraction is 0.2, but the solid control points alone take 0.84"))
    << errors.text();
  EXPECT_EQ(
    vtkDataSet::SafeDownCast(filter->GetOutputDataObject(vtkIsogeometricLevelSet::FINAL_DESIGN))
      ->GetNumberOfCells(),
    0);
}

TEST(DesignVerdictOfFilter, DetachedLoads)
{
  // The filter radius exceeds the section of this beam, and material vanishes near the load.
  auto filter = run(hexahedra(), 12);
  EXPECT_TRUE(contains(filter->GetDesignFault(), "The load Force ")) << filter->GetStatus();
  EXPECT_LT(numberOf(filter->GetOutputDataObject(FinalDesign), "CarriedLoad"), 0.5);
}
}
