#ifndef TRABECULA_TESTING_FILTERS_CONDITIONTESTINPUT_H
#define TRABECULA_TESTING_FILTERS_CONDITIONTESTINPUT_H

#include "TopologyTestInput.h"

#include "vtkMechanicalCondition.h"
#include "vtkPolyData.h"
#include "vtkSelection.h"

#include <functional>
#include <vector>

namespace trabecula::testing
{
/// A block of unit voxels without arrays, its lower corner at the origin.
vtkSmartPointer<vtkImageData> bareImage(int nx = 6, int ny = 3, int nz = 3);

/// Returns the same block as hexahedra; points and cells have the same indices.
vtkSmartPointer<vtkUnstructuredGrid> bareGrid(int nx = 6, int ny = 3, int nz = 3);

/// Returns a quarter of a tube about the z axis, radii 1 and 2, height 1, with the given numbers of
/// elements along the radius, the circumference and the height.
vtkSmartPointer<vtkUnstructuredGrid> quarterTube(int nr, int around, int nz);

/// Returns a selection of points (field vtkSelectionNode::POINT) or cells by their indices.
vtkSmartPointer<vtkSelection> selectionOf(int field, const std::vector<vtkIdType>& numbers);

/// Returns a filter on a dataset.
template <class Filter>
vtkSmartPointer<Filter> conditionOn(vtkDataSet* data)
{
  auto filter = vtkSmartPointer<Filter>::New();
  filter->SetInputData(data);
  return filter;
}

/// Updates and returns the mesh or the markers.
vtkDataSet* meshOf(vtkMechanicalCondition* filter);
vtkPolyData* markersOf(vtkMechanicalCondition* filter);

/// Returns the points of the mesh at which a three-component array is not zero.
std::vector<vtkIdType> markedPoints(vtkDataSet* mesh, const char* array);
/// Returns the points of a dataset whose coordinates satisfy a condition.
std::vector<vtkIdType> pointsWhere(
  vtkDataSet* data, const std::function<bool(const double* x)>& condition);
}

#endif
