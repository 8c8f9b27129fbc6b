#ifndef TRABECULA_CORE_HASH_H
#define TRABECULA_CORE_HASH_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace trabecula
{
/**
 * 64-bit FNV-1a, eight bytes at a time, for fingerprints and checksums of data in memory.
 *
 * Each step is a bijection of the state, so that data of equal length that differ in one word of
 * eight bytes have different values.
 */
class Hash
{
public:
  template <class T>
  void add(const T& value)
  {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>, "padding would be hashed");
    this->addBytes(&value, sizeof(value));
  }
  template <class T>
  void add(const std::vector<T>& values)
  {
    this->add(values.size());
    this->addBytes(values.data(), values.size() * sizeof(T));
  }

  void addBytes(const void* data, std::size_t bytes)
  {
    const char* next = static_cast<const char*>(data);
    while (bytes > 0)
    {
      std::uint64_t word = 0;
      const std::size_t count = bytes < sizeof(word) ? bytes : sizeof(word);
      std::memcpy(&word, next, count);
      this->Value = (this->Value ^ word) * 0x100000001b3ULL;
      this->Value ^= this->Value >> 32;
      next += count;
      bytes -= count;
    }
  }

  std::uint64_t value() const { return this->Value; }

private:
  std::uint64_t Value = 0xcbf29ce484222325ULL;
};
}

#endif
