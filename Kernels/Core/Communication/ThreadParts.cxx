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
  const bool arePeers = devices.size() <= static_cast<std::size_t>(MostPeers) &&
    std::all_of(devices.begin(), devices.end(),
      [](const Device& device) { return device.space == ExecutionSpace::Cuda; });
  std::shared_ptr<const Communicator> communicator;
  if (arePeers)
  {
    communicator = makePeer<CudaSpace>(meeting, rank, devices);
  }
  return communicator ? communicator : std::make_shared<const ThreadCommunicator>(meeting, rank);
}

/// The parts of one call of runParts().
class RunningParts
{
public:
  RunningParts(const std::vector<Device>& devices, const WorkOfPart& work)
    : Devices(devices), Work(work),
      Meeting(std::make_shared<ThreadMeeting>(static_cast<int>(devices.size()))),
      HostThreads(std::max(1, hostThreads() / static_cast<int>(devices.size())))
  {
  }

  void runPart(int rank) noexcept
  {
    setHostThreads(this->HostThreads); // of this thread
    try
    {
      this->Work(this->Devices[static_cast<std::size_t>(rank)],
        makeCommunicator(this->Meeting, rank, this->Devices));
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
  std::shared_ptr<ThreadMeeting> Meeting;
  int HostThreads; ///< of each part
  std::mutex Mutex;
  std::exception_ptr First;
};
}

void runParts(const std::vector<Device>& devices, const WorkOfPart& work)
{
  if (devices.empty())
  {
    throw Error("No devices are given to run parts on: give one for each part.");
  }
  RunningParts(devices, work).run();
}
}
