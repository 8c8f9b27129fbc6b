#include "Core/Memory.h"
#include "Core/Error.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace trabecula
{
namespace
{
constexpr std::size_t Alignment = 64;
thread_local std::size_t Allocated = 0;
thread_local std::size_t Peak = 0;
}

template <>
void* Memory<HostSpace>::allocate(std::size_t bytes)
{
  if (bytes == 0)
  {
    return nullptr;
  }
  void* pointer = std::aligned_alloc(Alignment, (bytes + Alignment - 1) / Alignment * Alignment);
  if (!pointer)
  {
    throw Error("Out of memory: " + std::to_string(bytes >> 20) + " MiB could not be allocated.");
  }
  Allocated += bytes;
  Peak = std::max(Peak, Allocated);
  return pointer;
}

template <>
void Memory<HostSpace>::release(void* pointer, std::size_t bytes) noexcept
{
  Allocated -= bytes;
  std::free(pointer);
}

template <>
void Memory<HostSpace>::copyFromHost(void* target, const void* source, std::size_t bytes)
{
  if (bytes)
  {
    std::memcpy(target, source, bytes);
  }
}

template <>
void Memory<HostSpace>::copyToHost(void* target, const void* source, std::size_t bytes)
{
  Memory<HostSpace>::copyFromHost(target, source, bytes);
}

template <>
void Memory<HostSpace>::copy(void* target, const void* source, std::size_t bytes)
{
  Memory<HostSpace>::copyFromHost(target, source, bytes);
}

template <>
void Memory<HostSpace>::zero(void* target, std::size_t bytes)
{
  if (bytes)
  {
    std::memset(target, 0, bytes);
  }
}

template <>
void Memory<HostSpace>::synchronize()
{
}

template <>
std::size_t Memory<HostSpace>::allocatedByThisThread()
{
  return Allocated;
}

template <>
std::size_t Memory<HostSpace>::peakOfThisThread()
{
  return Peak;
}

template <>
void Memory<HostSpace>::startPeak()
{
  Peak = Allocated;
}
}
