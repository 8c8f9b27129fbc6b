#include "Core/Execution/ZeroVector.h"

#include <cstdint>

namespace trabecula
{
void mapPages(void* memory, std::size_t bytes)
{
  constexpr std::int64_t page = 4096;
  constexpr std::int64_t few = 1024;
  auto* const bytesOf = static_cast<volatile char*>(memory);
  const std::int64_t pages = static_cast<std::int64_t>(bytes) / page;
#pragma omp parallel for schedule(static) if (pages > few)
  for (std::int64_t i = 0; i < pages; ++i)
  {
    bytesOf[page * i] = 0;
  }
}
}
