#ifndef TRABECULA_TESTING_FILTERS_PIECECASES_H
#define TRABECULA_TESTING_FILTERS_PIECECASES_H

#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing::ranks
{
inline bool isForce(const std::string& name)
{
  return name == "Force";
}

/// A row of unit squares from one x to another. @param shift of the points along y
inline vtkSmartPointer<vtkUnstructuredGrid> squares(int from, int to, double shift = 0.0)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  vtkNew<vtkDoubleArray> force;
  force->SetName("Force");
  vtkNew<vtkDoubleArray> other;
  other->SetName("Other");
  for (int x = from; x <= to; ++x)
  {
    for (int y = 0; y < 2; ++y)
    {
      points->InsertNextPoint(x, y + shift, 0.0);
      force->InsertNextValue(10.0 * x + y);
      other->InsertNextValue(from);
    }
  }
  grid->SetPoints(points);
  vtkNew<vtkIdTypeArray> numbers;
  numbers->SetName("Number");
  for (int x = from; x < to; ++x)
  {
    const vtkIdType first = 2 * (x - from);
    const vtkIdType nodes[4] = { first, first + 2, first + 3, first + 1 };
    grid->InsertNextCell(VTK_QUAD, 4, nodes);
    numbers->InsertNextValue(x);
  }
  grid->GetPointData()->AddArray(force);
  grid->GetPointData()->AddArray(other);
  grid->GetCellData()->AddArray(numbers);
  return grid;
}

inline void setGhosts(vtkDataSetAttributes* attributes, const std::vector<int>& values)
{
  vtkNew<vtkUnsignedCharArray> array;
  array->SetName(vtkDataSetAttributes::GhostArrayName());
  for (const int value : values)
  {
    array->InsertNextValue(static_cast<unsigned char>(value));
  }
  attributes->AddArray(array);
}

inline std::vector<double> valuesOf(vtkFieldData* data, const char* name)
{
  std::vector<double> values;
  vtkDataArray* array = data->GetArray(name);
  for (vtkIdType i = 0; array && i < array->GetNumberOfTuples(); ++i)
  {
    values.push_back(array->GetComponent(i, 0));
  }
  return values;
}

/// An image with the numbers of its cells and points in a larger one of this many cells along x.
inline vtkSmartPointer<vtkImageData> image(int from, int to)
{
  auto data = vtkSmartPointer<vtkImageData>::New();
  data->SetExtent(from, to, 0, 1, 0, 0);
  data->SetSpacing(0.5, 0.25, 1.0);
  vtkNew<vtkIdTypeArray> cells;
  cells->SetName("Number");
  for (int x = from; x < to; ++x)
  {
    cells->InsertNextValue(x);
  }
  data->GetCellData()->AddArray(cells);
  vtkNew<vtkDoubleArray> force;
  force->SetName("Force");
  for (int p = 0; p < 2 * (to - from + 1); ++p)
  {
    force->InsertNextValue(from + p % (to - from + 1));
  }
  data->GetPointData()->AddArray(force);
  return data;
}

/// Voxels of one image.
inline vtkSmartPointer<vtkImageData> box(std::array<int, 6> extent)
{
  auto data = vtkSmartPointer<vtkImageData>::New();
  data->SetExtent(extent.data());
  data->SetSpacing(0.5, 0.25, 2.0);
  data->SetOrigin(7.0, 8.0, 9.0);
  return data;
}

/// Some voxels of an image as hexahedra with their numbers there, with all points of the image.
inline vtkSmartPointer<vtkUnstructuredGrid> hexahedraOf(
  vtkImageData* image, const std::vector<vtkIdType>& voxels)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  for (vtkIdType p = 0; p < image->GetNumberOfPoints(); ++p)
  {
    points->InsertNextPoint(image->GetPoint(p));
  }
  grid->SetPoints(points);
  vtkNew<vtkIdTypeArray> numbers;
  numbers->SetName("Number");
  vtkNew<vtkIdList> nodes;
  for (const vtkIdType v : voxels)
  {
    image->GetCellPoints(v, nodes);
    std::swap(*nodes->GetPointer(2), *nodes->GetPointer(3)); // from voxel to hexahedron
    std::swap(*nodes->GetPointer(6), *nodes->GetPointer(7));
    grid->InsertNextCell(VTK_HEXAHEDRON, nodes);
    numbers->InsertNextValue(v);
  }
  grid->GetCellData()->AddArray(numbers);
  return grid;
}
}

#endif
