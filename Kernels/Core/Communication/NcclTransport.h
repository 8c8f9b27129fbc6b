#ifndef TRABECULA_CORE_COMMUNICATION_NCCLTRANSPORT_H
#define TRABECULA_CORE_COMMUNICATION_NCCLTRANSPORT_H

#include "Core/Communication/NcclCommunicator.h"

#include <memory>

namespace trabecula
{
/// makeNcclCommunicator() where NCCL is available and the device is a GPU. Defined in builds with
/// CUDA only.
std::shared_ptr<const Communicator> makeNcclTransport(
  const NcclId& id, int rank, int size, const Device& device);
}

#endif
