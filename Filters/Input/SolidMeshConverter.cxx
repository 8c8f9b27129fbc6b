#include "SolidMeshConverter.h"

#include "BezierMesh.h"
#include "HexMeshConverter.h"
#include "InputArrays.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Loads/SurfaceLoads.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkCellTypes.h"
#include "vtkFieldData.h"
#include "vtkGenericCell.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

namespace trabecula::filters
{
namespace
{
// VTK_VOXEL orders its points by x, y, z; VTK_HEXAHEDRON goes around each face.
constexpr std::array<int, 8> VoxelOrder = { 0, 1, 3, 2, 4, 5, 7, 6 };

/// Numbers of cells of a grid by kind.
struct CellCounts
{
  vtkIdType solid = 0;
  vtkIdType flat = 0;               ///< points, lines and surface cells
  std::map<int, vtkIdType> unknown; ///< solid cells whose type has no element
  vtkIdType firstUnknown = -1;
};

bool isKnown(int type)
{
  return type == VTK_VOXEL || findCellShape(type) != nullptr;
}

CellCounts countCells(vtkUnstructuredGrid* grid)
{
  CellCounts counts;
  std::map<int, int> dimensions;
  vtkNew<vtkGenericCell> cell;
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    const int type = grid->GetCellType(i);
    if (isKnown(type))
    {
      ++counts.solid;
      continue;
    }
    if (dimensions.find(type) == dimensions.end())
    {
      cell->SetCellType(type);
      dimensions[type] = cell->GetCellDimension();
    }
    if (dimensions[type] < 3)
    {
      ++counts.flat;
      continue;
    }
    counts.firstUnknown = counts.firstUnknown < 0 ? i : counts.firstUnknown;
    ++counts.unknown[type];
  }
  return counts;
}

void refuseUnknown(const CellCounts& counts)
{
  if (counts.unknown.empty())
  {
    return;
  }
  vtkIdType total = 0;
  std::string kinds;
  for (const auto& [type, count] : counts.unknown)
  {
    total += count;
    kinds += (kinds.empty() ? "" : ", ") + std::to_string(count) + " of type " +
      vtkCellTypes::GetClassNameFromTypeId(type);
  }
  throw Error(countText(total, "solid cell") + (total == 1 ? " has" : " have") +
    " a type that is not supported, the first is cell " + std::to_string(counts.firstUnknown) +
    ": " + kinds +
    ". Mesh the part with tetrahedra of 4 or 10 nodes or hexahedra of 8 or 20 nodes.");
}

/// Returns a grid of the cells of known types, with all points.
vtkSmartPointer<vtkUnstructuredGrid> solidCells(vtkUnstructuredGrid* input)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(input->GetPoints());
  grid->GetPointData()->PassData(input->GetPointData());
  grid->GetFieldData()->PassData(input->GetFieldData());
  vtkCellData* arrays = grid->GetCellData();
  arrays->CopyAllOn();
  arrays->CopyAllocate(input->GetCellData(), input->GetNumberOfCells());
  grid->Allocate(input->GetNumberOfCells());
  vtkNew<vtkIdList> nodes;
  for (vtkIdType i = 0; i < input->GetNumberOfCells(); ++i)
  {
    const int type = input->GetCellType(i);
    if (isKnown(type))
    {
      input->GetCellPoints(i, nodes);
      arrays->CopyData(input->GetCellData(), i, grid->InsertNextCell(type, nodes));
    }
  }
  return grid;
}

Mesh meshOf(vtkUnstructuredGrid* grid)
{
  Mesh mesh;
  mesh.points.resize(3 * static_cast<std::size_t>(grid->GetNumberOfPoints()));
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    grid->GetPoint(i, &mesh.points[3 * static_cast<std::size_t>(i)]);
  }
  mesh.connectivity.reserve(
    static_cast<std::size_t>(grid->GetCells()->GetNumberOfConnectivityIds()));
  vtkNew<vtkIdList> buffer;
  std::array<std::int32_t, CellShape::MostNodes> nodes;
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    const int type = grid->GetCellType(i);
    const CellType element = type == VTK_VOXEL ? CellType::Hexahedron : static_cast<CellType>(type);
    vtkIdType count = 0;
    const vtkIdType* points = nullptr;
    grid->GetCells()->GetCellAtId(i, count, points, buffer);
    for (std::size_t a = 0; a < static_cast<std::size_t>(count); ++a)
    {
      nodes[a] = static_cast<std::int32_t>(points[type == VTK_VOXEL ? VoxelOrder[a] : int(a)]);
    }
    mesh.append(element, nodes.data());
  }
  return mesh;
}

