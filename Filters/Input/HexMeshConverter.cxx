#include "HexMeshConverter.h"

#include "CopyValues.h"
#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Execution/HostRanges.h"
#include "Core/Execution/ZeroVector.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkCellTypes.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkMatrix3x3.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkThreshold.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace trabecula::filters
{
namespace
{
using Corners = std::array<int, 8>;

// VTK_VOXEL orders its points by x, y, z; VTK_HEXAHEDRON goes around each face.
constexpr Corners VoxelOrder = { 0, 1, 3, 2, 4, 5, 7, 6 };
constexpr Corners HexahedronOrder = { 0, 1, 2, 3, 4, 5, 6, 7 };
constexpr Corners MirroredHexahedronOrder = { 4, 5, 6, 7, 0, 1, 2, 3 };

void refuseOtherCells(vtkUnstructuredGrid* grid)
{
  std::map<int, vtkIdType> others;
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    const int type = grid->GetCellType(i);
    if (type != VTK_HEXAHEDRON && type != VTK_VOXEL)
    {
      ++others[type];
    }
  }
  if (others.empty())
  {
    return;
  }
  vtkIdType total = 0;
  std::string kinds;
  for (const auto& [type, count] : others)
  {
    total += count;
    kinds += (kinds.empty() ? "" : ", ") + std::to_string(count) + " of type " +
      vtkCellTypes::GetClassNameFromTypeId(type);
  }
  throw Error(std::to_string(total) + " of the " + std::to_string(grid->GetNumberOfCells()) +
    " cells are not eight-node hexahedra: " + kinds +
    ". Mesh the part with hexahedra (VTK_HEXAHEDRON or VTK_VOXEL), or extract the cells that are.");
}

/// Whether the index directions are left-handed in space, which would invert all hexahedra.
bool isMirrored(vtkImageData* image)
{
  const double* spacing = image->GetSpacing();
  return image->GetDirectionMatrix()->Determinant() * spacing[0] * spacing[1] * spacing[2] < 0.0;
}

void refuseFlatImage(vtkImageData* image)
{
  int size[3];
  image->GetDimensions(size);
  if (size[0] < 2 || size[1] < 2 || size[2] < 2)
  {
    throw Error("The input image has " + std::to_string(size[0]) + " x " + std::to_string(size[1]) +
      " x " + std::to_string(size[2]) +
      " points and therefore no volume cells. Give it at least two points in each direction.");
  }
}

Mesh meshOfImage(vtkImageData* image)
{
  int size[3];
  image->GetDimensions(size);
  Mesh mesh;
  mesh.points = zeroVector<double>(3 * static_cast<std::size_t>(image->GetNumberOfPoints()));
  forHostRanges(image->GetNumberOfPoints(),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (vtkIdType i = begin; i < end; ++i)
      {
        image->GetPoint(i, &mesh.points[3 * static_cast<std::size_t>(i)]);
      }
    });

  const std::int32_t row = size[0];
  const std::int32_t slice = row * size[1];
  const std::array<std::int32_t, 8> steps = { 0, 1, row + 1, row, slice, slice + 1, slice + row + 1,
    slice + row };
  const Corners& order = isMirrored(image) ? MirroredHexahedronOrder : HexahedronOrder;
  mesh.connectivity =
    zeroVector<std::int32_t>(8 * static_cast<std::size_t>(image->GetNumberOfCells()));
  const std::array<std::int64_t, 2> cells = { size[0] - 1, size[1] - 1 };
  forHostRanges(image->GetNumberOfCells(),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      std::int32_t* next = mesh.connectivity.data() + 8 * begin;
      for (std::int64_t cell = begin; cell < end; ++cell)
      {
        const auto first = static_cast<std::int32_t>(cell % cells[0] +
          row * (cell / cells[0] % cells[1]) + slice * (cell / (cells[0] * cells[1])));
        for (const int corner : order)
        {
          *next++ = first + steps[corner];
        }
      }
    });
  return mesh;
}

vtkSmartPointer<vtkUnstructuredGrid> hexahedraOfImage(vtkImageData* image)
{
  auto grid = makeGrid(meshOfImage(image));
  grid->GetPointData()->PassData(image->GetPointData());
  grid->GetCellData()->PassData(image->GetCellData());
  grid->GetFieldData()->PassData(image->GetFieldData());
  return grid;
}

