#ifndef TRABECULA_OPERATOR_VOXEL_VOXELSTACKPRODUCT_CUH
#define TRABECULA_OPERATOR_VOXEL_VOXELSTACKPRODUCT_CUH

// The voxel product on CUDA for porous samples: y = K(E) x, passed to a functor Finish as by
// VoxelSweep.cuh.
//
// A block of threads has a tile of nodes, half a brick. It copies their displacements, with one
// layer more on every side, to shared memory. A thread computes the elements of a stack
// (VoxelStacks.h) one after the other, as a sweep does, and writes the forces on each plane of
// nodes to shared memory, for each corner of its column apart, as any thread may have the columns
// around. Then a thread sums the forces of the four columns at a node. A full tile computes 405
// elements, of which 256 are its own; there are no atomics, and sums have a fixed order.

#include "Operator/Voxel/VoxelStacks.h"
#include "Operator/Voxel/VoxelSweepParts.cuh"

namespace trabecula
{
namespace voxelstacks
{
using Stacks = VoxelStacks<CudaSpace>;
using voxelsweep::Numbers;

constexpr int Edge = VoxelBrick::Edge;
constexpr int Layers = Stacks::Layers;
constexpr int Tiles = Stacks::Tiles; ///< of a brick
constexpr int Threads = 96;
/// Blocks per multiprocessor: as many as the shared memory of Hopper allows. Of whole bricks it
/// allows five, which is slower, although these compute fewer elements twice.
constexpr int BlocksTogether = 9;

constexpr int Nodes = Edge + 2; ///< of a tile along x and y, with one more at both ends
constexpr int NodeRows = Nodes * (Layers + 2);
constexpr int Columns = Stacks::Wide * Stacks::Wide;
constexpr int Corners = 4; ///< of a column
/// Rows of eight nodes along x that a block has a thread for.
constexpr int RowsTogether = Threads / Edge;
static_assert(Threads % Edge == 0 && NodeRows % RowsTogether == 0 && NodeRows <= Threads);

/// A row of nodes along x of a tile, and one node more at both ends.
struct alignas(16) Row
{
  std::uint32_t start;
  std::uint32_t mask;  ///< of those in the tile
  std::int32_t before; ///< number of the node before the tile, -1 for none
  std::int32_t after;
};

template <class Real>
struct Shared
{
  /// Displacements, x fastest; then forces in the order of memory.
  alignas(16) Real box[3 * Nodes * NodeRows];
  /// Forces of columns on their corners, on the planes of the tile.
  alignas(16) Real forces[Corners][3][Layers][Columns];
  Row rows[NodeRows]; ///< y fastest, from one before the tile
};

/// What stacks there are, and where bricks have their nodes.
struct Grid
{
  std::int32_t numberOfBricks;
  const VoxelBrick* bricks;
  const VoxelBrickRows* rows; ///< the last brick is empty
  const std::uint32_t* firstGroups;
  const std::uint16_t* stacks;
  const std::uint32_t* firstModuli;
};

/// Bricks before, around and after a row along x.
struct RowBricks
{
  std::int32_t number[3];
  int row; ///< in each of them

