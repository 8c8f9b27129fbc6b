#ifndef TRABECULA_OPERATOR_VOXELSWEEP_CUH
#define TRABECULA_OPERATOR_VOXELSWEEP_CUH

// The voxel product on CUDA: y = K(E) x, handed to a functor as it is summed.
//
// A block of threads takes a column of tiles, 8 x 16 nodes wide, upwards plane by plane. Of each node
// plane, with one layer more on every side, the displacements come through shared memory, fetched two
// planes ahead. A thread has one column of elements: it transforms the plane's four corners into
// modes in x and y once for the elements below and above, combines two planes into the modes of an
// element (Element/VoxelHex8.h), and sums the forces on a plane in those modes before it transforms
// back. Neighbours in x and y then add up by shuffles. Four warps have the 8 x 16 elements that begin
// at the tile's nodes, 8 x 4 each; a fifth those before in x and in y, whose forces, like those from
// one warp to the next, go through shared memory. So a sixth of the elements is computed twice,
// nothing is added in memory, and sums have a fixed order. Warps skip what is void.

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
constexpr int Wide = Edge;                ///< nodes of a tile along x
constexpr int Deep = 2 * Edge;            ///< and along y
constexpr int Warps = 5;
constexpr int Threads = 32 * Warps;
constexpr int NodeRows = VoxelTile::Wide * (Deep + 2);         ///< rows of bricks in a node plane
constexpr int ElementRows = (VoxelTile::Wide - 1) * (Deep + 1); ///< and in one of elements
constexpr int Lookups = NodeRows + ElementRows;
constexpr int Ring = 4;                   ///< planes in shared memory, and planes of Rows
constexpr unsigned Everyone = 0xffffffffU;

struct Grid
{
  std::int32_t numberOfBricks;
  const VoxelBrickRows* rows; ///< one brick without any comes last
  const VoxelTile* tiles;
  const VoxelColumn* columns;
};

/// A plane of displacements in shared memory: rows along x with one node more at both ends. Rows begin
/// at 16 bytes and are as far apart as lets 8 x 4 threads read without bank conflicts.
struct Plane
{
  static constexpr int Lead = 4;
  static constexpr int Stride = 40;
  static constexpr int Size = (Deep + 2) * Stride;

  /// Of the node at x, y from the tile's first, both from -1.
  __device__ static constexpr int at(int x, int y) { return Lead + 3 * x + Stride * (y + 1); }
};

template <class Real>
struct Shared
{
  Real planes[Ring][Plane::Size];
  VoxelRow rows[Ring][4][Lookups];                ///< of four planes each
  Real stage[Warps - 1][3 * 32];             ///< a warp's forces in the order of memory
  Real fromRowBefore[2][Warps - 1][3][Wide]; ///< forces of the row of elements before a warp's
  Real fromBefore[2][Deep][3];               ///< of the elements before the tile in x
};

__device__ __forceinline__ unsigned bitsBelow(unsigned mask, unsigned below)
{
  return __popc(mask & below);
}

/// A node of a plane that a thread fetches.
struct Place
{
  int row;         ///< among the rows of a plane
  unsigned bit;    ///< its place in the row, as a mask
  int target;      ///< in shared memory

  __device__ static Place at(int x, int y)
  {
    return { (x + Edge) / Edge + VoxelTile::Wide * (y + 1), 1U << (x & (Edge - 1)),
      Plane::at(x, y) };
  }
};

/// Fetches a node unless it is void, where what is in shared memory meets moduli of zero.
template <class Real>
__device__ __forceinline__ void fetchNode(const VoxelRow row, const Place& place, const Real* x, Real* plane)
{
  if (row.mask & place.bit)
  {
    const Real* from =
      x + 3 * std::uint64_t(row.start + bitsBelow(row.mask, place.bit - 1U));
#pragma unroll
    for (int c = 0; c < 3; ++c)
    {
      __pipeline_memcpy_async(plane + place.target + c, from + c, sizeof(Real));
    }
  }
}

