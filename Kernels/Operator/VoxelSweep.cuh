#ifndef TRABECULA_OPERATOR_VOXELSWEEP_CUH
#define TRABECULA_OPERATOR_VOXELSWEEP_CUH

// The voxel product on CUDA: y = K(E) x, handed to a functor as it is summed.
//
// A block of threads takes a column of tiles, 16 x 8 nodes wide, upwards plane by plane. Of each
// node plane, with one layer more on every side, the displacements come through shared memory,
// fetched two planes ahead. A thread has one column of elements: it transforms the plane's four
// corners into modes in x and y once for the elements below and above, combines two planes into the
// modes of an element (Element/VoxelHex8.h), and sums the forces on a plane in those modes before it
// transforms back. Neighbours in x and y then add up by shuffles. Four warps have the 16 x 8
// elements that begin at the tile's nodes, two rows each; a fifth those before in x and in y, whose
// forces, like those from one warp to the next, go through shared memory. So a sixth of the
// elements is computed twice, nothing is added in memory, and sums have a fixed order.

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
constexpr int Wide = 2 * Edge;               ///< nodes of a tile along x
constexpr int Deep = Edge;                   ///< and along y
constexpr int RowNodes = Wide + 2;           ///< of a plane in shared memory
constexpr int PlaneNodes = RowNodes * (Deep + 2);
constexpr int Warps = 5;
constexpr int Threads = 32 * Warps;
constexpr int NodeRows = VoxelTile::Wide * (Deep + 2);       ///< rows of bricks in a node plane
constexpr int ElementRows = (VoxelTile::Wide - 1) * (Deep + 1);
constexpr int Ring = 4;                      ///< planes in shared memory
constexpr int Ahead = 2;                     ///< planes between fetching one and the step that needs it
constexpr unsigned Everyone = 0xffffffffU;

/// Where the rows of bricks of 8 planes begin in vectors, and which of their 8 places are taken.
struct LayerRows
{
  std::uint32_t nodeStart[Edge][NodeRows];
  std::uint32_t elementStart[Edge][ElementRows];
  std::uint8_t nodes[Edge][NodeRows];
  std::uint8_t elements[Edge][ElementRows];
};

template <class Real>
struct Shared
{
  Real planes[Ring][3 * PlaneNodes];
  Real moduli[Ring][Threads];
  Real fromRowBefore[2][Warps - 1][3][Wide]; ///< forces of the row of elements before a warp's
  Real fromBefore[2][Deep][3];               ///< of the elements before the tile in x
  Real stage[Warps - 1][3 * 32];             ///< a warp's forces in the order of memory
  LayerRows layers[2];
};

struct Grid
{
  const VoxelBrick* bricks;
  const VoxelTile* tiles;
  const VoxelColumn* columns;
};

/// Which rows a thread looks up for each layer: nodes or elements of one brick, in 4 of 8 planes.
__device__ __forceinline__ void readLayer(
  const Grid& grid, const VoxelColumn& column, int layer, LayerRows& rows)
{
  constexpr int Lookups = NodeRows + ElementRows;
  const int thread = static_cast<int>(threadIdx.x);
  if (thread >= 2 * Lookups)
  {
    return;
  }
  const int lookup = thread % Lookups;
  const bool ofNodes = lookup < NodeRows;
  const int place = ofNodes ? lookup : lookup - NodeRows;
  const int wide = ofNodes ? VoxelTile::Wide : VoxelTile::Wide - 1;
  const int along = place % wide;
  const int row = place / wide; // from one before the tile
  const int brickRow = (row + Edge - 1) / Edge;
  const bool there = layer >= -column.goesOnBelow && layer < column.count + column.goesOnAbove;
  const std::int32_t b =
    there ? grid.tiles[column.first + layer].bricks[VoxelTile::Wide * brickRow + along] : -1;
  const int begin = Edge / 2 * (thread / Lookups);
#pragma unroll
  for (int z = begin; z < begin + Edge / 2; ++z)
  {
    const int r = (row + Edge - 1) % Edge + Edge * z;
    std::uint32_t start = 0;
    std::uint8_t mask = 0;
    if (b >= 0)
    {
      const VoxelBrick& brick = grid.bricks[b];
      start = ofNodes ? brick.firstNode + brick.nodeRows[r] : brick.firstElement + brick.elementRows[r];
      mask = ofNodes ? brick.nodes[r] : brick.elements[r];
    }
    if (ofNodes)
    {
      rows.nodeStart[z][place] = start;
      rows.nodes[z][place] = mask;
    }
    else
    {
      rows.elementStart[z][place] = start;
      rows.elements[z][place] = mask;
    }
  }
}

/// A place in a plane: its row of a brick, the bit there, and where it goes in shared memory.
struct Place
{
  int row = 0;
  int bit = 0;
  int target = -1; ///< none if negative
};

/// Of a node at x, y from the tile's first.
__device__ __forceinline__ Place nodePlace(int x, int y)
{
  return { (x + Edge) / Edge + VoxelTile::Wide * (y + 1), x & (Edge - 1),
    3 * (x + 1 + RowNodes * (y + 1)) };
}