/// Returns the visible cells of a blanked image with their points.
vtkSmartPointer<vtkUnstructuredGrid> visibleHexahedra(vtkImageData* image)
{
  constexpr const char* name = "TrabeculaVisible";
  vtkUnsignedCharArray* ghosts = image->GetCellGhostArray();
  vtkNew<vtkUnsignedCharArray> visible;
  visible->SetName(name);
  visible->SetNumberOfValues(ghosts->GetNumberOfValues());
  for (vtkIdType i = 0; i < ghosts->GetNumberOfValues(); ++i)
  {
    visible->SetValue(i, ghosts->GetValue(i) == 0 ? 1 : 0);
  }
  vtkNew<vtkImageData> whole;
  whole->ShallowCopy(image);
  whole->GetCellData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
  whole->GetPointData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
  requireHexahedra(whole);
  const auto grid = hexahedraOfImage(whole);
  grid->GetCellData()->AddArray(visible);
  vtkNew<vtkThreshold> threshold;
  threshold->SetInputData(grid);
  threshold->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, name);
  threshold->SetThresholdFunction(vtkThreshold::THRESHOLD_UPPER);
  threshold->SetUpperThreshold(1.0);
  threshold->Update();
  vtkSmartPointer<vtkUnstructuredGrid> result = threshold->GetOutput();
  result->GetCellData()->RemoveArray(name);
  requireHexahedra(result); // some cell is visible
  return result;
}

using Point = std::array<double, 3>;

Point operator-(const Point& a, const Point& b)
{
  return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}

double determinant(const Point& a, const Point& b, const Point& c)
{
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// Returns the mean volume of the two decompositions of a hexahedron into five tetrahedra. These
/// split every face along opposite diagonals, so that the mean is exact for the trilinear element
/// with its curved faces.
double volume(const std::array<Point, 8>& x)
{
  constexpr int tetrahedra[10][4] = { { 0, 1, 3, 4 }, { 2, 3, 1, 6 }, { 5, 4, 6, 1 },
    { 7, 6, 4, 3 }, { 1, 3, 4, 6 }, { 1, 2, 0, 5 }, { 3, 0, 2, 7 }, { 4, 7, 5, 0 }, { 6, 5, 7, 2 },
    { 0, 2, 7, 5 } };
  double sum = 0.0;
  for (const auto& t : tetrahedra)
  {
    sum += std::abs(determinant(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]], x[t[3]] - x[t[0]]));
  }
  return sum / 12.0;
}
}

void requireHexahedra(vtkDataSet* input)
{
  if (!input || input->GetNumberOfCells() == 0)
  {
    throw Error("The input is empty: it has no cells. Give it a mesh of hexahedra or image data.");
  }
  if (input->GetNumberOfPoints() > std::numeric_limits<std::int32_t>::max() ||
    input->GetNumberOfCells() > std::numeric_limits<std::int32_t>::max())
  {
    throw Error("The input has " + std::to_string(input->GetNumberOfPoints()) + " points and " +
      std::to_string(input->GetNumberOfCells()) + " cells; each may be 2147483647 at most.");
  }
  requireNoGhosts(input);
  if (vtkImageData* image = vtkImageData::SafeDownCast(input))
  {
    refuseFlatImage(image);
    return;
  }
  vtkUnstructuredGrid* source = vtkUnstructuredGrid::SafeDownCast(input);
  if (!source)
  {
    throw Error(std::string("The input is a ") + input->GetClassName() +
      "; an unstructured grid of hexahedra or image data is needed.");
  }
  refuseOtherCells(source);
}

bool isBlanked(vtkDataSet* data)
{
  vtkUnsignedCharArray* ghosts =
    vtkImageData::SafeDownCast(data) ? data->GetCellGhostArray() : nullptr;
  bool hides = false;
  for (vtkIdType i = 0; ghosts && i < ghosts->GetNumberOfValues(); ++i)
  {
    const unsigned char ghost = ghosts->GetValue(i);
    if (ghost != 0 && ghost != vtkDataSetAttributes::HIDDENCELL)
    {
      return false;
    }
    hides = hides || ghost != 0;
  }
  return hides;
}

