#ifndef TRABECULA_CORE_VECTORS_WORKSPACE_H
#define TRABECULA_CORE_VECTORS_WORKSPACE_H

#include "Core/Vectors/DeviceVector.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula
{
/**
 * Scratch memory shared by the routines of one context.
 *
 * Memory is valid for the lifetime of its lease; leases must end in the reverse order of their
 * creation. The allocation has the size of the largest total leased at one time and is reused:
 * repeated equal leases have the same address unless the allocation has grown.
 */
template <class Space>
class Workspace
{
public:
  /// @param context must outlive it
  explicit Workspace(const Context<Space>& context) : Computing(&context) {}

  template <class T>
  class Lease
  {
  public:
    Lease(Lease&& other) noexcept
      : Owner(std::exchange(other.Owner, nullptr)), Begin(other.Begin), Pointer(other.Pointer),
        Own(std::move(other.Own))
    {
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Lease& operator=(Lease&&) = delete;
    ~Lease()
    {
      if (this->Owner)
      {
        this->Owner->release(this->Begin);
      }
    }
    /// Values are initially undefined.
    T* data() const { return this->Pointer; }

  private:
    friend class Workspace;
    Lease(Workspace* owner, std::size_t begin, T* pointer) // in the common allocation
      : Owner(owner), Begin(begin), Pointer(pointer)
    {
    }
    Lease(Workspace* owner, std::size_t begin, DeviceVector<std::uint8_t, Space> own) // separate
      : Owner(owner), Begin(begin), Pointer(reinterpret_cast<T*>(own.data())), Own(std::move(own))
    {
    }

    Workspace* Owner;
    std::size_t Begin;
    T* Pointer;
    DeviceVector<std::uint8_t, Space> Own;
  };

  template <class T>
  Lease<T> lease(std::size_t count)
  {
    const std::size_t bytes = bytesOfLease(count * sizeof(T));
    const std::size_t begin = this->Used;
    const std::size_t end = begin + bytes;
    // Members change only after memory has been allocated, so that smaller leases remain possible.
    if (begin == 0)
    {
      this->reserve(std::max(this->Most, end));
    }
    DeviceVector<std::uint8_t, Space> own;
    if (end > this->Bytes.size())
    {
      own = DeviceVector<std::uint8_t, Space>(*this->Computing, bytes);
    }
    this->Most = std::max(this->Most, end);
    this->Used = end;
    if (end <= this->Bytes.size())
    {
      return Lease<T>(this, begin, reinterpret_cast<T*>(this->Bytes.data() + begin));
    }
    return Lease<T>(this, begin, std::move(own));
  }

  /// Ensures a size of at least the given bytes. There must be no lease.
  void reserve(std::size_t bytes)
  {
    if (bytes > this->Bytes.size())
    {
      this->Bytes.reset(); // before the new ones are allocated
      this->Bytes = DeviceVector<std::uint8_t, Space>(*this->Computing, bytes);
    }
  }

  std::size_t bytes() const { return this->Bytes.size(); }
  /// Bytes that a lease of the given number of bytes occupies.
  static constexpr std::size_t bytesOfLease(std::size_t bytes)
  {
    return (bytes + Alignment - 1) / Alignment * Alignment;
  }

private:
  static constexpr std::size_t Alignment = 256;

  void release(std::size_t begin) { this->Used = begin; }

  const Context<Space>* Computing;
  DeviceVector<std::uint8_t, Space> Bytes;
  std::size_t Used = 0;
  std::size_t Most = 0; ///< largest total leased at one time
};
}

#endif
