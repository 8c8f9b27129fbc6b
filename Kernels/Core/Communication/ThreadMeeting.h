#ifndef TRABECULA_CORE_COMMUNICATION_THREADMEETING_H
#define TRABECULA_CORE_COMMUNICATION_THREADMEETING_H

#include "Core/Communication/Communicator.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace trabecula
{
/**
 * Where the threads of a process that are parts of one problem meet and see what the others call.
 *
 * All parts call meet(), which returns when all have come. Until a part calls finish() or meet()
 * again, the others may read its call and the memory that this refers to. So either all parts are
 * between the two functions or none is, and nobody reads the memory of a part that has ended.
 */
class ThreadMeeting
{
public:
  enum class Operation
  {
    Sum,
    Maximum,
    Exchange,
    ExchangeOnDevice,
    SumOnDevice,
    MaximumOnDevice,
    Read
  };
  /// What a part calls.
  struct Call
  {
    Operation operation = Operation::Exchange;
    std::size_t count = 0; ///< of values that are reduced
    const std::vector<Communicator::Message>* sent = nullptr;
    const std::vector<Communicator::Message>* received = nullptr;
    const void* memory = nullptr; ///< that others read in place
    /// What a communicator of devices adds; it exists as long as others may read this call.
    std::shared_ptr<const void> onDevice = nullptr;
    std::vector<double> values = {}; ///< of a reduction on the host
  };

  explicit ThreadMeeting(int parts);

  int parts() const { return this->Parts; }

  /// The place for the next call of a part, which only that part may change until meet().
  Call& next(int rank);
  /// Waits for the calls of all parts. @return the calls by rank; that of this part until the call
  /// of meet() after the next @throws Error if another part has ended, or calls another operation
  /// or one with another number of values
  const std::vector<Call>& meet(int rank);
  /// Waits until all parts that have met are here, too. To be called after a meeting during which
  /// parts read each other's memory, also if that fails.
  void finish() { this->wait(false); }

  /// Notes that a part calls nothing any more, because it has finished or failed, and releases
  /// those that wait for it.
  void end();
  /// Lets parts meet again after all have ended; to be called by one thread, when no other uses the
  /// meeting.
  void restart();

private:
  /// @param mayEnd whether to stop waiting when a part has ended
  void wait(bool mayEnd);

  int Parts;
  std::vector<Call> Calls[2]; ///< by rank, of successive meetings
  std::vector<int> Turn;      ///< by rank: which of the two is next
  std::mutex Mutex;
  std::condition_variable Changed;
  std::atomic<std::size_t> Round{ 0 }; ///< number of waits that all parts have completed
  int Arrived = 0;                     ///< parts that wait
  bool HasEnded = false;               ///< at least one part
};

/// The message to a part. @throws Error if there is none or several, or if its size is not the
/// expected one @param from, to ranks of sender and receiver
const Communicator::Message& messageTo(
  int to, const std::vector<Communicator::Message>& sent, int from, std::size_t bytes);
/// @throws Error unless each part to which this one sends expects a message of it
void requireReceivers(int rank, const std::vector<ThreadMeeting::Call>& calls);
}

#endif
