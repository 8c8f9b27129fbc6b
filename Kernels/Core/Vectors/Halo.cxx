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
}

template <class Space>
Halo<Space>::Halo(const Context<Space>& context, std::int64_t owned, std::int64_t ghosts,
  const std::vector<HaloNeighbour>& neighbours)
  : Computing(&context), Owned(owned), Ghosts(ghosts)
{
  for (const HaloNeighbour& neighbour : neighbours)
  {
    this->Neighbours.push_back(
      { neighbour.rank, DeviceVector<std::int32_t, Space>(context, neighbour.sent),
        DeviceVector<std::int32_t, Space>(context, neighbour.received) });
  }
}

template <class Space>
template <class T>
void Halo<Space>::update(T* values, int components) const
{
  const Context<Space>& context = *this->Computing;
  std::vector<std::vector<T>> buffers;
  std::vector<Communicator::Message> sent;
  std::vector<Communicator::Message> received;
  buffers.reserve(2 * this->Neighbours.size());
  const auto message = [&](int rank, std::size_t entities) -> Communicator::Message
  {
    std::vector<T>& buffer = buffers.emplace_back(entities * static_cast<std::size_t>(components));
    return { rank, buffer.data(), buffer.size() * sizeof(T) };
  };
  for (const Neighbour& neighbour : this->Neighbours)
  {
    const auto count = neighbour.sent.size() * static_cast<std::size_t>(components);
    const auto packed = context.workspace().template lease<T>(count);
    detail::packEntries(context, neighbour.sent, components, values, packed.data());
    sent.push_back(message(neighbour.rank, neighbour.sent.size()));
    context.copyToHost(sent.back().data, packed.data(), sent.back().bytes);
  }
  for (const Neighbour& neighbour : this->Neighbours)
  {
    received.push_back(message(neighbour.rank, neighbour.received.size()));
  }
  context.communicator().exchange(sent, received);
  for (std::size_t i = 0; i < this->Neighbours.size(); ++i)
  {
    const DeviceVector<std::int32_t, Space>& entities = this->Neighbours[i].received;
    const auto packed =
      context.workspace().template lease<T>(entities.size() * static_cast<std::size_t>(components));
    context.copyFromHost(packed.data(), received[i].data, received[i].bytes);
    detail::unpackEntries(context, entities, components, packed.data(), values);
  }
}

template class Halo<CompiledSpace>;
template void Halo<CompiledSpace>::update(double* values, int components) const;
template void Halo<CompiledSpace>::update(float* values, int components) const;
template void Halo<CompiledSpace>::update(std::uint8_t* values, int components) const;
}
