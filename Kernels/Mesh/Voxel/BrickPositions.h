#ifndef TRABECULA_MESH_VOXEL_BRICKPOSITIONS_H
#define TRABECULA_MESH_VOXEL_BRICKPOSITIONS_H

#include "Core/Execution/ZeroVector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Number of bits that are set.
inline int bitsSet(unsigned mask)
{
  int count = 0;
  for (; mask; mask &= mask - 1)
  {
    ++count;
  }
  return count;
}

/// Calls visit(i, j, k) for the lattice positions of the bits set in the masks of a brick.
template <class Visit>
void visitPositions(
  const std::array<std::int32_t, 3>& place, const std::uint8_t* masks, const Visit& visit)
{
  constexpr int edge = VoxelBrick::Edge;
  for (int row = 0; row < VoxelBrick::Rows; ++row)
  {
    for (unsigned bits = masks[row]; bits; bits &= bits - 1)
    {
      const int i = bitsSet((bits & (~bits + 1)) - 1);
      visit(edge * place[0] + i, edge * place[1] + row % edge, edge * place[2] + row / edge);
    }
  }
}

/// Writes the lattice positions of a brick, three each.
inline void writePositions(
  const std::array<std::int32_t, 3>& place, const std::uint8_t* masks, std::int32_t* positions)
{
  visitPositions(place, masks,
    [&positions](std::int32_t i, std::int32_t j, std::int32_t k)
    {
      *positions++ = i;
      *positions++ = j;
      *positions++ = k;
    });
}

/// Writes the indices of the same positions in a lattice of the given size, x fastest.
inline void writeIndices(const std::array<std::int32_t, 3>& place, const std::uint8_t* masks,
  const std::array<int, 3>& size, std::int64_t* indices)
{
  visitPositions(place, masks,
    [&](std::int64_t i, std::int64_t j, std::int64_t k)
    { *indices++ = i + size[0] * (j + size[1] * k); });
}

/// A list of the given size, whose entries write(brick, list) writes for each brick.
template <class T, class Write>
std::vector<T> listByBricks(
  std::size_t size, const std::vector<VoxelBrick>& bricks, const Write& write)
{
  auto list = zeroVector<T>(size);
  const auto count = static_cast<std::int64_t>(bricks.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < count; ++b)
  {
    write(b, list.data());
  }
  return list;
}
}

#endif
