#include "VoxelFaces.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkNew.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trabecula::filters
{
namespace
{
constexpr double SameDirection = 0.99; ///< least cosine
/// At an edge of the part one row of voxels has another number, and at a corner two rows meet.
constexpr int MostRows = 2;

/// Looks up the cell at the other side of a face.
class CellsAcross
{
public:
  CellsAcross(vtkDataSet* input, const BodySurface& surface)
    : Image(vtkImageData::SafeDownCast(input)), Surface(surface)
  {
  }

  /// The cell, hidden or not, or -1.
  vtkIdType find(std::size_t face)
  {
    if (!this->Image)
    {
      return -1;
    }
    this->Corners->Reset();
    const std::int32_t* nodes = this->Surface.faces.face(face);
    for (int corner = 0; corner < this->Surface.cornersOf(face); ++corner)
    {
      this->Corners->InsertNextId(this->Surface.points[static_cast<std::size_t>(nodes[corner])]);
    }
    this->Image->GetCellNeighbors(this->Surface.cells[face], this->Corners, this->Cells);
    return this->Cells->GetNumberOfIds() == 1 ? this->Cells->GetId(0) : -1;
  }

private:
  vtkImageData* Image;
  const BodySurface& Surface;
  vtkNew<vtkIdList> Corners;
  vtkNew<vtkIdList> Cells;
};

/// Pairs of faces that have an edge in common and one normal.
std::vector<std::pair<std::size_t, std::size_t>> findPairs(const BodySurface& surface)
{
  struct Edge
  {
    std::int32_t low;
    std::int32_t high;
    std::size_t face;
  };
  std::vector<Edge> edges;
  for (std::size_t f = 0; f < surface.cells.size(); ++f)
  {
    const std::int32_t* nodes = surface.faces.face(f);
    const int corners = surface.cornersOf(f);
    for (int i = 0; i < corners; ++i)
    {
      const std::int32_t a = nodes[i];
      const std::int32_t b = nodes[(i + 1) % corners];
      edges.push_back({ std::min(a, b), std::max(a, b), f });
    }
  }
  std::sort(edges.begin(), edges.end(),
    [](const Edge& a, const Edge& b) {
      return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.face < b.face;
    });
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < edges.size(); ++i)
  {
    for (std::size_t j = i + 1;
         j < edges.size() && edges[j].low == edges[i].low && edges[j].high == edges[i].high; ++j)
    {
      const Vector3& a = surface.normals[edges[i].face];
      const Vector3& b = surface.normals[edges[j].face];
      if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] >= SameDirection)
      {
        pairs.emplace_back(edges[i].face, edges[j].face);
      }
    }
  }
  return pairs;
}
}

std::vector<vtkIdType> numbersOfVoxels(vtkDataSet* input, const BodySurface& surface,
  vtkDataArray* numbers, const std::function<bool(vtkIdType, const Vector3&)>& mayFace)
{
  const std::size_t count = surface.cells.size();
  std::vector<vtkIdType> result(count, -1);
  std::vector<vtkIdType> otherwise(count, -1);
  bool isAnyOpen = false;
  CellsAcross across(input, surface);
  const auto numberOf = [&](vtkIdType cell)
  {
    const double number = cell < 0 ? -1.0 : numbers->GetComponent(cell, 0);
    return number >= 0.0 ? static_cast<vtkIdType>(number) : -1;
  };
  for (std::size_t f = 0; f < count; ++f)
  {
    const vtkIdType own = numberOf(surface.cells[f]);
    if (own >= 0 && mayFace(own, surface.normals[f]))
    {
      result[f] = own;
      continue;
    }
    const vtkIdType other = numberOf(across.find(f));
    if (other >= 0 && mayFace(other, surface.normals[f]))
    {
      result[f] = other;
      continue;
    }
    otherwise[f] = own >= 0 ? own : other;
    isAnyOpen = isAnyOpen || otherwise[f] >= 0;
  }
  if (!isAnyOpen)
  {
    return result;
  }
  const auto pairs = findPairs(surface);
  for (int row = 0; row < MostRows; ++row)
  {
    const std::vector<vtkIdType> before = result;
    for (const auto& [a, b] : pairs)
    {
      // The larger number, whatever the order of pairs is.
      if (before[a] < 0 && otherwise[a] >= 0)
      {
        result[a] = std::max(result[a], before[b]);
      }
      if (before[b] < 0 && otherwise[b] >= 0)
      {
        result[b] = std::max(result[b], before[a]);
      }
    }
  }
  for (std::size_t f = 0; f < count; ++f)
  {
    result[f] = result[f] < 0 ? otherwise[f] : result[f];
  }
  return result;
}
}
