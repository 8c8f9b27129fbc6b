#ifndef TRABECULA_TESTING_FILTERS_VOXELIZATION_VOXELIZESURFACETESTINPUT_H
#define TRABECULA_TESTING_FILTERS_VOXELIZATION_VOXELIZESURFACETESTINPUT_H

#include "TopologyTestInput.h"
#include "vtkVoxelizeSurface.h"

#include "vtkAppendPolyData.h"
#include "vtkCubeSource.h"
#include "vtkDataArray.h"
#include "vtkImageData.h"
#include "vtkMassProperties.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkReverseSense.h"
#include "vtkSmartPointer.h"
#include "vtkSphereSource.h"
#include "vtkTriangleFilter.h"

#include <array>

namespace trabecula::testing
{
/// Returns quadrilaterals whose corners are not shared between faces.
inline vtkSmartPointer<vtkPolyData> box(const std::array<double, 6>& bounds)
{
  vtkNew<vtkCubeSource> source;
  source->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
  source->SetBounds(bounds.data());
  source->Update();
  vtkSmartPointer<vtkPolyData> surface = source->GetOutput();
  surface->GetPointData()->Initialize();
  return surface;
}

inline vtkSmartPointer<vtkPolyData> triangles(vtkPolyData* surface)
{
  vtkNew<vtkTriangleFilter> filter;
  filter->SetInputData(surface);
  filter->Update();
  return filter->GetOutput();
}

inline vtkSmartPointer<vtkPolyData> sphere(int resolution, double radius = 1.0)
{
  vtkNew<vtkSphereSource> source;
  source->SetRadius(radius);
  source->SetThetaResolution(resolution);
  source->SetPhiResolution(resolution);
  source->Update();
  vtkSmartPointer<vtkPolyData> surface = source->GetOutput();
  surface->GetPointData()->Initialize();
  return surface;
}

inline vtkSmartPointer<vtkPolyData> both(vtkPolyData* a, vtkPolyData* b)
{
  vtkNew<vtkAppendPolyData> append;
  append->AddInputData(a);
  append->AddInputData(b);
  append->Update();
  return append->GetOutput();
}

inline vtkSmartPointer<vtkPolyData> insideOut(vtkPolyData* surface)
{
  vtkNew<vtkReverseSense> filter;
  filter->SetInputData(surface);
  filter->ReverseCellsOn();
  filter->Update();
  return filter->GetOutput();
}

inline double volumeInside(vtkPolyData* surface)
{
  vtkNew<vtkMassProperties> mass;
  mass->SetInputData(triangles(surface));
  mass->Update();
  return mass->GetVolume();
}

inline vtkSmartPointer<vtkVoxelizeSurface> filterOn(vtkPolyData* surface, int cells)
{
  auto filter = vtkSmartPointer<vtkVoxelizeSurface>::New();
  filter->SetInputDataObject(surface);
  filter->SetCells(cells);
  return filter;
}
}

#endif
