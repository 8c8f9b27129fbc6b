#include "Core/Cuda/StagedCopy.h"

#include "Core/Cuda/Cuda.h"
#include "Core/Memory.h"

#include <algorithm>

namespace trabecula
{
namespace
{
constexpr std::size_t LargeCopy = std::size_t(64) << 20;
constexpr std::size_t Piece = std::size_t(8) << 20;

const char* nameOf(cudaMemcpyKind kind)
{
  return kind == cudaMemcpyDeviceToHost ? "copying from the GPU" : "copying to the GPU";
}

/// Two pieces of pinned memory; none if there is a lack of it.
class Staging
{
public:
  Staging()
  {
    void* memory = nullptr;
    if (cudaHostAlloc(&memory, 2 * Piece, cudaHostAllocDefault) != cudaSuccess)
    {
      (void)cudaGetLastError();
      return;
    }
    this->Memory = static_cast<char*>(memory);
  }
  ~Staging()
  {
    for (cudaEvent_t event : this->Events)
    {
      if (event && cudaEventDestroy(event) != cudaSuccess)
      {
        (void)cudaGetLastError();
      }
    }
    if (this->Memory && cudaFreeHost(this->Memory) != cudaSuccess)
    {
      (void)cudaGetLastError();
    }
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  bool exists() const { return this->Memory != nullptr; }
  char* piece(std::size_t number) const { return this->Memory + number % 2 * Piece; }
  void record(std::size_t number, const char* what)
  {
    cudaEvent_t& event = this->Events[number % 2];
    if (!event)
    {
      checkCuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), what);
    }
    checkCuda(cudaEventRecord(event, cudaStream()), what);
  }
  void wait(std::size_t number, const char* what) const
  {
    checkCuda(cudaEventSynchronize(this->Events[number % 2]), what);
  }

private:
  char* Memory = nullptr;
  cudaEvent_t Events[2] = {};
};

void toHost(char* target, const char* source, std::size_t bytes, Staging& staging)
{
  const char* what = nameOf(cudaMemcpyDeviceToHost);
  const std::size_t pieces = (bytes + Piece - 1) / Piece;
  const auto sizeOf = [&](std::size_t i) { return std::min(Piece, bytes - i * Piece); };
  for (std::size_t i = 0; i <= pieces; ++i)
  {
    if (i < pieces)
    {
      checkCuda(cudaMemcpyAsync(staging.piece(i), source + i * Piece, sizeOf(i),
                  cudaMemcpyDeviceToHost, cudaStream()),
        what);
      staging.record(i, what);
    }
    if (i > 0)
    {
      staging.wait(i - 1, what);
      copyByThreads(target + (i - 1) * Piece, staging.piece(i - 1), sizeOf(i - 1));
    }
  }
}

void fromHost(char* target, const char* source, std::size_t bytes, Staging& staging)
{
  const char* what = nameOf(cudaMemcpyHostToDevice);
  const std::size_t pieces = (bytes + Piece - 1) / Piece;
  for (std::size_t i = 0; i < pieces; ++i)
  {
    const std::size_t size = std::min(Piece, bytes - i * Piece);
    if (i > 1)
    {
      staging.wait(i - 2, what);
    }
    copyByThreads(staging.piece(i), source + i * Piece, size);
    checkCuda(cudaMemcpyAsync(
                target + i * Piece, staging.piece(i), size, cudaMemcpyHostToDevice, cudaStream()),
      what);
    staging.record(i, what);
  }
  checkCuda(cudaStreamSynchronize(cudaStream()), what);
}
}

void stagedCopy(void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind)
{
  if (bytes >= LargeCopy)
  {
    Staging staging;
    if (staging.exists())
    {
      auto* to = static_cast<char*>(target);
      const auto* from = static_cast<const char*>(source);
      kind == cudaMemcpyDeviceToHost ? toHost(to, from, bytes, staging)
                                     : fromHost(to, from, bytes, staging);
      return;
    }
  }
  checkCuda(cudaMemcpyAsync(target, source, bytes, kind, cudaStream()), nameOf(kind));
  Memory<CudaSpace>::synchronize();
}
}
