#include "Solver/Aggregation/Parts/OwnerSums.h"

#include "Core/Parallel.h"

#include <cstddef>

namespace trabecula
{
namespace detail
{
/// sums[t] = the sum of the items that belong to it.
template <class Space, class T>
void addItems(const Context<Space>& context, std::int64_t count, int components,
  const std::int64_t* starts, const std::int32_t* list, const T* items, T* sums)
{
  forEach(
    context, components * count, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t target = t / components;
      const std::int64_t component = t % components;
      T sum = T(0);
      for (std::int64_t k = starts[target]; k < starts[target + 1]; ++k)
      {
        sum += items[components * std::int64_t(list[k]) + component];
      }
      sums[t] = sum;
    });
}

/// The nodes of a part with what other parts contribute to those that it owns.
inline SummedRows summedNodes(const LevelNodes& nodes, const std::vector<HaloNeighbour>& neighbours)
{
  const int part = nodes.part();
  SummedRows result;
  result.exchanged = towardsOwners(neighbours, nodes.count());
  std::vector<std::vector<std::int32_t>> added(static_cast<std::size_t>(nodes.owned()));
  const auto addOthers = [&](bool isLower)
  {
    for (std::size_t i = 0; i < neighbours.size(); ++i)
    {
      for (std::size_t k = 0;
           k < neighbours[i].sent.size() && (neighbours[i].rank < part) == isLower; ++k)
      {
        added[static_cast<std::size_t>(neighbours[i].sent[k])].push_back(
          result.exchanged[i].received[k]);
      }
    }
  };
  addOthers(true);
  for (std::size_t node = 0; node < added.size(); ++node)
  {
    added[node].push_back(static_cast<std::int32_t>(node));
  }
  addOthers(false);
  result.starts.push_back(0);
  for (const std::vector<std::int32_t>& items : added)
  {
    result.blocks.insert(result.blocks.end(), items.begin(), items.end());
    result.starts.push_back(static_cast<std::int64_t>(result.blocks.size()));
  }
  return result;
}
}

template <class Space>
OwnerSums<Space>::OwnerSums(
  const Context<Space>& context, std::int64_t blocks, const SummedRows& rows)
  : Exchange(context, blocks, numberReceived(rows.exchanged), rows.exchanged),
    Starts(context, rows.starts), Items(context, rows.blocks)
{
}

template <class Space>
OwnerSums<Space>::OwnerSums(const Context<Space>& context, const LevelNodes& nodes,
  const std::vector<HaloNeighbour>& neighbours)
  : OwnerSums(context, nodes.count(), detail::summedNodes(nodes, neighbours))
{
}

template <class Space>
template <class T>
void OwnerSums<Space>::add(T* items, int components, T* sums) const
{
  this->Exchange.update(items, components);
  detail::addItems(this->Exchange.context(), static_cast<std::int64_t>(this->Starts.size()) - 1,
    components, this->Starts.data(), this->Items.data(), items, sums);
}

template class OwnerSums<CompiledSpace>;
template void OwnerSums<CompiledSpace>::add(float* items, int components, float* sums) const;
template void OwnerSums<CompiledSpace>::add(double* items, int components, double* sums) const;
}
