#include "RankCommunicator.h"

#include "vtkMultiProcessController.h"
#if VTK_MODULE_ENABLE_VTK_ParallelMPI
#include "vtkMPIController.h"
#endif

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <thread>

namespace trabecula::filters
{
#if VTK_MODULE_ENABLE_VTK_ParallelMPI
namespace
{
// A rank may begin anew while another still drops messages, but not twice: tags alternate.
constexpr int TagsOfData[] = { 98311, 98312 };
constexpr int TagsOfEnd[] = { 98313, 98314 };

/// Which of the tags are used until the next end: of all communicators, as one may begin when
/// another has ended.
int& turn()
{
  static int present = 0;
  return present;
}

/// Lengths of messages are numbers of 32 bits.
constexpr std::size_t LongestMessage = std::size_t(1) << 30;

/// Waits between looks: briefly without giving up the core, as ranks that compute together come at
/// nearly the same time, then longer.
class Patience
{
public:
  void pause()
  {
    constexpr std::chrono::microseconds brief(200);
    if (std::chrono::steady_clock::now() - this->Began < brief)
    {
      std::this_thread::yield();
    }
    else
    {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

private:
  std::chrono::steady_clock::time_point Began = std::chrono::steady_clock::now();
};
}

/// Messages of MPI, which are received once they have arrived, so that nothing remains to be
/// cancelled.
class RankCommunicator::Ranks
{
public:
  explicit Ranks(vtkMPIController& controller)
    : Controller(controller), Rank(controller.GetLocalProcessId()),
      Size(controller.GetNumberOfProcesses())
  {
    controller.Barrier(); // tags may have been used by an earlier communicator
  }

  int rank() const { return this->Rank; }
  int size() const { return this->Size; }

  /// As Communicator::exchange(). Returns after everything that was sent has been received, also
  /// when it throws: what others receive must remain in memory.
  void exchange(const std::vector<Message>& sent, const std::vector<Message>& received)
  {
    for (const Message& message : sent)
    {
      this->send(message.rank, static_cast<const char*>(message.data), message.bytes, tagOfData());
    }
    std::vector<Arriving> arriving;
    for (const Message& message : received)
    {
      if (message.bytes > 0)
      {
        arriving.push_back({ message.rank, static_cast<char*>(message.data), message.bytes });
      }
    }
    std::exception_ptr failure;
    Patience patience;
    while (!arriving.empty() && !failure)
    {
      const std::size_t before = bytesOf(arriving);
      try
      {
        for (Arriving& message : arriving)
        {
          this->receiveSome(message);
        }
      }
      catch (...)
      {
        failure = std::current_exception();
      }
      arriving.erase(std::remove_if(arriving.begin(), arriving.end(),
                       [](const Arriving& message) { return message.bytes == 0; }),
        arriving.end());
      if (bytesOf(arriving) == before && !failure)
      {
        patience.pause();
      }
    }
    this->finishSending(failure != nullptr);
    if (failure)
    {
      std::rethrow_exception(failure);
    }
  }

  End end(Ending ending, const std::string& failure)
  {
    const std::string mine =
      std::string(1, static_cast<char>('0' + static_cast<int>(ending))) + failure;
    for (int other = 0; other < this->Size; ++other)
    {
      if (other != this->Rank)
      {
        this->send(other, mine.data(), mine.size(), tagOfEnd());
      }
    }
    const std::vector<std::string> all = this->receiveEnds(mine);
    End first;
    for (std::size_t other = 0; other < all.size(); ++other)
    {
      const auto ofOther = static_cast<Ending>(all[other].front() - '0');
      if (ofOther > first.ending)
      {
        first = { ofOther, static_cast<int>(other), all[other].substr(1) };
      }
    }
    this->finishSending(false);
    turn() = 1 - turn();
    return first;
  }

private:
  static int tagOfData() { return TagsOfData[turn()]; }
  static int tagOfEnd() { return TagsOfEnd[turn()]; }

  struct Arriving
  {
    int rank;
    char* data;
    std::size_t bytes; ///< that are still to be received
  };

  static std::size_t bytesOf(const std::vector<Arriving>& messages)
  {
    std::size_t bytes = 0;
    for (const Arriving& message : messages)
    {
      bytes += message.bytes;
    }
    return bytes;
  }

  void send(int to, const char* data, std::size_t bytes, int tag)
  {
    for (std::size_t begin = 0; begin < bytes; begin += LongestMessage)
    {
      this->Sending.emplace_back();
      this->Controller.NoBlockSend(data + begin,
        static_cast<int>(std::min(LongestMessage, bytes - begin)), to, tag, this->Sending.back());
    }
  }

  /// @param hasFailed drops what others send meanwhile, as they may wait for that as this one does
  void finishSending(bool hasFailed)
  {
    Patience patience;
    for (vtkMPICommunicator::Request& request : this->Sending)
    {
      while (request.Test() == 0)
      {
        for (int other = 0; hasFailed && other < this->Size; ++other)
        {
          this->drop(other);
        }
        patience.pause();
      }
    }
    this->Sending.clear();
  }

  /// Number of bytes of the next message of a rank; negative if none has arrived.
  int arrived(int from, int tag)
  {
    int hasCome = 0;
    int source = 0;
    int bytes = 0;
    const char type = 0;
    this->Controller.Iprobe(from, tag, &hasCome, &source, &type, &bytes);
    return hasCome != 0 ? bytes : -1;
  }

