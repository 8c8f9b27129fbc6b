// Packed entries of parts, exchanged again and again in the same memory, directly between devices
// and through the host.

#include "Core/Communication/ExchangeRounds.h"
#include "Core/Communication/RandomMessages.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Communication/PackedExchange.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// A communicator that leaves devices to others, as those between processes do.
class OfTheHost : public Communicator
{
public:
  explicit OfTheHost(std::shared_ptr<const Communicator> by) : By(std::move(by)) {}
  int rank() const override { return this->By->rank(); }
  int size() const override { return this->By->size(); }
  void sum(double* values, std::size_t count) const override { this->By->sum(values, count); }
  void maximum(double* values, std::size_t count) const override
  {
    this->By->maximum(values, count);
  }
  void exchange(
    const std::vector<Message>& sent, const std::vector<Message>& received) const override
  {
    this->By->exchange(sent, received);
  }

private:
  std::shared_ptr<const Communicator> By;
};

template <class Space>
using PackedExchangeOnParts = OnSpace<Space>;
TYPED_TEST_SUITE(PackedExchangeOnParts, Spaces, SpaceNames);
}

TYPED_TEST(PackedExchangeOnParts, DeliversEveryRound)
{
  Random random(3);
  for (const int parts : { 1, 2, 3, 7 })
  {
    for (const bool isDirect : { true, false })
    {
      SCOPED_TRACE(std::to_string(parts) + " parts" + (isDirect ? "" : ", through the host"));
      const auto few = randomMessages(random, static_cast<std::size_t>(parts));
      const auto others = randomMessages(random, static_cast<std::size_t>(parts));
      runPartsOn<TypeParam>(parts,
        [&](const Device& device, std::shared_ptr<const Communicator> communicator)
        {
          if (!isDirect)
          {
            communicator = std::make_shared<const OfTheHost>(std::move(communicator));
          }
          const Context<TypeParam> context(device, std::move(communicator));
          EXPECT_EQ(context.reachesDevices(),
            isDirect && parts > 1 && TypeParam::Id == ExecutionSpace::Cuda);
          exchangeInRounds(context, few, 1);
          exchangeInRounds(context, others, 3);
          combineInRounds(context);
        });
    }
  }
}

// A part whose neighbour fails leaves its exchange, whether the neighbour fails before or between
// exchanges, and what it has submitted is harmless.
TYPED_TEST(PackedExchangeOnParts, EndsWithTheFirstFailure)
{
  constexpr std::size_t count = 50000;
  for (const int failing : { 0, 2 })
  {
    for (const int rounds : { 0, 1, 2 })
    {
      std::string message;
      try
      {
        runPartsOn<TypeParam>(3,
          [&](const Device& device, std::shared_ptr<const Communicator> communicator)
          {
            const int rank = communicator->rank();
            const Context<TypeParam> context(device, std::move(communicator));
            PackedExchange<TypeParam> exchange(
              context, { { (rank + 1) % 3, count, count }, { (rank + 2) % 3, count, count } });
            DeviceVector<double, TypeParam> from(context, 2 * count);
            DeviceVector<double, TypeParam> to(context, 2 * count);
            from.zero();
            for (int round = 0;; ++round)
            {
              if (rank == failing && round == rounds)
              {
                throw Error("Part " + std::to_string(rank) + " fails.");
              }
              exchange.run(from.data(), to.data(), sizeof(double));
            }
          });
      }
      catch (const Error& error)
      {
        message = error.what();
      }
      EXPECT_EQ(message, "Part " + std::to_string(failing) + " fails.") << rounds << " rounds";
    }
  }
}
}
