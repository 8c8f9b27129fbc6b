// Tests of what is a change of the input.

#include "InputStamp.h"
#include "TopologyTestInput.h"

#include "vtkCellArray.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
using filters::InputStamp;

TEST(InputStamp, AShallowCopyIsTheSame)
{
  const auto grid = hexahedra();
  vtkNew<vtkUnstructuredGrid> copy;
  copy->ShallowCopy(grid);
  EXPECT_TRUE(InputStamp(grid) == InputStamp(copy));
  copy->Modified();
  EXPECT_TRUE(InputStamp(grid) == InputStamp(copy));

  const auto voxels = image();
  vtkNew<vtkImageData> imageCopy;
  imageCopy->ShallowCopy(voxels);
  EXPECT_TRUE(InputStamp(voxels) == InputStamp(imageCopy));
}

TEST(InputStamp, EverythingThatMattersChangesIt)
{
  const auto grid = hexahedra();
  InputStamp last(grid);
  const auto expectChanged = [&](const char* what)
  {
    const InputStamp now(grid);
    EXPECT_FALSE(now == last) << what;
    EXPECT_TRUE(now == InputStamp(grid));
    last = now;
  };
  EXPECT_FALSE(InputStamp() == last);
  setPointArray(grid, "Force", edgeForces(1, 1.0));
  expectChanged("another array of the same name");
  grid->GetPointData()->GetArray("Force")->Modified();
  expectChanged("values");
  setCellArray(grid, "DesignRegion", std::vector<double>(54, 0.0));
  expectChanged("another array");
  grid->GetPointData()->RemoveArray("Force");
  expectChanged("an array less");
  grid->GetPoints()->Modified();
  expectChanged("coordinates");
  const vtkIdType nodes[8] = { 0, 1, 8, 7, 28, 29, 36, 35 };
  grid->InsertNextCell(12, 8, nodes);
  grid->GetCells()->Modified();
  expectChanged("cells");

  const auto voxels = image();
  const InputStamp before(voxels);
  voxels->SetSpacing(1.0, 1.0, 2.0);
  EXPECT_FALSE(InputStamp(voxels) == before);
  voxels->SetSpacing(1.0, 1.0, 1.0);
  EXPECT_TRUE(InputStamp(voxels) == before);
  voxels->SetDirectionMatrix(0, -1, 0, 1, 0, 0, 0, 0, 1);
  EXPECT_FALSE(InputStamp(voxels) == before);
}

TEST(InputStamp, APolygonOfASurfaceCountsAsWell)
{
  vtkNew<vtkPolyData> surface;
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> polygons;
  const vtkIdType corners[3] = { 0, 1, 2 };
  points->InsertNextPoint(0, 0, 0);
  points->InsertNextPoint(1, 0, 0);
  points->InsertNextPoint(0, 1, 0);
  polygons->InsertNextCell(3, corners);
  surface->SetPoints(points);
  surface->SetPolys(polygons);
  const InputStamp first(surface);
  vtkNew<vtkPolyData> copy;
  copy->ShallowCopy(surface);
  EXPECT_TRUE(InputStamp(copy) == first);

  polygons->InsertNextCell(3, corners);
  polygons->Modified();
  const InputStamp second(surface);
  EXPECT_FALSE(second == first);
  points->Modified();
  EXPECT_FALSE(InputStamp(surface) == second);
}
}
