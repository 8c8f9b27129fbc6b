#ifndef TRABECULA_TESTING_FILTERS_COMPARETESTINPUT_H
#define TRABECULA_TESTING_FILTERS_COMPARETESTINPUT_H

#include "TopologyTestInput.h"

#include "vtkCompareTopologies.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::testing
{
constexpr int Differences = vtkCompareTopologies::DIFFERENCES;
constexpr int Measures = vtkCompareTopologies::MEASURES;

/// Density as a function of the centre of a cell.
using DensityOf = std::function<double(double, double, double)>;

/// Gives a mesh the cell array Density.
template <class DataT>
vtkSmartPointer<DataT> withDensity(vtkSmartPointer<DataT> data, const DensityOf& density)
{
  std::vector<double> values;
  for (vtkIdType i = 0; i < data->GetNumberOfCells(); ++i)
  {
    double bounds[6];
    data->GetCellBounds(i, bounds);
    values.push_back(density(
      0.5 * (bounds[0] + bounds[1]), 0.5 * (bounds[2] + bounds[3]), 0.5 * (bounds[4] + bounds[5])));
  }
  setCellArray(data, "Density", values);
  return data;
}

/// Returns an image with the cell array Density.
vtkSmartPointer<vtkImageData> densityImage(const std::array<int, 3>& cells,
  const std::array<double, 3>& spacing, const std::array<double, 3>& origin,
  const DensityOf& density);

/// Returns the cells with a density of at least 0.5.
vtkSmartPointer<vtkUnstructuredGrid> solidPartOf(vtkDataSet* data);
/// Divides each cell of an image into five tetrahedra with its arrays.
vtkSmartPointer<vtkUnstructuredGrid> asTetrahedra(vtkDataSet* data);

vtkSmartPointer<vtkCompareTopologies> comparisonOf(const std::vector<vtkDataObject*>& designs);

/// Returns an entry of the table; NaN if there is none.
double measure(vtkCompareTopologies* filter, vtkIdType design, const char* column);
vtkUnstructuredGrid* differencesOf(vtkCompareTopologies* filter);
}

#endif
