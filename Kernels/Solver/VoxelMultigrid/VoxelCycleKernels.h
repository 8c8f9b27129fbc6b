#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELCYCLEKERNELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELCYCLEKERNELS_H

// Loops of the multigrid cycle on voxels, for the library's own sources.

#include "Core/Cuda/Warps.h"
#include "Core/Execution/InterleavedReduction.h"
#include "Core/Parallel.h"
#include "Element/VoxelTransferHex8.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/SmootherKernels.h"
#include "Solver/VoxelMultigrid/VoxelGalerkin.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// What becomes of an entry i of a product, q, of an unknown: they differ for interleaved columns.
/// read() gives what else is needed, so that it can be on its way while the product is computed: on
/// a GPU levels wait for memory more than for its traffic.
struct StoreEntry
{
  float* y;

  struct Operands
  {
  };
  TRABECULA_FUNCTION Operands read(std::int64_t, std::int64_t) const { return {}; }
  TRABECULA_FUNCTION void write(std::int64_t i, Operands, float q) const { this->y[i] = q; }
};

/// The same for one of interleaved columns.
struct StoreInColumn
{
  float* y; ///< its first entry
  int columns;

  struct Operands
  {
  };
  TRABECULA_FUNCTION Operands read(std::int64_t, std::int64_t) const { return {}; }
  TRABECULA_FUNCTION void write(std::int64_t i, Operands, float q) const
  {
    this->y[this->columns * i] = q;
  }
};

/// r -= q on unknowns with a diagonal.
struct SubtractEntry
{
  const float* inverseDiagonal;
  float* r;

  struct Operands
  {
    float inverseDiagonal;
    float r;
  };
  TRABECULA_FUNCTION Operands read(std::int64_t unknown, std::int64_t i) const
  {
    return { this->inverseDiagonal[unknown], this->r[i] };
  }
  TRABECULA_FUNCTION void write(std::int64_t i, const Operands& own, float q) const
  {
    this->r[i] = own.inverseDiagonal != 0.0F ? own.r - q : 0.0F;
  }
};

/// A step of the smoother, of which q is the product of d; next may be d.
struct StepOfEntry
{
  const float* inverseDiagonal;
  float keep;
  float factor;
  const float* d;
  float* r;
  float* next;
  float* x;

  struct Operands
  {
    float inverseDiagonal;
    float d;
    float r;
    float x;
  };
  TRABECULA_FUNCTION Operands read(std::int64_t unknown, std::int64_t i) const
  {
    return { this->inverseDiagonal[unknown], this->d[i], this->r[i], this->x[i] };
  }
  TRABECULA_FUNCTION void write(std::int64_t i, Operands own, float q) const
  {
    this->next[i] = nextStep(q, own.inverseDiagonal, this->keep, this->factor, own.d, own.r, own.x);
    this->r[i] = own.r;
    this->x[i] = own.x;
  }
};

#ifdef __CUDACC__
/// Gives the rows of the product of a matrix of 3x3 blocks and one x to entry, see there. A warp
/// has the rows of a node.
template <class Entry>
void forEachRowOfOne(const Context<CudaSpace>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks, const float* x,
  Entry entry)
{
  forEachWarp(context, rows / 3,
    [=] __device__(std::int64_t node, int lane)
    {
      const std::int64_t i = 3 * node + lane;
      typename Entry::Operands own = {};
      if (lane < 3)
      {
        own = entry.read(i, i);
      }
      const std::int64_t start = starts[node];
      const int count = static_cast<int>(starts[node + 1] - start);
      float sums[3] = {};
      for (int k = lane; k < count; k += WarpSize)
      {
        const float* value = x + 3 * std::int64_t(columns[start + k]);
        const float* block = blocks + 9 * (start + k);
        for (int r = 0; r < 3; ++r)
        {
          sums[r] +=
            block[3 * r] * value[0] + block[3 * r + 1] * value[1] + block[3 * r + 2] * value[2];
        }
      }
      for (float& sum : sums)
      {
        sum = warpSum(sum);
      }
      if (lane < 3)
      {
        entry.write(i, own, lane == 0 ? sums[0] : lane == 1 ? sums[1] : sums[2]);
      }
    });
}

