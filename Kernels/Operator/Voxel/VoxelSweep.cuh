#ifndef TRABECULA_OPERATOR_VOXELSWEEP_CUH
#define TRABECULA_OPERATOR_VOXELSWEEP_CUH

// The voxel product on CUDA: y = K(E) x, passed to a functor Finish.
//
// A block of threads processes a column of tiles of 8 x 16 or 8 x 32 nodes plane by plane along z.
// The displacements of each node plane, with one layer more on every side, are copied to shared
// memory two planes ahead. A thread processes one or two adjacent columns of elements: it
// transforms the plane's corners into modes in x and y once for the elements below and above,
// combines two planes into the modes of an element (Element/VoxelHex8.h), and sums the forces on a
// plane in those modes before it transforms back. Neighbours in x and y are then summed by
// shuffles. Four warps process the elements that begin at the tile's nodes; a fifth those before in
// x and y, whose forces, like those between warps, are exchanged through shared memory. A sixth of
// the elements is computed twice; there are no atomics, and sums have a fixed order. Warps skip
// void elements.

#include "Operator/Voxel/VoxelSweepParts.cuh"

namespace trabecula
{
namespace voxelsweep
{
/// Blocks per multiprocessor: a compromise between latency hiding and registers per thread.
template <class Real>
constexpr int BlocksTogether = sizeof(Real) == 4 ? 4 : 3;

template <class Real, int R, class Element, class Finish>
__global__ void __launch_bounds__(Threads, BlocksTogether<Real>)
  sweep(const Grid grid, const Real* moduli, const Element unit, const Real* x, const Finish finish)
{
  using Size = Tile<R>;
  extern __shared__ __align__(16) unsigned char memory[];
  Shared<Real, R>& shared = *reinterpret_cast<Shared<Real, R>*>(memory);
  const VoxelColumn column = grid.columns[blockIdx.x];
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const Role<R> role(warp, lane);
  const Weights<Real> weights(role);
  const RowLookups<R> lookups(grid, column);

  for (int i = static_cast<int>(threadIdx.x); i < Ring * Size::PlaneSize; i += Threads)
  {
    shared.planes[0][i] = Real(0);
  }
  lookups.fetch(lookups.bricks(-1), -1, shared.rows);
  lookups.fetch(lookups.bricks(0), 0, shared.rows);
  Bricks<R> nextBricks = lookups.bricks(1);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  fetchPlane(shared.rows[2 * Edge - 1], role, x, shared.planes[Ring - 1]);
  fetchModuli(shared.rows[2 * Edge - 1], role, moduli, shared.moduli[Ring - 1]);
  fetchPlane(shared.rows[0], role, x, shared.planes[0]);
  __pipeline_commit();
  fetchModuli(shared.rows[0], role, moduli, shared.moduli[0]);
  fetchPlane(shared.rows[1], role, x, shared.planes[1]);
  __pipeline_commit();

  Real p[R][12];     // modes of the plane below the elements
  Real upper[R][12]; // modes of forces on the plane above the elements before
  Real force[R][3];  // on this thread's nodes, without contributions of other warps
  bool solidBefore = false;
#pragma unroll
  for (int i = 0; i < 12 * R; ++i)
  {
    upper[i / 12][i % 12] = Real(0);
  }
#pragma unroll
  for (int i = 0; i < 3 * R; ++i)
  {
    force[i / 3][i % 3] = Real(0);
  }

  // Step k: elements between node planes k and k + 1, and the forces on plane k - 1 to memory.
  // Planes are at k mod 4 or k mod 16 of their ring buffers. The loop is not unrolled, so that it
  // fits into the instruction cache.
  const int planes = Edge * column.count;
#pragma unroll 1
  for (int k = -1;; ++k)
  {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k > 0 && role.inside)
    {
      writeForces(shared.rows[(k - 1) & 15], role, shared, (k - 1) & 1, force, finish);
    }
    if (k == planes)
    {
      return;
    }
    if (k % Edge == 1)
    {
      // The replaced rows were last used to write plane k - 2; the new ones are first used by the
      // planes fetched four steps later.
      lookups.fetch(nextBricks, k / Edge + 1, shared.rows);
      nextBricks = lookups.bricks(k / Edge + 2);
    }
    // The last of these are beyond the column and are not used.
    fetchPlane(shared.rows[(k + 3) & 15], role, x, shared.planes[(k + 3) & 3]);
    fetchModuli(shared.rows[(k + 2) & 15], role, moduli, shared.moduli[(k + 2) & 3]);
    __pipeline_commit();

    Real modulus[R];
    bool mine = false;
#pragma unroll
    for (int r = 0; r < R; ++r)
    {
      modulus[r] = shared.moduli[k & 3][r][threadIdx.x];
      mine = mine || modulus[r] != Real(0);
    }
    const bool solid = __any_sync(FullWarp, mine);
    Real last[3]; // on the nodes after the last element in y
    if (solid || solidBefore)
    {
      if (!solidBefore)
      {
        faceModes<R>(shared.planes[k & 3] + role.corner, p);
      }
      Real q[R][12];
      Real face[R][12]; // modes of forces on plane k
      faceModes<R>(shared.planes[(k + 1) & 3] + role.corner, q);
#pragma unroll
      for (int r = 0; r < R; ++r)
      {
        elementForces(q[r], modulus[r], unit, p[r], upper[r], face[r]);
      }
      sumInWarp(face, role, weights, force, last);
    }
    else
    {
#pragma unroll
      for (int i = 0; i < 3 * R; ++i)
      {
        force[i / 3][i % 3] = Real(0);
      }
      last[0] = last[1] = last[2] = Real(0);
    }
    solidBefore = solid;
    storeSharedForces(role, shared, k & 1, force, last);
  }
}
}
}

#endif
