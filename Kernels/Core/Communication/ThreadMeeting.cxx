#include "Core/Communication/ThreadMeeting.h"

#include "Core/Error.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

namespace trabecula
{
ThreadMeeting::ThreadMeeting(int parts) : Parts(parts), Turn(static_cast<std::size_t>(parts), 0)
{
  for (std::vector<Call>& calls : this->Calls)
  {
    calls.resize(static_cast<std::size_t>(parts));
  }
}

ThreadMeeting::Call& ThreadMeeting::next(int rank)
{
  const auto part = static_cast<std::size_t>(rank);
  return this->Calls[this->Turn[part]][part];
}

const std::vector<ThreadMeeting::Call>& ThreadMeeting::meet(int rank)
{
  const auto part = static_cast<std::size_t>(rank);
  const std::vector<Call>& calls = this->Calls[this->Turn[part]];
  // Calls of this meeting are overwritten at the next but one, when nobody reads them.
  this->Turn[part] = 1 - this->Turn[part];
  this->wait(true);
  const Call& mine = calls[part];
  const bool areEqual = std::all_of(calls.begin(), calls.end(),
    [&](const Call& other)
    { return other.operation == mine.operation && other.count == mine.count; });
  if (!areEqual)
  {
    throw Error("Parts call different functions of their communicator, or for different numbers "
                "of values.");
  }
  return calls;
}

void ThreadMeeting::end()
{
  const std::lock_guard<std::mutex> lock(this->Mutex);
  this->HasEnded = true;
  this->Changed.notify_all();
}

void ThreadMeeting::restart()
{
  const std::lock_guard<std::mutex> lock(this->Mutex);
  this->HasEnded = false;
  this->Arrived = 0; // of a meeting that a failed part did not come to
  std::fill(this->Turn.begin(), this->Turn.end(), 0);
}

namespace
{
/// Locks a mutex that is held briefly: to sleep until it is free takes longer.
std::unique_lock<std::mutex> lockSoon(std::mutex& mutex)
{
  constexpr int most = 1000;
  for (int attempt = 0; attempt < most; ++attempt)
  {
    std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
    if (lock.owns_lock())
    {
      return lock;
    }
  }
  return std::unique_lock<std::mutex>(mutex);
}
}

void ThreadMeeting::wait(bool mayEnd)
{
  const char* const ended = "Another part has ended that this one waits for.";
  std::size_t round = 0;
  {
    const std::unique_lock<std::mutex> lock = lockSoon(this->Mutex);
    // A round in which a part has ended is never completed, so that either all parts pass or none.
    if (mayEnd && this->HasEnded)
    {
      throw Error(ended);
    }
    round = this->Round;
    if (++this->Arrived == this->Parts)
    {
      this->Arrived = 0;
      ++this->Round;
      this->Changed.notify_all();
      return;
    }
  }
  // Parts come at nearly the same time, and to wake a thread takes longer than to exchange data. On
  // a busy machine one yield takes longer.
  constexpr int atOnce = 100;
  for (int look = 0; look < atOnce; ++look)
  {
    if (this->Round != round)
    {
      return;
    }
  }
  constexpr std::chrono::microseconds patience(50);
  const auto end = std::chrono::steady_clock::now() + patience;
  do
  {
    if (this->Round != round)
    {
      return;
    }
    std::this_thread::yield();
  } while (std::chrono::steady_clock::now() < end);
  std::unique_lock<std::mutex> lock(this->Mutex);
  this->Changed.wait(lock, [&] { return this->Round != round || (mayEnd && this->HasEnded); });
  if (this->Round == round)
  {
    throw Error(ended);
  }
}

const Communicator::Message& messageTo(
  int to, const std::vector<Communicator::Message>& sent, int from, std::size_t bytes)
{
  const auto isTo = [to](const Communicator::Message& message) { return message.rank == to; };
  const auto found = std::find_if(sent.begin(), sent.end(), isTo);
  const std::string parts =
    "Part " + std::to_string(from) + " sends part " + std::to_string(to) + " ";
  if (found == sent.end())
  {
    throw Error(parts + "no message, but it expects one of " + std::to_string(bytes) + " bytes.");
  }
  if (std::find_if(found + 1, sent.end(), isTo) != sent.end())
  {
    throw Error(parts + "several messages at once.");
  }
  if (found->bytes != bytes)
  {
    throw Error(parts + std::to_string(found->bytes) + " bytes, but it expects " +
      std::to_string(bytes) + ".");
  }
  return *found;
}

void requireReceivers(int rank, const std::vector<ThreadMeeting::Call>& calls)
{
  for (const Communicator::Message& message : *calls[static_cast<std::size_t>(rank)].sent)
  {
    const bool isPart = message.rank >= 0 && static_cast<std::size_t>(message.rank) < calls.size();
    const auto isExpected = [&]
    {
      const auto& received = *calls[static_cast<std::size_t>(message.rank)].received;
      return std::any_of(received.begin(), received.end(),
        [rank](const Communicator::Message& other) { return other.rank == rank; });
    };
    if (!isPart || !isExpected())
    {
      throw Error("Part " + std::to_string(rank) + " sends part " + std::to_string(message.rank) +
        " a message that it does not expect.");
    }
  }
}
}