/// The same for interleaved columns of x. Four numbers of a lane are those of four columns, for one
/// column of a block, so that neighbouring lanes read neighbouring numbers of x.
template <int Columns, class Entry>
__global__ void __launch_bounds__(WarpThreads)
  multiplyRowsOfColumns(std::int64_t nodes, const std::int64_t* starts, const std::int32_t* columns,
    const float* blocks, const float* x, Entry entry)
{
  constexpr int Quads = Columns / 4;
  constexpr int Parts = 3 * Quads;        // lanes of a block
  constexpr int Slots = WarpSize / Parts; // blocks at a time
  constexpr int Stride = WarpSize + 2;    // so that rows are in other banks
  __shared__ float4 sums[WarpThreads / WarpSize][3][Stride];
  const int warp = static_cast<int>(threadIdx.x) / WarpSize;
  const int lane = static_cast<int>(threadIdx.x) % WarpSize;
  const std::int64_t node = std::int64_t(blockIdx.x) * (WarpThreads / WarpSize) + warp;
  if (node >= nodes)
  {
    return;
  }
  // In the end the first lanes have an entry each.
  const bool hasEntry = lane < 3 * Columns;
  const int row = lane / Columns;
  const std::int64_t i = 3 * Columns * node + lane;
  typename Entry::Operands own = {};
  if (hasEntry)
  {
    own = entry.read(3 * node + row, i);
  }
  const std::int64_t start = starts[node];
  const int count = static_cast<int>(starts[node + 1] - start);
  const int slot = lane / Parts;
  const int column = lane % Parts / Quads;
  const float4* values = reinterpret_cast<const float4*>(x) + lane % Parts;
  float4 mine[3] = {};
  // Few steps, whose reads are on their way before one is waited for; beyond the last block they
  // are of no effect.
  constexpr int Together = Columns > 4 ? 3 : 2;
  for (int first = slot; first < count; first += Together * Slots)
  {
    std::int32_t places[Together];
    TRABECULA_UNROLL
    for (int n = 0; n < Together; ++n)
    {
      places[n] = columns[start + min(first + n * Slots, count - 1)];
    }
    TRABECULA_UNROLL
    for (int n = 0; n < Together; ++n)
    {
      const int k = first + n * Slots;
      const float4 value = values[Parts * std::int64_t(places[n])];
      const float* block = blocks + 9 * (start + min(k, count - 1)) + column;
      const float factor = k < count && slot < Slots ? 1.0F : 0.0F;
      TRABECULA_UNROLL
      for (int r = 0; r < 3; ++r)
      {
        const float a = factor * block[3 * r];
        mine[r].x += a * value.x;
        mine[r].y += a * value.y;
        mine[r].z += a * value.z;
        mine[r].w += a * value.w;
      }
    }
  }
  TRABECULA_UNROLL
  for (int r = 0; r < 3; ++r)
  {
    sums[warp][r][lane] = mine[r];
  }
  __syncwarp();
  if (hasEntry)
  {
    const float* from = reinterpret_cast<const float*>(sums[warp][row]) + lane % Columns;
    float sum = 0.0F;
    TRABECULA_UNROLL
    for (int part = 0; part < 3 * Slots; ++part)
    {
      sum += from[Columns * part];
    }
    entry.write(i, own, sum);
  }
}

template <int Columns, class Entry>
void forEachBlockRow(const Context<CudaSpace>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks, const float* x,
  Entry entry)
{
  if constexpr (Columns == 1)
  {
    forEachRowOfOne(context, rows, starts, columns, blocks, x, entry);
  }
  else
  {
    constexpr int Warps = WarpThreads / WarpSize;
    const std::int64_t nodes = rows / 3;
    multiplyRowsOfColumns<Columns>
      <<<static_cast<unsigned>((nodes + Warps - 1) / Warps), WarpThreads, 0, streamOf(context)>>>(
        nodes, starts, columns, blocks, x, entry);
    checkCuda(cudaGetLastError(), "starting a multigrid loop");
  }
}
#endif

template <class Space>
void takeDiagonal(const Context<Space>& context, std::int64_t rows, const std::int64_t* starts,
  const std::int32_t* columns, const float* blocks, float* diagonal)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t i) {
      for (std::int64_t k = starts[i / 3]; k < starts[i / 3 + 1]; ++k)
      {
        if (columns[k] == i / 3)
        {
          diagonal[i] = blocks[9 * k + 4 * (i % 3)];
        }
      }
    });
}

