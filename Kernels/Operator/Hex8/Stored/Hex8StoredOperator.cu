#include "Operator/Hex8/Stored/Hex8StoredOperator.inl"

namespace trabecula
{
namespace
{
// The block size is that of the EbE paper, section 5.6.
constexpr int Threads = 512;
constexpr int Threads24 = 504; // nearest multiple of 24

/// The input of Algorithms 3 to 6. The modulus corresponds to rho^p in the paper.
struct Elements
{
  std::int64_t count;
  const std::int32_t* connectivity;
  const std::int32_t* order;
  const double* matrices;
  const double* moduli;
};

/// Returns one row of the product of a 3 x 3 tile and u.
__device__ __forceinline__ double rowOfTile(const double* tile, const double* u)
{
  return tile[0] * u[0] + tile[1] * u[1] + tile[2] * u[2];
}

/// Returns the nodes of the thread's element in shared memory, after the threads of the block have
/// loaded the nodes of all their elements.
template <int BlockThreads, int ElementThreads>
__device__ __forceinline__ const std::int32_t* sharedNodes(const Elements& elements)
{
  constexpr int size = BlockThreads / ElementThreads * 8;
  __shared__ std::int32_t nodes[size];
  const std::int64_t firstNode = std::int64_t(blockIdx.x) * size;
  if (threadIdx.x < size && firstNode + threadIdx.x < 8 * elements.count)
  {
    nodes[threadIdx.x] = elements.connectivity[firstNode + threadIdx.x];
  }
  __syncthreads();
  return nodes + threadIdx.x / ElementThreads * 8;
}

/// Algorithm 2: one thread per node.
__global__ void __launch_bounds__(Threads)
  nbnKernel(std::int64_t nodes, detail::NodeByNode byNode, const double* x, double* y)
{
  const std::int64_t t = std::int64_t(blockIdx.x) * Threads + threadIdx.x;
  if (t < nodes)
  {
    byNode.product(t, x, y);
  }
}

/// Algorithm 3: one thread per element.
__global__ void __launch_bounds__(Threads) ebeKernel(Elements elements, const double* x, double* y)
{
  const std::int64_t t = std::int64_t(blockIdx.x) * Threads + threadIdx.x;
  if (t >= elements.count)
  {
    return;
  }
  std::int32_t nodes[8];
  for (int i = 0; i < 8; ++i)
  {
    nodes[i] = elements.connectivity[8 * t + i];
  }
  const double modulus = elements.moduli[elements.order[t]];
  const double* matrix = elements.matrices + detail::MatrixSize * t;
  for (int i = 0; i < 8; ++i)
  {
    double value[3] = {};
    for (int j = 0; j < 8; ++j)
    {
      const double* u = x + 3 * std::int64_t(nodes[j]);
      for (int c = 0; c < 3; ++c)
      {
        value[c] += modulus * rowOfTile(matrix + 24 * (3 * i + c) + 3 * j, u);
      }
    }
    for (int c = 0; c < 3; ++c)
    {
      atomicAdd(y + 3 * std::int64_t(nodes[i]) + c, value[c]);
    }
  }
}

/// Algorithm 4: eight threads per element, three rows each.
__global__ void __launch_bounds__(Threads) ebe8Kernel(Elements elements, const double* x, double* y)
{
  __shared__ std::int32_t nodes[Threads];
  const std::int64_t t = std::int64_t(blockIdx.x) * Threads + threadIdx.x;
  const bool inside = t < 8 * elements.count;
  if (inside)
  {
    nodes[threadIdx.x] = elements.connectivity[t];
  }
  __syncthreads();
  if (!inside)
  {
    return;
  }
  const std::int64_t e = t / 8;
  const double modulus = elements.moduli[elements.order[e]];
  const int row = static_cast<int>(t % 8);
  const std::int32_t* elementNodes = nodes + threadIdx.x / 8 * 8;
  const double* rows = elements.matrices + detail::MatrixSize * e + 72 * row;
  double value[3] = {};
  for (int column = 0; column < 8; ++column)
  {
    const double* u = x + 3 * std::int64_t(elementNodes[column]);
    for (int c = 0; c < 3; ++c)
    {
      value[c] += modulus * rowOfTile(rows + 24 * c + 3 * column, u);
    }
  }
  double* target = y + 3 * std::int64_t(elementNodes[row]);
  for (int c = 0; c < 3; ++c)
  {
    atomicAdd(target + c, value[c]);
  }
}

/// Algorithm 5: 24 threads per element, one row each. Within one colour, no two elements share a
/// node, so that additions need not be atomic.
template <bool Atomic>
__global__ void __launch_bounds__(Threads24)
  ebe24Kernel(Elements elements, const double* x, double* y)
{
  const std::int32_t* elementNodes = sharedNodes<Threads24, 24>(elements);
  const std::int64_t t = std::int64_t(blockIdx.x) * Threads24 + threadIdx.x;
  if (t >= 24 * elements.count)
  {
    return;
  }
  const std::int64_t e = t / 24;
  const double modulus = elements.moduli[elements.order[e]];
  const int row = static_cast<int>(t - 24 * e);
  const double* values = elements.matrices + detail::MatrixSize * e + 24 * row;
  double value = 0.0;
  for (int column = 0; column < 8; ++column)
  {
    value += modulus * rowOfTile(values + 3 * column, x + 3 * std::int64_t(elementNodes[column]));
  }
  double* target = y + 3 * std::int64_t(elementNodes[row / 3]) + row % 3;
  if (Atomic)
  {
    atomicAdd(target, value);
  }
  else
  {
    *target += value;
  }
}

/// Algorithm 6: 64 threads per element, one 3 x 3 tile each.
__global__ void __launch_bounds__(Threads)
  ebe64Kernel(Elements elements, const double* x, double* y)
{
  const std::int32_t* elementNodes = sharedNodes<Threads, 64>(elements);
  const std::int64_t t = std::int64_t(blockIdx.x) * Threads + threadIdx.x;
  if (t >= 64 * elements.count)
  {
    return;
  }
  const std::int64_t e = t / 64;
  const double modulus = elements.moduli[elements.order[e]];
  const int row = static_cast<int>(t % 64) / 8;
  const int column = static_cast<int>(t % 8);
  const double* tile = elements.matrices + detail::MatrixSize * e + 72 * row + 3 * column;
  const double* u = x + 3 * std::int64_t(elementNodes[column]);
  double* target = y + 3 * std::int64_t(elementNodes[row]);
  for (int c = 0; c < 3; ++c)
  {
    atomicAdd(target + c, modulus * rowOfTile(tile + 24 * c, u));
  }
}

unsigned blocksFor(std::int64_t items, int threads)
{
  return static_cast<unsigned>((items + threads - 1) / threads);
}
}

template <>
void Hex8StoredOperator<CudaSpace>::product(const Vector<CudaSpace>& from, Vector<CudaSpace>& to)
{
  const double* x = from.data();
  double* y = to.data();
  const std::int64_t count = this->numberOfElements();
  const std::int64_t nodes = this->numberOfNodes();
  if (this->Chosen != Strategy::Nbn)
  {
    to.zero();
  }
  if (nodes == 0 || (count == 0 && this->Chosen != Strategy::Nbn))
  {
    return;
  }
  const cudaStream_t stream = streamOf(this->context());
  const Elements elements = { count, this->StoredConnectivity.data(), this->StoredOrder.data(),
    this->Matrices.data(), this->Moduli };
  switch (this->Chosen)
  {
    case Strategy::Nbn:
      nbnKernel<<<blocksFor(nodes, Threads), Threads, 0, stream>>>(nodes,
        detail::NodeByNode{ this->NodeStarts.data(), this->NodeElementNumbers.data(),
          this->NodeCorners.data(), elements.connectivity, elements.matrices, elements.moduli },
        x, y);
      break;
    case Strategy::Ebe:
      ebeKernel<<<blocksFor(count, Threads), Threads, 0, stream>>>(elements, x, y);
      break;
    case Strategy::Ebe8:
      ebe8Kernel<<<blocksFor(8 * count, Threads), Threads, 0, stream>>>(elements, x, y);
      break;
    case Strategy::Ebe24:
      ebe24Kernel<true><<<blocksFor(24 * count, Threads24), Threads24, 0, stream>>>(elements, x, y);
      break;
    case Strategy::Ebe64:
      ebe64Kernel<<<blocksFor(64 * count, Threads), Threads, 0, stream>>>(elements, x, y);
      break;
    default: // Strategy::Coloured
      for (std::size_t colour = 0; colour + 1 < this->ColourStarts.size(); ++colour)
      {
        const std::int64_t first = this->ColourStarts[colour];
        const Elements some = { this->ColourStarts[colour + 1] - first,
          elements.connectivity + 8 * first, elements.order + first,
          elements.matrices + detail::MatrixSize * first, elements.moduli };
        ebe24Kernel<false>
          <<<blocksFor(24 * some.count, Threads24), Threads24, 0, stream>>>(some, x, y);
      }
      break;
  }
  checkCuda(cudaGetLastError(), "starting the stiffness product");
}

template class Hex8StoredOperator<CudaSpace>;
}
