#include "Solver/SymmetricInverse.h"

#include "Core/Cuda/Cuda.h"

namespace trabecula
{
namespace
{
constexpr int Tile = static_cast<int>(InverseTile);
constexpr int Threads = 256;
constexpr int Depth = 16; ///< of what a product holds in shared memory at a time

/// pivot = inverse of the diagonal tile k, by Gauss-Jordan elimination: a thread has every
/// sixteenth entry of every sixteenth row in registers; a step's row and column go through shared
/// memory, which is written for the next step while others may still read it for this one.
__global__ void __launch_bounds__(Threads)
  invertPivot(std::int64_t n, std::int64_t k, const double* a, double* pivot, int* failed)
{
  constexpr int Side = 16;
  constexpr int Each = Tile / Side;
  __shared__ double rows[2][Tile];
  __shared__ double columns[2][Tile];
  a += blockIdx.x * n * n;
  pivot += blockIdx.x * Tile * Tile;
  const double* source = a + (k * n + k) * Tile;
  const int ty = static_cast<int>(threadIdx.x) / Side;
  const int tx = static_cast<int>(threadIdx.x) % Side;
  double tile[Each][Each];
  TRABECULA_UNROLL
  for (int i = 0; i < Each; ++i)
  {
    TRABECULA_UNROLL
    for (int j = 0; j < Each; ++j)
    {
      tile[i][j] = source[std::int64_t(ty + Side * i) * n + tx + Side * j];
    }
  }
  TRABECULA_UNROLL
  for (int part = 0; part < Each; ++part)
  {
    for (int place = 0; place < Side; ++place)
    {
      const int p = Side * part + place;
      double* row = rows[p % 2];
      double* column = columns[p % 2];
      TRABECULA_UNROLL
      for (int i = 0; i < Each; ++i)
      {
        if (ty == place)
        {
          row[tx + Side * i] = tile[part][i];
        }
        if (tx == place)
        {
          column[ty + Side * i] = tile[i][part];
        }
      }
      __syncthreads();
      const double diagonal = row[p];
      // Written so that NaN counts as failed.
      if (threadIdx.x == 0 && !(diagonal > 0.0))
      {
        *failed = 1;
      }
      const double inverse = 1.0 / diagonal;
      TRABECULA_UNROLL
      for (int i = 0; i < Each; ++i)
      {
        const bool isRow = ty == place && i == part;
        const double scaled = column[ty + Side * i] * inverse;
        TRABECULA_UNROLL
        for (int j = 0; j < Each; ++j)
        {
          const bool isColumn = tx == place && j == part;
          const double entry = row[tx + Side * j];
          tile[i][j] = isRow ? (isColumn ? inverse : entry * inverse)
            : isColumn       ? -scaled
                             : tile[i][j] - scaled * entry;
        }
      }
    }
  }
  TRABECULA_UNROLL
  for (int i = 0; i < Each; ++i)
  {
    TRABECULA_UNROLL
    for (int j = 0; j < Each; ++j)
    {
      pivot[(ty + Side * i) * Tile + tx + Side * j] = tile[i][j];
    }
  }
}

/// Shared memory of a block: slices of two factors, then a tile on its way to be transposed.
union Scratch
{
  double factors[2][Depth][Tile + 1];
  double tile[Tile][Tile + 1];
};

/// Four by four entries per thread of left * right^T, both Tile x Tile with rows of these strides.
__device__ void multiplyTransposed(const double* left, std::int64_t leftStride, const double* right,
  std::int64_t rightStride, Scratch& scratch, double (&sum)[4][4])
{
  auto& l = scratch.factors[0];
  auto& r = scratch.factors[1];
  const int ty = threadIdx.x / 16;
  const int tx = threadIdx.x % 16;
  for (int first = 0; first < Tile; first += Depth)
  {
    __syncthreads();
    for (int i = threadIdx.x; i < Tile * Depth; i += Threads)
    {
      l[i % Depth][i / Depth] = left[i / Depth * leftStride + first + i % Depth];
      r[i % Depth][i / Depth] = right[i / Depth * rightStride + first + i % Depth];
    }
    __syncthreads();
    TRABECULA_UNROLL
    for (int d = 0; d < Depth; ++d)
    {
      TRABECULA_UNROLL
      for (int i = 0; i < 4; ++i)
      {
        TRABECULA_UNROLL
        for (int j = 0; j < 4; ++j)
        {
          sum[i][j] += l[d][ty + 16 * i] * r[d][tx + 16 * j];
        }
      }
    }
  }
}

/// panel_i = A_ik and scaled_i = A_ik pivot for all tiles i.
__global__ void __launch_bounds__(Threads) scalePanel(std::int64_t n, std::int64_t k,
  const double* a, const double* pivot, double* panel, double* scaled)
{
  a += blockIdx.y * n * n;
  pivot += blockIdx.y * Tile * Tile;
  panel += blockIdx.y * n * Tile;
  scaled += blockIdx.y * n * Tile;
  const std::int64_t first = std::int64_t(blockIdx.x) * Tile;
  const double* source = a + first * n + k * Tile;
  __shared__ Scratch scratch;
  double sum[4][4] = {};
  multiplyTransposed(source, n, pivot, Tile, scratch, sum);
  const int ty = threadIdx.x / 16;
  const int tx = threadIdx.x % 16;
  for (int i = 0; i < 4; ++i)
  {
    for (int j = 0; j < 4; ++j)
    {
      const int row = ty + 16 * i;
      const int column = tx + 16 * j;
      scaled[(first + row) * Tile + column] = sum[i][j];
      panel[(first + row) * Tile + column] = source[row * n + column];
    }
  }
}

/// The sweep of tile k: A_ij -= A_ik pivot A_kj, A_ik = A_ik pivot, A_kk = -pivot.
__global__ void __launch_bounds__(Threads) sweep(std::int64_t n, std::int64_t k, double* a,
  const double* pivot, const double* panel, const double* scaled)
{
  const std::int64_t bi = blockIdx.y;
  const std::int64_t bj = blockIdx.x;
  if (bj > bi)
  {
    return; // the other triangle is written along with this one
  }
  a += blockIdx.z * n * n;
  pivot += blockIdx.z * Tile * Tile;
  panel += blockIdx.z * n * Tile;
  scaled += blockIdx.z * n * Tile;
  const int ty = threadIdx.x / 16;
  const int tx = threadIdx.x % 16;
  __shared__ Scratch scratch;
  double sum[4][4] = {};
  if (bi != k && bj != k)
  {
    multiplyTransposed(
      scaled + bi * Tile * Tile, Tile, panel + bj * Tile * Tile, Tile, scratch, sum);
  }
  __syncthreads();
  for (int i = 0; i < 4; ++i)
  {
    for (int j = 0; j < 4; ++j)
    {
      const int row = ty + 16 * i;
      const int column = tx + 16 * j;
      double* entry = a + (bi * Tile + row) * n + bj * Tile + column;
      double value;
      if (bi == k && bj == k)
      {
        value = -pivot[row * Tile + column];
      }
      else if (bj == k)
      {
        value = scaled[(bi * Tile + row) * Tile + column];
      }
      else if (bi == k)
      {
        value = scaled[(bj * Tile + column) * Tile + row];
      }
      else
      {
        value = *entry - sum[i][j];
      }
      *entry = value;
      scratch.tile[row][column] = value;
    }
  }
  __syncthreads();
  if (bi != bj)
  {
    for (int i = threadIdx.x; i < Tile * Tile; i += Threads)
    {
      a[(bj * Tile + i / Tile) * n + bi * Tile + i % Tile] = scratch.tile[i % Tile][i / Tile];
    }
  }
}

template <class Result>
__global__ void __launch_bounds__(Threads)
  negate(std::int64_t entries, const double* a, Result* inverse)
{
  const std::int64_t i = std::int64_t(blockIdx.x) * Threads + threadIdx.x;
  if (i < entries)
  {
    inverse[i] = static_cast<Result>(-a[i]);
  }
}

template <class Result>
bool invertMatrices(std::int64_t n, std::int64_t count, double* matrices, Result* inverses)
{
  // Within what a grid can have in its third dimension, and little scratch memory.
  constexpr std::int64_t most = 256;
  const std::int64_t together = count < most ? count : most;
  DeviceVector<double, CudaSpace> pivot(together * Tile * Tile);
  DeviceVector<double, CudaSpace> panel(together * n * Tile);
  DeviceVector<double, CudaSpace> scaled(together * n * Tile);
  DeviceVector<int, CudaSpace> failed(1);
  failed.zero();
  const cudaStream_t stream = cudaStream();
  const auto side = static_cast<unsigned>(n / Tile);
  for (std::int64_t first = 0; first < count; first += together)
  {
    double* matrix = matrices + first * n * n;
    const auto batch = static_cast<unsigned>(count - first < together ? count - first : together);
    for (std::int64_t k = 0; k < n / Tile; ++k)
    {
      invertPivot<<<batch, Threads, 0, stream>>>(n, k, matrix, pivot.data(), failed.data());
      scalePanel<<<dim3(side, batch), Threads, 0, stream>>>(
        n, k, matrix, pivot.data(), panel.data(), scaled.data());
      sweep<<<dim3(side, side, batch), Threads, 0, stream>>>(
        n, k, matrix, pivot.data(), panel.data(), scaled.data());
    }
  }
  const std::int64_t entries = count * n * n;
  negate<<<static_cast<unsigned>((entries + Threads - 1) / Threads), Threads, 0, stream>>>(
    entries, matrices, inverses);
  checkCuda(cudaGetLastError(), "starting the inversion of dense matrices");
  return failed.toHost()[0] == 0;
}
}

template <>
bool invertSymmetric<CudaSpace>(std::int64_t n, double* matrix, float* inverse)
{
  return invertMatrices(n, 1, matrix, inverse);
}

template <>
bool invertSymmetricInPlace<CudaSpace>(std::int64_t n, std::int64_t count, double* matrices)
{
  return count == 0 || invertMatrices(n, count, matrices, matrices);
}
}
