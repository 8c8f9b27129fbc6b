#include "Core/Memory.h"
#include "Core/Error.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace trabecula
{
namespace
{
constexpr std::size_t Alignment = 64;

/// Calls work(begin, size) for consecutive parts of a block of bytes, by all threads if it is
/// large.
template <class Work>
void forEachPart(std::size_t bytes, const Work& work)
{
  constexpr std::size_t part = std::size_t(1) << 20;
  const auto parts = static_cast<std::int64_t>((bytes + part - 1) / part);
#pragma omp parallel for schedule(static) if (parts > 4)
  for (std::int64_t p = 0; p < parts; ++p)
  {
    const std::size_t begin = static_cast<std::size_t>(p) * part;
    work(begin, std::min(part, bytes - begin));
  }
}
}

void copyByThreads(void* target, const void* source, std::size_t bytes)
{
  forEachPart(bytes,
    [=](std::size_t begin, std::size_t size)
    {
      std::memcpy(
        static_cast<char*>(target) + begin, static_cast<const char*>(source) + begin, size);
    });
}

void fillZeros(void* target, std::size_t bytes)
{
  forEachPart(bytes,
    [=](std::size_t begin, std::size_t size)
    { std::memset(static_cast<char*>(target) + begin, 0, size); });
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
  return pointer;
}

template <>
void Memory<HostSpace>::release(void* pointer) noexcept
{
  std::free(pointer);
}

template <>
void Memory<HostSpace>::copyFromHost(
  void* target, const void* source, std::size_t bytes, void* /*stream*/)
{
  copyByThreads(target, source, bytes);
}

template <>
void Memory<HostSpace>::copyToHost(
  void* target, const void* source, std::size_t bytes, void* /*stream*/)
{
  copyByThreads(target, source, bytes);
}

template <>
void Memory<HostSpace>::copy(void* target, const void* source, std::size_t bytes, void* /*stream*/)
{
  copyByThreads(target, source, bytes);
}

template <>
void Memory<HostSpace>::zero(void* target, std::size_t bytes, void* /*stream*/)
{
  fillZeros(target, bytes);
}

template <>
void Memory<HostSpace>::synchronize(void* /*stream*/)
{
}
}