  __device__ RowBricks(const Grid& grid, std::int32_t brick, int lowest, int place)
  {
    const int j = place % Nodes + Edge - 1;
    const int k = place / Nodes + lowest + Edge - 1;
    this->row = j % Edge + Edge * (k % Edge);
    const std::int32_t* neighbours =
      grid.bricks[brick].neighbours + 3 * (j / Edge) + 9 * (k / Edge);
#pragma unroll
    for (int n = 0; n < 3; ++n)
    {
      this->number[n] = neighbours[n];
    }
  }
  __device__ Row find(const Grid& grid) const
  {
    VoxelRow found[3];
#pragma unroll
    for (int n = 0; n < 3; ++n)
    {
      const std::int32_t b = this->number[n] < 0 ? grid.numberOfBricks : this->number[n];
      found[n] = grid.rows[b].nodes[this->row];
    }
    constexpr unsigned Last = 1U << (Edge - 1);
    const auto last =
      static_cast<std::int32_t>(found[0].start + voxelsweep::bitsBefore(found[0], Last));
    return { found[1].start, found[1].mask & 0xffU, found[0].mask & Last ? last : -1,
      found[2].mask & 1U ? static_cast<std::int32_t>(found[2].start) : -1 };
  }
};

__device__ __forceinline__ unsigned bitsBefore(const Row& row, unsigned bit)
{
  return __popc(row.mask & (bit - 1U));
}

template <class Real>
__device__ __forceinline__ void fetchNode(std::int64_t node, const Real* x, Real* to)
{
  const Real* from = x + 3 * node;
#pragma unroll
  for (int c = 0; c < 3; ++c)
  {
    __pipeline_memcpy_async(to + c, from + c, sizeof(Real));
  }
}

/// Fetches the displacements of the nodes of a tile and around it. Stale values elsewhere are not
/// read.
template <class Real>
__device__ __forceinline__ void fetchNodes(const Real* x, Shared<Real>& shared)
{
  const int thread = static_cast<int>(threadIdx.x);
  const int i = thread % Edge;
  const unsigned bit = 1U << i;
#pragma unroll
  for (int n = 0; n < NodeRows / RowsTogether; ++n)
  {
    const int place = thread / Edge + RowsTogether * n;
    const Row row = shared.rows[place];
    if (row.mask & bit)
    {
      fetchNode(std::int64_t(row.start + bitsBefore(row, bit)), x,
        shared.box + 3 * (i + 1 + Nodes * place));
    }
  }
#pragma unroll
  for (int n = 0; n < (2 * NodeRows + Threads - 1) / Threads; ++n)
  {
    const int end = thread + Threads * n;
    if (end < 2 * NodeRows)
    {
      const bool isAfter = end >= NodeRows;
      const int place = isAfter ? end - NodeRows : end;
      const std::int32_t node = isAfter ? shared.rows[place].after : shared.rows[place].before;
      if (node >= 0)
      {
        fetchNode(
          std::int64_t(node), x, shared.box + 3 * (Nodes * place + (isAfter ? Nodes - 1 : 0)));
      }
    }
  }
}

/// Writes forces on a plane, in modes in x and y, for the four corners of a column.
template <class Real>
__device__ __forceinline__ void storeForces(const Real (&face)[12], Real* to)
{
  constexpr int Stride = Layers * Columns;
#pragma unroll
  for (int c = 0; c < 3; ++c)
  {
    const Real* m = face + 4 * c;
    const Real low = m[0] - m[1];
    const Real high = m[0] + m[1];
    const Real lowOdd = m[2] - m[3];
    const Real highOdd = m[2] + m[3];
    to[c * Stride] = low - lowOdd;
    to[(3 + c) * Stride] = high - highOdd;
    to[(6 + c) * Stride] = low + lowOdd;
    to[(9 + c) * Stride] = high + highOdd;
  }
}

/// A stack of a thread, with the moduli of its first two elements on their way.
template <class Real>
struct StackOfThread
{
  int column = 0;
  int first = 0;
  int length = 0;
  const Real* moduli = nullptr;
  Real modulus = Real(0);
  Real next = Real(0);

