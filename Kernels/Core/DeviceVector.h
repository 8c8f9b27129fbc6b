#ifndef TRABECULA_CORE_DEVICEVECTOR_H
#define TRABECULA_CORE_DEVICEVECTOR_H

#include "Core/Execution/ZeroVector.h"
#include "Core/Memory.h"

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace trabecula
{
template <class Space>
class Context;

/// A fixed-size array in the memory of a space. Its values are undefined until written. One that is
/// given a context is on the device of that, else on the calling thread's.
template <class T, class Space>
class DeviceVector
{
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds plain data");

public:
  DeviceVector() = default;
  explicit DeviceVector(std::size_t size)
    : Pointer(static_cast<T*>(Memory<Space>::allocate(size * sizeof(T)))), Size(size)
  {
  }
  explicit DeviceVector(const std::vector<T>& values) : DeviceVector(values.size())
  {
    this->assign(values);
  }
  DeviceVector(const Context<Space>& context, std::size_t size)
    : Pointer(static_cast<T*>(context.allocate(size * sizeof(T)))), Size(size)
  {
  }
  DeviceVector(const Context<Space>& context, const std::vector<T>& values)
    : DeviceVector(context, values.size())
  {
    this->assign(values);
  }
  ~DeviceVector() { this->reset(); }
  DeviceVector(const DeviceVector&) = delete;
  DeviceVector& operator=(const DeviceVector&) = delete;
  DeviceVector(DeviceVector&& other) noexcept { this->swap(other); }
  DeviceVector& operator=(DeviceVector&& other) noexcept
  {
    this->swap(other);
    return *this;
  }

  T* data() { return this->Pointer; }
  const T* data() const { return this->Pointer; }
  std::size_t size() const { return this->Size; }
  std::size_t bytes() const { return this->Size * sizeof(T); }

  void swap(DeviceVector& other) noexcept
  {
    std::swap(this->Pointer, other.Pointer);
    std::swap(this->Size, other.Size);
  }
  /// Releases the memory; the vector is empty afterwards.
  void reset() noexcept
  {
    if (this->Pointer)
    {
      Memory<Space>::release(this->Pointer, this->bytes());
    }
    this->Pointer = nullptr;
    this->Size = 0;
  }
  void zero() { Memory<Space>::zero(this->Pointer, this->bytes()); }
  /// Copies from host memory; values has the size of this vector.
  void assign(const std::vector<T>& values)
  {
    Memory<Space>::copyFromHost(this->Pointer, values.data(), this->bytes());
  }
  /// Copies within the space; other has the size of this vector.
  void copy(const DeviceVector& other)
  {
    Memory<Space>::copy(this->Pointer, other.Pointer, this->bytes());
  }
  std::vector<T> toHost() const
  {
    auto values = zeroVector<T>(this->Size);
    Memory<Space>::copyToHost(values.data(), this->Pointer, this->bytes());
    return values;
  }

private:
  T* Pointer = nullptr;
  std::size_t Size = 0;
};
}

#endif
