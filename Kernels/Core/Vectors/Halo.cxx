#include "Core/Vectors/Halo.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <numeric>

namespace trabecula
{
namespace detail
{
/// Vectors of some neighbours, and where their ghosts end among those of all.
template <class T>
struct NeighbourValues
{
  static constexpr int Most = 16;

  const T* values[Most];
  std::int64_t ends[Most];

  /// The vector of the owner of a ghost.
  TRABECULA_FUNCTION const T* of(std::int64_t ghost) const
  {
    int neighbour = 0;
    while (ghost >= this->ends[neighbour])
    {
      ++neighbour;
    }
    return this->values[neighbour];
  }
};

/// Sets the ghosts from begin on that some neighbours own.
/// @param ghosts numbers here @param numberThere in the owner's part
template <class Space, class T>
void readEntries(const Context<Space>& context, const NeighbourValues<T>& from, std::int64_t begin,
  std::int64_t end, const std::int32_t* ghosts, const std::int32_t* numberThere, int components,
  T* values)
{
  forEach(
    context, components * (end - begin), TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t ghost = begin + i / components;
      const std::int64_t component = i % components;
      values[components * std::int64_t(ghosts[ghost]) + component] =
        from.of(ghost)[components * std::int64_t(numberThere[ghost]) + component];
    });
}

/// The same for few components, whose entries are read at the same time.
template <int Components, class Space, class T>
void readFewEntries(const Context<Space>& context, const NeighbourValues<T>& from,
  std::int64_t begin, std::int64_t end, const std::int32_t* ghosts, const std::int32_t* numberThere,
  T* values)
{
  forEach(
    context, end - begin, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t ghost = begin + i;
      const T* source = from.of(ghost) + Components * std::int64_t(numberThere[ghost]);
      T* target = values + Components * std::int64_t(ghosts[ghost]);
      T entries[Components];
      for (int c = 0; c < Components; ++c)
      {
        entries[c] = source[c];
      }
      for (int c = 0; c < Components; ++c)
      {
        target[c] = entries[c];
      }
    });
}

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
  if (!context.readsParts())
  {
    return;
  }
  std::int64_t end = 0;
  for (const HaloNeighbour& neighbour : neighbours)
  {
    end += static_cast<std::int64_t>(neighbour.received.size());
    this->Ranks.push_back(neighbour.rank);
    this->Ends.push_back(end);
  }
  this->NumberThere = DeviceVector<std::int32_t, Space>(context, this->Received.size());
}

template <class Space>
Halo<Space>::~Halo() = default;

template <class Space>
template <class T>
void Halo<Space>::update(T* values, int components) const
{
  const Context<Space>& context = *this->Computing;
  if (context.readsParts())
  {
    this->readGhosts(values, components);
    return;
  }
  const auto entries = static_cast<std::size_t>(components);
  const auto sent = context.workspace().template lease<T>(this->Sent.size() * entries);
  const auto received = context.workspace().template lease<T>(this->Received.size() * entries);
  detail::packEntries(context, this->Sent, components, values, sent.data());
  this->Exchange->run(sent.data(), received.data(), entries * sizeof(T));
  detail::unpackEntries(context, this->Received, components, received.data(), values);
}

template <class Space>
template <class T>
void Halo<Space>::readGhosts(T* values, int components) const
{
  const Context<Space>& context = *this->Computing;
  if (!this->IsNumberKnown)
  {
    this->Exchange->run(const_cast<std::int32_t*>(this->Sent.data()),
      const_cast<std::int32_t*>(this->NumberThere.data()), sizeof(std::int32_t));
    this->IsNumberKnown = true;
  }
  context.communicator().readParts(
    values, this->Ranks,
    [&](const void* const* memory)
    {
      std::int64_t begin = 0;
      for (std::size_t first = 0; first < this->Ranks.size();)
      {
        detail::NeighbourValues<T> from = {};
        const std::size_t count =
          std::min<std::size_t>(detail::NeighbourValues<T>::Most, this->Ranks.size() - first);
        for (std::size_t n = 0; n < count; ++n)
        {
          const auto rank = static_cast<std::size_t>(this->Ranks[first + n]);
          from.values[n] = static_cast<const T*>(memory[rank]);
          from.ends[n] = this->Ends[first + n];
        }
        const std::int64_t end = this->Ends[first + count - 1];
        const std::int32_t* ghosts = this->Received.data();
        const std::int32_t* numberThere = this->NumberThere.data();
        if (components == 1)
        {
          detail::readFewEntries<1>(context, from, begin, end, ghosts, numberThere, values);
        }
        else if (components == 3)
        {
          detail::readFewEntries<3>(context, from, begin, end, ghosts, numberThere, values);
        }
        else
        {
          detail::readEntries(context, from, begin, end, ghosts, numberThere, components, values);
        }
        begin = end;
        first += count;
      }
    },
    context.stream());
}

template <class Space>
std::unique_ptr<Halo<Space>> makeGatheringHalo(
  const Context<Space>& context, const std::vector<std::int64_t>& begins)
{
  const auto range = [&begins](std::size_t part)
  {
    std::vector<std::int32_t> entities(static_cast<std::size_t>(begins[part + 1] - begins[part]));
    std::iota(entities.begin(), entities.end(), static_cast<std::int32_t>(begins[part]));
    return entities;
  };
  const auto rank = static_cast<std::size_t>(context.communicator().rank());
  std::vector<HaloNeighbour> neighbours;
  for (std::size_t other = 0; other + 1 < begins.size(); ++other)
  {
    if (other != rank)
    {
      neighbours.push_back({ static_cast<int>(other), range(rank), range(other) });
    }
  }
  const std::int64_t own = begins[rank + 1] - begins[rank];
  return std::make_unique<Halo<Space>>(context, own, begins.back() - own, neighbours);
}

template class Halo<CompiledSpace>;
template std::unique_ptr<Halo<CompiledSpace>> makeGatheringHalo(
  const Context<CompiledSpace>& context, const std::vector<std::int64_t>& begins);
template void Halo<CompiledSpace>::update(double* values, int components) const;
template void Halo<CompiledSpace>::update(float* values, int components) const;
template void Halo<CompiledSpace>::update(std::uint8_t* values, int components) const;
}
