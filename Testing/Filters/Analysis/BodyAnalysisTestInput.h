#ifndef TRABECULA_TESTING_FILTERS_ANALYSIS_BODYANALYSISTESTINPUT_H
#define TRABECULA_TESTING_FILTERS_ANALYSIS_BODYANALYSISTESTINPUT_H

#include "TopologyPipelineFixture.h"

#include "vtkBodyAnalysis.h"
#include "vtkCubeSource.h"
#include "vtkDataArray.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkTable.h"

#include <array>

namespace trabecula::testing
{
inline vtkSmartPointer<vtkPolyData> cube(const std::array<double, 6>& bounds)
{
  vtkNew<vtkCubeSource> source;
  source->SetBounds(bounds.data());
  source->Update();
  return source->GetOutput();
}

inline vtkSmartPointer<vtkBodyAnalysis> analysisOf(vtkDataSet* design, vtkPolyData* surface)
{
  auto filter = vtkSmartPointer<vtkBodyAnalysis>::New();
  filter->SetInputDataObject(0, design);
  filter->SetInputDataObject(1, surface);
  return filter;
}

/// Returns a value of the table, whose rows are Body, Density field and Ratio.
inline double measure(vtkBodyAnalysis* filter, const char* name, vtkIdType row)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkBodyAnalysis::COMPARISON));
  auto* column = vtkDataArray::SafeDownCast(table->GetColumnByName(name));
  return column ? column->GetComponent(row, 0) : std::nan("");
}

/// Returns the cantilever with a density; it is solid unless x is beyond an end.
inline vtkSmartPointer<vtkUnstructuredGrid> design(double density = 1.0)
{
  auto data = hexahedra();
  setCellArray(data, "Density",
    std::vector<double>(static_cast<std::size_t>(data->GetNumberOfCells()), density));
  return data;
}
}

#endif
