#include "TopologyTestInput.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDoubleArray.h"
#include "vtkExecutive.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkTable.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trabecula::testing
{
namespace
{
constexpr int Nx = 6;
constexpr int Ny = 3;
constexpr int Nz = 3;

int node(int i, int j, int k)
{
  return i + (Nx + 1) * (j + (Ny + 1) * k);
}

/// Sets that all cells are designed, as in published problems, whose answers are known.
void designAllCells(vtkDataSet* data)
{
  vtkNew<vtkDoubleArray> layers;
  layers->SetName("SolidLayers");
  layers->InsertNextValue(0.0);
  data->GetFieldData()->AddArray(layers);
}

void addBoundaryConditions(vtkDataSet* data)
{
  designAllCells(data);
  vtkNew<vtkUnsignedCharArray> supports;
  supports->SetName("Supports");
  supports->SetNumberOfComponents(3);
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    const double held = data->GetPoint(i)[0] == 0.0 ? 1.0 : 0.0;
    supports->InsertNextTuple3(held, held, held);
  }
  data->GetPointData()->AddArray(supports);
  setPointArray(data, "Force", edgeForces(2, -1.0));
}

vtkSmartPointer<vtkUnstructuredGrid> grid(int cellType)
{
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (int k = 0; k <= Nz; ++k)
  {
    for (int j = 0; j <= Ny; ++j)
    {
      for (int i = 0; i <= Nx; ++i)
      {
        points->InsertNextPoint(i, j, k);
      }
    }
  }
  auto result = vtkSmartPointer<vtkUnstructuredGrid>::New();
  result->SetPoints(points);
  for (int k = 0; k < Nz; ++k)
  {
    for (int j = 0; j < Ny; ++j)
    {
      for (int i = 0; i < Nx; ++i)
      {
        const vtkIdType hexahedron[8] = { node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k),
          node(i, j + 1, k), node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1),
          node(i, j + 1, k + 1) };
        const vtkIdType voxel[8] = { hexahedron[0], hexahedron[1], hexahedron[3], hexahedron[2],
          hexahedron[4], hexahedron[5], hexahedron[7], hexahedron[6] };
        result->InsertNextCell(cellType, 8, cellType == VTK_VOXEL ? voxel : hexahedron);
      }
    }
  }
  addBoundaryConditions(result);
  return result;
}

std::vector<double> valuesOf(vtkDataArray* array)
{
  std::vector<double> values;
  for (vtkIdType i = 0; array && i < array->GetNumberOfTuples(); ++i)
  {
    for (int c = 0; c < array->GetNumberOfComponents(); ++c)
    {
      values.push_back(array->GetComponent(i, c));
    }
  }
  return values;
}

vtkSmartPointer<vtkDoubleArray> makeArray(
  const char* name, int components, const std::vector<double>& values)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  return array;
}
}

vtkSmartPointer<vtkUnstructuredGrid> hexahedra()
{
  return grid(VTK_HEXAHEDRON);
}

vtkSmartPointer<vtkUnstructuredGrid> voxels()
{
  return grid(VTK_VOXEL);
}

vtkSmartPointer<vtkImageData> image()
{
  auto result = vtkSmartPointer<vtkImageData>::New();
  result->SetDimensions(Nx + 1, Ny + 1, Nz + 1);
  addBoundaryConditions(result);
  return result;
}

TopologyProblem problem()
{
  TopologyProblem result;
  result.structure.mesh = makeBoxMesh({ Nx, Ny, Nz }, { Nx, Ny, Nz });
  result.structure.supports.assign(result.structure.mesh.points.size(), 0);
  for (std::size_t i = 0; i < result.structure.mesh.points.size(); i += 3)
  {
    if (result.structure.mesh.points[i] == 0.0)
    {
      std::fill_n(&result.structure.supports[i], 3, std::uint8_t(1));
    }
  }
  LoadCase load;
  load.forces = edgeForces(2, -1.0);
  result.structure.loadCases.push_back(load);
  result.design.densities.filterRadius = 3.0;
  return result;
}

vtkSmartPointer<vtkImageData> largeImage(int nx, int ny, int nz)
{
  auto result = vtkSmartPointer<vtkImageData>::New();
  result->SetDimensions(nx + 1, ny + 1, nz + 1);
  std::vector<double> supports;
  std::vector<double> forces;
  for (vtkIdType i = 0; i < result->GetNumberOfPoints(); ++i)
  {
    double x[3];
    result->GetPoint(i, x);
    const double held = x[0] == 0.0 ? 1.0 : 0.0;
    supports.insert(supports.end(), 3, held);
    forces.insert(forces.end(), { 0.0, 0.0, x[2] == nz ? held - 1.0 : 0.0 });
  }
  setPointArray(result, "Supports", supports);
  setPointArray(result, "Force", forces);
  designAllCells(result);
  return result;
}

