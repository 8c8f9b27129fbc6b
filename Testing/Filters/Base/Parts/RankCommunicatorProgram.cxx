// Ranks of MPI as parts: their sums, their messages, and how their failures end all. To be run by
// mpirun, on several ranks.

#include "RankCommunicator.h"
#include "RankParts.h"

#include "Core/Communication/RandomMessages.h"
#include "Support/Random.h"

#include "Core/Communication/Processes/Agreement.h"
#include "Core/Error.h"

#include <vtkMPIController.h>
#include <vtkNew.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using trabecula::Communicator;
using trabecula::filters::RankCommunicator;
using trabecula::filters::RankParts;
using trabecula::testing::messageValue;
using trabecula::testing::Random;

namespace
{
void require(bool condition, const char* what, int rank)
{
  if (!condition)
  {
    std::printf("Rank %d: %s\n", rank, what);
    std::fflush(stdout);
    std::abort(); // ends all ranks
  }
}

/// Sends random messages and compares those that arrive; so do all ranks.
void exchangeRandom(const RankCommunicator& ranks, Random& random, std::size_t round)
{
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto rank = static_cast<std::size_t>(ranks.rank());
  const auto counts = trabecula::testing::randomMessages(random, size);
  std::vector<std::vector<double>> from(size);
  std::vector<std::vector<double>> to(size);
  std::vector<Communicator::Message> sent;
  std::vector<Communicator::Message> received;
  for (std::size_t other = 0; other < size; ++other)
  {
    for (std::size_t i = 0; i < counts[rank][other]; ++i)
    {
      from[other].push_back(messageValue(round, rank, other, i));
    }
    to[other].resize(counts[other][rank]);
    const auto number = static_cast<int>(other);
    sent.push_back({ number, from[other].data(), from[other].size() * sizeof(double) });
    received.insert(
      received.begin(), { number, to[other].data(), to[other].size() * sizeof(double) });
  }
  ranks.exchange(sent, received);
  for (std::size_t other = 0; other < size; ++other)
  {
    for (std::size_t i = 0; i < to[other].size(); ++i)
    {
      require(to[other][i] == messageValue(round, other, rank, i), "another message arrived",
        ranks.rank());
    }
  }
}

/// Sums and maxima of random values are those in the order of ranks, to the bit.
void combineRandom(const RankCommunicator& ranks, Random& random)
{
  const std::size_t count = random.index(3) == 0 ? 70000 : random.index(40);
  std::vector<double> sums(count, 0.0);
  std::vector<double> maxima(count, -1e300);
  std::vector<double> mine;
  for (int rank = 0; rank < ranks.size(); ++rank)
  {
    const std::vector<double> values = random.vector(count, -1.0, 1e6);
    for (std::size_t i = 0; i < count; ++i)
    {
      sums[i] = rank == 0 ? values[i] : sums[i] + values[i];
      maxima[i] = std::max(maxima[i], values[i]);
    }
    if (rank == ranks.rank())
    {
      mine = values;
    }
  }
  std::vector<double> values = mine;
  ranks.sum(values.data(), count);
  require(values == sums, "another sum", ranks.rank());
  values = mine;
  ranks.maximum(values.data(), count);
  require(values == maxima, "another maximum", ranks.rank());
}

/// Computes until a random rank fails, stops, or finishes too early, at a random place; all ranks
/// end, and with the same answer.
void endRandomly(const RankCommunicator& ranks, Random& random, std::size_t round)
{
  const auto culprit = static_cast<int>(random.index(static_cast<std::size_t>(ranks.size())));
  const std::size_t last = random.index(6);
  const std::size_t kind = random.index(3); // fails, is stopped, finishes too early
  std::string failure;
  auto ending = RankCommunicator::Ending::Finished;
  try
  {
    for (std::size_t step = 0; step < 5; ++step)
    {
      if (ranks.rank() == culprit && step == last)
      {
        if (kind == 0)
        {
          throw trabecula::Error("It fails.");
        }
        ending = kind == 1 ? RankCommunicator::Ending::Stopped : ending;
        break;
      }
      exchangeRandom(ranks, random, round);
      combineRandom(ranks, random);
    }
  }
  catch (const trabecula::filters::OtherRankEnded& error)
  {
    ending = RankCommunicator::Ending::OtherEnded;
    failure = error.what();
  }
  catch (const trabecula::Error& error)
  {
    ending = RankCommunicator::Ending::Failed;
    failure = error.what();
  }
  const RankCommunicator::End end = ranks.end(ending, failure);
  const auto expected = last == 5 ? RankCommunicator::Ending::Finished
    : kind == 0                   ? RankCommunicator::Ending::Failed
    : kind == 1                   ? RankCommunicator::Ending::Stopped
    : ranks.size() == 1           ? RankCommunicator::Ending::Finished
                                  : RankCommunicator::Ending::OtherEnded;
  require(end.ending == expected, "another end", ranks.rank());
  require(kind == 2 || last == 5 || end.rank == culprit, "the end of another rank", ranks.rank());
  require(end.ending != RankCommunicator::Ending::Failed || end.failure == "It fails.",
    "another failure", ranks.rank());
}

/// Does work in which the ranks come together again and again, until a random rank fails or stops
/// at a random place, there or between; all ranks throw, with its message.
void failRandomly(RankParts& parts, Random& random)
{
  const auto culprit = static_cast<int>(random.index(static_cast<std::size_t>(parts.size())));
  const std::size_t last = random.index(8);
  const std::size_t place = random.index(3); // between, when together within, in a run
  const bool stops = random.index(4) == 0;
  std::string message;
  try
  {
    parts.together(
      [&]
      {
        for (std::size_t step = 0; step < 5; ++step)
        {
          const auto failAt = [&](std::size_t here)
          {
            const bool isHere = parts.first() == culprit && step == last && here == place;
            if (isHere && stops)
            {
              throw trabecula::SetupStopped();
            }
            if (isHere)
            {
              throw trabecula::Error("It fails.");
            }
          };
          failAt(0);
          parts.together([&] { failAt(1); });
          parts.run(
            [&](const trabecula::Device&, const std::shared_ptr<const Communicator>& ranks)
            {
              failAt(2);
              double count = 1.0;
              ranks->sum(&count, 1);
              require(count == parts.size(), "another count", parts.first());
            });
          require(trabecula::ofFirstProcess(parts, parts.first()) == 0.0, "not of the first",
            parts.first());
          require(trabecula::areAlike(parts, { 1.0, static_cast<double>(step) }), "not alike",
            parts.first());
          require(parts.size() == 1 || !trabecula::areAlike(parts, { double(parts.first()) }),
            "alike", parts.first());
        }
      });
  }
  catch (const trabecula::SetupStopped&)
  {
    message = "stopped";
  }
  catch (const trabecula::Error& error)
  {
    message = error.what();
  }
  const std::string rank = culprit == 0 ? "" : "Rank " + std::to_string(culprit) + ": ";
  const std::string expected = last >= 5 ? "" : stops ? "stopped" : rank + "It fails.";
  require(message == expected, message.c_str(), parts.first());
}
}

int main(int argc, char** argv)
{
  vtkNew<vtkMPIController> controller;
  controller->Initialize(&argc, &argv);
  {
    const RankCommunicator ranks(*controller);
    RankParts parts(*controller, trabecula::DeviceRequest::Host);
    for (std::size_t round = 0; round < 60; ++round)
    {
      Random random(100 + round); // the same on all ranks
      exchangeRandom(ranks, random, round);
      combineRandom(ranks, random);
      endRandomly(ranks, random, round);
      Random ofParts(200 + round); // ranks have ended at different places
      failRandomly(parts, ofParts);
    }
    std::printf("Rank %d of %d: done\n", ranks.rank(), ranks.size());
  }
  controller->Finalize();
  return 0;
}
