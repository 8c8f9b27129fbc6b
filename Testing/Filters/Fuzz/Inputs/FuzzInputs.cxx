#include "FuzzInputs.h"

#include "FuzzCells.h"
#include "HexMeshConverter.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkCubeSource.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkMatrix3x3.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkSphereSource.h"
#include "vtkStringArray.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <functional>

namespace trabecula::testing
{
namespace
{
constexpr std::array<const char*, 17> Names = { "Supports", "Force", "Force_2", "DesignRegion",
  "Density", "Springs", "PrescribedDisplacement", "VolumeRegion", "YoungsModulus",
  "TemperatureSupports", "PrescribedTemperature", "HeatFlow", "FilmCoefficient",
  "AmbientTemperature", "Conductivity", "HeatSource", "Temperature" };

vtkSmartPointer<vtkDoubleArray> doubles(const char* name, int components, vtkIdType tuples)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(std::max<vtkIdType>(tuples, 0));
  array->FillValue(0.0);
  return array;
}

/// Adds conditions of conduction: the smallest x is cold, and heat flows in where x is largest.
void addHeat(vtkDataSet* data)
{
  const vtkIdType points = data->GetNumberOfPoints();
  auto fixed = doubles("TemperatureSupports", 1, points);
  auto flow = doubles("HeatFlow", 1, points);
  double bounds[6];
  data->GetBounds(bounds);
  for (vtkIdType i = 0; i < points; ++i)
  {
    const double x = data->GetPoint(i)[0];
    fixed->SetValue(i, x == bounds[0] ? 1.0 : 0.0);
    flow->SetValue(i, x == bounds[1] ? 1.0 : 0.0);
  }
  data->GetPointData()->AddArray(fixed);
  data->GetPointData()->AddArray(flow);
}

/// Adds the input of an analysis: the smallest x is held, the largest is loaded, and cells have
/// densities.
void addConditions(vtkDataSet* data, FuzzRandom& random)
{
  const vtkIdType points = data->GetNumberOfPoints();
  auto supports = doubles("Supports", 3, points);
  auto force = doubles("Force", 3, points);
  double bounds[6];
  data->GetBounds(bounds);
  for (vtkIdType i = 0; i < points; ++i)
  {
    const double x = data->GetPoint(i)[0];
    for (int c = 0; c < 3; ++c)
    {
      supports->SetTypedComponent(i, c, x == bounds[0] ? 1.0 : 0.0);
    }
    force->SetTypedComponent(i, 2, x == bounds[1] ? -1.0 : 0.0);
  }
  data->GetPointData()->AddArray(supports);
  data->GetPointData()->AddArray(force);
  auto density = doubles("Density", 1, data->GetNumberOfCells());
  for (vtkIdType i = 0; i < density->GetNumberOfTuples(); ++i)
  {
    density->SetValue(i, random.chance(0.3) ? random.uniform() : 1.0);
  }
  data->GetCellData()->AddArray(density);
  if (random.chance(0.3))
  {
    addHeat(data);
  }
}

vtkSmartPointer<vtkDataSet> makeImage(FuzzRandom& random)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  const auto size = [&]
  { return random.chance(0.05) ? random.between(0, 1) : random.between(2, 5); };
  image->SetDimensions(size(), size(), size());
  image->SetSpacing(1.0, random.chance(0.1) ? random.oddNumber() : 0.5, 1.0);
  image->SetOrigin(random.chance(0.05) ? random.oddNumber() : 0.0, 0.0, 3.0);
  if (random.chance(0.1))
  {
    image->GetDirectionMatrix()->SetElement(0, 0, random.choose(std::array<double, 3>{ -1, 0, 2 }));
  }
  addConditions(image, random);
  return image;
}

vtkSmartPointer<vtkDataSet> makeMesh(FuzzRandom& random)
{
  constexpr std::array<CellType, 4> types = { CellType::Tetrahedron, CellType::Hexahedron,
    CellType::QuadraticTetrahedron, CellType::QuadraticHexahedron };
  const CellType type = random.choose(types);
  const double skew = random.chance(0.3) ? 0.3 * random.uniform() : 0.0;
  const Mesh mesh =
    makeBox(type, { random.between(1, 4), random.between(1, 3), random.between(1, 2) },
      [skew](const std::array<double, 3>& x) {
        return std::array<double, 3>{ 4.0 * x[0] + skew * x[1], x[1], x[2] };
      });
  vtkSmartPointer<vtkUnstructuredGrid> grid = filters::makeGrid(mesh);
  addConditions(grid, random);
  return grid;
}