void setPointArray(vtkDataSet* data, const char* name, const std::vector<double>& values)
{
  data->GetPointData()->AddArray(makeArray(name, 3, values));
}

void setCellArray(vtkDataSet* data, const char* name, const std::vector<double>& values)
{
  data->GetCellData()->AddArray(makeArray(name, 1, values));
}

std::vector<double> edgeForces(int component, double value)
{
  std::vector<double> forces(3 * (Nx + 1) * (Ny + 1) * (Nz + 1), 0.0);
  for (int j = 0; j <= Ny; ++j)
  {
    forces[static_cast<std::size_t>(3 * node(Nx, j, 0) + component)] = value;
  }
  return forces;
}

vtkSmartPointer<vtkTopologyOptimize> filterOf(vtkDataSet* data)
{
  auto filter = vtkSmartPointer<vtkTopologyOptimize>::New();
  filter->SetInputData(data);
  filter->SetDevice(vtkTopologyOptimize::HOST);
  filter->SetSolidLayers(vtkTopologyOptimize::NO_LAYERS);
  return filter;
}

vtkSmartPointer<vtkTopologyOptimize> run(vtkDataSet* data, int iterations)
{
  auto filter = filterOf(data);
  filter->SetMaximumIterations(iterations);
  filter->Update(vtkTopologyOptimize::FINAL_DESIGN);
  filter->Update(vtkTopologyOptimize::CONVERGENCE);
  return filter;
}

class Errors::Listener : public vtkCommand
{
public:
  static Listener* New() { return new Listener; }
  void Execute(vtkObject*, unsigned long, void* text) override
  {
    ++this->Count;
    this->Text = static_cast<const char*>(text);
  }

  int Count = 0;
  std::string Text;
};

Errors::Errors(vtkAlgorithm* algorithm, unsigned long event)
  : Heard(vtkSmartPointer<Listener>::New()), Algorithm(algorithm)
{
  algorithm->AddObserver(event, this->Heard);
  algorithm->GetExecutive()->AddObserver(event, this->Heard);
}

Errors::~Errors()
{
  this->Algorithm->RemoveObserver(this->Heard);
  this->Algorithm->GetExecutive()->RemoveObserver(this->Heard);
}

int Errors::count() const
{
  return this->Heard->Count;
}

const std::string& Errors::text() const
{
  return this->Heard->Text;
}

void Errors::clear()
{
  this->Heard->Count = 0;
  this->Heard->Text.clear();
}

Watcher::Watcher(vtkAlgorithm* filter, std::string stopAt) : StopAt(std::move(stopAt))
{
  this->Command->SetClientData(this);
  this->Command->SetCallback([](vtkObject* caller, unsigned long, void* self, void*)
    { static_cast<Watcher*>(self)->notice(static_cast<vtkAlgorithm*>(caller)); });
  filter->AddObserver(vtkCommand::ProgressEvent, this->Command);
}

void Watcher::notice(vtkAlgorithm* filter)
{
  this->Progress.push_back(filter->GetProgress());
  const std::string text = filter->GetProgressText() ? filter->GetProgressText() : "";
  if (this->Texts.empty() || this->Texts.back() != text)
  {
    this->Texts.push_back(text);
  }
  if (!this->StopAt.empty() && text.rfind(this->StopAt, 0) == 0)
  {
    filter->SetAbortExecute(1);
    this->StopAt.clear();
  }
}

bool contains(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

std::vector<double> cellValues(vtkDataSet* data, const char* name)
{
  return valuesOf(data->GetCellData()->GetArray(name));
}

std::vector<double> pointValues(vtkDataSet* data, const char* name)
{
  return valuesOf(data->GetPointData()->GetArray(name));
}

std::vector<double> density(vtkOptimizationAlgorithm* filter, int port)
{
  return cellValues(filter->GetOutput(port), "Density");
}

int iterationShown(vtkOptimizationAlgorithm* filter, int port)
{
  vtkDataArray* iteration = filter->GetOutput(port)->GetFieldData()->GetArray("Iteration");
  return iteration ? static_cast<int>(iteration->GetComponent(0, 0)) : -1;
}

std::vector<double> column(vtkOptimizationAlgorithm* filter, const char* name)
{
  auto* table =
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkTopologyOptimize::CONVERGENCE));
  return valuesOf(vtkDataArray::SafeDownCast(table->GetColumnByName(name)));
}

double difference(const std::vector<double>& a, const std::vector<double>& b)
{
  // Values that are missing on both sides, or are NaN, are not equal.
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  if (a.size() != b.size() || a.empty())
  {
    return Infinity;
  }
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    const double here = std::abs(a[i] - b[i]);
    largest = std::isnan(here) ? Infinity : std::max(largest, here);
  }
  return largest;
}
}
