#include "MeshfreeTestInput.h"

#include "HexMeshConverter.h"

#include "vtkNew.h"
#include "vtkPoints.h"

#include <cmath>

namespace trabecula::testing
{
vtkSmartPointer<vtkImageData> meshfreeImage(const std::array<int, 3>& cells)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(cells[0] + 1, cells[1] + 1, cells[2] + 1);
  std::vector<double> supports;
  std::vector<double> forces;
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    const double* x = image->GetPoint(i);
    const bool isLoaded = x[0] == cells[0] && 2 * x[1] == cells[1] && 2 * x[2] == cells[2];
    for (int c = 0; c < 3; ++c)
    {
      supports.push_back(x[0] == 0.0);
      forces.push_back(isLoaded && c == 1 ? -1000.0 : 0.0);
    }
  }
  setPointArray(image, "Supports", supports);
  setPointArray(image, "Force", forces);
  return image;
}

vtkSmartPointer<vtkUnstructuredGrid> meshfreeGrid(const std::array<int, 3>& cells)
{
  return filters::makeHexahedralGrid(meshfreeImage(cells));
}

vtkSmartPointer<vtkPolyData> movedNodes(const std::array<int, 3>& cells)
{
  const auto image = meshfreeImage(cells);
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    double x[3];
    image->GetPoint(i, x);
    bool isInside = true;
    for (int d = 0; d < 3; ++d)
    {
      isInside = isInside && x[d] > 0.0 && x[d] < cells[d];
    }
    const double shift = isInside ? 0.15 : 0.0;
    points->InsertNextPoint(x[0] + shift * std::sin(3 * x[0] + 5 * x[1] + 7 * x[2]),
      x[1] + shift * std::sin(5 * x[0] + 7 * x[1] + 3 * x[2]),
      x[2] + shift * std::sin(7 * x[0] + 3 * x[1] + 5 * x[2]));
  }
  auto nodes = vtkSmartPointer<vtkPolyData>::New();
  nodes->SetPoints(points);
  return nodes;
}

vtkSmartPointer<vtkMeshfreeTopologyOptimize> meshfreeFilter(vtkDataSet* data, int iterations)
{
  auto filter = vtkSmartPointer<vtkMeshfreeTopologyOptimize>::New();
  filter->SetInputData(data);
  filter->SetSolidLayers(vtkMeshfreeTopologyOptimize::NO_LAYERS);
  filter->SetYoungsModulus(200000.0);
  filter->SetVolumeFraction(0.4);
  filter->SetSolverTolerance(1e-9);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetMaximumIterations(iterations);
  return filter;
}

std::vector<double> compliances(vtkMeshfreeTopologyOptimize* filter)
{
  filter->Update(vtkMeshfreeTopologyOptimize::CONVERGENCE);
  return column(filter, "Compliance");
}
}
