#include "Core/ExecutionContext.h"

#include "Core/BuildOptions.h"
#include "Core/Error.h"

#include <utility>

namespace trabecula
{
ExecutionContext::ExecutionContext(
  const Device& device, std::shared_ptr<const Communicator> communicator)
  : UsedDevice(device)
{
  if (device.space == ExecutionSpace::Host)
  {
    this->OnHost = std::make_unique<Context<HostSpace>>(device, std::move(communicator));
    return;
  }
#ifdef TRABECULA_HAVE_CUDA
  this->OnCuda = std::make_unique<Context<CudaSpace>>(device, std::move(communicator));
#else
  throw Error("This build of Trabecula has no CUDA: it was configured without a CUDA toolkit.");
#endif
}

ExecutionContext::~ExecutionContext() = default;

std::size_t ExecutionContext::allocated() const
{
  return this->with([](const auto& context) { return context.allocated(); });
}
}
