#include "Operator/Hex8Operator.inl"

namespace trabecula
{
namespace
{
constexpr int Threads = 128;

int blocksFor(std::int64_t elements)
{
  return static_cast<int>((elements + Threads - 1) / Threads);
}

/// One thread an element; sums by atomic additions.
__global__ void __launch_bounds__(Threads) productKernel(std::int64_t elements,
  const double* __restrict__ points, const std::int32_t* __restrict__ connectivity,
  const std::int32_t* __restrict__ order, const double* __restrict__ moduli,
  hex8::UnitMaterial material, const double* __restrict__ x, double* __restrict__ y)
{
  const std::int64_t position = std::int64_t(blockIdx.x) * Threads + threadIdx.x;
  if (position >= elements)
  {
    return;
  }
  std::int32_t nodes[8];
  double corners[24];
  double u[24];
  double f[24];
  const int4* packed = reinterpret_cast<const int4*>(connectivity + 8 * position);
  reinterpret_cast<int4*>(nodes)[0] = packed[0];
  reinterpret_cast<int4*>(nodes)[1] = packed[1];
  detail::gatherNodes(nodes, points, corners);
  detail::gatherNodes(nodes, x, u);
  hex8::product(corners, u, moduli[order[position]], material, f);
  for (int a = 0; a < 8; ++a)
  {
    double* value = y + 3 * std::int64_t(nodes[a]);
    atomicAdd(value, f[a]);
    atomicAdd(value + 1, f[8 + a]);
    atomicAdd(value + 2, f[16 + a]);
  }
}
}

template <>
void Hex8Operator<CudaSpace>::apply(const double* x, double* y)
{
  Memory<CudaSpace>::zero(y, sizeof(double) * static_cast<std::size_t>(this->size()));
  productKernel<<<blocksFor(this->NumberOfElements), Threads, 0, cudaStream()>>>(
    this->NumberOfElements, this->Points.data(), this->Connectivity.data(), this->Order.data(),
    this->Moduli, hex8::unitMaterial(this->PoissonsRatio), x, y);
  checkCuda(cudaGetLastError(), "starting the stiffness product");
}

template <>
void Hex8Operator<CudaSpace>::diagonal(double* d)
{
  Memory<CudaSpace>::zero(d, sizeof(double) * static_cast<std::size_t>(this->size()));
  const hex8::UnitMaterial material = hex8::unitMaterial(this->PoissonsRatio);
  const double* points = this->Points.data();
  const std::int32_t* connectivity = this->Connectivity.data();
  const std::int32_t* order = this->Order.data();
  const double* moduli = this->Moduli;
  forEach<CudaSpace>(
    this->NumberOfElements, TRABECULA_LAMBDA(std::int64_t position) {
      double x[24];
      double values[24];
      const std::int32_t* nodes = connectivity + 8 * position;
      detail::gatherNodes(nodes, points, x);
      hex8::diagonal(x, material, values);
      const double young = moduli[order[position]];
      for (int i = 0; i < 24; ++i)
      {
        atomicAdd(d + 3 * std::int64_t(nodes[i % 8]) + i / 8, young * values[i]);
      }
    });
}

template <>
void Hex8Operator<CudaSpace>::addUnitEnergies(const double* u, double weight, double* energies)
{
  const hex8::UnitMaterial material = hex8::unitMaterial(this->PoissonsRatio);
  const double* points = this->Points.data();
  const std::int32_t* connectivity = this->Connectivity.data();
  const std::int32_t* order = this->Order.data();
  forEach<CudaSpace>(
    this->NumberOfElements, TRABECULA_LAMBDA(std::int64_t position) {
      double x[24];
      double displacement[24];
      double f[24];
      const std::int32_t* nodes = connectivity + 8 * position;
      detail::gatherNodes(nodes, points, x);
      detail::gatherNodes(nodes, u, displacement);
      const double energy = hex8::product(x, displacement, 1.0, material, f);
      energies[order[position]] += weight * energy;
    });
}

template class Hex8Operator<CudaSpace>;
}
