#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_MESHLATTICEKERNELS_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_MESHLATTICEKERNELS_H

// Loops that build the lattice of a MeshLattice and average its moduli, for the library's own
// sources.

#include "Core/Parallel.h"
#include "Mesh/Voxel/VoxelLookup.h"
#include "Solver/AuxiliaryLattice/LatticeShares.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// counts[e] becomes the number of cells that an element overlaps.
template <class Space>
void countShares(const Context<Space>& context, std::int64_t n, const LatticeElements& elements,
  const LatticeFrame& frame, std::int64_t* counts)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      LatticeShares shares;
      shareElement(elements, e, frame, shares);
      counts[e] = shares.count;
    });
}

/// The part of the volume of a cell that an element fills.
struct LatticeShare
{
  std::int32_t element;
  float part;
};

/// Writes the cells and the shares of all elements. @param ends of each element's shares
template <class Space>
void writeShares(const Context<Space>& context, std::int64_t n, const LatticeElements& elements,
  const LatticeFrame& frame, const std::int64_t* ends, std::int32_t* cells, LatticeShare* pairs)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      LatticeShares shares;
      shareElement(elements, e, frame, shares);
      const std::int64_t begin = e > 0 ? ends[e - 1] : 0;
      const auto room = static_cast<int>(ends[e] - begin);
      for (int k = 0; k < room; ++k)
      {
        // As many as were counted, although rounding in another kernel may have assigned a point to
        // another cell.
        const int from = k < shares.count ? k : 0;
        cells[begin + k] = static_cast<std::int32_t>(shares.cells[from]);
        pairs[begin + k] = { static_cast<std::int32_t>(e), k == from ? shares.parts[k] : 0.0F };
      }
    });
}

/// Separates the elements and the parts of shares.
template <class Space>
void splitShares(const Context<Space>& context, std::int64_t n, const LatticeShare* pairs,
  std::int32_t* elements, float* parts)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      elements[i] = pairs[i].element;
      parts[i] = pairs[i].part;
    });
}

/// Finds the begin and the end of the shares of each voxel, and the voxel of each cell.
template <class Space>
void placeVoxels(const Context<Space>& context, std::int64_t voxels,
  const std::int64_t* cellOfVoxel, const std::int64_t* cellStarts, std::int64_t* voxelStarts,
  std::int32_t* voxelOfCell)
{
  forEach(
    context, voxels, TRABECULA_LAMBDA(std::int64_t v) {
      const std::int64_t cell = cellOfVoxel[v];
      voxelStarts[2 * v] = cellStarts[cell];
      voxelStarts[2 * v + 1] = cellStarts[cell + 1];
      voxelOfCell[cell] = static_cast<std::int32_t>(v);
    });
}

/// The brick of an element, by bisection.
TRABECULA_FUNCTION std::int64_t brickOf(
  const VoxelBrick* bricks, std::int64_t count, std::int32_t element)
{
  std::int64_t first = 0;
  while (count > 1)
  {
    const std::int64_t half = count / 2;
    if (bricks[first + half].firstElement <= element)
    {
      first += half;
      count -= half;
    }
    else
    {
      count = half;
    }
  }
  return first;
}

/// used[n] = 1 for nodes of elements.
template <class Space>
void markUsed(const Context<Space>& context, std::int64_t n, const std::int32_t* connectivity,
  std::uint8_t* used)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { mark(used + connectivity[i]); });
}

/// Finds the corners of the voxel of each node and their weights. @param constrained supports of
/// the grid: those of a node are given to the corner with the largest weight
template <class Space>
void placeLatticeNodes(const Context<Space>& context, std::int64_t nodes, const double* points,
  const std::uint8_t* used, const LatticeFrame& frame, const std::int32_t* voxelOfCell,
  std::int64_t numberOfBricks, const VoxelBrick* bricks, const std::uint8_t* supports,
  std::int32_t* corners, float* weights, std::uint8_t* constrained)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t n) {
      std::int32_t voxel = -1;
      double point[3];
      int cell[3];
      if (used[n])
      {
        for (int d = 0; d < 3; ++d)
        {
          point[d] = frame.local(points + 3 * n, d);
          cell[d] = cellAt(frame, point[d], d);
        }
        voxel = voxelOfCell[frame.index(cell[0], cell[1], cell[2])];
      }
      if (voxel < 0)
      {
        for (int a = 0; a < 8; ++a)
        {
          corners[8 * n + a] = 0;
          weights[8 * n + a] = 0.0F;
        }
        return;
      }
      const VoxelBrick& brick = bricks[brickOf(bricks, numberOfBricks, voxel)];
      // Bricks begin at multiples of their edge.
      constexpr int Edge = VoxelBrick::Edge;
      std::int32_t closest = 0;
      float most = -1.0F;
      for (int a = 0; a < 8; ++a)
      {
        double weight = 1.0;
        for (int d = 0; d < 3; ++d)
        {
          const double inside = point[d] - cell[d];
          weight *= a >> d & 1 ? inside : 1.0 - inside;
        }
        int position = 0;
        const std::int32_t owner = voxels::brickAt(brick, cell[0] % Edge + (a & 1),
          cell[1] % Edge + (a >> 1 & 1), cell[2] % Edge + (a >> 2), position);
        const std::int32_t corner = voxels::nodeAt(bricks[owner], position);
        corners[8 * n + a] = corner;
        weights[8 * n + a] = static_cast<float>(weight);
        if (weights[8 * n + a] > most)
        {
          most = weights[8 * n + a];
          closest = corner;
        }
      }
      for (int d = 0; d < 3; ++d)
      {
        if (supports[3 * n + d])
        {
          mark(constrained + 3 * std::int64_t(closest) + d);
        }
      }
    });
}

/// Marks all cells as those of no voxel.
template <class Space>
void markEmpty(const Context<Space>& context, std::int64_t n, std::int32_t* voxelOfCell)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t c) { voxelOfCell[c] = -1; });
}

template <class Space>
void numberPlaces(const Context<Space>& context, std::int64_t n, std::uint32_t* places)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { places[i] = static_cast<std::uint32_t>(i); });
}

/// averages[v] = sum of moduli by parts, but at least as large as least.
template <class Space>
void averageModuli(const Context<Space>& context, std::int64_t voxels, const std::int64_t* starts,
  const std::int32_t* elements, const float* parts, const double* moduli, double least,
  double* averages)
{
  forEach(
    context, voxels, TRABECULA_LAMBDA(std::int64_t v) {
      double sum = 0.0;
      for (std::int64_t i = starts[2 * v]; i < starts[2 * v + 1]; ++i)
      {
        sum += double(parts[i]) * moduli[elements[i]];
      }
      averages[v] = sum < least ? least : sum;
    });
}
}
}

#endif
