// Tests of the Topology Surface filter: VTK's own filters find the surface closed, also after
// export to STL.

#include "ResultMarks.h"
#include "TopologySurfaceTestInput.h"
#include "TopologyTestInput.h"

#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSphereSource.h"
#include "vtkThreshold.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula::testing
{
namespace
{
double field(vtkPolyData* surface, const char* name)
{
  vtkDataArray* array = surface->GetFieldData()->GetArray(name);
  return array ? array->GetComponent(0, 0) : std::numeric_limits<double>::quiet_NaN();
}
}

TEST(TopologySurfaceFilter, IsPrintable)
{
  for (const bool smooth : { false, true })
  {
    for (const vtkSmartPointer<vtkDataSet>& data :
      std::vector<vtkSmartPointer<vtkDataSet>>{ hexahedra(), voxels(), image() })
    {
      addDesign(data);
      auto filter = surfaceOf(data);
      filter->SetSmoothing(smooth);
      expectPrintable(filter);
      EXPECT_NEAR(filter->GetVolume(), filter->GetFieldVolume(), 0.01 * filter->GetFieldVolume());
    }
  }
}

TEST(TopologySurfaceFilter, TellsWhatItFound)
{
  auto data = hexahedra();
  addDesign(data);
  auto filter = surfaceOf(data);
  filter->SetThresholdBy(vtkTopologySurface::VALUE);
  filter->SetThreshold(0.4);
  filter->Update();
  vtkPolyData* surface = filter->GetOutput();
  EXPECT_EQ(field(surface, "Threshold"), 0.4);
  EXPECT_EQ(field(surface, "Volume"), filter->GetVolume());
  EXPECT_EQ(field(surface, "FieldVolume"), filter->GetFieldVolume());
  EXPECT_EQ(field(surface, "Area"), filter->GetArea());
  EXPECT_EQ(field(surface, "Pieces"), filter->GetNumberOfPieces());
  EXPECT_EQ(field(surface, "RemovedPieces"), 0.0);
  EXPECT_EQ(field(surface, "RemovedVolume"), 0.0);
  const std::vector<double> origins = cellValues(surface, "Origin");
  for (const double origin : { 0.0, 1.0, 2.0, 3.0 })
  {
    EXPECT_GT(std::count(origins.begin(), origins.end(), origin), 0) << origin;
  }
  EXPECT_EQ(cellValues(surface, "Piece").size(), origins.size());
}

TEST(TopologySurfaceFilter, DecimatesFlatRegions)
{
  // The surface of a block of 54 cubes has 108 faces; flat, it needs twelve triangles.
  auto block = hexahedra();
  setCellArray(block, "Solid", std::vector<double>(54, 1.0));
  auto filter = surfaceOf(block);
  filter->DecimateOn();
  expectPrintable(filter);
  EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), 12);
  EXPECT_NEAR(filter->GetVolume(), 54.0, 1e-9);
  EXPECT_TRUE(contains(filter->GetStatus(), "1 piece, 12 triangles. Decimated from "))
    << filter->GetStatus();

  // A design keeps within the bound, and its numbers are those of what comes out.
  auto data = hexahedra();
  addDesign(data);
  auto design = surfaceOf(data);
  design->Update();
  const vtkIdType before = design->GetOutput()->GetNumberOfCells();
  const double volume = design->GetVolume();
  const double area = design->GetArea();
  design->DecimateOn();
  design->SetLargestDeviation(0.1);
  expectPrintable(design);
  vtkPolyData* surface = design->GetOutput();
  EXPECT_LT(surface->GetNumberOfCells(), before / 2);
  EXPECT_GT(field(surface, "Deviation"), 0.0);
  EXPECT_LE(field(surface, "Deviation"), 0.1);
  EXPECT_EQ(field(surface, "Volume"), design->GetVolume());
  EXPECT_NEAR(design->GetVolume(), volume, 0.1 * area);
  EXPECT_TRUE(contains(design->GetStatus(), "of 0.1 allowed")) << design->GetStatus();
  const std::vector<double> origins = cellValues(surface, "Origin");
  for (const double origin : { 0.0, 1.0, 2.0, 3.0 })
  {
    EXPECT_GT(std::count(origins.begin(), origins.end(), origin), 0) << origin;
  }

  Errors errors(design);
  design->SetLargestDeviation(-1.0);
  design->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Largest Deviation is -1; it must be 0 or more"))
    << errors.text();
}

