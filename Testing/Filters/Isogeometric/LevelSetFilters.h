#ifndef TRABECULA_TESTING_FILTERS_ISOGEOMETRIC_LEVELSETFILTERS_H
#define TRABECULA_TESTING_FILTERS_ISOGEOMETRIC_LEVELSETFILTERS_H

#include "vtkIsogeometricLevelSet.h"
#include "vtkNurbsPatch.h"

#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkStructuredGrid.h"
#include "vtkTable.h"

#include <limits>

namespace trabecula::testing::levelset
{
using Filter = vtkIsogeometricLevelSet;

inline vtkSmartPointer<vtkStructuredGrid> net(int preset, int x, int y, int z = 1)
{
  vtkNew<vtkNurbsPatch> source;
  source->SetPreset(preset);
  source->SetElements(x, y, z);
  source->Update();
  auto copy = vtkSmartPointer<vtkStructuredGrid>::New();
  copy->DeepCopy(source->GetOutput());
  return copy;
}

inline vtkSmartPointer<Filter> filterOf(vtkDataObject* data, int iterations)
{
  auto filter = vtkSmartPointer<Filter>::New();
  filter->SetInputData(data);
  filter->SetMaximumIterations(iterations);
  filter->SetObjectiveChangeTolerance(0.0);
  filter->SetDevice(Filter::HOST);
  filter->SetScheme(Filter::PAPER);
  return filter;
}

/// Computes the last iteration; a request of port 0 only would compute the first.
inline void compute(Filter* filter)
{
  for (const int port :
    { int(Filter::CONVERGENCE), int(Filter::FINAL_DESIGN), int(Filter::BOUNDARY) })
  {
    filter->Update(port);
  }
}

inline double valueOf(Filter* filter, const char* column, vtkIdType row)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(Filter::CONVERGENCE));
  vtkDataArray* array = vtkDataArray::SafeDownCast(table->GetColumnByName(column));
  return array ? array->GetComponent(row, 0) : std::numeric_limits<double>::quiet_NaN();
}

inline vtkPolyData* boundaryOf(Filter* filter, int port)
{
  return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(port));
}

inline int iterationOf(vtkDataObject* data)
{
  return static_cast<int>(data->GetFieldData()->GetArray("Iteration")->GetComponent(0, 0));
}
}

#endif