/// Modes in x and y, of 4 corners, for each component.
template <class Real>
__device__ __forceinline__ void faceModes(const Real* corner, Real (&p)[12])
{
#pragma unroll
  for (int c = 0; c < 3; ++c)
  {
    const Real a = corner[c];
    const Real b = corner[3 + c];
    const Real d = corner[Plane::Stride + c];
    const Real e = corner[Plane::Stride + 3 + c];
    const Real s0 = a + b;
    const Real s1 = d + e;
    const Real d0 = b - a;
    const Real d1 = e - d;
    p[4 * c] = s0 + s1;
    p[4 * c + 1] = d0 + d1;
    p[4 * c + 2] = s1 - s0;
    p[4 * c + 3] = d1 - d0;
  }
}

/**
 * Forces of an element on the planes below and above it, in modes in x and y.
 *
 * @param q modes of displacements of its upper corners @param p those of its lower corners, replaced
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

/// Blocks that should fit on a multiprocessor: more hide more, with fewer registers each.
template <class Real>
constexpr int BlocksTogether = sizeof(Real) == 4 ? 5 : 3;

template <class Real, class Element, class Finish>
__global__ void __launch_bounds__(Threads, BlocksTogether<Real>)
  sweep(const Grid grid, const Real* moduli, const Element unit, const Real* x, const Finish finish)
{
  extern __shared__ __align__(16) unsigned char memory[];
  Shared<Real>& shared = *reinterpret_cast<Shared<Real>*>(memory);
  const VoxelColumn column = grid.columns[blockIdx.x];
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const bool inside = warp < Warps - 1;

  // Fetches row numbers: where in a brick, and which brick of a tile.
  const int lookup = static_cast<int>(threadIdx.x);
  const bool ofNodes = lookup < NodeRows;
  const int wide = ofNodes ? VoxelTile::Wide : VoxelTile::Wide - 1;
  const int lookupPlace = ofNodes ? lookup : lookup - NodeRows;
  const int lookupY = lookupPlace / wide - 1;
  const int lookupBrick = lookupPlace % wide + VoxelTile::Wide * ((lookupY + Edge) / Edge);
  const int lookupRow = (ofNodes ? 0 : VoxelBrick::Rows) + (lookupY & (Edge - 1));
  const auto brickOf = [&](int layer)
  {
    const bool there = lookup < Lookups && layer >= -column.goesOnBelow &&
      layer < column.count + column.goesOnAbove;
    const std::int32_t b = there ? grid.tiles[column.first + layer].bricks[lookupBrick] : -1;
    return b < 0 ? grid.numberOfBricks : b;
  };
  const auto fetchRows = [&](std::int32_t brick, int layer)
  {
    if (lookup < Lookups)
    {
      const VoxelRow* from = grid.rows[brick].nodes + lookupRow;
#pragma unroll
      for (int z = 0; z < Edge; ++z)
      {
        __pipeline_memcpy_async(
          &shared.rows[2 * (layer & 1) + z / 4][z % 4][lookup], from + Edge * z, sizeof(VoxelRow));
      }
    }
  };

  // The element of this thread, its neighbours in its warp, and the nodes that it fetches.
  int ex = lane % Wide;
  int ey = 4 * warp + lane / Wide;
  bool hasX = ex > 0;          // the element before in x is the lane's before
  bool hasY = lane >= Wide;    // that before in y is in this warp, too
  int laneY = lane - Wide;
  bool onlyUpper = false;      // before the tile in x: the corners after it alone belong to the tile
  bool idle = false;
  Place first = Place::at(ex, ey);
  Place second = first;
  if (!inside)
  {
    // Lanes 0 to 16: the column before in x, from y = -1; 17 to 24: the row before in y.
    onlyUpper = lane <= Deep;
    ex = onlyUpper ? -1 : lane - Deep - 1;
    ey = onlyUpper ? lane - 1 : -1;
    hasX = !onlyUpper && ex > 0;
    hasY = onlyUpper && lane > 0;
    laneY = lane - 1;
    idle = lane > Deep + Wide;
    // The nodes around the tile: two columns of 16, then two rows of 10.
    first = Place::at(lane < Deep ? -1 : Wide, lane % Deep);
    second = Place::at(lane % (Wide + 2) - 1, lane < Wide + 2 ? -1 : Deep);
    if (lane >= 2 * (Wide + 2))
    {
      second.bit = 0U;
    }
  }
  const int elementRow =
    idle ? NodeRows : NodeRows + (ex + Edge) / Edge + (VoxelTile::Wide - 1) * (ey + 1);
  const unsigned elementBit = idle ? 0U : 1U << (ex & (Edge - 1));
  const int corner = idle ? Plane::at(0, 0) : Plane::at(ex, ey);
  const Real signX = onlyUpper ? Real(1) : Real(-1);
  const Real weightX = hasX ? Real(1) : Real(0);
  const Real weightY = hasY ? Real(1) : Real(0);
  // Where forces for other warps go: those on nodes after the row, or on the column's nodes.
  const bool givesRow = inside ? lane >= 3 * Wide && warp < Warps - 2 : lane > Deep && !idle;
  const bool givesColumn = !inside && onlyUpper && lane > 0;
  Real* const given = givesColumn
    ? shared.fromBefore[0][ey]
    : shared.fromRowBefore[0][inside ? min(warp + 1, Warps - 2) : 0][0] + max(ex, 0);
  // Full rows are fetched 16 bytes at a time: 24 or 48 pieces of a warp's four rows.
  constexpr int Piece = 16 / static_cast<int>(sizeof(Real));
  constexpr int RowPieces = 3 * Edge / Piece;
  const bool aligned = reinterpret_cast<std::uintptr_t>(x) % 16 == 0;

  const auto fetchPlane = [&](const VoxelRow (&rows)[Lookups], Real* plane)
  {
    const VoxelRow row = rows[first.row];
    if (inside)
    {
      // The rows of a warp follow each other in memory.
      if (aligned && __all_sync(Everyone, row.mask == 0xffU && row.start % Piece == 0U))
      {
        const Real* from = x + 3 * std::uint64_t(__shfl_sync(Everyone, row.start, 0));
#pragma unroll
        for (int i = lane; i < 4 * RowPieces; i += 32)
        {
          __pipeline_memcpy_async(
            plane + Plane::at(0, 4 * warp + i / RowPieces) + i % RowPieces * Piece,
            from + i * Piece, 16);
        }
        return;
      }
      fetchNode(row, first, x, plane);
      return;
    }
    fetchNode(row, first, x, plane);
    fetchNode(rows[second.row], second, x, plane);
  };
  const auto fetchModulus = [&](const VoxelRow (&rows)[Lookups])
  {
    const VoxelRow row = rows[elementRow];
    return row.mask & elementBit ? moduli[row.start + bitsBelow(row.mask, elementBit - 1U)]
                                 : Real(0);
  };

  for (int i = static_cast<int>(threadIdx.x); i < Ring * Plane::Size; i += Threads)
  {
    shared.planes[0][i] = Real(0);
  }
  fetchRows(brickOf(-1), -1);
  fetchRows(brickOf(0), 0);
  std::int32_t nextBrick = brickOf(1);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  Real young[Ring];
  young[3] = fetchModulus(shared.rows[3][3]);
  fetchPlane(shared.rows[3][3], shared.planes[3]);
  fetchPlane(shared.rows[0][0], shared.planes[0]);
  __pipeline_commit();
  young[0] = fetchModulus(shared.rows[0][0]);
  fetchPlane(shared.rows[0][1], shared.planes[1]);
  __pipeline_commit();

  Real p[12];      // modes of the plane below the element
  Real upper[12];  // modes of forces on the plane above the element before
  Real force[3];   // on this thread's node, less what comes from other warps
  bool solidBefore = false;
#pragma unroll
  for (int i = 0; i < 12; ++i)
  {
    p[i] = Real(0);
    upper[i] = Real(0);
  }
  force[0] = force[1] = force[2] = Real(0);

  // Step k = 4 g + u - 1: elements between node planes k and k + 1, and the forces on plane k - 1 to
  // memory. Planes are in places k mod 4 of every ring.
  const int groups = 2 * column.count;
  for (int g = 0; g <= groups; ++g)
  {
    const VoxelRow(&rowsBefore)[4][Lookups] = shared.rows[(g - 1) & 3];
    const VoxelRow(&rowsHere)[4][Lookups] = shared.rows[g & 3];
    const VoxelRow(&rowsAfter)[4][Lookups] = shared.rows[(g + 1) & 3];
#pragma unroll
    for (int u = 0; u < 4; ++u)
    {
      __pipeline_wait_prior(1);
      __syncthreads();

      if ((g > 0 || u >= 2) && inside)
      {
        const VoxelRow row = u < 2 ? rowsBefore[u + 2][first.row] : rowsHere[u - 2][first.row];
        const bool there = row.mask & first.bit;
        const unsigned all = __ballot_sync(Everyone, there);
        if (all)
        {
          const int parity = u & 1;
          Real* stage = shared.stage[warp];
          if (there)
          {
            const int at = 3 * static_cast<int>(bitsBelow(all, (1U << lane) - 1U));
#pragma unroll
            for (int c = 0; c < 3; ++c)
            {
              Real value = force[c];
              if (lane < Wide)
              {
                value += shared.fromRowBefore[parity][warp][c][lane];
              }
              if (ex == 0)
              {
                value += shared.fromBefore[parity][ey][c];
              }
              stage[at + c] = value;
            }
          }
          const int count = 3 * __popc(all);
          const std::int64_t begin =
            3 * std::int64_t(__shfl_sync(Everyone, row.start, 0)) + lane;
          __syncwarp();
#pragma unroll
          for (int i = 0; i < 3; ++i)
          {
            if (lane + 32 * i < count)
            {
              finish(begin + 32 * i, stage[lane + 32 * i]);
            }
          }
        }
      }
      if (u == 1 && g == groups)
      {
        return;
      }

      // The last planes are fetched from rows beyond the column, and not used.
      if (u == 2 && g % 2 == 0)
      {
        // What is replaced was last used to write plane k - 2, and the next is first needed by the
        // planes fetched four steps from now.
        fetchRows(nextBrick, g / 2 + 1);
        nextBrick = brickOf(g / 2 + 2);
      }
      if (g < groups)
      {
        fetchPlane(u < 2 ? rowsHere[u + 2] : rowsAfter[u - 2], shared.planes[(u + 2) & 3]);
        young[(u + 1) & 3] = fetchModulus(u < 3 ? rowsHere[u + 1] : rowsAfter[0]);
      }
      __pipeline_commit();

      const Real modulus = young[(u + 3) & 3];
      const bool solid = __any_sync(Everyone, modulus != Real(0));
      const bool loaded = solid || solidBefore;
      Real face[12]; // modes of forces on plane k
      if (solid)
      {
        if (!solidBefore)
        {
          faceModes(shared.planes[(u + 3) & 3] + corner, p);
        }
        Real q[12];
        faceModes(shared.planes[u] + corner, q);
        elementForces(q, modulus, unit, p, upper, face);
      }
      else
      {
#pragma unroll
        for (int i = 0; i < 12; ++i)
        {
          face[i] = upper[i];
          upper[i] = Real(0);
        }
      }
      solidBefore = solid;
      Real last[3] = {}; // on the nodes after the element in y
      force[0] = force[1] = force[2] = Real(0);
      if (loaded)
      {
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          const Real* m = face + 4 * c;
          const Real even = m[0] + signX * m[1] +
            weightX * __shfl_sync(Everyone, m[0] + m[1], lane - 1);
          const Real odd =
            m[2] + signX * m[3] + weightX * __shfl_sync(Everyone, m[2] + m[3], lane - 1);
          last[c] = even + odd;
          force[c] = even - odd + weightY * __shfl_sync(Everyone, last[c], laneY);
        }
      }
      constexpr int ofParity[2] = { Deep * 3, (Warps - 1) * 3 * Wide };
      if (givesRow)
      {
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          given[(u + 1) % 2 * ofParity[1] + Wide * c] = last[c];
        }
      }
      if (givesColumn)
      {
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          given[(u + 1) % 2 * ofParity[0] + c] = force[c];
        }
      }
    }
  }
}
}
}

#endif
