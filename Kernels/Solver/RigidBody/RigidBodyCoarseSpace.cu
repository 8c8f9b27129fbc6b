#include "Solver/RigidBody/RigidBodyCoarseSpace.inl"

#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>

namespace trabecula
{
namespace detail
{
template <class Space, class Element>
void addCoarseEntries(const Context<Space>& context, std::int64_t elements,
  const CoarseLayout& layout, const double* moduli, const UnitMaterials& materials,
  std::int64_t rows, double fixedPoint, std::int64_t* matrix)
{
  auto* sums = reinterpret_cast<unsigned long long*>(matrix);
  const CoarseLayout seen = layout;
  const UnitMaterials unit = materials;
  forEach(
    context, 6 * elements, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t position = i / 6;
      visitCoarseEntries<Element>(seen, position, static_cast<int>(i % 6),
        moduli[seen.elements[position]], unit.of(seen.elements[position]),
        [=](std::int64_t row, std::int64_t column, double value)
        {
          // In two's complement, unsigned addition is correct for negative numbers, too.
          atomicAdd(sums + row * rows + column,
            static_cast<unsigned long long>(static_cast<long long>(value * fixedPoint)));
        });
    });
}

namespace
{
constexpr int Threads = 256;

/// Computes the force and moment of r on the nodes of an aggregate, one thread block per aggregate.
__global__ void __launch_bounds__(Threads) restrictKernel(const std::int32_t* __restrict__ nodes,
  const std::int32_t* __restrict__ starts, const float* __restrict__ offsets,
  const double* __restrict__ r, double* __restrict__ restricted)
{
  using Block = cub::BlockReduce<Sums<6>, Threads>;
  __shared__ typename Block::TempStorage storage;
  Sums<6> sums;
  const std::int32_t end = starts[blockIdx.x + 1];
  for (std::int32_t i = starts[blockIdx.x] + std::int32_t(threadIdx.x); i < end; i += Threads)
  {
    const double* force = r + 3 * std::int64_t(nodes[i]);
    const float* x = offsets + 3 * std::int64_t(nodes[i]);
    sums.v[0] += force[0];
    sums.v[1] += force[1];
    sums.v[2] += force[2];
    sums.v[3] += x[1] * force[2] - x[2] * force[1];
    sums.v[4] += x[2] * force[0] - x[0] * force[2];
    sums.v[5] += x[0] * force[1] - x[1] * force[0];
  }
  sums = Block(storage).Reduce(sums, AddSums());
  if (threadIdx.x == 0)
  {
    for (int k = 0; k < 6; ++k)
    {
      restricted[6 * std::int64_t(blockIdx.x) + k] = sums.v[k];
    }
  }
}

/// values = scale * inverse * restricted with one warp per row; the number of rows is a multiple of
/// 64.
__global__ void __launch_bounds__(Threads)
  coarseProduct(std::int64_t rows, double scale, const float* __restrict__ inverse,
    const double* __restrict__ restricted, double* __restrict__ values)
{
  using Warp = cub::WarpReduce<double>;
  __shared__ typename Warp::TempStorage storage[Threads / 32];
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t row = std::int64_t(blockIdx.x) * (Threads / 32) + warp;
  const float2* entries = reinterpret_cast<const float2*>(inverse + row * rows);
  const double2* right = reinterpret_cast<const double2*>(restricted);
  double sum = 0.0;
  for (std::int64_t i = lane; i < rows / 2; i += 32)
  {
    const float2 a = entries[i];
    const double2 b = right[i];
    sum += a.x * b.x + a.y * b.y;
  }
  sum = Warp(storage[warp]).Sum(sum);
  if (lane == 0)
  {
    values[row] = scale * sum;
  }
}
}
}

template <>
void RigidBodyCoarseSpace<CudaSpace>::solveFor(const double* r)
{
  detail::restrictKernel<<<static_cast<unsigned>(this->numberOfAggregates()), detail::Threads, 0,
    streamOf(*this->Computing)>>>(
    this->Nodes.data(), this->Starts.data(), this->Offsets.data(), r, this->Restricted.data());
  detail::coarseProduct<<<static_cast<unsigned>(this->Rows / (detail::Threads / 32)),
    detail::Threads, 0, streamOf(*this->Computing)>>>(this->Rows, 1.0 / this->Scale,
    this->Inverse.data(), this->Restricted.data(), this->Values.data());
  checkCuda(cudaGetLastError(), "starting a coarse solution");
}

template class RigidBodyCoarseSpace<CudaSpace>;
}