/// A matrix of blocks as a dense one to invert, with more rows. @param dense zeros at first
template <class Space>
void fillDense(const Context<Space>& context, std::int64_t n, const std::int64_t* starts,
  const std::int32_t* columns, const float* blocks, std::int64_t rows, double* dense)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t i) {
      double* row = dense + rows * i;
      for (std::int64_t k = i < n ? starts[i / 3] : 0; i < n && k < starts[i / 3 + 1]; ++k)
      {
        for (int j = 0; j < 3; ++j)
        {
          row[3 * std::int64_t(columns[k]) + j] = blocks[9 * k + 3 * (i % 3) + j];
        }
      }
      // The factor compensates for single precision and for linearly dependent coarse motions.
      // Empty rows must have no effect.
      row[i] = row[i] > 0.0 ? row[i] * (1.0 + 1e-5) : 1e30;
    });
}

/// Gives the sum of element forces (see elementForces()) on each unknown to entry, see there.
template <class Space, class Entry>
void forEachForce(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  std::int64_t elements, const float* forces, Entry entry)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
#ifdef __CUDACC__
  forEach(context, 3 * mesh.nodes,
    [=] __device__(std::int64_t i)
    {
      const typename Entry::Operands own = entry.read(i, i);
      const auto first = 8 * (i % 3);
      float sum = 0.0F;
      for (std::int64_t k = starts[i / 3]; k < starts[i / 3 + 1]; ++k)
      {
        const std::uint32_t corner = corners[k];
        sum += forces[placeOfForce<Space>(elements, corner / 8,
          static_cast<int>(first) + voxelhex8::vtkCorner(static_cast<int>(corner % 8)))];
      }
      entry.write(i, own, sum);
    });
#else
  // A thread has a node, as all three numbers of an element are found at once.
  forEach(context, mesh.nodes,
    [=](std::int64_t node)
    {
      float sums[3] = {};
      for (std::int64_t k = starts[node]; k < starts[node + 1]; ++k)
      {
        const std::uint32_t corner = corners[k];
        const float* force = forces +
          placeOfForce<Space>(
            elements, corner / 8, voxelhex8::vtkCorner(static_cast<int>(corner % 8)));
        sums[0] += force[0];
        sums[1] += force[8 * VoxelHostForceLanes];
        sums[2] += force[16 * VoxelHostForceLanes];
      }
      for (int c = 0; c < 3; ++c)
      {
        entry.write(3 * node + c, entry.read(3 * node + c, 3 * node + c), sums[c]);
      }
    });
#endif
}

template <class Space>
void sumForces(const Context<Space>& context, const VoxelMesh<Space>& mesh, std::int64_t elements,
  const float* forces, float* y)
{
  forEachForce(context, mesh, elements, forces, StoreEntry{ y });
}

template <class Space>
void continueOnElements(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  std::int64_t elements, const float* forces, const float* inverseDiagonal, float keep,
  float factor, float* r, float* d, float* x)
{
  forEachForce(
    context, mesh, elements, forces, StepOfEntry{ inverseDiagonal, keep, factor, d, r, d, x });
}

/// r -= A d on unknowns with a diagonal, on the first coarse level.
template <class Space>
void subtractOnElements(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  std::int64_t elements, const float* forces, const float* inverseDiagonal, float* r)
{
  forEachForce(context, mesh, elements, forces, SubtractEntry{ inverseDiagonal, r });
}

/// A step of the smoother, for interleaved columns.
template <int Columns = 1, class Space>
void continueOnBlocks([[maybe_unused]] const Context<Space>& context, std::int64_t n,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks,
  const float* inverseDiagonal, float keep, float factor, const float* d, float* r, float* next,
  float* x)
{
#ifdef __CUDACC__
  forEachBlockRow<Columns>(context, n, starts, columns, blocks, d,
    StepOfEntry{ inverseDiagonal, keep, factor, d, r, next, x });
#else
  voxelHostKernels().rowsOf(Columns).smooth(
    { n / 3, starts, columns, blocks, inverseDiagonal }, { keep, factor, r, next, x }, d);
#endif
}

/// r -= A d on unknowns with a diagonal.
template <int Columns = 1, class Space>
void subtractOnBlocks([[maybe_unused]] const Context<Space>& context, std::int64_t n,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks,
  const float* inverseDiagonal, const float* d, float* r)
{
#ifdef __CUDACC__
  forEachBlockRow<Columns>(
    context, n, starts, columns, blocks, d, SubtractEntry{ inverseDiagonal, r });
#else
  voxelHostKernels().rowsOf(Columns).subtract(
    { n / 3, starts, columns, blocks, inverseDiagonal }, d, r);
#endif
}

