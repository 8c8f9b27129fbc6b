// Tests of designs of image data as image data, and of filters that read them.

#include "HexMeshConverter.h"
#include "TopologyPipelineFixture.h"

#include "vtkBodyAnalysis.h"
#include "vtkCellData.h"
#include "vtkCompareTopologies.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkGeometryFilter.h"
#include "vtkMatrix3x3.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkTable.h"
#include "vtkTopologySurface.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace trabecula::testing
{
namespace
{
/// Returns an image with a general origin, spacing, direction and extent.
vtkSmartPointer<vtkImageData> placedImage()
{
  auto input = image();
  input->SetOrigin(1.0, -2.0, 3.0);
  input->SetSpacing(0.5, 0.25, 2.0);
  input->SetExtent(2, 8, -1, 2, 5, 8);
  input->SetDirectionMatrix(1, 0, 0, 0, 0, -1, 0, 1, 0);
  return input;
}

vtkSmartPointer<vtkTopologyOptimize> filterAsInput(vtkDataSet* input, int iterations = 4)
{
  auto filter = filterOf(input);
  filter->SetMaximumIterations(iterations);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetReproducible(true);
  filter->SetResultGeometry(vtkTopologyOptimize::AS_INPUT);
  return filter;
}

vtkImageData* imageOf(vtkAlgorithm* filter, int port)
{
  return vtkImageData::SafeDownCast(filter->GetOutputDataObject(port));
}

void expectSameArrays(vtkDataSetAttributes* found, vtkDataSetAttributes* wanted)
{
  ASSERT_EQ(found->GetNumberOfArrays(), wanted->GetNumberOfArrays());
  for (int i = 0; i < wanted->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* ours = found->GetArray(wanted->GetArrayName(i));
    vtkDataArray* theirs = wanted->GetArray(i);
    ASSERT_NE(ours, nullptr) << wanted->GetArrayName(i);
    ASSERT_EQ(ours->GetNumberOfValues(), theirs->GetNumberOfValues());
    for (vtkIdType value = 0; value < theirs->GetNumberOfValues(); ++value)
    {
      ASSERT_EQ(ours->GetVariantValue(value), theirs->GetVariantValue(value))
        << wanted->GetArrayName(i);
    }
  }
}

vtkIdType visibleCells(vtkDataSet* data)
{
  return static_cast<vtkIdType>(data->GetFieldData()->GetArray("VisibleCells")->GetTuple1(0));
}
}

TEST(TopologyImage, GoesOutAsItCameIn)
{
  auto input = placedImage();
  setCellArray(input, "Label", std::vector<double>(54, 7.0));
  auto filter = filterAsInput(input);
  for (const int port : { Iterations, FinalDesign })
  {
    update(filter, port, 4.0);
    vtkImageData* output = imageOf(filter, port);
    ASSERT_NE(output, nullptr);
    EXPECT_TRUE(std::equal(output->GetExtent(), output->GetExtent() + 6, input->GetExtent()));
    for (vtkIdType i = 0; i < input->GetNumberOfPoints(); ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        EXPECT_EQ(output->GetPoint(i)[c], input->GetPoint(i)[c]);
      }
    }
    EXPECT_EQ(output->GetCellData()->GetScalars()->GetName(), std::string("Density"));
    EXPECT_EQ(output->GetPointData()->GetVectors()->GetName(), std::string("Displacement"));
    EXPECT_EQ(output->GetCellGhostArray(), nullptr);
    EXPECT_EQ(cellValues(output, "Label"), cellValues(input, "Label"));
    EXPECT_EQ(pointValues(output, "Supports"), pointValues(input, "Supports"));
    EXPECT_EQ(output->GetFieldData()->GetArray("Iteration")->GetTuple1(0), 4.0);
  }
}

