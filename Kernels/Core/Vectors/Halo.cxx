#include "Core/Vectors/Halo.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// packed = the entries of a list of entities.
template <class Space, class T>
void packEntries(const Context<Space>& context, const DeviceVector<std::int32_t, Space>& entities,
  int components, const T* values, T* packed)
{
  const std::int32_t* list = entities.data();
  forEach(
    context, components * static_cast<std::int64_t>(entities.size()),
    TRABECULA_LAMBDA(std::int64_t i) {
      packed[i] = values[components * std::int64_t(list[i / components]) + i % components];
    });
}

template <class Space, class T>
void unpackEntries(const Context<Space>& context, const DeviceVector<std::int32_t, Space>& entities,
  int components, const T* packed, T* values)
{
  const std::int32_t* list = entities.data();
  forEach(
    context, components * static_cast<std::int64_t>(entities.size()),
    TRABECULA_LAMBDA(std::int64_t i) {
      values[components * std::int64_t(list[i / components]) + i % components] = packed[i];
    });
}

/// The lists of all neighbours, one after another.
template <class Space>
DeviceVector<std::int32_t, Space> joinedLists(const Context<Space>& context,
  const std::vector<HaloNeighbour>& neighbours, std::vector<std::int32_t> HaloNeighbour::*list)
{
  std::vector<std::int32_t> joined;
  for (const HaloNeighbour& neighbour : neighbours)
  {
    joined.insert(joined.end(), (neighbour.*list).begin(), (neighbour.*list).end());
  }
  return DeviceVector<std::int32_t, Space>(context, joined);
}

template <class Space>
std::unique_ptr<PackedExchange<Space>> exchangeWith(
  const Context<Space>& context, const std::vector<HaloNeighbour>& neighbours)
{
  std::vector<typename PackedExchange<Space>::Neighbour> counts;
  counts.reserve(neighbours.size());
  for (const HaloNeighbour& neighbour : neighbours)
  {
    counts.push_back({ neighbour.rank, neighbour.sent.size(), neighbour.received.size() });
  }
  return std::make_unique<PackedExchange<Space>>(context, std::move(counts));
}
}

template <class Space>
Halo<Space>::Halo(const Context<Space>& context, std::int64_t owned, std::int64_t ghosts,
  const std::vector<HaloNeighbour>& neighbours)
  : Computing(&context), Owned(owned), Ghosts(ghosts),
    Sent(detail::joinedLists(context, neighbours, &HaloNeighbour::sent)),
    Received(detail::joinedLists(context, neighbours, &HaloNeighbour::received)),
    Exchange(detail::exchangeWith(context, neighbours))
{
}

template <class Space>
Halo<Space>::~Halo() = default;

template <class Space>
template <class T>
void Halo<Space>::update(T* values, int components) const
{
  const Context<Space>& context = *this->Computing;
  const auto entries = static_cast<std::size_t>(components);
  const auto sent = context.workspace().template lease<T>(this->Sent.size() * entries);
  const auto received = context.workspace().template lease<T>(this->Received.size() * entries);
  detail::packEntries(context, this->Sent, components, values, sent.data());
  this->Exchange->run(sent.data(), received.data(), entries * sizeof(T));
  detail::unpackEntries(context, this->Received, components, received.data(), values);
}

template class Halo<CompiledSpace>;
template void Halo<CompiledSpace>::update(double* values, int components) const;
template void Halo<CompiledSpace>::update(float* values, int components) const;
template void Halo<CompiledSpace>::update(std::uint8_t* values, int components) const;
}
