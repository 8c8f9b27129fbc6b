#include "Core/Communication/ThreadParts.h"

#include "Core/Communication/PeerCommunicator.h"
#include "Core/Communication/ThreadCommunicator.h"
#include "Core/Error.h"
#include "Core/Spaces.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace trabecula
{
namespace
{
/// makePeerCommunicator(), or none if the library is not built for the space.
template <class Space>
std::shared_ptr<const Communicator> makePeer(
  const std::shared_ptr<ThreadMeeting>& meeting, int rank, const std::vector<Device>& devices)
{
  if constexpr (IsBuilt<Space>)
  {
    return makePeerCommunicator(meeting, rank, devices);
  }
  else
  {
    return nullptr;
  }
}

std::shared_ptr<const Communicator> makeCommunicator(
  const std::shared_ptr<ThreadMeeting>& meeting, int rank, const std::vector<Device>& devices)
{
  const auto areAll = [&devices](ExecutionSpace space)
  {
    return std::all_of(devices.begin(), devices.end(),
      [space](const Device& device) { return device.space == space; });
  };
  std::shared_ptr<const Communicator> communicator;
  if (devices.size() <= static_cast<std::size_t>(MostPeers) && areAll(ExecutionSpace::Cuda))
  {
    communicator = makePeer<CudaSpace>(meeting, rank, devices);
  }
  return communicator
    ? communicator
    : std::make_shared<const ThreadCommunicator>(meeting, rank, areAll(ExecutionSpace::Host));
}

/// The parts of one call of ThreadParts::run().
class RunningParts
{
public:
  /// @param communicators of each part, null before the first call
  RunningParts(const std::vector<Device>& devices, const std::shared_ptr<ThreadMeeting>& meeting,
    std::vector<std::shared_ptr<const Communicator>>& communicators, const WorkOfPart& work)
    : Devices(devices), Work(work), Meeting(meeting), Communicators(communicators),
      HostThreads(std::max(1, hostThreads() / static_cast<int>(devices.size())))
  {
  }

  void runPart(int rank) noexcept
  {
    setHostThreads(this->HostThreads); // of this thread
    try
    {
      const auto part = static_cast<std::size_t>(rank);
      std::shared_ptr<const Communicator>& communicator = this->Communicators[part];
      if (!communicator)
      {
        communicator = makeCommunicator(this->Meeting, rank, this->Devices);
      }
      this->Work(this->Devices[part], communicator);
    }
    catch (...)
    {
      this->keep(std::current_exception());
    }
    this->Meeting->end();
  }

  /// Runs the first part in this thread, and each other one in a thread of its own.
  void run()
  {
    const int before = hostThreads();
    std::vector<std::thread> threads;
    try
    {
      threads.reserve(this->Devices.size());
      for (std::size_t rank = 1; rank < this->Devices.size(); ++rank)
      {
        threads.emplace_back([this, rank] { this->runPart(static_cast<int>(rank)); });
      }
      this->runPart(0);
    }
    catch (...) // there are too many threads
    {
      this->keep(std::current_exception());
      this->Meeting->end();
    }
    for (std::thread& thread : threads)
    {
      thread.join();
    }
    setHostThreads(before);
    if (this->First)
    {
      std::rethrow_exception(this->First);
    }
  }

private:
  /// Keeps the first exception of any part.
  void keep(const std::exception_ptr& failure)
  {
    const std::lock_guard<std::mutex> lock(this->Mutex);
    this->First = this->First ? this->First : failure;
  }

  const std::vector<Device>& Devices;
  const WorkOfPart& Work;
  const std::shared_ptr<ThreadMeeting>& Meeting;
  std::vector<std::shared_ptr<const Communicator>>& Communicators;
  int HostThreads; ///< of each part
  std::mutex Mutex;
  std::exception_ptr First;
};
}

ThreadParts::ThreadParts(std::vector<Device> devices)
  : Devices(std::move(devices)),
    Meeting(std::make_shared<ThreadMeeting>(static_cast<int>(this->Devices.size()))),
    Communicators(this->Devices.size())
{
  if (this->Devices.empty())
  {
    throw Error("No devices are given to run parts on: give one for each part.");
  }
}

ThreadParts::~ThreadParts() = default;

void ThreadParts::run(const WorkOfPart& work)
{
  this->Meeting->restart();
  RunningParts(this->Devices, this->Meeting, this->Communicators, work).run();
}

void runParts(const std::vector<Device>& devices, const WorkOfPart& work)
{
  ThreadParts(devices).run(work);
}
}