template <int Columns = 1, class Space>
void multiplyBlocks([[maybe_unused]] const Context<Space>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks, const float* x,
  float* y)
{
#ifdef __CUDACC__
  forEachBlockRow<Columns>(context, rows, starts, columns, blocks, x, StoreEntry{ y });
#else
  voxelHostKernels().rowsOf(Columns).multiply({ rows / 3, starts, columns, blocks, nullptr }, x, y);
#endif
}

/// The entries of one of interleaved columns become zero. @param y its first entry
template <class Space>
void zeroColumn(const Context<Space>& context, std::int64_t n, int columns, float* y)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { y[columns * i] = 0.0F; });
}

template <int Columns = 1, class Space>
void subtractOnFree(const Context<Space>& context, std::int64_t n, const float* q,
  const float* inverseDiagonal, float* r)
{
  forEachEntry<Columns>(
    context, n, TRABECULA_LAMBDA(std::int64_t unknown, std::int64_t i) {
      r[i] = inverseDiagonal[unknown] != 0.0F ? r[i] - q[i] : 0.0F;
    });
}

/// First step of a Krylov cycle: step length along c in scalars[0], c.v in scalars[1]; v = A c.
/// Each of interleaved columns has four scalars.
template <int Columns = 1, class Space>
void firstDots(InterleavedReduction<Space>& reduction, std::int64_t n, const float* c,
  const float* v, const float* b, bool krylov, double* scalars)
{
  reduction.template sum<Columns>(
    krylov ? n : 0, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sum;
      sum.v[0] = double(c[i]) * double(v[i]);
      sum.v[1] = double(c[i]) * double(b[i]);
      return sum;
    },
    TRABECULA_LAMBDA(int column, const Sums<2>& sum) {
      double* mine = scalars + 4 * column;
      const bool usable = krylov && sum.v[0] > 0.0;
      mine[0] = usable ? sum.v[1] / sum.v[0] : 1.0;
      mine[1] = sum.v[0];
    });
}

/// r = b - scalars[0] v.
template <int Columns = 1, class Space>
void subtractFirst(const Context<Space>& context, std::int64_t n, const float* b, const float* v,
  const double* scalars, float* r)
{
  forEachEntry<Columns>(
    context, n, TRABECULA_LAMBDA(std::int64_t unknown, std::int64_t i) {
      r[i] = static_cast<float>(b[i] - scalars[4 * (i - Columns * unknown)] * v[i]);
    });
}

/// Second step: coefficients of c and x in the solution, in scalars[2] and [3]; q = A x.
template <int Columns = 1, class Space>
void secondDots(InterleavedReduction<Space>& reduction, std::int64_t n, const float* x,
  const float* v, const float* q, const float* b, bool krylov, double* scalars)
{
  reduction.template sum<Columns>(
    krylov ? n : 0, Sums<3>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<3> sum;
      sum.v[0] = double(x[i]) * double(v[i]);
      sum.v[1] = double(x[i]) * double(q[i]);
      sum.v[2] = double(x[i]) * double(b[i]);
      return sum;
    },
    TRABECULA_LAMBDA(int column, const Sums<3>& sum) {
      double* mine = scalars + 4 * column;
      mine[2] = mine[0];
      mine[3] = 1.0;
      if (!krylov || !(mine[1] > 0.0))
      {
        return;
      }
      // Zero if the second direction is parallel to the first.
      const double part = sum.v[0] / mine[1];
      const double rest = sum.v[1] - part * sum.v[0];
      mine[3] = rest > 1e-6 * sum.v[1] ? (sum.v[2] - mine[0] * sum.v[0]) / rest : 0.0;
      mine[2] = mine[0] - part * mine[3];
    });
}

/// x = scalars[2] c + scalars[3] x.
template <int Columns = 1, class Space>
void combine(
  const Context<Space>& context, std::int64_t n, const float* c, const double* scalars, float* x)
{
  forEachEntry<Columns>(
    context, n, TRABECULA_LAMBDA(std::int64_t unknown, std::int64_t i) {
      const double* mine = scalars + 4 * (i - Columns * unknown);
      x[i] = static_cast<float>(mine[2] * c[i] + mine[3] * x[i]);
    });
}
}
}

#endif
