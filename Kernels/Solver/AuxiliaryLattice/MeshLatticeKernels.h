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

/// Finds the begin and the end of the shares of each voxel.
template <class Space>
void findVoxelStarts(const Context<Space>& context, std::int64_t voxels,
  const std::int64_t* cellOfVoxel, const std::int64_t* cellStarts, std::int64_t* voxelStarts)
{
  forEach(
    context, voxels, TRABECULA_LAMBDA(std::int64_t v) {
      const std::int64_t cell = cellOfVoxel[v];
      voxelStarts[2 * v] = cellStarts[cell];
      voxelStarts[2 * v + 1] = cellStarts[cell + 1];
    });
}

/// Finds the voxel of each cell, -1 where there is none.
template <class Space>
void placeVoxels(const Context<Space>& context, std::int64_t voxels,
  const std::int64_t* cellOfVoxel, std::int64_t cells, std::int32_t* voxelOfCell)
{
  forEach(
    context, cells, TRABECULA_LAMBDA(std::int64_t c) { voxelOfCell[c] = -1; });
  forEach(
    context, voxels, TRABECULA_LAMBDA(std::int64_t v) {
      voxelOfCell[cellOfVoxel[v]] = static_cast<std::int32_t>(v);
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

/// The nodes of a grid at the corners of a cell, by the bricks of the grid.
struct CornersInBricks
{
  LatticeFrame frame;
  const std::int32_t* voxelOfCell;
  std::int64_t numberOfBricks;
  const VoxelBrick* bricks;

  /// @return false if the cell has no voxel
  TRABECULA_FUNCTION bool find(const int (&cell)[3], std::int32_t (&corners)[8]) const
  {
    const std::int32_t voxel = this->voxelOfCell[this->frame.index(cell[0], cell[1], cell[2])];
    if (voxel < 0)
    {
      return false;
    }
    const VoxelBrick& brick = this->bricks[brickOf(this->bricks, this->numberOfBricks, voxel)];
    // Bricks begin at multiples of their edge.
    constexpr int Edge = VoxelBrick::Edge;
    for (int a = 0; a < 8; ++a)
    {
      int position = 0;
      const std::int32_t owner = voxels::brickAt(brick, cell[0] % Edge + (a & 1),
        cell[1] % Edge + (a >> 1 & 1), cell[2] % Edge + (a >> 2), position);
      corners[a] = voxels::nodeAt(this->bricks[owner], position);
    }
    return true;
  }
};

/// The same by a table of all nodes of the lattice: on several parts, where nodes of other parts
/// have numbers of this part.
struct CornersInTable
{
  LatticeFrame frame;
  const std::int32_t* numbers; ///< -1 where there is none

  TRABECULA_FUNCTION bool find(const int (&cell)[3], std::int32_t (&corners)[8]) const
  {
    bool areAll = true;
    for (int a = 0; a < 8; ++a)
    {
      corners[a] = this->numbers[this->frame.nodeIndex(
        cell[0] + (a & 1), cell[1] + (a >> 1 & 1), cell[2] + (a >> 2))];
      areAll = areAll && corners[a] >= 0;
    }
    return areAll;
  }
};

/// used[n] = 1 for nodes of elements.
template <class Space>
void markUsed(const Context<Space>& context, std::int64_t n, const std::int32_t* connectivity,
  std::uint8_t* used)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { mark(used + connectivity[i]); });
}

/// Finds the corners of the voxel of each node and their weights.
/// @param cornersOf CornersInBricks or CornersInTable
/// @param constrained supports of the grid: those of a node are given to the corner with the
/// largest weight
template <class Space, class CornersOf>
void placeLatticeNodes(const Context<Space>& context, std::int64_t nodes, const double* points,
  const std::uint8_t* used, const LatticeFrame& frame, const CornersOf& cornersOf,
  const std::uint8_t* supports, std::int32_t* corners, float* weights, std::uint8_t* constrained)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t n) {
      std::int32_t found[8] = {};
      double point[3] = {};
      int cell[3] = {};
      bool isPlaced = false;
      if (used[n])
      {
        for (int d = 0; d < 3; ++d)
        {
          point[d] = frame.local(points + 3 * n, d);
          cell[d] = cellAt(frame, point[d], d);
        }
        isPlaced = cornersOf.find(cell, found);
      }
      if (!isPlaced)
      {
        for (int a = 0; a < 8; ++a)
        {
          corners[8 * n + a] = 0;
          weights[8 * n + a] = 0.0F;
        }
        return;
      }
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
        corners[8 * n + a] = found[a];
        weights[8 * n + a] = static_cast<float>(weight);
        if (weights[8 * n + a] > most)
        {
          most = weights[8 * n + a];
          closest = found[a];
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

template <class Space>
void numberPlaces(const Context<Space>& context, std::int64_t n, std::uint32_t* places)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { places[i] = static_cast<std::uint32_t>(i); });
}

/// averages[v] = sum of moduli by parts.
template <class Space>
void averageModuli(const Context<Space>& context, std::int64_t voxels, const std::int64_t* starts,
  const std::int32_t* elements, const float* parts, const double* moduli, double* averages)
{
  forEach(
    context, voxels, TRABECULA_LAMBDA(std::int64_t v) {
      double sum = 0.0;
      for (std::int64_t i = starts[2 * v]; i < starts[2 * v + 1]; ++i)
      {
        sum += double(parts[i]) * moduli[elements[i]];
      }
      averages[v] = sum;
    });
}

/// d = P values on free unknowns, x += d. @param values three components of each node of the grid
template <class Space>
void prolongFromLattice(const Context<Space>& context, std::int64_t nodes,
  const std::int32_t* corners, const float* weights, const float* free, const float* values,
  float* d, float* x)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t n) {
      float sums[3] = {};
      for (int a = 0; a < 8; ++a)
      {
        const float weight = weights[8 * n + a];
        const float* from = values + 3 * std::int64_t(corners[8 * n + a]);
        for (int i = 0; i < 3; ++i)
        {
          sums[i] += weight * from[i];
        }
      }
      for (int i = 0; i < 3; ++i)
      {
        const float step = free[3 * n + i] * sums[i];
        d[3 * n + i] = step;
        x[3 * n + i] += step;
      }
    });
}

/// The rows of P^T of one part.
struct LatticeRestriction
{
  const std::int64_t* starts;
  const std::uint32_t* places;
  const float* weights;
  const float* free;
  const float* r;

  /// The sum of an unknown of the grid.
  TRABECULA_FUNCTION float sumOf(std::int64_t i) const
  {
    float sum = 0.0F;
    for (std::int64_t k = this->starts[i / 3]; k < this->starts[i / 3 + 1]; ++k)
    {
      const std::uint32_t place = this->places[k];
      const std::int64_t unknown = 3 * std::int64_t(place / 8) + i % 3;
      sum += this->weights[place] * this->free[unknown] * this->r[unknown];
    }
    return sum;
  }
};

/// to[i] = sum of each marked unknown, 0 of others.
template <class Space>
void restrictToLattice(const Context<Space>& context, std::int64_t n,
  const LatticeRestriction& rows, const float* marks, double* to)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { to[i] = marks[i] != 0.0F ? double(rows.sumOf(i)) : 0.0; });
}

/// The same of all unknowns, for sums over parts.
template <class Space>
void restrictPart(
  const Context<Space>& context, std::int64_t n, const LatticeRestriction& rows, float* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] = rows.sumOf(i); });
}
}
}

#endif
