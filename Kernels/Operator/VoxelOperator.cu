#include "Operator/VoxelOperator.inl"

#include "Core/Cuda.h"

namespace trabecula
{
namespace
{
constexpr int Edge = VoxelBrick::Edge;
/// Nodes of a brick with one layer more on every side, and columns of elements with one below.
constexpr int Nodes = Edge + 2;
constexpr int Elements = Edge + 1;
constexpr int Threads = 128;

/// The number of the element at a position counted from one before a brick; -1 for none.
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
    ? std::int64_t(brick.firstElement) + brick.elementRows[row] + detail::bitsBelow(mask, x % Edge)
    : -1;
}

/// Loads the nodes of a brick and around it, zeros where there is none.
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
              detail::bitsBelow(mask, i % Edge));
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

/// A block sums the forces on the nodes of one brick: threads take columns of elements upwards,
/// then columns of nodes gather from the four around.
template <class Real>
__global__ void __launch_bounds__(Threads) multiply(const VoxelBrick* bricks, const Real* moduli,
  const voxelhex8::Brick<Real> unit, const Real* x, Real* y)
{
  __shared__ Real box[Nodes][3][Nodes * Nodes];
  __shared__ Real forces[12][Elements * Elements];
  __shared__ std::int32_t neighbours[27];
  const VoxelBrick& brick = bricks[blockIdx.x];
  if (threadIdx.x < 27)
  {
    neighbours[threadIdx.x] = brick.neighbours[threadIdx.x];
  }
  __syncthreads();
  loadNodes(bricks, neighbours, x, box);
  __syncthreads();

  const int column = threadIdx.x;
  const int i = column % Elements;
  const int j = column / Elements;
  Real upper[12] = {}; // forces on the upper corners of the element before
  for (int k = 0; k < Elements; ++k)
  {
    if (column < Elements * Elements)
    {
      Real f[24] = {};
      const std::int64_t element = elementAt(bricks, neighbours, i, j, k);
      if (element >= 0)
      {
        Real u[24];
#pragma unroll
        for (int a = 0; a < 8; ++a)
        {
#pragma unroll
          for (int c = 0; c < 3; ++c)
          {
            u[8 * c + a] = box[k + a / 4][c][i + Nodes * j + cornerOffset(a)];
          }
        }
        voxelhex8::product(u, moduli[element], unit, f);
      }
#pragma unroll
      for (int a = 0; a < 4; ++a)
      {
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          forces[4 * c + a][column] = f[8 * c + a] + upper[4 * c + a];
          upper[4 * c + a] = f[8 * c + 4 + a];
        }
      }
    }
    __syncthreads();
    if (k > 0 && threadIdx.x < Edge * Edge)
    {
      const int nx = threadIdx.x % Edge;
      const int ny = threadIdx.x / Edge;
      const int row = ny + Edge * (k - 1);
      const unsigned mask = brick.nodes[row];
      if (mask >> nx & 1U)
      {
        Real* at = y +
          3 * (std::int64_t(brick.firstNode) + brick.nodeRows[row] + detail::bitsBelow(mask, nx));
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          // Corner 0 of the element above in both directions, and round the node.
          at[c] = forces[4 * c][nx + 1 + Elements * (ny + 1)] +
            forces[4 * c + 1][nx + Elements * (ny + 1)] + forces[4 * c + 2][nx + Elements * ny] +
            forces[4 * c + 3][nx + 1 + Elements * ny];
        }
      }
    }
    __syncthreads();
  }
}

__global__ void __launch_bounds__(Threads) addEnergies(const VoxelBrick* bricks,
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

template <>
void VoxelOperator<CudaSpace>::apply(const double* x, double* y)
{
  multiply<<<static_cast<unsigned>(this->Bricks.size()), Threads, 0, cudaStream()>>>(
    this->Bricks.data(), this->Moduli.data(),
    voxelhex8::unitBrick<double>(this->Spacing.data(), this->PoissonsRatio), x, y);
  checkCuda(cudaGetLastError(), "starting the voxel product");
}

template <>
void VoxelOperator<CudaSpace>::apply(const float* x, float* y)
{
  multiply<<<static_cast<unsigned>(this->Bricks.size()), Threads, 0, cudaStream()>>>(
    this->Bricks.data(), this->ModuliInFloat.data(),
    voxelhex8::unitBrick<float>(this->Spacing.data(), this->PoissonsRatio), x, y);
  checkCuda(cudaGetLastError(), "starting the voxel product");
}

template <>
void VoxelOperator<CudaSpace>::addUnitEnergies(const double* u, double weight, double* energies)
{
  addEnergies<<<static_cast<unsigned>(this->Bricks.size()), Threads, 0, cudaStream()>>>(
    this->Bricks.data(), voxelhex8::unitBrick<double>(this->Spacing.data(), this->PoissonsRatio), u,
    weight, energies);
  checkCuda(cudaGetLastError(), "starting the voxel energies");
}

template class VoxelOperator<CudaSpace>;
}
