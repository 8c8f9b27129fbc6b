// Exchanges, updates of ghosts and sums between two parts, which are threads: what a step of a
// solver costs besides its work.

#include "Benchmark/Benchmarks.h"

#include "Core/Communication/NcclCommunicator.h"
#include "Core/Communication/PackedExchange.h"
#include "Core/Communication/ThreadParts.h"
#include "Core/Spaces.h"
#include "Core/Vectors/DeviceVector.h"
#include "Core/Vectors/Halo.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace trabecula::benchmarks
{
namespace
{
/// How data get from one part to the other.
enum class Way
{
  Direct, ///< copies between devices, or between threads of the host
  Nccl,
  Staging ///< through pinned memory of the host
};

/// What is measured.
enum class Operation
{
  Exchange,
  Sum,
  Ghosts
};

/// Two parts.
struct Pair
{
  std::string name;
  Way way;
  std::vector<Device> devices;
};

/// A communicator that leaves devices to others, as those between processes do.
class StagingCommunicator : public Communicator
{
public:
  explicit StagingCommunicator(std::shared_ptr<const Communicator> by) : By(std::move(by)) {}
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

/// Seconds of one of many operations, which both parts do at the same time.
template <class Space, class Work>
double secondsOfOne(const Context<Space>& context, int repetitions, const Work& work)
{
  Samples samples;
  for (int sample = 0; sample < 6; ++sample)
  {
    context.synchronize();
    (void)context.any(false); // both begin together
    const double seconds = secondsOf(context,
      [&]
      {
        for (int i = 0; i < repetitions; ++i)
        {
          work();
        }
      });
    if (sample > 0) // the first one allocates
    {
      samples.add(seconds / repetitions);
    }
  }
  return samples.median();
}

template <class Space>
double exchangeSeconds(const Context<Space>& context, std::size_t bytes)
{
  PackedExchange<Space> exchange(context, { { 1 - context.communicator().rank(), 1, 1 } });
  DeviceVector<char, Space> sent(context, bytes);
  DeviceVector<char, Space> received(context, bytes);
  sent.zero();
  return secondsOfOne(context, bytes > (std::size_t(1) << 20) ? 50 : 200,
    [&] { exchange.run(sent.data(), received.data(), bytes); });
}

/// The update of ghosts of a vector in single precision, which are so many bytes.
template <class Space>
double ghostSeconds(const Context<Space>& context, std::size_t bytes)
{
  const std::size_t count = std::max<std::size_t>(bytes / sizeof(float), 1);
  HaloNeighbour other = { 1 - context.communicator().rank(), {}, {} };
  for (std::size_t i = 0; i < count; ++i)
  {
    other.sent.push_back(static_cast<std::int32_t>(i));
    other.received.push_back(static_cast<std::int32_t>(count + i));
  }
  const auto entities = static_cast<std::int64_t>(count);
  const Halo<Space> halo(context, entities, entities, { other });
  DeviceVector<float, Space> values(context, 2 * count);
  values.zero();
  return secondsOfOne(
    context, bytes > (std::size_t(1) << 20) ? 50 : 200, [&] { halo.update(values.data(), 1); });
}

/// A sum that ends where the parts' values are.
template <class Space>
double sumSeconds(const Context<Space>& context, std::size_t bytes)
{
  const std::size_t count = bytes / sizeof(double);
  DeviceVector<double, Space> values(context, count);
  DeviceVector<double, Space> sums(context, count);
  values.zero();
  std::vector<double> onHost(count);
  return secondsOfOne(context, bytes > (std::size_t(1) << 20) ? 20 : 200,
    [&]
    {
      if (context.reachesDevices())
      {
        context.communicator().combineOnDevice(
          Communicator::Combination::Sum, values.data(), sums.data(), count, context.stream());
        return;
      }
      context.copyToHost(onHost.data(), values.data(), bytes);
      context.sumOverParts(onHost.data(), count);
      context.copyFromHost(sums.data(), onHost.data(), bytes);
    });
}

template <class Space>
double secondsOnParts(const Pair& pair, std::size_t bytes, Operation operation)
{
  double seconds = 0.0;
  const NcclId id = pair.way == Way::Nccl ? makeNcclId() : NcclId{};
  runParts(pair.devices,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const int rank = communicator->rank();
      if (pair.way == Way::Nccl)
      {
        communicator = makeNcclCommunicator(id, rank, communicator->size(), device);
      }
      else if (pair.way == Way::Staging)
      {
        communicator = std::make_shared<const StagingCommunicator>(std::move(communicator));
      }
      const Context<Space> context(device, std::move(communicator));
      const double mine = operation == Operation::Sum ? sumSeconds(context, bytes)
        : operation == Operation::Ghosts              ? ghostSeconds(context, bytes)
                                                      : exchangeSeconds(context, bytes);
      if (rank == 0)
      {
        seconds = mine;
      }
    });
  return seconds;
}

/// On machines with one GPU parts share it.
template <class Space>
std::vector<Pair> pairs()
{
  const Device first = deviceOf<Space>();
  if (Space::Id == ExecutionSpace::Host)
  {
    return { { "threads", Way::Direct, { first, first } } };
  }
  const std::vector<Device> all = cudaDevices();
  std::vector<Pair> result = { { "one_gpu", Way::Direct, { first, first } },
    { "one_gpu_staging", Way::Staging, { first, first } } };
  if (all.size() > 1)
  {
    const std::vector<Device> two(all.begin(), all.begin() + 2);
    result.push_back({ "peer", Way::Direct, two });
    result.push_back({ "staging", Way::Staging, two });
    if (ncclUnavailableReason().empty())
    {
      result.push_back({ "nccl", Way::Nccl, two });
    }
  }
  return result;
}

template <class Space>
void partsBenchmark(
  benchmark::State& state, const Pair& pair, std::size_t bytes, Operation operation)
{
  for ([[maybe_unused]] const auto& iteration : state)
  {
    try
    {
      state.SetIterationTime(secondsOnParts<Space>(pair, bytes, operation));
    }
    catch (const std::exception& error)
    {
      state.SkipWithError(error.what());
      return;
    }
  }
  state.counters["bytes/s"] =
    benchmark::Counter(static_cast<double>(bytes), benchmark::Counter::kIsIterationInvariantRate);
}
}

template <class Space>
void registerPartsBenchmarks()
{
  constexpr std::pair<const char*, std::size_t> sizes[] = { { "8B", 8 }, { "64KiB", 65536 },
    { "1MiB", 1048576 }, { "6MB", 6291456 } };
  constexpr std::pair<Operation, const char*> operations[] = { { Operation::Exchange, "exchange" },
    { Operation::Sum, "sum" }, { Operation::Ghosts, "ghosts" } };
  for (const Pair& pair : pairs<Space>())
  {
    for (const auto& [name, bytes] : sizes)
    {
      for (const auto& [operation, text] : operations)
      {
        const std::string which =
          benchmarkName<Space>(std::string("parts/") + text, pair.name + "/" + name);
        benchmark::RegisterBenchmark(which.c_str(),
          [pair, size = bytes, of = operation](benchmark::State& state)
          { partsBenchmark<Space>(state, pair, size, of); })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMicrosecond);
      }
    }
  }
}

TRABECULA_INSTANTIATE(void, registerPartsBenchmarks, ())
}
