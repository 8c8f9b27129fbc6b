#ifndef TRABECULA_OPERATOR_VOXELSWEEPPARTS_CUH
#define TRABECULA_OPERATOR_VOXELSWEEPPARTS_CUH

// What threads of Operator/VoxelSweep.cuh do in a step. R is the number of element rows of a
// thread.

#include "Core/Cuda.h"
#include "Element/VoxelHex8.h"
#include "Operator/VoxelTiles.h"

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
constexpr unsigned Everyone = 0xffffffffU;

template <int R>
struct Tile
{
  static constexpr int Wide = Edge;                             ///< nodes along x
  static constexpr int Deep = 2 * R * Edge;                     ///< and along y
  static constexpr int WarpRows = 4 * R;                        ///< of a warp inside
  static constexpr int NodeRows = VoxelTile::Wide * (Deep + 2); ///< rows of bricks in a plane
  static constexpr int ElementRows = (VoxelTile::Wide - 1) * (Deep + 1);
  static constexpr int Lookups = NodeRows + ElementRows;
  // A plane of displacements: rows along x with one node more at both ends. They begin at 16 bytes
  // and are as far apart as lets 8 x 4 threads read without bank conflicts.
  static constexpr int Stride = R == 1 ? 40 : 36;
  // One row more, as a thread reads one beyond its last element's corners where it lacks a second.
  static constexpr int PlaneSize = (Deep + 1 + R) * Stride;

  /// Where the node at x, y from the tile's first is in a plane, both from -1.
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
  const VoxelBrickRows* rows; ///< one brick without any comes last
  const VoxelTile* tiles;
  const VoxelColumn* columns;
};

/// Bricks whose rows a thread looks up.
template <int R>
struct Bricks
{
  static constexpr int Count = (Tile<R>::Lookups + Threads - 1) / Threads;
  std::int32_t number[Count];
};

/// Fetches where rows begin, for all planes of a layer.
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
    const bool there =
      layer >= -this->Column.goesOnBelow && layer < this->Column.count + this->Column.goesOnAbove;
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

