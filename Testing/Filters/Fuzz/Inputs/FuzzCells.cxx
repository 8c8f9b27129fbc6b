#include "FuzzCells.h"

#include "vtkNew.h"
#include "vtkTypeInt32Array.h"
#include "vtkTypeInt64Array.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace trabecula::testing
{
namespace
{
template <class ArrayT>
vtkSmartPointer<vtkCellArray> cellArrayOfType(const CellLists& lists)
{
  vtkNew<ArrayT> offsets;
  vtkNew<ArrayT> connectivity;
  for (const std::int64_t value : lists.offsets)
  {
    offsets->InsertNextValue(static_cast<typename ArrayT::ValueType>(value));
  }
  for (const std::int64_t value : lists.connectivity)
  {
    connectivity->InsertNextValue(static_cast<typename ArrayT::ValueType>(value));
  }
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  cells->SetData(offsets, connectivity);
  return cells;
}

bool fitInt32(const std::vector<std::int64_t>& values)
{
  return std::all_of(
    values.begin(), values.end(), [](std::int64_t v) { return v == static_cast<std::int32_t>(v); });
}
}

CellLists cellListsOf(vtkCellArray* cells)
{
  CellLists lists;
  lists.offsets.push_back(0);
  for (vtkIdType c = 0; c < cells->GetNumberOfCells(); ++c)
  {
    vtkIdType count = 0;
    const vtkIdType* points = nullptr;
    cells->GetCellAtId(c, count, points);
    lists.connectivity.insert(lists.connectivity.end(), points, points + count);
    lists.offsets.push_back(static_cast<std::int64_t>(lists.connectivity.size()));
  }
  return lists;
}

bool fitsInt32(const CellLists& lists)
{
  return fitInt32(lists.offsets) && fitInt32(lists.connectivity);
}

vtkSmartPointer<vtkCellArray> cellArrayOf(const CellLists& lists, bool isShort)
{
  return isShort ? cellArrayOfType<vtkTypeInt32Array>(lists)
                 : cellArrayOfType<vtkTypeInt64Array>(lists);
}

std::string spoilCellLists(CellLists& lists, vtkIdType points, FuzzRandom& random)
{
  const std::size_t entry = random.index(lists.connectivity.size());
  const std::size_t cell = random.index(lists.offsets.size());
  constexpr std::array<std::int64_t, 5> far = { -1, 1LL << 31, 1LL << 40, -(1LL << 33),
    std::numeric_limits<std::int64_t>::max() };
  switch (random.index(5))
  {
    case 0:
      lists.connectivity[entry] = points + static_cast<std::int64_t>(random.index(5));
      return "a point beyond the last";
    case 1:
      lists.connectivity[entry] = random.choose(far);
      return "a point far away";
    case 2:
      lists.offsets[cell] = random.choose(far);
      return "an offset far away";
    case 3:
      lists.connectivity.resize(entry);
      return "connectivity cut off";
    default:
      lists.offsets[cell] += random.between(1, 5);
      return "an offset moved";
  }
}
}
