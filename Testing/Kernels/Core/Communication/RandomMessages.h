#ifndef TRABECULA_TESTING_KERNELS_RANDOMMESSAGES_H
#define TRABECULA_TESTING_KERNELS_RANDOMMESSAGES_H

#include "Support/Random.h"

#include <cstddef>
#include <iterator>
#include <vector>

namespace trabecula::testing
{
/// The number of entities that each part sends to each: [sender][receiver]. Some pairs exchange
/// nothing, some messages are empty one way or both, and some are large.
inline std::vector<std::vector<std::size_t>> randomMessages(Random& random, std::size_t parts)
{
  constexpr std::size_t counts[] = { 0, 0, 1, 2, 7, 1000, 40000 };
  std::vector<std::vector<std::size_t>> sent(parts, std::vector<std::size_t>(parts, 0));
  for (std::size_t from = 0; from < parts; ++from)
  {
    for (std::size_t to = 0; to < parts; ++to)
    {
      sent[from][to] = from == to ? 0 : counts[random.index(std::size(counts))];
    }
  }
  return sent;
}

/// Value i of a message of one round: all differ.
inline double messageValue(std::size_t round, std::size_t from, std::size_t to, std::size_t i)
{
  return static_cast<double>(i + 100000 * (to + 10 * (from + 10 * round)));
}
}

#endif
