#ifndef TRABECULA_CORE_CUDA_CUDAEVENT_H
#define TRABECULA_CORE_CUDA_CUDAEVENT_H

// For CUDA sources only.

#include "Core/Cuda/Cuda.h"

namespace trabecula
{
/// An event of the device that is current when it is made, for the order of streams.
class CudaEvent
{
public:
  CudaEvent()
  {
    checkCuda(cudaEventCreateWithFlags(&this->Event, cudaEventDisableTiming), "creating an event");
  }
  ~CudaEvent()
  {
    if (cudaEventDestroy(this->Event) != cudaSuccess)
    {
      (void)cudaGetLastError(); // else the next kernel would seem to have failed
    }
  }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;

  cudaEvent_t get() const { return this->Event; }

private:
  cudaEvent_t Event = nullptr;
};
}

#endif
