#ifndef TRABECULA_CORE_EXECUTION_ZEROVECTOR_H
#define TRABECULA_CORE_EXECUTION_ZEROVECTOR_H

#include <cstddef>
#include <type_traits>
#include <vector>

namespace trabecula
{
/// Writes to each page of a block of memory, whose values become undefined; by all threads if the
/// block is large.
void mapPages(void* memory, std::size_t bytes);

/// A vector of zeros. Pages of a long vector are mapped by all threads, as a single thread would
/// spend most of its time waiting for the system to clear them.
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
