#include "CompareTestInput.h"

#include "vtkDataSetTriangleFilter.h"
#include "vtkTable.h"
#include "vtkThreshold.h"
#include "vtkVariant.h"

#include <limits>

namespace trabecula::testing
{
vtkSmartPointer<vtkImageData> densityImage(const std::array<int, 3>& cells,
  const std::array<double, 3>& spacing, const std::array<double, 3>& origin,
  const DensityOf& density)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(cells[0] + 1, cells[1] + 1, cells[2] + 1);
  image->SetSpacing(spacing.data());
  image->SetOrigin(origin.data());
  return withDensity(image, density);
}

vtkSmartPointer<vtkUnstructuredGrid> solidPartOf(vtkDataSet* data)
{
  vtkNew<vtkThreshold> threshold;
  threshold->SetInputData(data);
  threshold->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Density");
  threshold->SetThresholdFunction(vtkThreshold::THRESHOLD_UPPER);
  threshold->SetUpperThreshold(0.5);
  threshold->Update();
  return threshold->GetOutput();
}

vtkSmartPointer<vtkUnstructuredGrid> asTetrahedra(vtkDataSet* data)
{
  vtkNew<vtkDataSetTriangleFilter> divide;
  divide->SetInputData(data);
  divide->Update();
  return divide->GetOutput();
}

vtkSmartPointer<vtkCompareTopologies> comparisonOf(const std::vector<vtkDataObject*>& designs)
{
  auto filter = vtkSmartPointer<vtkCompareTopologies>::New();
  for (vtkDataObject* design : designs)
  {
    filter->AddInputDataObject(design);
  }
  return filter;
}

double measure(vtkCompareTopologies* filter, vtkIdType design, const char* column)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(Measures));
  return table->GetColumnByName(column) && design < table->GetNumberOfRows()
    ? table->GetValueByName(design, column).ToDouble()
    : std::numeric_limits<double>::quiet_NaN();
}

vtkUnstructuredGrid* differencesOf(vtkCompareTopologies* filter)
{
  return vtkUnstructuredGrid::SafeDownCast(filter->GetOutputDataObject(Differences));
}
}
