#include "Operator/Hex8/Hex8Operator.inl"

#include "Operator/Hex8/Hex8HostKernels.h"

namespace trabecula
{
template <>
Hex8HostMesh Hex8Operator<HostSpace>::hostMesh() const
{
  const ColouredBlocks& blocks = this->Sums.blocks;
  return { this->numberOfElements(), this->Points.data(), this->Sums.connectivity.data(),
    this->Order.data(), blocks.blocks.data(), blocks.colourStarts.data(),
    static_cast<std::int32_t>(blocks.colourStarts.size()) - 1, ColouredBlocks::BlockSize };
}

template <>
void Hex8Operator<HostSpace>::product(const Vector<HostSpace>& x, Vector<HostSpace>& y)
{
  double* to = y.data();
  forEach<HostSpace>(this->size(), [to](std::int64_t i) { to[i] = 0.0; });
  hex8HostKernels().addProduct(this->hostMesh(), this->PoissonsRatio, this->Moduli, x.data(), to);
}

template <>
int Hex8Operator<HostSpace>::productDot(
  const Vector<HostSpace>& x, Vector<HostSpace>& y, double* /*partials*/)
{
  this->product(x, y);
  return 0;
}

template <>
void Hex8Operator<HostSpace>::singleProduct(const float* x, float* y)
{
  const Hex8HostKernels& kernels = hex8HostKernels();
  const Hex8HostMesh mesh = this->hostMesh();
  if (this->SingleModes.size() == 0)
  {
    const std::int64_t width = kernels.singleWidth;
    const std::int64_t positions = (this->numberOfElements() + width - 1) / width * width;
    this->SingleModes = DeviceVector<float, HostSpace>(
      this->context(), static_cast<std::size_t>(Hex8SingleModes * positions));
    kernels.computeSingleModes(mesh, 1.0 / this->Length, this->SingleModes.data());
  }
  forEach<HostSpace>(this->size(), [y](std::int64_t i) { y[i] = 0.0F; });
  kernels.addSingleProduct(
    mesh, this->PoissonsRatio, this->SingleModes.data(), this->Length, this->Moduli, x, y);
}

template <>
void Hex8Operator<HostSpace>::addEnergies(const double* u, double weight, double* energies)
{
  hex8HostKernels().addUnitEnergies(this->hostMesh(), this->PoissonsRatio, u, weight, energies);
}

template <>
void Hex8Operator<HostSpace>::computeDiagonal(double* d)
{
  forEach<HostSpace>(this->size(), [d](std::int64_t i) { d[i] = 0.0; });
  const Elasticity material = unitElasticity(this->PoissonsRatio);
  const double* points = this->Points.data();
  const auto nodesOf = this->Sums.nodesOfElements();
  const std::int32_t* order = this->Order.data();
  const double* moduli = this->Moduli;
  const std::int64_t elements = this->numberOfElements();
  const ColouredBlocks& blocks = this->Sums.blocks;
  for (std::size_t colour = 0; colour + 1 < blocks.colourStarts.size(); ++colour)
  {
#pragma omp parallel for schedule(dynamic, 1)
    for (std::int32_t b = blocks.colourStarts[colour]; b < blocks.colourStarts[colour + 1]; ++b)
    {
      const std::int64_t begin = std::int64_t(blocks.blocks[b]) * ColouredBlocks::BlockSize;
      const std::int64_t end = std::min(elements, begin + ColouredBlocks::BlockSize);
      for (std::int64_t position = begin; position < end; ++position)
      {
        double x[24];
        double values[24];
        const auto node = [=](int a) { return nodesOf(position, a); };
        detail::gatherNodes(node, points, x);
        hex8::diagonal(x, material, values);
        const double young = moduli[order[position]];
        for (int i = 0; i < 24; ++i)
        {
          d[3 * node(i % 8) + i / 8] += young * values[i];
        }
      }
    }
  }
}

template class Hex8Operator<HostSpace>;
}
