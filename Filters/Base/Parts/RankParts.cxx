#include "RankParts.h"

#include "RankMessages.h"

#include "Core/Error.h"

#include "vtkMultiProcessController.h"
#include "vtkMultiProcessStream.h"
#include "vtksys/SystemInformation.hxx"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>

namespace trabecula::filters
{
namespace
{
/// Base class of what run() throws, so that nobody tells other ranks of it again.
class ThrownOnAllRanks
{
public:
  virtual ~ThrownOnAllRanks() = default;
};

class ErrorOnAllRanks
  : public Error
  , public ThrownOnAllRanks
{
public:
  using Error::Error;
};

class StoppedOnAllRanks
  : public SetupStopped
  , public ThrownOnAllRanks
{
};

/// The name of the computer, with the GPUs that this process may see if they are restricted.
std::string nameOfComputer()
{
  vtksys::SystemInformation computer;
  const char* name = computer.GetHostname();
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return std::string(name ? name : "") + " " + (visible ? visible : "");
}

/// The names of the computers of all ranks.
std::vector<std::string> namesOfComputers(vtkMultiProcessController& controller)
{
  std::vector<std::string> names;
  for (int rank = 0; rank < controller.GetNumberOfProcesses(); ++rank)
  {
    const bool isMine = rank == controller.GetLocalProcessId();
    vtkMultiProcessStream stream;
    stream << (isMine ? nameOfComputer() : std::string());
    controller.Broadcast(stream, rank);
    std::string name;
    stream >> name;
    names.push_back(name);
  }
  return names;
}

/// The GPU of a rank, with its share of the free memory.
Device gpuOf(const std::vector<Device>& gpus, const std::vector<std::string>& computers, int rank)
{
  const std::string& mine = computers[static_cast<std::size_t>(rank)];
  const auto before =
    static_cast<std::size_t>(std::count(computers.begin(), computers.begin() + rank, mine));
  const auto all = static_cast<std::size_t>(std::count(computers.begin(), computers.end(), mine));
  const std::size_t number = before % gpus.size();
  const std::size_t sharers = (all - number + gpus.size() - 1) / gpus.size();
  return gpus[number].limitedTo(gpus[number].availableMemory / sharers);
}
}

RankParts::RankParts(vtkMultiProcessController& controller, DeviceRequest request,
  std::size_t released, std::size_t memoryLimit)
  : Ranks(std::make_shared<const RankCommunicator>(controller))
{
  const std::vector<Device> gpus =
    request == DeviceRequest::Host ? std::vector<Device>() : cudaDevices();
  const bool allHaveSome = largestOf(controller, { gpus.empty() ? 1 : 0 }).front() == 0;
  const std::vector<std::string> computers = namesOfComputers(controller);
  runTogether(
    controller,
    [&]
    {
      const bool usesGpu =
        request == DeviceRequest::Cuda || (request == DeviceRequest::Automatic && allHaveSome);
      Device device = usesGpu && !gpus.empty()
        ? gpuOf(gpus, computers, controller.GetLocalProcessId())
        : selectDevice(usesGpu ? DeviceRequest::Cuda : DeviceRequest::Host);
      device.availableMemory += usesGpu ? released : 0;
      this->Own.push_back(device.limitedTo(memoryLimit));
    },
    [] { return std::string("There is not enough memory to choose devices."); });
}

int RankParts::size() const
{
  return this->Ranks->size();
}

int RankParts::first() const
{
  return this->Ranks->rank();
}

void RankParts::run(const WorkOfPart& work)
{
  using Ending = RankCommunicator::Ending;
  Ending ending = Ending::Finished;
  std::string failure;
  try
  {
    work(this->Own.front(), this->Ranks);
  }
  catch (const OtherRankEnded& ended)
  {
    ending = Ending::OtherEnded;
    failure = ended.what();
  }
  catch (const SetupStopped&)
  {
    ending = Ending::Stopped;
  }
  catch (const std::bad_alloc&)
  {
    ending = Ending::Failed;
    failure = "There is not enough memory.";
  }
  catch (const std::exception& other)
  {
    ending = Ending::Failed;
    failure = other.what();
  }
  const RankCommunicator::End end = this->Ranks->end(ending, failure);
  if (end.ending == Ending::Stopped)
  {
    throw StoppedOnAllRanks();
  }
  if (end.ending != Ending::Finished)
  {
    throw ErrorOnAllRanks(
      (end.rank == 0 ? "" : "Rank " + std::to_string(end.rank) + ": ") + end.failure);
  }
}

void RankParts::together(const std::function<void()>& work)
{
  std::exception_ptr failure;
  try
  {
    work();
  }
  catch (const ThrownOnAllRanks&)
  {
    throw;
  }
  catch (...)
  {
    failure = std::current_exception();
  }
  // Others, which may wait in a call of run(), throw there or here.
  this->run(
    [&failure](const Device&, const std::shared_ptr<const Communicator>&)
    {
      if (failure)
      {
        std::rethrow_exception(failure);
      }
    });
}
}
