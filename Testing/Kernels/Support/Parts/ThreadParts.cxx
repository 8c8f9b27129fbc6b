#include "Support/Parts/ThreadParts.h"

#include "Core/Device.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
enum class Operation
{
  Sum,
  Maximum,
  Exchange
};

/// What threads share: copies of values that are reduced, and of messages. Nobody reads the memory
/// of another part, which may be gone if that part throws.
class Exchange
{
public:
  explicit Exchange(int parts) : Parts(parts), Calls(static_cast<std::size_t>(parts)) {}

  int parts() const { return this->Parts; }

  /// Notes that a part calls nothing any more, because it has finished or failed, and releases
  /// those that wait for it.
  void end()
  {
    const std::lock_guard<std::mutex> lock(this->Mutex);
    this->HasEnded = true;
    this->Changed.notify_all();
  }

  /// Combines the values of all parts in the order of their ranks.
  template <class Combine>
  void reduce(
    int rank, Operation operation, double* values, std::size_t count, const Combine& combine)
  {
    this->meet(rank, { operation, std::vector<double>(values, values + count) });
    std::vector<double> result = this->Calls[0].values;
    for (std::size_t part = 1; part < this->Calls.size(); ++part)
    {
      for (std::size_t i = 0; i < count; ++i)
      {
        result[i] = combine(result[i], this->Calls[part].values[i]);
      }
    }
    std::copy(result.begin(), result.end(), values);
    this->wait(); // until the copies are read no more
  }

  void exchange(int rank, const std::vector<Communicator::Message>& sent,
    const std::vector<Communicator::Message>& received)
  {
    for (const Communicator::Message& message : sent)
    {
      std::vector<char> bytes(message.bytes);
      if (message.bytes > 0) // else there may be no memory at all
      {
        std::memcpy(bytes.data(), message.data, message.bytes);
      }
      const std::lock_guard<std::mutex> lock(this->Mutex);
      if (!this->Messages.emplace(std::pair(rank, message.rank), std::move(bytes)).second)
      {
        throw std::runtime_error("A part sends two messages to another at once.");
      }
    }
    this->meet(rank, { Operation::Exchange, {} });
    for (const Communicator::Message& message : received)
    {
      const std::vector<char> bytes = this->take(message.rank, rank);
      if (bytes.size() != message.bytes)
      {
        throw std::runtime_error("A message has " + std::to_string(bytes.size()) + " bytes, but " +
          std::to_string(message.bytes) + " are expected.");
      }
      if (message.bytes > 0)
      {
        std::memcpy(message.data, bytes.data(), message.bytes);
      }
    }
    this->wait();
    // Others may send the next messages already, but not this part.
    const std::lock_guard<std::mutex> lock(this->Mutex);
    for (const auto& [way, bytes] : this->Messages)
    {
      if (way.first == rank)
      {
        throw std::runtime_error("Part " + std::to_string(way.second) +
          " has not received the message of part " + std::to_string(rank) + ".");
      }
    }
  }

private:
  /// What a part calls.
  struct Call
  {
    Operation operation = Operation::Exchange;
    std::vector<double> values; ///< to be reduced
  };

  /// Waits for all parts. @throws std::runtime_error if one of them will never come
  void wait()
  {
    std::unique_lock<std::mutex> lock(this->Mutex);
    const std::size_t round = this->Round;
    this->Arrived += this->HasEnded ? 0 : 1;
    if (this->Arrived == this->Parts)
    {
      this->Arrived = 0;
      ++this->Round;
      this->Changed.notify_all();
      return;
    }
    this->Changed.wait(lock, [&] { return this->Round != round || this->HasEnded; });
    if (this->Round == round)
    {
      throw std::runtime_error("Another part has ended that this one waits for.");
    }
  }

  /// Waits until all parts have called the same. @throws std::runtime_error if they have not
  void meet(int rank, Call call)
  {
    Call& mine = this->Calls[static_cast<std::size_t>(rank)];
    mine = std::move(call);
    this->wait();
    for (const Call& other : this->Calls)
    {
      if (other.operation != mine.operation || other.values.size() != mine.values.size())
      {
        throw std::runtime_error("Parts call different functions of their communicator, or for "
                                 "different numbers of values.");
      }
    }
  }

  /// A message, which is then there no more.
  std::vector<char> take(int from, int to)
  {
    const std::lock_guard<std::mutex> lock(this->Mutex);
    const auto found = this->Messages.find({ from, to });
    if (found == this->Messages.end())
    {
      throw std::runtime_error("Part " + std::to_string(from) + " has sent no message to part " +
        std::to_string(to) + ".");
    }
    std::vector<char> bytes = std::move(found->second);
    this->Messages.erase(found);
    return bytes;
  }

  int Parts;
  std::mutex Mutex;
  std::condition_variable Changed;
  int Arrived = 0;
  std::size_t Round = 0;
  bool HasEnded = false; ///< at least one part
  std::vector<Call> Calls;
  std::map<std::pair<int, int>, std::vector<char>> Messages; ///< by sender and receiver
};

class ThreadCommunicator : public Communicator
{
public:
  ThreadCommunicator(std::shared_ptr<Exchange> among, int rank)
    : Among(std::move(among)), Rank(rank)
  {
  }
  int rank() const override { return this->Rank; }
  int size() const override { return this->Among->parts(); }
  void sum(double* values, std::size_t count) const override
  {
    this->Among->reduce(
      this->Rank, Operation::Sum, values, count, [](double a, double b) { return a + b; });
  }
  void maximum(double* values, std::size_t count) const override
  {
    this->Among->reduce(this->Rank, Operation::Maximum, values, count,
      [](double a, double b) { return std::max(a, b); });
  }
  void exchange(
    const std::vector<Message>& sent, const std::vector<Message>& received) const override
  {
    this->Among->exchange(this->Rank, sent, received);
  }

private:
  std::shared_ptr<Exchange> Among;
  int Rank;
};
}

void runParts(
  int parts, const std::function<void(std::shared_ptr<const Communicator> communicator)>& work)
{
  const auto among = std::make_shared<Exchange>(parts);
  std::mutex mutex;
  std::exception_ptr first;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < parts; ++rank)
  {
    threads.emplace_back(
      [&, rank]
      {
        setHostThreads(1); // of this thread
        try
        {
          work(std::make_shared<const ThreadCommunicator>(among, rank));
        }
        catch (...)
        {
          const std::lock_guard<std::mutex> lock(mutex);
          first = first ? first : std::current_exception();
        }
        among->end();
      });
  }
  for (std::thread& thread : threads)
  {
    thread.join();
  }
  if (first)
  {
    std::rethrow_exception(first);
  }
}
}
