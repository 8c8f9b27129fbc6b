#include "SurfaceRegionsTestInput.h"
#include "vtkDesignRegion.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkTopologyOptimize.h"
#include "vtkVoxelizeSurface.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace trabecula::testing
{
TEST(SurfaceRegions, LaterRegionsOverrideEarlierOnes)
{
  const auto surface = plate();
  const auto solid = regionOn(surface, { 0, 1 }, 5.0, vtkDesignRegion::SOLID);
  const auto empty = regionOn(surface, { 1, 2 }, 2.5, vtkDesignRegion::VOID_REGION);
  empty->SetInputConnection(solid->GetOutputPort());
  const auto design = regionOn(surface, { 0 }, 1.5, vtkDesignRegion::DESIGN);
  design->SetInputConnection(empty->GetOutputPort());
  const auto voxels = voxelsOf(design);
  const std::array<DistanceToBore, Bores> distances = { DistanceToBore(surface, 0),
    DistanceToBore(surface, 1), DistanceToBore(surface, 2) };
  expectRegions(voxels->GetOutput(),
    [&](const Point& x)
    {
      const double a = distances[0](x);
      const double b = distances[1](x);
      const double c = distances[2](x);
      return a <= 1.5 ? 0 : std::min(b, c) <= 2.5 ? 2 : std::min(a, b) <= 5.0 ? 1 : 0;
    });
}

TEST(SurfaceRegions, SkinsStayAndTakeTheirPlaceInTheOrder)
{
  // A surface patch alone is not listed; patches before and after a region of the solid are.
  const auto surface = plate();
  const auto skin = regionOn(surface, { 0 }, 0.0, vtkDesignRegion::SOLID);
  const auto alone = voxelsOf(skin);
  EXPECT_FALSE(skin->GetOutput()->GetFieldData()->HasArray("DesignRegions"));
  vtkImageData* image = alone->GetOutput();
  vtkDataArray* bores = image->GetCellData()->GetArray("Bore");
  for (vtkIdType cell = 0; cell < image->GetNumberOfCells(); ++cell)
  {
    EXPECT_EQ(image->GetCellData()->GetArray("DesignRegion")->GetComponent(cell, 0),
      bores->GetComponent(cell, 0) == 0.0 ? 1.0 : 0.0);
  }

  const auto empty = regionOn(surface, { 1 }, 3.0, vtkDesignRegion::VOID_REGION);
  empty->SetInputConnection(skin->GetOutputPort());
  const auto last = regionOn(surface, { 1 }, 0.0, vtkDesignRegion::SOLID);
  last->SetInputConnection(empty->GetOutputPort());
  const auto both = voxelsOf(last);
  image = both->GetOutput();
  const DistanceToBore distance(surface, 1);
  for (vtkIdType cell = 0; cell < image->GetNumberOfCells(); ++cell)
  {
    const double bore = image->GetCellData()->GetArray("Bore")->GetComponent(cell, 0);
    const bool isVoid =
      image->GetCellGhostArray()->GetValue(cell) == 0 && distance(centreOfCell(image, cell)) <= 3.0;
    EXPECT_EQ(image->GetCellData()->GetArray("DesignRegion")->GetComponent(cell, 0),
      bore == 0.0 || bore == 1.0 ? 1.0
        : isVoid                 ? 2.0
                                 : 0.0);
  }
}

TEST(SurfaceRegions, StaySolidInADesign)
{
  const auto surface = plate();
  const auto region = regionOn(surface, { 0, 1, 2 }, 3.0, vtkDesignRegion::SOLID);
  const auto voxels = voxelsOf(region, 2.0);
  vtkNew<vtkMechanicalSupport> support;
  support->SetInputConnection(voxels->GetOutputPort());
  support->SetSide(vtkMechanicalSupport::MINUS_X);
  support->SetTolerance(5.0);
  vtkNew<vtkMechanicalLoad> load;
  load->SetInputConnection(support->GetOutputPort());
  load->SetSide(vtkMechanicalLoad::PLUS_X);
  load->SetTolerance(5.0);
  load->SetForce(0.0, 0.0, -3.0);
  vtkNew<vtkTopologyOptimize> optimize;
  optimize->SetInputConnection(load->GetOutputPort());
  optimize->SetDevice(vtkDeviceAlgorithm::HOST);
  optimize->SetMaximumIterations(4);
  optimize->SetVolumeFraction(0.5);
  optimize->SetResultGeometry(vtkTopologyOptimize::AS_INPUT);
  optimize->Update(1);
  ASSERT_EQ(std::string(optimize->GetErrorMessage()), "");
  auto* design = vtkDataSet::SafeDownCast(optimize->GetOutputDataObject(1));
  vtkDataArray* density = design->GetCellData()->GetArray("Density");
  vtkDataArray* regions = voxels->GetOutput()->GetCellData()->GetArray("DesignRegion");
  ASSERT_TRUE(density);
  ASSERT_EQ(density->GetNumberOfTuples(), regions->GetNumberOfTuples());
  int solid = 0;
  double least = 1.0;
  for (vtkIdType cell = 0; cell < density->GetNumberOfTuples(); ++cell)
  {
    if (regions->GetComponent(cell, 0) == 1.0)
    {
      ++solid;
      EXPECT_EQ(density->GetComponent(cell, 0), 1.0);
    }
    else if (voxels->GetOutput()->GetCellGhostArray()->GetValue(cell) == 0)
    {
      least = std::min(least, density->GetComponent(cell, 0));
    }
  }
  EXPECT_GT(solid, 100);
  EXPECT_LT(least, 0.2);
}

TEST(SurfaceRegions, RefuseListsThatLostAnArray)
{
  const auto surface = plate();
  const auto region = regionOn(surface, { 0 }, 3.0, vtkDesignRegion::SOLID);
  region->Update();
  const auto refusalOf = [&](const std::function<void(vtkPolyData*)>& change)
  {
    vtkNew<vtkPolyData> changed;
    changed->DeepCopy(region->GetOutput());
    change(changed);
    vtkNew<vtkVoxelizeSurface> voxels;
    voxels->SetInputDataObject(changed);
    voxels->SetResolution(vtkVoxelizeSurface::VOXEL_SIZE);
    voxels->SetVoxelSize(4.0);
    voxels->SetGlobalWarningDisplay(0);
    voxels->Update();
    voxels->SetGlobalWarningDisplay(1);
    return std::string(voxels->GetErrorMessage());
  };
  EXPECT_EQ(refusalOf([](vtkPolyData*) {}), "");
  EXPECT_NE(refusalOf([](vtkPolyData* data) { data->GetFieldData()->RemoveArray("DesignRegions"); })
              .find("but not the field array \"DesignRegions\""),
    std::string::npos);
  EXPECT_NE(
    refusalOf([](vtkPolyData* data) { data->GetCellData()->RemoveArray("DesignRegionPatches"); })
      .find("but not the cell array \"DesignRegionPatches\""),
    std::string::npos);
  for (const auto& [component, value, message] : std::vector<std::tuple<int, double, std::string>>{
         { 0, 3.0, "the value 3" }, { 1, 5.0, "the kind 5" }, { 2, -1.0, "the distance -1" },
         { 3, 4.0, "the part 4" }, { 6, std::nan(""), "not finite" } })
  {
    const int c = component;
    const double v = value;
    EXPECT_NE(refusalOf([&](vtkPolyData* data)
                { data->GetFieldData()->GetArray("DesignRegions")->SetComponent(0, c, v); })
                .find(message),
      std::string::npos)
      << message;
  }
  EXPECT_NE(refusalOf(
              [](vtkPolyData* data)
              {
                vtkDataArray* list = data->GetFieldData()->GetArray("DesignRegions");
                list->InsertNextTuple(0, list);
              })
              .find("Apply Design Region to the surface again"),
    std::string::npos);
}
}
