#include "ElasticTestInput.h"

#include "Support/FaceTractions.h"
#include "TopologyTestInput.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <cmath>

namespace trabecula::testing
{
bool isAt(double value, double place)
{
  return std::abs(value - place) < 1e-9;
}

vtkSmartPointer<vtkUnstructuredGrid> gridOf(const Mesh& mesh)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
  {
    points->InsertNextPoint(&mesh.points[3 * node]);
  }
  grid->SetPoints(points);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::vector<vtkIdType> nodes(mesh.element(e), mesh.element(e) + mesh.nodesOf(e));
    grid->InsertNextCell(
      static_cast<int>(mesh.type(e)), static_cast<vtkIdType>(nodes.size()), nodes.data());
  }
  return grid;
}

void hold(vtkDataSet* data, const std::function<bool(const Point&, int component)>& held)
{
  std::vector<double> supports;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    Point x;
    data->GetPoint(i, x.data());
    for (int c = 0; c < 3; ++c)
    {
      supports.push_back(held(x, c) ? 1.0 : 0.0);
    }
  }
  setPointArray(data, "Supports", supports);
}

vtkSmartPointer<vtkUnstructuredGrid> bar(
  CellType type, const std::array<int, 3>& cells, const Point& size, const Point& traction)
{
  const Mesh mesh = makeBox(type, cells,
    [size](const Point& p) {
      return Point{ size[0] * p[0], size[1] * p[1], size[2] * p[2] };
    });
  auto grid = gridOf(mesh);
  hold(grid, [](const Point& p, int) { return isAt(p[0], 0.0); });
  setPointArray(grid, "Force",
    consistentForces(
      mesh, [size](const Point& p) { return isAt(p[0], size[0]); }, traction));
  return grid;
}

vtkSmartPointer<vtkUnstructuredGrid> smallBar(CellType type)
{
  return bar(type, { 3, 1, 1 }, { 3, 1, 1 }, { 0, 0, -1 });
}

void holdAndPush(vtkDataSet* data)
{
  hold(data, [](const Point& p, int) { return isAt(p[0], 0.0); });
  std::vector<double> force;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    const bool isEnd = isAt(data->GetPoint(i)[0], data->GetBounds()[1]);
    force.insert(force.end(), { 0.0, isEnd ? 1.0 : 0.0, 0.0 });
  }
  setPointArray(data, "Force", force);
}

vtkSmartPointer<vtkElasticAnalysis> elasticAnalysisOf(vtkDataSet* data)
{
  auto filter = vtkSmartPointer<vtkElasticAnalysis>::New();
  filter->SetInputDataObject(0, data);
  filter->SetSolverTolerance(1e-10);
  return filter;
}

vtkDataSet* elasticResult(vtkElasticAnalysis* filter, int port)
{
  return vtkDataSet::SafeDownCast(filter->GetOutputDataObject(port));
}

double elasticQuantity(vtkElasticAnalysis* filter, const std::string& name, const char* column)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkElasticAnalysis::SUMMARY));
  auto* names = vtkStringArray::SafeDownCast(table->GetColumnByName("Quantity"));
  auto* values = vtkDataArray::SafeDownCast(table->GetColumnByName(column));
  const vtkIdType row = names ? names->LookupValue(name) : -1;
  return values && row >= 0 ? values->GetComponent(row, 0) : std::nan("");
}
}
