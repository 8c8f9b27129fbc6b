#ifndef TRABECULA_TESTING_KERNELS_EXCHANGEROUNDS_H
#define TRABECULA_TESTING_KERNELS_EXCHANGEROUNDS_H

#include "Core/Communication/RandomMessages.h"
#include "Support/Random.h"

#include "Core/Communication/PackedExchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace trabecula::testing
{
/// What a part sends to all others, or receives of them, in one round.
inline std::vector<double> packedValues(const std::vector<std::vector<std::size_t>>& sent,
  std::size_t rank, std::size_t round, bool isSent, std::size_t components)
{
  std::vector<double> values;
  for (std::size_t other = 0; other < sent.size(); ++other)
  {
    const std::size_t from = isSent ? rank : other;
    const std::size_t to = isSent ? other : rank;
    for (std::size_t i = 0; i < components * sent[from][to]; ++i)
    {
      values.push_back(messageValue(round, from, to, i));
    }
  }
  return values;
}

/// Rounds follow each other without waiting for the device. All are sent from the same memory and
/// received in the same, so that a copy that comes too late or too early shows.
template <class Space>
void exchangeInRounds(const Context<Space>& context,
  const std::vector<std::vector<std::size_t>>& sent, std::size_t components)
{
  constexpr std::size_t rounds = 6;
  const auto rank = static_cast<std::size_t>(context.communicator().rank());
  std::vector<typename PackedExchange<Space>::Neighbour> neighbours;
  for (std::size_t other = 0; other < sent.size(); ++other)
  {
    // Pairs without messages are neighbours of each other, too, every other time.
    if (sent[rank][other] + sent[other][rank] > 0 || (rank + other) % 2 == 1)
    {
      neighbours.push_back({ static_cast<int>(other), sent[rank][other], sent[other][rank] });
    }
  }
  PackedExchange<Space> exchange(context, neighbours);
  std::vector<DeviceVector<double, Space>> given;
  std::vector<DeviceVector<double, Space>> results;
  for (std::size_t round = 0; round < rounds; ++round)
  {
    given.emplace_back(context, packedValues(sent, rank, round, true, components));
    results.emplace_back(context, components * exchange.received());
  }
  DeviceVector<double, Space> from(context, components * exchange.sent());
  DeviceVector<double, Space> to(context, components * exchange.received());
  ASSERT_EQ(from.size(), given.front().size());
  for (std::size_t round = 0; round < rounds; ++round)
  {
    from.copy(given[round]);
    to.zero();
    exchange.run(from.data(), to.data(), components * sizeof(double));
    from.zero();
    results[round].copy(to);
  }
  for (std::size_t round = 0; round < rounds; ++round)
  {
    EXPECT_EQ(results[round].toHost(), packedValues(sent, rank, round, false, components))
      << "round " << round << ", part " << rank;
  }
}

/// Values of a part that are combined in one round; they are the same wherever they are asked for.
inline std::vector<double> valuesToCombine(std::size_t round, std::size_t rank)
{
  constexpr std::size_t counts[] = { 1, 5, 0, 129, 20000, 2 };
  Random random(1 + rank + 100 * round);
  return random.vector(counts[round], -2.0, -1.0);
}

/// Sums and maxima of values on devices have the bits of those that are added in the order of
/// ranks. Rounds follow each other without waiting for the device, in the same memory.
template <class Space>
void combineInRounds(const Context<Space>& context)
{
  if (!context.reachesDevices())
  {
    return;
  }
  using Combination = Communicator::Combination;
  constexpr std::size_t rounds = 6;
  constexpr std::size_t most = 20000;
  const Communicator& communicator = context.communicator();
  const auto rank = static_cast<std::size_t>(communicator.rank());
  const auto parts = static_cast<std::size_t>(communicator.size());
  const auto isSum = [](std::size_t round) { return round != 1 && round != 4; };
  std::vector<DeviceVector<double, Space>> given;
  std::vector<DeviceVector<double, Space>> results;
  for (std::size_t round = 0; round < rounds; ++round)
  {
    given.emplace_back(context, valuesToCombine(round, rank));
    results.emplace_back(context, given.back().size());
  }
  DeviceVector<double, Space> values(context, most);
  DeviceVector<double, Space> combined(context, most);
  double* here = values.data();
  for (std::size_t round = 0; round < rounds; ++round)
  {
    const std::size_t count = given[round].size();
    context.copy(here, given[round].data(), count * sizeof(double));
    communicator.combineOnDevice(isSum(round) ? Combination::Sum : Combination::Maximum, here,
      combined.data(), count, context.stream());
    context.zero(here, most * sizeof(double));
    context.copy(results[round].data(), combined.data(), count * sizeof(double));
  }
  for (std::size_t round = 0; round < rounds; ++round)
  {
    std::vector<double> expected = valuesToCombine(round, 0);
    for (std::size_t part = 1; part < parts; ++part)
    {
      const std::vector<double> other = valuesToCombine(round, part);
      for (std::size_t i = 0; i < expected.size(); ++i)
      {
        expected[i] = isSum(round) ? expected[i] + other[i] : std::max(expected[i], other[i]);
      }
    }
    EXPECT_EQ(results[round].toHost(), expected) << "round " << round << ", part " << rank;
  }
}
}

#endif
