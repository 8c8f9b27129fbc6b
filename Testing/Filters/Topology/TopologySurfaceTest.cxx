// The Topology Surface filter: VTK's own filters find it closed, and so they do after STL.

#include "ResultMarks.h"
#include "TopologyTestInput.h"

#include "vtkCellData.h"
#include "vtkCleanPolyData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFeatureEdges.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkMassProperties.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSTLReader.h"
#include "vtkSTLWriter.h"
#include "vtkSphereSource.h"
#include "vtkStringArray.h"
#include "vtkThreshold.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

namespace trabecula::testing
{
namespace
{
/// Densities that rise and fall over the cantilever; the cells of its lower edge are solid, those
/// above its middle void.
void addDesign(vtkDataSet* data)
{
  std::vector<double> density;
  std::vector<double> region;
  for (vtkIdType i = 0; i < data->GetNumberOfCells(); ++i)
  {
    double bounds[6];
    data->GetCellBounds(i, bounds);
    density.push_back(0.5 + 0.5 * std::sin(1.3 * bounds[0] + 0.9 * bounds[2] + 0.4 * bounds[4]));
    region.push_back(bounds[4] < 0.5 && bounds[2] < 0.5         ? 1.0
        : bounds[0] > 2.5 && bounds[0] < 3.5 && bounds[4] > 1.5 ? 2.0
                                                                : 0.0);
  }
  setCellArray(data, "Density", density);
  setCellArray(data, "DesignRegion", region);
}

vtkSmartPointer<vtkTopologySurface> surfaceOf(vtkDataObject* data)
{
  auto filter = vtkSmartPointer<vtkTopologySurface>::New();
  filter->SetInputDataObject(data);
  return filter;
}

double field(vtkPolyData* surface, const char* name)
{
  vtkDataArray* array = surface->GetFieldData()->GetArray(name);
  return array ? array->GetComponent(0, 0) : std::numeric_limits<double>::quiet_NaN();
}

/// Edges that a closed manifold does not have.
vtkIdType badEdges(vtkPolyData* surface)
{
  vtkNew<vtkFeatureEdges> edges;
  edges->SetInputData(surface);
  edges->BoundaryEdgesOn();
  edges->NonManifoldEdgesOn();
  edges->FeatureEdgesOff();
  edges->ManifoldEdgesOff();
  edges->Update();
  return edges->GetOutput()->GetNumberOfCells();
}

double volumeOf(vtkPolyData* surface)
{
  vtkNew<vtkMassProperties> mass;
  mass->SetInputData(surface);
  mass->Update();
  return mass->GetVolume();
}

void expectPrintable(vtkTopologySurface* filter)
{
  filter->Update();
  vtkPolyData* surface = filter->GetOutput();
  ASSERT_GT(surface->GetNumberOfCells(), 0);
  EXPECT_STREQ(filter->GetClosed(), "yes");
  EXPECT_EQ(badEdges(surface), 0);
  EXPECT_NEAR(volumeOf(surface), filter->GetVolume(), 1e-6 * filter->GetVolume());

  // Tests run side by side, each in a process of its own.
  const std::string name = std::filesystem::temp_directory_path() /
    ("TopologySurfaceTest" + std::to_string(getpid()) + ".stl");
  vtkNew<vtkSTLWriter> writer;
  writer->SetInputData(surface);
  writer->SetFileName(name.c_str());
  writer->SetFileTypeToBinary();
  writer->Write();
  vtkNew<vtkSTLReader> reader;
  reader->SetFileName(name.c_str());
  reader->MergingOff();
  vtkNew<vtkCleanPolyData> clean;
  clean->SetInputConnection(reader->GetOutputPort());
  clean->Update();
  EXPECT_EQ(clean->GetOutput()->GetNumberOfPoints(), surface->GetNumberOfPoints());
  EXPECT_EQ(clean->GetOutput()->GetNumberOfPolys(), surface->GetNumberOfCells());
  EXPECT_EQ(badEdges(clean->GetOutput()), 0);
  EXPECT_NEAR(volumeOf(clean->GetOutput()), filter->GetVolume(), 1e-4 * filter->GetVolume());
  std::filesystem::remove(name);
}

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

TEST(TopologySurfaceFilter, MakesTheBoundaryOfVoxelsSmoothWithThePartsSurface)
{
  // Voxels with their centre in a ball.
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

  // A surface without polygons is none; without a part the steps are back.
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
