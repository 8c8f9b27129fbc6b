#include "RankMessages.h"

#include "RequestGuard.h"

#include "Core/Error.h"

#include "vtkCommunicator.h"
#include "vtkMultiProcessController.h"
#include "vtkMultiProcessStream.h"
#if VTK_MODULE_ENABLE_VTK_ParallelMPI
#include "vtkMPIController.h"
#endif

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>

namespace trabecula::filters
{
namespace
{
constexpr int TagOfSize = 98301;
constexpr int TagOfText = 98302;
constexpr int TagOfBytes = 98303;

/// Counts of messages are numbers of 32 bits.
constexpr vtkIdType MostBytes = vtkIdType(1) << 30;

/// Blocking calls of MPI keep a core busy, which the rank that computes may need.
void awaitMessage(vtkMultiProcessController& controller, int from)
{
#if VTK_MODULE_ENABLE_VTK_ParallelMPI
  if (auto* mpi = vtkMPIController::SafeDownCast(&controller))
  {
    constexpr std::chrono::microseconds shortest(20);
    constexpr std::chrono::microseconds longest(5000);
    std::chrono::microseconds pause = shortest;
    int hasCome = 0;
    int source = 0;
    while (mpi->Iprobe(from, TagOfSize, &hasCome, &source) && hasCome == 0)
    {
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, longest);
    }
  }
#else
  static_cast<void>(controller);
  static_cast<void>(from);
#endif
}

/// A text of one rank on all.
std::string shared(vtkMultiProcessController& controller, const std::string& text, int source)
{
  int size = static_cast<int>(text.size());
  controller.Broadcast(&size, 1, source);
  std::vector<char> characters(text.begin(), text.end());
  characters.resize(static_cast<std::size_t>(size));
  if (size > 0)
  {
    controller.Broadcast(characters.data(), size, source);
  }
  return { characters.begin(), characters.end() };
}

/// The first rank with a flag; the number of ranks if there is none.
int firstRank(vtkMultiProcessController& controller, bool flag)
{
  const int mine = flag ? controller.GetLocalProcessId() : controller.GetNumberOfProcesses();
  int first = mine;
  controller.AllReduce(&mine, &first, 1, vtkCommunicator::MIN_OP);
  return first;
}
}

void runTogether(vtkMultiProcessController& controller, const std::function<void()>& work,
  const std::function<std::string()>& lackOfMemory)
{
  std::string error;
  const bool isDone =
    runGuarded(work, lackOfMemory, [&](const std::string& message) { error = message; });
  const int first = firstRank(controller, !isDone);
  if (first < controller.GetNumberOfProcesses())
  {
    const std::string message = shared(controller, error, first);
    throw Error((first == 0 ? "" : "Rank " + std::to_string(first) + ": ") + message);
  }
}

std::string firstText(vtkMultiProcessController& controller, const std::string& mine)
{
  const int first = firstRank(controller, !mine.empty());
  return first < controller.GetNumberOfProcesses() ? shared(controller, mine, first)
                                                   : std::string();
}

std::vector<int> largestOf(vtkMultiProcessController& controller, const std::vector<int>& mine)
{
  std::vector<int> largest(mine.size());
  if (!mine.empty())
  {
    controller.AllReduce(
      mine.data(), largest.data(), static_cast<vtkIdType>(mine.size()), vtkCommunicator::MAX_OP);
  }
  return largest;
}

std::vector<double> numbersOfFirst(
  vtkMultiProcessController& controller, const std::vector<double>& mine)
{
  vtkMultiProcessStream stream;
  if (controller.GetLocalProcessId() == 0)
  {
    stream << static_cast<int>(mine.size());
    for (const double number : mine)
    {
      stream << number;
    }
    for (int rank = 1; rank < controller.GetNumberOfProcesses(); ++rank)
    {
      sendStream(controller, stream, rank);
    }
    return mine;
  }
  receiveStream(controller, stream, 0);
  int count = 0;
  stream >> count;
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& number : numbers)
  {
    stream >> number;
  }
  return numbers;
}

void sendStream(vtkMultiProcessController& controller, const vtkMultiProcessStream& stream, int to)
{
  const std::vector<unsigned char> bytes = stream.GetRawData();
  const auto size = static_cast<vtkTypeInt64>(bytes.size());
  controller.Send(&size, 1, to, TagOfSize);
  controller.Send(bytes.data(), static_cast<vtkIdType>(size), to, TagOfText);
}

void receiveStream(vtkMultiProcessController& controller, vtkMultiProcessStream& stream, int from)
{
  awaitMessage(controller, from);
  vtkTypeInt64 size = 0;
  controller.Receive(&size, 1, from, TagOfSize);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(size));
  controller.Receive(bytes.data(), static_cast<vtkIdType>(size), from, TagOfText);
  stream.SetRawData(bytes);
}

void sendBytes(vtkMultiProcessController& controller, const void* bytes, vtkIdType count, int to)
{
  for (vtkIdType begin = 0; begin < count; begin += MostBytes)
  {
    controller.Send(
      static_cast<const char*>(bytes) + begin, std::min(MostBytes, count - begin), to, TagOfBytes);
  }
}

void receiveBytes(vtkMultiProcessController& controller, void* bytes, vtkIdType count, int from)
{
  for (vtkIdType begin = 0; begin < count; begin += MostBytes)
  {
    controller.Receive(
      static_cast<char*>(bytes) + begin, std::min(MostBytes, count - begin), from, TagOfBytes);
  }
}
}
