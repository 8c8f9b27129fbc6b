#include "TopologyTestInput.h"
#include "VoxelizeSurfaceTestInput.h"
#include "vtkVoxelizeSurface.h"

#include "vtkDataArray.h"
#include "vtkImageData.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
struct BadInput
{
  const char* name;
  std::function<vtkSmartPointer<vtkPolyData>()> surface;
  std::function<void(vtkVoxelizeSurface*)> spoil;
  std::vector<std::string> words;
};

void nothing(vtkVoxelizeSurface*)
{
}

vtkSmartPointer<vtkPolyData> openBox()
{
  auto surface = triangles(box({ 0, 1, 0, 1, 0, 1 }));
  surface->BuildCells();
  surface->DeleteCell(11);
  surface->RemoveDeletedCells();
  return surface;
}

const BadInput BadInputs[] = {
  { "Empty", [] { return vtkSmartPointer<vtkPolyData>::New(); }, nothing, { "no polygons" } },
  { "Open", openBox, nothing, { "not closed", "3 open edges", "of cell", "Fill Holes" } },
  { "InsideOut", [] { return insideOut(sphere(8)); }, nothing,
    { "inside out", "Reverse Orientation" } },
  { "Crossing",
    [] {
      return both(box({ 0, 2, 0, 2, 0, 2 }), box({ 1, 3, 1, 3, 1, 3 }));
    },
    nothing, { "intersects itself", "cells 1 and", "Boolean union" } },
  { "Nested", [] { return both(sphere(12), sphere(8, 0.3)); }, nothing,
    { "within another piece" } },
  { "Flat",
    []
    {
      auto surface = vtkSmartPointer<vtkPolyData>::New();
      surface->DeepCopy(box({ 0, 1, 0, 1, 0, 0 }));
      return surface;
    },
    nothing, { "extent 0 in z" } },
  { "NoCells", [] { return sphere(8); }, [](vtkVoxelizeSurface* f) { f->SetCells(0); },
    { "number of cells", "0", "1 or more" } },
  { "TooManyCells", [] { return sphere(8); }, [](vtkVoxelizeSurface* f) { f->SetCells(100000); },
    { "more than can be numbered" } },
  { "VoxelSize", [] { return sphere(8); },
    [](vtkVoxelizeSurface* f)
    {
      f->SetResolution(vtkVoxelizeSurface::VOXEL_SIZE);
      f->SetVoxelSize(-1.0);
    },
    { "edge of a voxel", "-1" } },
  { "LeastFraction", [] { return sphere(8); },
    [](vtkVoxelizeSurface* f) { f->SetLeastFraction(1.5); }, { "Least Fraction", "1.5" } },
  { "NothingLeft", [] { return sphere(8); },
    [](vtkVoxelizeSurface* f)
    {
      f->SetCells(1);
      f->SetLeastFraction(1.0);
    },
    { "No voxel", "largest is" } },
};

class VoxelizeBadInput : public ::testing::TestWithParam<BadInput>
{
};
}

TEST_P(VoxelizeBadInput, IsToldOnceAndKeepsTheLastImage)
{
  const auto filter = filterOn(sphere(10), 6);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  const vtkIdType cells = filter->GetOutput()->GetNumberOfCells();
  filter->SetInputDataObject(GetParam().surface());
  GetParam().spoil(filter);
  filter->Update();
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  for (const std::string& word : GetParam().words)
  {
    EXPECT_NE(errors.text().find(word), std::string::npos) << word << " in " << errors.text();
    EXPECT_NE(std::string(filter->GetStatus()).find(word), std::string::npos);
  }
  EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), cells);
}

TEST(VoxelizeSurface, TakesReversedSurfacesAsTold)
{
  const auto filter = filterOn(insideOut(sphere(8)), 6);
  filter->ReverseOrientationOn();
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_NEAR(filter->GetVolume(), volumeInside(sphere(8)), 1e-6);
}

TEST(VoxelizeSurface, RefusesCompositeInput)
{
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, sphere(8));
  vtkNew<vtkVoxelizeSurface> filter;
  filter->SetInputDataObject(blocks);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_NE(errors.text().find("Extract Surface"), std::string::npos) << errors.text();
}

TEST(VoxelizeSurface, StopsAndContinues)
{
  const auto filter = filterOn(sphere(30), 40);
  Watcher watcher(filter, "Reading");
  filter->Update();
  EXPECT_EQ(std::string(filter->GetStatus()).find("Stopped"), 0u) << filter->GetStatus();
  EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), 0);
  watcher.StopAt.clear();
  filter->Continue();
  filter->Update();
  EXPECT_GT(filter->GetOutput()->GetNumberOfCells(), 0);
  EXPECT_FALSE(watcher.Progress.empty());
}

INSTANTIATE_TEST_SUITE_P(Filters, VoxelizeBadInput, ::testing::ValuesIn(BadInputs),
  [](const auto& info) { return std::string(info.param.name); });
}
