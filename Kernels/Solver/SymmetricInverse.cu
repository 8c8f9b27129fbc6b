#include "Solver/SymmetricInverse.h"

#include "Core/Cuda/Cuda.h"

namespace trabecula
{
namespace
{
constexpr int Tile = static_cast<int>(InverseTile);
constexpr int Threads = 256;
constexpr int Depth = 16; ///< columns of both factors in shared memory at a time

/// Shared memory of a thread block: slices of two factors, later a tile to be transposed.
union Scratch
{
  double factors[2][Depth][Tile + 1];
  double tile[Tile][Tile + 1];
};

/// A view of a tile in memory or of its transpose.
struct TileView
{
  const double* entries;
  std::int64_t rowStride;
  std::int64_t columnStride;

  __device__ double operator()(int row, int column) const
  {
    return this->entries[row * this->rowStride + column * this->columnStride];
  }
};

/// Adds left * right^T; each thread computes four by four entries.
__device__ void multiplyTransposed(
  const TileView& left, const TileView& right, Scratch& scratch, double (&sum)[4][4])
{
  auto& l = scratch.factors[0];
  auto& r = scratch.factors[1];
  const int ty = static_cast<int>(threadIdx.x) / 16;
  const int tx = static_cast<int>(threadIdx.x) % 16;
  for (int first = 0; first < Tile; first += Depth)
  {
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < Tile * Depth; i += Threads)
    {
      // Neighbouring threads read adjacent entries.
      const int leftRow = left.rowStride == 1 ? i % Tile : i / Depth;
      const int leftColumn = left.rowStride == 1 ? i / Tile : i % Depth;
      const int rightRow = right.rowStride == 1 ? i % Tile : i / Depth;
      const int rightColumn = right.rowStride == 1 ? i / Tile : i % Depth;
      l[leftColumn][leftRow] = left(leftRow, first + leftColumn);
      r[rightColumn][rightRow] = right(rightRow, first + rightColumn);
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

/// Arguments of the kernels of step k. In the lower triangle, tiles in columns before k already
/// belong to the inverse W of the Cholesky factor L, and those from column k on are still to be
/// factorized.
struct Step
{
  std::int64_t n;
  std::int64_t k;
  double* a;     ///< n x n per matrix
  double* pivot; ///< W_kk, one tile per matrix
  double* left;  ///< L_ik for tiles i > k, n x Tile per matrix
  double* right; ///< n x Tile per matrix: L_jk for j > k, W_kk^T, (W_kk W_kj)^T for j < k
  int* failed;

  __device__ void moveTo(std::int64_t matrix)
  {
    this->a += matrix * this->n * this->n;
    this->pivot += matrix * Tile * Tile;
    this->left += matrix * this->n * Tile;
    this->right += matrix * this->n * Tile;
  }

  __device__ double* tile(std::int64_t row, std::int64_t column) const
  {
    return this->a + row * Tile * this->n + column * Tile;
  }
};

/// Computes the inverse of the Cholesky factor of the diagonal tile. A thread stores every
/// sixteenth entry of every sixteenth row in registers; a column of the factor and a row of the
/// inverse are exchanged through shared memory. There are two buffers, as one may still be read
/// while the other is written for the next column.
__global__ void __launch_bounds__(Threads) factorizePivot(Step step)
{
  constexpr int Side = 16;
  constexpr int Each = Tile / Side;
  __shared__ double rows[2][Tile];
  __shared__ double columns[2][Tile];
  step.moveTo(blockIdx.x);
  const double* source = step.tile(step.k, step.k);
  const int ty = static_cast<int>(threadIdx.x) / Side;
  const int tx = static_cast<int>(threadIdx.x) % Side;
  double tile[Each][Each];
  double inverse[Each][Each];
  TRABECULA_UNROLL
  for (int i = 0; i < Each; ++i)
  {
    TRABECULA_UNROLL
    for (int j = 0; j < Each; ++j)
    {
      const int r = ty + Side * i;
      const int c = tx + Side * j;
      // Only the lower triangle of the matrix is stored.
      tile[i][j] = r < c ? source[c * step.n + r] : source[r * step.n + c];
      inverse[i][j] = r == c ? 1.0 : 0.0;
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
          row[tx + Side * i] = inverse[part][i];
        }
        if (tx == place)
        {
          column[ty + Side * i] = tile[i][part];
        }
      }
      __syncthreads();
      const double square = column[p];
      // The condition is also true for NaN, which counts as a failure.
      if (threadIdx.x == 0 && !(square > 0.0))
      {
        *step.failed = 1;
      }
      const double scale = rsqrt(square);
      TRABECULA_UNROLL
      for (int i = 0; i < Each; ++i)
      {
        const int r = ty + Side * i;
        const double factor = column[r] * scale;
        TRABECULA_UNROLL
        for (int j = 0; j < Each; ++j)
        {
          const int c = tx + Side * j;
          const double scaled = row[c] * scale;
          if (r > p)
          {
            tile[i][j] -= factor * (column[c] * scale);
            inverse[i][j] -= factor * scaled;
          }
          else if (r == p)
          {
            inverse[i][j] = scaled;
          }
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
      const int r = ty + Side * i;
      const int c = tx + Side * j;
      step.pivot[r * Tile + c] = c <= r ? inverse[i][j] : 0.0;
    }
  }
}

/// Computes the factors of the step and row k of W.
__global__ void __launch_bounds__(Threads) computePanels(Step step)
{
  step.moveTo(blockIdx.y);
  const std::int64_t tile = blockIdx.x;
  const bool isBelow = tile > step.k;
  double* own = isBelow ? step.tile(tile, step.k) : step.tile(step.k, tile);
  double* left = step.left + tile * Tile * Tile;
  double* right = step.right + tile * Tile * Tile;
  __shared__ Scratch scratch;
  double sum[4][4] = {};
  if (tile != step.k)
  {
    multiplyTransposed(isBelow ? TileView{ own, step.n, 1 } : TileView{ own, 1, step.n },
      { step.pivot, Tile, 1 }, scratch, sum);
  }
  const int ty = static_cast<int>(threadIdx.x) / 16;
  const int tx = static_cast<int>(threadIdx.x) % 16;
  for (int i = 0; i < 4; ++i)
  {
    for (int j = 0; j < 4; ++j)
    {
      const int row = ty + 16 * i;
      const int column = tx + 16 * j;
      const double value = tile == step.k ? step.pivot[column * Tile + row] : sum[i][j];
      right[row * Tile + column] = value;
      if (isBelow)
      {
        left[row * Tile + column] = value;
      }
      else
      {
        own[column * step.n + row] = value;
      }
    }
  }
}

/// Subtracts the products of the factors from the tiles of rows below k.
__global__ void __launch_bounds__(Threads) subtractProducts(Step step)
{
  const std::int64_t i = step.k + 1 + blockIdx.y;
  const std::int64_t j = blockIdx.x;
  if (j > i)
  {
    return;
  }
  step.moveTo(blockIdx.z);
  __shared__ Scratch scratch;
  double sum[4][4] = {};
  multiplyTransposed({ step.left + i * Tile * Tile, Tile, 1 },
    { step.right + j * Tile * Tile, Tile, 1 }, scratch, sum);
  const int ty = static_cast<int>(threadIdx.x) / 16;
  const int tx = static_cast<int>(threadIdx.x) % 16;
  double* own = step.tile(i, j);
  for (int r = 0; r < 4; ++r)
  {
    for (int c = 0; c < 4; ++c)
    {
      double& entry = own[(ty + 16 * r) * step.n + tx + 16 * c];
      entry = (j == step.k ? 0.0 : entry) - sum[r][c];
    }
  }
}

/// Computes inverse = W^T W, which is positive definite regardless of rounding errors in W.
template <class Result>
__global__ void __launch_bounds__(Threads)
  multiplyFactors(std::int64_t n, const double* factors, Result* inverses)
{
  const std::int64_t i = blockIdx.y;
  const std::int64_t j = blockIdx.x;
  if (j > i)
  {
    return; // written along with its transpose by another thread block
  }
  const double* w = factors + blockIdx.z * n * n;
  Result* inverse = inverses + blockIdx.z * n * n;
  __shared__ Scratch scratch;
  double sum[4][4] = {};
  for (std::int64_t m = i; m < n / Tile; ++m)
  {
    multiplyTransposed(
      { w + m * Tile * n + i * Tile, 1, n }, { w + m * Tile * n + j * Tile, 1, n }, scratch, sum);
  }
  __syncthreads();
  const int ty = static_cast<int>(threadIdx.x) / 16;
  const int tx = static_cast<int>(threadIdx.x) % 16;
  for (int r = 0; r < 4; ++r)
  {
    for (int c = 0; c < 4; ++c)
    {
      const int row = ty + 16 * r;
      const int column = tx + 16 * c;
      inverse[(i * Tile + row) * n + j * Tile + column] = static_cast<Result>(sum[r][c]);
      scratch.tile[row][column] = sum[r][c];
    }
  }
  __syncthreads();
  for (int t = static_cast<int>(threadIdx.x); i != j && t < Tile * Tile; t += Threads)
  {
    inverse[(j * Tile + t / Tile) * n + i * Tile + t % Tile] =
      static_cast<Result>(scratch.tile[t % Tile][t / Tile]);
  }
}

/// Largest number of matrices that are inverted at the same time.
constexpr std::int64_t Together = 16;

/// Starts the inversion of up to Together matrices, which are overwritten.
template <class Result>
void startInversion(const Context<CudaSpace>& context, std::int64_t n, std::int64_t count,
  double* matrices, Result* inverses, Step step)
{
  const cudaStream_t stream = streamOf(context);
  const auto side = static_cast<unsigned>(n / Tile);
  const auto batch = static_cast<unsigned>(count);
  step.a = matrices;
  for (unsigned k = 0; k < side; ++k)
  {
    step.k = k;
    factorizePivot<<<batch, Threads, 0, stream>>>(step);
    computePanels<<<dim3(side, batch), Threads, 0, stream>>>(step);
    if (k + 1 < side)
    {
      subtractProducts<<<dim3(side, side - k - 1, batch), Threads, 0, stream>>>(step);
    }
  }
  multiplyFactors<<<dim3(side, side, batch), Threads, 0, stream>>>(n, matrices, inverses);
  checkCuda(cudaGetLastError(), "starting the inversion of dense matrices");
}

/// Scratch memory of the steps, and a flag for failure.
struct StepMemory
{
  DeviceVector<double, CudaSpace> pivot;
  DeviceVector<double, CudaSpace> left;
  DeviceVector<double, CudaSpace> right;
  DeviceVector<int, CudaSpace> failed;

  StepMemory(const Context<CudaSpace>& context, std::int64_t n, std::int64_t count)
    : pivot(context, static_cast<std::size_t>(count * Tile * Tile)),
      left(context, static_cast<std::size_t>(count * n * Tile)),
      right(context, static_cast<std::size_t>(count * n * Tile)), failed(context, 1)
  {
    this->failed.zero();
  }

  Step step(std::int64_t n)
  {
    return { n, 0, nullptr, this->pivot.data(), this->left.data(), this->right.data(),
      this->failed.data() };
  }
};
}

template <>
bool invertSymmetric(
  const Context<CudaSpace>& context, std::int64_t n, double* matrix, float* inverse)
{
  if (n == 0)
  {
    return true;
  }
  StepMemory memory(context, n, 1);
  startInversion(context, n, 1, matrix, inverse, memory.step(n));
  return memory.failed.toHost()[0] == 0;
}

template <>
bool invertSymmetricInPlace(
  const Context<CudaSpace>& context, std::int64_t n, std::int64_t count, double* matrices)
{
  if (n == 0)
  {
    return true;
  }
  const std::int64_t most = count < Together ? count : Together;
  StepMemory memory(context, n, most);
  DeviceVector<double, CudaSpace> inverses(context, static_cast<std::size_t>(most * n * n));
  for (std::int64_t first = 0; first < count; first += most)
  {
    const std::int64_t batch = count - first < most ? count - first : most;
    double* matrix = matrices + first * n * n;
    startInversion(context, n, batch, matrix, inverses.data(), memory.step(n));
    context.copy(matrix, inverses.data(), static_cast<std::size_t>(batch * n * n) * sizeof(double));
  }
  return memory.failed.toHost()[0] == 0;
}
}
