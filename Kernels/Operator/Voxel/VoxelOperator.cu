#include "Operator/Voxel/VoxelOperator.inl"

#include "Core/Cuda/Cuda.h"
#include "Operator/Voxel/VoxelStackProduct.cuh"
#include "Operator/Voxel/VoxelSweep.cuh"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace trabecula
{
namespace
{
constexpr int Edge = VoxelBrick::Edge;
/// The nodes of a brick with one additional layer on every side.
constexpr int Nodes = Edge + 2;

constexpr int Threads = 128;

/// Returns the element at a position, counted from one before the first element of a brick; -1 if
/// there is none.
__device__ __forceinline__ std::int64_t elementAt(
  const VoxelBrick* bricks, const std::int32_t* neighbours, int i, int j, int k)
{
  const int x = i + Edge - 1;
  const int y = j + Edge - 1;
  const int z = k + Edge - 1;
  const std::int32_t b = neighbours[x / Edge + 3 * (y / Edge) + 9 * (z / Edge)];
  if (b < 0)
  {
    return -1;
  }
  const VoxelBrick& brick = bricks[b];
  const int row = y % Edge + Edge * (z % Edge);
  const unsigned mask = brick.elements[row];
  return mask >> (x % Edge) & 1U
    ? std::int64_t(brick.firstElement) + brick.elementRows[row] + voxels::bitsBelow(mask, x % Edge)
    : -1;
}

/// Loads the nodes of a brick and those around it; missing nodes are zero.
template <class Real>
__device__ __forceinline__ void loadNodes(const VoxelBrick* bricks, const std::int32_t* neighbours,
  const Real* x, Real (*box)[3][Nodes * Nodes])
{
  for (int p = threadIdx.x; p < Nodes * Nodes * Nodes; p += Threads)
  {
    const int i = p % Nodes + Edge - 1;
    const int j = p / Nodes % Nodes + Edge - 1;
    const int k = p / (Nodes * Nodes) + Edge - 1;
    const std::int32_t b = neighbours[i / Edge + 3 * (j / Edge) + 9 * (k / Edge)];
    Real value[3] = {};
    if (b >= 0)
    {
      const VoxelBrick& brick = bricks[b];
      const int row = j % Edge + Edge * (k % Edge);
      const unsigned mask = brick.nodes[row];
      if (mask >> (i % Edge) & 1U)
      {
        const Real* at = x +
          3 *
            (std::int64_t(brick.firstNode) + brick.nodeRows[row] +
              voxels::bitsBelow(mask, i % Edge));
        value[0] = at[0];
        value[1] = at[1];
        value[2] = at[2];
      }
    }
    for (int c = 0; c < 3; ++c)
    {
      box[p / (Nodes * Nodes)][c][p % (Nodes * Nodes)] = value[c];
    }
  }
}

__device__ __forceinline__ int cornerOffset(int a)
{
  return ((a + 1) / 2 & 1) + Nodes * (a / 2 & 1);
}

bool areAligned(std::initializer_list<const void*> vectors)
{
  return std::all_of(vectors.begin(), vectors.end(),
    [](const void* vector) { return reinterpret_cast<std::uintptr_t>(vector) % 16 == 0; });
}

using voxelsweep::Numbers;

// These functors process the sums of forces: Operands<N> are loaded in advance for N values at a
// time, and loops over stacks prefetch() them one cache line at a time.

/// y = K x
template <class Real>
struct Store
{
  template <int N>
  struct Operands
  {
  };
  Real* y;
  bool aligned; ///< whether all vectors are aligned to 16 bytes

  explicit Store(Real* result) : y(result), aligned(areAligned({ result })) {}
  __device__ void prefetch(std::int64_t) const {}
  template <int N>
  __device__ Operands<N> read(std::int64_t) const
  {
    return {};
  }
  template <int N>
  __device__ void write(std::int64_t i, const Numbers<Real, N>& forces, const Operands<N>&) const
  {
    forces.store(this->y + i);
  }
};

template <class Real>
struct Residual
{
  template <int N>
  using Operands = Numbers<Real, N>;
  const Real* b;
  Real* r;
  bool aligned;

  Residual(const Real* load, Real* residual)
    : b(load), r(residual), aligned(areAligned({ load, residual }))
  {
  }
  __device__ void prefetch(std::int64_t i) const { voxelsweep::prefetch(this->b + i); }
  template <int N>
  __device__ Numbers<Real, N> read(std::int64_t i) const
  {
    return Numbers<Real, N>::load(this->b + i);
  }
  template <int N>
  __device__ void write(
    std::int64_t i, const Numbers<Real, N>& forces, Numbers<Real, N> result) const
  {
#pragma unroll
    for (int n = 0; n < N; ++n)
    {
      result.v[n] -= forces.v[n];
    }
    result.store(this->r + i);
  }
};

template <class Real>
struct SmoothingStep
{
  template <int N>
  struct Operands
  {
    Numbers<Real, N> inverse;
    Numbers<Real, N> before;
    Numbers<Real, N> residual;
    Numbers<Real, N> sum;
  };
  const Real* inverseDiagonal;
  Real ofDirection;
  Real ofResidual;
  const Real* d;
  Real* r;
  Real* e;
  Real* x;
  bool aligned;

  __device__ void prefetch(std::int64_t i) const
  {
    voxelsweep::prefetch(this->inverseDiagonal + i);
    voxelsweep::prefetch(this->r + i);
    voxelsweep::prefetch(this->x + i);
  }
  template <int N>
  __device__ Operands<N> read(std::int64_t i) const
  {
    using Values = Numbers<Real, N>;
    return { Values::load(this->inverseDiagonal + i), Values::load(this->d + i),
      Values::load(this->r + i), Values::load(this->x + i) };
  }
  template <int N>
  __device__ void write(std::int64_t i, const Numbers<Real, N>& forces, Operands<N> operands) const
  {
    Numbers<Real, N> direction;
#pragma unroll
    for (int n = 0; n < N; ++n)
    {
      operands.residual.v[n] -= forces.v[n];
      direction.v[n] = this->ofDirection * operands.before.v[n] +
        this->ofResidual * operands.inverse.v[n] * operands.residual.v[n];
      operands.sum.v[n] += direction.v[n];
    }
    operands.residual.store(this->r + i);
    direction.store(this->e + i);
    operands.sum.store(this->x + i);
  }
};

/// The data that products read in addition to vectors.
struct Input
{
  const Context<CudaSpace>& context;
  voxelsweep::Grid grid;
  std::size_t columns;
  std::int64_t bricks; ///< whose nodes get a result: ghosts have none
  voxelstacks::Grid stacks;
  bool hasStacks;
  const double* spacing;
  double poissonsRatio;
};

/// Calls launch with the constants of an element matrix.
template <class Real, class Launch>
void withElement(const double* h, double poissonsRatio, const Launch& launch)
{
  if (h[0] == h[1] && h[1] == h[2])
  {
    launch(voxelhex8::unitCube<Real>(h, poissonsRatio));
  }
  else
  {
    launch(voxelhex8::unitBrick<Real>(h, poissonsRatio));
  }
  checkCuda(cudaGetLastError(), "starting the voxel product");
}

template <class Real, class Finish>
void sweepAll(const Input& input, const Real* moduli, const Real* x, const Finish& finish)
{
  if (input.columns == 0)
  {
    return;
  }
  constexpr int R = detail::RowsOfThread;
  constexpr int shared = sizeof(voxelsweep::Shared<Real, R>);
  const cudaStream_t stream = streamOf(input.context);
  withElement<Real>(input.spacing, input.poissonsRatio,
    [&](const auto& unit)
    {
      const auto kernel = &voxelsweep::sweep<Real, R, std::decay_t<decltype(unit)>, Finish>;
      allowSharedMemory(
        input.context, reinterpret_cast<const void*>(kernel), static_cast<std::size_t>(shared));
      kernel<<<static_cast<unsigned>(input.columns), voxelsweep::Threads, shared, stream>>>(
        input.grid, moduli, unit, x, finish);
    });
}

template <class Finish>
void multiplyInFloat(const Input& input, const float* moduli, const float* x, const Finish& finish)
{
  if (!input.hasStacks)
  {
    sweepAll(input, moduli, x, finish);
    return;
  }
  if (input.bricks == 0)
  {
    return;
  }
  constexpr int shared = sizeof(voxelstacks::Shared<float>);
  const cudaStream_t stream = streamOf(input.context);
  withElement<float>(input.spacing, input.poissonsRatio,
    [&](const auto& unit)
    {
      const auto kernel = &voxelstacks::multiply<float, std::decay_t<decltype(unit)>, Finish>;
      allowSharedMemory(
        input.context, reinterpret_cast<const void*>(kernel), static_cast<std::size_t>(shared));
      const std::int64_t blocks = voxelstacks::Tiles * input.bricks;
      kernel<<<static_cast<unsigned>(blocks), voxelstacks::Threads, shared, stream>>>(
        input.stacks, moduli, unit, x, finish);
    });
}

__global__ void __launch_bounds__(Threads) addBrickEnergies(const VoxelBrick* bricks,
  const voxelhex8::Brick<double> unit, const double* u, double weight, double* energies)
{
  __shared__ double box[Nodes][3][Nodes * Nodes];
  __shared__ std::int32_t neighbours[27];
  const VoxelBrick& brick = bricks[blockIdx.x];
  if (threadIdx.x < 27)
  {
    neighbours[threadIdx.x] = brick.neighbours[threadIdx.x];
  }
  __syncthreads();
  loadNodes(bricks, neighbours, u, box);
  __syncthreads();
  for (int p = threadIdx.x; p < Edge * Edge * Edge; p += Threads)
  {
    const int i = p % Edge + 1;
    const int j = p / Edge % Edge + 1;
    const int k = p / (Edge * Edge) + 1;
    const std::int64_t element = elementAt(bricks, neighbours, i, j, k);
    if (element < 0)
    {
      continue;
    }
    double corners[24];
    double f[24];
    double energy = 0.0;
    for (int a = 0; a < 8; ++a)
    {
      for (int c = 0; c < 3; ++c)
      {
        corners[8 * c + a] = box[k + a / 4][c][i + Nodes * j + cornerOffset(a)];
      }
    }
    voxelhex8::product(corners, 1.0, unit, f);
    for (int n = 0; n < 24; ++n)
    {
      energy += corners[n] * f[n];
    }
    energies[element] += weight * energy;
  }
}
}

#define TRABECULA_VOXEL_INPUT                                                                      \
  Input                                                                                            \
  {                                                                                                \
    this->context(),                                                                               \
      { static_cast<std::int32_t>(this->Bricks.size()), this->Rows.data(), this->Tiles.data(),     \
        this->Columns.data() },                                                                    \
      this->Columns.size(), this->OwnedBricks,                                                     \
      { static_cast<std::int32_t>(this->Bricks.size()), this->Bricks.data(), this->Rows.data(),    \
        this->Stacks.firstGroups(), this->Stacks.stacks(), this->Stacks.firstModuli() },           \
      !this->Stacks.empty(), this->Spacing.data(), this->PoissonsRatio                             \
  }

template <>
void VoxelOperator<CudaSpace>::multiply(const double* x, double* y)
{
  sweepAll(TRABECULA_VOXEL_INPUT, this->Moduli.data(), x, Store<double>(y));
}

template <>
void VoxelOperator<CudaSpace>::multiply(const float* x, float* y)
{
  multiplyInFloat(TRABECULA_VOXEL_INPUT, this->ModuliInFloat.data(), x, Store<float>(y));
}

template <>
void VoxelOperator<CudaSpace>::residual(const float* b, const float* x, float* r)
{
  multiplyInFloat(TRABECULA_VOXEL_INPUT, this->ModuliInFloat.data(), x, Residual<float>(b, r));
}

template <>
void VoxelOperator<CudaSpace>::smoothingStep(const float* inverseDiagonal, float ofDirection,
  float ofResidual, const float* d, float* r, float* e, float* x)
{
  multiplyInFloat(TRABECULA_VOXEL_INPUT, this->ModuliInFloat.data(), d,
    SmoothingStep<float>{ inverseDiagonal, ofDirection, ofResidual, d, r, e, x,
      areAligned({ inverseDiagonal, d, r, e, x }) });
}

template <>
void VoxelOperator<CudaSpace>::addEnergies(const double* u, double weight, double* energies)
{
  if (this->Bricks.size() == 0)
  {
    return;
  }
  addBrickEnergies<<<static_cast<unsigned>(this->Bricks.size()), Threads, 0,
    streamOf(this->context())>>>(this->Bricks.data(),
    voxelhex8::unitBrick<double>(this->Spacing.data(), this->PoissonsRatio), u, weight, energies);
  checkCuda(cudaGetLastError(), "starting the voxel energies");
}

template class VoxelOperator<CudaSpace>;
}
