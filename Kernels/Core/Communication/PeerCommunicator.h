#ifndef TRABECULA_CORE_COMMUNICATION_PEERCOMMUNICATOR_H
#define TRABECULA_CORE_COMMUNICATION_PEERCOMMUNICATOR_H

#include "Core/Communication/Communicator.h"
#include "Core/Communication/ThreadMeeting.h"
#include "Core/Device.h"

#include <memory>
#include <vector>

namespace trabecula
{
/// Largest number of parts whose device memory makePeerCommunicator() connects.
constexpr int MostPeers = 64;

/**
 * A part that is a thread of this process with a GPU, alone or shared. Messages are copied by the
 * receiver from the sender's device memory, in order with the streams of both: threads wait for
 * each other's calls, but not for work of the devices. Defined in builds with CUDA only.
 *
 * @param devices of all parts, at most MostPeers; all are GPUs. To be called by the part's thread
 */
std::shared_ptr<const Communicator> makePeerCommunicator(
  std::shared_ptr<ThreadMeeting> meeting, int rank, const std::vector<Device>& devices);
}

#endif
