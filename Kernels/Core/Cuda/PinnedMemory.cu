#include "Core/Cuda/PinnedMemory.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <cuda_runtime.h>

namespace trabecula
{
PinnedMemory::~PinnedMemory()
{
  this->release();
}

void PinnedMemory::release() noexcept
{
  if (this->Pointer && cudaFreeHost(this->Pointer) != cudaSuccess)
  {
    (void)cudaGetLastError(); // else the next kernel would seem to have failed
  }
  this->Pointer = nullptr;
  this->Size = 0;
}

void PinnedMemory::reserve(std::size_t bytes)
{
  if (bytes <= this->Size)
  {
    return;
  }
  this->release();
  if (cudaHostAlloc(&this->Pointer, bytes, cudaHostAllocPortable) != cudaSuccess)
  {
    (void)cudaGetLastError();
    this->Pointer = nullptr;
    throw Error("Out of memory: " + mebibytesText(bytes) +
      " of the host that GPUs can copy from could not be allocated.");
  }
  this->Size = bytes;
}
}
