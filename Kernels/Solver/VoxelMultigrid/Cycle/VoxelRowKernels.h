#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELROWKERNELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELROWKERNELS_H

// Loops over the rows of matrices of coarse levels, for the library's own sources.

#include "Core/Cuda/Warps.h"
#include "Core/Parallel.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelEntryKernels.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
#ifdef __CUDACC__
/// Gives the rows of the product of a matrix of blocks and one x to entry, see there. A warp has
/// the rows of a node.
template <int Components, class Entry>
void forEachRowOfOne(const Context<CudaSpace>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks, const float* x,
  Entry entry)
{
  forEachWarp(context, rows / Components,
    [=] __device__(std::int64_t node, int lane)
    {
      const std::int64_t i = Components * node + lane;
      typename Entry::Operands own = {};
      if (lane < Components)
      {
        own = entry.read(i, i);
      }
      const std::int64_t start = starts[node];
      const int count = static_cast<int>(starts[node + 1] - start);
      float sums[Components] = {};
      for (int k = lane; k < count; k += WarpSize)
      {
        const float* value = x + Components * std::int64_t(columns[start + k]);
        const float* block = blocks + Components * Components * (start + k);
        for (int r = 0; r < Components; ++r)
        {
          if constexpr (Components == 3)
          {
            sums[r] +=
              block[3 * r] * value[0] + block[3 * r + 1] * value[1] + block[3 * r + 2] * value[2];
          }
          else
          {
            sums[r] += block[r] * value[0];
          }
        }
      }
      for (float& sum : sums)
      {
        sum = warpSum(sum);
      }
      if (lane < Components)
      {
        entry.write(i, own,
          lane == 0 || Components == 1 ? sums[0]
            : lane == 1                ? sums[1 % Components]
                                       : sums[2 % Components]);
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

template <int Columns, int Components, class Entry>
void forEachBlockRow(const Context<CudaSpace>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks, const float* x,
  Entry entry)
{
  static_assert(Columns == 1 || Components == 3, "columns are those of displacements");
  if constexpr (Columns == 1)
  {
    forEachRowOfOne<Components>(context, rows, starts, columns, blocks, x, entry);
  }
  else
  {
    constexpr int Warps = WarpThreads / WarpSize;
    const std::int64_t nodes = rows / 3;
    if (nodes == 0) // a part may be empty
    {
      return;
    }
    multiplyRowsOfColumns<Columns>
      <<<static_cast<unsigned>((nodes + Warps - 1) / Warps), WarpThreads, 0, streamOf(context)>>>(
        nodes, starts, columns, blocks, x, entry);
    checkCuda(cudaGetLastError(), "starting a multigrid loop");
  }
}
#else
/// Gives the rows of the product of a matrix of single numbers and x to entry, on the host.
template <class Entry>
void forEachScalarRow(const Context<HostSpace>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const float* values, const float* x,
  Entry entry)
{
  forEach(context, rows,
    [=](std::int64_t i)
    {
      float sum = 0.0F;
      for (std::int64_t k = starts[i]; k < starts[i + 1]; ++k)
      {
        sum += values[k] * x[columns[k]];
      }
      entry.write(i, entry.read(i, i), sum);
    });
}
#endif

template <int Components = 3, class Space>
void takeDiagonal(const Context<Space>& context, std::int64_t rows, const std::int64_t* starts,
  const std::int32_t* columns, const float* blocks, float* diagonal)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t i) {
      for (std::int64_t k = starts[i / Components]; k < starts[i / Components + 1]; ++k)
      {
        if (columns[k] == i / Components)
        {
          diagonal[i] = blocks[Components * Components * k + (Components + 1) * (i % Components)];
        }
      }
    });
}

/// A matrix of blocks as a dense one to invert, with more rows. @param dense zeros at first
template <int Components = 3, class Space>
void fillDense(const Context<Space>& context, std::int64_t n, const std::int64_t* starts,
  const std::int32_t* columns, const float* blocks, std::int64_t rows, double* dense)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t i) {
      double* row = dense + rows * i;
      for (std::int64_t k = i < n ? starts[i / Components] : 0;
           i < n && k < starts[i / Components + 1]; ++k)
      {
        for (int j = 0; j < Components; ++j)
        {
          row[Components * std::int64_t(columns[k]) + j] =
            blocks[Components * Components * k + Components * (i % Components) + j];
        }
      }
      // The factor compensates for single precision and for linearly dependent coarse motions.
      // Empty rows must have no effect.
      row[i] = row[i] > 0.0 ? row[i] * (1.0 + 1e-5) : 1e30;
    });
}

/// A step of the smoother, for interleaved columns.
template <int Columns = 1, int Components = 3, class Space>
void continueOnBlocks([[maybe_unused]] const Context<Space>& context, std::int64_t n,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks,
  const float* inverseDiagonal, float keep, float factor, const float* d, float* r, float* next,
  float* x)
{
#ifdef __CUDACC__
  forEachBlockRow<Columns, Components>(context, n, starts, columns, blocks, d,
    StepOfEntry{ inverseDiagonal, keep, factor, d, r, next, x });
#else
  if constexpr (Components == 1)
  {
    forEachScalarRow(context, n, starts, columns, blocks, d,
      StepOfEntry{ inverseDiagonal, keep, factor, d, r, next, x });
  }
  else
  {
    voxelHostKernels().rowsOf(Columns).smooth(
      { n / 3, starts, columns, blocks, inverseDiagonal }, { keep, factor, r, next, x }, d);
  }
#endif
}

/// r -= A d on unknowns with a diagonal.
template <int Columns = 1, int Components = 3, class Space>
void subtractOnBlocks([[maybe_unused]] const Context<Space>& context, std::int64_t n,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks,
  const float* inverseDiagonal, const float* d, float* r)
{
#ifdef __CUDACC__
  forEachBlockRow<Columns, Components>(
    context, n, starts, columns, blocks, d, SubtractEntry{ inverseDiagonal, r });
#else
  if constexpr (Components == 1)
  {
    forEachScalarRow(context, n, starts, columns, blocks, d, SubtractEntry{ inverseDiagonal, r });
  }
  else
  {
    voxelHostKernels().rowsOf(Columns).subtract(
      { n / 3, starts, columns, blocks, inverseDiagonal }, d, r);
  }
#endif
}

template <int Columns = 1, int Components = 3, class Space>
void multiplyBlocks([[maybe_unused]] const Context<Space>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const float* blocks, const float* x,
  float* y)
{
#ifdef __CUDACC__
  forEachBlockRow<Columns, Components>(context, rows, starts, columns, blocks, x, StoreEntry{ y });
#else
  if constexpr (Components == 1)
  {
    forEachScalarRow(context, rows, starts, columns, blocks, x, StoreEntry{ y });
  }
  else
  {
    voxelHostKernels().rowsOf(Columns).multiply(
      { rows / 3, starts, columns, blocks, nullptr }, x, y);
  }
#endif
}
}
}

#endif