  /// Receives the next part of a message if it has arrived.
  void receiveSome(Arriving& message)
  {
    // A rank that has ended sends nothing after that.
    const bool hasEnded = this->arrived(message.rank, tagOfEnd()) >= 0;
    const int bytes = this->arrived(message.rank, tagOfData());
    if (bytes < 0 && hasEnded)
    {
      throw OtherRankEnded("Rank " + std::to_string(message.rank) + " has ended.");
    }
    if (bytes < 0)
    {
      return;
    }
    if (static_cast<std::size_t>(bytes) != std::min(message.bytes, LongestMessage))
    {
      throw Error("Rank " + std::to_string(message.rank) + " sends " + std::to_string(bytes) +
        " bytes, but rank " + std::to_string(this->Rank) + " expects " +
        std::to_string(message.bytes) + ".");
    }
    this->Controller.Receive(message.data, bytes, message.rank, tagOfData());
    message.data += bytes;
    message.bytes -= static_cast<std::size_t>(bytes);
  }

  /// Drops messages of a rank that have arrived.
  void drop(int from)
  {
    for (int bytes = from == this->Rank ? -1 : this->arrived(from, tagOfData()); bytes >= 0;
         bytes = this->arrived(from, tagOfData()))
    {
      std::vector<char> dropped(static_cast<std::size_t>(bytes));
      this->Controller.Receive(dropped.data(), bytes, from, tagOfData());
    }
  }

  /// Receives how all ranks have ended, and drops what they have sent before: of all at the same
  /// time, as each may wait for its messages to be received.
  std::vector<std::string> receiveEnds(const std::string& mine)
  {
    std::vector<std::string> all(static_cast<std::size_t>(this->Size));
    all[static_cast<std::size_t>(this->Rank)] = mine;
    int missing = this->Size - 1;
    Patience patience;
    while (missing > 0)
    {
      for (int other = 0; other < this->Size; ++other)
      {
        std::string& text = all[static_cast<std::size_t>(other)];
        if (text.empty() && this->receiveEnd(other, text))
        {
          --missing;
        }
      }
      patience.pause();
    }
    return all;
  }

  /// Drops what a rank has sent, and receives how it has ended if that has arrived.
  bool receiveEnd(int from, std::string& text)
  {
    const int size = this->arrived(from, tagOfEnd());
    this->drop(from);
    if (size <= 0)
    {
      return false;
    }
    text.resize(static_cast<std::size_t>(size));
    this->Controller.Receive(text.data(), size, from, tagOfEnd());
    return true;
  }

  vtkMPIController& Controller;
  int Rank;
  int Size;
  std::deque<vtkMPICommunicator::Request> Sending;
};
#else
class RankCommunicator::Ranks
{
public:
  explicit Ranks(vtkMultiProcessController&) {}
  int rank() const { return 0; }
  int size() const { return 1; }
  void exchange(const std::vector<Message>&, const std::vector<Message>&) {}
  End end(Ending ending, const std::string& failure) { return { ending, 0, failure }; }
};
#endif

RankCommunicator::RankCommunicator(vtkMultiProcessController& controller)
{
#if VTK_MODULE_ENABLE_VTK_ParallelMPI
  auto* mpi = vtkMPIController::SafeDownCast(&controller);
  if (!mpi)
  {
    throw Error("Ranks compute together by MPI only.");
  }
  this->Implementation = std::make_unique<Ranks>(*mpi);
#else
  this->Implementation = std::make_unique<Ranks>(controller);
#endif
}

RankCommunicator::~RankCommunicator() = default;

int RankCommunicator::rank() const
{
  return this->Implementation->rank();
}

int RankCommunicator::size() const
{
  return this->Implementation->size();
}

namespace
{
/// The values of all ranks, one rank after another.
std::vector<double> gatherValues(const Communicator& ranks, double* values, std::size_t count)
{
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<double> all(size * count);
  std::vector<Communicator::Message> sent;
  std::vector<Communicator::Message> received;
  for (std::size_t other = 0; other < size; ++other)
  {
    const auto to = static_cast<int>(other);
    if (to == ranks.rank())
    {
      std::copy(values, values + count, all.data() + other * count);
      continue;
    }
    sent.push_back({ to, values, count * sizeof(double) });
    received.push_back({ to, all.data() + other * count, count * sizeof(double) });
  }
  ranks.exchange(sent, received);
  return all;
}

/// Combines values of all ranks in the order of ranks, so many at a time that the memory for them
/// remains small.
template <class Combine>
void combineValues(
  const Communicator& ranks, double* values, std::size_t count, const Combine& combine)
{
  constexpr std::size_t most = std::size_t(1) << 16;
  for (std::size_t begin = 0; begin < count; begin += most)
  {
    const std::size_t some = std::min(most, count - begin);
    const std::vector<double> all = gatherValues(ranks, values + begin, some);
    for (std::size_t i = 0; i < some; ++i)
    {
      double result = all[i];
      for (std::size_t at = some + i; at < all.size(); at += some)
      {
        result = combine(result, all[at]);
      }
      values[begin + i] = result;
    }
  }
}
}

void RankCommunicator::sum(double* values, std::size_t count) const
{
  combineValues(*this, values, count, [](double a, double b) { return a + b; });
}

void RankCommunicator::maximum(double* values, std::size_t count) const
{
  combineValues(*this, values, count, [](double a, double b) { return std::max(a, b); });
}

void RankCommunicator::exchange(
  const std::vector<Message>& sent, const std::vector<Message>& received) const
{
  this->Implementation->exchange(sent, received);
}

RankCommunicator::End RankCommunicator::end(Ending ending, const std::string& failure) const
{
  return this->Implementation->end(ending, failure);
}
}
