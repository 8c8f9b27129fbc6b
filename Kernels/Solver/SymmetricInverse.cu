#include "Solver/SymmetricInverse.h"

#include "Core/Cuda/Cuda.h"

namespace trabecula
{
namespace
{
constexpr int Tile = static_cast<int>(InverseTile);
constexpr int Threads = 256;
constexpr int Depth = 16; ///< of what a product holds in shared memory at a time

/// pivot = inverse of the diagonal tile k, by Gauss-Jordan elimination in shared memory.
__global__ void __launch_bounds__(Threads)
  invertPivot(std::int64_t n, std::int64_t k, const double* a, double* pivot, int* failed)
{
  __shared__ double tile[Tile][Tile + 1];
  __shared__ double column[Tile];
  __shared__ double row[Tile];
  const double* source = a + (k * n + k) * Tile;
  for (int i = threadIdx.x; i < Tile * Tile; i += Threads)
  {
    tile[i / Tile][i % Tile] = source[std::int64_t(i / Tile) * n + i % Tile];
  }
  __syncthreads();
  for (int p = 0; p < Tile; ++p)
  {
    const double diagonal = tile[p][p];
    if (threadIdx.x < Tile)
    {
      column[threadIdx.x] = tile[threadIdx.x][p];
      row[threadIdx.x] = tile[p][threadIdx.x];
    }
    // Written so that NaN counts as failed.
    if (threadIdx.x == 0 && !(diagonal > 0.0))
    {
      *failed = 1;
    }
    __syncthreads();
    const double inverse = 1.0 / diagonal;
    for (int i = threadIdx.x; i < Tile * Tile; i += Threads)
    {
      const int r = i / Tile;
      const int c = i % Tile;
      if (r == p)
      {
        tile[r][c] = c == p ? inverse : row[c] * inverse;
      }
      else
      {
        tile[r][c] = c == p ? -column[r] * inverse : tile[r][c] - column[r] * row[c] * inverse;
      }
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < Tile * Tile; i += Threads)
  {
    pivot[i] = tile[i / Tile][i % Tile];
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

__global__ void __launch_bounds__(Threads)
  negateToSingle(std::int64_t entries, const double* a, float* inverse)
{
  const std::int64_t i = std::int64_t(blockIdx.x) * Threads + threadIdx.x;
  if (i < entries)
  {
    inverse[i] = static_cast<float>(-a[i]);
  }
}
}

template <>
bool invertSymmetric<CudaSpace>(std::int64_t n, double* matrix, float* inverse)
{
  const std::int64_t tiles = n / Tile;
  DeviceVector<double, CudaSpace> pivot(Tile * Tile);
  DeviceVector<double, CudaSpace> panel(n * Tile);
  DeviceVector<double, CudaSpace> scaled(n * Tile);
  DeviceVector<int, CudaSpace> failed(1);
  failed.zero();
  const cudaStream_t stream = cudaStream();
  const dim3 grid(static_cast<unsigned>(tiles), static_cast<unsigned>(tiles));
  for (std::int64_t k = 0; k < tiles; ++k)
  {
    invertPivot<<<1, Threads, 0, stream>>>(n, k, matrix, pivot.data(), failed.data());
    scalePanel<<<static_cast<unsigned>(tiles), Threads, 0, stream>>>(
      n, k, matrix, pivot.data(), panel.data(), scaled.data());
    sweep<<<grid, Threads, 0, stream>>>(n, k, matrix, pivot.data(), panel.data(), scaled.data());
  }
  negateToSingle<<<static_cast<unsigned>((n * n + Threads - 1) / Threads), Threads, 0, stream>>>(
    n * n, matrix, inverse);
  checkCuda(cudaGetLastError(), "starting the inversion of a coarse matrix");
  return failed.toHost()[0] == 0;
}
}
