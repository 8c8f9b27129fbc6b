#ifndef TRABECULA_CORE_COMMUNICATION_THREADCOMMUNICATOR_H
#define TRABECULA_CORE_COMMUNICATION_THREADCOMMUNICATOR_H

#include "Core/Communication/Communicator.h"
#include "Core/Communication/ThreadMeeting.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/// A part that is a thread of this process; see runParts(). Messages are copied once, from the
/// sender's memory to the receiver's, and exchange() allocates nothing after the first calls.
class ThreadCommunicator : public Communicator
{
public:
  /// @param isOfHosts whether all parts compute on the host, so that they read each other's memory
  ThreadCommunicator(std::shared_ptr<ThreadMeeting> meeting, int rank, bool isOfHosts);

  int rank() const override { return this->Rank; }
  int size() const override { return this->Meeting->parts(); }
  void sum(double* values, std::size_t count) const override;
  void maximum(double* values, std::size_t count) const override;
  void exchange(
    const std::vector<Message>& sent, const std::vector<Message>& received) const override;
  bool readsParts() const override { return this->IsOfHosts; }
  void readParts(const void* mine, const std::vector<int>& others, const Reader& read,
    void* stream) const override;

protected:
  ThreadMeeting& meeting() const { return *this->Meeting; }

private:
  template <class Read>
  void meet(const Read& read) const;

  std::shared_ptr<ThreadMeeting> Meeting;
  int Rank;
  bool IsOfHosts;
};
}

#endif