/// The same value, in a way that it stays in a register: the compiler would rather compute it anew
/// in every step.
template <class T>
__device__ __forceinline__ T kept(T value, int lane)
{
  return __shfl_sync(Everyone, value, lane);
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

/// Which elements a thread has, its neighbours in its warp, and the nodes that it fetches.
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
  int laneY;          ///< that has the elements before in y
  bool hasX;          ///< whether the lane before has those before in x
  bool hasY;
  bool onlyUpper; ///< before the tile in x: the corners after them alone belong to the tile
  bool givesRow;  ///< has the last elements in y of its warp, whose forces others need

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
      // The row before has one element a thread.
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

__device__ __forceinline__ unsigned bitsBefore(const VoxelRow& row, unsigned bit)
{
  return __popc(row.mask & (bit - 1U));
}

/// Fetches a node unless it is void, where what is in shared memory meets moduli of zero.
template <class Real>
__device__ __forceinline__ void fetchNode(
  const VoxelRow row, const Place& place, const Real* x, Real* plane)
{
  if (row.mask & place.bit)
  {
    const Real* from = x + 3 * std::uint64_t(row.start + bitsBefore(row, place.bit));
#pragma unroll
    for (int c = 0; c < 3; ++c)
    {
      __pipeline_memcpy_async(plane + place.target + c, from + c, sizeof(Real));
    }
  }
}

/// Fetches the displacements of a plane.
template <class Real, int R>
__device__ __forceinline__ void fetchPlane(
  const VoxelRow (&rows)[Tile<R>::Lookups], const Role<R>& role, const Real* x, Real* plane)
{
  VoxelRow row[R + 1];
#pragma unroll
  for (int r = 0; r < R; ++r)
  {
    row[r] = rows[role.nodes[r].row];
  }
  if (role.inside)
  {
    bool full = row[0].mask == VoxelRow::FullAndAligned;
    if (R > 1)
    {
      full = full && row[R - 1].mask == VoxelRow::FullAndAligned;
    }
    if (__all_sync(Everyone, full))
    {
      // The rows of a warp follow each other in memory, and are fetched 16 bytes at a time.
      constexpr int Piece = 16 / static_cast<int>(sizeof(Real));
      constexpr int RowPieces = 3 * Edge / Piece;
      const Real* from = x + 3 * std::uint64_t(__shfl_sync(Everyone, row[0].start, 0));
#pragma unroll
      for (int n = 0; n < (Tile<R>::WarpRows * RowPieces + 31) / 32; ++n)
      {
        const int i = role.lane + 32 * n;
        if (i >= Tile<R>::WarpRows * RowPieces)
        {
          break;
        }
        __pipeline_memcpy_async(plane +
            Tile<R>::at(0, Tile<R>::WarpRows * role.warp + i / RowPieces) + i % RowPieces * Piece,
          from + i * Piece, 16);
      }
      return;
    }
  }
#pragma unroll
  for (int r = 0; r < R; ++r)
  {
    fetchNode(row[r], role.nodes[r], x, plane);
  }
  if (!role.inside)
  {
    fetchNode(rows[role.nodes[R].row], role.nodes[R], x, plane);
  }
}

/// Fetches the moduli of a thread's elements; zero for none.
template <class Real, int R>
__device__ __forceinline__ void fetchModuli(const VoxelRow (&rows)[Tile<R>::Lookups],
  const Role<R>& role, const Real* moduli, Real (&target)[R][Threads])
{
#pragma unroll
  for (int r = 0; r < R; ++r)
  {
    const unsigned bit = role.elementBits[r];
    const VoxelRow row = rows[role.elementRow + (VoxelTile::Wide - 1) * r];
    if (row.mask & bit)
    {
      __pipeline_memcpy_async(
        &target[r][threadIdx.x], moduli + (row.start + bitsBefore(row, bit)), sizeof(Real));
    }
    else
    {
      target[r][threadIdx.x] = Real(0);
    }
  }
}

/// Modes in x and y, of 4 corners, for each component and each of a thread's elements.
template <int R, class Real>
__device__ __forceinline__ void faceModes(const Real* corner, Real (&p)[R][12])
{
#pragma unroll
  for (int c = 0; c < 3; ++c)
  {
    Real sum = corner[c] + corner[3 + c];
    Real difference = corner[3 + c] - corner[c];
#pragma unroll
    for (int r = 0; r < R; ++r)
    {
      const Real a = corner[(r + 1) * Tile<R>::Stride + c];
      const Real b = corner[(r + 1) * Tile<R>::Stride + 3 + c];
      const Real sumAfter = a + b;
      const Real differenceAfter = b - a;
      p[r][4 * c] = sum + sumAfter;
      p[r][4 * c + 1] = difference + differenceAfter;
      p[r][4 * c + 2] = sumAfter - sum;
      p[r][4 * c + 3] = differenceAfter - difference;
      sum = sumAfter;
      difference = differenceAfter;
    }
  }
}

/**
 * Forces of an element on the planes below and above it, in modes in x and y.
 *
 * @param q modes of displacements of its upper corners @param p those of its lower corners,
 * replaced
 * @param upper forces of the element below, replaced by this one's
 * @param face gets the sum on the plane between both
 */
template <class Real, class Element>
__device__ __forceinline__ void elementForces(const Real (&q)[12], Real young, const Element& unit,
  Real (&p)[12], Real (&upper)[12], Real (&face)[12])
{
  Real modes[24];
  Real f[24];
#pragma unroll
  for (int i = 0; i < 12; ++i)
  {
    const int mode = 8 * (i / 4) + i % 4;
    modes[mode] = q[i] + p[i];
    modes[mode + 4] = q[i] - p[i];
    p[i] = q[i];
  }
  voxelhex8::stiffness(modes, young, unit, f);
#pragma unroll
  for (int i = 0; i < 12; ++i)
  {
    // There is no force in the constant mode.
    const int mode = 8 * (i / 4) + i % 4;
    const Real even = i % 4 == 0 ? Real(0) : f[mode];
    face[i] = upper[i] + (even - f[mode + 4]);
    upper[i] = even + f[mode + 4];
  }
}

/// Factors of what threads add up.
template <class Real>
struct Weights
{
  Real signX; ///< of modes odd in x, on the nodes before in x
  Real x;     ///< of forces from the lane before in x
  Real y;

  template <int R>
  __device__ explicit Weights(const Role<R>& role)
    : signX(kept(role.onlyUpper ? Real(1) : Real(-1), role.lane)),
      x(kept(role.hasX ? Real(1) : Real(0), role.lane)),
      y(kept(role.hasY ? Real(1) : Real(0), role.lane))
  {
  }
};

/// From modes of forces on a plane to forces on nodes, with those of neighbours in the warp.
template <class Real, int R>
__device__ __forceinline__ void addUpInWarp(const Real (&face)[R][12], const Role<R>& role,
  const Weights<Real>& weights, Real (&force)[R][3], Real (&last)[3])
{
#pragma unroll
  for (int c = 0; c < 3; ++c)
  {
    Real before = Real(0); // of the element before in y, on the nodes after it
#pragma unroll
    for (int r = 0; r < R; ++r)
    {
      const Real* m = face[r] + 4 * c;
      const Real even =
        m[0] + weights.signX * m[1] + weights.x * __shfl_sync(Everyone, m[0] + m[1], role.lane - 1);
      const Real odd =
        m[2] + weights.signX * m[3] + weights.x * __shfl_sync(Everyone, m[2] + m[3], role.lane - 1);
      force[r][c] = r == 0 ? even - odd : even - odd + before;
      before = even + odd;
    }
    last[c] = before;
    force[0][c] += weights.y * __shfl_sync(Everyone, before, role.laneY);
  }
}

/// Leaves forces on nodes of other warps for them.
template <class Real, int R>
__device__ __forceinline__ void giveForces(const Role<R>& role, Shared<Real, R>& shared, int parity,
  const Real (&force)[R][3], const Real (&last)[3])
{
  if (role.givesRow)
  {
#pragma unroll
    for (int c = 0; c < 3; ++c)
    {
      // The row before the tile has the first of its thread's elements, and no second.
      shared.fromRowBefore[parity][role.inside ? role.warp + 1 : 0][c][role.x] =
        role.inside || R == 1 ? last[c] : force[R - 1][c];
    }
  }
  if (!role.inside && role.onlyUpper)
  {
#pragma unroll
    for (int r = 0; r < R; ++r)
    {
      const int y = role.y + r;
      if (y >= 0 && y < Tile<R>::Deep)
      {
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          shared.fromBefore[parity][y][c] = force[r][c];
        }
      }
    }
  }
}

