#include "Mesh/Voxel/VoxelTopologyReference.h"

#include <array>
#include <cstddef>
#include <map>

namespace trabecula::reference
{
namespace
{
/// A cell of the complex: its lowest voxel, and a mask of the axes along which it extends to the
/// next voxel.
using Cell = std::array<int, 4>;

bool isSolid(const VoxelMask& mask, const Cell& cell)
{
  for (int corner = 0; corner < 8; ++corner)
  {
    if ((corner & ~cell[3]) != 0)
    {
      continue;
    }
    const int i = cell[0] + (corner & 1);
    const int j = cell[1] + (corner >> 1 & 1);
    const int k = cell[2] + (corner >> 2);
    if (i >= mask.cells[0] || j >= mask.cells[1] || k >= mask.cells[2] ||
      mask.solid[mask.at(i, j, k)] == 0)
    {
      return false;
    }
  }
  return true;
}

int dimension(int axes)
{
  return (axes & 1) + (axes >> 1 & 1) + (axes >> 2);
}

/// Rank modulo 2, by elimination. Rows are changed.
std::size_t rank(std::vector<std::vector<bool>>& rows)
{
  std::size_t found = 0;
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  for (std::size_t column = 0; column < columns && found < rows.size(); ++column)
  {
    std::size_t pivot = found;
    while (pivot < rows.size() && !rows[pivot][column])
    {
      ++pivot;
    }
    if (pivot == rows.size())
    {
      continue;
    }
    rows[pivot].swap(rows[found]);
    for (std::size_t r = found + 1; r < rows.size(); ++r)
    {
      const bool eliminate = rows[r][column];
      for (std::size_t c = column; eliminate && c < columns; ++c)
      {
        rows[r][c] = rows[r][c] != rows[found][c];
      }
    }
    ++found;
  }
  return found;
}
}

VoxelTopology measureTopology(const VoxelMask& mask)
{
  std::array<std::map<Cell, std::size_t>, 4> cells;
  for (int k = 0; k < mask.cells[2]; ++k)
  {
    for (int j = 0; j < mask.cells[1]; ++j)
    {
      for (int i = 0; i < mask.cells[0]; ++i)
      {
        for (int axes = 0; axes < 8; ++axes)
        {
          const Cell cell = { i, j, k, axes };
          auto& numbers = cells[std::size_t(dimension(axes))];
          if (isSolid(mask, cell))
          {
            numbers.emplace(cell, numbers.size());
          }
        }
      }
    }
  }

  std::array<std::size_t, 5> ranks = {}; // of the boundary of cells of each dimension
  for (std::size_t d = 1; d < 4; ++d)
  {
    std::vector<std::vector<bool>> boundary(
      cells[d].size(), std::vector<bool>(cells[d - 1].size(), false));
    for (const auto& [cell, number] : cells[d])
    {
      for (int axis = 0; axis < 3; ++axis)
      {
        if ((cell[3] >> axis & 1) != 0)
        {
          Cell face = cell;
          face[3] &= ~(1 << axis);
          boundary[number][cells[d - 1].at(face)] = true;
          ++face[std::size_t(axis)];
          boundary[number][cells[d - 1].at(face)] = true;
        }
      }
    }
    ranks[d] = rank(boundary);
  }
  const auto betti = [&](std::size_t d)
  { return static_cast<std::int64_t>(cells[d].size() - ranks[d] - ranks[d + 1]); };
  VoxelTopology result;
  result.pieces = betti(0);
  result.holes = betti(1);
  result.cavities = betti(2);
  result.eulerCharacteristic = result.pieces - result.holes + result.cavities;
  return result;
}
}
