#include "Operator/Hex8Operator.inl"

#include "Operator/Hex8HostKernels.h"

namespace trabecula
{
namespace
{
Hex8HostMesh hostMesh(std::int64_t elements, const double* points, const std::int32_t* connectivity,
  const std::int32_t* order, const ColouredBlocks& blocks)
{
  return { elements, points, connectivity, order, blocks.blocks.data(), blocks.colourStarts.data(),
    static_cast<std::int32_t>(blocks.colourStarts.size()) - 1, ColouredBlocks::BlockSize };
}
}

template <>
void Hex8Operator<HostSpace>::apply(const double* x, double* y)
{
  forEach<HostSpace>(this->size(), [y](std::int64_t i) { y[i] = 0.0; });
  const Hex8HostMesh mesh = hostMesh(this->NumberOfElements, this->Points.data(),
    this->Connectivity.data(), this->Order.data(), this->Blocks);
  hex8HostKernels().addProduct(mesh, this->PoissonsRatio, this->Moduli, x, y);
}

template <>
void Hex8Operator<HostSpace>::addUnitEnergies(const double* u, double weight, double* energies)
{
  const Hex8HostMesh mesh = hostMesh(this->NumberOfElements, this->Points.data(),
    this->Connectivity.data(), this->Order.data(), this->Blocks);
  hex8HostKernels().addUnitEnergies(mesh, this->PoissonsRatio, u, weight, energies);
}

template <>
void Hex8Operator<HostSpace>::diagonal(double* d)
{
  forEach<HostSpace>(this->size(), [d](std::int64_t i) { d[i] = 0.0; });
  const hex8::UnitMaterial material = hex8::unitMaterial(this->PoissonsRatio);
  const double* points = this->Points.data();
  const std::int32_t* connectivity = this->Connectivity.data();
  const std::int32_t* order = this->Order.data();
  const double* moduli = this->Moduli;
  const std::int64_t elements = this->NumberOfElements;
  for (std::size_t colour = 0; colour + 1 < this->Blocks.colourStarts.size(); ++colour)
  {
#pragma omp parallel for schedule(dynamic, 1)
    for (std::int32_t b = this->Blocks.colourStarts[colour];
         b < this->Blocks.colourStarts[colour + 1]; ++b)
    {
      const std::int64_t begin = std::int64_t(this->Blocks.blocks[b]) * ColouredBlocks::BlockSize;
      const std::int64_t end = std::min(elements, begin + ColouredBlocks::BlockSize);
      for (std::int64_t position = begin; position < end; ++position)
      {
        double x[24];
        double values[24];
        const std::int32_t* nodes = connectivity + 8 * position;
        detail::gatherNodes(nodes, points, x);
        hex8::diagonal(x, material, values);
        const double young = moduli[order[position]];
        for (int i = 0; i < 24; ++i)
        {
          d[3 * std::int64_t(nodes[i % 8]) + i / 8] += young * values[i];
        }
      }
    }
  }
}

template class Hex8Operator<HostSpace>;
}