  __device__ StackOfThread(
    const Grid& grid, std::uint32_t group, std::uint32_t groups, int lane, const Real* all)
  {
    if (group < groups)
    {
      const unsigned stack = grid.stacks[Stacks::GroupSize * std::uint64_t(group) + unsigned(lane)];
      this->moduli = all + grid.firstModuli[group] + lane;
      this->column = Stacks::column(stack);
      this->first = Stacks::first(stack);
      this->length = Stacks::length(stack);
      this->modulus = this->length > 0 ? this->moduli[0] : Real(0);
      this->next = this->length > 1 ? this->moduli[Stacks::GroupSize] : Real(0);
    }
  }
};

/// Computes the forces of a stack.
template <class Real, class Element>
__device__ __forceinline__ void compute(
  StackOfThread<Real> stack, const Element& unit, Shared<Real>& shared)
{
  constexpr int Plane = 3 * Nodes * Nodes;
  if (stack.length == 0)
  {
    return;
  }
  const Real* corner = shared.box +
    3 * (stack.column % Stacks::Wide + Nodes * (stack.column / Stacks::Wide)) + Plane * stack.first;
  Real* to = &shared.forces[0][0][0][0] + stack.column + Columns * (stack.first - 1);
  Real p[1][12];  // modes of the plane below an element
  Real upper[12]; // modes of forces on the plane above the element before
  voxelsweep::faceModes<1, 3 * Nodes>(corner, p);
#pragma unroll
  for (Real& value : upper)
  {
    value = Real(0);
  }
#pragma unroll 1
  for (int k = 0; k < stack.length; ++k)
  {
    corner += Plane;
    Real q[1][12];
    Real face[12]; // modes of forces on the plane between
    voxelsweep::faceModes<1, 3 * Nodes>(corner, q);
    const Real young = stack.modulus;
    stack.modulus = stack.next;
    if (k + 2 < stack.length)
    {
      stack.next = stack.moduli[Stacks::GroupSize * (k + 2)];
    }
    voxelsweep::elementForces(q[0], young, unit, p[0], upper, face);
    if (stack.first + k > 0)
    {
      storeForces(face, to);
    }
    to += Columns;
  }
  if (stack.first + stack.length <= Layers)
  {
    storeForces(upper, to);
  }
}

/// Sums the forces of columns on the nodes of a tile, which are written in the order of memory.
template <class Real>
__device__ __forceinline__ void sumOnNodes(
  const Shared<Real>& shared, std::uint32_t firstNode, Real* sums)
{
  constexpr int Wide = Stacks::Wide;
  const int thread = static_cast<int>(threadIdx.x);
  const int i = thread % Edge;
  const unsigned bit = 1U << i;
#pragma unroll
  for (int n = 0; n < (Edge * Layers + RowsTogether - 1) / RowsTogether; ++n)
  {
    const int place = thread / Edge + RowsTogether * n;
    if (place >= Edge * Layers)
    {
      break;
    }
    const int j = place % Edge;
    const int k = place / Edge;
    const Row row = shared.rows[j + 1 + Nodes * (k + 1)];
    if (row.mask & bit)
    {
      const int column = i + 1 + Wide * (j + 1);
      Real* to = sums + 3 * (row.start - firstNode + bitsBefore(row, bit));
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        const auto of = [&](int corner, int before)
        { return shared.forces[corner][c][k][column - before]; };
        to[c] = (of(0, 0) + of(1, 1)) + (of(2, Wide) + of(3, Wide + 1));
      }
    }
  }
}

/// Passes forces to finish, as many at a time as an instruction loads.
template <class Real, class Finish>
__device__ __forceinline__ void finishForces(
  const Real* forces, std::int64_t begin, int count, const Finish& finish)
{
  constexpr int Piece = 16 / static_cast<int>(sizeof(Real));
  constexpr int Ahead = 2; // pieces that are on their way before one is waited for
  const int thread = static_cast<int>(threadIdx.x);
  // Pieces begin at their multiples; what is left at both ends is passed by single numbers.
  const int inFront = finish.aligned ? (Piece - static_cast<int>(begin % Piece)) % Piece : count;
  const int pieces = count > inFront ? (count - inFront) / Piece : 0;
  for (int piece = thread; piece < pieces; piece += Ahead * Threads)
  {
    typename Finish::template Operands<Piece> operands[Ahead];
#pragma unroll
    for (int n = 0; n < Ahead; ++n)
    {
      if (piece + Threads * n < pieces)
      {
        operands[n] = finish.template read<Piece>(begin + inFront + Piece * (piece + Threads * n));
      }
    }
#pragma unroll
    for (int n = 0; n < Ahead; ++n)
    {
      if (piece + Threads * n < pieces)
      {
        const int i = inFront + Piece * (piece + Threads * n);
        finish.write(begin + i, Numbers<Real, Piece>::load(forces + i), operands[n]);
      }
    }
  }
  const int alone = count - Piece * pieces;
  for (int n = Threads - 1 - thread; n < alone; n += Threads)
  {
    const int i = n < inFront ? n : n + Piece * pieces;
    finish.write(begin + i, Numbers<Real, 1>::load(forces + i), finish.template read<1>(begin + i));
  }
}

template <class Real, class Element, class Finish>
__global__ void __launch_bounds__(Threads, BlocksTogether) multiply(
  const Grid grid, const Real* moduli, const Element unit, const Real* x, const Finish finish)
{
  constexpr int Piece = 16 / static_cast<int>(sizeof(Real));
  extern __shared__ __align__(16) unsigned char memory[];
  Shared<Real>& shared = *reinterpret_cast<Shared<Real>*>(memory);
  const auto tile = static_cast<std::int32_t>(blockIdx.x);
  const int thread = static_cast<int>(threadIdx.x);
  const int lane = thread % 32;
  const std::uint32_t groups = grid.firstGroups[tile + 1];
  std::uint32_t group = grid.firstGroups[tile] + static_cast<unsigned>(thread) / 32U;
  {
    const RowBricks bricks(grid, tile / Tiles, Layers * (tile % Tiles), min(thread, NodeRows - 1));
    // Columns without an element on a plane have no force.
    Real* all = &shared.forces[0][0][0][0];
    constexpr int Count = Corners * 3 * Layers * Columns;
#pragma unroll
    for (int n = 0; n < (Count + Piece * Threads - 1) / (Piece * Threads); ++n)
    {
      const int i = Piece * (thread + Threads * n);
      if (i < Count)
      {
        Numbers<Real, Piece>{}.store(all + i);
      }
    }
    if (thread < NodeRows)
    {
      shared.rows[thread] = bricks.find(grid);
    }
  }
  StackOfThread<Real> stack(grid, group, groups, lane, moduli);
  __syncthreads();
  fetchNodes(x, shared);
  __pipeline_commit();
  const std::uint32_t firstNode = shared.rows[Nodes + 1].start;
  const Row last = shared.rows[Edge + Nodes * Layers];
  const int count = 3 * static_cast<int>(last.start - firstNode + __popc(last.mask));
  const std::int64_t begin = 3 * std::int64_t(firstNode);
  for (int i = 32 * thread; i < count; i += 32 * Threads)
  {
    finish.prefetch(begin + i);
  }
  __pipeline_wait_prior(0);
  __syncthreads();

  while (group < groups)
  {
    compute(stack, unit, shared);
    group += Threads / 32;
    stack = StackOfThread<Real>(grid, group, groups, lane, moduli);
  }
  __syncthreads();

  // Aligned as in memory.
  Real* sums = shared.box + begin % Piece;
  sumOnNodes(shared, firstNode, sums);
  __syncthreads();
  finishForces(sums, begin, count, finish);
}
}
}

#endif
