// Threads of this process as parts: their sums, their messages, and how their failures end all.

#include "Core/Communication/RandomMessages.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Communication/SharedFailure.h"
#include "Core/Communication/ThreadParts.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace trabecula::testing
{
namespace
{
void runOnHost(
  int parts, const std::function<void(const std::shared_ptr<const Communicator>&)>& work)
{
  runParts(std::vector<Device>(static_cast<std::size_t>(parts), deviceOf<HostSpace>()),
    [&work](const Device&, const std::shared_ptr<const Communicator>& communicator)
    {
      setHostThreads(1);
      work(communicator);
    });
}
}

TEST(ThreadParts, AFailureOfOnePartEndsAll)
{
  std::string message;
  try
  {
    runOnHost(3,
      [](const std::shared_ptr<const Communicator>& communicator)
      {
        if (communicator->rank() == 1)
        {
          throw Error("This part fails.");
        }
        double value = 1.0;
        communicator->sum(&value, 1);
      });
  }
  catch (const std::exception& failure)
  {
    message = failure.what();
  }
  EXPECT_EQ(message, "This part fails.");
}

TEST(ThreadParts, APartThatEndsEarlyOrDiffersIsFound)
{
  const auto run = [](const std::function<void(const Communicator&)>& ofFirst)
  {
    runOnHost(3,
      [&](const std::shared_ptr<const Communicator>& communicator)
      {
        double values[2] = { 1.0, 2.0 };
        if (communicator->rank() == 0)
        {
          ofFirst(*communicator);
          return;
        }
        communicator->sum(values, 2);
      });
  };
  double values[2] = { 1.0, 2.0 };
  EXPECT_NO_THROW(run([&](const Communicator& parts) { parts.sum(values, 2); }));
  EXPECT_EQ(values[1], 6.0);
  EXPECT_THROW(run([](const Communicator&) {}), std::runtime_error);
  EXPECT_ANY_THROW(run([&](const Communicator& parts) { parts.sum(values, 1); }));
  EXPECT_ANY_THROW(run([&](const Communicator& parts) { parts.maximum(values, 2); }));
  EXPECT_ANY_THROW(run([&](const Communicator& parts) { parts.exchange({}, {}); }));
}

// Each part that has a message for another, or expects one, finds what does not fit.
TEST(ThreadParts, MessagesThatDoNotMatchAreFound)
{
  const auto run = [](std::size_t sent, std::size_t expected)
  {
    runOnHost(2,
      [&](const std::shared_ptr<const Communicator>& communicator)
      {
        double values[2] = { 1.0, 2.0 };
        const auto message = [&](std::size_t count) -> std::vector<Communicator::Message>
        {
          if (count == 0)
          {
            return {};
          }
          return { { 1 - communicator->rank(), values, count * sizeof(double) } };
        };
        const bool isFirst = communicator->rank() == 0;
        communicator->exchange(message(isFirst ? sent : 0), message(isFirst ? 0 : expected));
      });
  };
  EXPECT_NO_THROW(run(2, 2));
  EXPECT_NO_THROW(run(0, 0));
  EXPECT_ANY_THROW(run(2, 1));
  EXPECT_ANY_THROW(run(0, 1));
  EXPECT_ANY_THROW(run(1, 0));
}

TEST(ThreadParts, MessagesMayBeEmpty)
{
  EXPECT_NO_THROW(runOnHost(2,
    [](const std::shared_ptr<const Communicator>& communicator)
    {
      const std::vector<Communicator::Message> empty = { { 1 - communicator->rank(), nullptr, 0 } };
      communicator->exchange(empty, empty);
    }));
}

TEST(ThreadParts, NeedADevice)
{
  EXPECT_THROW(
    runParts({}, [](const Device&, const std::shared_ptr<const Communicator>&) {}), Error);
}

TEST(ThreadParts, TheFirstIsTheCallingThread)
{
  const std::thread::id caller = std::this_thread::get_id();
  const int threads = hostThreads();
  std::vector<std::thread::id> ids(3);
  runOnHost(3,
    [&](const std::shared_ptr<const Communicator>& communicator)
    { ids[static_cast<std::size_t>(communicator->rank())] = std::this_thread::get_id(); });
  EXPECT_EQ(ids[0], caller);
  EXPECT_NE(ids[1], caller);
  EXPECT_NE(ids[2], ids[1]);
  EXPECT_EQ(hostThreads(), threads);
}

// Sums are those in the order of ranks, to the bit, on all parts; many follow each other.
TEST(ThreadParts, SumsAreInTheOrderOfRanks)
{
  constexpr std::size_t rounds = 40;
  for (const std::size_t parts : { 1U, 2U, 3U, 7U })
  {
    Random random(parts);
    std::vector<std::vector<std::vector<double>>> given(rounds);
    for (auto& round : given)
    {
      const std::size_t count = random.index(4) == 0 ? 0 : random.index(300);
      for (std::size_t part = 0; part < parts; ++part)
      {
        round.push_back(random.vector(count, -1.0, 1e6));
      }
    }
    const auto combined = [&](std::size_t round, bool isSum)
    {
      std::vector<double> result = given[round][0];
      for (std::size_t part = 1; part < parts; ++part)
      {
        for (std::size_t i = 0; i < result.size(); ++i)
        {
          const double value = given[round][part][i];
          result[i] = isSum ? result[i] + value : std::max(result[i], value);
        }
      }
      return result;
    };
    runOnHost(static_cast<int>(parts),
      [&](const std::shared_ptr<const Communicator>& communicator)
      {
        EXPECT_FALSE(communicator->reachesDevices());
        const auto rank = static_cast<std::size_t>(communicator->rank());
        for (std::size_t round = 0; round < rounds; ++round)
        {
          std::vector<double> values = given[round][rank];
          communicator->sum(values.data(), values.size());
          EXPECT_EQ(values, combined(round, true)) << "round " << round << ", part " << rank;
          values = given[round][rank];
          communicator->maximum(values.data(), values.size());
          EXPECT_EQ(values, combined(round, false)) << "round " << round << ", part " << rank;
        }
      });
  }
}

// Messages of the host, without a context, sent and received in memory that is used again.
TEST(ThreadParts, MessagesArrive)
{
  for (const std::size_t parts : { 1U, 2U, 3U, 7U })
  {
    Random random(10 + parts);
    const auto sent = randomMessages(random, parts);
    runOnHost(static_cast<int>(parts),
      [&](const std::shared_ptr<const Communicator>& communicator)
      {
        const auto rank = static_cast<std::size_t>(communicator->rank());
        std::vector<std::vector<double>> from(parts);
        std::vector<std::vector<double>> to(parts);
        std::vector<Communicator::Message> out;
        std::vector<Communicator::Message> in;
        for (std::size_t other = 0; other < parts; ++other)
        {
          from[other].resize(sent[rank][other]);
          to[other].resize(sent[other][rank]);
          const auto message = [&](std::vector<double>& values)
          {
            return Communicator::Message{ static_cast<int>(other), values.data(),
              values.size() * sizeof(double) };
          };
          out.push_back(message(from[other]));
          in.insert(in.begin(), message(to[other])); // in another order
        }
        for (std::size_t round = 0; round < 10; ++round)
        {
          for (std::size_t other = 0; other < parts; ++other)
          {
            for (std::size_t i = 0; i < from[other].size(); ++i)
            {
              from[other][i] = messageValue(round, rank, other, i);
            }
          }
          communicator->exchange(out, in);
          std::size_t wrong = 0;
          for (std::size_t other = 0; other < parts; ++other)
          {
            for (std::size_t i = 0; i < to[other].size(); ++i)
            {
              wrong += to[other][i] == messageValue(round, other, rank, i) ? 0 : 1;
            }
          }
          EXPECT_EQ(wrong, 0U) << "round " << round << ", part " << rank;
        }
      });
  }
}

// Who calls on after a failure is told again, and does not take the place of another part.
TEST(ThreadParts, AFailureIsFinal)
{
  std::vector<int> failures(3, 0);
  EXPECT_THROW(runOnHost(3,
                 [&](const std::shared_ptr<const Communicator>& communicator)
                 {
                   const auto rank = static_cast<std::size_t>(communicator->rank());
                   if (rank == 2)
                   {
                     throw Error("This part fails.");
                   }
                   for (int attempt = 0; attempt < 3; ++attempt)
                   {
                     double value = 1.0;
                     try
                     {
                       communicator->maximum(&value, 1);
                     }
                     catch (const Error&)
                     {
                       ++failures[rank];
                     }
                   }
                 }),
    Error);
  EXPECT_EQ(failures, (std::vector<int>{ 3, 3, 0 }));
}

// What parts keep between calls still belongs together, and a failure ends one call only.
TEST(ThreadParts, ComeTogetherAgain)
{
  ThreadParts parts(std::vector<Device>(3, deviceOf<HostSpace>()));
  std::vector<std::shared_ptr<const Communicator>> kept(3);
  parts.run([&](const Device&, const std::shared_ptr<const Communicator>& communicator)
    { kept[static_cast<std::size_t>(communicator->rank())] = communicator; });
  for (int call = 0; call < 4; ++call)
  {
    std::vector<double> values(3, 0.0);
    const auto work = [&](const Device&, const std::shared_ptr<const Communicator>& communicator)
    {
      const auto rank = static_cast<std::size_t>(communicator->rank());
      EXPECT_EQ(communicator, kept[rank]);
      if (call == 1 && rank == 1)
      {
        throw Error("This part fails.");
      }
      if (call == 2 && rank == 2)
      {
        return; // too early
      }
      values[rank] = static_cast<double>(rank) + call;
      kept[rank]->sum(&values[rank], 1);
    };
    if (call == 1 || call == 2)
    {
      EXPECT_THROW(parts.run(work), Error);
    }
    else
    {
      EXPECT_NO_THROW(parts.run(work));
      EXPECT_EQ(values, std::vector<double>(3, 3.0 * (1 + call)));
    }
  }
}

// As processes fail, which nobody wakes: all throw the same, at the same place.
TEST(ThreadParts, FailTogether)
{
  std::vector<std::string> messages(4);
  std::vector<int> stopped(4, 0);
  const auto work = [](int rank, int stage)
  {
    if (stage == 1 && rank > 1)
    {
      throw Error("\u00c4rray of part " + std::to_string(rank) + ".");
    }
    if (stage == 2 && rank != 3)
    {
      throw SetupStopped();
    }
  };
  runOnHost(4,
    [&](const std::shared_ptr<const Communicator>& parts)
    {
      const auto rank = static_cast<std::size_t>(parts->rank());
      for (int stage = 0; stage < 4; ++stage)
      {
        try
        {
          failTogether(*parts, [&] { work(parts->rank(), stage); });
          messages[rank] += "none;";
        }
        catch (const SetupStopped&)
        {
          ++stopped[rank];
        }
        catch (const Error& error)
        {
          messages[rank] += std::string(error.what()) + ";";
        }
      }
    });
  const std::string first = "none;\u00c4rray of part 2.;";
  EXPECT_EQ(messages,
    (std::vector<std::string>{ first + "none;", first + "none;", first + "none;",
      first + std::string(SetupStopped().what()) + ";none;" }));
  EXPECT_EQ(stopped, (std::vector<int>{ 1, 1, 1, 0 }));
  EXPECT_THROW(failTogether(Communicator(), [] { throw SetupStopped(); }), SetupStopped);
  EXPECT_NO_THROW(failTogether(Communicator(), [] {}));
}
}
