// Tests of Topology Surface with the surface from which voxels were made.

#include "vtkCellData.h"
#include "vtkCleanPolyData.h"
#include "vtkDiskSource.h"
#include "vtkDoubleArray.h"
#include "vtkImageData.h"
#include "vtkLinearExtrusionFilter.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkPolyDataNormals.h"
#include "vtkTopologySurface.h"
#include "vtkTriangleFilter.h"
#include "vtkVoxelizeSurface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace
{
constexpr double Bore = 5.0;
constexpr double Outer = 9.0;
constexpr double Height = 6.5;

/// Returns a ring about the z axis.
vtkSmartPointer<vtkPolyData> makeRing()
{
  vtkNew<vtkDiskSource> disk;
  disk->SetInnerRadius(Bore);
  disk->SetOuterRadius(Outer);
  disk->SetCircumferentialResolution(240);
  vtkNew<vtkLinearExtrusionFilter> solid;
  solid->SetInputConnection(disk->GetOutputPort());
  solid->SetExtrusionTypeToVectorExtrusion();
  solid->SetVector(0.0, 0.0, Height);
  vtkNew<vtkTriangleFilter> triangles;
  triangles->SetInputConnection(solid->GetOutputPort());
  vtkNew<vtkCleanPolyData> clean;
  clean->SetInputConnection(triangles->GetOutputPort());
  vtkNew<vtkPolyDataNormals> outward;
  outward->SetInputConnection(clean->GetOutputPort());
  outward->ConsistencyOn();
  outward->AutoOrientNormalsOn();
  outward->SplittingOff();
  outward->Update();
  return outward->GetOutput();
}

struct Wall
{
  double mean = 0.0;
  double farthest = 0.0;
  int count = 0;
};

/// Returns the points within 0.6 of the wall of the bore, away from its rims.
Wall wallOfBore(vtkPolyData* surface)
{
  Wall wall;
  for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i)
  {
    const double* x = surface->GetPoint(i);
    const double radius = std::hypot(x[0], x[1]);
    if (std::abs(radius - Bore) < 0.6 && x[2] > 0.02 && x[2] < 0.4 * Height)
    {
      wall.mean += radius;
      wall.farthest = std::max(wall.farthest, std::abs(radius - Bore));
      ++wall.count;
    }
  }
  wall.mean /= wall.count;
  return wall;
}
}

TEST(PartSurface, MakesBoresOfVoxelsWithFractionsRound)
{
  const auto ring = makeRing();
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputData(ring);
  voxels->SetResolution(vtkVoxelizeSurface::VOXEL_SIZE);
  voxels->SetVoxelSize(1.0);
  voxels->Update();
  vtkImageData* image = voxels->GetOutput();
  ASSERT_GT(image->GetNumberOfCells(), 0) << voxels->GetStatus();
  // A design without its upper part; cells outside the design have no density.
  vtkNew<vtkDoubleArray> density;
  density->SetName("Density");
  for (vtkIdType i = 0; i < image->GetNumberOfCells(); ++i)
  {
    double box[6];
    image->GetCellBounds(i, box);
    const bool isHidden =
      image->GetCellGhostArray() && image->GetCellGhostArray()->GetValue(i) != 0;
    density->InsertNextValue(
      isHidden ? 0.0 : std::clamp(0.5 - (0.5 * (box[4] + box[5]) - 0.6 * Height), 0.0, 1.0));
  }
  vtkNew<vtkImageData> design;
  design->ShallowCopy(image);
  design->GetCellData()->AddArray(density);

  for (vtkImageData* input : { image, design.Get() })
  {
    vtkNew<vtkTopologySurface> filter;
    filter->SetInputData(input);
    filter->Update();
    EXPECT_GT(wallOfBore(filter->GetOutput()).farthest, 0.05);
    vtkNew<vtkPolyData> part;
    part->ShallowCopy(ring);
    filter->SetInputData(1, part);
    filter->Update();
    const Wall wall = wallOfBore(filter->GetOutput());
    EXPECT_GT(wall.count, 100);
    EXPECT_NEAR(wall.mean / Bore, 1.0, 0.002);
    EXPECT_LT(wall.farthest, 0.01);
    EXPECT_EQ(std::string(filter->GetClosed()), "yes");
    EXPECT_NE(std::string(filter->GetStatus()).find("On the part's surface"), std::string::npos)
      << filter->GetStatus();
    EXPECT_EQ(std::string(filter->GetStatus()).find("moved there: 0"), std::string::npos)
      << filter->GetStatus();
  }
}
