#ifndef TRABECULA_OPERATOR_VOXELSWEEP_CUH
#define TRABECULA_OPERATOR_VOXELSWEEP_CUH

// The voxel product on CUDA: y = K(E) x, handed to a functor as it is summed.
//
// A block of threads takes a column of tiles, 8 x 16 or 8 x 32 nodes wide, upwards plane by plane. Of
// each node plane, with one layer more on every side, the displacements come through shared memory,
// fetched two planes ahead. A thread has one or two columns of elements side by side along y: it
// transforms the plane's corners into modes in x and y once for the elements below and above,
// combines two planes into the modes of an element (Element/VoxelHex8.h), and sums the forces on a
// plane in those modes before it transforms back. Neighbours in x and y then add up by shuffles. Four
// warps have the elements that begin at the tile's nodes; a fifth those before in x and in y, whose
// forces, like those from one warp to the next, go through shared memory. So a sixth of the elements
// is computed twice, nothing is added in memory, and sums have a fixed order. Warps skip what is void.

#include "Operator/VoxelSweepParts.cuh"

namespace trabecula
{
namespace voxelsweep
{
/// Blocks that should fit on a multiprocessor: more hide more, with fewer registers each.
template <class Real>
constexpr int BlocksTogether = sizeof(Real) == 4 ? 3 : 3;

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
  Real young[Ring][R];
  readModuli(shared.rows[3][3], role, moduli, young[3]);
  fetchPlane(shared.rows[3][3], role, x, shared.planes[3]);
  fetchPlane(shared.rows[0][0], role, x, shared.planes[0]);
  __pipeline_commit();
  readModuli(shared.rows[0][0], role, moduli, young[0]);
  fetchPlane(shared.rows[0][1], role, x, shared.planes[1]);
  __pipeline_commit();

  Real p[R][12];     // modes of the plane below the elements
  Real upper[R][12]; // modes of forces on the plane above the elements before
  Real force[R][3];  // on this thread's nodes, less what comes from other warps
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

  // Step k = 4 g + u - 1: elements between node planes k and k + 1, and the forces on plane k - 1 to
  // memory. Planes are in places k mod 4 of every ring.
  const int groups = 2 * column.count;
  for (int g = 0; g <= groups; ++g)
  {
    const auto& rowsBefore = shared.rows[(g - 1) & 3];
    const auto& rowsHere = shared.rows[g & 3];
    const auto& rowsAfter = shared.rows[(g + 1) & 3];
#pragma unroll
    for (int u = 0; u < 4; ++u)
    {
      __pipeline_wait_prior(1);
      __syncthreads();
      if ((g > 0 || u >= 2) && role.inside)
      {
        writeForces(u < 2 ? rowsBefore[u + 2] : rowsHere[u - 2], role, shared, u & 1, force, finish);
      }
      if (u == 1 && g == groups)
      {
        return;
      }
      if (u == 2 && g % 2 == 0)
      {
        // What is replaced was last used to write plane k - 2, and the next is first needed by the
        // planes fetched four steps from now.
        lookups.fetch(nextBricks, g / 2 + 1, shared.rows);
        nextBricks = lookups.bricks(g / 2 + 2);
      }
      if (g < groups)
      {
        // The last of these lie beyond the column and are not used.
        fetchPlane(
          u < 2 ? rowsHere[u + 2] : rowsAfter[u - 2], role, x, shared.planes[(u + 2) & 3]);
        readModuli(u < 3 ? rowsHere[u + 1] : rowsAfter[0], role, moduli, young[(u + 1) & 3]);
      }
      __pipeline_commit();

      const Real(&modulus)[R] = young[(u + 3) & 3];
      bool mine = modulus[0] != Real(0);
      if (R > 1)
      {
        mine = mine || modulus[R - 1] != Real(0);
      }
      const bool solid = __any_sync(Everyone, mine);
      Real last[3]; // on the nodes after the last element in y
      if (solid || solidBefore)
      {
        Real face[R][12]; // modes of forces on plane k
        if (solid)
        {
          if (!solidBefore)
          {
            faceModes<R>(shared.planes[(u + 3) & 3] + role.corner, p);
          }
          Real q[R][12];
          faceModes<R>(shared.planes[u] + role.corner, q);
#pragma unroll
          for (int r = 0; r < R; ++r)
          {
            elementForces(q[r], modulus[r], unit, p[r], upper[r], face[r]);
          }
        }
        else
        {
#pragma unroll
          for (int i = 0; i < 12 * R; ++i)
          {
            face[i / 12][i % 12] = upper[i / 12][i % 12];
            upper[i / 12][i % 12] = Real(0);
          }
        }
        addUpInWarp(face, role, force, last);
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
      giveForces(role, shared, (u + 1) & 1, force, last);
    }
  }
}
}
}

#endif
