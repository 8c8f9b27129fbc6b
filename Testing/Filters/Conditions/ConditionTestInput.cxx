#include "ConditionTestInput.h"

#include "HexMeshConverter.h"

#include "vtkIdTypeArray.h"
#include "vtkPointData.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
vtkSmartPointer<vtkImageData> bareImage(int nx, int ny, int nz)
{
  auto result = vtkSmartPointer<vtkImageData>::New();
  result->SetDimensions(nx + 1, ny + 1, nz + 1);
  return result;
}

vtkSmartPointer<vtkUnstructuredGrid> bareGrid(int nx, int ny, int nz)
{
  return filters::makeGrid(makeBoxMesh({ nx, ny, nz }, { double(nx), double(ny), double(nz) }));
}

vtkSmartPointer<vtkUnstructuredGrid> quarterTube(int nr, int around, int nz)
{
  Mesh mesh = makeBoxMesh({ nr, around, nz }, { 1.0, 1.0, 1.0 });
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    const double r = 1.0 + mesh.points[i];
    const double phi = 0.5 * std::acos(-1.0) * mesh.points[i + 1];
    mesh.points[i] = r * std::cos(phi);
    mesh.points[i + 1] = r * std::sin(phi);
  }
  return filters::makeGrid(mesh);
}

vtkSmartPointer<vtkSelection> selectionOf(int field, const std::vector<vtkIdType>& numbers)
{
  vtkNew<vtkIdTypeArray> list;
  for (const vtkIdType number : numbers)
  {
    list->InsertNextValue(number);
  }
  vtkNew<vtkSelectionNode> node;
  node->SetContentType(vtkSelectionNode::INDICES);
  node->SetFieldType(field);
  node->SetSelectionList(list);
  auto selection = vtkSmartPointer<vtkSelection>::New();
  selection->AddNode(node);
  return selection;
}

vtkDataSet* meshOf(vtkMechanicalCondition* filter)
{
  filter->Update();
  return vtkDataSet::SafeDownCast(filter->GetOutputDataObject(vtkMechanicalCondition::MESH));
}

vtkPolyData* markersOf(vtkMechanicalCondition* filter)
{
  filter->Update();
  return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(vtkMechanicalCondition::MARKERS));
}

std::vector<vtkIdType> markedPoints(vtkDataSet* mesh, const char* array)
{
  const std::vector<double> values = pointValues(mesh, array);
  std::vector<vtkIdType> points;
  for (std::size_t i = 0; i < values.size(); i += 3)
  {
    if (values[i] != 0.0 || values[i + 1] != 0.0 || values[i + 2] != 0.0)
    {
      points.push_back(static_cast<vtkIdType>(i / 3));
    }
  }
  return points;
}

std::vector<vtkIdType> pointsWhere(
  vtkDataSet* data, const std::function<bool(const double* x)>& condition)
{
  std::vector<vtkIdType> points;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    if (condition(data->GetPoint(i)))
    {
      points.push_back(i);
    }
  }
  return points;
}
}
