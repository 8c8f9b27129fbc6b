#ifndef TRABECULA_OPERATOR_VOXELSWEEPROLES_CUH
#define TRABECULA_OPERATOR_VOXELSWEEPROLES_CUH

// Assignment of elements and nodes to the threads of VoxelSweep.cuh. R is the number of element
// rows per thread.

#include "Core/Cuda/Cuda.h"
#include "Operator/Voxel/VoxelTiles.h"

#include <cuda_pipeline.h>

#include <cstdint>

namespace trabecula
{
namespace voxelsweep
{
constexpr int Edge = VoxelBrick::Edge;
constexpr int Warps = 5;
constexpr int Threads = 32 * Warps;
constexpr int Ring = 4; ///< planes in shared memory
constexpr unsigned FullWarp = 0xffffffffU;

template <int R>
struct Tile
{
  static constexpr int Wide = Edge;                             ///< nodes along x
  static constexpr int Deep = 2 * R * Edge;                     ///< and along y
  static constexpr int WarpRows = 4 * R;                        ///< of a warp inside
  static constexpr int NodeRows = VoxelTile::Wide * (Deep + 2); ///< rows of bricks in a plane
  static constexpr int ElementRows = (VoxelTile::Wide - 1) * (Deep + 1);
  static constexpr int Lookups = NodeRows + ElementRows;
  // A plane of displacements: rows along x with one node more at both ends. They are aligned to 16
  // bytes, with a stride that avoids bank conflicts of 8 x 4 threads.
  static constexpr int Stride = R == 1 ? 40 : 36;
  // One row more, which threads without a second element read.
  static constexpr int PlaneSize = (Deep + 1 + R) * Stride;

  /// Index in a plane of the node at x, y from the tile's first, both from -1.
  __device__ static constexpr int at(int x, int y) { return 4 + 3 * x + Stride * (y + 1); }
};

template <class Real, int R>
struct Shared
{
  Real planes[Ring][Tile<R>::PlaneSize];
  Real moduli[Ring][R][Threads];
  VoxelRow rows[2 * Edge][Tile<R>::Lookups];     ///< of two layers
  alignas(16) Real stage[Warps - 1][3 * 32 * R]; ///< a warp's forces in the order of memory
  Real fromRowBefore[2][Warps - 1][3][Edge];     ///< forces of the row of elements before a warp's
  Real fromBefore[2][Tile<R>::Deep][3];          ///< of the elements before the tile in x
};

struct Grid
{
  std::int32_t numberOfBricks;
  const VoxelBrickRows* rows; ///< the last brick is empty
  const VoxelTile* tiles;
  const VoxelColumn* columns;
};

/// Bricks of the rows that a thread looks up.
template <int R>
struct Bricks
{
  static constexpr int Count = (Tile<R>::Lookups + Threads - 1) / Threads;
  std::int32_t number[Count];
};

/// Fetches the rows of all planes of a layer.
template <int R>
class RowLookups
{
public:
  __device__ RowLookups(const Grid& grid, const VoxelColumn& column) : Where(grid), Column(column)
  {
#pragma unroll
    for (int n = 0; n < Bricks<R>::Count; ++n)
    {
      const int lookup = lookupOf(n);
      const bool ofNodes = lookup < Tile<R>::NodeRows;
      const int wide = ofNodes ? VoxelTile::Wide : VoxelTile::Wide - 1;
      const int place = ofNodes ? lookup : lookup - Tile<R>::NodeRows;
      const int y = place / wide - 1;
      this->Brick[n] = place % wide + VoxelTile::Wide * ((y + Edge) / Edge);
      this->First[n] = (ofNodes ? 0 : VoxelBrick::Rows) + (y & (Edge - 1));
    }
  }
  __device__ Bricks<R> bricks(int layer) const
  {
    Bricks<R> result;
    const bool there = layer >= -this->Column.continuesBelow &&
      layer < this->Column.count + this->Column.continuesAbove;
#pragma unroll
    for (int n = 0; n < Bricks<R>::Count; ++n)
    {
      const std::int32_t b = there && lookupOf(n) < Tile<R>::Lookups
        ? this->Where.tiles[this->Column.first + layer].bricks[this->Brick[n]]
        : -1;
      result.number[n] = b < 0 ? this->Where.numberOfBricks : b;
    }
    return result;
  }
  __device__ void fetch(
    const Bricks<R>& bricks, int layer, VoxelRow (*rows)[Tile<R>::Lookups]) const
  {
#pragma unroll
    for (int n = 0; n < Bricks<R>::Count; ++n)
    {
      if (lookupOf(n) < Tile<R>::Lookups)
      {
        const VoxelRow* from = this->Where.rows[bricks.number[n]].nodes + this->First[n];
#pragma unroll
        for (int z = 0; z < Edge; ++z)
        {
          __pipeline_memcpy_async(
            &rows[Edge * (layer & 1) + z][lookupOf(n)], from + Edge * z, sizeof(VoxelRow));
        }
      }
    }
  }

private:
  __device__ static int lookupOf(int n)
  {
    return static_cast<int>(threadIdx.x) + Threads * n;
  }