TEST(TopologySurfaceFilter, TakesSolidOrAllCells)
{
  auto data = hexahedra();
  setCellArray(data, "Solid", std::vector<double>(54, 1.0));
  auto filter = surfaceOf(data);
  expectPrintable(filter);
  EXPECT_NEAR(filter->GetVolume(), 54.0, 1e-9);

  auto bare = hexahedra();
  auto whole = surfaceOf(bare);
  whole->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "None");
  expectPrintable(whole);
  EXPECT_NEAR(whole->GetVolume(), 54.0, 1e-9);
}

TEST(TopologySurfaceFilter, TakesDensitiesOfPoints)
{
  auto data = hexahedra();
  std::vector<double> height;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    height.push_back(data->GetPoint(i)[2]);
  }
  setCellArray(data, "Density", std::vector<double>(54, 1.0));
  vtkNew<vtkDoubleArray> density;
  density->SetName("Density");
  for (const double value : height)
  {
    density->InsertNextValue(value);
  }
  data->GetPointData()->AddArray(density);
  auto filter = surfaceOf(data);
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Density");
  filter->SetThresholdBy(vtkTopologySurface::VALUE);
  filter->SetThreshold(1.25);
  filter->SmoothingOff();
  expectPrintable(filter);
  double bounds[6];
  filter->GetOutput()->GetBounds(bounds);
  EXPECT_NEAR(bounds[4], 1.25, 1e-12);
  EXPECT_NEAR(filter->GetVolume(), 18.0 * 1.75, 1e-9);

  Errors errors(filter);
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Solid");
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Point array \"Solid\"")) << errors.text();
}

TEST(TopologySurfaceFilter, MakesTheBoundaryOfVoxelsSmoothWithThePartsSurface)
{
  // Voxels whose centre is in a ball are solid.
  constexpr int cells = 16;
  constexpr double radius = 0.42;
  vtkNew<vtkImageData> image;
  image->SetDimensions(cells + 1, cells + 1, cells + 1);
  image->SetSpacing(1.0 / cells, 1.0 / cells, 1.0 / cells);
  std::vector<double> density;
  for (vtkIdType i = 0; i < image->GetNumberOfCells(); ++i)
  {
    double box[6];
    image->GetCellBounds(i, box);
    density.push_back(std::hypot(0.5 * (box[0] + box[1]) - 0.5, 0.5 * (box[2] + box[3]) - 0.5,
                        0.5 * (box[4] + box[5]) - 0.5) < radius
        ? 1.0
        : 0.0);
  }
  setCellArray(image, "Density", density);
  vtkNew<vtkThreshold> ball;
  ball->SetInputData(image);
  ball->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Density");
  ball->SetThresholdFunction(vtkThreshold::THRESHOLD_UPPER);
  ball->SetUpperThreshold(0.5);
  ball->Update();
  vtkNew<vtkSphereSource> part;
  part->SetCenter(0.5, 0.5, 0.5);
  part->SetRadius(radius);
  part->SetThetaResolution(96);
  part->SetPhiResolution(96);

  const auto roughness = [](vtkPolyData* surface)
  {
    double largest = 0.0;
    for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i)
    {
      const double* x = surface->GetPoint(i);
      largest =
        std::max(largest, std::abs(std::hypot(x[0] - 0.5, x[1] - 0.5, x[2] - 0.5) - radius));
    }
    return largest;
  };
  auto filter = surfaceOf(ball->GetOutput());
  filter->Update();
  EXPECT_GT(roughness(filter->GetOutput()), 0.02);
  filter->SetPartConnection(part->GetOutputPort());
  filter->Update();
  EXPECT_LT(roughness(filter->GetOutput()), 2e-3);
  EXPECT_EQ(badEdges(filter->GetOutput()), 0);
  EXPECT_EQ(std::string(filter->GetClosed()), "yes");
  EXPECT_TRUE(contains(filter->GetStatus(), "On the part's surface")) << filter->GetStatus();

  // A surface without polygons is ignored; without a part the surface has steps again.
  vtkNew<vtkPolyData> empty;
  filter->SetInputData(1, empty);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Part Surface")) << errors.text();
  filter->ClearPart();
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_GT(roughness(filter->GetOutput()), 0.02);
}
}
