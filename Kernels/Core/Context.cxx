#include "Core/Context.h"

#ifdef __CUDACC__
#include "Core/Cuda/Cuda.h"
#endif

#include "Core/Error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Makes a device current for the calling thread. Without effect if there is no such device; later
/// operations on it then fail with an error.
template <class Space>
void useDevice(int index);
/// A stream of the current device; null on the host.
template <class Space>
void* makeStream();
template <class Space>
void destroyStream(void* stream) noexcept;
/// Waits for a stream, unless it is null.
template <class Space>
void waitForStream(void* stream) noexcept;
/// Bytes that are free on the current device. @param otherwise what to return if they are unknown
template <class Space>
std::size_t freeMemory(std::size_t otherwise);

#ifdef __CUDACC__
template <>
void useDevice<CudaSpace>(int index)
{
  // This precedes every kernel, and asking for the device costs less than setting it.
  int current = -1;
  const cudaError_t asked = cudaGetDevice(&current);
  if (asked == cudaSuccess && current == index)
  {
    return;
  }
  if (cudaSetDevice(index) != cudaSuccess || asked != cudaSuccess)
  {
    (void)cudaGetLastError();
  }
}

template <>
void* makeStream<CudaSpace>()
{
  cudaStream_t created = nullptr;
  checkCuda(cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking), "creating a stream");
  return created;
}

template <>
void destroyStream<CudaSpace>(void* stream) noexcept
{
  if (cudaStreamDestroy(static_cast<cudaStream_t>(stream)) != cudaSuccess)
  {
    (void)cudaGetLastError(); // else the next kernel would seem to have failed
  }
}

template <>
void waitForStream<CudaSpace>(void* stream) noexcept
{
  if (stream && cudaStreamSynchronize(static_cast<cudaStream_t>(stream)) != cudaSuccess)
  {
    (void)cudaGetLastError(); // what failed remains an error of the device
  }
}

template <>
std::size_t freeMemory<CudaSpace>(std::size_t otherwise)
{
  std::size_t available = 0;
  std::size_t total = 0;
  if (cudaMemGetInfo(&available, &total) != cudaSuccess)
  {
    (void)cudaGetLastError();
    return otherwise;
  }
  return available;
}
#else
template <>
void useDevice<HostSpace>(int /*index*/)
{
}

template <>
void* makeStream<HostSpace>()
{
  return nullptr;
}

template <>
void destroyStream<HostSpace>(void* /*stream*/) noexcept
{
}

template <>
void waitForStream<HostSpace>(void* /*stream*/) noexcept
{
}

template <>
std::size_t freeMemory<HostSpace>(std::size_t /*otherwise*/)
{
  return selectDevice(DeviceRequest::Host).availableMemory;
}
#endif
}

template <class Space>
Context<Space>::Lane::Lane(const Context& context) : Owner(context)
{
  detail::useDevice<Space>(context.UsedDevice.index);
  this->Own = detail::makeStream<Space>();
  this->stream = this->Own;
  Lane* before = context.exchangeLane(this);
  try
  {
    this->partials =
      DeviceVector<double, Space>(context, MostPartials * LargestValue / sizeof(double));
    this->result = DeviceVector<double, Space>(context, 2 * LargestValue / sizeof(double));
    this->arrived = DeviceVector<unsigned, Space>(context, 1);
    this->arrived.zero();
    context.synchronize(); // it may be used in other streams next
  }
  catch (...)
  {
    context.exchangeLane(before);
    detail::destroyStream<Space>(this->Own);
    throw;
  }
  context.exchangeLane(before);
}

template <class Space>
Context<Space>::Lane::~Lane()
{
  detail::useDevice<Space>(this->Owner.UsedDevice.index);
  if (this->Owner.reachesDevices())
  {
    detail::waitForStream<Space>(this->Own); // for readers of the memory below
  }
  detail::destroyStream<Space>(this->Own);
  this->stream = nullptr;
}

template <class Space>
Context<Space>::Context(const Device& device, std::shared_ptr<const Communicator> communicator)
  : UsedDevice(device),
    Parts(communicator ? std::move(communicator) : std::make_shared<const Communicator>()),
    Main(std::make_unique<Lane>(*this))
{
  this->Present = this->Main.get();
}

template <class Space>
Context<Space>::~Context()
{
  this->Main.reset(); // waits for readers of any memory of this context
  this->Present = nullptr;
}

template <class Space>
Device Context<Space>::presentDevice() const
{
  Device present = this->UsedDevice;
  detail::useDevice<Space>(present.index);
  present.availableMemory = detail::freeMemory<Space>(present.availableMemory);
  return present;
}

template <class Space>
void Context<Space>::requireSinglePart(const char* what) const
{
  if (this->isDistributed())
  {
    throw Error(std::string(what) + " cannot be distributed over several parts.");
  }
}

template <class Space>
bool Context<Space>::any(bool here) const
{
  double most = here ? 1.0 : 0.0;
  this->Parts->maximum(&most, 1);
  return most > 0.0;
}

template <class Space>
void* Context<Space>::stream() const
{
  detail::useDevice<Space>(this->UsedDevice.index);
  return this->Present->stream;
}

template <class Space>
void* Context<Space>::allocate(std::size_t bytes) const
{
  detail::useDevice<Space>(this->UsedDevice.index);
  void* pointer = Memory<Space>::allocate(bytes);
  this->Allocated += bytes;
  this->Peak = std::max(this->Peak, this->Allocated);
  return pointer;
}

template <class Space>
void Context<Space>::release(void* pointer, std::size_t bytes) const noexcept
{
  this->Allocated -= bytes;
  detail::useDevice<Space>(this->UsedDevice.index);
  if (this->reachesDevices())
  {
    // Other devices may still read this memory, for which the stream waits. cudaFree() does not:
    // without this, two GPUs under load ended with launch failures. All streams of the device must
    // not be waited for, as another thread may capture one.
    detail::waitForStream<Space>(this->Present ? this->Present->stream : nullptr);
  }
  Memory<Space>::release(pointer);
}

template <class Space>
void Context<Space>::copyFromHost(void* target, const void* source, std::size_t bytes) const
{
  Memory<Space>::copyFromHost(target, source, bytes, this->stream());
}

template <class Space>
void Context<Space>::copyToHost(void* target, const void* source, std::size_t bytes) const
{
  Memory<Space>::copyToHost(target, source, bytes, this->stream());
}

template <class Space>
void Context<Space>::copy(void* target, const void* source, std::size_t bytes) const
{
  Memory<Space>::copy(target, source, bytes, this->stream());
}

template <class Space>
void Context<Space>::zero(void* target, std::size_t bytes) const
{
  Memory<Space>::zero(target, bytes, this->stream());
}

template <class Space>
void Context<Space>::synchronize() const
{
  Memory<Space>::synchronize(this->stream());
}

template class Context<CompiledSpace>;
}
