#include "ResultMarks.h"
#include "TopologySurfaceTestInput.h"
#include "TopologyTestInput.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace trabecula::testing
{
namespace
{
struct BadSurface
{
  const char* name;
  std::function<void(vtkDataSet*, vtkTopologySurface*)> spoil;
  std::vector<std::string> words;
};

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

const BadSurface BadSurfaces[] = {
  { "NoDensity", [](auto* data, auto*) { data->GetCellData()->RemoveArray("Density"); },
    { "\"Density\" or \"Solid\"", "\"DesignRegion\"" } },
  { "ArrayThatIsNotThere",
    [](auto*, auto* filter)
    { filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Rho"); },
    { "\"Rho\"", "missing" } },
  { "NotANumber",
    [](auto* data, auto*)
    {
      std::vector<double> values = cellValues(data, "Density");
      values[7] = NaN;
      setCellArray(data, "Density", values);
    },
    { "density", "cell 7", "nan" } },
  { "Region",
    [](auto* data, auto*)
    {
      std::vector<double> values = cellValues(data, "DesignRegion");
      values[3] = 4.0;
      setCellArray(data, "DesignRegion", values);
    },
    { "\"DesignRegion\"", "cell 3", "4" } },
  { "NothingInside",
    [](auto* data, auto* filter)
    {
      data->GetCellData()->RemoveArray("DesignRegion");
      filter->SetThresholdBy(vtkTopologySurface::VALUE);
      filter->SetThreshold(7.0);
    },
    { "nothing inside", "7" } },
  { "VolumeFraction",
    [](auto*, auto* filter)
    {
      filter->SetThresholdBy(vtkTopologySurface::VOLUME_FRACTION);
      filter->SetVolumeFraction(1.5);
    },
    { "Volume Fraction", "1.5" } },
  { "PassBand", [](auto*, auto* filter) { filter->SetPassBand(0.0); }, { "Pass Band", "above 0" } },
  { "Iterations", [](auto*, auto* filter) { filter->SetSmoothingIterations(-1); },
    { "Smoothing Iterations", "-1" } },
  { "Share", [](auto*, auto* filter) { filter->SetMinimumPieceShare(2.0); },
    { "Minimum Piece Share", "2" } },
};
}

TEST(TopologySurfaceFilter, WarnsOfPiecesThatFloat)
{
  auto data = hexahedra(); // 6 x 3 x 3
  std::vector<double> densities;
  for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
  {
    densities.push_back(cell % 6 < 3 || cell % 6 == 5 ? 1.0 : 0.0);
  }
  setCellArray(data, "Density", densities);
  auto filter = surfaceOf(data);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfPieces(), 2);
  EXPECT_TRUE(contains(warnings.text(), "2 pieces")) << warnings.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "fall apart")) << filter->GetStatus();
  warnings.clear();
  filter->SetKeep(vtkTopologySurface::LARGEST_PIECE);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfPieces(), 1);
  EXPECT_FALSE(contains(warnings.text(), "pieces")) << warnings.text();
}

TEST(TopologySurfaceFilter, WarnsOfDesignsInProgressInItsStatusAlone)
{
  auto data = hexahedra(); // 6 x 3 x 3
  std::vector<double> densities;
  for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
  {
    densities.push_back(cell % 6 < 3 || cell % 6 == 5 ? 1.0 : 0.0);
  }
  setCellArray(data, "Density", densities);
  filters::setMark(data, filters::InProgress, "goes on");
  auto filter = surfaceOf(data);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(warnings.count(), 0) << warnings.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "fall apart")) << filter->GetStatus();
  data->GetFieldData()->RemoveArray(filters::InProgress);
  data->Modified();
  filter->Update();
  EXPECT_EQ(warnings.count(), 1) << warnings.text();
  EXPECT_TRUE(contains(warnings.text(), "2 pieces")) << warnings.text();
}

TEST(TopologySurfaceFilter, WarnsOfCellsThatTheOptimizerLeftOut)
{
  auto optimize = run(hexahedra());
  optimize->SetDensityThreshold(0.2);
  auto filter = vtkSmartPointer<vtkTopologySurface>::New();
  filter->SetInputConnection(optimize->GetOutputPort(vtkTopologyOptimize::FINAL_DESIGN));
  Errors warnings(filter, vtkCommand::WarningEvent);
  expectPrintable(filter);
  EXPECT_EQ(warnings.count(), 0) << warnings.text();
  filter->SetInputConnection(optimize->GetOutputPort(vtkTopologyOptimize::ITERATIONS));
  filter->UpdateTimeStep(3.0);
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "Final design")) << warnings.text();
}

TEST(TopologySurfaceFilter, StopsAndGoesOn)
{
  auto data = hexahedra();
  addDesign(data);
  auto filter = surfaceOf(data);
  filter->SetThresholdBy(vtkTopologySurface::VOLUME_FRACTION);
  filter->Update();
  const vtkIdType triangles = filter->GetOutput()->GetNumberOfCells();
  const double volume = filter->GetVolume();
  {
    Watcher watcher(filter, "Finding faces");
    filter->SetVolumeFraction(0.5);
    filter->Update();
    EXPECT_TRUE(contains(filter->GetStatus(), "Stopped")) << filter->GetStatus();
    EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), triangles);
    EXPECT_EQ(filter->GetVolume(), volume);
    EXPECT_TRUE(std::is_sorted(watcher.Progress.begin(), watcher.Progress.end()));
    watcher.StopAt.clear();
    filter->Continue();
    filter->Update();
  }
  EXPECT_GT(filter->GetVolume(), 1.2 * volume);
  EXPECT_TRUE(contains(filter->GetStatus(), "triangles")) << filter->GetStatus();
}

TEST(TopologySurfaceFilter, RefusesBlocks)
{
  auto design = hexahedra();
  addDesign(design);
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, design);
  blocks->SetBlock(1, design);
  auto filter = surfaceOf(blocks);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Extract Block")) << errors.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "vtkMultiBlockDataSet")) << filter->GetStatus();
  filter->SetInputDataObject(design);
  filter->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_GT(filter->GetOutput()->GetNumberOfCells(), 0);
}

TEST(TopologySurfaceFilter, SaysWhatIsWrongAndKeepsTheLastSurface)
{
  for (const BadSurface& bad : BadSurfaces)
  {
    SCOPED_TRACE(bad.name);
    auto data = hexahedra();
    addDesign(data);
    auto filter = surfaceOf(data);
    filter->Update();
    const vtkIdType triangles = filter->GetOutput()->GetNumberOfCells();
    Errors errors(filter);
    bad.spoil(data, filter);
    data->Modified();
    filter->Update();
    EXPECT_EQ(errors.count(), 1);
    for (const std::string& word : bad.words)
    {
      EXPECT_TRUE(contains(errors.text(), word)) << errors.text() << " lacks " << word;
    }
    EXPECT_TRUE(contains(filter->GetStatus(), "Error: ")) << filter->GetStatus();
    EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), triangles);
  }
}
}
