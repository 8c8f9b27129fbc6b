#ifndef TRABECULA_CORE_EXECUTIONCONTEXT_H
#define TRABECULA_CORE_EXECUTIONCONTEXT_H

#include "Core/BuildOptions.h"
#include "Core/Communicator.h"
#include "Core/Context.h"
#include "Core/Device.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace trabecula
{
/// The context of a computation whose execution space is known at run time only: made at the top
/// for a device, and passed down. The only place that chooses between the spaces.
class ExecutionContext
{
public:
  /// @param communicator null means the communicator of size one
  /// @throws Error if the device is a GPU and the library was built without CUDA
  explicit ExecutionContext(
    const Device& device, std::shared_ptr<const Communicator> communicator = nullptr);
  ~ExecutionContext();
  ExecutionContext(const ExecutionContext&) = delete;
  ExecutionContext& operator=(const ExecutionContext&) = delete;

  const Device& device() const { return this->UsedDevice; }
  std::size_t allocated() const;

  /// Calls work(context) with the Context of the device's space, and returns its result.
  template <class Work>
  auto with(const Work& work) const
  {
#ifdef TRABECULA_HAVE_CUDA
    if (this->OnCuda)
    {
      return work(static_cast<const Context<CudaSpace>&>(*this->OnCuda));
    }
#endif
    return work(static_cast<const Context<HostSpace>&>(*this->OnHost));
  }

private:
  Device UsedDevice;
  std::unique_ptr<Context<HostSpace>> OnHost;
#ifdef TRABECULA_HAVE_CUDA
  std::unique_ptr<Context<CudaSpace>> OnCuda;
#endif
};

/// @param communicator null means the communicator of size one
inline std::shared_ptr<const ExecutionContext> makeContext(
  const Device& device, std::shared_ptr<const Communicator> communicator = nullptr)
{
  return std::make_shared<const ExecutionContext>(device, std::move(communicator));
}
}

#endif