/// Damages the cells of a grid, which every filter must then refuse.
void damageCells(vtkUnstructuredGrid* grid, FuzzInput& input, FuzzRandom& random)
{
  if (grid->GetNumberOfCells() == 0)
  {
    return;
  }
  CellLists lists = cellListsOf(grid->GetCells());
  vtkNew<vtkUnsignedCharArray> types;
  types->DeepCopy(grid->GetCellTypesArray());
  input.deeds.push_back(spoilCellLists(lists, grid->GetNumberOfPoints(), random));
  input.isDamaged = true;
  const bool isShort = fitsInt32(lists) && random.chance(0.5);
  grid->SetCells(types, cellArrayOf(lists, isShort));
}

vtkDataSetAttributes* someAttributes(vtkDataSet* data, FuzzRandom& random)
{
  return random.chance(0.6) ? static_cast<vtkDataSetAttributes*>(data->GetPointData())
                            : static_cast<vtkDataSetAttributes*>(data->GetCellData());
}

/// Adds an array of the right length with arbitrary values.
void addOddArray(vtkDataSet* data, FuzzInput& input, FuzzRandom& random)
{
  vtkDataSetAttributes* attributes = someAttributes(data, random);
  const bool isOfPoints = attributes == data->GetPointData();
  const char* name = random.choose(Names);
  const int components = random.choose(std::array<int, 4>{ 1, 3, 3, 6 });
  auto array =
    doubles(name, components, isOfPoints ? data->GetNumberOfPoints() : data->GetNumberOfCells());
  for (vtkIdType i = 0; i < array->GetNumberOfValues(); ++i)
  {
    array->SetValue(i, random.chance(0.2) ? random.oddNumber() : double(random.index(2)));
  }
  attributes->AddArray(array);
  input.deeds.push_back(std::string("another ") + name);
}

void movePoints(vtkUnstructuredGrid* grid, FuzzInput& input, FuzzRandom& random)
{
  vtkNew<vtkPoints> points;
  points->DeepCopy(grid->GetPoints());
  for (int i = random.between(1, 2); i > 0 && points->GetNumberOfPoints() > 0; --i)
  {
    const auto p = static_cast<vtkIdType>(random.index(std::size_t(points->GetNumberOfPoints())));
    double x[3];
    points->GetPoint(p, x);
    x[random.index(3)] = random.oddNumber();
    points->SetPoint(p, x);
  }
  grid->SetPoints(points);
  input.deeds.emplace_back("points elsewhere");
}

void addCells(vtkUnstructuredGrid* grid, FuzzInput& input, FuzzRandom& random)
{
  constexpr std::array<int, 6> types = { VTK_TRIANGLE, VTK_LINE, VTK_WEDGE, VTK_PYRAMID, VTK_QUAD,
    VTK_POLY_LINE };
  const int type = random.choose(types);
  const vtkIdType nodes[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const int count = type == VTK_TRIANGLE ? 3
    : type == VTK_LINE                   ? 2
    : type == VTK_WEDGE                  ? 6
    : type == VTK_PYRAMID                ? 5
                                         : 4;
  vtkNew<vtkUnstructuredGrid> copy;
  copy->DeepCopy(grid);
  if (grid->GetNumberOfPoints() < count)
  {
    return;
  }
  copy->InsertNextCell(type, count, nodes);
  for (int i = 0; i < copy->GetCellData()->GetNumberOfArrays(); ++i)
  {
    if (vtkDataArray* array = copy->GetCellData()->GetArray(i))
    {
      array->InsertNextTuple(0, array);
    }
  }
  input.data = copy;
  input.deeds.push_back("a cell of type " + std::to_string(type));
}

void addGhosts(vtkDataSet* data, FuzzInput& input, FuzzRandom& random)
{
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  ghosts->SetNumberOfValues(data->GetNumberOfCells());
  for (vtkIdType i = 0; i < ghosts->GetNumberOfValues(); ++i)
  {
    ghosts->SetValue(i, random.choose(std::array<unsigned char, 4>{ 0, 0, 1, 32 }));
  }
  data->GetCellData()->AddArray(ghosts);
  input.deeds.emplace_back("ghosts");
}
}