TEST(TopologyImage, HasTheNumbersOfHexahedra)
{
  auto input = placedImage();
  auto filter = filterAsInput(input);
  update(filter, FinalDesign);
  vtkNew<vtkImageData> ofImage;
  ofImage->ShallowCopy(imageOf(filter, FinalDesign));
  const int analyses = filter->GetNumberOfAnalyses();

  // The other geometry is another representation of the same run.
  filter->SetResultGeometry(vtkTopologyOptimize::HEXAHEDRA);
  update(filter, FinalDesign);
  vtkUnstructuredGrid* grid = filter->GetOutput(FinalDesign);
  ASSERT_NE(grid, nullptr);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses);
  expectSameArrays(ofImage->GetCellData(), grid->GetCellData());
  expectSameArrays(ofImage->GetPointData(), grid->GetPointData());

  // The same holds for a run on an equal grid.
  auto onGrid = filterAsInput(filters::makeHexahedralGrid(input));
  update(onGrid, FinalDesign);
  ASSERT_NE(onGrid->GetOutput(FinalDesign), nullptr);
  expectSameArrays(ofImage->GetCellData(), onGrid->GetOutput(FinalDesign)->GetCellData());
  expectSameArrays(ofImage->GetPointData(), onGrid->GetOutput(FinalDesign)->GetPointData());
}

TEST(TopologyImage, HidesCellsBelowTheThreshold)
{
  auto filter = filterAsInput(placedImage(), 8);
  filter->SetDensityThreshold(0.4);
  update(filter, Iterations, 8.0);
  vtkImageData* output = imageOf(filter, Iterations);
  const std::vector<double> density = cellValues(output, "Density");
  vtkIdType dense = 0;
  for (vtkIdType i = 0; i < output->GetNumberOfCells(); ++i)
  {
    const bool isDense = density[static_cast<std::size_t>(i)] >= 0.4;
    EXPECT_EQ(output->IsCellVisible(i) != 0, isDense);
    dense += isDense ? 1 : 0;
  }
  EXPECT_GT(dense, 5);
  EXPECT_LT(dense, 50);
  EXPECT_EQ(visibleCells(output), dense);

  // The visible cells are those that the threshold keeps of a grid.
  const auto visible = filters::makeHexahedralGrid(output);
  filter->SetResultGeometry(vtkTopologyOptimize::HEXAHEDRA);
  update(filter, Iterations, 8.0);
  vtkUnstructuredGrid* grid = filter->GetOutput(Iterations);
  ASSERT_EQ(visible->GetNumberOfCells(), dense);
  EXPECT_EQ(filters::makeHexMesh(visible).points, filters::makeHexMesh(grid).points);
  EXPECT_EQ(filters::makeHexMesh(visible).connectivity, filters::makeHexMesh(grid).connectivity);
  expectSameArrays(visible->GetCellData(), grid->GetCellData());
  expectSameArrays(visible->GetPointData(), grid->GetPointData());
}

TEST(TopologyImage, HidesPointsWithoutVisibleCell)
{
  auto filter = filterAsInput(image(), 8);
  filter->SetFilterRadius(1.5);
  filter->SetDensityThreshold(0.4);
  update(filter, Iterations, 8.0);
  vtkImageData* output = imageOf(filter, Iterations);
  std::vector<char> used(static_cast<std::size_t>(output->GetNumberOfPoints()), 0);
  vtkNew<vtkIdList> corners;
  for (vtkIdType cell = 0; cell < output->GetNumberOfCells(); ++cell)
  {
    output->GetCellPoints(cell, corners);
    for (vtkIdType i = 0; output->IsCellVisible(cell) && i < 8; ++i)
    {
      used[static_cast<std::size_t>(corners->GetId(i))] = 1;
    }
  }
  EXPECT_NE(std::count(used.begin(), used.end(), 0), 0);
  for (vtkIdType i = 0; i < output->GetNumberOfPoints(); ++i)
  {
    EXPECT_EQ(output->IsPointVisible(i) != 0, used[static_cast<std::size_t>(i)] != 0) << i;
  }

  // The surface of the image is that of the grid.
  vtkNew<vtkGeometryFilter> surface;
  surface->SetInputData(output);
  surface->Update();
  const vtkIdType faces = surface->GetOutput()->GetNumberOfCells();
  surface->SetInputData(filters::makeHexahedralGrid(output));
  surface->Update();
  EXPECT_EQ(faces, surface->GetOutput()->GetNumberOfCells());
}

TEST(TopologyImage, KeepsAGridAGrid)
{
  auto filter = filterAsInput(hexahedra());
  update(filter, FinalDesign);
  EXPECT_NE(filter->GetOutput(FinalDesign), nullptr);
  filter->SetInputData(image());
  update(filter, FinalDesign);
  EXPECT_NE(imageOf(filter, FinalDesign), nullptr);
  // State files of earlier versions do not have this property, and use hexahedra.
  filter->SetResultGeometry(-1);
  update(filter, FinalDesign);
  EXPECT_NE(filter->GetOutput(FinalDesign), nullptr);
}

