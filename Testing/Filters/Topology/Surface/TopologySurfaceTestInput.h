#ifndef TRABECULA_TESTING_FILTERS_TOPOLOGY_TOPOLOGYSURFACETESTINPUT_H
#define TRABECULA_TESTING_FILTERS_TOPOLOGY_TOPOLOGYSURFACETESTINPUT_H

#include "ResultMarks.h"
#include "TopologyTestInput.h"

#include "vtkCleanPolyData.h"
#include "vtkDataArray.h"
#include "vtkFeatureEdges.h"
#include "vtkImageData.h"
#include "vtkMassProperties.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSTLReader.h"
#include "vtkSTLWriter.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>

namespace trabecula::testing
{
/// Adds densities that vary over the cantilever; the cells of its lower edge are solid, those above
/// its middle void.
inline void addDesign(vtkDataSet* data)
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

inline vtkSmartPointer<vtkTopologySurface> surfaceOf(vtkDataObject* data)
{
  auto filter = vtkSmartPointer<vtkTopologySurface>::New();
  filter->SetInputDataObject(data);
  return filter;
}

/// Returns the number of edges that a closed manifold does not have.
inline vtkIdType badEdges(vtkPolyData* surface)
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

inline double volumeOf(vtkPolyData* surface)
{
  vtkNew<vtkMassProperties> mass;
  mass->SetInputData(surface);
  mass->Update();
  return mass->GetVolume();
}

inline void expectPrintable(vtkTopologySurface* filter)
{
  filter->Update();
  vtkPolyData* surface = filter->GetOutput();
  ASSERT_GT(surface->GetNumberOfCells(), 0);
  EXPECT_STREQ(filter->GetClosed(), "yes");
  EXPECT_EQ(badEdges(surface), 0);
  EXPECT_NEAR(volumeOf(surface), filter->GetVolume(), 1e-6 * filter->GetVolume());

  // Tests run concurrently, each in its own process.
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
}

#endif
