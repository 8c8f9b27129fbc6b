// Parts that NCCL connects: threads of this process, each with a GPU of its own.

#include "Core/Communication/ExchangeRounds.h"
#include "Core/Communication/RandomMessages.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Communication/NcclCommunicator.h"
#include "Core/Error.h"
#include "Core/Spaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Reductions and messages of the host, which go through the devices.
void communicateOnHost(const Communicator& communicator)
{
  const int rank = communicator.rank();
  const int size = communicator.size();
  double sums[2] = { 1.0 + rank, 0.5 };
  communicator.sum(sums, 2);
  EXPECT_EQ(sums[0], 0.5 * size * (size + 1));
  EXPECT_EQ(sums[1], 0.5 * size);
  double largest = -1.0 - rank;
  communicator.maximum(&largest, 1);
  EXPECT_EQ(largest, -1.0);
  communicator.sum(nullptr, 0);
  // To the next in a ring; the last sends the first an empty message besides.
  std::vector<double> sent(1000, 3.0 + rank);
  std::vector<double> received(1000, 0.0);
  const std::size_t bytes = sent.size() * sizeof(double);
  std::vector<Communicator::Message> out = { { (rank + 1) % size, sent.data(), bytes } };
  std::vector<Communicator::Message> in = { { (rank + size - 1) % size, received.data(), bytes } };
  communicator.exchange(out, in);
  EXPECT_EQ(received, std::vector<double>(1000, 3.0 + (rank + size - 1) % size));
  out[0].bytes = 0;
  in[0].bytes = 0;
  communicator.exchange(out, in);
  communicator.exchange({}, {});
}

template <class Space>
void connectThreads()
{
  if constexpr (Space::Id == ExecutionSpace::Cuda)
  {
    const std::vector<Device> devices = cudaAvailable() ? cudaDevices() : std::vector<Device>();
    if (devices.size() < 2)
    {
      GTEST_SKIP() << "Less than two GPUs.";
    }
    if (!ncclUnavailableReason().empty())
    {
      GTEST_SKIP() << ncclUnavailableReason();
    }
    Random random(8);
    const auto sent = randomMessages(random, devices.size());
    const NcclId id = makeNcclId();
    runParts(devices,
      [&](const Device& device, const std::shared_ptr<const Communicator>& threads)
      {
        auto nccl = makeNcclCommunicator(id, threads->rank(), threads->size(), device);
        EXPECT_EQ(nccl->rank(), threads->rank());
        EXPECT_EQ(nccl->size(), threads->size());
        communicateOnHost(*nccl);
        const Context<Space> context(device, std::move(nccl));
        EXPECT_TRUE(context.reachesDevices());
        exchangeInRounds(context, sent, 3);
        combineInRounds(context);
        threads->sum(nullptr, 0); // all end together
      });
  }
}

template <class Space>
using Nccl = OnSpace<Space>;
TYPED_TEST_SUITE(Nccl, Spaces, SpaceNames);
}

TYPED_TEST(Nccl, ConnectsThreads)
{
  connectThreads<TypeParam>();
}

TYPED_TEST(Nccl, IsRefusedWithAReason)
{
  const std::string reason = ncclUnavailableReason();
  if (!reason.empty())
  {
    try
    {
      (void)makeNcclId();
      ADD_FAILURE() << "an identifier was made";
    }
    catch (const Error& error)
    {
      EXPECT_EQ(error.what(), reason);
    }
    EXPECT_THROW(makeNcclCommunicator({}, 0, 1, deviceOf<TypeParam>()), Error);
    return;
  }
  EXPECT_THROW(makeNcclCommunicator({}, 0, 1, deviceOf<HostSpace>()), Error);
  if (TypeParam::Id == ExecutionSpace::Host)
  {
    return;
  }
  // Two parts on one GPU.
  const Device device = deviceOf<TypeParam>();
  const NcclId id = makeNcclId();
  std::string message;
  try
  {
    runParts({ device, device },
      [&](const Device& used, const std::shared_ptr<const Communicator>& threads)
      { (void)makeNcclCommunicator(id, threads->rank(), 2, used); });
  }
  catch (const Error& error)
  {
    message = error.what();
  }
  EXPECT_NE(message.find("Each part needs a GPU of its own"), std::string::npos) << message;
}
}
