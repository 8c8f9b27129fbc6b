#include "Core/Communication/NcclCommunicator.h"

#include "Core/Communication/NcclLibrary.h"
#include "Core/Error.h"
#include "Core/Spaces.h"

namespace trabecula
{
namespace
{
/// makeNcclTransport(), or none if the library is not built for the space.
template <class Space>
std::shared_ptr<const Communicator> makeTransport(
  const NcclId& id, int rank, int size, const Device& device)
{
  if constexpr (IsBuilt<Space>)
  {
    return makeNcclTransport(id, rank, size, device);
  }
  else
  {
    (void)id;
    (void)rank;
    (void)size;
    (void)device;
    return nullptr;
  }
}

void requireNccl()
{
  const std::string reason = ncclUnavailableReason();
  if (!reason.empty())
  {
    throw Error(reason);
  }
}
}

std::string ncclUnavailableReason()
{
  return builtWithCuda()
    ? NcclLibrary::get().reason
    : "This build of Trabecula has no CUDA: it was configured without a CUDA toolkit.";
}

NcclId makeNcclId()
{
  requireNccl();
  NcclId id = {};
  NcclLibrary::get().check(NcclLibrary::get().getUniqueId(&id), "making an identifier");
  return id;
}

std::shared_ptr<const Communicator> makeNcclCommunicator(
  const NcclId& id, int rank, int size, const Device& device)
{
  requireNccl();
  if (device.space != ExecutionSpace::Cuda)
  {
    throw Error("NCCL connects GPUs, but the device of part " + std::to_string(rank) +
      " is the host. Set Device to CUDA.");
  }
  return makeTransport<CudaSpace>(id, rank, size, device);
}
}
