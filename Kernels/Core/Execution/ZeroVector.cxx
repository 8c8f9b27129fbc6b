#include "Core/Execution/ZeroVector.h"

#include <cstdint>

#include <sys/mman.h>

namespace trabecula
{
void useLargePages(void* memory, std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
  // Above it the C library maps memory for each allocation alone.
  constexpr std::size_t much = std::size_t(64) << 20;
  constexpr std::uintptr_t page = 4096;
  if (bytes >= much)
  {
    const std::uintptr_t begin =
      (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
    const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE); // a wish that may fail
  }
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

void mapPages(void* memory, std::size_t bytes)
{
  constexpr std::int64_t page = 4096;
  constexpr std::int64_t few = 1024;
  useLargePages(memory, bytes);
  auto* const bytesOf = static_cast<volatile char*>(memory);
  const std::int64_t pages = static_cast<std::int64_t>(bytes) / page;
#pragma omp parallel for schedule(static) if (pages > few)
  for (std::int64_t i = 0; i < pages; ++i)
  {
    bytesOf[page * i] = 0;
  }
}
}
