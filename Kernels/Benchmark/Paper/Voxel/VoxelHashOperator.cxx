#include "Benchmark/Paper/Voxel/VoxelHashOperator.h"
#include "Benchmark/Paper/Voxel/VoxelElementProducts.inl"

#include <utility>

namespace trabecula
{
namespace detail
{
struct HashLookup
{
  const std::uint64_t* keys;
  PerfectHashTables tables;

  TRABECULA_FUNCTION std::int32_t node(std::int64_t element, int corner) const
  {
    return this->tables(morton::corner(this->keys[element], corner));
  }
};
}

template <class Space>
VoxelHashOperator<Space>::VoxelHashOperator(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, double poissonsRatio)
  : LinearOperator<Space>(layouts.unknowns),
    Matrix(makeVoxelElementMatrix<double>(grid.spacing(), poissonsRatio)),
    MatrixInFloat(makeVoxelElementMatrix<float>(grid.spacing(), poissonsRatio))
{
  const Context<Space>& context = this->context();
  MortonOrder order = makeMortonOrder(grid);
  const PerfectHash hash = makePerfectHash(order.nodeKeys);
  this->Slots = DeviceVector<std::int32_t, Space>(context, hash.slots);
  this->Offsets = DeviceVector<std::uint16_t, Space>(context, hash.offsets);
  this->Parts = DeviceVector<PerfectHashPart, Space>(context, hash.parts);
  this->Shift = hash.shift;
  this->Keys = DeviceVector<std::uint64_t, Space>(context, order.elementKeys);
  std::vector<double> moduli(order.elements.size());
  for (std::size_t e = 0; e < moduli.size(); ++e)
  {
    moduli[e] = grid.moduli()[static_cast<std::size_t>(order.elements[e])];
  }
  this->Moduli = DeviceVector<double, Space>(context, moduli);
  this->ModuliInFloat =
    DeviceVector<float, Space>(context, std::vector<float>(moduli.begin(), moduli.end()));
  this->Order = std::move(order.nodes);
}

template <class Space>
template <class Real>
void VoxelHashOperator<Space>::multiplyBy(
  const VoxelElementMatrix<Real>& matrix, const Real* moduli, const Real* x, Real* y)
{
  this->context().zero(y, static_cast<std::size_t>(this->size()) * sizeof(Real));
  const detail::HashLookup lookup = { this->Keys.data(),
    { this->Slots.data(), this->Offsets.data(), this->Parts.data(), this->Shift } };
  detail::runElementProducts(
    this->context(), lookup, static_cast<std::int64_t>(this->Keys.size()), moduli, matrix, x, y);
}

template <class Space>
void VoxelHashOperator<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  this->multiplyBy(this->Matrix, this->Moduli.data(), x.data(), y.data());
}

template <class Space>
void VoxelHashOperator<Space>::multiply(const float* x, float* y)
{
  this->multiplyBy(this->MatrixInFloat, this->ModuliInFloat.data(), x, y);
}

template <class Space>
double VoxelHashOperator<Space>::bytesPerElement() const
{
  const std::size_t bytes =
    this->Keys.bytes() + this->Slots.bytes() + this->Offsets.bytes() + this->Parts.bytes();
  return static_cast<double>(bytes) / static_cast<double>(this->Keys.size());
}

template class VoxelHashOperator<CompiledSpace>;
}