__device__ __forceinline__ unsigned bitsBelow(unsigned mask, int bit)
{
  return __popc(mask & ((1U << bit) - 1U));
}

template <class Real>
__device__ __forceinline__ void fetchNode(
  const LayerRows& rows, int z, const Place& place, const Real* x, Real* plane)
{
  const unsigned mask = rows.nodes[z][place.row];
  const bool there = mask >> place.bit & 1U;
  const Real* from = x +
    (there ? 3 * std::int64_t(rows.nodeStart[z][place.row] + bitsBelow(mask, place.bit)) : 0);
  const std::size_t zeros = there ? 0 : sizeof(Real);
#pragma unroll
  for (int c = 0; c < 3; ++c)
  {
    __pipeline_memcpy_async(plane + place.target + c, from + c, sizeof(Real), zeros);
  }
}

template <class Real>
__device__ __forceinline__ void fetchModulus(
  const LayerRows& rows, int z, const Place& place, const Real* moduli, Real* target)
{
  const unsigned mask = place.target < 0 ? 0U : rows.elements[z][place.row];
  const bool there = mask >> place.bit & 1U;
  const Real* from =
    moduli + (there ? rows.elementStart[z][place.row] + bitsBelow(mask, place.bit) : 0U);
  __pipeline_memcpy_async(target, from, sizeof(Real), there ? 0 : sizeof(Real));
}

