#include "Benchmark/Paper/Voxel/PerfectHash.h"

#include <algorithm>
#include <numeric>

namespace trabecula
{
namespace
{
/// Largest number of keys of a part: the time of greedy filling grows faster than linearly.
constexpr std::uint64_t KeysOfPart = 1U << 15;
/// Initial ratio of keys to entries of the table of offsets.
constexpr std::size_t KeysOfOffset = 6;
/// Initial ratio of slots to keys.
constexpr double Room = 1.15;
constexpr std::uint32_t MostOffset = 1U << 16;

/// Fills the tables of one part. @return whether offsets without collisions were found
bool fill(const std::vector<std::uint64_t>& keys, std::size_t first, std::size_t count,
  std::uint32_t slots, std::uint32_t offsets, std::vector<std::int32_t>& table,
  std::vector<std::uint16_t>& offsetTable)
{
  std::vector<std::vector<std::uint32_t>> byOffset(offsets); // numbers of keys in the part
  for (std::size_t i = 0; i < count; ++i)
  {
    byOffset[keys[first + i] % offsets].push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<std::uint32_t> order(offsets);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
    [&](std::uint32_t a, std::uint32_t b) { return byOffset[a].size() > byOffset[b].size(); });
  table.assign(slots, -1);
  offsetTable.assign(offsets, 0);
  std::uint32_t start = 0; // first slot that may be free: previous ones are taken
  std::vector<std::uint32_t> places;
  for (const std::uint32_t entry : order)
  {
    if (byOffset[entry].empty())
    {
      break;
    }
    bool found = false;
    const std::uint32_t tries = std::min(slots, MostOffset);
    for (std::uint32_t t = 0; t < tries && !found; ++t)
    {
      const std::uint32_t offset = (start + t) % tries;
      places.clear();
      found = true;
      for (const std::uint32_t i : byOffset[entry])
      {
        const auto place = static_cast<std::uint32_t>((keys[first + i] % slots + offset) % slots);
        // Two keys of the same entry may also collide.
        if (table[place] >= 0 || std::find(places.begin(), places.end(), place) != places.end())
        {
          found = false;
          break;
        }
        places.push_back(place);
      }
      if (found)
      {
        for (std::size_t n = 0; n < places.size(); ++n)
        {
          table[places[n]] = static_cast<std::int32_t>(first + byOffset[entry][n]);
        }
        offsetTable[entry] = static_cast<std::uint16_t>(offset);
        start = offset;
      }
    }
    if (!found)
    {
      return false;
    }
  }
  return true;
}
}

PerfectHash makePerfectHash(const std::vector<std::uint64_t>& keys)
{
  PerfectHash hash;
  const std::uint64_t last = keys.empty() ? 0 : keys.back();
  // Number of parts by the range of keys.
  const std::uint64_t wanted = keys.size() / KeysOfPart + 1;
  while ((last >> hash.shift) + 1 > wanted)
  {
    ++hash.shift;
  }
  struct Part
  {
    std::size_t first;
    std::size_t count;
    std::vector<std::int32_t> slots;
    std::vector<std::uint16_t> offsets;
  };
  std::vector<Part> parts;
  std::size_t first = 0;
  for (std::uint64_t part = 0; part <= last >> hash.shift; ++part)
  {
    const auto end = std::partition_point(keys.begin() + static_cast<std::ptrdiff_t>(first),
      keys.end(), [&](std::uint64_t key) { return key >> hash.shift <= part; });
    const auto count = static_cast<std::size_t>(end - keys.begin()) - first;
    parts.push_back({ first, count, {}, {} });
    first += count;
  }
  const auto numberOfParts = static_cast<std::int64_t>(parts.size());
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t p = 0; p < numberOfParts; ++p)
  {
    Part& part = parts[p];
    // The number of slots is odd, so that keys that differ in high bits only are also distributed.
    auto slots = static_cast<std::uint32_t>(Room * static_cast<double>(part.count)) | 1U;
    auto offsets = static_cast<std::uint32_t>(part.count / KeysOfOffset) | 1U;
    while (!fill(keys, part.first, part.count, slots, offsets, part.slots, part.offsets))
    {
      offsets = (offsets + offsets / 4 + 2) | 1U;
      // Two keys with equal remainders collide for every offset.
      slots += 2;
    }
  }
  for (const Part& part : parts)
  {
    hash.parts.push_back({ static_cast<std::uint32_t>(part.slots.size()),
      static_cast<std::uint32_t>(part.offsets.size()),
      static_cast<std::uint32_t>(hash.slots.size()),
      static_cast<std::uint32_t>(hash.offsets.size()) });
    hash.slots.insert(hash.slots.end(), part.slots.begin(), part.slots.end());
    hash.offsets.insert(hash.offsets.end(), part.offsets.begin(), part.offsets.end());
  }
  return hash;
}
}