  const Grid& Where;
  const VoxelColumn& Column;
  int Brick[Bricks<R>::Count]; ///< in a tile
  int First[Bricks<R>::Count]; ///< row of a brick
};

/// Returns value, but prevents the compiler from recomputing it in every step instead of keeping it
/// in a register.
template <class T>
__device__ __forceinline__ T kept(T value, int lane)
{
  return __shfl_sync(FullWarp, value, lane);
}

/// A node of a plane that a thread fetches.
struct Place
{
  int row;      ///< among the rows of a plane
  unsigned bit; ///< its place in the row, as a mask
  int target;   ///< in a plane of shared memory
};

template <int R>
__device__ __forceinline__ Place placeAt(int x, int y)
{
  return { (x + Edge) / Edge + VoxelTile::Wide * (y + 1), 1U << (x & (Edge - 1)),
    Tile<R>::at(x, y) };
}

/// The elements of a thread, its neighbours in its warp, and the nodes that it fetches.
template <int R>
struct Role
{
  int warp;
  int lane;
  bool inside; ///< one of the four warps with the elements that begin at the tile's nodes
  int x;       ///< of its elements
  int y;       ///< of the first one
  int elementRow;
  unsigned elementBits[R]; ///< zero for none
  int corner;
  Place nodes[R + 1]; ///< R of them if inside
  int laneY;          ///< lane with the elements before in y
  bool hasX;          ///< whether the previous lane has the elements before in x
  bool hasY;
  bool onlyUpper; ///< before the tile in x: only upper corners in x belong to the tile
  bool givesRow;  ///< has the last elements in y of its warp, whose forces other warps need

  __device__ Role(int warpOfThread, int laneOfThread)
    : warp(warpOfThread), lane(laneOfThread), inside(warpOfThread < Warps - 1)
  {
    constexpr int Deep = Tile<R>::Deep;
    if (this->inside)
    {
      this->x = lane % Edge;
      this->y = Tile<R>::WarpRows * warp + R * (lane / Edge);
      this->laneY = lane - Edge;
      this->hasX = this->x > 0;
      this->hasY = lane >= Edge;
      this->onlyUpper = false;
      this->givesRow = lane >= 3 * Edge && warp < Warps - 2;
#pragma unroll
      for (int r = 0; r <= R; ++r)
      {
        this->nodes[r] = placeAt<R>(this->x, this->y + r);
      }
    }
    else
    {
      // Lanes 0 to 16: the column before in x, from y = -1; 17 to 24: the row before in y.
      this->onlyUpper = lane <= 16;
      this->x = this->onlyUpper ? -1 : lane - 17;
      this->y = this->onlyUpper ? R * lane - 1 : -1;
      this->laneY = lane - 1;
      this->hasX = !this->onlyUpper && this->x > 0;
      this->hasY = this->onlyUpper && lane > 0;
      this->givesRow = lane > 16 && this->x < Edge;
      // The nodes around the tile: two columns, then two rows of 10.
#pragma unroll
      for (int n = 0; n < R; ++n)
      {
        const int i = lane + 32 * n;
        this->nodes[n] = placeAt<R>(i < Deep ? -1 : Edge, i % Deep);
      }
      this->nodes[R] = placeAt<R>(lane % (Edge + 2) - 1, lane < Edge + 2 ? -1 : Deep);
      this->nodes[R].bit = lane < 2 * (Edge + 2) ? this->nodes[R].bit : 0U;
    }
    const bool idle = !this->inside && lane > 24;
    this->elementRow = idle
      ? Tile<R>::NodeRows
      : Tile<R>::NodeRows + (this->x + Edge) / Edge + (VoxelTile::Wide - 1) * (this->y + 1);
    this->corner = idle ? Tile<R>::at(0, 0) : Tile<R>::at(this->x, this->y);
#pragma unroll
    for (int r = 0; r < R; ++r)
    {
      // The row before has one element per thread.
      const bool has = !idle && this->y + r < Deep && (r == 0 || this->inside || this->onlyUpper);
      this->elementBits[r] = kept(has ? 1U << (this->x & (Edge - 1)) : 0U, lane);
    }
    this->elementRow = kept(this->elementRow, lane);
    this->corner = kept(this->corner, lane);
#pragma unroll
    for (int r = 0; r <= R; ++r)
    {
      this->nodes[r].row = kept(this->nodes[r].row, lane);
      this->nodes[r].bit = kept(this->nodes[r].bit, lane);
      this->nodes[r].target = kept(this->nodes[r].target, lane);
    }
  }
};
}
}

#endif
