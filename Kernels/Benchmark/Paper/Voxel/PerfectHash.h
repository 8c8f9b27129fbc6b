#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_PERFECTHASH_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_PERFECTHASH_H

#include "Core/Space.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Tables of a part of the keys in a perfect hash.
struct PerfectHashPart
{
  std::uint32_t slots;   ///< size(H)
  std::uint32_t offsets; ///< size(Phi)
  std::uint32_t firstSlot;
  std::uint32_t firstOffset;
};

/// Pointers to the tables of a perfect hash, for kernels.
struct PerfectHashTables
{
  const std::int32_t* slots;
  const std::uint16_t* offsets;
  const PerfectHashPart* parts;
  int shift;

  /// The value of a key, which must be one of the keys of construction (micro-FE paper, eq. 7).
  TRABECULA_FUNCTION std::int32_t operator()(std::uint64_t key) const
  {
    const PerfectHashPart part = this->parts[key >> this->shift];
    const auto h1 = static_cast<std::uint32_t>(key % part.offsets);
    const auto h0 = static_cast<std::uint32_t>(key % part.slots);
    std::uint32_t h = h0 + this->offsets[part.firstOffset + h1] % part.slots;
    h -= h < part.slots ? 0U : part.slots;
    return this->slots[part.firstSlot + h];
  }
};

/**
 * Perfect spatial hashing (Lefebvre and Hoppe, ACM Trans. Graph. 25, 2006) in one dimension, as in
 * the micro-FE paper, section 3.2.1: maps given keys to values without collisions, by two
 * remainders and a small table of offsets, which is filled greedily in descending order of the keys
 * per entry. Keys are divided into parts by their highest bits, each with its own tables.
 */
struct PerfectHash
{
  std::vector<std::int32_t> slots;
  std::vector<std::uint16_t> offsets;
  std::vector<PerfectHashPart> parts;
  int shift = 0;
};

/// Maps keys[i] to i. @param keys ascending
PerfectHash makePerfectHash(const std::vector<std::uint64_t>& keys);
}

#endif
