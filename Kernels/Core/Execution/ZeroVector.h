#ifndef TRABECULA_CORE_EXECUTION_ZEROVECTOR_H
#define TRABECULA_CORE_EXECUTION_ZEROVECTOR_H

#include <cstddef>
#include <type_traits>
#include <vector>

namespace trabecula
{
/// Writes to each page of memory whose contents do not matter, by all threads if there are many.
void mapPages(void* memory, std::size_t bytes);

/// Zeros. Pages of a long vector are mapped by all threads: the one that fills it would wait most
/// of its time for the system to clear them.
template <class T>
std::vector<T> zeroVector(std::size_t size)
{
  static_assert(std::is_trivially_copyable_v<T>, "pages are written to before there are values");
  std::vector<T> values;
  values.reserve(size);
  mapPages(values.data(), size * sizeof(T));
  values.resize(size);
  return values;
}
}

#endif
