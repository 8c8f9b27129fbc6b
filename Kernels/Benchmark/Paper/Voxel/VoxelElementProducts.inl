#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELELEMENTPRODUCTS_INL
#define TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELELEMENTPRODUCTS_INL

// This file contains the micro-FE paper's element-by-element product (its Algorithm 2 and section
// 3.2.4) for any method of finding an element's nodes: Lookup has node(element, corner).

#include "Benchmark/Paper/Voxel/VoxelCurveOperator.h"
#include "Core/Parallel.h"
#include "Core/Vectors/DeviceVector.h"

namespace trabecula
{
namespace detail
{
#ifdef __CUDACC__
constexpr int ElementsOfBlock = 128;

/// y += sum of E_e K u_e. One thread per element; the threads of a block read and add the corners
/// of their elements cooperatively, one corner at a time.
template <class Real, class Lookup>
__global__ void __launch_bounds__(ElementsOfBlock)
  addElementProducts(const Lookup lookup, std::int64_t count, const Real* moduli,
    const __grid_constant__ VoxelElementMatrix<Real> matrix, const Real* x, Real* y)
{
  __shared__ std::int32_t nodes[ElementsOfBlock];
  __shared__ Real values[3 * ElementsOfBlock];
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t element = std::int64_t(blockIdx.x) * ElementsOfBlock + thread;
  const bool active = element < count;
  Real f[24] = {};
#pragma unroll
  for (int a = 0; a < 8; ++a)
  {
    nodes[thread] = active ? lookup.node(element, a) : -1;
    __syncthreads();
#pragma unroll
    for (int i = thread; i < 3 * ElementsOfBlock; i += ElementsOfBlock)
    {
      const std::int64_t node = nodes[i / 3];
      values[i] = node < 0 ? Real(0) : x[3 * node + i % 3];
    }
    __syncthreads();
#pragma unroll
    for (int row = 0; row < 24; ++row)
    {
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        f[row] += matrix.entries[row][3 * a + c] * values[3 * thread + c];
      }
    }
    // The next corner is looked up while other threads still read the values of this one.
  }
  const Real young = active ? moduli[element] : Real(0);
#pragma unroll
  for (int a = 7; a >= 0; --a)
  {
    __syncthreads();
    nodes[thread] = active ? lookup.node(element, a) : -1;
#pragma unroll
    for (int c = 0; c < 3; ++c)
    {
      values[3 * thread + c] = young * f[3 * a + c];
    }
    __syncthreads();
#pragma unroll
    for (int i = thread; i < 3 * ElementsOfBlock; i += ElementsOfBlock)
    {
      const std::int64_t node = nodes[i / 3];
      if (node >= 0)
      {
        atomicAdd(y + 3 * node + i % 3, values[i]);
      }
    }
  }
}

/// The same without shared memory: each thread reads and adds the corners of its element.
template <class Real, class Lookup>
__global__ void __launch_bounds__(ElementsOfBlock)
  addElementProductsAlone(const Lookup lookup, std::int64_t count, const Real* moduli,
    const __grid_constant__ VoxelElementMatrix<Real> matrix, const Real* x, Real* y)
{
  const std::int64_t element = std::int64_t(blockIdx.x) * ElementsOfBlock + threadIdx.x;
  if (element >= count)
  {
    return;
  }
  Real f[24] = {};
#pragma unroll
  for (int a = 0; a < 8; ++a)
  {
    const Real* u = x + 3 * std::int64_t(lookup.node(element, a));
#pragma unroll
    for (int row = 0; row < 24; ++row)
    {
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        f[row] += matrix.entries[row][3 * a + c] * u[c];
      }
    }
  }
  const Real young = moduli[element];
#pragma unroll
  for (int a = 0; a < 8; ++a)
  {
    Real* to = y + 3 * std::int64_t(lookup.node(element, a));
#pragma unroll
    for (int c = 0; c < 3; ++c)
    {
      atomicAdd(to + c, young * f[3 * a + c]);
    }
  }
}

template <class Space, class Real, class Lookup>
void runElementProducts(const Context<Space>& context, ElementThreads threads, const Lookup& lookup,
  std::int64_t count, const Real* moduli, const VoxelElementMatrix<Real>& matrix, const Real* x,
  Real* y)
{
  if (count == 0)
  {
    return;
  }
  const auto blocks = static_cast<unsigned>((count + ElementsOfBlock - 1) / ElementsOfBlock);
  if (threads == ElementThreads::Together)
  {
    addElementProducts<<<blocks, ElementsOfBlock, 0, streamOf(context)>>>(
      lookup, count, moduli, matrix, x, y);
  }
  else
  {
    addElementProductsAlone<<<blocks, ElementsOfBlock, 0, streamOf(context)>>>(
      lookup, count, moduli, matrix, x, y);
  }
  checkCuda(cudaGetLastError(), "starting element products");
}
#else
template <class Space, class Real, class Lookup>
void runElementProducts(const Context<Space>& /*context*/, ElementThreads /*threads*/,
  const Lookup& lookup, std::int64_t count, const Real* moduli,
  const VoxelElementMatrix<Real>& matrix, const Real* x, Real* y)
{
#pragma omp parallel for schedule(static) if (count >= LeastParallelWork)
  for (std::int64_t e = 0; e < count; ++e)
  {
    std::int64_t nodes[8];
    Real u[24];
    for (int a = 0; a < 8; ++a)
    {
      nodes[a] = lookup.node(e, a);
      for (int c = 0; c < 3; ++c)
      {
        u[3 * a + c] = moduli[e] * x[3 * nodes[a] + c];
      }
    }
    Real f[24] = {};
    for (int column = 0; column < 24; ++column)
    {
      for (int row = 0; row < 24; ++row)
      {
        // Rows are read as columns, which are equal by symmetry.
        f[row] += matrix.entries[column][row] * u[column];
      }
    }
    for (int i = 0; i < 24; ++i)
    {
#pragma omp atomic
      y[3 * nodes[i / 3] + i % 3] += f[i];
    }
  }
}
#endif
}
}

#endif
