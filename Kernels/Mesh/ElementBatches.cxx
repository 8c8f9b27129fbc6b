#include "Mesh/ElementBatches.h"

#include "Core/Execution/HostLoops.h"
#include "Core/Execution/ZeroVector.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace trabecula
{
namespace
{
constexpr int Lanes = 16; // threads that a GPU processes together, and memory banks of eight bytes
constexpr int PerSlot = ElementBatches::EntriesPerSlot;
constexpr int MostNodes = 20; // nodes of an element
constexpr int MostGroups =
  ElementBatches::LargestSize / Lanes * MostNodes; // groups of concurrent accesses

/// Data of batches, one after another.
struct Batches
{
  std::vector<std::int32_t> slots; ///< numbers of slots
  std::vector<std::int32_t> nodes;
  std::vector<std::uint16_t> entries;
};

/// Makes batches one after another, with reused storage.
class BatchMaker
{
public:
  BatchMaker(int size, int nodesPerElement) : Size(size), Nodes(nodesPerElement)
  {
    std::size_t capacity = 64;
    while (capacity < 2 * std::size_t(size) * std::size_t(nodesPerElement))
    {
      capacity *= 2;
    }
    this->SlotOfNode.assign(capacity, { NoNode, -1 });
  }

  /// Adds a batch. @param connectivity, corners of this batch, Nodes per element
  void make(
    const std::int32_t* connectivity, int elements, std::uint16_t* corners, Batches& batches)
  {
    this->collect(connectivity, elements);
    this->place();
    const std::size_t slots = this->Slots.size();
    batches.slots.push_back(static_cast<std::int32_t>(slots));
    batches.entries.resize(batches.entries.size() + slots * PerSlot, ElementBatches::NoEntry);
    std::uint16_t* entries = batches.entries.data() + batches.entries.size() - slots * PerSlot;
    for (std::size_t s = 0; s < slots; ++s)
    {
      const Slot& slot = this->Slots[this->Order[s]];
      batches.nodes.push_back(slot.node);
      for (int k = 0; k < slot.count; ++k)
      {
        const int entry = slot.entries[k];
        corners[this->Nodes * (entry % this->Size) + entry / this->Size] =
          static_cast<std::uint16_t>(s);
      }
    }
    for (std::size_t row = 0; row < slots; row += Lanes)
    {
      this->schedule(row, std::min(slots, row + Lanes), entries);
    }
  }

private:
  struct Slot
  {
    std::int32_t node = 0;
    int count = 0;
    std::array<std::uint16_t, PerSlot> entries{};
  };

  static constexpr std::int32_t NoNode = -1;
  struct NodeSlot
  {
    std::int32_t node;
    std::int32_t slot;
  };

  void collect(const std::int32_t* connectivity, int elements)
  {
    this->Slots.clear();
    for (int i = 0; i < this->Nodes * elements; ++i)
    {
      std::int32_t& slot = this->slotOf(connectivity[i]);
      if (slot < 0 || this->Slots[slot].count == PerSlot)
      {
        slot = static_cast<std::int32_t>(this->Slots.size());
        this->Slots.emplace_back();
        this->Slots.back().node = connectivity[i];
      }
      Slot& s = this->Slots[slot];
      s.entries[s.count++] =
        static_cast<std::uint16_t>(this->Size * (i % this->Nodes) + i / this->Nodes);
    }
    std::fill(this->SlotOfNode.begin(), this->SlotOfNode.end(), NodeSlot{ NoNode, -1 });
  }

  /// Returns the slot of a node of the batch that was assigned last, -1 at first. A table of the
  /// nodes of a batch fits into the cache, unlike one of all nodes of the mesh.
  std::int32_t& slotOf(std::int32_t node)
  {
    const std::size_t mask = this->SlotOfNode.size() - 1;
    std::size_t at = static_cast<std::uint32_t>(node) * 2654435761U >> 7U;
    while (this->SlotOfNode[at & mask].node != node && this->SlotOfNode[at & mask].node != NoNode)
    {
      ++at;
    }
    this->SlotOfNode[at & mask].node = node;
    return this->SlotOfNode[at & mask].slot;
  }

  /// Chooses a bank for each slot, starting with the slots of most elements, so that few accesses
  /// of a group share a bank. Then arranges slots in rows of one slot per bank, again by descending
  /// numbers of elements, so that neighbouring threads add about the same number of entries.
  void place()
  {
    const auto slots = static_cast<int>(this->Slots.size());
    std::array<int, PerSlot + 2> starts{};
    for (const Slot& slot : this->Slots)
    {
      ++starts[PerSlot - slot.count + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    this->ByCount.resize(slots);
    for (int s = 0; s < slots; ++s)
    {
      this->ByCount[starts[PerSlot - this->Slots[s].count]++] = s;
    }
    std::array<std::array<std::uint8_t, Lanes>, MostGroups> used{};
    std::array<int, Lanes> filled{};
    this->Order.resize(slots);
    for (const int s : this->ByCount)
    {
      const Slot& slot = this->Slots[s];
      std::array<int, Lanes> cost{};
      for (int k = 0; k < slot.count; ++k)
      {
        const auto& group = used[this->groupOf(slot.entries[k])];
        for (int bank = 0; bank < Lanes; ++bank)
        {
          cost[bank] += group[bank];
        }
      }
      int best = -1;
      for (int bank = 0; bank < Lanes; ++bank)
      {
        const int capacity = slots / Lanes + (bank < slots % Lanes ? 1 : 0);
        if (filled[bank] < capacity &&
          (best < 0 || cost[bank] < cost[best] ||
            (cost[bank] == cost[best] && filled[bank] < filled[best])))
        {
          best = bank;
        }
      }
      this->Order[Lanes * filled[best]++ + best] = s;
      for (int k = 0; k < slot.count; ++k)
      {
        ++used[this->groupOf(slot.entries[k])][best];
      }
    }
  }

  /// Number of the group of simultaneous accesses that contains an entry.
  int groupOf(int entry) const { return entry / Lanes; }

  /// Chooses the order in which the slots of a row add up their entries, such that they read
  /// different banks in each step if possible.
  void schedule(std::size_t begin, std::size_t end, std::uint16_t* entries)
  {
    std::array<std::array<std::uint16_t, PerSlot>, Lanes> left{};
    std::array<int, Lanes> count{};
    int steps = 0;
    for (std::size_t s = begin; s < end; ++s)
    {
      const Slot& slot = this->Slots[this->Order[s]];
      left[s - begin] = slot.entries;
      count[s - begin] = slot.count;
      steps = std::max(steps, slot.count);
    }
    for (int step = 0; step < steps; ++step)
    {
      std::array<int, Lanes> used{};
      for (std::size_t lane = 0; lane < end - begin; ++lane)
      {
        int best = 0;
        for (int k = 1; k < count[lane]; ++k)
        {
          if (used[left[lane][k] % Lanes] < used[left[lane][best] % Lanes])
          {
            best = k;
          }
        }
        const bool mayWait = count[lane] < steps - step;
        if (count[lane] == 0 || (mayWait && used[left[lane][best] % Lanes] > 0))
        {
          continue;
        }
        const std::uint16_t entry = left[lane][best];
        entries[(begin + lane) * PerSlot + step] = entry;
        ++used[entry % Lanes];
        left[lane][best] = left[lane][--count[lane]];
      }
    }
  }

  int Size;
  int Nodes;
  std::vector<NodeSlot> SlotOfNode; ///< a hash table with open addressing
  std::vector<Slot> Slots;
  std::vector<int> ByCount;
  std::vector<int> Order;
};

/// Finds the nodes with no slot or with several, and marks the slots of nodes with a single slot.
void findShared(std::size_t numberOfNodes, ElementBatches& result)
{
  const auto nodes = static_cast<std::int64_t>(numberOfNodes);
  auto starts = zeroVector<std::int64_t>(numberOfNodes + 1);
  auto slots = zeroVector<std::int32_t>(result.nodes.size());
  listPlaces(result.nodes.data(), static_cast<std::int64_t>(result.nodes.size()), nodes,
    starts.data(), slots.data());
  const auto slotsOf = [&starts](std::int64_t node)
  { return static_cast<std::int32_t>(starts[node + 1] - starts[node]); };

  const std::int64_t slices = hostThreads();
  forEachSlice(slices, static_cast<std::int64_t>(result.nodes.size()),
    [&](std::int64_t, std::int64_t first, std::int64_t end)
    {
      for (std::int64_t s = first; s < end; ++s)
      {
        std::int32_t& node = result.nodes[s];
        node = slotsOf(node) == 1 ? ~node : node;
      }
    });
  // For each slice of nodes, the number of shared nodes and of their slots.
  std::vector<std::int32_t> shared(slices + 1, 0);
  std::vector<std::int32_t> sharedSlots(slices + 1, 0);
  forEachSlice(slices, nodes,
    [&](std::int64_t slice, std::int64_t first, std::int64_t end)
    {
      for (std::int64_t n = first; n < end; ++n)
      {
        shared[slice + 1] += slotsOf(n) != 1 ? 1 : 0;
        sharedSlots[slice + 1] += slotsOf(n) != 1 ? slotsOf(n) : 0;
      }
    });
  std::partial_sum(shared.begin(), shared.end(), shared.begin());
  std::partial_sum(sharedSlots.begin(), sharedSlots.end(), sharedSlots.begin());
  result.sharedNodes.resize(shared.back());
  result.sharedStarts.resize(shared.back() + 1);
  result.sharedSlots.resize(sharedSlots.back());
  result.sharedStarts.back() = sharedSlots.back();
  forEachSlice(slices, nodes,
    [&](std::int64_t slice, std::int64_t begin, std::int64_t end)
    {
      std::int32_t place = shared[slice];
      std::int32_t slotPlace = sharedSlots[slice];
      for (std::int64_t n = begin; n < end; ++n)
      {
        const std::int32_t* first = slots.data() + starts[n];
        const std::int32_t count = slotsOf(n);
        if (count == 1)
        {
          continue;
        }
        result.sharedNodes[place] = static_cast<std::int32_t>(n);
        result.sharedStarts[place++] = slotPlace;
        std::copy(first, first + count, result.sharedSlots.data() + slotPlace);
        slotPlace += count;
      }
    });
}
}

ElementBatches makeElementBatches(const std::vector<std::int32_t>& connectivity,
  std::size_t numberOfNodes, int size, int nodesPerElement)
{
  const auto elements =
    static_cast<std::int64_t>(connectivity.size() / std::size_t(nodesPerElement));
  const std::int64_t count = (elements + size - 1) / size;
  ElementBatches result;
  result.size = size;
  result.nodesPerElement = nodesPerElement;
  result.corners = zeroVector<std::uint16_t>(connectivity.size());
  // Slices of batches are made concurrently, and moved to their final places when their sizes are
  // known.
  const std::int64_t slices = std::min<std::int64_t>(hostThreads(), (count + 15) / 16);
  std::vector<Batches> batches(static_cast<std::size_t>(slices));
  forEachSlice(slices, count,
    [&](std::int64_t slice, std::int64_t begin, std::int64_t end)
    {
      BatchMaker maker(size, nodesPerElement);
      for (std::int64_t b = begin; b < end; ++b)
      {
        const std::int64_t first = b * size;
        maker.make(connectivity.data() + nodesPerElement * first,
          static_cast<int>(std::min<std::int64_t>(size, elements - first)),
          result.corners.data() + nodesPerElement * first, batches[slice]);
      }
    });
  result.starts.push_back(0);
  std::vector<std::int64_t> firsts; // first slot of each slice
  for (const Batches& slice : batches)
  {
    firsts.push_back(result.starts.back());
    for (const std::int32_t slots : slice.slots)
    {
      result.starts.push_back(result.starts.back() + slots);
      result.mostSlots = std::max(result.mostSlots, slots);
    }
  }
  result.nodes = zeroVector<std::int32_t>(result.starts.back());
  result.entries = zeroVector<std::uint16_t>(PerSlot * result.nodes.size());
  forEachSlice(slices, slices,
    [&](std::int64_t slice, std::int64_t, std::int64_t)
    {
      const Batches& from = batches[slice];
      std::copy(from.nodes.begin(), from.nodes.end(), result.nodes.begin() + firsts[slice]);
      std::copy(
        from.entries.begin(), from.entries.end(), result.entries.begin() + PerSlot * firsts[slice]);
    });
  findShared(numberOfNodes, result);
  return result;
}
}
