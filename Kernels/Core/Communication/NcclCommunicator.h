#ifndef TRABECULA_CORE_COMMUNICATION_NCCLCOMMUNICATOR_H
#define TRABECULA_CORE_COMMUNICATION_NCCLCOMMUNICATOR_H

#include "Core/Communication/Communicator.h"
#include "Core/Device.h"

#include <memory>
#include <string>

namespace trabecula
{
/// Identifies the parts that makeNcclCommunicator() connects. Plain bytes, to be sent to all parts.
struct NcclId
{
  char bytes[128];
};

/// Why no communicator of NCCL can be made in this process, as a sentence; empty if it can. NCCL is
/// the shared library libnccl.so.2, which is looked for when it is first needed.
std::string ncclUnavailableReason();

/// A new identifier: made by one part for each communicator.
/// @throws Error if NCCL is not available
NcclId makeNcclId();

/**
 * A part of several, each of which has a GPU of its own: processes, on one host or on several, or
 * threads. Called by all parts at the same time, with the same identifier; returns when all are
 * connected. Data that are on the host go through the device, too, so that a thread that must not
 * call MPI can use it.
 *
 * A part that ends without the others leaves them waiting: see failTogether() and Context::any().
 * Threads of one process should use the communicator of runParts() instead, which is faster: memory
 * that one of them allocates or releases can wait for NCCL's kernels on other GPUs, and these for a
 * thread that is to allocate next.
 *
 * @throws Error if NCCL is not available, if two parts have the same GPU, or if NCCL fails
 */
std::shared_ptr<const Communicator> makeNcclCommunicator(
  const NcclId& id, int rank, int size, const Device& device);
}

#endif