void spoilArray(vtkDataSet* data, FuzzInput& input, FuzzRandom& random)
{
  vtkDataSetAttributes* attributes = someAttributes(data, random);
  if (attributes->GetNumberOfArrays() == 0)
  {
    return;
  }
  const int number = static_cast<int>(random.index(std::size_t(attributes->GetNumberOfArrays())));
  vtkDataArray* old = attributes->GetArray(number);
  const std::string name = old && old->GetName() ? old->GetName() : "";
  switch (random.index(5))
  {
    case 0:
      attributes->RemoveArray(number);
      input.deeds.push_back("without " + name);
      return;
    case 1:
    {
      vtkNew<vtkStringArray> text;
      text->SetName(name.c_str());
      text->SetNumberOfTuples(old ? old->GetNumberOfTuples() : 0);
      attributes->RemoveArray(number);
      attributes->AddArray(text);
      input.deeds.push_back("text in " + name);
      return;
    }
    case 2:
      if (old && old->GetNumberOfTuples() > 1)
      {
        auto other = vtk::TakeSmartPointer(old->NewInstance());
        other->DeepCopy(old);
        other->SetName(name.c_str());
        other->SetNumberOfTuples(old->GetNumberOfTuples() - 1);
        attributes->AddArray(other);
        input.isDamaged = true;
        input.deeds.push_back("shorter " + name);
      }
      return;
    default:
      if (old && old->GetNumberOfTuples() > 0)
      {
        auto other = vtk::TakeSmartPointer(old->NewInstance());
        other->DeepCopy(old);
        other->SetName(name.c_str());
        for (int i = random.between(1, 3); i > 0; --i)
        {
          other->SetComponent(
            static_cast<vtkIdType>(random.index(std::size_t(old->GetNumberOfTuples()))),
            static_cast<int>(random.index(std::size_t(old->GetNumberOfComponents()))),
            random.oddNumber());
        }
        attributes->AddArray(other);
        input.deeds.push_back("odd numbers in " + name);
      }
  }
}

void spoilPolygons(vtkPolyData* surface, FuzzInput& input, FuzzRandom& random)
{
  if (surface->GetNumberOfPolys() == 0)
  {
    return;
  }
  CellLists lists = cellListsOf(surface->GetPolys());
  const std::string deed = spoilCellLists(lists, surface->GetNumberOfPoints(), random);
  input.deeds.push_back("surface: " + deed);
  input.isDamaged = deed != "an offset moved"; // polygons can have any number of points
  surface->SetPolys(cellArrayOf(lists, false));
}

FuzzInput makeFuzzInput(FuzzRandom& random)
{
  FuzzInput input;
  input.data = random.chance(0.3) ? makeImage(random) : makeMesh(random);
  const int deeds = random.chance(0.2) ? 0 : random.between(1, 3);
  for (int i = 0; i < deeds && !input.isDamaged; ++i)
  {
    auto* grid = vtkUnstructuredGrid::SafeDownCast(input.data);
    switch (random.index(8))
    {
      case 0:
      case 1:
        if (grid)
        {
          damageCells(grid, input, random);
        }
        break;
      case 2:
        if (grid)
        {
          movePoints(grid, input, random);
        }
        break;
      case 3:
        if (grid)
        {
          addCells(grid, input, random);
        }
        break;
      case 4:
        random.chance(0.3) ? addGhosts(input.data, input, random)
                           : addOddArray(input.data, input, random);
        break;
      case 5:
        addOddArray(input.data, input, random);
        break;
      default:
        spoilArray(input.data, input, random);
    }
  }
  return input;
}

FuzzInput makeFuzzSurface(FuzzRandom& random)
{
  FuzzInput input;
  vtkNew<vtkPolyData> surface;
  if (random.chance(0.5))
  {
    vtkNew<vtkCubeSource> box;
    box->SetBounds(0.0, 3.0, 0.0, 1.0, 0.0, 1.0);
    box->Update();
    surface->ShallowCopy(box->GetOutput());
  }
  else
  {
    vtkNew<vtkSphereSource> sphere;
    sphere->SetCenter(1.0, 0.5, 0.5);
    sphere->SetRadius(random.chance(0.2) ? random.oddNumber() : 0.5);
    sphere->Update();
    surface->ShallowCopy(sphere->GetOutput());
  }
  if (random.chance(0.4))
  {
    spoilPolygons(surface, input, random);
  }
  input.data = surface;
  return input;
}
}