TEST(TopologyImage, ShowsNothingOfAnotherTypeAfterAnError)
{
  auto filter = filterAsInput(hexahedra());
  update(filter, FinalDesign);
  auto bad = image();
  bad->GetPointData()->RemoveArray("Supports");
  filter->SetInputData(bad);
  Errors errors(filter);
  update(filter, FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  ASSERT_NE(imageOf(filter, FinalDesign), nullptr);
  EXPECT_EQ(imageOf(filter, FinalDesign)->GetNumberOfCells(), 0);
}

TEST(TopologyImage, AsksForTheWholeInput)
{
  auto filter = filterAsInput(image());
  filter->UpdateInformation();
  const int part[6] = { 0, 2, 0, 3, 0, 3 };
  filter->UpdateExtent(part);
  vtkImageData* output = imageOf(filter, Iterations);
  EXPECT_EQ(output->GetNumberOfCells(), 54);
  EXPECT_EQ(cellValues(output, "Density").size(), 54U);
}

TEST(TopologyImage, IsLiveToo)
{
  auto filter = filterAsInput(image(), 5);
  auto plain = filterAsInput(image(), 5);
  update(plain, FinalDesign);
  filter->AllowLive();
  filter->LiveOn();
  update(filter, Iterations, 0.0);
  while (filter->GetRunState() != vtkTopologyOptimize::FINISHED)
  {
    filter->Poll();
  }
  update(filter, FinalDesign);
  ASSERT_NE(imageOf(filter, FinalDesign), nullptr);
  EXPECT_EQ(cellValues(imageOf(filter, FinalDesign), "Density"),
    cellValues(imageOf(plain, FinalDesign), "Density"));
}

TEST(TopologyImage, IsTakenByFiltersOfDesigns)
{
  // The lowest layer remains solid, so that a body of the design carries the loads.
  std::vector<double> regions(54, 0.0);
  std::fill_n(regions.begin(), 18, 1.0);
  auto input = image();
  auto grid = hexahedra();
  setCellArray(input, "DesignRegion", regions);
  setCellArray(grid, "DesignRegion", regions);
  auto ofImage = filterAsInput(input, 8);
  auto ofGrid = filterAsInput(grid, 8);
  for (auto* filter : { ofImage.Get(), ofGrid.Get() })
  {
    filter->SetVolumeFraction(0.5);
    filter->SetFilterRadius(1.5);
    filter->SetDensityThreshold(0.3);
    update(filter, Iterations, 8.0);
    update(filter, FinalDesign);
  }
  for (const int port : { Iterations, FinalDesign })
  {
    vtkNew<vtkTopologySurface> surfaces[2];
    vtkNew<vtkBodyAnalysis> bodies[2];
    double volumes[2];
    double compliances[2] = { 1.0, 1.0 };
    for (int i = 0; i < 2; ++i)
    {
      vtkDataObject* design = (i == 0 ? ofImage : ofGrid)->GetOutputDataObject(port);
      const Errors warnings(surfaces[i], vtkCommand::WarningEvent);
      surfaces[i]->SetInputDataObject(design);
      surfaces[i]->Update();
      EXPECT_EQ(warnings.count(), port == Iterations ? 1 : 0);
      volumes[i] = surfaces[i]->GetVolume();
      if (port == FinalDesign) // the other port omits a part of the design
      {
        bodies[i]->SetInputDataObject(0, design);
        bodies[i]->SetSurfaceConnection(surfaces[i]->GetOutputPort());
        bodies[i]->Update();
        compliances[i] = bodies[i]->GetBodyCompliance();
      }
    }
    EXPECT_GT(volumes[0], 1.0);
    EXPECT_EQ(volumes[0], volumes[1]);
    EXPECT_GT(compliances[0], 0.0);
    EXPECT_NEAR(compliances[0] / compliances[1], 1.0, 1e-4);

    vtkNew<vtkCompareTopologies> compare;
    compare->AddInputDataObject(ofImage->GetOutputDataObject(port));
    compare->AddInputDataObject(ofGrid->GetOutputDataObject(port));
    Errors errors(compare);
    compare->Update();
    EXPECT_EQ(errors.count(), 0) << errors.text();
  }
}
}
