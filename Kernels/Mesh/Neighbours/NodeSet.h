#ifndef TRABECULA_MESH_NEIGHBOURS_NODESET_H
#define TRABECULA_MESH_NEIGHBOURS_NODESET_H

// For sources of every space only, as Core/Teams.h.

#include "Core/Parallel.h"
#include "Core/Teams.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Nodes, each once, in a hash table with open addressing and in a list.
struct NodeSet
{
  std::int32_t* count;
  std::int32_t* table;
  std::int32_t* list;
  unsigned mask; ///< one less than the capacity, a power of two not less than the nodes inserted

  static constexpr std::int32_t Free = -1;

  static std::size_t bytes(int capacity)
  {
    return (2 * static_cast<std::size_t>(capacity) + 2) * sizeof(std::int32_t);
  }

  /// Stores the node in a slot if it is free. @return whether it was free @param same set to
  /// whether the slot had the node already
  TRABECULA_FUNCTION bool occupy(unsigned slot, std::int32_t node, bool& same) const
  {
#ifdef __CUDA_ARCH__
    const std::int32_t before = atomicCAS(this->table + slot, Free, node);
#else
    const std::int32_t before = this->table[slot];
    this->table[slot] = before == Free ? node : before;
#endif
    same = before == node;
    return before == Free;
  }

  TRABECULA_FUNCTION void insert(std::int32_t node) const
  {
    bool same = false;
    for (unsigned slot = static_cast<unsigned>(node) * 2654435761U >> 7U;; ++slot)
    {
      if (this->occupy(slot & this->mask, node, same))
      {
#ifdef __CUDA_ARCH__
        const std::int32_t place = atomicAdd(this->count, 1);
#else
        const std::int32_t place = (*this->count)++;
#endif
        this->list[place] = node;
        return;
      }
      if (same)
      {
        return;
      }
    }
  }

  /// Writes the nodes in ascending order, after all threads have inserted theirs.
  template <class Team>
  TRABECULA_FUNCTION void sortInto(const Team& team, std::int32_t* row) const
  {
    // The place of a node is the number of smaller nodes.
    const int total = *this->count;
    team.each(total,
      [&](int i)
      {
        const std::int32_t node = this->list[i];
        int place = 0;
        for (int j = 0; j < total; ++j)
        {
          place += this->list[j] < node ? 1 : 0;
        }
        row[place] = node;
      });
  }

  /// Finishes a pass over a row of a sparse pattern: writes its length to counts[row + 1] if nodes
  /// is null, else its nodes in ascending order from nodes[starts[row]] on.
  template <class Team>
  TRABECULA_FUNCTION void finishRow(std::int64_t row, const Team& team, std::int64_t* counts,
    const std::int64_t* starts, std::int32_t* nodes) const
  {
    const int total = *this->count;
    if (!nodes)
    {
      team.each(1, [&](int) { counts[row + 1] = total; });
      return;
    }
    this->sortInto(team, nodes + starts[row]);
  }

  /// An empty set in memory of bytes(capacity).
  template <class Team>
  TRABECULA_FUNCTION static NodeSet make(const Team& team, char* scratch, int capacity)
  {
    auto* memory = reinterpret_cast<std::int32_t*>(scratch);
    const NodeSet set = { memory, memory + 2, memory + 2 + capacity,
      static_cast<unsigned>(capacity - 1) };
    team.each(capacity,
      [&](int i)
      {
        set.table[i] = Free;
        if (i == 0)
        {
          *set.count = 0;
        }
      });
    return set;
  }
};

/// The smallest power of two that is at least 32 and at least the given number.
TRABECULA_FUNCTION int powerOfTwo(int least)
{
  int power = 32;
  while (power < least)
  {
    power *= 2;
  }
  return power;
}

/// The largest of value(i) over i in [0, n), or 0. It is the maximum of this part alone, as it
/// sizes tables of this part.
template <class Space, class Value>
int largestOf(const Context<Space>& context, std::int64_t n, Value value)
{
  DeviceVector<double, Space> result(context, 1);
  double* into = result.data();
  reducePart(
    context, n, 0.0, TRABECULA_LAMBDA(std::int64_t i) { return double(value(i)); }, Maximum(),
    TRABECULA_LAMBDA(double maximum) { *into = maximum; });
  return static_cast<int>(result.toHost()[0]);
}
}
}

#endif