/// Adds what other warps left for a warp's nodes, and hands the sums on in the order of memory.
template <class Real, int R, class Finish>
__device__ __forceinline__ void writeForces(const VoxelRow (&rows)[Tile<R>::Lookups],
  const Role<R>& role, Shared<Real, R>& shared, int parity, Real (&force)[R][3],
  const Finish& finish)
{
  VoxelRow row[R];
#pragma unroll
  for (int r = 0; r < R; ++r)
  {
    row[r] = rows[role.nodes[r].row];
  }
  bool any = row[0].mask & role.nodes[0].bit;
  bool full = row[0].mask == VoxelRow::FullAndAligned;
  if (R > 1)
  {
    any = any || row[R - 1].mask & role.nodes[0].bit;
    full = full && row[R - 1].mask == VoxelRow::FullAndAligned;
  }
  if (!__any_sync(Everyone, any))
  {
    return;
  }
#pragma unroll
  for (int c = 0; c < 3; ++c)
  {
    if (role.lane < Edge)
    {
      force[0][c] += shared.fromRowBefore[parity][role.warp][c][role.lane];
    }
    if (role.x == 0)
    {
#pragma unroll
      for (int r = 0; r < R; ++r)
      {
        force[r][c] += shared.fromBefore[parity][role.y + r][c];
      }
    }
  }
  Real* stage = shared.stage[role.warp];
  const unsigned start = __shfl_sync(Everyone, row[0].start, 0);
  const std::int64_t begin = 3 * std::int64_t(start);
  if (finish.aligned() && __all_sync(Everyone, full))
  {
#pragma unroll
    for (int r = 0; r < R; ++r)
    {
      Real* at = stage + 3 * (Edge * (R * (role.lane / Edge) + r) + role.lane % Edge);
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        at[c] = force[r][c];
      }
    }
    __syncwarp();
    constexpr int Piece = 16 / static_cast<int>(sizeof(Real));
#pragma unroll
    for (int n = 0; n < (3 * R + Piece - 1) / Piece; ++n)
    {
      const int i = Piece * (role.lane + 32 * n);
      if (i >= 3 * 32 * R)
      {
        break;
      }
      finish.piece(begin + i, stage + i);
    }
    return;
  }
#pragma unroll
  for (int r = 0; r < R; ++r)
  {
    if (row[r].mask & role.nodes[0].bit)
    {
      Real* at = stage + 3 * (row[r].start - start + bitsBefore(row[r], role.nodes[0].bit));
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        at[c] = force[r][c];
      }
    }
  }
  const unsigned end = row[R - 1].start + __popc(row[R - 1].mask & 0xffU);
  const int count = 3 * static_cast<int>(__shfl_sync(Everyone, end, 31) - start);
  __syncwarp();
#pragma unroll
  for (int n = 0; n < 3 * R; ++n)
  {
    const int i = role.lane + 32 * n;
    if (i < count)
    {
      finish(begin + i, stage[i]);
    }
  }
}
}
}

#endif
