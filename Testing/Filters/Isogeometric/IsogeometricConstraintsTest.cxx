// Tests of manufacturing constraints and responses of vtkIsogeometricLevelSet.

#include "LevelSetFilters.h"
#include "TopologyTestInput.h"

#include "vtkIsogeometricLevelSet.h"
#include "vtkNurbsPatch.h"

#include "vtkCellData.h"
#include "vtkFeatureEdges.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkIntArray.h"
#include "vtkPointData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

namespace trabecula::testing
{
using namespace levelset;

TEST(IsogeometricLevelSet, HasStagesByTheirNames)
{
  // The load at a corner is not symmetric; the design is, also through its Bezier cells.
  auto data = net(vtkNurbsPatch::CANTILEVER, 12, 6);
  vtkDataArray* force = data->GetPointData()->GetArray("Force");
  force->Fill(0.0);
  force->SetComponent(13, 1, -1.0);
  const auto filter = filterOf(data, 4);
  filter->SetScheme(Filter::REGULARIZED);
  filter->SetHolesPerRow(4);
  const auto asymmetry = [&]
  {
    compute(filter);
    vtkDataArray* density =
      vtkDataSet::SafeDownCast(filter->GetOutputDataObject(Filter::FINAL_DESIGN))
        ->GetCellData()
        ->GetArray("Density");
    double most = 0.0;
    for (vtkIdType e = 0; e < 72; ++e)
    {
      const vtkIdType image = e % 12 + 12 * (5 - e / 12);
      most =
        std::max(most, std::abs(density->GetComponent(e, 0) - density->GetComponent(image, 0)));
    }
    return most;
  };
  EXPECT_GT(asymmetry(), 0.1);
  filter->SetStageSetting("Symmetry", 1.0);
  filter->SetStageSetting("SymmetryPlanes", 1.0);
  filter->SetStageSetting("SymmetryCenter", 1.0, 0.5, 0.0);
  EXPECT_STREQ(filter->GetStageConflicts(), "");
  EXPECT_LT(asymmetry(), 1e-12);
  filter->SetStageSetting("BuildDirection", 3.0);
  EXPECT_TRUE(contains(filter->GetStageConflicts(), "not available for level sets"));
  EXPECT_STREQ(filter->GetConflicts(), "");
  filter->SetDensityModel(Filter::CUT);
  EXPECT_TRUE(contains(filter->GetConflicts(), "Regularized"));
}

TEST(IsogeometricLevelSet, BoundsResponsesOfRegions)
{
  auto data = net(vtkNurbsPatch::CANTILEVER, 8, 4);
  const auto filter = filterOf(data, 1);
  filter->SetOptimizer(Filter::MOVING_ASYMPTOTES);
  filter->SetHolesPerRow(3);
  filter->SetHoleRows(1);
  filter->AddConstraint("LargestStress", "<=", "1000", "2");
  filter->AddConstraint("OutputDisplacement", ">=", "-1e6", "5", "", "DirectionY=1");
  EXPECT_TRUE(contains(filter->GetConflicts(), "VolumeRegion"));
  vtkNew<vtkIntArray> regions;
  regions->SetName("VolumeRegion");
  vtkNew<vtkIntArray> ofPoints;
  ofPoints->SetName("PointRegion");
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    regions->InsertNextValue(i % 10 < 5 ? 1 : 2);
    ofPoints->InsertNextValue(i % 10 == 9 ? 5 : 0);
  }
  data->GetPointData()->AddArray(regions);
  data->GetPointData()->AddArray(ofPoints);
  data->Modified();
  EXPECT_STREQ(filter->GetConflicts(), "");
  const Errors errors(filter);
  compute(filter);
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_GT(valueOf(filter, "LargestStress_2", 1), 0.0);
  EXPECT_LT(valueOf(filter, "OutputDisplacement_5_Y", 1), 0.0);
}
}
