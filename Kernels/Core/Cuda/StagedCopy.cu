#include "Core/Cuda/StagedCopy.h"

#include "Core/Cuda/Cuda.h"
#include "Core/Memory.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace trabecula
{
namespace
{
constexpr std::size_t Piece = std::size_t(8) << 20;
constexpr std::size_t LargeCopy = 2 * Piece;

const char* nameOf(cudaMemcpyKind kind)
{
  return kind == cudaMemcpyDeviceToHost ? "copying from the GPU" : "copying to the GPU";
}

/// Pinned memory for copies, which takes as long to allocate as to copy. Blocks, as many as threads
/// have copied concurrently, are reused until the end of the program, when the driver frees them.
class PinnedBlocks
{
public:
  /// A block of two pieces; null if pinned memory cannot be allocated.
  static void* take()
  {
    {
      const std::lock_guard<std::mutex> lock(mutex());
      std::vector<void*>& free = blocks();
      if (!free.empty())
      {
        void* block = free.back();
        free.pop_back();
        return block;
      }
      free.reserve(free.capacity() + 1); // so that giveBack() needs no memory
    }
    void* block = nullptr;
    if (cudaHostAlloc(&block, 2 * Piece, cudaHostAllocPortable) != cudaSuccess)
    {
      (void)cudaGetLastError();
      return nullptr;
    }
    return block;
  }
  static void giveBack(void* block) noexcept
  {
    const std::lock_guard<std::mutex> lock(mutex());
    blocks().push_back(block);
  }

private:
  static std::mutex& mutex()
  {
    static std::mutex one;
    return one;
  }
  static std::vector<void*>& blocks()
  {
    static std::vector<void*> all;
    return all;
  }
};

/// Two pieces of pinned memory; none if it cannot be allocated.
class Staging
{
public:
  explicit Staging(cudaStream_t stream)
    : Stream(stream), Memory(static_cast<char*>(PinnedBlocks::take()))
  {
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
    // After a failure copies may still be under way.
    if (this->Memory && cudaStreamSynchronize(this->Stream) != cudaSuccess)
    {
      (void)cudaGetLastError();
    }
    if (this->Memory)
    {
      PinnedBlocks::giveBack(this->Memory);
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
    checkCuda(cudaEventRecord(event, this->Stream), what);
  }
  void wait(std::size_t number, const char* what) const
  {
    checkCuda(cudaEventSynchronize(this->Events[number % 2]), what);
  }

  cudaStream_t stream() const { return this->Stream; }

private:
  cudaStream_t Stream;
  char* Memory;
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
                  cudaMemcpyDeviceToHost, staging.stream()),
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
    checkCuda(cudaMemcpyAsync(target + i * Piece, staging.piece(i), size, cudaMemcpyHostToDevice,
                staging.stream()),
      what);
    staging.record(i, what);
  }
  checkCuda(cudaStreamSynchronize(staging.stream()), what);
}
}

void stagedCopy(
  void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
  if (bytes >= LargeCopy)
  {
    Staging staging(stream);
    if (staging.exists())
    {
      auto* to = static_cast<char*>(target);
      const auto* from = static_cast<const char*>(source);
      kind == cudaMemcpyDeviceToHost ? toHost(to, from, bytes, staging)
                                     : fromHost(to, from, bytes, staging);
      return;
    }
  }
  checkCuda(cudaMemcpyAsync(target, source, bytes, kind, stream), nameOf(kind));
  Memory<CudaSpace>::synchronize(stream);
}
}