/// Modes in x and y, of 4 corners, for each component.
template <class Real>
__device__ __forceinline__ void faceModes(const Real* plane, int corner, Real (&p)[12])
{
#pragma unroll
  for (int c = 0; c < 3; ++c)
  {
    const Real* at = plane + corner + c;
    const Real a = at[0];
    const Real b = at[3];
    const Real d = at[3 * RowNodes];
    const Real e = at[3 * RowNodes + 3];
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
 * @param plane of its upper corners @param p modes of displacements: of the lower corners before,
 *   of the upper ones after @param upper forces of the element below, replaced by this one's
 * @param face gets the sum on the plane between both
 */
template <class Real, class Element>
__device__ __forceinline__ void elementForces(const Real* plane, int corner, Real young,
  const Element& unit, Real (&p)[12], Real (&upper)[12], Real (&face)[12])
{
  Real q[12];
  faceModes(plane, corner, q);
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

/// What a thread does with forces on a face: how it adds to its neighbours'.
struct Neighbours
{
  int laneX;  ///< the lane of the element before in x
  int laneY;  ///< and in y
  bool hasX;
  bool hasY;
  bool onlyUpper; ///< before the tile in x: the corners after it alone belong to the tile
};

template <class Real, class Element, class Finish>
__global__ void __launch_bounds__(Threads, sizeof(Real) == 4 ? 5 : 3)
  sweep(const Grid grid, const Real* moduli, const Element unit, const Real* x, const Finish finish)
{
  extern __shared__ __align__(16) unsigned char memory[];
  Shared<Real>& shared = *reinterpret_cast<Shared<Real>*>(memory);
  const VoxelColumn column = grid.columns[blockIdx.x];
  const int planes = Edge * column.count;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const bool inside = warp < Warps - 1;

  // The element and the nodes of this thread.
  int ex = lane % Wide;
  int ey = 2 * warp + lane / Wide;
  Place nodes[2];
  Place element;
  Neighbours around = { lane, lane, false, false, false };
  if (inside)
  {
    nodes[0] = nodePlace(ex, ey);
    around = { (lane - 1) & 31, lane & (Wide - 1), ex > 0, lane >= Wide, false };
    element.target = 0;
  }
  else
  {
    // Lanes 0 to 8: the column before in x, from y = -1; 9 to 24: the row before in y.
    const bool before = lane <= Deep;
    ex = before ? -1 : lane - Deep - 1;
    ey = before ? lane - 1 : -1;
    around = { (lane - 1) & 31, (lane - 1) & 31, !before && ex > 0, before && lane > 0, before };
    element.target = lane <= Deep + Wide ? 0 : -1;
    // The nodes around the tile: two rows of 18 and two columns of 8.
#pragma unroll
    for (int n = 0; n < 2; ++n)
    {
      const int i = lane + 32 * n;
      const int j = i - 2 * RowNodes;
      if (i < 2 * RowNodes)
      {
        nodes[n] = nodePlace(i % RowNodes - 1, i < RowNodes ? -1 : Deep);
      }
      else if (j < 2 * Deep)
      {
        nodes[n] = nodePlace(j < Deep ? -1 : Wide, j % Deep);
      }
    }
  }
  const bool idle = element.target < 0;
  element.row = idle ? 0 : (ex + Edge) / Edge + (VoxelTile::Wide - 1) * (ey + 1);
  element.bit = ex & (Edge - 1);
  const int corner = idle ? 0 : 3 * (ex + 1 + RowNodes * (ey + 1));
  const Real signX = around.onlyUpper ? Real(1) : Real(-1);
  const Real weightX = around.hasX ? Real(1) : Real(0);
  const Real weightY = around.hasY ? Real(1) : Real(0);

  const auto rowsOf = [&](int plane) -> const LayerRows&
  { return shared.layers[plane >> 3 & 1]; };
  const auto fetchPlane = [&](int plane)
  {
    const LayerRows& rows = rowsOf(plane);
    Real* target = shared.planes[plane & (Ring - 1)];
    fetchNode(rows, plane & (Edge - 1), nodes[0], x, target);
    if (!inside && nodes[1].target >= 0)
    {
      fetchNode(rows, plane & (Edge - 1), nodes[1], x, target);
    }
  };
  const auto fetchModuli = [&](int plane)
  {
    fetchModulus(rowsOf(plane), plane & (Edge - 1), element, moduli,
      shared.moduli[plane & (Ring - 1)] + threadIdx.x);
  };

  readLayer(grid, column, -1, shared.layers[1]);
  readLayer(grid, column, 0, shared.layers[0]);
  __syncthreads();
  fetchPlane(-1);
  fetchModuli(-1);
  fetchPlane(0);
  __pipeline_commit();
  fetchModuli(0);
  fetchPlane(1);
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

  // Step k: elements between node planes k and k + 1, and the forces on plane k - 1 to memory.
  for (int k = -1; k <= planes; ++k)
  {
    __pipeline_wait_prior(Ahead - 1);
    __syncthreads();

    if (k > 0 && inside)
    {
      const LayerRows& rows = rowsOf(k - 1);
      const int z = (k - 1) & (Edge - 1);
      const unsigned mask = rows.nodes[z][nodes[0].row];
      const unsigned start = rows.nodeStart[z][nodes[0].row];
      const bool there = mask >> nodes[0].bit & 1U;
      const unsigned all = __ballot_sync(Everyone, there);
      if (all)
      {
        const int parity = (k - 1) & 1;
        // Lanes of the left brick and of the right one; each has two rows that follow in memory.
        const unsigned left = 0x00ff00ffU;
        const unsigned half = ex < Edge ? left : ~left;
        Real* stage = shared.stage[warp];
        if (there)
        {
          const int at =
            3 * static_cast<int>(bitsBelow(all & half, lane)) + (ex < Edge ? 0 : 3 * 2 * Edge);
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
        const unsigned starts[2] = { __shfl_sync(Everyone, start, 0),
          __shfl_sync(Everyone, start, Edge) };
        const int counts[2] = { 3 * __popc(all & left), 3 * __popc(all & ~left) };
        __syncwarp();
#pragma unroll
        for (int i = lane; i < 3 * 32; i += 32)
        {
          const int side = i >= 3 * 2 * Edge;
          const int at = i - side * 3 * 2 * Edge;
          if (at < (side ? counts[1] : counts[0]))
          {
            finish(3 * std::int64_t(side ? starts[1] : starts[0]) + at, stage[i]);
          }
        }
        __syncwarp();
      }
    }
    if (k == planes)
    {
      break;
    }

    if ((k & (Edge - 1)) == 1)
    {
      // What is replaced was last used to write plane k - 2, and the next is first needed by the
      // planes fetched four steps from now.
      readLayer(grid, column, (k >> 3) + 1, shared.layers[((k >> 3) + 1) & 1]);
    }
    if (k + 1 + Ahead <= planes)
    {
      fetchPlane(k + 1 + Ahead);
    }
    if (k + Ahead < planes)
    {
      fetchModuli(k + Ahead);
    }
    __pipeline_commit();

    const Real young = shared.moduli[k & (Ring - 1)][threadIdx.x];
    const bool solid = __any_sync(Everyone, young != Real(0));
    const bool loaded = solid || solidBefore;
    Real face[12]; // modes of forces on plane k
    if (solid)
    {
      if (!solidBefore)
      {
        faceModes(shared.planes[k & (Ring - 1)], corner, p);
      }
      elementForces(shared.planes[(k + 1) & (Ring - 1)], corner, young, unit, p, upper, face);
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
        const Real evenY = m[0] + m[1];
        const Real oddY = m[2] + m[3];
        const Real even = m[0] + signX * m[1] +
          weightX * __shfl_sync(Everyone, evenY, around.laneX);
        const Real odd = m[2] + signX * m[3] + weightX * __shfl_sync(Everyone, oddY, around.laneX);
        last[c] = even + odd;
        force[c] = even - odd + weightY * __shfl_sync(Everyone, last[c], around.laneY);
      }
    }
    const int parity = k & 1;
    if (inside)
    {
      if (lane >= Wide && warp < Warps - 2)
      {
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          shared.fromRowBefore[parity][warp + 1][c][lane - Wide] = last[c];
        }
      }
    }
    else if (lane > Deep)
    {
      if (!idle)
      {
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          shared.fromRowBefore[parity][0][c][ex] = last[c];
        }
      }
    }
    else if (lane > 0)
    {
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        shared.fromBefore[parity][ey][c] = force[c];
      }
    }
  }
}
}
}

#endif