void requireSize(vtkDataSet* input)
{
  if (!input || input->GetNumberOfCells() == 0)
  {
    throw Error(
      "The input is empty: it has no cells. Give it a mesh of tetrahedra or hexahedra, or "
      "image data.");
  }
  if (input->GetNumberOfPoints() > std::numeric_limits<std::int32_t>::max() ||
    input->GetNumberOfCells() > std::numeric_limits<std::int32_t>::max())
  {
    throw Error("The input has " + std::to_string(input->GetNumberOfPoints()) + " points and " +
      std::to_string(input->GetNumberOfCells()) + " cells; each may be 2147483647 at most.");
  }
}
}

vtkSmartPointer<vtkDataSet> solidCellsOf(vtkDataSet* input, std::string& note)
{
  note.clear();
  requireSize(input);
  auto same = vtk::TakeSmartPointer(input->NewInstance());
  same->ShallowCopy(input);
  if (vtkImageData::SafeDownCast(input))
  {
    if (isBlanked(input))
    {
      return makeHexahedralGrid(input);
    }
    requireHexahedra(input);
    return same;
  }
  requireNoGhosts(input);
  auto* grid = vtkUnstructuredGrid::SafeDownCast(input);
  if (!grid)
  {
    throw Error(std::string("The input is a ") + input->GetClassName() +
      "; an unstructured grid of tetrahedra or hexahedra, or image data, is needed.");
  }
  if (hasBezierCells(grid))
  {
    throw Error(
      "The input has Bezier cells, as a result of Isogeometric Level Set, which this filter does "
      "not read. Topology Surface, Body Analysis and Compare Topologies do; in three dimensions "
      "Voxelize Surface makes an image of the output Boundary.");
  }
  const CellCounts counts = countCells(grid);
  refuseUnknown(counts);
  if (counts.solid == 0)
  {
    throw Error("The input has " + countText(counts.flat, "cell") +
      ", but none is solid: all are points, lines or surface cells. Mesh the volume of the part.");
  }
  if (counts.flat == 0)
  {
    return same;
  }
  note = countText(counts.flat, "cell") + (counts.flat == 1 ? " was" : " were") +
    " left out: points, lines and surface cells.";
  return solidCells(grid);
}

Mesh makeMesh(vtkDataSet* solid)
{
  auto* grid = vtkUnstructuredGrid::SafeDownCast(solid);
  return grid ? meshOf(grid) : makeHexMesh(solid);
}

std::string withNote(const std::string& message, const std::string& note)
{
  return message +
    (note.empty() ? std::string() : " (" + note + " Cells are numbered after that.)");
}

SolidMesh makeSolidMesh(vtkDataSet* input)
{
  SolidMesh result;
  result.data = solidCellsOf(input, result.note);
  result.mesh = makeMesh(result.data);
  return result;
}

vtkSmartPointer<vtkUnstructuredGrid> makeSolidGrid(vtkDataSet* input, std::string& note)
{
  note.clear();
  if (vtkImageData::SafeDownCast(input))
  {
    return makeHexahedralGrid(input);
  }
  if (hasBezierCells(input))
  {
    requireSize(input);
    return hexahedraOfBezierMesh(vtkUnstructuredGrid::SafeDownCast(input), note);
  }
  return vtkUnstructuredGrid::SafeDownCast(solidCellsOf(input, note));
}

std::vector<double> volumesOf(const Mesh& mesh)
{
  if (isHexahedral(mesh))
  {
    return hexahedronVolumes(mesh);
  }
  std::vector<double> volumes = elementVolumes(mesh);
  for (double& volume : volumes)
  {
    volume = std::abs(volume);
  }
  return volumes;
}

double meanElementEdge(const Mesh& mesh)
{
  const std::vector<double> volumes = volumesOf(mesh);
  const double sum = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  return volumes.empty() ? 0.0 : std::cbrt(sum / static_cast<double>(volumes.size()));
}

double solidCellVolume(vtkDataSet* data, vtkIdType cell, vtkIdList* buffer)
{
  const int type = data->GetCellType(cell);
  if (type == VTK_VOXEL || type == VTK_HEXAHEDRON)
  {
    return cellVolume(data, cell, buffer);
  }
  data->GetCellPoints(cell, buffer);
  Mesh mesh;
  std::array<std::int32_t, CellShape::MostNodes> nodes;
  for (vtkIdType a = 0; a < buffer->GetNumberOfIds(); ++a)
  {
    const double* x = data->GetPoint(buffer->GetId(a));
    mesh.points.insert(mesh.points.end(), x, x + 3);
    nodes[static_cast<std::size_t>(a)] = static_cast<std::int32_t>(a);
  }
  mesh.append(static_cast<CellType>(type), nodes.data());
  // The forces of a unit body force sum to the volume.
  return resultantOf(mesh.points, forcesOfBodyForce(mesh, { 1.0, 0.0, 0.0 })).force[0];
}
}