vtkSmartPointer<vtkUnstructuredGrid> makeHexahedralGrid(vtkDataSet* input)
{
  if (isBlanked(input))
  {
    return visibleHexahedra(vtkImageData::SafeDownCast(input));
  }
  requireHexahedra(input);
  if (vtkImageData* image = vtkImageData::SafeDownCast(input))
  {
    return hexahedraOfImage(image);
  }
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->ShallowCopy(input);
  return grid;
}

double cellVolume(vtkDataSet* data, vtkIdType cell, vtkIdList* buffer)
{
  data->GetCellPoints(cell, buffer);
  const Corners& order = data->GetCellType(cell) == VTK_VOXEL ? VoxelOrder : HexahedronOrder;
  std::array<Point, 8> corners;
  for (std::size_t i = 0; i < 8; ++i)
  {
    data->GetPoint(buffer->GetId(order[i]), corners[i].data());
  }
  return volume(corners);
}

Mesh makeHexMesh(vtkDataSet* data)
{
  if (vtkImageData* image = vtkImageData::SafeDownCast(data))
  {
    return meshOfImage(image);
  }
  vtkUnstructuredGrid* grid = vtkUnstructuredGrid::SafeDownCast(data);
  Mesh mesh;
  mesh.points.resize(3 * static_cast<std::size_t>(grid->GetNumberOfPoints()));
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    grid->GetPoint(i, &mesh.points[3 * i]);
  }

  mesh.connectivity.reserve(8 * static_cast<std::size_t>(grid->GetNumberOfCells()));
  vtkNew<vtkIdList> buffer;
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    vtkIdType count = 0;
    const vtkIdType* nodes = nullptr;
    grid->GetCells()->GetCellAtId(i, count, nodes, buffer);
    for (const int corner : grid->GetCellType(i) == VTK_VOXEL ? VoxelOrder : HexahedronOrder)
    {
      mesh.connectivity.push_back(static_cast<std::int32_t>(nodes[corner]));
    }
  }
  return mesh;
}

vtkSmartPointer<vtkUnstructuredGrid> makeGrid(const Mesh& mesh)
{
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  coordinates->SetNumberOfTuples(static_cast<vtkIdType>(mesh.numberOfNodes()));
  copyValues(mesh.points, coordinates->GetPointer(0));
  vtkNew<vtkPoints> points;
  points->SetData(coordinates);

  vtkNew<vtkTypeInt64Array> connectivity;
  connectivity->SetNumberOfValues(static_cast<vtkIdType>(mesh.connectivity.size()));
  copyValues(mesh.connectivity, connectivity->GetPointer(0));
  vtkNew<vtkCellArray> cells;
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(points);
  if (!mesh.isMixed())
  {
    cells->SetData(static_cast<vtkIdType>(mesh.nodesPerElement()), connectivity);
    grid->SetCells(static_cast<int>(mesh.cellType), cells);
    return grid;
  }
  vtkNew<vtkTypeInt64Array> offsets;
  offsets->SetNumberOfValues(static_cast<vtkIdType>(mesh.offsets.size()));
  copyValues(mesh.offsets, offsets->GetPointer(0));
  cells->SetData(offsets, connectivity);
  vtkNew<vtkUnsignedCharArray> types;
  types->SetNumberOfValues(static_cast<vtkIdType>(mesh.types.size()));
  std::transform(mesh.types.begin(), mesh.types.end(), types->GetPointer(0),
    [](CellType type) { return static_cast<unsigned char>(type); });
  grid->SetCells(types, cells);
  return grid;
}

std::vector<double> hexahedronVolumes(const Mesh& mesh)
{
  std::vector<double> volumes(mesh.numberOfElements());
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    std::array<Point, 8> corners;
    for (std::size_t i = 0; i < 8; ++i)
    {
      const double* x = &mesh.points[3 * static_cast<std::size_t>(mesh.connectivity[8 * e + i])];
      corners[i] = { x[0], x[1], x[2] };
    }
    volumes[e] = volume(corners);
  }
  return volumes;
}
}
