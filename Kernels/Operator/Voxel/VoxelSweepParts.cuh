#ifndef TRABECULA_OPERATOR_VOXELSWEEPPARTS_CUH
#define TRABECULA_OPERATOR_VOXELSWEEPPARTS_CUH

// Device functions of the steps of VoxelSweep.cuh and VoxelStackProduct.cuh. R is the number of
// element rows per thread.

#include "Element/VoxelHex8.h"
#include "Operator/Voxel/VoxelSweepRoles.cuh"

namespace trabecula
{
namespace voxelsweep
{
/// N numbers that are loaded and stored with one instruction.
template <class Real, int N>
struct alignas(N * sizeof(Real)) Numbers
{
  Real v[N];

  __device__ static Numbers load(const Real* from)
  {
    return *reinterpret_cast<const Numbers*>(from);
  }
  __device__ void store(Real* to) const { *reinterpret_cast<Numbers*>(to) = *this; }
};

/// Fetches a line of memory to the L2 cache.
__device__ __forceinline__ void prefetch(const void* address)
{
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

__device__ __forceinline__ unsigned bitsBefore(const VoxelRow& row, unsigned bit)
{
  return __popc(row.mask & (bit - 1U));
}

/// Fetches a node unless it is void; stale values in shared memory are then multiplied by zero
/// moduli.
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
    bool full =
      row[0].mask == VoxelRow::FullAndAligned && reinterpret_cast<std::uintptr_t>(x) % 16 == 0;
    if (R > 1)
    {
      full = full && row[R - 1].mask == VoxelRow::FullAndAligned;
    }
    if (__all_sync(FullWarp, full))
    {
      // The rows of a warp are contiguous in memory, and are fetched 16 bytes at a time.
      constexpr int Piece = 16 / static_cast<int>(sizeof(Real));
      constexpr int RowPieces = 3 * Edge / Piece;
      const Real* from = x + 3 * std::uint64_t(__shfl_sync(FullWarp, row[0].start, 0));
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
/// @tparam Stride from one row of nodes along x to the next
template <int R, int Stride = Tile<R>::Stride, class Real>
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
      const Real a = corner[(r + 1) * Stride + c];
      const Real b = corner[(r + 1) * Stride + 3 + c];
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
 * @param face set to the sum on the plane between both
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
    // The force of the constant mode is zero.
    const int mode = 8 * (i / 4) + i % 4;
    const Real even = i % 4 == 0 ? Real(0) : f[mode];
    face[i] = upper[i] + (even - f[mode + 4]);
    upper[i] = even + f[mode + 4];
  }
}

/// Factors in the sums of sumInWarp().
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
__device__ __forceinline__ void sumInWarp(const Real (&face)[R][12], const Role<R>& role,
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
        m[0] + weights.signX * m[1] + weights.x * __shfl_sync(FullWarp, m[0] + m[1], role.lane - 1);
      const Real odd =
        m[2] + weights.signX * m[3] + weights.x * __shfl_sync(FullWarp, m[2] + m[3], role.lane - 1);
      force[r][c] = r == 0 ? even - odd : even - odd + before;
      before = even + odd;
    }
    last[c] = before;
    force[0][c] += weights.y * __shfl_sync(FullWarp, before, role.laneY);
  }
}

/// Writes forces on nodes of other warps to shared memory.
template <class Real, int R>
__device__ __forceinline__ void storeSharedForces(const Role<R>& role, Shared<Real, R>& shared,
  int parity, const Real (&force)[R][3], const Real (&last)[3])
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

/// Reorders a warp's forces to the order of memory and passes them to finish, N at a time.
template <int N, int R, class Real, class Finish>
__device__ __forceinline__ void finishForces(int lane, std::int64_t begin, int count, Real* stage,
  const int (&at)[R], const bool (&isVoid)[R], const Real (&force)[R][3], const Finish& finish)
{
  // With several turns, the loads of all operands are issued first.
  constexpr bool ahead = N == 1;
  constexpr int Turns = (3 * R + N - 1) / N;
  typename Finish::template Operands<N> operands[Turns];
#pragma unroll
  for (int n = 0; n < Turns; ++n)
  {
    const int i = N * (lane + 32 * n);
    if (ahead && i < count)
    {
      operands[n] = finish.template read<N>(begin + i);
    }
  }
#pragma unroll
  for (int r = 0; r < R; ++r)
  {
    if (!isVoid[r])
    {
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        stage[at[r] + c] = force[r][c];
      }
    }
  }
  __syncwarp();
#pragma unroll
  for (int n = 0; n < Turns; ++n)
  {
    const int i = N * (lane + 32 * n);
    if (i < count)
    {
      if (!ahead)
      {
        operands[n] = finish.template read<N>(begin + i);
      }
      finish.write(begin + i, Numbers<Real, N>::load(stage + i), operands[n]);
    }
  }
}

/// Adds the forces of other warps on a warp's nodes, and passes the sums to finish in the order of
/// memory.
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
  if (!__any_sync(FullWarp, any))
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
  const unsigned start = __shfl_sync(FullWarp, row[0].start, 0);
  const std::int64_t begin = 3 * std::int64_t(start);
  if (finish.aligned && __all_sync(FullWarp, full))
  {
    int at[R];
#pragma unroll
    for (int r = 0; r < R; ++r)
    {
      at[r] = 3 * (Edge * (R * (role.lane / Edge) + r) + role.lane % Edge);
    }
    const bool everywhere[R] = {};
    finishForces<16 / static_cast<int>(sizeof(Real))>(
      role.lane, begin, 3 * 32 * R, stage, at, everywhere, force, finish);
    return;
  }
  int at[R];
  bool isVoid[R];
#pragma unroll
  for (int r = 0; r < R; ++r)
  {
    isVoid[r] = !(row[r].mask & role.nodes[0].bit);
    at[r] = 3 * static_cast<int>(row[r].start - start + bitsBefore(row[r], role.nodes[0].bit));
  }
  const unsigned end = row[R - 1].start + __popc(row[R - 1].mask & 0xffU);
  const int count = 3 * static_cast<int>(__shfl_sync(FullWarp, end, 31) - start);
  finishForces<1>(role.lane, begin, count, stage, at, isVoid, force, finish);
}
}
}

#endif
