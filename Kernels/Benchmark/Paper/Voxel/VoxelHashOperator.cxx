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
VoxelHashOperator<Space>::VoxelHashOperator(LayoutPointer<Space> unknowns, const MortonOrder& order,
  double poissonsRatio, ElementThreads threads)
  : VoxelCurveOperator<Space>(std::move(unknowns), order, poissonsRatio, threads)
{
  const Context<Space>& context = this->context();
  const PerfectHash hash = makePerfectHash(order.nodeKeys);
  this->Slots = DeviceVector<std::int32_t, Space>(context, hash.slots);
  this->Offsets = DeviceVector<std::uint16_t, Space>(context, hash.offsets);
  this->Parts = DeviceVector<PerfectHashPart, Space>(context, hash.parts);
  this->Shift = hash.shift;
  this->Keys = DeviceVector<std::uint64_t, Space>(context, order.elementKeys);
  this->storeModuli(order.moduli);
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
    this->context(), this->Threads, lookup, this->numberOfElements(), moduli, matrix, x, y);
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
std::size_t VoxelHashOperator<Space>::lookupBytes() const
{
  return this->Keys.bytes() + this->Slots.bytes() + this->Offsets.bytes() + this->Parts.bytes();
}

template class VoxelHashOperator<CompiledSpace>;
}
