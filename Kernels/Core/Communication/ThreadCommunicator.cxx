#include "Core/Communication/ThreadCommunicator.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

namespace trabecula
{
namespace
{
/// Combines the values of all parts in the order of their ranks.
template <class Combine>
void reduceAmongThreads(ThreadMeeting& meeting, int rank, ThreadMeeting::Operation operation,
  double* values, std::size_t count, const Combine& combine)
{
  ThreadMeeting::Call& call = meeting.next(rank);
  call.operation = operation;
  call.count = count;
  call.values.assign(values, values + count);
  const std::vector<ThreadMeeting::Call>& calls = meeting.meet(rank);
  std::copy(calls[0].values.begin(), calls[0].values.end(), values);
  for (std::size_t part = 1; part < calls.size(); ++part)
  {
    for (std::size_t i = 0; i < count; ++i)
    {
      values[i] = combine(values[i], calls[part].values[i]);
    }
  }
}

void copyMessages(int rank, const std::vector<ThreadMeeting::Call>& calls)
{
  requireReceivers(rank, calls);
  for (const Communicator::Message& message : *calls[static_cast<std::size_t>(rank)].received)
  {
    const auto& sent = *calls.at(static_cast<std::size_t>(message.rank)).sent;
    const Communicator::Message& from = messageTo(rank, sent, message.rank, message.bytes);
    if (message.bytes > 0) // else there may be no memory at all
    {
      std::memcpy(message.data, from.data, message.bytes);
    }
  }
}
}

ThreadCommunicator::ThreadCommunicator(
  std::shared_ptr<ThreadMeeting> meeting, int rank, bool isOfHosts)
  : Meeting(std::move(meeting)), Rank(rank), IsOfHosts(isOfHosts)
{
}

void ThreadCommunicator::sum(double* values, std::size_t count) const
{
  reduceAmongThreads(*this->Meeting, this->Rank, ThreadMeeting::Operation::Sum, values, count,
    [](double a, double b) { return a + b; });
}

void ThreadCommunicator::maximum(double* values, std::size_t count) const
{
  reduceAmongThreads(*this->Meeting, this->Rank, ThreadMeeting::Operation::Maximum, values, count,
    [](double a, double b) { return std::max(a, b); });
}

void ThreadCommunicator::exchange(
  const std::vector<Message>& sent, const std::vector<Message>& received) const
{
  ThreadMeeting::Call& call = this->Meeting->next(this->Rank);
  call.operation = ThreadMeeting::Operation::Exchange;
  call.count = 0;
  call.sent = &sent;
  call.received = &received;
  this->meet(
    [this](const std::vector<ThreadMeeting::Call>& calls) { copyMessages(this->Rank, calls); });
}

void ThreadCommunicator::readParts(
  const void* mine, const std::vector<int>& /*others*/, const Reader& read, void* /*stream*/) const
{
  ThreadMeeting::Call& call = this->Meeting->next(this->Rank);
  call.operation = ThreadMeeting::Operation::Read;
  call.count = 0;
  call.memory = mine;
  this->meet(
    [&read](const std::vector<ThreadMeeting::Call>& calls)
    {
      std::vector<const void*> memory(calls.size());
      std::transform(calls.begin(), calls.end(), memory.begin(),
        [](const ThreadMeeting::Call& other) { return other.memory; });
      read(memory.data());
    });
}

/// Meets the other parts, whose memory is read before all go on.
template <class Read>
void ThreadCommunicator::meet(const Read& read) const
{
  const std::vector<ThreadMeeting::Call>& calls = this->Meeting->meet(this->Rank);
  std::exception_ptr failure;
  try
  {
    read(calls);
  }
  catch (...)
  {
    failure = std::current_exception();
  }
  this->Meeting->finish();
  if (failure)
  {
    std::rethrow_exception(failure);
  }
}
}
