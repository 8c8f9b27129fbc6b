#include "InputStructure.h"

#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Execution/HostRanges.h"
#include "Core/Text.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkCellTypes.h"
#include "vtkDataSet.h"
#include "vtkGenericCell.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace trabecula::filters
{
namespace
{
constexpr vtkIdType None = std::numeric_limits<vtkIdType>::max();
constexpr const char* Remedy = ". The data are damaged: write the file again, or repair the mesh.";

/// The number of nodes of each cell type, or one of these constants.
using NodesOfTypes = std::array<int, 256>;
constexpr int AnyNumber = -1;
constexpr int UnknownType = -2;

int nodesOf(int type, vtkGenericCell* buffer)
{
  if (std::string(vtkCellTypes::GetClassNameFromTypeId(type)) == "UnknownClass")
  {
    return UnknownType;
  }
  const bool isFixed =
    (type >= VTK_VERTEX && type <= VTK_HEXAGONAL_PRISM && type != VTK_POLY_VERTEX &&
      type != VTK_POLY_LINE && type != VTK_TRIANGLE_STRIP && type != VTK_POLYGON) ||
    (type >= VTK_QUADRATIC_EDGE && type <= VTK_TRIQUADRATIC_PYRAMID &&
      type != VTK_QUADRATIC_POLYGON);
  if (!isFixed)
  {
    return AnyNumber;
  }
  buffer->SetCellType(type);
  return static_cast<int>(buffer->GetNumberOfPoints());
}

const NodesOfTypes& nodesOfTypes()
{
  static const NodesOfTypes nodes = []
  {
    NodesOfTypes result{};
    vtkNew<vtkGenericCell> buffer;
    for (std::size_t type = 0; type < result.size(); ++type)
    {
      result[type] = nodesOf(static_cast<int>(type), buffer);
    }
    return result;
  }();
  return nodes;
}

std::string nameOfCell(const char* kind, vtkIdType cell)
{
  return std::string(kind) + " " + std::to_string(cell);
}

/// Cells with their offsets and connectivity as they are stored, of 32 or of 64 bits.
template <class ArrayT>
class StoredCells
{
public:
  /// @param types null if any number of nodes is valid
  StoredCells(ArrayT* offsets, ArrayT* connectivity, vtkIdType points, const unsigned char* types)
    : Count(offsets->GetNumberOfValues() - 1), Size(connectivity->GetNumberOfValues()),
      Points(points), Offsets(offsets->GetPointer(0)), Connectivity(connectivity->GetPointer(0)),
      Types(types)
  {
  }

  /// Returns the index of the first damaged cell, or None.
  vtkIdType findDamaged() const
  {
    return reduceHostRanges(this->Count, First(),
      [this](First& first, std::int64_t begin, std::int64_t end)
      {
        std::int64_t cell = begin;
        while (cell < end && this->isValid(cell))
        {
          ++cell;
        }
        first.cell = cell < end ? cell : None;
      })
      .cell;
  }

  std::string describe(const char* kind, vtkIdType cell) const
  {
    const std::string name = nameOfCell(kind, cell);
    if (!this->isWithin(cell))
    {
      return name + " goes from entry " + std::to_string(this->Offsets[cell]) + " to entry " +
        std::to_string(this->Offsets[cell + 1]) + " of the " + std::to_string(this->Size) +
        " numbers of points in cells" + Remedy;
    }
    for (auto i = this->Offsets[cell]; i < this->Offsets[cell + 1]; ++i)
    {
      if (!this->isPoint(this->Connectivity[i]))
      {
        return name + " refers to point " + std::to_string(this->Connectivity[i]) + ", but there " +
          (this->Points == 1 ? "is " : "are ") + countText(this->Points, "point") + Remedy;
      }
    }
    const int nodes = nodesOfTypes()[this->Types[cell]];
    return nodes == UnknownType
      ? name + " has the type " + std::to_string(int(this->Types[cell])) +
        ", which is none of VTK's" + Remedy
      : name + " has " + countText(this->Offsets[cell + 1] - this->Offsets[cell], "node") +
        ", but its type, " + vtkCellTypes::GetClassNameFromTypeId(this->Types[cell]) + ", has " +
        std::to_string(nodes) + Remedy;
  }

private:
  using Value = typename ArrayT::ValueType;

  struct First
  {
    vtkIdType cell = None;
    void add(const First& other) { this->cell = std::min(this->cell, other.cell); }
  };

  bool isPoint(Value point) const { return point >= 0 && point < this->Points; }

  bool isWithin(vtkIdType cell) const
  {
    const Value begin = this->Offsets[cell];
    const Value end = this->Offsets[cell + 1];
    return begin >= 0 && begin <= end && end <= this->Size && (cell > 0 || begin == 0);
  }

  bool isValid(vtkIdType cell) const
  {
    if (!this->isWithin(cell))
    {
      return false;
    }
    const Value begin = this->Offsets[cell];
    const Value end = this->Offsets[cell + 1];
    const int nodes = this->Types ? nodesOfTypes()[this->Types[cell]] : AnyNumber;
    return (nodes == AnyNumber || nodes == end - begin) &&
      std::all_of(this->Connectivity + begin, this->Connectivity + end,
        [this](Value point) { return this->isPoint(point); });
  }

  vtkIdType Count;
  vtkIdType Size;
  vtkIdType Points;
  const Value* Offsets;
  const Value* Connectivity;
  const unsigned char* Types;
};

template <class ArrayT>
void requireValid(ArrayT* offsets, ArrayT* connectivity, vtkIdType points,
  const unsigned char* types, const char* kind)
{
  if (offsets->GetNumberOfValues() == 0)
  {
    throw Error(std::string("The list of where each cell begins is empty") + Remedy);
  }
  const StoredCells<ArrayT> cells(offsets, connectivity, points, types);
  const vtkIdType damaged = cells.findDamaged();
  if (damaged != None)
  {
    throw Error(cells.describe(kind, damaged));
  }
}

void requireValidCells(
  vtkCellArray* cells, vtkIdType points, const unsigned char* types, const char* kind)
{
  if (!cells)
  {
    return;
  }
  if (cells->IsStorage64Bit())
  {
    requireValid(cells->GetOffsetsArray64(), cells->GetConnectivityArray64(), points, types, kind);
  }
  else
  {
    requireValid(cells->GetOffsetsArray32(), cells->GetConnectivityArray32(), points, types, kind);
  }
}

void requireValidGrid(vtkUnstructuredGrid* grid)
{
  vtkUnsignedCharArray* types = grid->GetCellTypesArray();
  const vtkIdType count = types ? types->GetNumberOfValues() : 0;
  vtkCellArray* cells = grid->GetCells();
  if (cells && cells->GetNumberOfCells() > count)
  {
    throw Error("The " + countText(cells->GetNumberOfCells(), "cell") + " have " +
      countText(count, "type") + Remedy);
  }
  requireValidCells(
    cells, grid->GetNumberOfPoints(), count > 0 ? types->GetPointer(0) : nullptr, "Cell");
}

void requireValidSurface(vtkPolyData* surface)
{
  const vtkIdType points = surface->GetNumberOfPoints();
  requireValidCells(surface->GetVerts(), points, nullptr, "Vertex");
  requireValidCells(surface->GetLines(), points, nullptr, "Line");
  requireValidCells(surface->GetPolys(), points, nullptr, "Polygon");
  requireValidCells(surface->GetStrips(), points, nullptr, "Triangle strip");
}

/// The number of points is a product of dimensions, which must not overflow.
void requireCountable(vtkImageData* image)
{
  const int* extent = image->GetExtent();
  double points = 1.0;
  std::string size;
  for (int d = 0; d < 3; ++d)
  {
    const std::int64_t length = std::int64_t(extent[2 * d + 1]) - extent[2 * d] + 1;
    points *= static_cast<double>(std::max<std::int64_t>(length, 0));
    size += (d == 0 ? "" : " x ") + std::to_string(length);
  }
  if (points > std::numeric_limits<std::int32_t>::max())
  {
    throw Error("The input image has " + size +
      " points; there can be 2147483647 at most. Cut out a part, or coarsen it.");
  }
}

/// Checks a structured grid, whose cells follow from its dimensions.
void requireMatchingPoints(vtkStructuredGrid* grid)
{
  int counts[3];
  grid->GetDimensions(counts);
  const double points = std::max(0.0, double(counts[0])) * counts[1] * counts[2];
  if (points != static_cast<double>(grid->GetNumberOfPoints()))
  {
    throw Error("The structured grid has the dimensions " + std::to_string(counts[0]) + " x " +
      std::to_string(counts[1]) + " x " + std::to_string(counts[2]) + ", but " +
      countText(grid->GetNumberOfPoints(), "point") + Remedy);
  }
}

void requireTuples(vtkDataSetAttributes* attributes, vtkIdType count, const char* entity)
{
  for (int i = 0; i < attributes->GetNumberOfArrays(); ++i)
  {
    vtkAbstractArray* array = attributes->GetAbstractArray(i);
    if (array->GetNumberOfTuples() != count)
    {
      throw Error(kindOf(attributes) + inQuotes(array->GetName() ? array->GetName() : "") +
        " has " + countText(array->GetNumberOfTuples(), "tuple") + " for " +
        countText(count, entity) + ". Write it again with one for each, or take it out.");
    }
  }
}
}

void requireValidStructure(vtkDataSet* data)
{
  if (auto* grid = vtkUnstructuredGrid::SafeDownCast(data))
  {
    requireValidGrid(grid);
  }
  else if (auto* surface = vtkPolyData::SafeDownCast(data))
  {
    requireValidSurface(surface);
  }
  else if (auto* image = vtkImageData::SafeDownCast(data))
  {
    requireCountable(image);
  }
  else if (auto* net = vtkStructuredGrid::SafeDownCast(data))
  {
    requireMatchingPoints(net);
  }
  requireTuples(data->GetPointData(), data->GetNumberOfPoints(), "point");
  requireTuples(data->GetCellData(), data->GetNumberOfCells(), "cell");
}
}
