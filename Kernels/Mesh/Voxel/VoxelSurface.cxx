#include "Mesh/Voxel/VoxelSurface.h"

#include "Core/Execution/ZeroVector.h"
#include "Mesh/Voxel/VoxelLookup.h"

#include <array>
#include <cstddef>
#include <numeric>

namespace trabecula
{
namespace
{
/// Faces towards -x, x, -y, y, -z and z.
constexpr int FaceDirections = 6;

/// Corners of the faces of an element at the origin, anticlockwise from outside.
constexpr int FaceCorners[FaceDirections][4][3] = { { { 0, 0, 0 }, { 0, 0, 1 }, { 0, 1, 1 },
                                                      { 0, 1, 0 } },
  { { 1, 0, 0 }, { 1, 1, 0 }, { 1, 1, 1 }, { 1, 0, 1 } },
  { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, 1 }, { 0, 0, 1 } },
  { { 0, 1, 0 }, { 0, 1, 1 }, { 1, 1, 1 }, { 1, 1, 0 } },
  { { 0, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 1, 0, 0 } },
  { { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } } };

/// Bits of the nodes of a row that are on faces: not all voxels around them are elements.
unsigned surfaceNodes(const VoxelBrick* bricks, const VoxelBrick& brick, int row)
{
  unsigned inside = ~0U;
  for (int m = 0; m < 4; ++m)
  {
    const unsigned mask = voxels::RowAround(brick, row, m).mask(bricks);
    inside &= mask & mask >> 1U;
  }
  return brick.nodes[row] & ~inside;
}

/// The elements of a row of voxels, which may be in a neighbouring brick.
unsigned elementsOf(const VoxelBrick* bricks, const VoxelBrick& brick, int i, int j, int k)
{
  int position = 0;
  const std::int32_t b = voxels::brickAt(brick, i, j, k, position);
  return b < 0 ? 0U : bricks[b].elements[position / VoxelBrick::Edge];
}

/// For each direction, the bits of the elements of a row that have a face in it.
std::array<unsigned, FaceDirections> facesOfRow(
  const VoxelBrick* bricks, const VoxelBrick& brick, int row)
{
  const unsigned own = brick.elements[row];
  if (own == 0)
  {
    return {};
  }
  const int j = row % VoxelBrick::Edge;
  const int k = row / VoxelBrick::Edge;
  const auto last = static_cast<unsigned>(VoxelBrick::Edge - 1);
  const unsigned before = own << 1U | elementsOf(bricks, brick, -1, j, k) >> last;
  const unsigned after = own >> 1U | elementsOf(bricks, brick, VoxelBrick::Edge, j, k) << last;
  return { own & ~before, own & ~after, own & ~elementsOf(bricks, brick, 0, j - 1, k),
    own & ~elementsOf(bricks, brick, 0, j + 1, k), own & ~elementsOf(bricks, brick, 0, j, k - 1),
    own & ~elementsOf(bricks, brick, 0, j, k + 1) };
}

int bitsOf(unsigned mask)
{
  return voxels::bitsBelow(mask, VoxelBrick::Edge);
}

/// The node at a position given relative to the first position of a brick.
std::int32_t nodeFrom(const VoxelBrick* bricks, const VoxelBrick& brick, int i, int j, int k)
{
  int position = 0;
  const std::int32_t b = voxels::brickAt(brick, i, j, k, position);
  return voxels::nodeAt(bricks[b], position);
}

/// Replaces the count of each brick by the sum of those of previous bricks. @return the total
std::int64_t sumBefore(std::vector<std::int64_t>& counts)
{
  std::int64_t sum = 0;
  for (std::int64_t& count : counts)
  {
    sum += count;
    count = sum - count;
  }
  return sum;
}

/// Nodes and faces of each brick.
struct Counts
{
  std::vector<std::int64_t> nodes;
  std::vector<std::int64_t> faces;
};

Counts countByBricks(const VoxelGrid& grid)
{
  const VoxelBrick* bricks = grid.bricks().data();
  const auto count = static_cast<std::int64_t>(grid.bricks().size());
  Counts counts = { std::vector<std::int64_t>(grid.bricks().size()),
    std::vector<std::int64_t>(grid.bricks().size()) };
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < count; ++b)
  {
    for (int row = 0; row < VoxelBrick::Rows; ++row)
    {
      counts.nodes[b] += bitsOf(surfaceNodes(bricks, bricks[b], row));
      for (const unsigned mask : facesOfRow(bricks, bricks[b], row))
      {
        counts.faces[b] += bitsOf(mask);
      }
    }
  }
  return counts;
}
}

VoxelSurfaceSize sizeOfVoxelSurface(const VoxelGrid& grid)
{
  const Counts counts = countByBricks(grid);
  return { std::accumulate(counts.nodes.begin(), counts.nodes.end(), std::int64_t(0)),
    std::accumulate(counts.faces.begin(), counts.faces.end(), std::int64_t(0)) };
}

VoxelSurface makeVoxelSurface(const VoxelGrid& grid)
{
  const VoxelBrick* bricks = grid.bricks().data();
  const auto count = static_cast<std::int64_t>(grid.bricks().size());
  Counts before = countByBricks(grid);
  const std::int64_t nodes = sumBefore(before.nodes);
  const std::int64_t faces = sumBefore(before.faces);

  VoxelSurface surface;
  surface.nodes = zeroVector<std::int32_t>(static_cast<std::size_t>(nodes));
  surface.faces = zeroVector<std::int32_t>(4 * static_cast<std::size_t>(faces));
  surface.elements = zeroVector<std::int32_t>(static_cast<std::size_t>(faces));
  // Only the entries of nodes on faces are set and read.
  auto placeOf = zeroVector<std::int32_t>(static_cast<std::size_t>(grid.numberOfNodes()));
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (std::int64_t b = 0; b < count; ++b)
    {
      std::int64_t next = before.nodes[b];
      for (int row = 0; row < VoxelBrick::Rows; ++row)
      {
        const unsigned mask = surfaceNodes(bricks, bricks[b], row);
        for (int i = 0; i < VoxelBrick::Edge; ++i)
        {
          if (mask >> i & 1U)
          {
            const std::int32_t node = voxels::nodeAt(bricks[b], VoxelBrick::Edge * row + i);
            placeOf[node] = static_cast<std::int32_t>(next);
            surface.nodes[next++] = node;
          }
        }
      }
    }
#pragma omp for schedule(static)
    for (std::int64_t b = 0; b < count; ++b)
    {
      const VoxelBrick& brick = bricks[b];
      std::int64_t next = before.faces[b];
      for (int row = 0; row < VoxelBrick::Rows; ++row)
      {
        const std::array<unsigned, FaceDirections> masks = facesOfRow(bricks, brick, row);
        for (int i = 0; i < VoxelBrick::Edge; ++i)
        {
          for (int d = 0; d < FaceDirections; ++d)
          {
            if (masks[d] >> i & 1U)
            {
              for (int c = 0; c < 4; ++c)
              {
                const auto& corner = FaceCorners[d][c];
                surface.faces[4 * next + c] = placeOf[nodeFrom(bricks, brick, i + corner[0],
                  row % VoxelBrick::Edge + corner[1], row / VoxelBrick::Edge + corner[2])];
              }
              surface.elements[next++] = voxels::elementAt(brick, VoxelBrick::Edge * row + i);
            }
          }
        }
      }
    }
  }
  return surface;
}
}
