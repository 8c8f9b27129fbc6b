#include "Benchmark/Paper/Voxel/VoxelOffsetOperator.h"
#include "Benchmark/Paper/Voxel/VoxelElementProducts.inl"

#include <limits>
#include <type_traits>
#include <utility>

namespace trabecula
{
namespace detail
{
template <class Offset>
struct OffsetLookup
{
  std::int64_t count;
  const std::int32_t* first;
  const Offset* offsets;

  TRABECULA_FUNCTION std::int32_t node(std::int64_t element, int corner) const
  {
    const std::int32_t begin = this->first[element];
    return corner == 0
      ? begin
      : begin + static_cast<std::int32_t>(this->offsets[(corner - 1) * this->count + element]);
  }
};
}

template <class Space>
VoxelOffsetOperator<Space>::VoxelOffsetOperator(LayoutPointer<Space> unknowns,
  const MortonOrder& order, double poissonsRatio, ElementThreads threads)
  : VoxelCurveOperator<Space>(std::move(unknowns), order, poissonsRatio, threads)
{
  const Context<Space>& context = this->context();
  const std::size_t elements = order.elementKeys.size();
  const std::vector<std::array<std::int32_t, 8>> corners = mortonCorners(order);
  std::vector<double> moduli;
  moduli.reserve(elements);
  const auto store = [&](auto& target, std::int32_t least, std::int32_t end)
  {
    using Offset = std::decay_t<decltype(*target.offsets.data())>;
    std::vector<std::size_t> members;
    for (std::size_t e = 0; e < elements; ++e)
    {
      const std::int32_t distance = corners[e][7] - corners[e][0];
      if (distance >= least && distance < end)
      {
        members.push_back(e);
        moduli.push_back(order.moduli[e]);
      }
    }
    std::vector<std::int32_t> first(members.size());
    std::vector<Offset> offsets(7 * members.size());
    for (std::size_t i = 0; i < members.size(); ++i)
    {
      first[i] = corners[members[i]][0];
      for (std::size_t a = 1; a < 8; ++a)
      {
        offsets[(a - 1) * members.size() + i] =
          static_cast<Offset>(corners[members[i]][a] - first[i]);
      }
    }
    target.first = DeviceVector<std::int32_t, Space>(context, first);
    target.offsets = DeviceVector<Offset, Space>(context, offsets);
  };
  constexpr std::int32_t short_ = 1 << 8;
  constexpr std::int32_t medium = 1 << 16;
  store(this->Long, medium, std::numeric_limits<std::int32_t>::max());
  store(this->Medium, short_, medium);
  store(this->Short, 0, short_);
  this->storeModuli(moduli);
}

template <class Space>
template <class Real>
void VoxelOffsetOperator<Space>::multiplyBy(
  const VoxelElementMatrix<Real>& matrix, const Real* moduli, const Real* x, Real* y)
{
  this->context().zero(y, static_cast<std::size_t>(this->size()) * sizeof(Real));
  const auto run = [&](const auto& elements)
  {
    using Offset = std::decay_t<decltype(*elements.offsets.data())>;
    const auto count = static_cast<std::int64_t>(elements.first.size());
    const detail::OffsetLookup<Offset> lookup = { count, elements.first.data(),
      elements.offsets.data() };
    detail::runElementProducts(this->context(), this->Threads, lookup, count, moduli, matrix, x, y);
    moduli += count;
  };
  run(this->Long);
  run(this->Medium);
  run(this->Short);
}

template <class Space>
void VoxelOffsetOperator<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  this->multiplyBy(this->Matrix, this->Moduli.data(), x.data(), y.data());
}

template <class Space>
void VoxelOffsetOperator<Space>::multiply(const float* x, float* y)
{
  this->multiplyBy(this->MatrixInFloat, this->ModuliInFloat.data(), x, y);
}

template <class Space>
std::array<std::int64_t, 3> VoxelOffsetOperator<Space>::classes() const
{
  return { static_cast<std::int64_t>(this->Long.first.size()),
    static_cast<std::int64_t>(this->Medium.first.size()),
    static_cast<std::int64_t>(this->Short.first.size()) };
}

template <class Space>
std::size_t VoxelOffsetOperator<Space>::lookupBytes() const
{
  const auto bytes = [](const auto& elements)
  { return elements.first.bytes() + elements.offsets.bytes(); };
  return bytes(this->Long) + bytes(this->Medium) + bytes(this->Short);
}

template class VoxelOffsetOperator<CompiledSpace>;
}
