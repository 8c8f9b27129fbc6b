#include "Core/Communication/PackedExchange.h"

#include "Core/Communication/PackedExchange.inl"
#include "Core/Cuda/Cuda.h"
#include "Core/Cuda/CudaEvent.h"
#include "Core/Cuda/PinnedMemory.h"

namespace trabecula
{
template <>
struct PackedExchange<CudaSpace>::Staging
{
  PinnedMemory sent;
  PinnedMemory received;
  CudaEvent copied; ///< the end of the latest copy from received to the device
  bool isCopying = false;

  /// Waits until received can be overwritten.
  void wait()
  {
    if (this->isCopying)
    {
      checkCuda(cudaEventSynchronize(this->copied.get()), "copying to the GPU");
      this->isCopying = false;
    }
  }
  Staging() = default;
  ~Staging()
  {
    // Memory must not be released under a copy.
    if (this->isCopying && cudaEventSynchronize(this->copied.get()) != cudaSuccess)
    {
      (void)cudaGetLastError();
    }
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
};

template <>
void PackedExchange<CudaSpace>::run(void* sent, void* received, std::size_t bytes)
{
  const Context<CudaSpace>& context = *this->Computing;
  if (context.reachesDevices())
  {
    this->setMessages(sent, received, bytes);
    context.communicator().exchangeOnDevice(
      this->SentMessages, this->ReceivedMessages, context.stream());
    return;
  }
  if (this->Neighbours.empty() && !context.isDistributed())
  {
    return;
  }
  const cudaStream_t stream = streamOf(context);
  if (!this->Through)
  {
    this->Through = std::make_unique<Staging>();
  }
  Staging& through = *this->Through;
  through.wait();
  const std::size_t bytesSent = this->Sent * bytes;
  const std::size_t bytesReceived = this->Received * bytes;
  through.sent.reserve(bytesSent);
  through.received.reserve(bytesReceived);
  if (bytesSent > 0)
  {
    checkCuda(cudaMemcpyAsync(through.sent.data(), sent, bytesSent, cudaMemcpyDeviceToHost, stream),
      "copying from the GPU");
    context.synchronize();
  }
  this->setMessages(through.sent.data(), through.received.data(), bytes);
  context.communicator().exchange(this->SentMessages, this->ReceivedMessages);
  if (bytesReceived > 0)
  {
    through.isCopying = true;
    const cudaError_t copied = cudaMemcpyAsync(
      received, through.received.data(), bytesReceived, cudaMemcpyHostToDevice, stream);
    checkCuda(copied, "copying to the GPU");
    checkCuda(cudaEventRecord(through.copied.get(), stream), "copying to the GPU");
  }
}

template class PackedExchange<CudaSpace>;
}
