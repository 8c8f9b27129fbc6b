// This file contains the loops of multigrid cycles over a single vector.

#include "Operator/Voxel/Host/VoxelHostLoops.h"

namespace trabecula
{
namespace
{
typedef float Row __attribute__((vector_size(16)));

/// For fewer nodes or elements a parallel region is slower than a serial loop.
constexpr std::int64_t LeastParallel = 2048;

/// Adds the product of a 3 x 3 block and three values. Only the block itself is read: the last row
/// is loaded together with the preceding entry.
inline __attribute__((always_inline)) void addBlock(
  const float* block, const float* values, Row* sums)
{
  const Row first = { values[0], values[1], values[2], 0.0F };
  const Row last = { 0.0F, values[0], values[1], values[2] };
  sums[0] += load<Row>(block) * first;
  sums[1] += load<Row>(block + 3) * first;
  sums[2] += load<Row>(block + 5) * last;
}

/// Calls finish(unknown, sum) for the rows of the product of a matrix and x.
template <class Finish>
inline __attribute__((always_inline)) void forEachRow(
  const VoxelHostBlocks& matrix, const float* x, const Finish& finish)
{
#pragma omp parallel for schedule(static) if (matrix.nodes >= LeastParallel)
  for (std::int64_t node = 0; node < matrix.nodes; ++node)
  {
    // Two sums per row hide the latency of additions.
    Row even[3] = {};
    Row odd[3] = {};
    const std::int64_t end = matrix.starts[node + 1];
    std::int64_t k = matrix.starts[node];
    for (; k + 1 < end; k += 2)
    {
      addBlock(matrix.blocks + 9 * k, x + 3 * std::int64_t(matrix.columns[k]), even);
      addBlock(matrix.blocks + 9 * k + 9, x + 3 * std::int64_t(matrix.columns[k + 1]), odd);
    }
    if (k < end)
    {
      addBlock(matrix.blocks + 9 * k, x + 3 * std::int64_t(matrix.columns[k]), even);
    }
    for (int i = 0; i < 3; ++i)
    {
      const Row sum = even[i] + odd[i];
      finish(3 * node + i, (sum[0] + sum[2]) + (sum[1] + sum[3]));
    }
  }
}

void multiply(const VoxelHostBlocks& matrix, const float* x, float* y)
{
  forEachRow(matrix, x, [y](std::int64_t i, float product) { y[i] = product; });
}

void subtract(const VoxelHostBlocks& matrix, const float* x, float* r)
{
  const float* inverseDiagonal = matrix.inverseDiagonal;
  forEachRow(matrix, x,
    [inverseDiagonal, r](std::int64_t i, float product)
    { r[i] = inverseDiagonal[i] != 0.0F ? r[i] - product : 0.0F; });
}

void smooth(const VoxelHostBlocks& matrix, const VoxelHostSmoothing& smoothing, const float* d)
{
  const float* inverseDiagonal = matrix.inverseDiagonal;
  forEachRow(matrix, d,
    [&smoothing, inverseDiagonal, d](std::int64_t i, float product)
    {
      const float inverse = inverseDiagonal[i];
      const float residual = inverse != 0.0F ? smoothing.r[i] - product : 0.0F;
      const float step = smoothing.keep * d[i] + smoothing.factor * inverse * residual;
      smoothing.r[i] = residual;
      smoothing.next[i] = step;
      smoothing.x[i] += step;
    });
}

void restrictTo(const VoxelHostRestriction& transfer, const float* fine, float* coarse)
{
  constexpr int Bytes = VectorBytes < 32 ? VectorBytes : 32;
  constexpr int Width = Bytes / 4;
  constexpr int Parts = 8 / Width; // vectors per eight corners of an element
  typedef float Part __attribute__((vector_size(Bytes)));
#pragma omp parallel if (transfer.elements >= LeastParallel)
  {
#pragma omp for schedule(static)
    for (std::int64_t e = 0; e < transfer.elements; ++e)
    {
      Part sums[3][Parts] = {};
      for (std::int32_t h = transfer.hangingStarts[e]; h < transfer.hangingStarts[e + 1]; ++h)
      {
        const std::int32_t node = transfer.hanging[h];
        const float* weights = transfer.weights + 8 * (transfer.anchors[node] % 27U);
        const float* values = fine + 3 * std::int64_t(node);
        for (int part = 0; part < Parts; ++part)
        {
          const Part some = load<Part>(weights + Width * part);
          for (int c = 0; c < 3; ++c)
          {
            sums[c][part] += values[c] * some;
          }
        }
      }
      __builtin_memcpy(transfer.sums + 24 * e, sums, sizeof(sums));
    }
#pragma omp for schedule(static)
    for (std::int64_t node = 0; node < transfer.nodes; ++node)
    {
      float total[3] = {};
      for (std::int64_t k = transfer.starts[node]; k < transfer.starts[node + 1]; ++k)
      {
        const std::uint32_t corner = transfer.corners[k];
        const float* sums = transfer.sums + 24 * std::int64_t(corner / 8) + corner % 8;
        for (int c = 0; c < 3; ++c)
        {
          total[c] += sums[8 * c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        coarse[3 * node + c] = total[c];
      }
    }
  }
}
}

const VoxelHostCycle TRABECULA_JOIN(
  voxelHostCycle_, TRABECULA_ISA) = { { multiply, subtract, smooth }, restrictTo };
}
